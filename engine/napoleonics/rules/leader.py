"""Leaders: their dice when a unit loses blocks, their retreat without it, and their escape (napoleonics.leader)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.duties import Duty
from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.core.moves import move_names
from engine.napoleonics.board import BACK, NAME, NUMBER, Hex
from engine.napoleonics.dice_count import dice_reads, escape_terms, fight_dice, roller_hex
from engine.napoleonics.moves import CheckLeader, LeaderRetreat, Roll
from engine.napoleonics.rules.combat import next_stage
from engine.napoleonics.rulings_behind import rulings_behind_dice, rulings_behind_quarry
from engine.napoleonics.state import ANSWER, CHECK, DICE, ESCAPE, LEADER, NOBODY, SIDES, Fight, State
from engine.napoleonics.state_keys import FIGHT, units_at
from engine.napoleonics.table import Table
from engine.napoleonics.working_pieces import WorkingPieces

OFF = "off"
CHECKING = frozenset({CheckLeader})  # what answers each duty of this chapter
RETREATING = frozenset({LeaderRetreat})
ESCAPING = frozenset({Roll})
EDGE: Hex = -2  # over the own edge
Way = tuple[Hex, ...]  # the hexes that he enters


def check_dice(fight: Fight) -> int:
    """Two dice for a leader whose unit stands, one if it is gone."""
    return 1 if fight.lost != NOBODY else 2


def owed_check(_table: Table, state: State) -> Duty | None:
    """The dice of a leader whose unit has lost blocks."""
    fight = state.fight
    if fight is None or fight.stage != CHECK:
        return None
    name = NAME[state.chiefs[fight.testing]]
    params, reads = {"leader": name, "dice": check_dice(fight)}, (FIGHT, *units_at(name))
    return Duty("napoleonics.leader.check-due", "dice", move_names(CHECKING), params, reads, is_owed_at_end=True)


def owed_leader_retreat(table: Table, state: State) -> Duty | None:
    """The retreat of a leader who has lost his unit, where he has a choice."""
    fight = state.fight
    if fight is None or fight.stage != LEADER:
        return None
    name, side = NAME[state.chiefs[fight.lost]], SIDES[table.chief_side[fight.lost]]
    reads, rulings = (FIGHT, *units_at(name)), retreat_rulings(table, state, fight)
    return Duty(
        "napoleonics.leader.retreat-due", side, move_names(RETREATING), {"leader": name}, reads, rulings,
        is_owed_at_end=True,
    )  # fmt: skip


def owed_escape(table: Table, state: State) -> Duty | None:
    """The dice of an enemy past whom a leader flees."""
    fight = state.fight
    if fight is None or fight.stage not in (ANSWER, DICE) or not fight.way or not fight_dice(table, state, fight):
        return None
    params = {"leader": NAME[state.chiefs[fight.lost]], "hex": NAME[roller_hex(fight)]}
    reads = (*dice_reads(table, state, fight), FIGHT, *units_at(*params.values()))
    rulings = rulings_behind_dice(table, state, fight)
    return Duty(
        "napoleonics.leader.escape-due", "dice", move_names(ESCAPING), params, reads, rulings, is_owed_at_end=True
    )  # fmt: skip


def check_check(_table: Table, state: State, move: CheckLeader) -> list[Violation]:
    """His dice are due, and as many as were rolled."""
    fight = state.fight
    if fight is None or fight.stage != CHECK:
        return [broken("napoleonics.leader.check-none", "impossible", reads=(FIGHT,))]
    due = check_dice(fight)
    if len(move.faces) == due:
        return []
    rolled = len(move.faces)
    return [broken("napoleonics.leader.check-dice", "impossible", due=due, rolled=rolled, reads=(FIGHT,))]


def resolve_check(table: Table, state: State, move: CheckLeader) -> Step[State]:
    """Eliminated if every die is a saber; else he stays with his unit, or has to go without it."""
    fight = state.fight
    if fight is None or fight.stage != CHECK:
        return Step(state)
    pieces = WorkingPieces(table, state)
    chief = fight.testing
    fight = replace(fight, testing=NOBODY, checked=fight.checked | 1 << chief)
    if move.faces and all(face == "saber" for face in move.faces):
        pieces.take_chief(chief, "napoleonics.leader.check-due", is_eliminated=True)
        fight = replace(fight, lost=NOBODY)
    return pieces.settle(fight=next_stage(table, pieces, fight))


def ways(table: Table, state: State, chief: int) -> dict[Hex, Way]:
    """Where a leader can retreat to, and a way there with the fewest enemies on it; EDGE is over his own edge.

    Each step goes one row nearer his own edge, and leaving the board is one. He may pass everybody.
    """
    return _reach(table, state, chief)[0]


def lost_ways(table: Table, state: State, chief: int) -> dict[Hex, Way]:
    """Hexes of enemies in which the last step of his escape can end, and a way there: it is the end of him."""
    return _reach(table, state, chief)[1]


def _reach(table: Table, state: State, chief: int) -> tuple[dict[Hex, Way], dict[Hex, Way]]:
    """Where he may stop, and where his last step still ends among enemies (napoleonics.leader.escape)."""
    side, start = table.chief_side[chief], state.chiefs[chief]
    back = BACK[table.seat[side]]
    enemies = state.units[1 - side]
    full = enemies | state.leaders[0] | state.leaders[1]
    found: dict[Hex, tuple[int, Way]] = {}
    edge: dict[Hex, tuple[int, Way]] = {start: (0, ())}
    for _ in range(table.leader_retreat):
        beyond: dict[Hex, tuple[int, Way]] = {}
        for hex_, (met, way) in edge.items():
            if not back[hex_]:
                _keep(found, EDGE, (met, way))
                continue
            for after in back[hex_]:
                if not table.barred_chief >> after & 1:
                    _keep(beyond, after, (met + (enemies >> after & 1), (*way, after)))
        for hex_, reached in beyond.items():
            if not full >> hex_ & 1:
                _keep(found, hex_, reached)
        edge = beyond
    lost = {hex_: way for hex_, (_, way) in edge.items() if enemies >> hex_ & 1}
    return {hex_: way for hex_, (_, way) in found.items()}, lost


def _keep(found: dict[Hex, tuple[int, Way]], hex_: Hex, reached: tuple[int, Way]) -> None:
    if hex_ not in found or reached[0] < found[hex_][0]:
        found[hex_] = reached


def written_way(table: Table, state: State, chief: int, move: LeaderRetreat) -> Way | None:
    """The way that is written, or one with the fewest enemies; None if he can't go there."""
    end = EDGE if move.to == OFF else NUMBER[move.to]
    via = tuple(NUMBER[name] for name in move.via)
    if not via:
        found, lost = _reach(table, state, chief)
        return found[end] if end in found else lost.get(end)
    side, here = table.chief_side[chief], state.chiefs[chief]
    back = BACK[table.seat[side]]
    steps = (*via, end) if end != EDGE else via
    for step in steps:
        if step not in back[here] or table.barred_chief >> step & 1:
            return None
        here = step
    if end == EDGE:
        return via if not back[here] and len(via) < table.leader_retreat else None
    if state.units[1 - side] >> end & 1:  # he may go on no longer, and is lost among them
        return steps if len(steps) == table.leader_retreat else None
    full = state.leaders[0] | state.leaders[1]
    return steps if len(steps) <= table.leader_retreat and not full >> end & 1 else None


def check_leader_retreat(table: Table, state: State, move: LeaderRetreat) -> list[Violation]:
    """One to three hexes toward his own edge, to a hex where he may end."""
    fight = state.fight
    for name in (*move.via, *(() if move.to == OFF else (move.to,))):
        NUMBER[name]
    if fight is None or fight.stage != LEADER:
        return [broken("napoleonics.leader.retreat-none", "impossible", reads=(FIGHT,))]
    if written_way(table, state, fight.lost, move) is not None:
        return []
    name = NAME[state.chiefs[fight.lost]]
    reads, rulings = (*units_at(name, move.to), FIGHT), retreat_rulings(table, state, fight)
    return [broken("napoleonics.leader.retreat-way", leader=name, to=move.to, reads=reads, rulings=rulings)]


def retreat_rulings(table: Table, state: State, fight: Fight) -> tuple[str, ...]:
    """The rulings behind the ways of a leader."""
    side = table.chief_side[fight.lost]
    return rulings_behind_quarry(table, side, state.chiefs[fight.lost], table.leader_retreat)


def resolve_leader_retreat(table: Table, state: State, move: LeaderRetreat) -> Step[State]:
    """He goes there, past the dice of every enemy on his way."""
    fight = state.fight
    if fight is None or fight.stage != LEADER:
        return Step(state)
    chief = fight.lost
    way = written_way(table, state, chief, move)
    if way is None:
        end = EDGE if move.to == OFF else NUMBER[move.to]
        if end != EDGE and (state.led[end] or state.units[1 - table.chief_side[chief]] >> end & 1):
            return go_to(table, state, fight, (state.chiefs[chief],))
        way = () if end == EDGE else (end,)
    if move.to == OFF:
        way = (*way, EDGE)
    return go_to(table, state, fight, way)


def go_to(table: Table, state: State, fight: Fight, way: Way) -> Step[State]:
    """Along his way to the next enemy, whose dice are due; or to its end, which is his own if it is among enemies."""
    side = table.chief_side[fight.lost]
    for number, hex_ in enumerate(way):
        if hex_ == EDGE:
            break
        if state.units[1 - side] >> hex_ & 1:
            if number == len(way) - 1:
                return fall(table, state, fight, "napoleonics.leader.escape")
            met = _meets(fight, way[number:])
            if sum(term.amount for term in escape_terms(table, state, met)):
                return Step(replace(state, fight=met))
    pieces = WorkingPieces(table, state)
    if way and way[-1] == EDGE:
        pieces.take_chief(fight.lost, "napoleonics.leader.off", is_eliminated=False)
    elif way:
        pieces.put_chief(fight.lost, way[-1])
        pieces.say("retreated", "napoleonics.leader.retreat", NAME[way[-1]])
    return _arrived(table, pieces, fight)


def _meets(fight: Fight, way: Way) -> Fight:
    return replace(fight, stage=DICE, way=way, what=ESCAPE, before=fight.what if fight.what != ESCAPE else fight.before)


def _arrived(table: Table, pieces: WorkingPieces, fight: Fight) -> Step[State]:
    what = fight.before if fight.what == ESCAPE else fight.what
    fight = replace(fight, lost=NOBODY, way=(), what=what)
    return pieces.settle(fight=next_stage(table, pieces, fight))


def fall(table: Table, state: State, fight: Fight, rule: str) -> Step[State]:
    """A leader with nowhere to go, or caught on his way: a banner."""
    pieces = WorkingPieces(table, state)
    pieces.take_chief(fight.lost, rule, is_eliminated=True)
    return _arrived(table, pieces, fight)


def only_way(table: Table, state: State, fight: Fight) -> Way | None:
    """The only way that a leader has, which need not be written; empty if he has none at all."""
    found = ways(table, state, fight.lost)
    if not found:
        return ()
    if len(found) > 1:
        return None
    end, way = next(iter(found.items()))
    return (*way, EDGE) if end == EDGE else way
