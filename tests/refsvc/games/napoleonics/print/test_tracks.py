"""The tracks for squares: a card lies in each slot, the markers have the size they are cut to, nothing is over."""

from __future__ import annotations

import itertools

import pytest

from engine import find_game
from refsvc import library
from refsvc.games.napoleonics.print import tracks
from refsvc.printing.document_choices import Squares
from tests.long import IS_LONG
from tests.refsvc.printing.geometry import paths, words
from tests.refsvc.printing.paper import FEW, ONE_OR_TWO, opened, printed

GAME = "napoleonics"
COUNT = library.numbers(GAME)["box_squares_side"]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_card_lies_in_every_slot(paper: str) -> None:
    made = printed(Squares(game=GAME, languages=("en",), paper=paper))  # type: ignore[arg-type]
    assert len(opened(made).pages) == len(find_game(GAME).SIDES)
    for page in paths(made):
        boxes = [one.box for one in page if one.how == "fill"]
        slots = [box for box in boxes if box[2:] == pytest.approx(tracks.SLOT, abs=0.1)]
        inner = [box for box in boxes if box[2:] == pytest.approx((tracks.MARKER - 4,) * 2, abs=0.1)]
        assert (len(slots), len(inner)) == (COUNT, COUNT)
        assert all(w >= 63 and h >= 88 for _, _, w, h in slots)
        lefts = sorted(x for x, _, _, _ in slots)
        assert all(b - a >= tracks.SLOT[0] for a, b in itertools.pairwise(lefts))


@pytest.mark.parametrize("languages", ONE_OR_TWO if IS_LONG else FEW, ids="-".join)
def test_the_rules_of_squares_fit_beside_the_markers(languages: tuple[str, ...]) -> None:
    """In every language and pair; each slot and each marker has its number."""
    made = printed(Squares(game=GAME, languages=languages, paper="letter", saves_ink=len(languages) > 1))
    for page in range(len(find_game(GAME).SIDES)):
        numbers = [word.text for word in words(made) if word.page == page and word.text in "1234"]
        assert all(numbers.count(str(n)) >= 2 for n in range(1, COUNT + 1))
