"""Search: without accents, across languages, and never an error."""

from __future__ import annotations

import json
import re

import pytest
from flask.testing import FlaskClient

from refsvc.config import LANGUAGES
from refsvc.search.index import Document, Index, excerpt, marked, stem, words_of
from refsvc.web.search_pages import index
from refsvc.web.sitemap import SITE

PASS = "saladin.activation.pass"
INDEX = Index(
    {
        "en": [
            Document("charge", "glossary", "Charge", "A move into contact.", "/en/charge"),
            Document("heart", "rules", "The heart", "Richard, heart of a lion", "/en/heart"),
        ],
        "fr": [
            Document("charge", "glossary", "Charge", "Un mouvement au contact.", "/fr/charge"),
            Document("heart", "rules", "Le cœur", "Richard Cœur de Lion", "/fr/heart"),
        ],
        "cs": [
            Document("charge", "glossary", "Útok", "Pohyb do styku s nepřítelem.", "/cs/charge"),
            Document("heart", "rules", "Srdce", "Richard Lví srdce", "/cs/heart"),
        ],
    }
)


@pytest.mark.parametrize(
    ("question", "language", "paths"),
    [
        ("utok", "cs", ["/cs/charge"]),
        ("ÚTOK", "cs", ["/cs/charge"]),
        ("útoku", "cs", ["/cs/charge"]),  # another case of the word
        ("utko", "cs", ["/cs/charge"]),  # a slip
        ("utok", "fr", ["/fr/charge"]),  # a Czech word finds the French text
        ("charge", "cs", ["/cs/charge"]),
        ("coeur", "fr", ["/fr/heart"]),
        ("cœur", "cs", ["/cs/heart"]),
        ("lion richard", "en", ["/en/heart"]),
        ("heart", "fr", ["/fr/heart"]),
        ("charge", "en", ["/en/charge"]),
        ("zzzz", "en", []),
        ("", "en", []),
    ],
)
def test_what_is_found(question: str, language: str, paths: list[str]) -> None:
    assert [hit.document.path for hit in INDEX.find(question, language)] == paths


def test_words_are_folded_and_few() -> None:
    assert words_of("L’Ordre, l’ordre: œuf\0Łódź") == ["l", "ordre", "oeuf", "lodz"]
    assert len(words_of(" ".join(f"w{n}" for n in range(100)))) == 10
    assert [stem(word) for word in ("a", "útok"[:4], "banner", "lances")] == ["a", "útok", "bann", "lanc"]


def test_words_that_were_asked_for_are_marked() -> None:
    assert marked("Útok, nový", ["utok"]) == [("Útok", True), (", nový", False)]
    text = "x " * 100 + "the Banner stands " + "y " * 100
    pieces = excerpt(text, ["banner"])
    assert ("Banner", True) in pieces
    assert sum(len(words) for words, _ in pieces) < 200
    assert pieces[0][0].startswith("… ")


TORTURE = [
    '"', "'", '"unclosed', "a AND", "NOT x", "NEAR(", "title:x", "*", "a*b", "-", "a-b", "7.3.1", "^a", "(", "a OR",
    "{a}", "\0", "a\0b", "x" * 10_000, "a " * 5_000, "' OR 1=1 --", "<script>alert(1)</script>", "%", "\ud7ff", "🛡️",
    "\u202e", ";", "\\",
]  # fmt: skip


@pytest.mark.parametrize("question", TORTURE, ids=lambda question: repr(question[:12]))
def test_any_question_gets_an_answer(client: FlaskClient, question: str) -> None:
    answer = client.get("/cs/search", query_string={"q": question})
    assert answer.status_code == 200
    assert "<script>alert" not in answer.text


def test_a_change_of_language_keeps_the_question(client: FlaskClient) -> None:
    assert 'href="/fr/search?q=%C3%BAtok+%26"' in client.get("/cs/search", query_string={"q": "útok &"}).text


@pytest.mark.parametrize("query", ["q=%ff%fe", "q", "q=a&q=b", "x=1", "q=%", "&&&", "q=" + "%22" * 3000])
def test_any_query_string_gets_an_answer(client: FlaskClient, query: str) -> None:
    assert client.get(f"/fr/search?{query}").status_code == 200


@pytest.mark.parametrize(
    ("question", "language"),
    [("pass", "en"), ("passing", "en"), (PASS, "fr"), ("pass", "cs")],
)
def test_the_ruling_on_passing_is_near_the_top(question: str, language: str) -> None:
    found = [hit.document.id for hit in index().find(question, language)]
    assert PASS in found[:5]


@pytest.mark.parametrize(("question", "language"), [("Passing", "en"), ("pasovani", "cs")])
def test_a_title_that_is_asked_for_comes_first(question: str, language: str) -> None:
    assert index().find(question, language)[0].document.id == PASS


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_index_of_the_browser_holds_the_same(client: FlaskClient, language: str) -> None:
    tree = json.loads(client.get(f"/{language}/search.json").data)
    assert len(tree["documents"]) == len(index().documents[language]) > 200
    for kind, title, _text, path, others in tree["documents"]:
        assert kind in tree["kinds"]
        assert title
        assert others == others.lower()
        assert "/" + re.sub("#.*", "", path) in SITE.places(language)


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("may cavalry retire from artillery", "en"),
        ("la cavalerie peut-elle se replier devant l’artillerie", "fr"),
        ("může se jízda stáhnout před dělostřelectvem", "cs"),
        ("muze se jizda stahnout pred delostrelectvem", "cs"),
    ],
)
def test_a_question_as_it_is_asked_at_the_table_leads_to_its_rule(question: str, language: str) -> None:
    assert index().find(question, language)[0].document.id == "napoleonics.retire.infantry"
