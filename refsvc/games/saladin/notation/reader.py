"""The lines of Saladin: the head, the reactions after commas, the roll after `|`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import pairwise, takewhile

from lark import Token, Tree

from engine.core.record import FORMAT, Header
from engine.core.record_errors import UNREAD
from refsvc import library
from refsvc.games.saladin.notation.moves import read_move
from refsvc.notation.game_notation import WHOLE
from refsvc.notation.heading import Heading
from refsvc.notation.lines import LineReader, ReadPart, first_place, span
from refsvc.notation.moves import Move
from refsvc.notation.parsing import MOST_SHOWN, Part, PartError


@cache
def leaders(game: str, scenario: str) -> Mapping[str, str]:
    """The leader of each side."""
    return library.open_game(Header(format=FORMAT, game=game, scenario=scenario)).leaders


class Reader(LineReader):
    """Reads line after line; a reaction answers the activation before it."""

    following = ("roll", "reaction")

    def __init__(self, heading: Heading) -> None:
        super().__init__(heading)
        self.leaders = leaders(heading.game, heading.scenario)
        self.charge: Move = {}  # the last activation, as far as it was read: what a reaction answers

    def read(self, line: str) -> list[ReadPart]:
        """The moves of a line: the head, the reactions after commas, the roll after `|`."""
        stops = self._stops(line)
        said: list[ReadPart] = []
        if line[: stops[0]].strip():
            said += self.part("head", line, 0, stops[0])
            self._remember_charge(said[0].move)
        for start, stop in pairwise(stops):
            if line[start] == "|":
                said += self.part("roll", line, start, stop)
                continue
            answer = self._answer(self.part("reaction", line, start, stop)[0], said)
            if answer is None:  # who answers stood in the head, which can't be read
                said[0] = self._answered(said[0], line[start:stop])
            else:
                said.append(answer)
        return said

    def number(self, line: str) -> int:
        """How many parts a line has."""
        return len(self._stops(line))

    def _stops(self, line: str) -> list[int]:
        """Where the parts of a line end: at each comma before the first `|`, there, and at the end before a comment."""
        end = self.end(line)
        if self.opening(line) & set(WHOLE):
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

    def understand(self, tree: Tree[Token], part: Part) -> list[tuple[Move, int]]:
        """The move of a part."""
        if tree.data == "lead":
            self._check_leader(part)
        return [(read_move(tree, self.heading.sides), first_place(part))]

    def before(self, part: Part, fault: PartError) -> Move:
        """What was read before the fault, and the target, which stands after it."""
        read = super().before(part, fault)
        return read | self._target(part, fault) if read else read

    def _check_leader(self, part: Part) -> None:
        """An action of leaders belongs to the leader of the side."""
        side, piece = part.seen[0], part.seen[1]
        leader = self.leaders[str(side)]
        if piece not in (leader, UNREAD):
            start, end = span(piece)
            expected = [self.words.spell("PIECE", leader)]
            fault = PartError("record.word", start, word=part.shown(start, end), expected=expected)
            fault.tokens = [side]
            fault.end, fault.fitting = end, (("PIECE", leader),)
            raise fault

    def _target(self, part: Part, fault: PartError) -> Move:
        """The target of an activation whose action can't be read: it stands after `>`."""
        lexemes = part.lexemes()
        signs = [n for n, lexeme in enumerate(lexemes) if lexeme.text == ">" and lexeme.start > fault.at]
        if not signs:
            return {}
        words = takewhile(lambda lexeme: lexeme.kind == "word", lexemes[signs[0] + 1 :])
        target = self.words.read("TARGET", " ".join(lexeme.text for lexeme in words))
        return {"target": target} if target else {}

    def _answered(self, head: ReadPart, answer: str) -> ReadPart:
        """A head that can't be read with an answer that only it would tell whose it is."""
        fault = head.move
        assert isinstance(fault, PartError)
        given = self.part("reaction", answer, 0, len(answer))[0].move
        answered = PartError(fault.rule, fault.at, fault.kinds, **fault.params)
        answered.meant = tuple(
            (*moves, self._whole(given, moves[0]))
            for moves in fault.meant
            if isinstance(given, dict) and moves and moves[0]["do"] == "activate" and "target" in moves[0]
        )
        return ReadPart(answered, head.column, head.text + answer.rstrip())

    def _whole(self, given: Move, charge: Move) -> Move:
        """A reaction to an activation with the side and the banner that it may leave out."""
        side = next((each for each in self.heading.sides if each != charge["side"]), None)
        return {"do": "react", "side": side, "banner": charge["target"], **given}

    def _answer(self, answer: ReadPart, before: list[ReadPart]) -> ReadPart | None:
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
            return ReadPart(self._whole(given, {"side": side, "target": target}), answer.column, answer.text)
        if before and isinstance(before[0].move, PartError):
            return None
        word = answer.text.removeprefix(",").strip()[:MOST_SHOWN]
        fault = PartError("record.word", 0, word=word, expected=self.words.expected((kind,)))
        return ReadPart(fault, answer.column, answer.text)
