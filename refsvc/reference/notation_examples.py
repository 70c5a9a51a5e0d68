"""Lines of a record as examples of its notation: what a game brings as text, written out in every language.

`refsvc/games/<game>/notation/examples/*.txt` are legal games in English. What stands in them between a comment
`# @<topic>` and the next comment is an example for that topic; what stands above is the record before it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import Struct, to_builtins

from engine.core.record_errors import Misread
from refsvc import library, paths
from refsvc.checking.read import Record, read
from refsvc.notation.write import write_text
from refsvc.records.upload import Upload

TOPIC = re.compile(r"# @([a-z-]+)")
HEADER = "header"  # the topic whose example is the header of the first of these games
Move = Mapping[str, Any]


class Example(Struct, frozen=True):
    """Moves to show, with the header and the moves of the record before them."""

    header: Mapping[str, Any]
    before: Sequence[Move]
    moves: Sequence[Move]

    def record(self, language: str) -> str:
        """The record as far as it is shown, as text in a language."""
        return write_text(self.header, [*self.before, *self.moves], language)

    def lines(self, language: str) -> list[str]:
        """What is shown of it: its last lines, or its header where it shows no moves."""
        written = self.record(language).rstrip("\n").split("\n")
        if not self.moves:
            return [line for line in written if line]
        above = write_text(self.header, self.before, language).rstrip("\n").split("\n")
        return [line for line in written[len(above) :] if line]


@cache
def examples(game: str) -> Mapping[str, Sequence[Example]]:
    """The examples of a game by topic; none for a game that brings no such texts."""
    found: dict[str, list[Example]] = {}
    for path in sorted((paths.home(game) / "notation" / "examples").glob("*.txt")):
        record = read(Upload(path.read_bytes()))
        header = record.header.model_dump(exclude_none=True)
        found.setdefault(HEADER, [Example(header, (), ())])
        for topic, example in _marked(record, header):
            found.setdefault(topic, []).append(example)
    return found


def _marked(record: Record, header: Mapping[str, Any]) -> list[tuple[str, Example]]:
    """Each marked stretch of a record, with its topic."""
    moves = [to_builtins(move) for move in record.moves if not isinstance(move, Misread)]
    lines = [line for line, _ in record.places]
    marks = [(number, line) for number, line in enumerate(record.lines, 1) if line.startswith("#")]
    found = []
    for (number, line), (end, _) in zip(marks, [*marks[1:], (len(record.lines) + 1, "")], strict=True):
        if topic := TOPIC.fullmatch(line.strip()):
            first, last = (sum(at < edge for at in lines) for edge in (number, end))
            found.append((topic[1], Example(header, moves[:first], moves[first:last])))
    return found


def template(game: str, scenario: str) -> Mapping[str, Any]:
    """The header of a record of a battle as its writer fills it in."""
    sides = library.find_package(game).SIDES
    return {"game": game, "scenario": scenario, "values": "box", "players": dict.fromkeys(sides, "")}
