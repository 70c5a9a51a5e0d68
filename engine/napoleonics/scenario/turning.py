"""A scenario file turned by half a circle, for whoever has the page the other way round: the same text, other hexes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from engine.core.toml_positions import KeyPath, TomlPositions, read_with_positions
from engine.napoleonics.board import HEXES, NAME, NUMBER, OPPOSITE
from engine.napoleonics.board import SIDES as HEXSIDES
from engine.napoleonics.scenario.reading import read_scenario
from engine.napoleonics.scenario.special import SIDES

# What the sections are called by the player who then sits at the bottom.
SECTIONS: Final = str.maketrans("LlrR", "RrlL")
TABLES: Final = ("units", "leaders", "fieldworks", "rules")  # that hold hexes

Edit = tuple[int, int, str]  # what of the text is replaced, and by what


def turn(text: str) -> str:
    """The text of a scenario file with everything on the hex across; `FaultyScenarioError` for one with mistakes.

    Comments and words stay as they are, so a comment that names a hex still names the old one.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    read_scenario(text)
    tree, places = read_with_positions(text)
    for start, end, new in sorted(_edits(tree, places), reverse=True):
        text = text[:start] + new + text[end:]
    return text


def across(name: str) -> str:
    """The hex that lies where this one does when the board is turned."""
    return NAME[HEXES - 1 - NUMBER[name]]


def _edits(tree: Mapping[str, Any], places: TomlPositions) -> Iterator[Edit]:
    yield from _drawn(places, ("map",), {})
    if tree.get("sections"):
        yield from _drawn(places, ("sections",), SECTIONS)
    yield from _word(places, ("top",), next(side for side in SIDES if side != tree["top"]))
    for table in TABLES:
        for path, word in _leaves(tree.get(table, {}), (table,)):
            if path[-1] == "at" or (isinstance(path[-1], int) and word in NUMBER):
                yield from _word(places, path, across(word))
            elif len(path) > 1 and path[-2] == "sides":
                yield from _word(places, path, HEXSIDES[OPPOSITE[HEXSIDES.index(word)]])


def _leaves(node: Any, path: KeyPath) -> Iterator[tuple[KeyPath, Any]]:
    """Every text below a table, with its path."""
    if isinstance(node, Mapping):
        for key, value in node.items():
            yield from _leaves(value, (*path, key))
    elif isinstance(node, Sequence) and not isinstance(node, str):
        for number, value in enumerate(node):
            yield from _leaves(value, (*path, number))
    elif isinstance(node, str):
        yield path, node


def _word(places: TomlPositions, path: KeyPath, word: str) -> Iterator[Edit]:
    span = places.raw(path)
    assert span is not None
    yield *span, f'"{word}"'


def _drawn(places: TomlPositions, path: KeyPath, letters: Mapping[int, int]) -> Iterator[Edit]:
    """The letters of a drawing in the order in which they then stand; blanks stay where they are."""
    span = places.raw(path)
    assert span is not None
    cells = []
    for line in re.finditer(r"[^\n]+", places.text[slice(*span)].strip("\"'")):
        signs = list(re.finditer(r"\S", line[0]))
        cells += [(span[0] + 3 + line.start() + sign.start(), sign[0]) for sign in signs[1:]]
    for (offset, _), (_, letter) in zip(cells, reversed(cells), strict=True):
        yield offset, offset + 1, letter.translate(letters)
