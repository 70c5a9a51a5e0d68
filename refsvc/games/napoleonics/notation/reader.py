"""The lines of Napoleonics: one for a card with its orders, one for moves, one for each combat."""

from __future__ import annotations

import re
from itertools import pairwise

from lark import Token, Tree

from refsvc.games.napoleonics.notation.dice_purpose import BETWEEN, Dice
from refsvc.games.napoleonics.notation.moves import PLAYED, UnsureError, read_head, read_moves, read_played
from refsvc.games.napoleonics.notation.parting import Parting
from refsvc.games.napoleonics.notation.plain import named, names_of, plain
from refsvc.games.napoleonics.notation.turn import Turn
from refsvc.i18n.folding import fold_line
from refsvc.notation.game_notation import WHOLE
from refsvc.notation.heading import Heading
from refsvc.notation.lines import LineReader, Placed, ReadPart, copied, first_place, span
from refsvc.notation.moves import Move, shared_move
from refsvc.notation.parsing import Part, PartError, parse

LISTED = ("order", "rally")  # what hexes by themselves may go on with
PARTS = ("alone", "step", "ordered", "said_head", "said_ordered", "said_step", "said_leader", "said_hexes",
         "said_escape", "said_dice")  # fmt: skip
# What a part is read by, one rule after the other: that of the notation, then those for what people write.
CARDS = ("said_play", "said_kind", "said_play_dice")
READ_BY = {
    "head": ("head", "said_head", "said_leader", *CARDS, "said_escape", "said_dice"),
    "fight": ("head", "said_head", "said_leader", *CARDS, "said_escape", "said_dice"),  # a combat may go on
    "answer": ("head", "said_head", "said_leader", "said_escape", "said_dice", *CARDS),  # dice are due
    "orders": ("head", "said_head", "said_leader", "said_hexes", *CARDS, "said_dice"),  # below a card without orders
    "ordered": ("ordered", "said_ordered", "said_leader", "said_dice"),
    "step": ("step", "said_step", "said_leader", "said_escape", "said_dice"),
}

GOES_ON = re.compile(r"\||[A-Ia-i]\d+ *- *[A-Ia-i]\d")  # as a combat, or with moves: then its hexes are no orders
MOST_FAULTS = 500  # parts of one record that are tried by all rules and can't be read by any
GOING = ("move", "retreat", "leader-retreat")  # what may be another of these where it is written in words
IN_COMBAT = ("answer", "fight", "step")


class Reader(LineReader):
    """Reads line after line; a line that begins with a comma or `|` goes on with the one above."""

    following = ("ordered", "step")

    def __init__(self, heading: Heading) -> None:
        super().__init__(heading)
        self.dice = Dice()
        self.is_card = False  # the line is that of a card: hexes by themselves are orders
        self.order: Move | None = None  # the one they belong to
        self.parting = Parting(self.words)
        self.turn = Turn(heading)
        self.names = names_of(self.turn.leaders)
        self.faults = 0  # parts that could not be read
        self.written = ""  # the line as it was written

    def read(self, line: str) -> list[ReadPart]:
        """The moves of a line."""
        self.written = line
        if not self.opening(line) & set(WHOLE):
            line = named(plain(line), self.names, self.words.spell("LEADER", "leader"))
            line = self.parting.without_commas(line)
        elif "TURN" in self.opening(line):
            line = line.rstrip(": \u00a0\u202f")
        stops = self._stops(line)
        said: list[ReadPart] = []
        if line[: stops[0]].strip():
            said += self.part("head", line, 0, stops[0])
            self._remember(said[0].move, line[: stops[0]], line[stops[0] : stops[0] + 1])
        rule = "ordered" if self.is_card else "step"
        for start, stop in pairwise(stops):
            if line[start] == "|" or line[start + 1 : stop].strip() or (line[start] == "," and stop < stops[-1]):
                said += self.part(rule, line, start, stop)
        is_on_card = self.is_card and not line[: stops[0]].strip()
        return self._told(self._joined(self.turn.settled(said, is_on_card=is_on_card)))

    def number(self, line: str) -> int:
        """How many parts a line has."""
        return len(self._stops(line))

    def _stops(self, line: str) -> list[int]:
        end = self.end(line)
        return [end] if self.opening(line) & set(WHOLE) else self.parting.stops(line, end)

    def _remember(self, head: Move | PartError, text: str, sign: str) -> None:
        """Whether orders may follow; a note or a count may stand between; a side or a card may have been misspelt."""
        if isinstance(head, PartError):
            self.is_card = sign == ":" or "SIDE" in self.opening(text)
        elif head["do"] in ("note", "count"):
            return
        else:
            self.is_card = head["do"] in ("play", *LISTED)
        self.order = None

    def part(self, rule: str, line: str, start: int, stop: int) -> list[ReadPart]:
        """One part of a line, with the stretch as it was written."""
        name = rule
        if rule == "head":
            are_orders = self.turn.is_open and self.is_card and not GOES_ON.search(line, stop)
            name = "orders" if are_orders else "fight" if self.turn.fight else "head"
            name = "answer" if self.dice.due else name
        first = start if rule == "head" else start + 1
        text = line[first:stop]
        found: list[Placed] | None = self.words.memory.get((name, text))
        if found is None:
            found = self._reading(name, text)
            if self.faults <= MOST_FAULTS:
                self.words.remember((name, text), found)
        whole = self.written[start:stop].strip()
        parts = [
            ReadPart(copied(move) if isinstance(move, dict) else move, first + column, whole) for move, column in found
        ]
        if self.written[start:stop] != line[start:stop]:  # signs that the notation doesn't have
            for each in parts:
                if isinstance(each.move, dict) and each.move["do"] in GOING:
                    each.move["said"] = True
        return parts

    def _reading(self, name: str, text: str) -> list[Placed]:
        """What a part is by the first of its rules that reads it; the fault is that of the one which got furthest."""
        folded = fold_line(text)
        faults: list[tuple[PartError, str]] = []
        for rule in READ_BY[name] if self.faults < MOST_FAULTS else READ_BY[name][:1]:
            part = Part(rule, folded, self.words, [])
            try:
                found = self.understand(parse(part), part)
            except UnsureError as fault:
                if name in IN_COMBAT and part.seen[0].type != "SIDE":
                    return self._unsure(part, fault)
            except PartError as fault:
                faults.append((fault, rule))
            else:
                if self._is_meant(name, part):
                    for move, _ in found if rule != READ_BY[name][0] else ():
                        if move["do"] in GOING:
                            move["said"] = True
                    return self._placed(found, folded)
        return self._faulty(text, faults)

    def _is_meant(self, name: str, part: Part) -> bool:
        """Whether what was read can be meant: dice without a word for them, and cards in short, where they belong."""
        first = part.seen[0]
        if part.rule == "said_dice" and name in ("head", "fight", "orders"):
            return first.type not in ("FACE", "FACES")
        if part.rule == "said_play" and first.type == "CARD":
            return self.parting.is_card(part.shown(*span(first)))
        if part.rule in ("head", "said_head"):  # a card that is named like what it lets one do
            return not any(each.type == "SENDS" and self.parting.is_card(part.shown(*span(each))) for each in part.seen)
        return True

    def _faulty(self, text: str, faults: list[tuple[PartError, str]]) -> list[Placed]:
        """The fault of the notation, or of what got further; near to it are the words of all that got as far.

        A fault further on with no word near to it is none to go by where the word before it has some.
        """
        self.faults += 1
        fault, rule = faults[0]
        for other, its in faults[1:]:
            is_further = other.at > fault.at and other.rule == "record.word" and len(other.tokens) > 1
            if is_further and (self._has_near(other) or not self._has_near(fault)):
                fault, rule = other, its
        placed = self._read(rule, text)
        move = placed[0][0]
        if isinstance(move, PartError) and move.rule == "record.word" and move.kinds and "CARD" not in move.kinds:
            more = (kind for other, _ in faults if other.at == fault.at for kind in other.kinds)
            move.kinds = tuple(dict.fromkeys((*move.kinds, *more)))
        return placed

    def _has_near(self, fault: PartError) -> bool:
        """Whether a word that can't be read is much like a known one."""
        return fault.rule == "record.word" and bool(self.words.nearest_meanings(fault.kinds, fault.params["word"]))

    def _unsure(self, part: Part, fault: UnsureError) -> list[Placed]:
        fault.params |= {"word": part.shown(fault.at, fault.end), "expected": self.words.expected(("BACK",))}
        fault.meant = ((),)
        return [(fault, part.line.places[fault.at])]

    def understand(self, tree: Tree[Token], part: Part) -> list[tuple[Move, int]]:
        """The moves of a part."""
        if tree.data in PLAYED:
            return list(read_played(tree))
        if tree.data in PARTS:
            return list(read_moves(tree))
        return [(shared_move(tree, self.heading.sides) or read_head(tree), first_place(part))]

    def _joined(self, said: list[ReadPart]) -> list[ReadPart]:
        """The moves of a line, hexes by themselves put to the order of the card."""
        kept: list[ReadPart] = []
        for each in said:
            move = each.move
            if isinstance(move, dict):
                is_bare = move.pop("bare", False) and "side" not in move
                if is_bare and self.order is not None:
                    _add(self.order, move)
                    continue
                if is_bare or (move["do"] in LISTED and self.is_card):
                    self.order = move
            kept.append(each)
        return kept

    def _told(self, said: list[ReadPart]) -> list[ReadPart]:
        """The moves of a line with what its dice are for."""
        told: list[ReadPart] = []
        first, other = -1, "square"  # dice right after a melee was announced, and what they are for if others follow
        mine: str | None = "attack"  # ... and what those are for
        for each in said:
            dice = each
            if isinstance(each.move, PartError):
                self.dice.lose()
                first = -1
            else:
                if each.move["do"] != "roll":
                    first = first if each.move["do"] in BETWEEN else -1
                elif "for" not in each.move:
                    purpose = self.dice.due
                    if purpose is None and first >= 0:  # two rolls: the first was that of a square, or of an answer
                        told[first] = _for(told[first], other)
                        purpose = mine
                    is_first = self.dice.is_announced or self.dice.aside is not None
                    first, other, mine = (len(told) if is_first else -1), self.dice.aside or "square", purpose
                    dice = _for(each, purpose) if purpose else each
                assert isinstance(dice.move, dict)
                self.dice.see(dice.move)
            told.append(dice)
        return told


def _for(said: ReadPart, purpose: str) -> ReadPart:
    """Dice with what they are for, the keys in their order."""
    assert isinstance(said.move, dict)
    move = {"do": "roll"}
    move |= {key: said.move[key] for key in ("faces", "by") if key in said.move}
    move |= {"for": purpose}
    move |= {key: said.move[key] for key in ("side",) if key in said.move}
    return ReadPart(move, said.column, said.text)


def _add(order: Move, more: Move) -> None:
    """Put whom one order names to another, the keys in their order."""
    ordered = {key: [*order.get(key, ()), *more.get(key, ())] for key in ("units", "leaders")}
    do = order["do"]
    order.clear()
    order.update({"do": do, **{key: hexes for key, hexes in ordered.items() if hexes}})
