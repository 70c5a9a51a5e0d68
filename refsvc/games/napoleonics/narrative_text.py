"""A unit of a game of Napoleonics as one sentence.

A turn is told by its card, its orders and its moves; a combat move by move: the announcement, the answers, the dice
with what they hit, then losses, checks, retreats, advances, banners. Hexes are no words of any language, so units are
called by theirs, and by what they are where they are named first; sides are subjects.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from engine.core.events import Event
from refsvc.games.napoleonics import GAME
from refsvc.games.napoleonics.figures import dice as throws
from refsvc.games.napoleonics.narrative import COMBAT, OF_LEADER, TURN, is_leader
from refsvc.i18n import sentences
from refsvc.i18n.catalogue import plural
from refsvc.i18n.word_forms import Amount, Name, Names, enumeration
from refsvc.presentation.subject import Subject, is_awaiting
from refsvc.presentation.values import NarrativeUnit, Throw
from refsvc.reporting.narration import NarrativeVoice

MOST_MOVES = 8  # of one turn that are told one by one
DEEDS = ("fire", "melee", "bonus")


class Voice(NarrativeVoice):
    """One language, and the words of the game in it."""

    def text(self, key: str, **params: Any) -> str:
        """A text of the account."""
        return self.subject.text(f"napoleonics.account.{key}", **params)

    def count(self, what: str, number: int) -> str:
        """So many of something."""
        return plural(f"napoleonics.account.count.{what}", self.language, number)

    def amount(self, number: int) -> Amount:
        """A number, with what it counts in the form that a sentence asks for."""
        return Amount(str(number), number, GAME, self.language)

    def hexes(self, hexes: list[str]) -> Names:
        """Several hexes, with what is said of them in the form that they ask for."""
        return Names.of([Name(hex_, (), self.language) for hex_ in hexes], GAME, self.language)

    def side(self, side: str) -> str:
        """A side within a sentence."""
        return self.text(f"the.{side}")

    def faces(self, faces: list[str]) -> str:
        """What dice show, each face with how many of them."""
        counts = Counter(faces)
        said = (self.text("face", n=n, face=self.subject.name("face", face)) for face, n in counts.items())
        return sentences.comma(list(said), self.language)

    def unit(self, number: int, hex_: str) -> str:
        """Whoever stood on a hex before a move: the hex, and what it is."""
        view = self.subject.view(number - 1)
        if part := view["units"].get(hex_):
            return self.text("unit", hex=hex_, unit=self.subject.name("unit", part["unit"]))
        is_leader = any(hex_ in hexes for hexes in view["leaders"].values())
        return self.text("unit", hex=hex_, unit=self.subject.name("unit", "leader")) if is_leader else hex_


def sentence(subject: Subject, unit: NarrativeUnit) -> str:
    """What happened in a unit; empty where there is nothing to tell."""
    voice = Voice(subject)
    clauses = list(CLAUSES[unit.kind](voice, unit))
    return voice.joined(clauses) if clauses else ""


def turn_start(_subject: Subject, _number: int) -> str:
    """A turn costs nothing."""
    return ""


# a turn: its card, orders and moves


def _turn(voice: Voice, unit: NarrativeUnit) -> Iterator[str]:
    trees = [(number, voice.subject.move(number) or {}) for number in unit.moves]
    for number, tree in trees:
        if tree.get("do") == "play":
            yield _card(voice, tree)
        elif tree.get("do") == "roll":
            yield voice.text("faces", faces=voice.faces(tree["faces"]))
        elif tree.get("do") == "short-supply":
            yield voice.text("sent-back", unit=voice.unit(number, tree["unit"]), to=tree["to"])
    yield from _orders(voice, [tree for _, tree in trees])
    yield from _ways(voice, [tree for _, tree in trees if tree.get("do") == "move"])
    yield from _after(voice, unit, unit.events)


def _card(voice: Voice, tree: dict[str, Any]) -> str:
    card = voice.subject.name("card", tree["card"])
    more = [voice.subject.name("section", tree["section"])] if tree.get("section") else []
    if tree.get("use"):
        more.append(voice.text("one-unit"))
    if tree.get("as"):
        more.append(voice.text("copied", card=voice.subject.name("card", tree["as"])))
    said = voice.text("play", side=voice.side(tree["side"]), card=card)
    return voice.text("with", said=said, more=sentences.comma(more, voice.language)) if more else said


def _orders(voice: Voice, trees: list[dict[str, Any]]) -> Iterator[str]:
    """Who was ordered, detached or brought out of square."""
    orders = [tree for tree in trees if tree.get("do") == "order"]
    ordered = [hex_ for tree in orders for key in ("units", "leaders") for hex_ in tree.get(key) or ()]
    if ordered:
        yield voice.hexes(ordered).ordered
    for do, key, part in (("detach", "detached", "leader"), ("dissolve", "dissolved", "unit")):
        if hexes := [tree[part] for tree in trees if tree.get("do") == do]:
            yield getattr(voice.hexes(hexes), key)


def _ways(voice: Voice, moves: list[dict[str, Any]]) -> Iterator[str]:
    """The moves, from and to; of many only the first."""
    said: list[str] = []
    for tree in moves[:MOST_MOVES]:
        key, who = ("way", tree["unit"]) if tree.get("unit") else ("leader-way", tree.get("leader", ""))
        key += "-more" if said else ""  # the verb stands once
        to = voice.text("off") if tree["to"] == "off" else tree["to"]
        said.append(voice.text(key, start=who, end=to))
    if said:
        yield sentences.comma(said, voice.language)
    if left := len(moves) - MOST_MOVES if len(moves) > MOST_MOVES else 0:
        yield voice.count("more-moves", left)


# a combat


def _combat(voice: Voice, unit: NarrativeUnit) -> Iterator[str]:
    rest = list(unit.events)
    for number in unit.moves:
        tree = voice.subject.move(number) or {}
        step = voice.subject.steps[number]
        events = [] if step is voice.subject.steps[number - 1] else [event for event in step.events if event in rest]
        for event in events:
            rest.remove(event)
        if tree.get("do") != "leader-retreat" or not events:  # what happened tells it
            yield from _done(voice, number, tree)
        if tree.get("do") == "check-leader" and not events:
            yield voice.text("unhurt")
        yield from _losses(voice, events)
    if is_awaiting(voice.subject, unit.last):
        yield voice.text("no-dice")
    yield from _losses(voice, rest)
    yield from _after(voice, unit, unit.events)


def _done(voice: Voice, number: int, tree: dict[str, Any]) -> Iterator[str]:
    """What a move of a combat says by itself."""
    do = tree.get("do", "")
    if do in DEEDS:
        yield _deed(voice, number, tree)
    elif do == "roll":
        yield _roll(voice, number, tree)
    elif do == "ignore-flags" and tree["count"]:
        yield voice.count("ignored", tree["count"])
    elif do == "leader-retreat":
        key = "leader-off" if tree["to"] == "off" else "leader-retreats"
        yield voice.text(key, to=tree["to"])
    elif do in ("first-strike", "square", "retire"):
        fight = voice.subject.view(number - 1).get("pending") or {}
        yield voice.text(f"answer.{do}", unit=fight["target"]) if fight else voice.text(f"answer-alone.{do}")


def _deed(voice: Voice, number: int, tree: dict[str, Any]) -> str:
    """Who attacks whom, and with which batteries."""
    unit = tree.get("unit") or (voice.subject.view(number).get("pending") or {}).get("unit", "")
    params = {"unit": voice.unit(number, unit), "target": voice.unit(number, tree["target"])}
    said = voice.text(f"deed.{tree['do']}", **params)
    if join := tree.get("join"):
        return voice.text("joined", said=said, hexes=sentences.comma(list(join), voice.language))
    return said


def _roll(voice: Voice, number: int, tree: dict[str, Any]) -> str:
    """How many dice, for what, and what they hit; against a leader, or without a combat, the faces alone."""
    found = throws(voice.subject, number)
    purpose = tree.get("for") or "attack"
    dice = voice.amount(len(tree["faces"]))
    if not found:
        said = voice.text("rolled", dice=dice, faces=voice.faces(tree["faces"]))
    else:
        said = _result(voice, dice, found[0])
    if purpose == "attack":
        return said
    return voice.text("for", purpose=sentences.named(("purpose",), purpose, GAME, voice.language), said=said)


def _result(voice: Voice, dice: Amount, throw: Throw) -> str:
    """What dice did: hits and flags, or that they hit nothing."""
    result = [voice.count("hits", throw.taken)] if throw.taken else []
    if throw.signs:
        result.append(voice.count("flags", throw.signs))
    if not result:
        return str(getattr(dice, "bring-nothing"))
    return voice.text("result", dice=dice, result=enumeration(result, voice.language))


def _losses(voice: Voice, events: list[Event]) -> Iterator[str]:
    """Blocks lost and pieces gone, retreats and advances, in their order."""
    for event in events:
        match event.kind:
            case "lost":
                key = "lost-retreating" if event.rule == "napoleonics.retreat.lost" else "lost"
                yield voice.text(
                    key, hex=event.who, blocks=plural("napoleonics.map.blocks", voice.language, event.amount)
                )
            case "eliminated":
                yield voice.text("leader-falls" if is_leader(event) else "eliminated", hex=event.who)
            case "left":
                yield voice.text("left", hex=event.who)
            case "retreated" | "retired":
                key = "leader-retreats" if event.rule.startswith(OF_LEADER) else event.kind
                yield voice.text(key, to=event.who)
            case "advanced":
                yield voice.text("through" if event.rule.endswith("breakthrough") else "ground", hex=event.who)


def _after(voice: Voice, unit: NarrativeUnit, events: list[Event]) -> Iterator[str]:
    """Blocks regained, then banners and objectives by side, with what they come to."""
    healed: dict[str, int] = {}
    for event in events:
        if event.kind == "healed":
            healed[event.who] = healed.get(event.who, 0) + event.amount
        elif event.kind == "left" and unit.kind == TURN:
            yield voice.text("left", hex=event.who)
    for hex_, blocks in healed.items():
        yield voice.text("healed", hex=hex_, blocks=plural("napoleonics.map.blocks", voice.language, blocks))
    won: dict[tuple[str, str], int] = {}
    for event in events:
        if event.kind in ("banner", "held", "given-back"):
            won[event.kind, event.who] = won.get((event.kind, event.who), 0) + event.amount
    for (kind, side), banners in won.items():
        total = voice.subject.view(unit.last)["banners"][side]
        number = voice.count("banners", banners)
        yield voice.text(f"won.{kind}", side=voice.side(side), banners=number, total=total)


# everything else


def _unread(voice: Voice, unit: NarrativeUnit) -> Iterator[str]:
    yield voice.unread(unit.moves[0], unit.moves[-1])


def _count(voice: Voice, _unit: NarrativeUnit) -> Iterator[str]:
    yield voice.subject.text("account.counted")


def _silent(_voice: Voice, _unit: NarrativeUnit) -> Iterator[str]:
    yield from ()


CLAUSES = {
    TURN: _turn, COMBAT: _combat, "unread": _unread, "count": _count, "result": _silent, "silent": _silent,
}  # fmt: skip


def closing(subject: Subject, by: str | None) -> str:
    """How the game ended; `by` is what the record says of an end that the players made themselves."""
    voice, outcome = Voice(subject), subject.game.outcome(subject.steps[-1].state)
    view = subject.view(len(subject.steps) - 1)
    first, second = subject.game.SIDES
    turn, banners = view["turn"], view["banners"]
    if outcome is None:
        params = {"first": voice.side(first), "second": voice.side(second), "others": banners[second]}
        params["banners"] = voice.count("banners", banners[first])
        return voice.joined([voice.text("end.open", turn=turn, **params)])
    if outcome.winner is None:
        return voice.joined([voice.ending("draw-by-players", turn=turn)])
    winner, loser = outcome.winner, second if outcome.winner == first else first
    if by:
        params = {"winner": voice.side(winner), "turn": turn}
        params |= {"loser": voice.side(loser)} if by == "resignation" else {}
        return voice.joined([voice.ending(by, **params)])
    own, other = banners[winner], banners[loser]
    params = {"winner": voice.side(winner), "turn": turn, "banners": voice.count("banners", own), "others": other}
    return voice.joined([voice.text("end.banners", **params)])
