"""The sheet of a battle: one page, every unit with its hexes, every special rule, in every language."""

from __future__ import annotations

import re

import pytest

from refsvc import library
from refsvc.games.napoleonics.print import battle_sheets
from refsvc.games.napoleonics.reference import battles
from refsvc.printing.document_choices import Battle
from refsvc.printing.print_speaker import PrintSpeaker
from tests.long import IS_LONG
from tests.refsvc.printing.paper import ONE_OR_TWO, opened, printed, text

GAME = "napoleonics"
BATTLES = library.in_order(GAME)
ASKED = [
    (battle, languages)
    for at, battle in enumerate(BATTLES)
    for languages in (ONE_OR_TWO if IS_LONG else ONE_OR_TWO[at :: len(BATTLES)])
]


def flat(said: str) -> str:
    return re.sub(r"\s+", " ", said.replace("\u00a0", " ").replace("\u202f", " "))


@pytest.mark.parametrize(("battle", "languages"), ASKED, ids=str)
def test_a_battle_is_one_page(battle: str, languages: tuple[str, ...]) -> None:
    paper = "letter" if len(languages) > 1 else "a4"
    made = printed(Battle(game=GAME, scenario=battle, languages=languages, paper=paper))  # type: ignore[arg-type]
    assert len(opened(made).pages) == 1
    said = flat(text(made))
    for language in languages:
        told = battles.battle(PrintSpeaker(GAME, language), battle)
        for force in told["forces"]:
            for unit in force["units"]:
                for word in (*flat(unit["name"]).split()[1:], *flat(unit["hexes"]).split()):
                    assert word in said, (language, word)
        for rule in told["rules"]:
            for word in flat(rule["text"]).split()[1:]:
                assert word in said, (language, word)


def test_the_sides_on_the_map_are_named_in_both_languages() -> None:
    board = battle_sheets.sheet(Battle(game=GAME, scenario="training-2", languages=("fr", "cs")))["board"]
    lines = {
        group["piece"]: [shape["text"] for shape in group["shapes"] if shape["kind"] == "text"]
        for group in board["groups"]
    }
    assert lines["side.british"][0] == "Britanniques · Britové"
    assert "5 cartes · zástavy" in flat(lines["side.french"][1])


def test_a_second_language_explains_the_letters_of_the_first() -> None:
    sheet = battle_sheets.sheet(Battle(game=GAME, scenario="training-2", languages=("cs", "fr")))
    key = flat(sheet["legends"][0].text)
    assert all(said in key for said in ("L forêt", "ŘP infanterie de ligne", "Br Grande-Bretagne"))
    drawn = {
        shape["text"] for group in sheet["board"]["groups"] for shape in group["shapes"] if shape["kind"] == "text"
    }
    assert {"L", "ŘP", "Br"} < drawn
