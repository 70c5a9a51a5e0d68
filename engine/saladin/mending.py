"""Putting a mistake right the cheapest way, and what can't be known after it.

The replay carries a second line in which every mistake was mended. A later violation that is none in the mended line
only follows from the mistake; so does one that rests on nothing but what a lost roll or line could have changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from engine.core.findings import Violation
from engine.core.game import at_table
from engine.core.mending import Mending
from engine.core.moves import MoveBase, Turn
from engine.saladin.candidates import candidates
from engine.saladin.judge import check
from engine.saladin.likely_dice import likely_dice
from engine.saladin.moves import Activate, Count, Lead, Pass, React, Remove, Roll, Seize, Start
from engine.saladin.omissions import omissions
from engine.saladin.resolve import resolve
from engine.saladin.rules.action import line_of, skip_owed
from engine.saladin.rules.dice import victims
from engine.saladin.state import AYYUBID, CRUSADER, NO_BANNER, NOBODY, SIDES, UNKNOWN, Pending, State, bits
from engine.saladin.table import CHARGES, Table

if TYPE_CHECKING:
    from engine.saladin.game import Saladin

CLAIMED = ("spent", "losses", "gone", "paid", "status")
PENDING = "state.pending"
GONE = ("saladin.banner.out", "saladin.action.target-alive")  # a Banner that is not in play acts, or is aimed at
ANEW = ("state.card.", "state.passed.", "state.turn")
LOST_MARKS = frozenset(f"state.{part}" for part in ("turn", "pending", "fire", "bonus", "shield_wall"))
Repair = tuple[State, frozenset[str]]  # the state after the move, and what is not known in it
NOTHING: frozenset[str] = frozenset()


def repairs(table: Table, state: State, move: MoveBase, violations: Sequence[Violation]) -> Iterator[Repair]:
    """States after a move that broke a rule, each with the mistake put right in another way, the cheapest first."""
    violation = violations[0]
    if violation.duty and PENDING in violation.reads and state.pending is not None:  # a roll is lost
        yield resolve(table, state, move).state, _lost_dice(table, state.pending)
        return
    if "unknown-target" in violation.families:  # whom it hit is lost
        lost = _lost_roll(table, tuple(range(len(table.pieces)))) | {PENDING}
        yield resolve(table, state, move).state, lost
        return
    if "no-activation" in violation.families:  # the activation that it belongs to is lost
        yield resolve(table, _passed_on(table, state, move), move).state, _lost_line(table, state.to_move)
        return
    inserted = list(_inserted(table, state, move, violation))
    for before, done in inserted:
        yield resolve(table, before, done).state, NOTHING
    if "other-turn" in violation.families and isinstance(move, (Activate, Lead, Pass)):
        lost = _lost_line(table, 1 - SIDES.index(move.side))  # a line of the other side is missing before it
        if not any(lost.isdisjoint(other.reads) for other in violations[1:]):
            yield resolve(table, _passed_on(table, state, move), move).state, lost
            return
    plain = _without_claims(move)
    if plain is not move:  # a part was stated wrongly: what was due instead
        yield resolve(table, state, plain).state, NOTHING
    if isinstance(move, Remove) or any("leader-again" in v.families for v in violations):
        yield state, NOTHING  # the Banner stayed, the leader did nothing more
    yield resolve(table, state, move).state, NOTHING
    if isinstance(move, (Activate, Lead, Pass)):
        yield _skipped(table, state), NOTHING  # the move left out, its turn used up
    yield state, NOTHING


def _inserted(table: Table, state: State, move: MoveBase, violation: Violation) -> Iterator[tuple[State, MoveBase]]:
    """What may have been left out or miswritten: a Reaction, a pass, a seizure, another target."""
    if isinstance(move, Roll) and "other-dice" in violation.families:
        for reaction in candidates(table, state):
            if isinstance(reaction, React) and not check(table, state, reaction):
                yield resolve(table, state, reaction).state, move
    elif isinstance(move, Start) and "other-holder" in violation.families and move.side is not None:
        seizure = Seize(move.side)
        if not check(table, state, seizure):
            yield resolve(table, state, seizure).state, move
    elif violation.rule == "saladin.hattin.horns-duty":  # it was made, but not written down
        moved = resolve(table, state, Lead(SIDES[CRUSADER], "horns")).state
        yield replace(moved, to_move=state.to_move), move
    elif "other-turn" in violation.families and state.to_move != NOBODY:
        missing = Pass(SIDES[state.to_move])
        if not check(table, state, missing):
            yield resolve(table, state, missing).state, move
    elif isinstance(move, Activate) and "other-target" in violation.families:
        line = line_of(table, state, table.number[move.banner], move)
        for target in bits(line.targets) if line is not None else ():
            aimed = replace(move, target=table.pieces[target])
            if not check(table, state, aimed):
                yield state, aimed


def rivals(table: Table, state: State, move: MoveBase, violations: Sequence[Violation]) -> Iterator[State]:
    """What else may have happened where dice are wrong, a Reaction was none or a Banner is gone: it shows later."""
    if isinstance(move, Roll) and any("other-dice" in v.families for v in violations) and state.pending is not None:
        for red, green in likely_dice(move, state.pending):
            meant = replace(move, red=red, green=green)
            yield resolve(table, state, meant).state
            if _without_claims(meant) is not meant:
                yield resolve(table, state, _without_claims(meant)).state
    elif isinstance(move, React):
        yield state
        yield resolve(table, state, move).state
        if state.pending is not None and state.pending.reactor != NO_BANNER:
            yield from _with_second(table, state, state.pending, move)
    elif isinstance(move, Activate) and any(v.rule in GONE for v in violations):
        skipped = _skipped(table, state)  # nothing was done, and its dice belong to it
        void = Pending(table.number[move.banner], move.action, "", NO_BANNER, UNKNOWN, UNKNOWN, is_void=True)
        yield replace(skipped, to_move=SIDES.index(move.side), pending=void)


def _with_second(table: Table, state: State, first: Pending, move: React) -> Iterator[State]:
    """A second Reaction in place of the first one, after its dice, and both with all their dice in one roll."""
    unanswered = replace(state, pending=replace(first, reactor=NO_BANNER, reaction=""))
    second = resolve(table, unanswered, move).state
    yield second
    yield replace(state, pending=replace(first, second=second.pending))
    if second.pending is not None and second.pending.red != UNKNOWN:
        red, green = first.red + second.pending.red, first.green + second.pending.green
        yield replace(second, pending=replace(second.pending, red=red, green=green))


def _without_claims(move: MoveBase) -> MoveBase:
    """The move without what it states of itself."""
    if isinstance(move, (Activate, React, Roll, Turn)):
        stated: dict[str, Any] = {field: None for field in CLAIMED if getattr(move, field, None) is not None}
        return replace(move, **stated) if stated else move
    return move


def _passed_on(table: Table, state: State, move: MoveBase) -> State:
    """The state with the turn handed over, as after a line that is missing."""
    if state.pending is not None:
        state = skip_owed(table, state).state
    side = SIDES.index(move.side) if isinstance(move, (Activate, Lead, Pass)) else state.to_move
    if isinstance(move, Roll) and state.to_move != NOBODY:
        side = 1 - state.to_move
    return replace(state, to_move=side)


def _skipped(table: Table, state: State) -> State:
    """The state with the move left out, but its turn used up."""
    if state.pending is not None:
        state = skip_owed(table, state).state
    side = state.to_move
    return state if side == NOBODY or state.passed >> (1 - side) & 1 else replace(state, to_move=1 - side)


def _lost_dice(table: Table, pending: Pending) -> frozenset[str]:
    """The dice that are due: what a colour of which none are due would have hit is known."""
    hit = victims(table, pending)
    is_either = pending.action in CHARGES or pending.reactor != NO_BANNER or not table.is_sure
    due = [is_either or number > 0 for number in (pending.red, pending.green)]
    sides = [side for side in (AYYUBID, CRUSADER) if due[side] or hit[AYYUBID] == table.town]
    return _lost_roll(table, tuple(n for side, n in enumerate(hit) if due[side]), sides)


def _lost_roll(table: Table, hit: tuple[int, ...], sides: Sequence[int] = (AYYUBID, CRUSADER)) -> frozenset[str]:
    """Dice that nobody wrote down: Lances, lives and statuses of those they fell on, tracks and pools of sides."""
    keys = {key for n in hit if n != NO_BANNER for key in _life(table, n)}
    return frozenset(keys | {f"state.{part}.{SIDES[side]}" for part in ("track", "pool") for side in sides})


def _life(table: Table, banner: int) -> set[str]:
    """Lances and life of a Banner, and what follows from its end: its status and that of whoever faces it."""
    name = table.pieces[banner]
    keys = {f"state.{part}.{name}" for part in ("lances", "out", "status")}
    if banner < len(table.banners):
        others = {face.partner[banner] for face in table.faces} - {NO_BANNER}
        keys |= {f"state.status.{table.pieces[other]}" for other in others}
    return keys


def lost_line(table: Table, state: State) -> frozenset[str]:
    """What a line that could not be read may have changed."""
    return _lost_line(table, state.to_move)


def _lost_line(table: Table, side: int) -> frozenset[str]:
    """An activation that nobody wrote down: any card of that side, its turn, and whatever its dice did."""
    keys = set(_lost_roll(table, tuple(range(len(table.pieces))))) | LOST_MARKS
    if side != NOBODY:
        keys |= {f"state.card.{table.pieces[n]}" for n in bits(table.own[side])}
        keys.add(f"state.card.leader.{table.leaders[side]}")
    return frozenset(keys)


def _hazy(table: Table, move: MoveBase) -> set[str]:
    """What is not known after a move of which it is not known whether it was made."""
    if isinstance(move, Pass):  # nor whether the turn ended with it, and all cards were Deployed again
        cards = {f"state.card.{name}" for name in table.banners} | {f"state.card.leader.{n}" for n in table.leaders}
        return cards | {"state.turn", *(f"state.passed.{side}" for side in SIDES)}
    if isinstance(move, Start) and move.side is not None:  # perhaps the initiative was seized
        return {f"state.card.leader.{table.leaders[SIDES.index(move.side)]}"}
    if isinstance(move, Lead) and move.action == "horns":
        return {"state.horns"}
    return set()


def spread(table: Table, unknown: frozenset[str], move: MoveBase, *, is_hazy: bool) -> frozenset[str]:
    """Unknown parts make others unknown (a Lance restored from an unknown track); a count settles what it counts."""
    if is_hazy:
        unknown |= _hazy(table, move)
    elif isinstance(move, Turn):  # cards, passes and whose turn it is begin anew
        return frozenset(key for key in unknown if not key.startswith(ANEW))
    if isinstance(move, Lead) and move.action == "restore-lance" and f"state.track.{move.side}" in unknown:
        return unknown | _life(table, table.number[move.banner]) if move.banner in table.number else unknown
    if isinstance(move, Count):
        settled = {f"state.pool.{side}" for side, pool in (move.orders or {}).items() if pool.available is not None}
        settled |= {f"state.track.{side}" for side in move.losses or ()}
        settled |= {f"state.lances.{name}" for name, part in (move.banners or {}).items() if part.lances is not None}
        return unknown - settled
    return unknown


class SaladinMending(Mending[State]):
    """How a mistake is put right at one table."""

    repairs = at_table(repairs)
    rivals = at_table(rivals)
    lost_line = at_table(lost_line)
    spread = at_table(spread)
    omissions = at_table(omissions)

    def __init__(self, game: Saladin) -> None:
        super().__init__(game)
        self.table = game.table
