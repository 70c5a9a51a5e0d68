"""Combat dice: red fall on the Ayyubid Banner, green on the Crusader one, both at once."""

from __future__ import annotations

from itertools import product

from msgspec.structs import replace

from engine.core.duties import Duty
from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.saladin.moves import Roll
from engine.saladin.rules.action import close, hand_over, skip_owed
from engine.saladin.rules.arsuf import takes_bonus
from engine.saladin.rules.reaction import FEINT_LANCES
from engine.saladin.state import AYYUBID, CRUSADER, NO_BANNER, UNKNOWN, Pending, State
from engine.saladin.table import Table
from engine.saladin.working_pieces import WorkingPieces

FACES = ("0", "0", "1", "1", "2", "order")  # the six sides of a die (saladin.dice.faces)
ANSWERS = frozenset({"roll", "react"})  # what a pending activation waits for


def tally(faces: tuple[str, ...]) -> tuple[int, int]:
    """(Lances, Orders) that the faces take."""
    return faces.count("1") + 2 * faces.count("2"), faces.count("order")


# every throw of up to three dice, the number of one colour in the box
TALLY = {faces: tally(faces) for n in range(1, 4) for faces in product(dict.fromkeys(FACES), repeat=n)}
TAKES_NOTHING = frozenset({(), *(faces for faces, taken in TALLY.items() if taken == (0, 0))})


def dice_keys(table: Table, state: State, pending: Pending) -> tuple[str, ...]:
    """What the number of dice rests on: the line, and whatever may add a die or take one away."""
    banner, name = pending.banner, pending.line
    if pending.reactor != NO_BANNER:
        banner, name = pending.reactor, pending.reaction
    line = table.faces[state.horns].by_name[banner].get(name)
    if line is None:
        return ()
    keys = [f"{line.key}.red", f"{line.key}.green", f"state.status.{table.pieces[banner]}"]
    if takes_bonus(table, banner, line):
        keys.append("state.bonus")
    if pending.red > line.red:
        keys += ["leaders.crusader.die", "leaders.crusader.for"]
    if pending.target == table.shielded:
        keys.append("state.shield_wall")
    return tuple(keys)


def roller(table: Table, pending: Pending) -> tuple[str, str]:
    """Whose dice are due, and for which Action: those of a Reaction, where there is one."""
    if pending.reactor != NO_BANNER:
        return table.pieces[pending.reactor], pending.reaction
    return table.pieces[pending.banner], pending.action


def owed_dice(table: Table, state: State, pending: Pending) -> tuple[Duty, ...]:
    """The dice that a pending activation still waits for; a Reaction comes before them."""
    if pending.red <= 0 and pending.green <= 0:
        return ()
    banner, action = roller(table, pending)
    return (
        Duty(
            "saladin.dice.due",
            "dice",
            answers=ANSWERS,
            params={
                "banner": banner,
                "action": action,
                "red": pending.red,
                "green": pending.green,
            },
            reads=(*dice_keys(table, state, pending), "state.pending"),
            is_owed_at_end=True,
        ),
    )


def dice_shown(table: Table, pending: Pending, key: str, before: int, now: int) -> Violation:
    """A line that no printed value gives rolled another number of dice before, in the same record."""
    banner, action = roller(table, pending)
    return broken("saladin.dice.shown", "doubtful", banner=banner, action=action, before=before, now=now, reads=(key,))


def check_roll(table: Table, state: State, move: Roll) -> list[Violation]:
    """As many dice of each colour as are due; where none are, it may be said that none were rolled."""
    pending = state.pending
    red, green = len(move.red), len(move.green)
    if pending is None:
        if not red and not green:
            return []
        return [broken("saladin.dice.none", "impossible", reads=("state.pending",), families=("no-activation",))]
    if (red == pending.red and green == pending.green) or pending.red == UNKNOWN:
        return []
    banner, action = roller(table, pending)
    keys = dice_keys(table, state, pending)
    return [
        broken(
            "saladin.dice.count",
            "impossible",
            banner=banner,
            action=action,
            red=pending.red,
            green=pending.green,
            rolled_red=red,
            rolled_green=green,
            reads=keys,
            rulings=_number_rulings(state, keys),
            families=("other-dice",),
        )
    ]


def _number_rulings(state: State, keys: tuple[str, ...]) -> tuple[str, ...]:
    """Those that the number of dice rests on."""
    if "leaders.crusader.die" in keys or state.bonus:
        return ("AMB-27", "AMB-28")
    return ("AMB-35",) if state.shield_wall else ()


def victims(table: Table, pending: Pending) -> tuple[int, int]:
    """On whom the red and the green dice fall: the Ayyubid and the Crusader Banner of the two concerned."""
    actor, other = pending.banner, pending.target
    if pending.reactor != NO_BANNER:
        actor, other = pending.reactor, pending.banner
    return (actor, other) if table.side_of[actor] == AYYUBID else (other, actor)


def resolve_roll(table: Table, state: State, move: Roll) -> Step[State]:
    """Lances and Orders go on both sides at once; then status, flip, and the other side's turn."""
    pending = state.pending
    if pending is None:
        return Step(state)
    if pending.is_void:
        return skip_owed(table, state)
    if pending.second is not None:
        step = resolve_roll(table, replace(state, pending=replace(pending, second=None)), move)
        return Step(replace(step.state, to_move=state.to_move, pending=pending.second), step.events)
    is_plain = not (pending.change or pending.reaction or move.losses or move.gone)
    if is_plain and move.red in TAKES_NOTHING and move.green in TAKES_NOTHING:
        return hand_over(state, pending.banner)
    on_ayyubids, on_crusaders = victims(table, pending)
    pieces = WorkingPieces(table, state)
    if move.gone is not None and not table.is_sure:
        pieces.spared = _spared(table, move.gone)
    if move.red or move.losses:
        _fall(pieces, AYYUBID, on_ayyubids, move.red, move)
    if move.green or (move.losses and pending.reaction != "feint"):  # Lances that Feint takes need no die
        _fall(pieces, CRUSADER, on_crusaders, move.green, move)
    if pending.reaction == "feint":
        stated = None if move.losses is None else move.losses.get(table.pieces[pending.banner], 0)
        pieces.discard_lances(pending.banner, FEINT_LANCES, "saladin.hattin.feint", stated)
    if move.gone and not table.is_sure:
        _take_stated(pieces, move.gone)
    return close(pieces, pending.banner, pending.change)


def _take_stated(pieces: WorkingPieces, gone: tuple[str, ...]) -> None:
    """Those of whom the record says that they are gone, if they lost a Lance in this roll."""
    hurt = {event.who for event in pieces.events if event.kind in ("lost", "discarded") and event.amount}
    for name in hurt.intersection(gone, pieces.table.banners):
        pieces.set_lances(pieces.table.index[name], 0)
        pieces.take_off(pieces.table.index[name])


def _spared(table: Table, gone: tuple[str, ...]) -> int:
    """Everyone but those that the record says are gone: nobody else left play, whatever we assume of their Lances."""
    return (1 << len(table.banners)) - 1 & ~sum(1 << table.index[name] for name in set(gone) & set(table.banners))


def _fall(pieces: WorkingPieces, side: int, victim: int, faces: tuple[str, ...], move: Roll) -> None:
    """One colour: Lances of the Banner it falls on (none beyond the last, AMB-30), Orders of its side."""
    hits, orders = TALLY.get(faces) or tally(faces)
    if (hits or move.losses) and victim != NO_BANNER and not pieces.state.out >> victim & 1:
        stated = None if move.losses is None else move.losses.get(pieces.table.pieces[victim], 0)
        if hits or stated:
            pieces.lose(victim, hits, stated)
    if orders and (available := pieces.available[side]):  # saladin.dice.order-face: an empty pool gives nothing
        pieces.spend(side, min(orders, available), "saladin.dice.order-face")
