"""A line -> its moves: what the readers of all games share. A line is read in parts, each by itself."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from copy import deepcopy

from lark import Token, Tree
from msgspec import Struct

from refsvc.i18n.folding import Folded, fold_line, spelling
from refsvc.notation.game_notation import WHOLE
from refsvc.notation.heading import Heading, unquoted
from refsvc.notation.moves import Move
from refsvc.notation.parsing import Part, PartError, parse
from refsvc.notation.rereading import reread
from refsvc.notation.signs import ASIDE, BULLET, REMARK, RULED, plain
from refsvc.notation.words import MOST_WORDS

FROM_START = ("head", "line", "answer", "dice")  # rules that a line begins with; other parts begin with a sign
MOST_REREAD = 20  # parts of one record of which it is asked what they may have been
MOST_ASIDE = 12  # words of a remark
OPENING = re.compile(r"[^,:|\[]{0,80}")
Placed = tuple[Move | PartError, int]  # with its place in the part, from 0


class ReadPart(Struct, frozen=True):
    """A move or a fault, with its place in the line (from 0) and the stretch of the line that it was read from."""

    move: Move | PartError
    column: int
    text: str
    goes_on: bool = False  # it belongs to the move before, which it stands in place of


class LineReader(ABC):
    """Reads the lines of one record, of any game."""

    following: tuple[str, ...] = ()  # what a part may be that stands behind another

    def __init__(self, heading: Heading) -> None:
        self.heading = heading
        self.words = heading.words
        self.reread = 0  # parts that could not be read

    @abstractmethod
    def read(self, line: str) -> list[ReadPart]:
        """The moves of a line."""

    @abstractmethod
    def number(self, line: str) -> int:
        """How many parts a line has: no record has as many moves as that."""

    @abstractmethod
    def understand(self, tree: Tree[Token], part: Part) -> list[tuple[Move, int]]:
        """The moves of a part, each with its place in the folded part."""

    def before(self, part: Part, fault: PartError) -> Move:
        """The fields of a move that were read before the word that could not be."""
        fields = self.words.syntax.fields
        move: Move = {}
        for token in fault.tokens or part.seen:
            if token.type in fields:
                move.setdefault(fields[token.type], str(token))
        return move

    def opening(self, line: str) -> set[str]:
        """The kinds of the first word of a line, of those that say what it is."""
        opening = OPENING.match(line)
        key = ("whole", opening.group() if opening else "")
        if key not in self.words.memory:
            found = self.words.find(("SIDE", *WHOLE), spelling(key[1]).split()[: MOST_WORDS + 1])
            self.words.remember(key, {kind for kind, _ in found[1]} if found else set())
        found_kinds: set[str] = self.words.memory.get(key, set())
        return found_kinds

    def end(self, line: str) -> int:
        """Where a line ends before its comment; all of a note is its own."""
        if "NOTE" in self.opening(line):
            return len(line)
        remark = REMARK.search(line)
        end = len(line[: remark.start()].rstrip()) if remark else len(line.rstrip())
        aside = ASIDE.search(line, 0, end) if self.words.idle else None
        if aside and self._is_aside(next(filter(None, aside.groups()), "")):
            return len(line[: aside.start()].rstrip())
        return end

    def _is_aside(self, text: str) -> bool:
        """Whether what stands behind a line, in brackets or after a dash, has no word of the game, nor one like it."""
        words = spelling(text).split()
        return 0 < len(words) <= MOST_ASIDE and not any(map(self.words.resembles, words))

    def bare(self, line: str) -> str:
        """A line with blanks in place of its bullet or its number in a list; the number of a turn is none."""
        bullet = BULLET.match(line)
        if bullet is None or (
            bullet["number"] and self.words.find(("TURN",), spelling(line[bullet.end() :][:40]).split())
        ):
            return line
        return " " * bullet.end() + RULED.sub("", line[bullet.end() :])

    def part(self, rule: str, line: str, start: int, stop: int) -> list[ReadPart]:
        """One part of a line, without the sign that it begins with; one that was read before is remembered."""
        first = start if rule in FROM_START else start + 1
        text = line[first:stop]
        found: list[Placed] | None = self.words.memory.get((rule, text))
        if found is None:
            found = self._read(rule, text)
            self.words.remember((rule, text), found)
        whole = line[start:stop].strip()
        return [
            ReadPart(copied(move) if isinstance(move, dict) else move, first + column, whole) for move, column in found
        ]

    def attempt(self, rule: str, line: str, start: int, stop: int) -> list[ReadPart] | None:
        """One part of a line as `part` reads it, or None if it can't be read so: what it may have been isn't asked."""
        text = line[start if rule in FROM_START else start + 1 : stop]
        key = (rule, text)
        found = self.words.memory.get(key)
        if found is None and (found := self._understood(rule, text)) is None:
            return None
        self.words.remember(key, found)
        return None if isinstance(found[0][0], PartError) else self.part(rule, line, start, stop)

    def _understood(self, rule: str, text: str) -> list[Placed] | None:
        folded = plain(fold_line(text))
        part = Part(rule, folded, self.words, [])
        try:
            return self._placed(self.understand(parse(part), part), folded)
        except PartError:
            return None

    def _placed(self, found: list[tuple[Move, int]], folded: Folded) -> list[Placed]:
        for move, _ in found:
            if move["do"] == "note":
                move["text"] = unquoted(move["text"])
        return [(move, folded.places[at]) for move, at in found]

    def _read(self, rule: str, text: str) -> list[Placed]:
        """The moves of a part, or the fault in it with what was read before."""
        folded = plain(fold_line(text))
        part = Part(rule, folded, self.words, [])
        try:
            found = self.understand(parse(part), part)
        except PartError as fault:
            if fault.rule == "record.clash":
                fault.params["key"] = part.shown(*span(next(t for t in part.seen if t.start_pos == fault.at)))
            if read := self.before(part, fault):
                fault.params["read"] = read
            fault.meant = self._reread(part, fault)
            return [(fault, folded.places[fault.at])]
        return self._placed(found, folded)

    def _reread(self, part: Part, fault: PartError) -> tuple[tuple[Move, ...], ...]:
        """What a part that can't be read may have been."""
        self.reread += 1
        if self.reread > MOST_REREAD:
            return ()
        found = (*self._split(part, fault), *reread(part, fault, self._moves))
        for move in (move for moves in found for move in moves):
            move.pop("bare", None)
        return found

    def _moves(self, part: Part) -> list[Move]:
        return [move for move, _ in self.understand(parse(part), part)]

    def _split(self, part: Part, fault: PartError) -> Iterator[tuple[Move, ...]]:
        """What a part may have been if the sign is missing before the next part, where it could not be read."""
        if fault.rule not in ("record.type", "record.word") or not fault.at:
            return
        for rule in self.following:
            try:
                first = self._moves(Part(part.rule, fold_line(part.line.text[: fault.at]), self.words, []))
                yield (*first, *self._moves(Part(rule, fold_line(part.line.text[fault.at :]), self.words, [])))
            except PartError:
                continue


def copied(move: Move) -> Move:
    """A move of its own; only a count is deep."""
    if move["do"] == "count":
        return deepcopy(move)
    return {key: value.copy() if isinstance(value, (dict, list)) else value for key, value in move.items()}


def span(token: Token) -> tuple[int, int]:
    """Where a token begins and ends in the folded part."""
    return token.start_pos or 0, token.end_pos or 0


def place_of(tree: Tree[Token]) -> int:
    """Where the first word of a tree stands."""
    return next(span(token)[0] for token in tree.scan_values(lambda each: isinstance(each, Token)))


def first_place(part: Part) -> int:
    """Where the first word of a part stands."""
    return span(part.seen[0])[0]
