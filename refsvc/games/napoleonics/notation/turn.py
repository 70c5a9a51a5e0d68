"""Whose turn a record is in, and who battles whom: it tells what is meant where people leave it out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from refsvc import library
from refsvc.notation.heading import Heading
from refsvc.notation.lines import ReadPart
from refsvc.notation.moves import Move
from refsvc.notation.parsing import PartError

RALLY, SUPPLY = "rally", "short-supply"
FIGHTS = ("fire", "melee", "bonus")
BETWEEN = ("roll", "note", "count", "detach", "dissolve", "square", "retire", "check-leader", "ignore-flags", "retreat",
           "leader-retreat", "take-ground", "breakthrough", "first-strike", "battle-back")  # fmt: skip
LISTED = (":", ",", ";")  # what stands before an order on the line of a card
PARTED = ("|", ",", ";")  # what stands before a part that goes on with a line
RETREATS = ("retreat", "leader-retreat")
UNKNOWN: tuple[tuple[Move, ...], ...] = ((),)  # a part may have been anything


class Turn:
    """Follows the moves of a record."""

    def __init__(self, heading: Heading) -> None:
        scenario = heading.brought or library.load_scenario(heading.game, heading.scenario)
        self.sides = heading.sides
        self.words = heading.words
        self.leaders = _names(scenario)
        self.side: str | None = None if "position" in heading.raw else scenario.first  # who plays a card next
        self.card = ""  # played last
        self.is_open = False  # a card was played, and nobody ordered
        self.fight: tuple[str, str] | None = None  # who attacks whom, in a combat that goes on
        self.is_fire = False  # ... by fire
        self.has_answered = False  # ... in which the one that was attacked has struck too

    def settled(self, said: Iterable[ReadPart], *, is_on_card: bool) -> list[ReadPart]:
        """The parts of a line with what was left out; `is_on_card`: the line goes on with that of a card."""
        settled: list[ReadPart] = []
        for each in said:
            settled.append(replace(each, move=self._settled(each, is_on_card)))
            is_on_card = is_on_card or (isinstance(each.move, dict) and each.move["do"] == "play")
        return settled

    def _settled(self, part: ReadPart, is_on_card: bool) -> Move | PartError:
        move = part.move
        if isinstance(move, PartError):
            self._lose(move)
            return move
        is_said = move.pop("said", False)
        if move.get("to") == "":  # nowhere to go
            move = {**move, "to": self.fight[1]} if self.fight else self._unclear(part)
            if isinstance(move, PartError):
                return move
        if self.fight and move["do"] in (*RETREATS, "move"):
            move = self._in_combat(move, is_said=is_said)
        if move["do"] == "retire" and is_said and self.is_fire:
            move = self._unclear(part)  # nobody retires and reforms before a shot
        elif move["do"] == "play":
            move = self._played(move)
        elif move["do"] == "take-ground" and "at" in move:
            move = self._ground(move, part)
        elif move["do"] == "move" and is_on_card and self._sends_back(move):
            move = {"do": SUPPLY, "unit": move["unit"], "to": move["to"]}
        elif move["do"] == "order" and move.get("bare") and self.card == RALLY and move.get("units"):
            move = {"do": RALLY, "units": move["units"], "bare": True} if "leaders" not in move else move
        elif move["do"] == "roll" and "by" in move and is_on_card and part.text.startswith(LISTED):
            move = {"do": "order", "units": [move["by"]], "bare": True}
        elif move["do"] == "melee" and part.text.startswith(PARTED) and self.fight == (move["target"], move["unit"]):
            move = {"do": "battle-back", **{key: move[key] for key in ("side",) if key in move}}
        elif move["do"] == "move" and self.fight and (part.text.startswith(PARTED) or self._is_reaction(move)):
            move = self._reaction(move, part)
        if isinstance(move, dict):
            self._see(move)
        return move

    def _sends_back(self, move: Move) -> bool:
        """Whether what looks like a move is that of a card which sends a unit back."""
        return self.card == SUPPLY and self.is_open and "unit" in move and "via" not in move

    def _played(self, move: Move) -> Move | PartError:
        if move["side"] is not None:
            return move
        if self.side is None:
            return _fault([self.words.spell("SIDE", side) for side in self.sides])
        return {**move, "side": self.side}

    def _in_combat(self, move: Move, *, is_said: bool) -> Move:
        """A way within a combat: leaders don't move there, and the hex that a retreat begins on is no part of it."""
        assert self.fight is not None
        if move["do"] == "move" and "leader" in move and is_said:
            return {"do": "leader-retreat", **{key: move[key] for key in ("to", "via", "side") if key in move}}
        if move["do"] != "move" and move.get("via", [""])[0] == self.fight[1]:
            via = move["via"][1:]
            return {key: via if key == "via" else value for key, value in move.items() if key != "via" or via}
        return move

    def _ground(self, move: Move, part: ReadPart) -> Move | PartError:
        """Ground is taken where the one stood that was attacked."""
        at = move.pop("at")
        return move if self.fight and self.fight[1] == at else self._unclear(part)

    def _is_reaction(self, move: Move) -> bool:
        """Whether a move on a line of its own is one within a combat: to where the enemy stood, or by the enemy."""
        unit, target = self.fight or ("", "")
        return "unit" in move and (move["unit"] == target or (move["unit"], move["to"]) == (unit, target))

    def _reaction(self, move: Move, part: ReadPart) -> Move | PartError:
        """A move within a combat is no move: who was attacked retreats, who attacks takes ground."""
        assert self.fight is not None
        more: Move = {key: move[key] for key in ("via", "side") if key in move}
        if "leader" in move:
            return {"do": "leader-retreat", "to": move["to"], **more}
        unit, target = self.fight
        if move["unit"] == target or (move["unit"] == unit and self.has_answered):
            return {"do": "retreat", "to": move["to"], **more}
        if (move["unit"], move["to"]) == self.fight and "via" not in move:
            return {"do": "take-ground", **more}
        return self._unclear(part)

    def _unclear(self, part: ReadPart) -> PartError:
        kinds = ("RETREAT", "GROUND", "THROUGH")
        return _fault(self.words.expected(kinds), part.text.lstrip("|,: "))

    def _see(self, move: Move) -> None:
        do = move["do"]
        if do == "play":
            self.side = next(side for side in (*self.sides, None) if side != move["side"])
            self.card = str(move.get("as") or move["card"])
            self.is_open = True
        elif do not in ("roll", "note", "count"):
            self.is_open = False if do != SUPPLY else self.is_open
        if do in FIGHTS:
            self.fight, self.has_answered = (move.get("unit", ""), move["target"]), False
            self.is_fire = do == "fire"
        elif do not in BETWEEN:
            self.fight = None
        elif do in ("battle-back", "first-strike"):
            self.has_answered = True

    def _lose(self, fault: PartError) -> None:
        """A part could not be read: nobody knows what it was."""
        side = fault.params.get("read", {}).get("side")
        if side in self.sides:
            self.side = next(each for each in self.sides if each != side)
        elif self.fight is None:
            self.side = None


def _fault(expected: list[str], found: str = "") -> PartError:
    fault = PartError("record.type", 0, expected=expected)
    if found:
        fault.params["found"] = found[:80]
    fault.meant = UNKNOWN
    return fault


def _names(scenario: Any) -> list[str]:
    """The names of the leaders of a battle."""
    return [str(leader.name) for leader in scenario.leaders if getattr(leader, "name", "")]
