"""The lines of Saladin: an activation, the reactions to it and the roll stand on one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.core.record_errors import Misread
from refsvc.games.saladin.notation.reader import cast
from refsvc.notation.writing import Line, LineWriter, Move


class Writer(LineWriter):
    """Writes the lines of one record."""

    def __init__(self, header: Mapping[str, Any], language: str) -> None:
        super().__init__(header, language)
        self.leaders = cast(self.game, self.scenario).leaders

    def lines(self, moves: Sequence[Move | Misread]) -> Iterator[Line]:
        """Each line with its first move: an activation, the reactions to it and the roll stand on one."""
        number = 0
        while number < len(moves):
            move = moves[number]
            number += 1
            if isinstance(move, Misread):
                yield move, self.misread(move)
                continue
            line = self._alone(move)
            is_open = move["do"] in ("activate", "react")
            while is_open and number < len(moves):
                after = moves[number]
                if isinstance(after, Misread) or after["do"] not in ("react", "roll"):
                    break
                line += self._reaction(after, move) if after["do"] == "react" else f" {self._roll(after)}"
                is_open = after["do"] == "react"
                number += 1
            yield move, line

    def _alone(self, move: Move) -> str:
        if (shared := self.shared(move)) is not None:
            return shared
        say = self.words.spell
        side = say("SIDE", move["side"]) if move.get("side") else ""
        match move["do"]:
            case "start":
                chooser = f"{side}{self.colon} " if side else ""
                return f"{chooser}{say('SIDE', move['first'])} {say('STARTS', 'starts')}"
            case "seize":
                return f"{side} {say('SEIZES', 'seizes')}"
            case "pass":
                return f"{side} {say('PASSES', 'passes')}"
            case "remove":
                return f"{side} {say('REMOVES', 'removes')} {say('PIECE', move['banner'])}"
            case "activate":
                status = f" ({say('STATUS', move['status'])})" if "status" in move else ""
                aim = f" > {say('TARGET', move['target'])}" if "target" in move else ""
                action = say("ACTION", move["action"])
                return f"{side} {say('PIECE', move['banner'])}{self.colon} {action}{aim}{status}{_spent(move)}"
            case "lead":
                aim = f" > {say('TARGET', move['banner'])}" if "banner" in move else ""
                leader = say("PIECE", self.leaders[move["side"]])
                return f"{side} {leader}{self.colon} {say('LEAD', move['action'])}{aim}"
            case "react":
                return self._reaction(move, {})
            case "roll":
                return self._roll(move)
        parts = ", ".join(self._counted(move))
        return f"{say('COUNT', 'count')}{self.colon} {parts}".rstrip()

    def _reaction(self, move: Move, to: Move) -> str:
        """`, Evade` by the target, `, Saladin: Block charge` by another; with the side if not the other one."""
        say = self.words.spell
        is_other = to.get("do") == "activate" and [s for s in self.sides if s != to["side"]] == [move["side"]]
        side = "" if is_other else f"{say('SIDE', move['side'])} "
        is_named = not is_other or to.get("target") != move["banner"]
        name = f"{side}{say('PIECE', move['banner'])}{self.colon} " if is_named else ""
        return f", {name}{say('ACTION', move['action'])}{_spent(move)}"

    def _roll(self, move: Move) -> str:
        say = self.words.spell
        dice = [
            f"{say('COLOUR', colour)} {' '.join(say('FACE', face) for face in move[colour])}"
            for colour in ("red", "green")
            if move[colour]
        ]
        tolls = list(self._tolls(move))
        return f"| {', '.join(dice) or say('NO_DICE', 'no-dice')}{' = ' if tolls else ''}{', '.join(tolls)}"

    def _tolls(self, move: Move) -> Iterator[str]:
        """What was lost, and who is gone: at the loss if the order is the same, else after all losses."""
        say = self.words.spell
        losses, gone = move.get("losses"), move.get("gone")
        left = list(gone or ())
        is_same = [name for name in losses or () if name in left] == left
        for name, number in (losses or {}).items():
            is_gone = is_same and name in left
            yield f"{say('TARGET', name)} -{number}{' ' + say('GONE', 'gone') if is_gone else ''}"
        if losses == {}:
            yield say("NOTHING", "nothing")
        if gone is not None and not left:
            yield say("NONE_GONE", "none-gone")
        if not is_same:
            yield from (f"{say('TARGET', name)} {say('GONE', 'gone')}" for name in left)

    def _counted(self, move: Move) -> Iterator[str]:
        """The parts of a count, in the order of the record."""
        say = self.words.spell
        if "turn" in move:
            yield f"{say('TURN', 'turn')} {move['turn']}"
        for side, pool in move.get("orders", {}).items():
            spent = f"+{pool['spent']}" if "spent" in pool else ""
            yield f"{say('SIDE', side)} {pool.get('available', '')}{spent}".rstrip()
        for side, number in move.get("losses", {}).items():
            yield f"{say('SIDE', side)} {say('LOSSES', 'losses')} {number}"
        for banner, counted in move.get("banners", {}).items():
            words = [str(counted["lances"])] if "lances" in counted else []
            words += [say(key.upper(), counted[key]) for key in ("status", "card") if key in counted]
            words += [say("OUT", str(counted["out"]).lower())] if "out" in counted else []
            yield " ".join([say("PIECE", banner), *words])
        for side, card in move.get("leaders", {}).items():
            yield f"{say('SIDE', side)} {say('LEADER', 'leader')} {say('CARD', card)}"
        if "town" in move:
            yield f"{say('TOWN', 'town')} {move['town']}"
        for mark in self.words.ids("MARK"):
            if mark in move:
                yield f"{say('MARK', mark)} {say('YES_NO', str(move[mark]).lower())}"


def _spent(move: Move) -> str:
    return f" [{move['spent']}]" if "spent" in move else ""
