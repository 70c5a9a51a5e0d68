"""The calibration sheet, read as a reader does: what its scales say, given back, puts a printer's error right."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from refsvc.i18n import sentences
from refsvc.printing.document_choices import Calibration
from tests.refsvc.printing.geometry import Drawn, Word, paths, words
from tests.refsvc.printing.paper import ONE_OR_TWO, POINT, SIZES, bookmarks, opened, printed, text

NUMBERS = {"+5": 5, "+10": 10, "\u22125": -5, "\u221210": -10, "0": 0}


def chosen(**more: Any) -> Calibration:
    return Calibration(**{"game": "saladin", "languages": ("en",), **more})


def cross(page: list[Drawn]) -> tuple[float, float]:
    """Where the long lines of the back meet."""
    (found,) = [one for one in page if one.box[2] > 70 and one.box[3] > 70]
    flat, upright = found.parts
    assert flat[0][1] == flat[1][1]
    assert upright[0][0] == upright[1][0]
    return upright[0][0], flat[0][1]


def read(said: list[Word], at: float, *, is_down: bool) -> float:
    """What a scale says at a place: between its numbers, which stand 5 mm apart."""
    numbers = [word for word in said if word.page == 0 and word.text in NUMBERS]
    column = [word for word in numbers if sum(abs(word.x - other.x) < 3 for other in numbers) > 1]
    found = sorted((word.y, NUMBERS[word.text]) if is_down else (word.x, NUMBERS[word.text])
                   for word in numbers if (word in column) == is_down)  # fmt: skip
    assert len(found) >= 3
    (first, one), (last, other) = found[0], found[-1]
    assert abs(other - one) == pytest.approx(last - first, abs=0.5)
    return one + (at - first) * (other - one) / (last - first)


@pytest.mark.parametrize("given", [(0, 0), (1.5, -2)], ids=str)
@pytest.mark.parametrize("error", [(0, 0), (3, 1), (-2.5, 4)], ids=str)
@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("paper", SIZES)
def test_what_is_read_puts_it_right(
    paper: str, flip: str, error: tuple[float, float], given: tuple[float, float]
) -> None:
    """A printer moves its backs by `error`: seen from the front the cross shows the values that undo it."""
    made = printed(chosen(paper=paper, flip=flip, right=given[0], down=given[1]))
    width, height = SIZES[paper]
    x, y = cross(paths(made)[1])
    assert (x, y) == pytest.approx((width / 2 + given[0], height / 2 + given[1]), abs=0.1)
    x, y = x + error[0], y + error[1]
    seen = (width - x, y) if flip == "long" else (x, height - y)
    said = words(made)
    told = read(said, seen[0], is_down=False), read(said, seen[1], is_down=True)
    assert told == pytest.approx((-error[0], -error[1]), abs=0.4)


def test_ticks_are_millimetres_apart() -> None:
    page = paths(printed(chosen()))[0]
    whole = [one for one in page if one.how == "stroke" and len(one.parts) == 21]
    assert len(whole) == 2
    across, down = ([part[0][at] for part in one.parts] for at, one in enumerate(whole))
    for places in (sorted(across), sorted(down)):
        steps = [b - a for a, b in pairwise(places)]
        assert steps == pytest.approx([1] * 20, abs=0.01)


def test_the_line_to_measure() -> None:
    page = paths(printed(chosen(paper="letter")))[0]
    assert any(one.box[2] == pytest.approx(100, abs=0.1) and one.box[3] < 5 for one in page)


def small_crosses(page: list[Drawn]) -> Iterator[tuple[float, float]]:
    for x, y, w, h in (one.box for one in page):
        if (w, h) == pytest.approx((10, 10), abs=0.1):
            yield round(x + w / 2, 1), round(y + h / 2, 1)


def test_corners_lie_behind_each_other() -> None:
    front, back = paths(printed(chosen(right=1, down=2)))
    places = [sorted(small_crosses(page)) for page in (front, back)]
    assert len(places[0]) == 4
    assert places[1] == [pytest.approx((x + 1, y + 2), abs=0.11) for x, y in places[0]]


@pytest.mark.parametrize("languages", ONE_OR_TWO, ids="-".join)
def test_it_says_what_to_do(languages: tuple[str, ...]) -> None:
    made = printed(chosen(languages=languages, flip="short", paper="letter"))
    file = opened(made)
    assert len(file.pages) == 2
    assert tuple(float(file.pages[0].mediabox[at]) * POINT for at in (2, 3)) == pytest.approx(SIZES["letter"], abs=0.1)
    assert str(file.Root.Lang) == languages[0]
    said = text(made)
    for language in languages:
        for step in ("print-short", "light", "read", "again"):
            assert " ".join(sentences.say(f"calibration.step.{step}", language).split()[:3]) in said
    assert bookmarks(file)
