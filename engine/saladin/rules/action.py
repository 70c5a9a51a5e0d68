"""A Banner's activation: the line, its cost, its target, its effects up to the dice."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.events import Event, Step
from engine.core.findings import Verdict, Violation, broken
from engine.saladin.moves import Activate, React
from engine.saladin.rules import arsuf, hattin
from engine.saladin.rules.activation import check_turn_order, not_own_banner
from engine.saladin.rules.banner import banner_out
from engine.saladin.rules.cost import check_cost
from engine.saladin.rules.reinforce import check_receiver
from engine.saladin.state import (
    AYYUBID,
    CRUSADER,
    NEXT_SIDE,
    NO_BANNER,
    SIDES,
    UNKNOWN,
    Pending,
    State,
    bits,
    pay,
)
from engine.saladin.table import ACTIONS, GIVES_LANCE, SHOOTS_TOWN, Line, Table
from engine.saladin.vocabulary import misread
from engine.saladin.working_pieces import WorkingPieces

STATUSES = ("uncommitted", "committed")


def line_of(table: Table, state: State, banner: int, move: Activate) -> Line | None:
    """The line that the move names: of the status stated, else of the Banner's own, else the only one there is."""
    pair = table.faces[state.horns].lines[banner].get(move.action)
    if pair is None:
        return None
    line = pair[state.committed >> banner & 1 if move.status is None else move.status == "committed"]
    if line.town is not None and target_of(table, state, banner, line, move) == table.town:
        return line.town
    return line


def target_of(table: Table, state: State, banner: int, line: Line, move: Activate) -> int:
    """Whom the move names; where it names nobody the only one that can be chosen, if there is exactly one."""
    if move.target is not None:
        return table.index.get(move.target, NO_BANNER)
    possible = _choosable(table, state, banner, line) if line.aims else ()
    return possible[0] if len(possible) == 1 else NO_BANNER


def not_on_card(table: Table, state: State, move: Activate | React, *reads: str) -> Violation:
    """The card of the Banner has no such Action."""
    listed = next(iter(table.faces[state.horns].by_name[table.number[move.banner]].values()))
    return broken(
        "saladin.action.on-card", banner=move.banner, action=move.action, reads=(f"{listed.key}.cost", *reads)
    )


def wrong_status(move: Activate | React, is_committed: bool, *reads: str) -> Violation:
    """The Banner's status is not that of the line, or not the one that was written."""
    return broken(
        "saladin.action.status",
        banner=move.banner,
        action=move.action,
        status=STATUSES[is_committed],
        reads=(*reads, f"state.status.{move.banner}"),
        families=("other-status",),
    )


def check_stated_status(before: State, move: Activate, banner: int, line: Line) -> tuple[Violation, ...]:
    """The status that a record gives the Banner is its own."""
    is_committed = bool(before.committed >> banner & 1)
    if move.status == STATUSES[is_committed] or line.committed != is_committed:
        return ()
    return (replace(wrong_status(move, is_committed), part="/status"),)


def check_activate(table: Table, state: State, move: Activate) -> list[Violation]:
    """Whose turn it is, the Banner, the line, the cost and the target."""
    try:
        banner = table.number[move.banner]
    except KeyError:
        return misread(table, move)
    bit = 1 << banner
    side = table.side_of[banner]
    if SIDES[side] != move.side:
        return [not_own_banner(move)]
    found: list[Violation] = []
    reads: tuple[str, ...]
    if (
        state.to_move != side
        or state.phase != "activation"
        or (side == CRUSADER and state.available[1] + state.spent[1] < table.horns_below)
    ):
        found = check_turn_order(table, state, move)
    if state.out & bit:
        return [*found, banner_out(move.banner)]
    line = line_of(table, state, banner, move)
    if line is None:
        if move.action not in ACTIONS:
            return misread(table, move)
        return [*found, not_on_card(table, state, move, *(("state.horns",) if table.horns >= 0 else ()))]
    if line.is_reaction:
        return [*found, broken("saladin.action.reaction-only", banner=move.banner, action=move.action)]
    if state.committed & bit != line.status_bit:
        found.append(wrong_status(move, not line.committed, f"{line.key}.status"))
    is_ordered = state.ordered & bit
    if is_ordered and not line.back:
        reads = (f"{line.key}.back", f"state.card.{move.banner}")
        found.append(broken("saladin.action.back", banner=move.banner, action=move.action, reads=reads))
    available = state.available[side]
    cost = line.costs[state.lances[banner]]
    if cost > available or (is_ordered and not available):
        check_cost(table, state, move, banner, line, cost, found)
    if move.target is None:
        if line.aims:
            _check_no_target(table, state, move, banner, line, found)
    elif (target := table.index.get(move.target)) is None:
        return misread(table, move)
    elif not line.aims:
        found.append(_needless_target(move, line, side))
    elif line.is_choosy or not line.targets & ~state.out & 1 << target:
        _check_target(table, state, move, banner, line, target, found)
    if line.is_fire:
        found += hattin.check_fire(state, move, line)
    return found


def _needless_target(move: Activate, line: Line, side: int) -> Violation:
    dice = "green" if side == AYYUBID else "red"
    return broken(
        "saladin.action.target-none",
        banner=move.banner,
        action=move.action,
        target=move.target,
        reads=(f"{line.key}.{dice}",),
        families=("other-target",),
    )


def possible_targets(table: Table, state: State, line: Line) -> list[int]:
    """The targets of a line that can be chosen now."""
    found = bits(line.targets & ~state.out)
    if line.action == GIVES_LANCE:
        return [n for n in found if state.lances[n] < table.lances[n]]
    return [n for n in found if not (line.spares_committed and state.committed >> n & 1)]


def _choosable(table: Table, state: State, banner: int, line: Line) -> list[int]:
    """The same, and the town if its line of the same name can be paid."""
    found = possible_targets(table, state, line)
    if line.town is not None and line.town.costs[state.lances[banner]] <= state.available[table.side_of[banner]]:
        found += possible_targets(table, state, line.town)
    return found


def _check_no_target(
    table: Table, state: State, move: Activate, banner: int, line: Line, found: list[Violation]
) -> None:
    """A target is a must, to be said where there is a choice.

    Without any, a free line is used up without effect (AMB-13), and a paid one can't be chosen.
    """
    possible = _choosable(table, state, banner, line)
    if len(possible) == 1 or (not possible and not line.cost):
        return
    verdict: Verdict = "omitted" if possible else "illegal"
    found.append(
        broken(
            "saladin.action.target",
            verdict,
            banner=move.banner,
            action=move.action,
            reads=_no_target_reads(table, state, banner, line, possible),
            rulings=() if possible else ("AMB-25",),
            families=("unknown-target",),
        )
    )


def _no_target_reads(table: Table, state: State, banner: int, line: Line, possible: list[int]) -> tuple[str, ...]:
    """What it rests on that a target is a must."""
    named = [table.pieces[n] for n in possible or bits(line.targets)]
    reads = _surest_reads(table, state, banner, line, named) if possible else [f"state.out.{name}" for name in named]
    if not line.is_charge and line.action != GIVES_LANCE:
        reads.append(f"{line.key}.{'green' if table.side_of[banner] == AYYUBID else 'red'}")
    return tuple(reads)


def _surest_reads(table: Table, state: State, banner: int, line: Line, targets: list[str]) -> list[str]:
    """The surest statements that a Banner has two of these targets to choose from."""
    if line.action == GIVES_LANCE:  # it names its receivers itself
        return [f"state.{part}.{name}" for name in targets[:2] for part in ("out", "lances")]
    keys = [key for key in table.target_keys(banner, horns=state.horns)[1:] if key.rpartition(".")[2] in targets]
    two = sorted(keys, key=table.standing)[:2]
    names = [key.rpartition(".")[2] for key in two]
    parts = ("out", "status") if line.spares_committed else ("out",)
    return [*two, *(f"state.{part}.{name}" for name in names for part in parts)]


def _target_reads(table: Table, state: State, banner: int, line: Line, target: int) -> tuple[str, ...]:
    """What speaks against a target that is not on the list of a line."""
    if line.action == GIVES_LANCE:
        return (f"{line.key}.to",)
    if table.side_of[target] == table.side_of[banner] or table.town == target or line.action == SHOOTS_TOWN:
        return ()  # its own side, the town with any other line, that line with any other target: the rules say so
    name = table.pieces[target]
    at = f"banners.{name}.horns" if table.faces[state.horns].cards[target] != name else f"banners.{name}"
    hit_by = table.facts.get(f"{at}.hit_by")
    if hit_by is not None and hit_by.value.get(table.pieces[banner]) not in ("both", STATUSES[line.committed]):
        return (f"{at}.hit_by",)
    return table.target_keys(banner, horns=state.horns)


def _check_target(
    table: Table, state: State, move: Activate, banner: int, line: Line, target: int, found: list[Violation]
) -> None:
    """The target is on the list of the line, in play, and not one that the line spares."""
    bit = 1 << target
    if not line.targets & bit:
        reads = _target_reads(table, state, banner, line, target)
        found.append(
            broken(
                "saladin.action.target-listed",
                banner=move.banner,
                action=move.action,
                target=move.target,
                reads=reads,
                families=("other-target",),
            )
        )
        return
    if line.action == GIVES_LANCE:
        found += check_receiver(table, state, move, target)
    elif state.out & bit:
        found.append(
            broken(
                "saladin.action.target-alive",
                "impossible",
                banner=move.banner,
                target=move.target,
                reads=(f"state.out.{move.target}",),
                families=("other-target", "in-play"),
            )
        )
    elif line.spares_committed and state.committed & bit:
        found.append(
            broken(
                "saladin.action.committed-target",
                banner=move.banner,
                action=move.action,
                target=move.target,
                reads=(f"{line.key}.unless_committed", f"state.status.{move.target}"),
                rulings=("AMB-52",),
                families=("other-target", "other-status"),
            )
        )


def dice_due(table: Table, state: State, banner: int, line: Line, target: int) -> tuple[int, int]:
    """Red and green dice of a line: printed, less one behind a Shield wall, more with Richard's bonus."""
    red, green = line.red, line.green
    if target == NO_BANNER and line.aims and not possible_targets(table, state, line):
        return 0, 0  # AMB-13: there is nobody to aim at
    if state.shield_wall and green and target == table.shielded and table.side_of[banner] == AYYUBID:
        green -= 1
    if state.bonus and arsuf.takes_bonus(table, banner, line):
        red += table.bonus_die
    return red, green


def resolve_activate(table: Table, state: State, move: Activate) -> Step[State]:
    """Pay, do what the line says, and leave the dice (and the answer to a charge) open, or skip_owed."""
    try:
        banner = table.number[move.banner]
        target = NO_BANNER if move.target is None else table.index[move.target]
    except KeyError:  # a name that the battle doesn't have
        return Step(state)
    side = table.side_of[banner]
    if SIDES[side] != move.side and state.to_move != side:
        side = 1 - side  # of a side written wrongly or an enemy's Banner: it was the activation of whose turn it is
    line = line_of(table, state, banner, move)
    if line is None or line.is_reaction or state.out >> banner & 1:
        return _unlisted(table, state, banner, target, side, move)
    if target == NO_BANNER and line.aims:
        target = target_of(table, state, banner, line, move)
    due = line.costs[state.lances[banner]]
    cost = due if move.spent is None else move.spent
    available, spent = state.available, state.spent
    events: tuple[Event, ...] = ()
    if cost or due:
        available, spent, paid = pay(available, spent, side, cost)
        events = (Event("spent", "saladin.cost.paid", SIDES[side], paid, due),)
    if line.action == "sacrifice":
        events, available, spent = arsuf.sacrifice(events, available, spent)
    red, green = line.red, line.green
    if state.shield_wall or state.bonus or (line.aims and target == NO_BANNER):
        red, green = dice_due(table, state, banner, line, target)
    if red or green or (target != NO_BANNER if line.is_charge else line.is_dice_unsure):
        pending = Pending(banner, line.action, line.name, target, red, green, line.change)
        bonus = state.bonus and not arsuf.takes_bonus(table, banner, line)
        after = replace(
            state,
            available=available,
            spent=spent,
            phase="activation",
            to_move=side,
            idle=0,
            pending=pending,
            bonus=bonus,
        )
        return Step(after, events)
    state = replace(state, available=available, spent=spent, phase="activation", to_move=side, idle=0)
    return _without_dice(table, state, banner, line, target, events)


def _unlisted(table: Table, state: State, banner: int, target: int, side: int, move: Activate) -> Step[State]:
    """A line or a Banner that isn't there: what was said to be paid is paid, and whatever is rolled next counts."""
    pieces = WorkingPieces(table, state)
    if move.spent:
        pieces.spend(side, move.spent, "saladin.cost.paid", 0)
    pending = Pending(banner, move.action, "", target, UNKNOWN, UNKNOWN)
    pieces.changes |= {"phase": "activation", "idle": 0}
    return pieces.settle(side, pending)


def _without_dice(
    table: Table, state: State, banner: int, line: Line, target: int, events: tuple[Event, ...]
) -> Step[State]:
    """Lines that need no dice: what they do by themselves, then status, flip and the other side."""
    pieces = WorkingPieces(table, state)
    pieces.events = events
    action = line.action
    if action == GIVES_LANCE and target != NO_BANNER:
        if not state.out >> target & 1 and state.lances[target] < table.lances[target]:
            pieces.give_lance(banner, target)
    elif action == "shield-wall":
        pieces.changes["shield_wall"] = True
    elif line.is_fire:
        hattin.burn(table, pieces, action)
    return close(pieces, banner, 0 if line.is_charge else line.change)  # AMB-13: there was nobody to charge


def skip_owed(table: Table, state: State) -> Step[State]:
    """Close a pending activation without dice: nothing was rolled, the rest of it stands."""
    assert state.pending is not None
    if state.pending.is_void:
        return Step(replace(state, to_move=NEXT_SIDE[state.passed][state.to_move], pending=None))
    return close(WorkingPieces(table, state), state.pending.banner, state.pending.change)


def close(pieces: WorkingPieces, banner: int, change: int = 0) -> Step[State]:
    """Status (unless a Reaction cancelled the line), the card of the Banner Ordered, and the other side's turn."""
    if change:
        pieces.change_status(banner, change)
    state = pieces.state
    pieces.ordered = state.ordered | 1 << banner & ~state.out
    return pieces.settle(NEXT_SIDE[state.passed][state.to_move])


def hand_over(state: State, banner: int) -> Step[State]:
    """The same where no piece has moved and no status changes, as after most rolls."""
    ordered = state.ordered | 1 << banner & ~state.out
    return Step(replace(state, to_move=NEXT_SIDE[state.passed][state.to_move], pending=None, ordered=ordered))
