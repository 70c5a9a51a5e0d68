"""The cards of the nations and the terrain chart: on one sheet in two languages, every value of the data, none over."""

from __future__ import annotations

import re

import pytest

from engine.core.facts import names_below
from refsvc.games.napoleonics.print import tables
from refsvc.games.napoleonics.reference import facts
from refsvc.i18n import sentences
from refsvc.presentation import registry
from refsvc.printing.canvas import Canvas
from refsvc.printing.document_choices import Tables
from refsvc.printing.grids import LEAST
from refsvc.reference.cards import capital
from tests.long import IS_LONG
from tests.refsvc.printing.geometry import words
from tests.refsvc.printing.paper import FEW, ONE_OR_TWO, opened, printed, text

GAME = "napoleonics"
PARTS = registry.of(GAME).document_parts()
WALK = Tables(game=GAME, languages=("cs", "fr"), parts=("british", "terrain"))


def flat(said: str) -> str:
    return re.sub(r"\s+", " ", said.replace("\u00a0", " "))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_one_nation_and_the_terrain_in_two_languages_are_one_sheet(paper: str) -> None:
    """Someone prints the British card and the chart in Czech and French."""
    made = printed(Tables(game=GAME, languages=WALK.languages, parts=WALK.parts, paper=paper))  # type: ignore[arg-type]
    assert len(opened(made).pages) == 1
    said = text(made)
    for language in WALK.languages:
        for kind in names_below(facts(), "units.british"):
            for word in flat(sentences.name("unit", kind, "napoleonics", language)).split():
                assert capital(word) in said or word in said, (language, word)
        for ground in names_below(facts(), "terrain"):
            assert flat(capital(sentences.name("terrain", ground, "napoleonics", language))).split()[0] in said, (
                language,
                ground,
            )


@pytest.mark.parametrize("languages", ONE_OR_TWO if IS_LONG else FEW, ids="-".join)
def test_every_part_fits_in_every_language(languages: tuple[str, ...]) -> None:
    """The letters are never smaller than can be read, and the guard finds nothing."""
    choice = Tables(game=GAME, languages=languages, has_standing=languages != ("fr",), saves_ink=len(languages) > 1)
    made = printed(choice)
    assert len(opened(made).pages) <= len(PARTS) - (len(languages) == 1)
    sizes = {word["size"] for parts in _canvases(choice) for word in parts.words}
    assert min(sizes) >= LEAST - 0.5


def _canvases(choice: Tables) -> list[Canvas]:
    found = []
    for page in tables.packed(choice, 192.0, 270.0):
        canvas = Canvas()
        for part in page:
            part.draw(canvas, 9.0, 9.0)
        found.append(canvas)
    return found


@pytest.mark.parametrize("nation", PARTS[:-1])
def test_the_dice_of_a_unit_stand_under_its_blocks(nation: str) -> None:
    """In the row of each unit the dice are those of the data, in the column of as many blocks."""
    choice = Tables(game=GAME, languages=("en",), parts=(nation,), has_standing=False)
    found = words(printed(choice))
    numbers = [word for word in found if re.fullmatch(r"\d", word.text)]
    for kind in names_below(facts(), f"units.{nation}"):
        first = capital(sentences.name("unit", kind, "napoleonics", "en")).split()[0]
        key = f"units.{nation}.{kind}"
        due = [facts()[f"{key}.melee.{n}"].value for n in range(facts()[f"{key}.blocks"].value, 0, -1)]
        rows = [word for word in found if word.text == first and word.x < 60]
        told = [[n.text for n in sorted(numbers, key=lambda n: n.x) if abs(n.y - row.y) < 1.2] for row in rows]
        said = [" ".join(row) for row in told]
        assert any(" ".join(map(str, due)) in row for row in said), (kind, due, said)


def test_marks_are_explained_and_can_be_left_out() -> None:
    marked = text(printed(WALK))
    assert "odvozeno" in marked
    assert "supposée" in marked
    assert "odvozeno" not in text(printed(Tables(game=GAME, languages=("cs",), parts=("british",), has_standing=False)))
