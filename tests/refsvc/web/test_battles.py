"""The pages of battles, worked cases and the player aid."""

from __future__ import annotations

import json
import re
from fractions import Fraction

import pytest
from flask.testing import FlaskClient

from engine import find_game
from engine.core.cases import Case, Expect, Expected
from refsvc.config import LANGUAGES
from refsvc.games.saladin import odds
from refsvc.games.saladin.pages import aid
from refsvc.i18n import sentences
from refsvc.library import load_scenario, numbers, scenario_ids
from refsvc.reference import book, worked_cases
from refsvc.web.sitemap import SITE

BATTLES = scenario_ids("saladin")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("battle", BATTLES)
def test_a_battle_shows_its_forces_and_special_rules(client: FlaskClient, battle: str, language: str) -> None:
    html = client.get(f"/{language}/saladin/scenarios/{battle}").text
    scenario = load_scenario("saladin", battle)
    for banner in (*scenario.ayyubid, *scenario.crusader):
        assert f'data-piece="{banner}"' in html
        assert f"arms/{banner}.svg" in html
        assert sentences.name("banner", banner, "saladin", language) in html
    for rule in scenario.special:
        assert f'id="{rule}"' in html
    assert f'href="/{language}/saladin/aid/{battle}/"' in html


def test_the_pictures_of_the_set_up_are_of_their_battle(client: FlaskClient) -> None:
    html = client.get("/en/saladin/scenarios/").text
    assert html.count('<svg class="board"') == len(BATTLES)
    assert "Hattin, turn 1: Initiative" in html
    assert "Arsuf, turn 1: Initiative" in html


def test_that_a_case_passes_is_found_out_by_running_it(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Case("WRONG", "arsuf", expect=Expect(findings=(Expected(1, "saladin.activation.pass", "illegal"),)))
    known = {**book.cases("saladin"), "WRONG": wrong}
    monkeypatch.setattr(book, "cases", lambda _game: known)
    try:
        assert not worked_cases.passes("saladin", "WRONG")
        assert worked_cases.passes("saladin", "X4")
    finally:
        worked_cases.passes.cache_clear()
        worked_cases.replay_case.cache_clear()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_case_shows_before_and_after(client: FlaskClient, language: str) -> None:
    html = client.get(f"/{language}/saladin/cases/X4").text
    assert html.count('<svg class="board"') == 2
    assert html.count('class="b-flag"') == 2
    assert html.count("#red-1") == html.count("#green-2") == 1
    for rule in book.cases("saladin")["X4"].rules:
        assert f'href="/{language}/saladin/rules/{rule}"' in html


def test_a_case_says_what_the_checker_says(client: FlaskClient) -> None:
    html = client.get("/en/saladin/cases/V21").text
    assert re.search(r"Passing is not possible yet: .+ (?:is|are) still Deployed\.", html)
    assert "is-illegal" in html


def test_a_rule_shows_examples_and_leads_to_the_others(client: FlaskClient) -> None:
    html = client.get("/cs/saladin/rules/saladin.activation.pass").text
    assert html.count('<svg class="board"') > 1
    for case in book.cases_by_rule("saladin")["saladin.activation.pass"]:
        assert f'href="/cs/saladin/cases/{case}"' in html


@pytest.mark.parametrize("dice", range(1, 4))
def test_odds_are_exact(dice: int) -> None:
    sides = odds.faces(numbers("saladin"))
    found = odds.thrown(sides, dice)
    assert sum(found.values()) == 1
    assert odds.lances_at_least(found, 0) == 1
    assert odds.mean_lances(found) == Fraction(2, 3) * dice
    assert odds.orders_at_least(found, 1) == 1 - Fraction(5, 6) ** dice
    assert odds.lances_at_least(found, 1) == 1 - Fraction(1, 2) ** dice


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("battle", BATTLES)
def test_the_aid_of_a_battle_has_all_its_lines_and_nothing_of_the_other(battle: str, language: str) -> None:
    place = SITE.places(language)[f"/{language}/saladin/aid/{battle}/"]
    shown = aid.aid_battle(place)
    cards = [card for card in find_game("saladin").cards(load_scenario("saladin", battle)) if not card.is_leader]
    assert {line.action for card in cards for line in card.lines} == {
        action for row in shown["lines"] for action in _ids(language) if _ids(language)[action] == row["action"]
    }
    words = " ".join(str(one["text"]) for one in shown["meanings"])
    other = next(one for one in BATTLES if one != battle)
    assert sentences.say(f"saladin.aid.symbol.{battle}", language) in words
    assert sentences.say(f"saladin.aid.symbol.{other}", language) not in words
    assert len(shown["leaders"]) == 2


def _ids(language: str) -> dict[str, str]:
    words = find_game("saladin").vocabulary(load_scenario("saladin", "arsuf"))["action"]
    return {action: sentences.name("action", action, "saladin", language) for action in words}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_aid_of_a_battle_is_small_enough_for_two_sheets(client: FlaskClient, language: str) -> None:
    """About 15,000 letters in three columns; chromium prints such a page on two sheets of A4."""
    for battle in BATTLES:
        html = client.get(f"/{language}/saladin/aid/{battle}/").text
        main = re.sub(r"<[^>]+>", "", html[html.index("<main") : html.index("</main>")])
        assert len(re.sub(r"\s+", " ", main)) < 15_000


def test_cases_are_found_but_not_kept_on_the_device(client: FlaskClient) -> None:
    kept = json.loads(client.get("/fr/saladin/copy.json").data)["pages"]
    assert "fr/saladin/scenarios/hattin" in kept
    assert "fr/saladin/aid/arsuf/" in kept
    assert "fr/saladin/cases/X4" not in kept
    assert "/fr/saladin/cases/X4" in client.get("/fr/search?q=X4").text


@pytest.mark.parametrize("question", ["hattin", "arsuf", "bataille de Hattin 1187"])
def test_a_battle_is_found_among_the_first(client: FlaskClient, question: str) -> None:
    paths = re.findall(r'class="result-title"><a href="([^"]+)', client.get(f"/fr/search?q={question}").text)
    assert any("/scenarios/" in path for path in paths[:3]), paths
