"""The lines of Napoleonics: one for a card with its orders, one for moves, one for each combat."""

from __future__ import annotations

from itertools import pairwise

from lark import Token, Tree

from refsvc.games.napoleonics.notation.dice_purpose import BETWEEN, Dice
from refsvc.games.napoleonics.notation.moves import read_head, read_moves
from refsvc.i18n.folding import spelling
from refsvc.notation.game_notation import WHOLE
from refsvc.notation.heading import Heading
from refsvc.notation.lines import LineReader, ReadPart, first_place
from refsvc.notation.moves import Move, shared_move
from refsvc.notation.parsing import Part, PartError
from refsvc.notation.words import MOST_WORDS

LISTS = ("HAND", "TAKES")  # what is followed by cards with commas between them
PARTS = ("alone", "step", "ordered")


class Reader(LineReader):
    """Reads line after line; a line that begins with a comma or `|` goes on with the one above."""

    following = ("ordered", "step")

    def __init__(self, heading: Heading) -> None:
        super().__init__(heading)
        self.dice = Dice()
        self.is_card = False  # the line is that of a card: hexes by themselves are orders
        self.order: Move | None = None  # the one they belong to

    def read(self, line: str) -> list[ReadPart]:
        """The moves of a line."""
        stops = self._stops(line)
        said: list[ReadPart] = []
        if line[: stops[0]].strip():
            said += self.part("head", line, 0, stops[0])
            self._remember(said[0].move, line[: stops[0]], line[stops[0] : stops[0] + 1])
        rule = "ordered" if self.is_card else "step"
        for start, stop in pairwise(stops):
            if line[start] != ":" or line[start + 1 : stop].strip():
                said += self.part(rule, line, start, stop)
        return self._told(self._joined(said))

    def number(self, line: str) -> int:
        """How many parts a line has."""
        return len(self._stops(line))

    def _stops(self, line: str) -> list[int]:
        """Where the parts of a line end: at `|`, at a comma that is not between cards, at the colon after a card."""
        end = self.end(line)
        if self.opening(line) & set(WHOLE):
            return [end]
        stops: list[int] = []
        start = 0
        for at, sign in enumerate(line[:end]):
            is_stop = (
                sign == "|"
                or (sign == "," and not self._is_list(line[start:at]))
                or (sign == ":" and not stops and self._is_card_before(line[:at]))
            )
            if is_stop:
                stops.append(at)
                start = at + 1
        return [*stops, end]

    def _is_list(self, text: str) -> bool:
        """Whether a part is a list of cards, which has commas of its own."""
        words = self._after_side(text)
        return bool(words) and self.words.find(LISTS, words) is not None

    def _is_card_before(self, text: str) -> bool:
        """Whether a card stands before a colon: more than a side, and no hand; or the card stands on the line above."""
        words = self._after_side(text)
        return not text.strip() or (bool(words) and self.words.find(LISTS, words) is None)

    def _after_side(self, text: str) -> list[str]:
        """The first words of a part without the side."""
        key = ("side", text[:80])
        if key not in self.words.memory:
            words = spelling(key[1]).split()[: MOST_WORDS + 1]
            side = self.words.find(("SIDE",), words) if words else None
            self.words.remember(key, words[side[0] :] if side else words)
        after: list[str] = self.words.memory.get(key, [])
        return after

    def _remember(self, head: Move | PartError, text: str, sign: str) -> None:
        """Whether orders may follow; a note or a count may stand between; a side or a card may have been misspelt."""
        if isinstance(head, PartError):
            self.is_card = sign == ":" or "SIDE" in self.opening(text)
        elif head["do"] in ("note", "count"):
            return
        else:
            self.is_card = head["do"] == "play"
        self.order = None

    def understand(self, tree: Tree[Token], part: Part) -> list[tuple[Move, int]]:
        """The moves of a part."""
        if tree.data in PARTS:
            return list(read_moves(tree))
        return [(shared_move(tree, self.heading.sides) or read_head(tree), first_place(part))]

    def _joined(self, said: list[ReadPart]) -> list[ReadPart]:
        """The moves of a line, hexes by themselves put to the order of the card."""
        kept: list[ReadPart] = []
        for each in said:
            move = each.move
            if isinstance(move, dict) and move.pop("bare", False) and "side" not in move:
                if self.order is not None:
                    _add(self.order, move)
                    continue
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
    order.clear()
    order.update({"do": "order", **{key: hexes for key, hexes in ordered.items() if hexes}})
