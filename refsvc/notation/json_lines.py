"""The notation of a game that has none of its own: the header as of every text, then each move as JSON on its line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from lark import Token, Tree

from engine.core.record_errors import Misread
from refsvc.notation.game_notation import LINES, SIDE, Syntax
from refsvc.notation.lines import LineReader, ReadPart
from refsvc.notation.moves import Move as Read
from refsvc.notation.parsing import Part, PartError
from refsvc.notation.writing import Line, LineWriter, Move
from refsvc.presentation.values import Notation

MOST_SHOWN = 80


class Reader(LineReader):
    """Reads a move from each line."""

    def read(self, line: str) -> list[ReadPart]:
        """The move of a line."""
        text = line.strip()
        column = len(line) - len(line.lstrip())
        try:
            move = json.loads(text)
        except (ValueError, RecursionError):
            move = None
        if not isinstance(move, dict) or not isinstance(move.get("do"), str):
            return [
                ReadPart(PartError("record.type", column, expected=["json"], found=text[:MOST_SHOWN]), column, text)
            ]
        return [ReadPart(move, column, text)]

    def number(self, line: str) -> int:  # noqa: ARG002
        """One."""
        return 1

    def understand(self, tree: Tree[Token], part: Part) -> list[tuple[Read, int]]:
        """No line is parsed."""
        raise NotImplementedError


class Writer(LineWriter):
    """Writes each move on a line."""

    def lines(self, moves: Sequence[Move | Misread]) -> Iterator[Line]:
        """Each line with its move."""
        for move in moves:
            yield move, self.misread(move) if isinstance(move, Misread) else json.dumps(move, ensure_ascii=False)


def notation(game: str) -> Notation:
    """The words of the header, and who reads and writes the lines."""
    nothing = re.compile(r"(?!)")
    syntax = Syntax(game=game, named=SIDE, fixed=LINES, kinds={}, fields={}, starts=(), pieces=nothing)
    return Notation(syntax, Reader, Writer)
