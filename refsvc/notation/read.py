"""Text -> a record: the header and the moves in the shape of JSON, each with its line and column."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from itertools import pairwise, takewhile
from typing import Any

from lark import Token
from msgspec import Struct

from engine.core.moves import MOST_TEXT
from engine.core.record import MOST_BYTES, MOST_MOVES, MOST_PART, Misread, RecordError
from refsvc.notation.folding import composed, fold_line, spelling
from refsvc.notation.heading import Heading, Place, header_line, unquoted
from refsvc.notation.moves import Move, as_far_as_read, read_move
from refsvc.notation.parsing import MOST_SHOWN, Part, PartError, parse
from refsvc.notation.words import MOST_WORDS

MOST_LINE = MOST_TEXT
MOST_NEAREST = 100  # misreads of one record that come with the nearest words
LINES = re.compile(r"\r\n|\r|\n")
COMMENT = re.compile(r"\s#")
OPENING = re.compile(r"[^,:|\[]{0,80}")
WHOLE = ("TURN", "COUNT", "RESULT", "NOTE")  # lines that are one part, commas and all


class TextMisread(Misread, frozen=True):
    """A part of a line that can't be read: where the fault is, and the part as it was written."""

    line: int
    column: int
    text: str


class TextRecord(Struct, frozen=True):
    """A record that was written as text.

    `places` has line and column of each move, from 1; `header_places` those of the header by JSON Pointer; `language`
    is the one that the header names the game in.
    """

    header: dict[str, Any]
    moves: tuple[Move | TextMisread, ...]
    places: tuple[Place, ...]
    language: str
    header_places: dict[str, Place]


def text_lines(text: str) -> list[str]:
    """The lines of a text as they are counted."""
    return LINES.split(composed(text.removeprefix("\ufeff")))


def read_text(text: str, tick: Callable[[], None] = lambda: None) -> TextRecord:
    """The record that a text holds; `RecordError`, with line and column, where its header can't be read.

    `tick` is called before every line: whoever has no more time raises an exception in it.
    """
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:  # half a character
        row, column = text.count("\n", 0, error.start) + 1, error.start - text.rfind("\n", 0, error.start)
        raise RecordError("record.syntax", "", row, column) from None
    if size > MOST_BYTES:
        raise RecordError("record.too-large", "", most=MOST_BYTES)
    lines = text_lines(text)
    heading = Heading(lines)
    reader = _Reader(heading)
    for number, line in enumerate(lines, 1):
        tick()
        reader.read_line(number, line)
    header = heading.close()
    if not reader.moves:
        raise RecordError("record.no-moves", "/moves")
    if reader.count > MOST_MOVES:
        raise RecordError("record.too-many-moves", "/moves", moves=reader.count, most=MOST_MOVES)
    return TextRecord(header, tuple(reader.moves), tuple(reader.places), heading.language, heading.places)


class _Said(Struct, frozen=True):
    """A move or a fault, with its place in the line (from 0) and the stretch of the line that it was read from."""

    move: Move | PartError
    column: int
    text: str


class _Reader:
    """Reads line after line: the header until the first move, then moves."""

    def __init__(self, heading: Heading) -> None:
        self.heading = heading
        self.words = heading.words
        self.moves: list[Move | TextMisread] = []
        self.places: list[Place] = []
        self.count = 0
        self.is_top = True  # no blank line and no move since the first header
        self.misreads = 0
        self.charge: Move = {}  # the last activation, as far as it was read: what a reaction answers

    def read_line(self, number: int, line: str) -> None:
        """One line of the record."""
        start = line.lstrip()[:1]
        if not start:
            self.is_top = self.is_top and not self.heading.places
        elif start != "#" and (self.moves or not self._take_header(number, line)):
            if self.count >= MOST_MOVES:
                self.count += len(self._stops(line[:MOST_LINE]))
                return
            for said in self._moves(line):
                self.count += 1
                self._keep(number, said)

    def _take_header(self, number: int, line: str) -> bool:
        """Whether a line before the first move is a header; one that is unknown refuses the record."""
        found = header_line(number, line)
        if found is None:
            return False
        key = self.heading.key(found)
        if key is None:
            words = spelling(found.name).split()[: MOST_WORDS + 1]
            if self.is_top and self.words.find(("SIDE", *WHOLE), words) is None:
                raise self.heading.unknown(found)
            return False
        most = MOST_PART if key in ("box", "position") else MOST_LINE
        if len(line) > most:
            raise RecordError("record.too-long", f"/{key}", number, 1, most=most)
        self.heading.take(key, found)
        return True

    def _keep(self, number: int, said: _Said) -> None:
        place = (number, said.column + 1)
        self.places.append(place)
        if not isinstance(said.move, PartError):
            self.moves.append(said.move)
            return
        fault, params = said.move, dict(said.move.params)
        if fault.kinds and self.misreads < MOST_NEAREST:
            params["nearest"] = self.words.nearest(fault.kinds, params["word"])
        self.misreads += 1
        self.moves.append(TextMisread(fault.rule, "", params, *place, said.text))

    def _moves(self, line: str) -> list[_Said]:
        """The moves of a line: the head, the reactions after commas, the roll after `|`."""
        if len(line) > MOST_LINE:
            return [_Said(PartError("record.too-long", 0, most=MOST_LINE), 0, line)]
        stops = self._stops(line)
        said: list[_Said] = []
        if line[: stops[0]].strip():
            head = self._part("head", line, 0, stops[0])
            said.append(head)
            self._remember_charge(head.move)
        for start, stop in pairwise(stops):
            if line[start] == "|":
                said.append(self._part("roll", line, start, stop))
                continue
            answer = self._answer(self._part("reaction", line, start, stop), said)
            if answer is None:  # who answers stood in the head, which can't be read
                said[0] = _Said(said[0].move, said[0].column, said[0].text + line[start:stop].rstrip())
            else:
                said.append(answer)
        return said

    def _stops(self, line: str) -> list[int]:
        """Where the parts of a line end: at each comma before the first `|`, there, and at the end before a comment."""
        opening = OPENING.match(line)
        key = ("whole", opening.group() if opening else "")
        if key not in self.words.memory:
            found = self.words.find(("SIDE", *WHOLE), spelling(key[1]).split()[: MOST_WORDS + 1])
            self.words.remember(key, {kind for kind, _ in found[1]} if found else set())
        whole = self.words.memory.get(key, set()) & set(WHOLE)
        if "NOTE" in whole:
            return [len(line)]
        comment = COMMENT.search(line) if "#" in line else None
        end = len(line[: comment.start()].rstrip()) if comment else len(line.rstrip())
        if whole:
            return [end]
        bar = line.find("|", 0, end)
        commas = [at for at in range(bar if bar >= 0 else end) if line[at] == ","]
        return [*commas, *([bar] if bar >= 0 else []), end]

    def _remember_charge(self, head: Move | PartError) -> None:
        """What a reaction answers; a note or a count may stand between."""
        if isinstance(head, PartError):
            self.charge = head.params.get("read", {})
        elif head["do"] not in ("note", "count"):
            self.charge = head if head["do"] == "activate" else {}

    def _part(self, rule: str, line: str, start: int, stop: int) -> _Said:
        """One part of a line, without the sign that it begins with; one that was read before is remembered."""
        first = start if rule == "head" else start + 1
        text = line[first:stop]
        found = self.words.memory.get((rule, text))
        if found is None:
            found = self._read(rule, text)
            self.words.remember((rule, text), found)
        move, column = found
        return _Said(_copy(move) if isinstance(move, dict) else move, first + column, line[start:stop].strip())

    def _read(self, rule: str, text: str) -> tuple[Move | PartError, int]:
        """The move of a part, or the fault in it with what was read before; and its place, from 0."""
        folded = fold_line(text)
        part = Part(folded, self.words, [])
        try:
            tree = parse(rule, part)
            if tree.data == "lead":
                self._check_leader(part)
            move = read_move(tree, self.heading.sides)
        except PartError as fault:
            if fault.rule == "record.clash":
                fault.params["key"] = part.shown(*_span(next(t for t in part.seen if t.start_pos == fault.at)))
            if read := as_far_as_read(fault.tokens or part.seen):
                fault.params["read"] = read | self._target(part, fault)
            return fault, folded.places[fault.at]
        if move["do"] == "note":
            move["text"] = unquoted(move["text"])
        return move, folded.places[_span(part.seen[0])[0]]

    def _check_leader(self, part: Part) -> None:
        """An action of leaders belongs to the leader of the side."""
        side, piece = part.seen[0], part.seen[1]
        leader = self.heading.leaders[str(side)]
        if piece != leader:
            start, end = _span(piece)
            expected = [self.words.spell("PIECE", leader)]
            fault = PartError("record.word", start, word=part.shown(start, end), expected=expected)
            fault.tokens = [side]
            raise fault

    def _target(self, part: Part, fault: PartError) -> Move:
        """The target of an activation whose action can't be read: it stands after `>`."""
        bits = part.bits()
        signs = [n for n, bit in enumerate(bits) if bit.text == ">" and bit.start > fault.at]
        if not signs:
            return {}
        words = takewhile(lambda bit: bit.kind == "word", bits[signs[0] + 1 :])
        target = self.words.read("TARGET", " ".join(bit.text for bit in words))
        return {"target": target} if target else {}

    def _answer(self, answer: _Said, before: list[_Said]) -> _Said | None:
        """A reaction with the side and the banner that it may leave out: the other side, and the target."""
        given = answer.move
        if isinstance(given, PartError):
            return answer
        side, target = self.charge.get("side"), self.charge.get("target")
        if "side" not in given and side is None:
            kind = "SIDE" if "banner" in given else "PIECE"
        elif "banner" not in given and target is None:
            kind = "PIECE"
        else:
            other = next(each for each in self.heading.sides if each != side)
            return _Said({"do": "react", "side": other, "banner": target, **given}, answer.column, answer.text)
        if before and isinstance(before[0].move, PartError):
            return None
        word = answer.text.removeprefix(",").strip()[:MOST_SHOWN]
        fault = PartError("record.word", 0, word=word, expected=self.words.expected((kind,)))
        return _Said(fault, answer.column, answer.text)


def _copy(move: Move) -> Move:
    """A move of its own; only a count is deep."""
    if move["do"] == "count":
        return deepcopy(move)
    return {key: value.copy() if isinstance(value, (dict, list)) else value for key, value in move.items()}


def _span(token: Token) -> tuple[int, int]:
    """Where a token begins and ends in the folded part."""
    return token.start_pos or 0, token.end_pos or 0
