"""The lines of Napoleonics: one for a card with its orders, one for moves, one for each combat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.core.record_errors import Misread
from refsvc.games.napoleonics.notation.dice_purpose import Dice
from refsvc.games.napoleonics.notation.turn import BETWEEN, FIGHTS, RETREATS
from refsvc.notation.writing import Line, LineWriter, Move

ORDERS = ("order", "detach", "dissolve", "rally", "short-supply")
STEPS = (
    "first-strike", "square", "retire", "roll", "check-leader", "ignore-flags", "retreat", "leader-retreat",
    "battle-back", "take-ground", "breakthrough", "bonus",
)  # fmt: skip
# What may stand on a line, by its first move; what begins no line goes on with the one above, after a `|`.
LINES: Mapping[str, tuple[str, ...]] = {
    "play": (*ORDERS, "roll"),
    **dict.fromkeys(ORDERS, ORDERS),
    "move": ("move",),
    **dict.fromkeys(("fire", "melee", *STEPS), STEPS),
    "draw": ("draw", "discard"),
}
MOST_LETTERS = 400  # of a line, before another part is put on the next
# Moves that are one word and nothing else.
PLAIN = {
    "first-strike": "first-strike", "battle-back": "back", "take-ground": "ground", "end-phase": "end-phase",
}  # fmt: skip


class Writer(LineWriter):
    """Writes the lines of one record."""

    def __init__(self, header: Mapping[str, Any], language: str) -> None:
        super().__init__(header, language)
        self.dice = Dice()
        self.target = ""  # who is attacked: a retreat by way of that hex names it twice

    def lines(self, moves: Sequence[Move | Misread]) -> Iterator[Line]:
        """Each line with its first move."""
        number = 0
        while number < len(moves):
            first = moves[number]
            if isinstance(first, Misread):
                self.dice.lose()
                number += 1
                yield first, self.misread(first)
                continue
            line = f"{'| ' if first['do'] in STEPS else ''}{self._part(first)}"
            shown = [first]
            number += 1
            while number < len(moves) and len(line) < MOST_LETTERS:
                move = moves[number]
                if isinstance(move, Misread) or move["do"] not in LINES.get(first["do"], ()):
                    break
                line += self._separator(shown[-1], move) + self._part(move, shown)
                shown.append(move)
                number += 1
            yield first, line

    def _separator(self, before: Move, move: Move) -> str:
        if "roll" in (before["do"], move["do"]):
            return " | "
        if before["do"] == "play":
            return f"{self.colon} "
        is_listed = move["do"] in ("move", *ORDERS) or (before["do"], move["do"]) == ("breakthrough", "bonus")
        return ", " if is_listed else " | "

    def _part(self, move: Move, before: Sequence[Move] = ()) -> str:
        """A move; `before` it on its line stand others."""
        text = self._text(move, before)
        self.dice.see(move)
        if move["do"] in FIGHTS or move["do"] not in BETWEEN:
            self.target = move.get("target", "") if move["do"] in FIGHTS else ""
        is_named = move["do"] in ("play", "deal")
        side = f"{self._side(move['side'])}{self.colon} " if move.get("side") and not is_named else ""
        return side + text

    def _text(self, move: Move, before: Sequence[Move]) -> str:
        do = move["do"]
        if (shared := self.shared(move)) is not None:
            return shared
        if do in PLAIN:
            return self._word(PLAIN[do])
        match do:
            case "count":
                return f"{self.words.spell('COUNT', 'count')}{self.colon} {', '.join(self._counted(move))}".rstrip()
            case "deal" | "draw" | "discard" | "play" | "dissolve" | "square":
                return self._with_cards(move)
            case "order":
                is_bare = bool(before) and before[0]["do"] == "play" and not move.get("side")
                # below that card hexes by themselves are those of blocks that were regained
                is_bare = is_bare and "order" not in [each["do"] for each in before] and before[0]["card"] != "rally"
                return self._ordered(move) if is_bare else f"{self._word('order')} {self._ordered(move)}"
            case "detach":
                return f"{self._word('detach')} {self._hex(move['leader'])}"
            case "rally":
                return f"{self._word('rally')} {self._hexes(move['units']) or self._word('nobody')}"
            case "short-supply":
                return f"{self._word('sends')} {self._hex(move['unit'])}-{self._hex(move['to'])}"
            case "move":
                who = self._hex(move.get("unit", ""))
                if "leader" in move:
                    who = f"{who} {self._word('leader')} {self._hex(move['leader'])}".lstrip()
                return f"{who}-{self._way(move)}"
        return self._fight(move)

    def _fight(self, move: Move) -> str:
        """A step of a combat."""
        match move["do"]:
            case "fire":
                return f"{self._hex(move['unit'])} > {self._hex(move['target'])}"
            case "melee":
                attack = f"{self._hex(move['unit'])} {self._word('melee')} {self._hex(move['target'])}"
                return attack + self._joined(move)
            case "bonus":
                return f"{self._word('bonus')} {self._hex(move['target'])}{self._joined(move)}"
            case "roll":
                return self._roll(move)
            case "check-leader":
                return f"{self._word('check')} {self._faces(move)}"
            case "ignore-flags":
                return f"{self._word('ignore')} {move['count']}"
            case "retire":
                return f"{self._word('retire')} {self._way(move)}".rstrip()
            case "retreat":
                lost = f" {self._word('lost')} {move['lost']}" if "lost" in move else ""
                return f"{self._word('retreat')} {self._way(move)}{lost}"
            case "leader-retreat":
                return f"{self._word('leader-retreat')} {self._way(move)}"
        return f"{self._word('through')} {self._hex(move['to'])}"

    def _with_cards(self, move: Move) -> str:
        """A move that names a card or more."""
        match move["do"]:
            case "deal":
                cards = self._cards(move["cards"])
                return f"{self._side(move['side'])} {self._word('hand')}{self.colon} {cards}"
            case "draw":
                cards = f" {self._cards(move['cards'])}" if "cards" in move else ""
                return f"{self._word('takes')}{cards}"
            case "discard":
                return f"{self._word('discard')} {self._card(move['card'])}"
            case "dissolve":
                card = f" {self._card(move['card'])}" if "card" in move else ""
                return f"{self._word('dissolve')} {self._hex(move['unit'])}{card}"
            case "square":
                slot = f" {move['slot']}" if "slot" in move else ""
                card = f" {self._card(move['card'])}" if "card" in move else ""
                return f"{self._word('square')}{slot}{card}"
        section = f" {self.words.spell('SECTION', move['section'])}" if "section" in move else ""
        use = f" {self._word('one-unit')}" if "use" in move else ""
        copied = f" {self._word('as')} {self._card(move['as'])}" if "as" in move else ""
        return f"{self._side(move['side'])} {self._card(move['card'])}{section}{use}{copied}"

    def _word(self, id_: str) -> str:
        return self.words.spell(id_.upper().replace("-", "_"), id_)

    def _side(self, side: str) -> str:
        return self.words.spell("SIDE", side)

    def _hex(self, name: str) -> str:
        return self._word("off") if name == "off" else self.words.spell("HEX", name)

    def _hexes(self, names: Sequence[str]) -> str:
        return " ".join(self._hex(name) for name in names)

    def _way(self, move: Move) -> str:
        via = move.get("via", ())
        again = via[:1] if move["do"] in RETREATS and self.target and self.target in via[:1] else ()
        return "-".join(self._hex(name) for name in (*again, *via, move.get("to", "")))

    def _joined(self, move: Move) -> str:
        return "".join(f" + {self._hex(name)}" for name in move.get("join", ()))

    def _card(self, card: str | None) -> str:
        return "?" if card is None else self.words.spell("CARD", card)

    def _cards(self, cards: Sequence[str | None]) -> str:
        return ", ".join(self._card(card) for card in cards) or self.words.spell("NOTHING", "nothing")

    def _ordered(self, move: Move) -> str:
        leaders = move.get("leaders", ())
        led = f"{self._word('leader')} {self._hexes(leaders)}" if leaders else ""
        return f"{self._hexes(move.get('units', ()))} {led}".strip() or self._word("nobody")

    def _roll(self, move: Move) -> str:
        """The dice; what they are for only where their place doesn't say it."""
        purpose = move.get("for")
        told = f"({self.words.spell('PURPOSE', purpose)}) " if purpose and purpose != self.dice.due else ""
        by = f"{self._hex(move['by'])} " if "by" in move else ""
        return f"{told}{by}{self._faces(move)}"

    def _faces(self, move: Move) -> str:
        letters = "".join(self.words.spell("FACES", face) for face in move["faces"])
        return letters or self.words.spell("NO_DICE", "no-dice")

    def _counted(self, move: Move) -> Iterator[str]:
        """The parts of a count, in the order of the record."""
        if "turn" in move:
            yield f"{self.words.spell('TURN', 'turn')} {move['turn']}"
        for name, unit in move.get("units", {}).items():
            yield f"{self._hex(name)} {self._unit(unit)}".rstrip()
        for side, names in move.get("leaders", {}).items():
            yield f"{self._side(side)} {self._word('leader')} {self._hexes(names) or self._word('nobody')}"
        for tally in self.words.ids("TALLY"):
            for side, number in move.get(tally, {}).items():
                yield f"{self._side(side)} {self.words.spell('TALLY', tally)} {number}"

    def _unit(self, unit: Mapping[str, Any] | None) -> str:
        if unit is None:
            return self._word("empty")
        parts = [str(unit["blocks"])] if "blocks" in unit else []
        flags = [flag if unit[flag] else f"no-{flag}" for flag in ("square", "leader") if flag in unit]
        parts += [self._word(flag) for flag in flags]
        return " ".join(parts)
