"""The printed aid of a battle of Napoleonics: it fits, with the units, the guns and the rules of that battle."""

from __future__ import annotations

import re

import pytest

from refsvc import library
from refsvc.games.napoleonics.reference import battles, units
from refsvc.printing.document_choices import Aid
from refsvc.printing.print_speaker import PrintSpeaker
from tests.long import IS_LONG
from tests.refsvc.printing.paper import ONE_OR_TWO, opened, printed, text

GAME = "napoleonics"
BATTLES = library.in_order(GAME)
FEW = [("training-1", ("cs",)), ("training-2", ("en",)), ("training-3", ("fr", "cs"))]
ASKED = [(battle, languages) for battle in BATTLES for languages in ONE_OR_TWO] if IS_LONG else FEW


def flat(said: str) -> str:
    return re.sub(r"\s+", " ", said.replace("\u00a0", " ").replace("\u202f", " ").replace("\u2011", "-"))


@pytest.mark.parametrize(("battle", "languages"), ASKED, ids=str)
def test_the_aid_of_a_battle_holds_what_is_played_with(battle: str, languages: tuple[str, ...]) -> None:
    """That it was printed at all says that nothing leaves its box."""
    made = printed(Aid(game=GAME, languages=languages, scenario=battle))
    assert len(opened(made).pages) == 2 * len(languages)
    said = flat(text(made))
    for language in languages:
        speaker = PrintSpeaker(GAME, language)
        nations = units.nations(speaker, battle)
        expected = [
            *(unit["name"] for nation in nations for unit in nation["units"]),
            *(gun["title"] for gun in units.guns(speaker, battle)),
            *(rule["text"] for rule in battles.battle(speaker, battle)["rules"]),
        ]
        missing = {word for one in expected for word in flat(one).split()[1:] if word not in said}
        assert missing == set(), language
