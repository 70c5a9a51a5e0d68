"""The lines of Saladin: the head, the reactions after commas, the roll after `|`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import takewhile
from typing import Any

from lark import Token, Tree
from msgspec import Struct

from engine.core.record import FORMAT, Header
from engine.core.record_errors import UNREAD
from refsvc import library
from refsvc.games.saladin.notation.moves import is_kind, paid, read_move, target
from refsvc.i18n.folding import spelling
from refsvc.notation.game_notation import WHOLE
from refsvc.notation.heading import Heading
from refsvc.notation.lines import LineReader, ReadPart, copied, place_of, span
from refsvc.notation.moves import Move, trees
from refsvc.notation.parsing import MOST_SHOWN, Part, PartError, unclear

WHOLES = ("line", "dice", "answer")  # what a whole line may be; the first only if it doesn't go on with the one above
ROLLS = ("COLOUR", "DICE", "NO_DICE")  # words that a roll begins with
NAMES = ("SIDE", "PIECE", "LEADER")  # words before which a comma parts nothing
SHOT, TOWN = "loose", ("arsuf-town", "arsuf")  # whoever shoots at the town means the Action that aims at it


class Cast(Struct, frozen=True):
    """Who plays in a battle: the leader of each side, the side of each piece, and the Actions that only answer."""

    leaders: Mapping[str, str]
    sides: Mapping[str, str]
    answers: frozenset[str]
    lines: Mapping[str, frozenset[str]]  # the Actions on the cards of each Banner


@cache
def cast(game: str, scenario: str) -> Cast:
    """Who plays in a battle."""
    opened: Any = library.open_game(Header(format=FORMAT, game=game, scenario=scenario))
    table, names = opened.table, library.find_package(game).SIDES
    sides = {piece: names[side] for piece, side in zip(table.pieces, table.side_of, strict=True)}
    lines = [line for face in table.faces for named in face.by_name for line in named.values()]
    acting = {line.action for line in lines if not line.is_reaction}
    cards: dict[str, set[str]] = {}
    for face in table.faces:
        for piece, named in zip(table.pieces, face.by_name, strict=False):
            cards.setdefault(piece, set()).update(line.action for line in named.values())
    return Cast(
        opened.leaders,
        sides,
        frozenset(line.action for line in lines if line.is_reaction) - acting,
        {piece: frozenset(actions) for piece, actions in cards.items()},
    )


class Reader(LineReader):
    """Reads line after line; a reaction answers the activation before it."""

    following = ("roll", "reaction")

    def __init__(self, heading: Heading) -> None:
        super().__init__(heading)
        self.cast = cast(heading.game, heading.scenario)
        self.charge: Move = {}  # the last activation, as far as it was read: what a reaction answers
        self.is_open = False  # it has no dice yet
        self.dice: Move = {}  # the roll on the lines above, which more dice may go on with

    def read(self, line: str) -> list[ReadPart]:
        """The moves of a line: its parts if each can be read alone; else the whole, or its parts with their faults."""
        parts = [*self._parts(line)]
        said = [self.attempt(*part) for part in parts]
        if None in said:
            said = [self._whole(line, 0, parts[-1][-1])]
        if None in said:
            said = [self._whole(*part[1:]) or self.part(*part) for part in parts]
        was_open = self.is_open
        return self._thrown(self._told([each for part in said if part for each in part]), was_open)

    def _thrown(self, told: list[ReadPart], was_open: bool) -> list[ReadPart]:
        """The moves of a line; dice on a line of their own under those of an activation are of the same throw."""
        first = told[0].move if len(told) == 1 else None
        if not (isinstance(first, dict) and first["do"] == "roll" and self.dice):
            self.dice = first if isinstance(first, dict) and first["do"] == "roll" and was_open else {}
            return told
        self.dice = {
            **self.dice,
            **{key: first[key] for key in ("losses", "gone") if key in first},
            **{colour: [*self.dice[colour], *first[colour]] for colour in ("red", "green")},
        }
        return [ReadPart(copied(self.dice), told[0].column, told[0].text, goes_on=True)]

    def _whole(self, line: str, start: int, stop: int) -> list[ReadPart] | None:
        """The moves of a line, or of a stretch of it, read as one; None if it can't be read so."""
        text = line[start:stop].strip()
        rules = WHOLES[text[:1] in (",", ";", "|") :]
        found = list(filter(None, (self.attempt(rule, line, start, stop) for rule in rules)))
        if len(found) < 2:
            return next(iter(found), None)
        before = self.charge, self.is_open
        readings: list[tuple[Move, ...]] = []
        for whole in found:
            reading = tuple(each.move for each in self._told(whole) if isinstance(each.move, dict))
            self.charge, self.is_open = before
            if len(reading) == len(whole) and reading not in readings:
                readings.append(reading)
        return found[0] if len(readings) < 2 else [ReadPart(unclear(tuple(readings)), found[0][0].column, text)]

    def number(self, line: str) -> int:
        """How many parts a line has."""
        return len([*self._parts(line)])

    def _parts(self, line: str) -> Iterator[tuple[str, str, int, int]]:
        """The parts of a line by what they should be: the head, reactions after commas, the roll."""
        end = self.end(line)
        first = next(iter(spelling(line[:MOST_SHOWN]).split()), "")
        if len(first) > 1 and self._begins(line, ROLLS):
            yield "dice", line, 0, end
            return
        rule, start = "head", 0
        bar = line.rfind("|", 0, end)
        is_whole = bool(self.opening(line) & set(WHOLE))
        for at in () if is_whole else (at for at in range(end) if line[at] in ",;|"):
            is_roll = self._begins(line[at + 1 : min(end, at + MOST_SHOWN)], ROLLS)
            if rule == "head" and line[at] != "|" and self._is_named(line[start:at]) and not is_roll:
                continue
            if rule != "head" or line[start:at].strip():
                yield rule, line, start, at
            rule, start = "roll" if is_roll or at == bar else "reaction", at
            if rule == "roll":
                break
        if rule != "head" or line[start:end].strip():
            yield rule, line, start, end

    def _begins(self, text: str, kinds: tuple[str, ...]) -> bool:
        """Whether a text begins with words of these kinds, one or two."""
        return self.words.begins(kinds, spelling(text[:MOST_SHOWN]).split()[:2])

    def _is_named(self, text: str) -> bool:
        """Whether a text only says who acts: a comma behind it parts nothing."""
        words = spelling(text).split() if len(text) <= MOST_SHOWN else []
        while words and (found := self.words.find(NAMES, words)) is not None:
            words = words[found[0] :]
            if not words:
                return True
        return False

    def _told(self, said: list[ReadPart]) -> list[ReadPart]:
        """The moves of a line, each reaction with whom it belongs to."""
        told: list[ReadPart] = []
        for each in said:
            move = each.move
            is_further = isinstance(move, PartError) and each.text.startswith((",", ";", "|"))
            if isinstance(move, dict) and self._is_answer(move):
                move = {**move, "do": "react"}
            if isinstance(move, dict) and move["do"] == "react":
                answer = self._answer(ReadPart(move, each.column, each.text), told)
                if answer is None:  # who answers stood in the head, which can't be read
                    told[0] = self._answered(told[0], each.text)
                else:
                    told.append(answer)
                continue
            if not is_further:
                self._remember_charge(move)
            told.append(each)
        return told

    def _is_answer(self, move: Move) -> bool:
        """Whether an activation on a line of its own is an answer to the one before, which has no dice yet."""
        is_bare = move["do"] == "activate" and not {"target", "status"} & set(move)
        return is_bare and self.is_open and move["action"] in self.cast.answers

    def _remember_charge(self, head: Move | PartError) -> None:
        """What a reaction answers; a note or a count may stand between."""
        if isinstance(head, PartError):
            self.charge, self.is_open = head.params.get("read", {}), False
        elif head["do"] == "roll":
            self.is_open = False
        elif head["do"] not in ("note", "count"):
            self.is_open = head["do"] == "activate"
            self.charge = head if self.is_open else {}

    def understand(self, tree: Tree[Token], part: Part) -> list[tuple[Move, int]]:
        """The moves of a part."""
        if tree.data == "answer":
            self._check_answer(tree)
        if tree.data in ("acted", "answer", "dice"):
            return self._joined(tree, part)
        move = self._sided(read_move(tree, self.heading.sides), tree)
        if tree.data in ("lead", "seize"):
            if (support := self._support(tree, move)) is not None:
                return [(support, place_of(tree))]
            self._check_leader(tree, part)
        own = self._aimed(move, tree, part), place_of(tree)
        return [own, *((read_move(each, self.heading.sides), place_of(each)) for each in tree.find_data("bracketed"))]

    def _joined(self, tree: Tree[Token], part: Part) -> list[tuple[Move, int]]:
        """The moves of a line that was read as one; what was paid belongs to the first."""
        found: list[tuple[Move, int]] = []
        for child in tree.children:
            if isinstance(child, Tree) and child.data == "spent":
                found[0][0]["spent"] = paid(child)
            elif isinstance(child, Tree):
                found += self.understand(child, part)
        return found

    def _support(self, tree: Tree[Token], move: Move) -> Move | None:
        """A Lance that somebody gives who is no leader: a Banner reinforces another."""
        given = next(tree.find_data("given"), None)
        piece = next(iter(tree.scan_values(lambda each: is_kind(each, "PIECE"))), None)
        if given is None or piece is None or "reinforce" not in self.cast.lines.get(str(piece), ()):
            return None
        return {
            "do": "activate", "side": move["side"], "banner": str(piece), "action": "reinforce",
            "target": move["banner"],
        }  # fmt: skip

    def _aimed(self, move: Move, tree: Tree[Token], part: Part) -> Move:
        """An Action with what it must mean: a verb of shooting at the town; a reaction whose name stands behind it."""
        aim = trees(tree).get("aim")
        if aim is None:
            return move
        if tree.data == "reaction":
            return move if "banner" in move else move | {"after": target(aim)}
        if (move.get("target"), move.get("action")) != (TOWN[0], SHOT):
            return move
        action = next(iter(tree.scan_values(lambda each: is_kind(each, "ACTION"))))
        written = spelling(part.line.text[slice(*span(action))])
        is_printed = written in (SHOT, spelling(self.words.spell("ACTION", SHOT))) and ">" in part.line.text
        return move if is_printed else move | {"action": TOWN[1]}

    def _check_answer(self, tree: Tree[Token]) -> None:
        """On a line of its own only an Action that is nothing else is a reaction."""
        action = next(iter(tree.scan_values(lambda each: is_kind(each, "ACTION"))))
        if action not in (*self.cast.answers, UNREAD):
            raise PartError("record.type", span(action)[0], expected=["banner"])

    def _sided(self, move: Move, tree: Tree[Token]) -> Move:
        """A move with its side and its Banner where the line leaves one of them out."""
        if tree.data not in ("activate", "lead", "remove"):
            return move
        piece = next(iter(tree.scan_values(lambda each: is_kind(each, "PIECE"))), None)
        side = move.get("side") or self.cast.sides.get(str(piece), UNREAD)
        banner = {"banner": self.cast.leaders.get(side, UNREAD)} if tree.data == "activate" else {}
        return {"do": move["do"], "side": side, **banner, **move}

    def before(self, part: Part, fault: PartError) -> Move:
        """What was read before the fault, and the target, which stands after it."""
        read = super().before(part, fault)
        return read | self._target(part, fault) if read else read

    def _check_leader(self, tree: Tree[Token], part: Part) -> None:
        """An action of leaders belongs to the leader of the side."""
        side = next(iter(tree.scan_values(lambda each: is_kind(each, "SIDE"))), None)
        piece = next(iter(tree.scan_values(lambda each: is_kind(each, "PIECE"))), None)
        if piece is None:
            return
        leader = self.cast.leaders.get(str(side or self.cast.sides.get(str(piece))))
        if piece not in (leader, UNREAD):
            start, end = span(piece)
            expected = [
                self.words.spell("PIECE", each) for each in ([leader] if leader else self.cast.leaders.values())
            ]
            fault = PartError("record.word", start, word=part.shown(start, end), expected=expected)
            fault.tokens = [side] if side else []
            fault.end, fault.fitting = end, (("PIECE", str(leader)),)
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
            (*moves, self._react(given, moves[0]))
            for moves in fault.meant
            if isinstance(given, dict) and moves and moves[0]["do"] == "activate" and "target" in moves[0]
        )
        return ReadPart(answered, head.column, head.text + answer.rstrip())

    def _react(self, given: Move, charge: Move) -> Move:
        """A reaction to an activation with the side and the banner that it may leave out."""
        side = next((each for each in self.heading.sides if each != charge["side"]), None)
        return {"do": "react", "side": side, "banner": charge["target"], **given}

    def _answer(self, answer: ReadPart, before: list[ReadPart]) -> ReadPart | None:
        """A reaction with the side and the banner that it may leave out: the other side, and the target."""
        given = answer.move
        if isinstance(given, PartError):
            return answer
        side, target = self.charge.get("side"), self.charge.get("target")
        behind = given.pop("after", None)
        if behind is not None and side is not None and self.cast.sides.get(behind) not in (side, None):
            given["banner"] = behind  # "blocked by Saladin"
        if "side" not in given and side is None:
            kind = "SIDE" if "banner" in given else "PIECE"
        elif "banner" not in given and target is None:
            kind = "PIECE"
        else:
            return ReadPart(self._react(given, {"side": side, "target": target}), answer.column, answer.text)
        if before and isinstance(before[0].move, PartError):
            return None
        word = answer.text.removeprefix(",").strip()[:MOST_SHOWN]
        fault = PartError("record.word", 0, word=word, expected=self.words.expected((kind,)))
        return ReadPart(fault, answer.column, answer.text)
