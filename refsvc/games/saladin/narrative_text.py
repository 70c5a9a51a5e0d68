"""A unit of a game of Saladin as one sentence.

A sentence is a deed (`Naplouse charges Sulaymân`), wrapped by how it was answered and what the dice took, and followed
by what came of it, clause after clause. Which words are used depends on what happened and on nothing else. Sides are
subjects; a Banner is named in the form that the sentence of the language asks for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.core.events import Event
from refsvc.games.saladin import position_text as positions
from refsvc.games.saladin.narrative import OF_TURN_END, moves_of_kind
from refsvc.games.saladin.narrative_names import Voice
from refsvc.presentation.subject import Subject, is_awaiting
from refsvc.presentation.values import NarrativeUnit

TOWN = "arsuf-town"
LANCES_LOST = ("lost", "discarded")
AIMED = ("charge", "uncontrolled-charge", "push", "skirmish", "harass", "loose", "hail-of-arrows")
FALLS = ("gone", "fallen", "removed")
STATUSES = ("committed", "released")
AND_SPENT = ("saladin.hattin.fire", "saladin.arsuf.sacrifice")  # what an Action makes the enemy spend by itself
ANSWERS = {"evade": "own", "feint": "own", "block-charge": "other"}  # who gives them: the target, or somebody else


def sentence(subject: Subject, unit: NarrativeUnit) -> str:
    """What happened in a unit; empty where there is nothing to tell."""
    clauses = list(CLAUSES[unit.kind](Voice(subject), unit))
    return Voice(subject).joined(clauses) if clauses else ""


# an activation


def _activation(voice: Voice, unit: NarrativeUnit) -> Iterator[str]:
    subject = voice.subject
    deed = moves_of_kind(subject, unit, "activate")[0]
    said = _deed(voice, deed)
    spent = [event for event in unit.events if event.rule in AND_SPENT and event.amount]
    for event in spent:
        said = voice.text(
            "and-spend", deed=said, side=voice.side(event.who), orders=voice.count("orders", event.amount)
        )
    is_free = not spent and _is_released(unit, deed["banner"])
    if is_free and (partner := _partner(subject, deed["banner"], unit)):
        said = voice.text("and-release", deed=said, partner=voice.banner(partner))
    answers = moves_of_kind(subject, unit, "react")
    for answer in answers:
        said = _answered(voice, said, deed, answer)
    rolls = moves_of_kind(subject, unit, "roll")
    is_plain = not answers and not spent
    if rolls and spent and not _lost(unit):
        yield from (said, voice.text("toll.none", banner=voice.banner(deed["banner"])))
    elif rolls:
        yield from _toll(voice, unit, said, deed, rolls, is_plain=is_plain)
    elif is_awaiting(subject, unit.moves[-1]):
        yield from (said, voice.text("no-dice"))
    elif deed["action"] == "reinforce" and not any(event.kind == "given" for event in unit.events):
        yield voice.text("nothing.target", deed=said)
    elif deed.get("target") and deed["action"] != "reinforce" and subject.view(unit.move)["shield_wall"]:
        yield voice.text("nothing.shield", deed=said)
    elif deed["action"] in AIMED and not deed.get("target"):
        yield voice.text("nothing.nobody", deed=said)
    else:
        yield said
    yield from _consequences(voice, unit, deed if is_free else None)


def _is_released(unit: NarrativeUnit, banner: str) -> bool:
    """Whether a Banner came free by its own Action."""
    return any(_is_own_release(event, banner) for event in unit.events)


def _is_own_release(event: Event, banner: str) -> bool:
    return event.kind == "released" and event.rule == "saladin.status.change" and event.who == banner


def _deed(voice: Voice, move: dict[str, Any]) -> str:
    """Who does what to whom."""
    action, target = move["action"], move.get("target")
    is_town = target == TOWN
    params: dict[str, str] = {"banner": voice.banner(move["banner"])}
    if target is None:
        key = f"deed.{action}" if voice.has(f"deed.{action}") else ""
    else:
        params["target"] = voice.banner(target)
        key = f"deed-town.{action}" if is_town else f"deed-at.{action}"
    if key and voice.has(key):
        return voice.text(key, **params)
    return voice.text("deed.other" if target is None else "deed-at.other", **params, action=_action(voice, action))


def _action(voice: Voice, action: str) -> str:
    return voice.subject.name("action", action)


def _answered(voice: Voice, said: str, deed: dict[str, Any], answer: dict[str, Any]) -> str:
    """How a charge was answered: by its target, or by somebody else."""
    action, who = answer["action"], "own" if answer["banner"] == deed.get("target") else "other"
    params: dict[str, str] = {"deed": said, "banner": voice.banner(answer["banner"])}
    if ANSWERS.get(action) == who:
        return voice.text(f"answer.{action}", **params)
    return voice.text("answer.other", **params, action=_action(voice, action))


def _lost(unit: NarrativeUnit) -> dict[str, int]:
    """The Lances that were lost, by Banner."""
    found: dict[str, int] = {}
    for event in unit.events:
        if event.kind in LANCES_LOST and event.amount:
            found[event.who] = found.get(event.who, 0) + event.amount
    return found


def _toll(
    voice: Voice, unit: NarrativeUnit, said: str, deed: dict[str, Any], rolls: list[dict[str, Any]], *, is_plain: bool
) -> Iterator[str]:
    """What the dice took: within the sentence where only one is hurt, else as a clause of its own."""
    lost = _lost(unit)
    target, lances = deed.get("target"), [voice.count("lances", number) for number in lost.values()]
    if not lost:
        has_orders = any(event.rule == "saladin.dice.order-face" for event in unit.events)
        yield said if has_orders else voice.text(f"nothing.{_effort(rolls, deed, is_plain=is_plain)}", deed=said)
    elif is_plain and list(lost) == [deed["banner"]]:
        key = "released" if _is_released(unit, deed["banner"]) else "own"
        yield voice.text(f"toll.{key}", deed=said, lances=lances[0])
    elif is_plain and list(lost) == [target] and target != TOWN:
        yield voice.text("toll.target", deed=said, lances=lances[0])
    else:
        yield said
        yield from _losses(voice, lost, target, is_fallen=any(event.kind == "fallen" for event in unit.events))


def _losses(voice: Voice, lost: dict[str, int], first: str | None = None, *, is_fallen: bool = False) -> Iterator[str]:
    """Who lost how much, the one named first; of a town that has fallen nothing else is told."""
    names = sorted(lost, key=lambda name: name != first)
    lances = [voice.count("lances", lost[name]) for name in names]
    if len(names) == 2:
        params: dict[str, str] = {
            "first": voice.banner(names[0]),
            "second": voice.banner(names[1]),
            "lances": lances[0],
        }
        if len(set(lances)) == 1:
            yield voice.text("toll.same", **params)
        else:
            yield voice.text("toll.two", **params, others=voice.alone("lances", lost[names[1]]))
        return
    for name, number in zip(names, lances, strict=True):
        if name != TOWN:
            yield voice.text("toll.one", banner=voice.banner(name), lances=number)
        elif not is_fallen:
            yield voice.text("toll.town", lances=number)


def _effort(rolls: list[dict[str, Any]], deed: dict[str, Any], *, is_plain: bool) -> str:
    """Of which kind a throw without losses was: by both, at somebody, or only at oneself."""
    if all(any(roll[colour] for roll in rolls) for colour in ("red", "green")):
        return "both"
    return "target" if deed.get("target") and is_plain else "own"


def _partner(subject: Subject, banner: str, unit: NarrativeUnit) -> str:
    """Whom a Banner is tied to."""
    return positions.facing(subject.game, subject.view(unit.last), banner)


# what came of it


def _consequences(voice: Voice, unit: NarrativeUnit, freeing: dict[str, Any] | None = None) -> Iterator[str]:
    """Who fell, then the Orders that it cost, then statuses; that the Banner of `freeing` came free is told already."""
    for event in unit.events:
        if event.kind in FALLS:
            boxed = event.kind == "gone" and event.rule == "saladin.hattin.husam-lulu"
            alone = event.kind == "gone" and list(_lost(unit)) == [event.who]
            key = "boxed-banner" if boxed else "gone-it" if alone else event.kind
            yield voice.text(f"then.{key}", banner=voice.banner(event.who))
    faces = {event.who: event.amount for event in unit.events if event.rule == "saladin.dice.order-face"}
    yield from _by_side(voice, "faces", faces)
    sixth = {event.who: event.amount for event in unit.events if event.rule == "saladin.lances.sixth"}
    yield from _by_side(voice, "sixth", sixth)
    for event in unit.events:
        if event.kind in ("boxed", "gained") and event.rule not in (OF_TURN_END, "saladin.lances.sixth"):
            key = "cross" if event.rule == "saladin.hattin.true-cross" else event.kind
            yield from _by_side(voice, key, {event.who: event.amount})
    for event in unit.events:
        if event.kind in STATUSES and not (freeing and _is_own_release(event, freeing["banner"])):
            yield from _status(voice, unit, event)


def _by_side(voice: Voice, key: str, orders: dict[str, int]) -> Iterator[str]:
    """What each side spends or loses for one reason, in one clause for both where there is one."""
    costs = {side: amount for side, amount in orders.items() if amount}
    if len(costs) == 2 and len(set(costs.values())) == 1:
        yield voice.text(f"then.{key}-both", orders=voice.count("orders", next(iter(costs.values()))))
        return
    if len(costs) == 2 and voice.has(f"then.{key}-two"):
        (first, amount), (second, other) = costs.items()
        params = {"first": voice.side(first), "second": voice.side(second)}
        params |= {"orders": voice.count("orders", amount), "others": voice.alone("orders", other)}
        yield voice.text(f"then.{key}-two", **params)
        return
    for side, amount in costs.items():
        yield voice.text(f"then.{key}", side=voice.side(side), orders=voice.count("orders", amount))


def _status(voice: Voice, unit: NarrativeUnit, event: Event) -> Iterator[str]:
    partner = _partner(voice.subject, event.who, unit)
    if not partner:
        return
    params = {"banner": voice.banner(event.who), "partner": voice.banner(partner)}
    deed = next(iter(moves_of_kind(voice.subject, unit, "activate")), {})
    if event.kind == "committed" and (event.who, partner) == (deed.get("banner"), deed.get("target")):
        yield voice.text("then.together")
    elif event.rule == "saladin.status.pair":
        yield voice.text("then.freed", banner=params["partner"])
    else:
        yield voice.text(f"then.{event.kind}", **params)


# everything else


def _leader(voice: Voice, unit: NarrativeUnit) -> Iterator[str]:
    move = moves_of_kind(voice.subject, unit, "lead")[0]
    action, side = move["action"], move["side"]
    params: dict[str, Any] = {"leader": voice.leader(side)}
    happened = {event.kind: event for event in unit.events}
    key, rest = f"lead.{action}", ("gained", "boxed", "restored")
    if event := next((happened[kind] for kind in rest if kind in happened), None):
        if action == "restore-lance":
            params["banner"] = voice.banner(event.who)
        elif action != "recover-order":
            params |= {"side": voice.side(event.who), "orders": voice.count("orders", event.amount)}
    elif action != "charge-bonus":
        key = f"lead-none.{action}" if voice.has(f"lead-none.{action}") else "lead-none.other"
        params |= {"line": voice.subject.name("line", action)} if key == "lead-none.other" else {}
    yield voice.text(key, **params)
    yield from _consequences(voice, _without(unit, event))


def _without(unit: NarrativeUnit, event: Event | None) -> NarrativeUnit:
    """The unit without what its sentence has told already."""
    left = [each for each in unit.events if each is not event]
    return NarrativeUnit(unit.kind, unit.moves, unit.last, unit.turn, left, unit.side)


def _opening(voice: Voice, unit: NarrativeUnit) -> Iterator[str]:
    """The initiative, and who begins."""
    subject = voice.subject
    view = subject.view(unit.last)
    starts = moves_of_kind(subject, unit, "start")
    if not starts or not view["initiative"]:
        return
    holder, first = view["initiative"], starts[-1]["first"]
    if seized := moves_of_kind(subject, unit, "seize"):
        yield voice.text("opening.seized", leader=voice.leader(seized[-1]["side"]), first=voice.side(first))
        return
    own, other = (view["orders"][side]["available"] for side in (holder, _enemy(subject, holder)))
    why = "fewer" if own < other else "tie" if own == other else "held"
    key = f"opening.{why}-{'begin' if holder == first else 'let'}"
    params = {"own": own, "other": other} if why == "fewer" else {"own": own} if why == "tie" else {}
    if holder != first:
        params["first"] = voice.side(first)
    yield voice.text(key, holder=voice.side(holder), **params)


def _enemy(subject: Subject, side: str) -> str:
    first, second = subject.game.SIDES
    return second if side == first else first


def turn_start(subject: Subject, number: int) -> str:
    """What the turn cost that a move stands in; empty if nothing."""
    voice = Voice(subject)
    clauses = list(_chaos(voice, subject.view(number)["paid"]))
    return voice.joined(clauses) if clauses else ""


def _chaos(voice: Voice, paid: dict[str, int]) -> Iterator[str]:
    """What the turn cost both sides."""
    costs = {side: amount for side, amount in paid.items() if amount}
    amounts = [voice.count("orders", amount) for amount in costs.values()]
    sides = [voice.side(side) for side in costs]
    if len(costs) == 2 and len(set(costs.values())) == 1:
        yield voice.text("chaos.both", orders=amounts[0])
    elif len(costs) == 2:
        others = voice.alone("orders", list(costs.values())[1])
        yield voice.text("chaos.two", first=sides[0], orders=amounts[0], second=sides[1], others=others)
    elif costs:
        yield voice.text("chaos.one", side=sides[0], orders=amounts[0])


def _pass(voice: Voice, unit: NarrativeUnit) -> Iterator[str]:
    """One side passes, or both; what goes out at the end of the turn, and the Chaos if the game ends in it."""
    subject = voice.subject
    sides = {move["side"] for move in moves_of_kind(subject, unit, "pass")}
    yield voice.text("pass.both") if len(sides) > 1 else voice.text("pass.one", side=voice.side(sides.pop()))
    if any(event.kind == "quenched" for event in unit.events):
        yield voice.text("then.quenched")
    if subject.game.outcome(subject.steps[unit.last].state) is not None:
        yield from _chaos(voice, subject.view(unit.last)["paid"])


def _removal(voice: Voice, unit: NarrativeUnit) -> Iterator[str]:
    move = moves_of_kind(voice.subject, unit, "remove")[0]
    said = voice.text("removal", side=voice.side(move["side"]), banner=voice.banner(move["banner"]))
    removed = [event for event in unit.events if event.kind == "removed" and event.who == move["banner"]]
    yield said if removed else voice.text("nothing.target", deed=said)
    yield from _consequences(voice, _without(unit, removed[0] if removed else None))


def _dice(voice: Voice, unit: NarrativeUnit) -> Iterator[str]:
    """Dice whose activation stands elsewhere, or nowhere."""
    yield voice.text("dice")
    yield from _losses(voice, _lost(unit))
    yield from _consequences(voice, unit)


def _answer(voice: Voice, unit: NarrativeUnit) -> Iterator[str]:
    move = moves_of_kind(voice.subject, unit, "react")[0]
    yield voice.text("answer-alone", banner=voice.banner(move["banner"]), action=_action(voice, move["action"]))
    yield from _consequences(voice, unit)


def _unread(voice: Voice, unit: NarrativeUnit) -> Iterator[str]:
    first, last = unit.moves[0], unit.moves[-1]
    yield voice.unread(first, last)


def _count(voice: Voice, _unit: NarrativeUnit) -> Iterator[str]:
    yield voice.subject.text("account.counted")


def _silent(_voice: Voice, _unit: NarrativeUnit) -> Iterator[str]:
    yield from ()


CLAUSES = {
    "activation": _activation, "leader": _leader, "opening": _opening, "pass": _pass, "removal": _removal,
    "dice": _dice, "answer": _answer, "unread": _unread, "count": _count, "result": _silent, "silent": _silent,
}  # fmt: skip


def closing(subject: Subject, by: str | None) -> str:
    """How the game ended; `by` is what the record says of an end that the players made themselves."""
    voice, outcome = Voice(subject), subject.game.outcome(subject.steps[-1].state)
    view = subject.view(len(subject.steps) - 1)
    turn = view["turn"]
    first, second = subject.game.SIDES
    if outcome is None:
        pools = [view["orders"][side] for side in (first, second)]
        left = [pool["available"] + pool["spent"] for pool in pools]
        params = {"first": voice.side(first), "orders": voice.count("orders", left[0]), "second": voice.side(second)}
        params["others"] = voice.alone("orders", left[1])
        return voice.joined([voice.text("end.open", turn=turn, **params)])
    if outcome.winner is None:
        return voice.joined([voice.ending("draw-by-players", turn=turn) if by else voice.text("end.draw", turn=turn)])
    params = {"winner": voice.side(outcome.winner), "turn": turn}
    if outcome.rule == "saladin.victory.last-order" or by == "resignation":
        params["loser"] = voice.side(_enemy(subject, outcome.winner))
    if by:
        return voice.joined([voice.ending(by, **params)])
    return voice.joined([voice.text(f"end.{outcome.rule.rpartition('.')[2]}", **params)])
