"""The dice: whose they are, how many, and what they do (napoleonics.dice)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.core.duties import Duty
from engine.core.events import Step
from engine.core.findings import Violation, broken
from engine.core.moves import MoveBase, move_names
from engine.napoleonics.board import DISTANCE, NAME
from engine.napoleonics.dice_count import dice_reads, fight_dice, roller_hex, strength_reads
from engine.napoleonics.moves import FirstStrike, Retire, Roll, Square
from engine.napoleonics.rules import leader, square
from engine.napoleonics.rules.combat import has_answered, is_retiring, needs_dice, next_stage
from engine.napoleonics.rules.ranged import check_range
from engine.napoleonics.rules.retreat import with_leader_to_check
from engine.napoleonics.rulings_behind import rulings_behind_dice
from engine.napoleonics.state import (
    ANSWER,
    ATTACK,
    DICE,
    ESCAPE,
    FORM,
    NOBODY,
    PURPOSES,
    SIDES,
    SQUARE,
    Fight,
    State,
    bits,
)
from engine.napoleonics.state_keys import CARDS, FIGHT, ORDERS, units_at
from engine.napoleonics.table import FACES, Table
from engine.napoleonics.working_pieces import WorkingPieces

ROLLED = ("elan", "rally")  # cards whose orders are rolled
ROLLING = frozenset({Roll})  # what answers dice that are due …
REPLIES = frozenset({FirstStrike, Square, Retire, Roll})  # … and an announced melee


def is_card_roll_due(state: State) -> bool:
    """Whether the dice of the card itself come next: as many as cards in hand."""
    return state.card in ROLLED and not state.is_rolled and not state.is_one and state.fight is None


def roll_due(table: Table, state: State) -> tuple[int, str, str]:
    """The dice that are due: how many, what for, and whose: the hex of the unit, the side for a card; none: 0."""
    fight = state.fight
    if fight is not None and fight.stage in (ANSWER, DICE):
        return fight_dice(table, state, fight), PURPOSES[fight.what], NAME[roller_hex(fight)]
    if is_card_roll_due(state):
        return state.sizes[state.side], state.card, SIDES[state.side]
    return 0, "", ""


def is_hollow(table: Table, state: State) -> bool:
    """Whether the combat that was announced is one without dice."""
    fight = state.fight
    return fight is not None and fight.stage in (ANSWER, DICE) and not fight_dice(table, state, fight)


def is_said_without_dice(table: Table, state: State, move: MoveBase) -> bool:
    """Whether a move only says that no dice were rolled, where none are due."""
    return type(move) is Roll and not move.faces and not roll_due(table, state)[0]


def owed_dice(table: Table, state: State) -> Duty | None:
    """The dice of a combat that was announced, or of the card in effect."""
    fight = state.fight
    is_of_card = is_card_roll_due(state)
    dice, purpose, by = roll_due(table, state)
    if not is_of_card and (not dice or fight is None or fight.way):  # those of an escape: leader.owed_escape
        return None
    answers: frozenset[type] = ROLLING
    reads: tuple[str, ...] = (ORDERS,)
    rulings: tuple[str, ...] = ()
    if fight is not None:
        answers = REPLIES if fight.stage == ANSWER or has_answered(fight) else ROLLING
        reads = (*dice_reads(table, state, fight), FIGHT, *units_at(by))
        rulings = rulings_behind_dice(table, state, fight)
    params = {"unit": by, "dice": dice, "purpose": purpose}
    return Duty(
        "napoleonics.dice.due", "dice", move_names(answers), params, reads, rulings, is_owed_at_end=True
    )  # fmt: skip


def check_roll(table: Table, state: State, move: Roll) -> list[Violation]:
    """Dice are due, these ones, and as many as were rolled."""
    fight = _rolled_for(table, state, move)
    if fight is not None and fight.is_optional:
        return []
    before = state.fight
    if fight is not before:
        state = replace(state, fight=fight)
    due, purpose, by = roll_due(table, state)
    if not due and not move.faces:
        return []
    if not due and is_hollow(table, state):
        assert state.fight is not None
        if needs_dice(table, state, state.fight.foe) or _is_unforeseen(table, state, state.fight):
            return []  # found when it was announced: what is rolled for it stands
    elif not due:
        rulings = ("A51",) if state.unrolled and not table.read.is_barred_attacking else ()
        families = ("no-combat", "other-turn")
        return [
            broken("napoleonics.dice.none", "impossible", reads=(FIGHT, ORDERS), rulings=rulings, families=families)
        ]
    if move.for_ is not None and move.for_ != purpose and fight is before:
        return [_other_roll(purpose, move.for_, "purpose", ("D23",) if _is_forming(state, purpose, move) else ())]
    if move.by is not None and state.fight is not None and move.by != by and move.by not in _partners(state):
        return [_other_roll(by, move.by, "unit")]
    if len(move.faces) == due:
        return []
    fight = state.fight
    reads: tuple[str, ...] = (CARDS,)
    if fight is not None:
        reads = dice_reads(table, state, fight) + strength_reads(table, state, fight, len(move.faces))
    behind = () if fight is None else rulings_behind_dice(table, state, fight)
    return [
        broken(
            "napoleonics.dice.count", "impossible", unit=by, due=due, rolled=len(move.faces), purpose=purpose,
            reads=(*reads, *units_at(by), FIGHT, ORDERS), rulings=behind,
        )
    ]  # fmt: skip


def _rolled_for(table: Table, state: State, move: Roll) -> Fight | None:
    """The combat as it is, or without the dice of a step that should not have been, where those due were rolled.

    That is told by what is said of them, else by how many were rolled. A square that has one die rolls no more of them.
    """
    fight = state.fight
    rest = None if fight is None else fight.rest
    if fight is None or rest is None or fight.stage != DICE or rest.stage not in (ANSWER, DICE):
        return fight
    if not fight.is_optional:
        return fight
    is_rest, is_own = (fight_dice(table, state, one) == len(move.faces) for one in (rest, fight))
    if move.for_ == PURPOSES[rest.what] or (is_rest and not is_own and fight.what == SQUARE):
        return rest
    if move.for_ == PURPOSES[fight.what]:
        return fight
    if is_own and not is_rest:
        return replace(fight, rest=replace(rest, is_optional=True))
    return rest


def is_other(table: Table, state: State, move: Roll) -> bool:
    """Whether dice are said to be for something else than is due; if nothing is said, whether they are others."""
    due, purpose, _ = roll_due(table, state)
    return move.for_ != purpose if move.for_ is not None else len(move.faces) != due


def _is_unforeseen(table: Table, state: State, fight: Fight) -> bool:
    """Whether an attack has no dice because no table has any for it: somebody stands too far off, or went too far."""
    if fight.what != ATTACK:
        return False
    for unit in (fight.unit, *bits(fight.join)):
        distance = DISTANCE[state.at[unit]][fight.hex]
        if state.shut >> unit & 1 or (distance > 1 and check_range(table, state, unit, distance)):
            return True
    return False


def _other_roll(due: str, said: str, why: str, rulings: tuple[str, ...] = ()) -> Violation:
    """Dice for something else, or of somebody else, than are due."""
    reads, families = (*units_at(due, said), FIGHT), ("other-roll",)
    return broken(
        "napoleonics.dice.whose", "impossible", due=due, said=said, reads=reads, rulings=rulings, families=families,
        why=why,
    )  # fmt: skip


def _is_forming(state: State, purpose: str, move: Roll) -> bool:
    """Whether a die to form square is due and not this one, or the other way round."""
    is_formed = state.fight is not None and state.fight.has_formed
    return is_formed and "form-square" in (purpose, move.for_)


def _partners(state: State) -> tuple[str, ...]:
    fight = state.fight
    if fight is None or fight.what != ATTACK:
        return ()
    return tuple(NAME[hex_] for n, hex_ in enumerate(state.at) if fight.join >> n & 1)


def hits_of(table: Table, fight: Fight, faces: tuple[str, ...]) -> int:
    """The faces that take a block: the arm of the unit, and in melee sabers, unless who rolls has none."""
    unit, foe = (fight.unit, fight.foe) if fight.what == ATTACK else (fight.foe, fight.unit)
    hits = faces.count(FACES[table.arm_of[foe]])
    if fight.is_melee and table.units[unit].has_sabers and not is_retiring(fight):
        hits += faces.count("saber")
    return hits


def resolve_roll(table: Table, state: State, move: Roll) -> Step[State]:
    """Blocks, banners, the dice of a leader, flags: whatever the faces bring."""
    fight = _rolled_for(table, state, move)
    if fight is None or fight.stage not in (ANSWER, DICE):
        return _resolve_card_roll(state, move)
    if state.fight is not None and fight is state.fight.rest:  # the other dice may still come, and do nothing
        state = replace(state, is_void=True)
    if fight.what == FORM:
        return square.resolve_form(table, state, fight, move.faces)
    if fight.what == ESCAPE:
        return _resolve_escape(table, state, fight, move.faces)
    if fight.what == ATTACK and fight.foe == NOBODY:
        return _resolve_on_leader(table, state, fight, move.faces)
    pieces = WorkingPieces(table, state)
    victim = fight.foe if fight.what == ATTACK else fight.unit
    chief = state.led[state.at[victim]] - 1
    hits = hits_of(table, fight, move.faces)
    had = state.blocks[victim]
    is_gone = pieces.lose(victim, min(hits, had), "napoleonics.dice.hits") if hits else False
    flags = 0 if is_gone or is_retiring(fight) else move.faces.count("flag")
    is_optional = fight.is_optional and not fight.is_written and fight.what != ATTACK  # those of the attack come yet
    after = replace(
        fight, victim=victim, flags=flags, ignored=NOBODY, testing=NOBODY, lost=NOBODY, is_optional=is_optional
    )  # fmt: skip
    if hits:
        after = with_leader_to_check(after, chief, is_gone=is_gone)
    return pieces.settle(fight=next_stage(table, pieces, after))


def _resolve_on_leader(table: Table, state: State, fight: Fight, faces: tuple[str, ...]) -> Step[State]:
    """A lone leader: in melee one saber is enough, else he has to go; two of a fire, or nothing happens."""
    pieces = WorkingPieces(table, state)
    if not fight.is_melee:  # ruling V01
        if faces.count("saber") > 1:
            pieces.take_chief(fight.chief, "napoleonics.ranged.leader", is_eliminated=True)
        after = fight
    elif "saber" in faces:
        pieces.take_chief(fight.chief, "napoleonics.leader.alone", is_eliminated=True)
        after = fight
    else:
        after = replace(fight, lost=fight.chief)
    return pieces.settle(fight=next_stage(table, pieces, after))


def _resolve_escape(table: Table, state: State, fight: Fight, faces: tuple[str, ...]) -> Step[State]:
    """A leader among enemies: one saber is enough; else he goes on."""
    if "saber" in faces:
        return leader.fall(table, state, fight, "napoleonics.leader.escape")
    return leader.go_to(table, state, fight, fight.way[1:])


def _resolve_card_roll(state: State, move: Roll) -> Step[State]:
    """The symbols of Élan and Rally: what each arm has, and the flags."""
    if not is_card_roll_due(state):
        return Step(state)
    symbols = tuple(move.faces.count(face) for face in FACES[:4])
    return Step(replace(state, symbols=symbols, is_rolled=True))
