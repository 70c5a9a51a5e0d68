"""The pages of the cards and of who can hit whom: complete, true to the data, and honest about it."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from engine import find_game
from engine.core.facts import Standing
from refsvc import library
from refsvc.config import LANGUAGES
from refsvc.games.saladin import card_lines, target_drawing
from refsvc.games.saladin.pages import cards
from refsvc.i18n.catalogue import text
from refsvc.reference import cards as deck
from refsvc.web import assets
from refsvc.web.search_pages import index
from refsvc.web.sitemap import SITE

DECK = deck.deck("saladin")
BANNERS = [dealt for dealt in DECK.values() if not dealt.card.is_leader]


def test_there_is_a_page_for_every_card_of_the_box() -> None:
    numbers = library.numbers("saladin")
    assert len(BANNERS) == numbers["box_cards_banner"] == 28
    assert len(DECK) - len(BANNERS) == numbers["box_cards_leader"] == 4
    assert {"arsuf-richard", "hattin-saladin", "hattin-saladin-horns", "arsuf-leader-richard"} < DECK.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_answers_and_is_listed(client: FlaskClient, language: str) -> None:
    listed = client.get(f"/{language}/saladin/cards/").text
    for item in DECK:
        path = f"/{language}/saladin/cards/{item}"
        assert client.get(path).status_code == 200
        assert f'href="{path}"' in listed


@pytest.mark.parametrize("item", DECK)
def test_every_value_has_its_mark_and_every_mark_its_reason(client: FlaskClient, item: str) -> None:
    html = client.get(f"/fr/saladin/cards/{item}").text
    marks = re.findall(r'<a class="standing standing--(\w+) standing--only" href="#why-(\w+)">', html)
    reasons = set(re.findall(r'<div id="why-(\w+)">', html))
    assert {code for _, code in marks} <= reasons
    shown = DECK[item].card
    sources = find_game("saladin").rulebook().sources
    assert all(sources[code].standing.word == standing for standing, code in marks)
    for standing in Standing:
        # each value of a line stands in the table, and those of the piece beside it
        values = [f for line in shown.lines for field, f in line.facts.items() if field in cards.FIELDS]
        values += [shown.facts[field] for field in ("lances", "plus1", "plus2", "places") if field in shown.facts]
        least = sum(fact.standing == standing for fact in values)
        assert sum(word == standing.word for word, _ in marks) >= least


def test_the_back_has_only_the_lines_that_stand_there(client: FlaskClient) -> None:
    html = client.get("/en/saladin/cards/arsuf-saphadin").text
    front, back = (part.split("</article>")[0] for part in html.split('<article class="gcard')[1:])
    names = [re.findall(r'aline-name">(?:<svg.*?</svg> )?<a [^>]*>([^<]+)</a>', side) for side in (front, back)]
    assert names[0] == ["Skirmish", "Harass", "Flee", "Evade", "Flee", "Push", "Withdraw"]
    assert names[1] == ["Skirmish", "Harass", "Push", "Withdraw"]


def test_a_card_says_what_triggers_a_reaction_and_who_receives(client: FlaskClient) -> None:
    assert "Answers a charge by: Richard, Bourgogne" in client.get("/en/saladin/cards/arsuf-saladin").text
    assert "Answers a charge against this Banner" in client.get("/en/saladin/cards/arsuf-sulayman").text
    aslam = client.get("/en/saladin/cards/arsuf-aslam").text
    assert "A Lance goes to: Ala Afdal, Ala al Din" in aslam
    assert 'href="#why-I12">Receiver: inferred' in aslam
    assert "Not against a Committed target" in client.get("/en/saladin/cards/arsuf-henry-ii").text


def test_dice_are_drawn_as_the_data_has_them(client: FlaskClient) -> None:
    for item, dealt in DECK.items():
        if not dealt.card.is_leader:
            html = client.get(f"/en/saladin/cards/{item}").text
            for colour in ("red", "green"):
                dice = sum(line.facts[colour].value * (1 + bool(line.facts["back"].value)) for line in dealt.card.lines)
                assert html.count(f'data-id="{colour}"') == dice


def test_arms_that_are_ours_say_so(client: FlaskClient) -> None:
    for dealt in DECK.values():
        html = client.get(f"/en/saladin/cards/{dealt.id}").text
        is_attested = card_lines.devices()[dealt.arms]["attested"]
        assert (text("saladin.card.not-attested", "en") in html) is not is_attested
    assert {f"arms/{name}.svg" for name in card_lines.devices()} <= set(assets.files())


def test_threats_are_the_targets_of_the_others() -> None:
    for face in card_lines.faces("saladin"):
        found = {(piece, aim.piece, aim.when) for piece, aim in face.aims if face.card_of(aim.piece)}
        threats = {(aim.piece, dealt.card.piece, aim.when) for dealt in face.cards for aim in dealt.card.threats}
        assert found == threats
    assert [face.id for face in card_lines.faces("saladin")] == ["hattin", "hattin-horns", "arsuf"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_drawing_holds_every_aim_and_no_name_leaves_its_box(language: str) -> None:
    place = SITE.find(f"/{language}/saladin/targets/")
    assert place is not None
    for face in card_lines.faces("saladin"):
        drawing = target_drawing.draw(place, face)
        assert len(drawing["arrows"]) == len(face.aims)
        for box in drawing["boxes"]:
            assert 0 <= box["x"] <= drawing["width"] - box["width"]
            assert 0 <= box["y"] <= drawing["height"] - box["height"]
            assert max(len(line["text"]) for line in box["lines"]) <= target_drawing.LONGEST + 1


def test_what_is_drawn_stands_in_the_table(client: FlaskClient) -> None:
    html = client.get("/en/saladin/targets/").text
    assert (
        html.count('class="w-head"') == sum(len(face.aims) for face in card_lines.faces("saladin")) + 2
    )  # and the legend
    assert len(re.findall(r"<tr><th scope=\"row\">", html)) == sum(
        len(face.cards) for face in card_lines.faces("saladin")
    )


@pytest.mark.parametrize(("question", "language"), [("richard", "en"), ("Husám", "cs"), ("chatillon", "fr")])
def test_cards_are_found(question: str, language: str) -> None:
    assert any(hit.document.kind == "cards" for hit in index().find(question, language).hits[:6])


def test_a_rule_leads_to_the_cards_that_it_explains(client: FlaskClient) -> None:
    html = client.get("/en/saladin/rules/saladin.hattin.feint").text
    assert 'href="/en/saladin/cards/hattin-taqui-al-din"' in html
    rules = find_game("saladin").rulebook().rules
    assert all(rule in rules for rule in deck.cards_by_rule("saladin"))


def test_a_wrong_card_leads_to_near_ones(client: FlaskClient) -> None:
    answer = client.get("/cs/saladin/cards/richard")
    assert answer.status_code == 404
    assert "/cs/saladin/cards/arsuf-richard" in answer.text


def test_a_card_of_which_nothing_is_known_says_so(client: FlaskClient) -> None:
    said = text("saladin.card.all-assumed", "cs")
    unknown = [item for item in DECK if said in client.get(f"/cs/saladin/cards/{item}").text]
    assert unknown == [item for item in DECK if item.endswith("-horns")]


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "nobody while it stands on its first place; at the Horns Saladin"),
     ("cs", "žádná, dokud stojí na první lokaci; u Hattínských rohů Saladin")],
)  # fmt: skip
def test_lusignan_is_never_committed_only_before_the_horns(client: FlaskClient, language: str, words: str) -> None:
    assert words in client.get(f"/{language}/saladin/cards/hattin-lusignan").text.replace("\u00a0", " ")
    assert text("saladin.card.never", language) in client.get(f"/{language}/saladin/cards/arsuf-lusignan").text
