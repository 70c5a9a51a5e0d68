"""Ways to put a mistake right, so that what only follows from it can be told from another mistake.

What was left out (dice, a retreat, a card) is put in as it may have been, each way in turn; what was wrong is left out
or done rightly. The replay takes the way after which the rest of the record breaks the fewest rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, islice
from typing import TYPE_CHECKING, Any, Final, get_args

from msgspec.structs import replace

from engine.core.findings import Violation
from engine.core.game import at_table
from engine.core.mending import Mending
from engine.core.moves import MoveBase
from engine.napoleonics import moves as m
from engine.napoleonics.board import NAME, NUMBER, SECTIONS, WITHIN, hexes_of
from engine.napoleonics.candidates import candidates
from engine.napoleonics.deck import COUNTER_ATTACK
from engine.napoleonics.due import answering_moves, settle_forced, skip_owed
from engine.napoleonics.judge import check
from engine.napoleonics.resolve import resolve
from engine.napoleonics.rules.cards.hands import without_card
from engine.napoleonics.rules.combat import as_written
from engine.napoleonics.rules.dice import is_card_roll_due, roll_due
from engine.napoleonics.rules.turn import next_hand
from engine.napoleonics.state import ATTACK, BACK, CHECK, NOBODY, SIDES, WAITING, State
from engine.napoleonics.state_keys import BANNERS, CARDS, EVERYTHING, FIGHT, ORDERS, TURN, unit_keys
from engine.napoleonics.table import FACES, Table
from engine.napoleonics.unknowns import unknown_if_omitted
from engine.napoleonics.vocabulary import vocabulary

if TYPE_CHECKING:
    from engine.napoleonics.game import Napoleonics

Repair = tuple[State, frozenset[str]]  # the state after the move, and what is not known in it
NOTHING: Final[frozenset[str]] = frozenset()
MOST_TRIED: Final = 80  # repairs of one sort
FARTHEST: Final = 4  # hexes that anybody moves
DEEPEST: Final = 4  # things left out one after another: dice, a leader's dice, a retreat, a leader's retreat
# Families of rules: where one of them is broken, these may be what happened.
NO_COMBAT: Final = "no-combat"  # a combat was not written down
OTHER_TURN: Final = "other-turn"  # a turn of the other side has begun, and its card was not written down
OTHER_CARD: Final = "other-card"  # another card was played
OTHER_TARGET: Final = "other-target"  # the combat was fought, against another target or with other batteries
OTHER_ROLL: Final = "other-roll"  # the roll that is due was not written down
CHOSEN: Final = (m.Melee, m.Fire, m.Bonus)
ROLLING: Final = (*CHOSEN, m.BattleBack, m.FirstStrike, m.Square)  # steps with dice of their own
FLAG_MOVES: Final = (m.IgnoreFlags, m.Retreat)
ADVANCES: Final = (m.TakeGround, m.Breakthrough)
GOING: Final = (m.Retreat, m.LeaderRetreat, m.Breakthrough, m.Retire)
WITH_ORDERS: Final = (m.Order, m.Detach, m.Dissolve, m.Rally)
WITH_CARDS: Final = (m.Square, m.Dissolve, m.FirstStrike)
MARKS: Final = (
    "ordered", "ordered_chiefs", "detached", "is_written", "moved", "shut", "joined", "moved_chiefs",
    "battled", "extra",
)  # fmt: skip


def repairs(table: Table, state: State, move: MoveBase, violations: Sequence[Violation]) -> Iterator[Repair]:
    """States after a move that broke a rule, each with the mistake put right in another way, the cheapest first."""
    violation = violations[0]
    if violation.duty:
        yield from _with_due(table, state, move)
        return
    played = resolve(table, state, move).state
    yield played, NOTHING
    if isinstance(move, m.Play) and OTHER_CARD in violation.families:
        yield from _with_other_hand(table, state, played)
    if isinstance(move, (m.Roll, m.CheckLeader)):
        yield from _with_dice(table, state, move, violation)
    if NO_COMBAT in violation.families:
        yield from _with_combat(table, state, move)
    if OTHER_TURN in violation.families:
        yield from _with_card(table, state, move)
    if played != state:
        if not isinstance(move, m.Play):  # done, but nobody counted it as an order, a move or a battle
            is_partly = (
                isinstance(move, CHOSEN) and OTHER_TARGET in violation.families
            )  # it was fought: its phase has come
            marks = MARKS if is_partly else ("phase", *MARKS)
            yield replace(played, **{mark: getattr(state, mark) for mark in marks}), NOTHING
        yield state, NOTHING
    if isinstance(move, ROLLING):  # left out with its dice and whatever else belongs to it
        yield replace(state, is_void=True), NOTHING
    yield from _done_rightly(table, state, move, violation)


def rivals(table: Table, state: State, move: MoveBase, violations: Sequence[Violation]) -> Iterator[State]:
    """What else may have happened where dice have no place, or an answer had none: it shows only later."""
    if isinstance(move, m.Roll) and NO_COMBAT in violations[0].families:
        for what in (ATTACK, BACK):  # those of the combat before them
            written = as_written(state, what)
            if written is not None:
                yield resolve(table, replace(state, fight=written), move).state
    elif isinstance(move, (m.FirstStrike, m.Square)):
        answered = resolve(table, state, move).state
        fight = answered.fight
        if fight is not None and fight.is_written and fight.rest is not None:  # its dice come first
            yield replace(answered, fight=replace(fight, is_optional=False))


def _with_due(table: Table, state: State, move: MoveBase) -> Iterator[Repair]:
    """What was due before a move, as it may have been done; what that may have changed is not known."""
    closed = settle_forced(table, state, type(move)).state
    unknown = unknown_if_omitted(table, closed)
    plain = resolve(table, state, move).state
    for before in islice(_bridges(table, closed, move, 0), MOST_TRIED):
        yield resolve(table, before, move).state, unknown
    yield plain, unknown


def _bridges(table: Table, state: State, move: MoveBase, depth: int) -> Iterator[State]:
    """States in which nothing stands against a move any more, each by other things that were left out."""
    closed = settle_forced(table, state, type(move)).state
    waits = answering_moves(table, closed)
    if not waits or type(move) in waits:
        if depth and not check(table, closed, move):
            yield closed
            return
        if not waits or depth:
            return
    if depth < DEEPEST:
        for option in _fillings(table, closed):
            yield from _bridges(table, resolve(table, closed, option).state, move, depth + 1)


def _fillings(table: Table, state: State) -> Iterator[MoveBase]:
    """What may have been rolled or done where something is due."""
    fight = state.fight
    if fight is not None and fight.stage == CHECK:
        yield m.CheckLeader(("infantry", "infantry"))
        yield m.CheckLeader(("saber", "saber"))
        return
    due, _, _ = roll_due(table, state)
    if not due:
        yield from (option for option in candidates(table, state) if not check(table, state, option))
    elif is_card_roll_due(state):
        yield from _card_rolls(state, due)
    elif fight is not None:
        yield from _rolls(table, state, due)


def _rolls(table: Table, state: State, due: int) -> Iterator[MoveBase]:
    """The dice of a combat by what they do: the fewest hits and flags first."""
    fight = state.fight
    assert fight is not None
    target = fight.foe if fight.what == ATTACK else fight.unit
    hit = "saber" if target == NOBODY or fight.way else FACES[table.arm_of[target]]
    miss = next(face for face in FACES if face not in (hit, "flag", "saber"))
    outcomes = [(hits, flags) for hits in range(due + 1) for flags in range(due - hits + 1)]
    for hits, flags in sorted(outcomes, key=sum):
        faces: Any = (hit,) * hits + ("flag",) * flags + (miss,) * (due - hits - flags)
        yield m.Roll(faces)


def _card_rolls(state: State, due: int) -> Iterator[MoveBase]:
    """The dice of Élan and Rally: whatever lets the most be ordered, then every mixture of arms."""
    flag: m.Face = "flag"
    yield m.Roll((flag,) * due)
    for faces in combinations_with_replacement(FACES[:3], due):
        if state.card == "rally":
            yield m.Roll(faces)


def _with_dice(table: Table, state: State, move: m.Roll | m.CheckLeader, violation: Violation) -> Iterator[Repair]:
    """As many dice as were due: one of those written was not rolled, or one that was rolled is not written."""
    if OTHER_ROLL in violation.families:
        for option in islice(_fillings(table, state), MOST_TRIED):
            before = resolve(table, state, option).state
            if not check(table, before, move):
                yield resolve(table, before, move).state, unknown_if_omitted(table, state)
    rolled = len(move.faces)
    due = violation.params.get("due", rolled)
    if not isinstance(due, int) or abs(due - rolled) > 2:
        return
    if due < rolled:
        kept = dict.fromkeys(combinations(move.faces, due))
    else:
        more = combinations_with_replacement(get_args(m.Face), due - rolled)
        kept = dict.fromkeys((*move.faces, *faces) for faces in more)
    for faces in kept:
        yield resolve(table, state, replace(move, faces=faces)).state, NOTHING


def _with_combat(table: Table, state: State, move: MoveBase) -> Iterator[Repair]:
    """The combat that dice or an answer belong to was not written down."""
    before = skip_owed(table, state).state
    unknown = EVERYTHING - {CARDS, TURN, ORDERS}
    waiting = settle_forced(table, state).state
    starts = [waiting] if waiting.fight is not None else []
    for start in (*starts, before):
        for option in candidates(table, start):
            if isinstance(option, (*CHOSEN, m.BattleBack, m.FirstStrike)) and not check(table, start, option):
                announced = resolve(table, start, option).state
                if not check(table, announced, move):
                    yield resolve(table, announced, move).state, unknown


def _with_card(table: Table, state: State, move: MoveBase) -> Iterator[Repair]:
    """The other side's turn has begun, and its card was not written down."""
    before = skip_owed(table, state).state
    side = before.side if before.phase == WAITING else 1 - before.side
    unknown = frozenset({ORDERS, CARDS, TURN})
    for card in table.deck.values():
        for section in (None, *(SECTIONS if card.where == "section" else ())):
            opened = resolve(table, before, m.Play(SIDES[side], card.id, section)).state
            if not check(table, opened, move):
                yield resolve(table, opened, move).state, unknown
    if not isinstance(move, m.Roll):
        opened = resolve(table, before, m.Play(SIDES[side], "forward")).state
        yield resolve(table, opened, move).state, unknown


def _with_other_hand(table: Table, state: State, played: State) -> Iterator[Repair]:
    """The hand was written down wrongly: the card was in it, and one of the others was not."""
    side, sizes = played.side, next_hand(table, state).sizes
    for card in dict.fromkeys(played.hands[side]):
        hands = without_card(played, side, card)[0]
        yield replace(played, sizes=sizes, hands=hands), NOTHING


def _done_rightly(table: Table, state: State, move: MoveBase, violation: Violation) -> Iterator[Repair]:
    """Each legal move of the same kind: first those of the same unit, then those to the same hex."""
    before = skip_owed(table, state).state
    for waiting in (settle_forced(table, state).state, state):
        if type(move) in answering_moves(table, waiting):
            before = waiting
    kinds: tuple[type[MoveBase], ...] = (type(move),)
    for group in (CHOSEN, FLAG_MOVES, ADVANCES):
        if isinstance(move, group):
            kinds = group
    options = [option for option in _options(table, before, move) if isinstance(option, kinds)]
    if isinstance(move, m.Play) and OTHER_CARD not in violation.families:
        options = [option for option in options if isinstance(option, m.Play) and option.card == move.card]
    options.sort(key=lambda option: -_likeness(option, move))
    legal = (option for option in options if not check(table, before, option))
    for option in islice(legal, MOST_TRIED):
        yield resolve(table, before, option).state, NOTHING
    stripped = _stripped(move)
    if stripped is not None and not check(table, state, stripped):
        yield resolve(table, state, stripped).state, NOTHING


def _options(table: Table, state: State, move: MoveBase) -> Iterator[MoveBase]:
    """Candidates; of an order for several, those for some of them too."""
    if isinstance(move, m.Order) and len(move.units) > 1:
        for size in range(len(move.units) - 1, 0, -1):
            for units in islice(combinations(move.units, size), MOST_TRIED):
                yield m.Order(units, move.leaders)
    yield from candidates(table, state)


def _likeness(option: MoveBase, move: MoveBase) -> int:
    """How much of what was written a move agrees with."""
    is_same_unit = getattr(option, "unit", None) == getattr(move, "unit", None)
    is_same_leader = getattr(option, "leader", None) == getattr(move, "leader", None)
    is_same_target = getattr(option, "target", None) == getattr(move, "target", None)
    return 4 * is_same_unit + 4 * is_same_leader + 2 * is_same_target + (type(option) is type(move))


def _stripped(move: MoveBase) -> MoveBase | None:
    """The move without what it need not say."""
    blank = {
        field: None for field in ("side", "by", "for_", "as_", "slot", "card", "lost") if getattr(move, field, None)
    }
    if "card" in blank and not isinstance(move, (m.Square, m.Dissolve)):
        del blank["card"]
    if "side" in blank and isinstance(move, (m.Play, m.Deal)):
        del blank["side"]
    return replace(move, **blank) if blank else None


# what is not known


def lost_line(_table: Table, state: State) -> frozenset[str]:  # noqa: ARG001
    """What a line that could not be read may have changed."""
    return EVERYTHING


def spread(_table: Table, unknown: frozenset[str], move: MoveBase, *, is_hazy: bool) -> frozenset[str]:
    """Whoever comes from an unknown hex takes it along; a card and a combat begin anew; a count settles its parts."""
    if isinstance(move, m.Count):
        settled = set(unit_keys(move.units or ()))
        settled |= {BANNERS} if move.banners else set()
        settled |= {CARDS} if move.hands else set()
        return unknown - settled
    if isinstance(move, m.Play):
        known = unknown - {ORDERS, FIGHT, TURN} if move.card in vocabulary()["card"] else unknown
        is_copied = move.card == COUNTER_ATTACK and ORDERS in unknown  # nobody knows what it copies
        return known | {ORDERS} if is_hazy or is_copied else known
    if is_hazy and isinstance(move, WITH_CARDS):  # nor is it known whether a card has changed its place
        unknown |= {CARDS}
    if is_hazy and isinstance(move, WITH_ORDERS):  # nor who has an order, or blocks more
        unknown |= {ORDERS, *unit_keys(NAME)} if isinstance(move, m.Rally) else {ORDERS}
    keys = unit_keys(_named(move))
    if is_hazy:  # nor is it known where else it has gone
        keys |= _around(move)
    is_going = isinstance(move, GOING) and FIGHT in unknown
    is_doubted = bool(keys) and (is_hazy or is_going or not unknown.isdisjoint(keys))
    if isinstance(move, (m.Move, *CHOSEN)):
        unknown = unknown | {FIGHT} if is_doubted else unknown - {FIGHT}
    return unknown | keys if is_doubted else unknown


def _around(move: MoveBase) -> frozenset[str]:
    """Every hex that whoever moves may have come to, or goes back to from a combat."""
    if isinstance(move, m.Move):
        start, steps = move.unit or move.leader, FARTHEST
    elif isinstance(move, GOING):
        start, steps = move.to, FARTHEST
    else:
        start, steps = getattr(move, "target", None), 1
    return (
        unit_keys(NAME[hex_] for hex_ in hexes_of(WITHIN[NUMBER[start]][steps]))
        if start is not None and start in NUMBER
        else NOTHING
    )


def _named(move: MoveBase) -> list[str]:
    """The hexes of a move between which somebody may have gone."""
    if isinstance(move, (m.Move, m.ShortSupply, *GOING)):
        words = (getattr(move, "unit", None), getattr(move, "leader", None), move.to)
    else:
        words = (getattr(move, "unit", None), getattr(move, "target", None), None)
    return [word for word in words if word in NAME]


class NapoleonicsMending(Mending[State]):
    """How a mistake is put right at one table."""

    repairs = at_table(repairs)
    rivals = at_table(rivals)
    lost_line = at_table(lost_line)
    spread = at_table(spread)

    def __init__(self, game: Napoleonics) -> None:
        super().__init__(game)
        self.table = game.table
