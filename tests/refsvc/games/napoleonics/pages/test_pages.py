"""The pages of Napoleonics: units, terrain, cards, battles, aid, box, and the questions that its players ask."""

from __future__ import annotations

import html as markup
import json
import re

import pytest
from flask.testing import FlaskClient

from engine.core.record import FORMAT, Header
from engine.napoleonics.scenario.model import unit_kinds
from refsvc import library
from refsvc.config import LANGUAGES
from refsvc.games.napoleonics.codes import code
from refsvc.games.napoleonics.printed_battles import printed
from refsvc.records import box_file
from refsvc.reference import cards
from refsvc.web.search_pages import index

GAME = "napoleonics"


@pytest.mark.parametrize("page", ["units/", "terrain/", *(f"cards/{card}" for card in cards.deck(GAME))])
def test_every_mark_has_its_reason(client: FlaskClient, page: str) -> None:
    html = client.get(f"/fr/{GAME}/{page}").text
    marks = set(re.findall(r'href="#why-([A-Z0-9]+)"', html))
    assert marks
    assert marks <= set(re.findall(r'id="why-([A-Z0-9]+)"', html))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_units_of_three_nations(client: FlaskClient, language: str) -> None:
    html = client.get(f"/{language}/{GAME}/units/").text
    assert re.findall(r'<h2 id="(french|british|portuguese)">', html) == ["french", "british", "portuguese"]
    assert html.count('<table class="guns">') == 3
    assert html.count("standing--assumed standing--only") > 20


def test_a_command_card(client: FlaskClient) -> None:
    html = client.get(f"/en/{GAME}/cards/attack-left").text
    for part in ("Attack Left Flank", "4 copies", "D02", "Copies in the deck", "why-C1", "six copies of each"):
        assert part in html, part


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_battles_of_the_box_have_no_map(client: FlaskClient, language: str) -> None:
    html = client.get(f"/{language}/{GAME}/scenarios/").text
    assert all(f'<tr id="{battle}">' in html for battle in printed(GAME))
    assert html.count('<svg class="board"') == len(library.in_order(GAME))
    assert f"/{language}/{GAME}/scenarios/vimiero" not in html


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("battle", library.scenario_ids(GAME))
def test_the_aid_of_a_battle_has_no_unit_that_is_not_there(client: FlaskClient, battle: str, language: str) -> None:
    html = client.get(f"/{language}/{GAME}/aid/{battle}/").text
    kinds = {unit_kinds()[unit.code] for unit in library.load_scenario(GAME, battle).units}
    shown = set(re.findall(r'<span class="tag">(\w{2,3})</span>', html))
    assert shown == {code("unit", kind, language) for kind in kinds}


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "may cavalry retire from artillery"),
        ("en", "cavalry retire artillery"),
        ("fr", "la cavalerie peut-elle se replier devant l'artillerie"),
        ("fr", "repli cavalerie artillerie"),
        ("cs", "muze se jizda stahnout pred delostrelectvem"),
        ("cs", "stazeni jizdy pred delostrelectvem"),
    ],
)
def test_may_cavalry_retire_from_artillery(language: str, question: str) -> None:
    """Search, paragraph, answer: two taps."""
    paths = [hit.document.path for hit in index().find(question, language).hits[:4]]
    assert f"/{language}/{GAME}/rules/{GAME}.retire.infantry" in paths


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_box_makes_a_file_that_holds_in_every_battle(client: FlaskClient, language: str) -> None:
    given = {"artillery.foot.still.3.2": "4", "units.british.rifle-light.moved.3": "2"}
    path = f"/{language}/{GAME}/box/"
    file = client.post(path, data={"do": "download", **given})
    assert file.headers["Content-Disposition"] == 'attachment; filename="napoleonics-box.toml"'
    box = box_file.read_box(file.data)
    assert (box.game, box.values) == (GAME, {key: int(value) for key, value in given.items()})
    header = Header(format=FORMAT, game=GAME, scenario="training-2")
    game = library.open_game(box.laid_under(header))
    fact = game.facts.get("artillery.foot.still.3.2")
    assert fact is not None
    assert (fact.value, fact.standing.word) == (4, "printed")
    page = markup.unescape(client.post(path, data={"do": "make", **given}).text)
    shown = re.search(r'"box": (\{.*\})', page)
    assert shown
    moved = {"rifle-light": {"moved": {"3": 2}}}
    assert json.loads(shown[1]) == {"artillery": {"foot": {"still": {"3": {"2": 4}}}}, "units": {"british": moved}}


def test_my_table_says_the_same(client: FlaskClient) -> None:
    page = client.post(f"/en/{GAME}/box/", data={"do": "agree:artillery-horse"}).text
    filled = re.findall(r'id="(artillery\.[^"]+)"[^>]* value="(\d+)"', page)
    assert {key for key, _ in filled} == {key for key in box_file.fields(GAME) if key.startswith("artillery.horse.")}
    assert not re.findall(r'id="artillery\.foot[^"]+"[^>]* value="\d', page)


def test_words_that_the_czech_text_uses_twice_are_kept_apart(client: FlaskClient) -> None:
    html = client.get(f"/cs/{GAME}/glossary/").text
    for word in (
        "odveta",
        "Protiúder",
        "hodnota velení",
        "Vůdcovství",
        "Útok jízdy",
        "bonusový útok jízdy",
        "blok",
        "tah",
    ):
        assert re.search(rf"<dt>{word}[ <]", html), word
    assert html.count("<em>protiútok</em>") >= 2


def test_a_note_on_the_words_of_one_language_stands_in_that_language_only(client: FlaskClient) -> None:
    notes = {language: client.get(f"/{language}/{GAME}/glossary/").text for language in ("en", "fr", "cs")}
    for word, shown in (("protiútok", "cs"), ("boj na blízko", "cs"), ("corps à corps", "fr"), ("ligne de vue", "fr")):
        assert [language for language, html in notes.items() if f"<em>{word}</em>" in html] == [shown]
