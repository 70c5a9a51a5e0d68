"""The search page and the index of the browser: never an error, and the right rule near the top."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from refsvc import create_app
from refsvc.commands.main import main
from refsvc.config import LANGUAGES
from refsvc.web.search_pages import index
from refsvc.web.sitemap import SITE

PASS = "saladin.activation.pass"
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


def found(question: str, language: str, **chosen: Any) -> list[str]:
    """The ids of what answers a question."""
    return [hit.document.id for hit in index().find(question, language, **chosen).hits]


@pytest.mark.parametrize(
    ("question", "language"),
    [("pass", "en"), ("passing", "en"), (PASS, "fr"), ("pass", "cs"), ("5.12", "fr")],
)
def test_the_ruling_on_passing_is_near_the_top(question: str, language: str) -> None:
    assert PASS in found(question, language)[:5]


@pytest.mark.parametrize(("question", "language"), [("Passing", "en"), ("pasovani", "cs")])
def test_a_title_that_is_asked_for_comes_first(question: str, language: str) -> None:
    assert found(question, language)[0] == PASS


@pytest.mark.parametrize(
    ("question", "language", "first", "not_first"),
    [
        ("dělo", "cs", "arm-artillery", "rolica"),  # no beginning of Delaborde
        ("gué", "fr", "ford", "guerre"),
        ("jezdectvo", "cs", "arm-cavalry", "lehka"),
        ("LDV", "fr", "sight", "aim"),
        ("medals", "en", "banner", "aim"),
        ("kanón", "cs", "arm-artillery", "rally"),
    ],
)
def test_players_words_lead_to_ours(question: str, language: str, first: str, not_first: str) -> None:
    ids = found(question, language, game="napoleonics", only=True)
    assert first in " ".join(ids[:3])
    assert not_first not in " ".join(ids[:3])


def test_the_game_of_the_reader_weighs_more_and_may_be_the_only_one() -> None:
    for game, other in (("saladin", "napoleonics"), ("napoleonics", "saladin")):
        hits = index().find("leader", "en", game).hits
        assert hits[0].document.game == game
        assert other in {hit.document.game for hit in hits}
        assert {hit.document.game for hit in index().find("leader", "en", game, only=True).hits} == {game}


@pytest.mark.parametrize("language", LANGUAGES)
def test_cases_come_after_rules_and_how_records_are_written_is_no_answer_about_a_game(language: str) -> None:
    words = {"en": "how many dice", "fr": "combien de dés", "cs": "kolik kostek"}[language]
    kinds = [hit.document.kind for hit in index().find(words, language, "saladin", only=True).hits]
    assert "rules" in kinds[:2]
    assert "cases" not in kinds[:5]
    everything = {hit.document.kind for hit in index().find("JSON", language, "saladin", only=True).hits}
    assert "records" not in everything
    assert any(hit.document.kind == "records" for hit in index().find("JSON", language).hits)


def test_the_page_offers_games_and_kinds_and_says_what_was_meant(client: FlaskClient) -> None:
    html = client.get("/en/search?q=sheild+wall&game=saladin&kind=rules&from=napoleonics").text
    assert 'aria-current="true">Saladin</a>' in html
    assert 'aria-current="true">Rules</a>' in html
    assert "Did you mean “shield wall”?" in html
    assert 'href="/en/search?q=shield+wall&amp;game=saladin&amp;kind=rules"' in html
    assert "napoleonics/rules" not in html.partition('<ol class="results"')[2]
    assert '<input type="hidden" name="from" value="saladin">' in client.get("/en/saladin/rules/").text


def test_it_is_asked_as_data(client: FlaskClient) -> None:
    answer: Any = client.get("/api/v1/search?q=dodge+a+charge&lang=en&game=saladin").json
    assert answer["results"][0]["id"] == "saladin.actions.evade"
    assert answer["results"][0]["url"].endswith("/en/saladin/rules/saladin.actions.evade")
    assert {one["game"] for one in answer["results"]} == {"saladin"}
    meant: Any = client.get("/api/v1/search?q=redeploymnet&lang=en").json
    assert meant["instead"] == "redeployment"
    assert [client.get(f"/api/v1/search?{bad}").status_code for bad in ("", "q=a&game=chess", f"q={'x' * 201}")] == [
        400
    ] * 3


def test_what_nothing_answers_is_counted_without_who_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app({"instance": tmp_path / "on"})
    for path in ("/cs/search?q=Frobnik%20%20hvozdu", "/cs/search?q=frobnik+hvozdu", "/cs/search?q=korouhev",
                 "/api/v1/search?q=zorgblat&lang=en", "/cs/search?q=frobnik+hvozdu&kind=cases"):  # fmt: skip
        assert app.test_client().get(path).status_code == 200
    monkeypatch.setenv("REFSVC_INSTANCE", str(tmp_path / "on"))
    output = CliRunner().invoke(main, ["questions", "--lang", "en"]).output
    assert output == "     2  cs  frobnik hvozdu\n     1  en  zorgblat\n"
    assert (
        create_app({"instance": tmp_path / "off", "count_questions": "no"})
        .test_client()
        .get("/en/search?q=zorgblat")
        .status_code
        == 200
    )
    assert not (tmp_path / "off").exists(), "no store is opened for it"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_index_of_the_browser_holds_the_same(client: FlaskClient, language: str) -> None:
    tree = json.loads(client.get(f"/{language}/search.json").data)
    assert len(tree["documents"]) == len(index().documents[language]) > 200
    for _id, kind, game, title, _text, path, others, *_ in tree["documents"]:
        assert kind in tree["kinds"]
        assert title
        assert game in ("", *tree["games"])
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
    assert found(question, language)[0] == "napoleonics.retire.infantry"
