"""A scenario as it lies on the table: its pieces, its ground and its cards under rulings and values. No rules."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from engine.core.facts import Facts, overlay
from engine.napoleonics.board import BIT, HEXES, NEIGHBOURS, TOWARD, Hex, Mask
from engine.napoleonics.deck import CommandCard, make_deck
from engine.napoleonics.facts import BOX_VALUES, load_facts
from engine.napoleonics.memo import Memo
from engine.napoleonics.moves import Face, Play
from engine.napoleonics.ruling_effects import make_readings, with_effects
from engine.napoleonics.scenario import Scenario, make_kit
from engine.napoleonics.scenario.model import Kit
from engine.napoleonics.scenario.special import BonusBanner, Exit, Objective
from engine.napoleonics.state import BRITISH, FRENCH, GONE, SIDES, State
from engine.napoleonics.terrain import Terrain, make_ground
from engine.napoleonics.units import ARMS, Unit

if TYPE_CHECKING:
    from engine.napoleonics.rules.turn import Hand

SPARES: Final = 3  # of every unit and leader of a side, beyond those of the scenario
FACES: Final[tuple[Face, ...]] = ("infantry", "cavalry", "artillery", "flag", "saber")
QUARRY: Final = "sand-quarry"
DIE: Final[tuple[Face, ...]] = ("infantry", "infantry", "cavalry", "artillery", "flag", "saber")  # its six sides


class Table:
    """What doesn't change while a game is played. Units and leaders are numbers, in the order of the scenario."""

    def __init__(
        self,
        scenario: Scenario,
        facts: Facts,
        rulings: Mapping[str, str],
        *,
        is_sure: bool,
        like: Table | None = None,
    ) -> None:
        """`like` is the table under other rulings: what is made of the values alone is taken over if they agree."""
        self.scenario = scenario
        self.given = facts  # before any ruling
        self.facts = facts = with_effects(facts, rulings)
        self.rulings = rulings
        self.read = make_readings(rulings)
        self.is_sure = is_sure
        has_same_values = like is not None and like.facts == facts
        self.kit: Kit = like.kit if like is not None and has_same_values else make_kit(facts)
        kit = self.kit
        placed = [kit.units[unit.nation, unit.code] for unit in scenario.units]
        spares = [unit for unit in kit.units.values() if unit.is_fielded for _ in range(SPARES)]
        self.units: tuple[Unit, ...] = (*placed, *spares)  # those not in the scenario are for positions
        starts = [one.blocks or unit.blocks for one, unit in zip(scenario.units, placed, strict=True)]
        self.blocks = bytes([*starts, *(unit.blocks for unit in spares)])  # at the start: nobody ever has more
        self.side_of = bytes(SIDES.index(kit.sides[unit.nation]) for unit in self.units)
        self.arm_of = bytes(unit.arm for unit in self.units)
        chiefs = [SIDES.index(kit.sides[leader.nation]) for leader in scenario.leaders]
        self.chief_side = bytes([*chiefs, *(side for side in (FRENCH, BRITISH) for _ in range(SPARES))])
        self.own = tuple(sum(1 << n for n, side in enumerate(self.side_of) if side == one) for one in (FRENCH, BRITISH))
        self.arms = tuple(sum(1 << n for n, arm in enumerate(self.arm_of) if arm == one) for one in range(len(ARMS)))
        self.guards = sum(1 << n for n, unit in enumerate(self.units) if unit.troop == "guard")
        self.seat = tuple(scenario.seat_of(side) for side in SIDES)
        masks = scenario.section_masks()
        self.sections = tuple(masks[seat] for seat in self.seat)
        self.sections_of = tuple(  # by side and hex: the sections that it is in, as bits
            bytes(sum((mask >> n & 1) << section for section, mask in enumerate(own)) for n in range(GONE + 1))
            for own in self.sections  # none for whoever is gone
        )
        self._lay_ground(scenario, kit.terrain)
        self.field_works = kit.works
        self.works: dict[Hex, int] = {work.hex: work.sides for work in scenario.works}
        self.walls = frozenset(  # neighbours with field works between them
            (here, there) for here in range(HEXES) for there in NEIGHBOURS[here] if self.is_stopped_between(here, there)
        )
        self.walled = sum(BIT[n] for n in {here for here, _ in self.walls})  # hexes at them
        self.halting = self.stops | self.walled  # hexes on which a move may have to end
        self.deck: dict[str, CommandCard] = like.deck if like is not None and has_same_values else make_deck(facts)
        self._lay_cards()
        armies = {army.side: army for army in scenario.armies}
        self.hand_sizes = tuple(armies[side].cards or 0 for side in SIDES)
        self.banners = tuple(armies[side].banners or 0 for side in SIDES)
        self.first = SIDES.index(scenario.first)
        self.leader_move: int = facts["leader.move"].value
        self.leader_retreat: int = facts["leader.retreat"].value
        self.leader_ignores: int = facts["leader.ignores"].value
        self._lay_goals(scenario)
        # What is kept of earlier answers; each of these, and `plain`, has its line in `ANEW` of the game.
        self.change = lru_cache(maxsize=None)(self._change)
        self.memo = Memo()  # of the last state that was asked about; see `memo_of`
        self.hand: Hand | None = None  # the last one that was worked out, with its state

    def memo_of(self, state: State) -> Memo:
        """What was worked out of a state, kept while the same state is asked about."""
        memo = self.memo
        if memo.state is not state:
            self.memo = memo = Memo(state)  # another one: somebody may still fill in that of another state
        return memo

    def _lay_goals(self, scenario: Scenario) -> None:
        self.goals = tuple(goal for rule in scenario.rules if isinstance(rule, Objective) for goal in _goals(rule))
        self.has_goals_at_once = any(goal.is_at_once for goal in self.goals)
        self.goal_hexes = tuple(  # by side
            functools.reduce(operator.or_, (goal.hexes for goal in self.goals if side in goal.sides), 0)
            for side in (FRENCH, BRITISH)
        )
        self.exits = tuple(rule for rule in scenario.rules if isinstance(rule, Exit))
        self.bonuses = tuple(rule for rule in scenario.rules if isinstance(rule, BonusBanner))

    def _lay_cards(self) -> None:
        self.named = {  # by card: the units that it names, as bits
            card.id: sum(1 << n for n, unit in enumerate(self.units) if card.names(unit)) for card in self.deck.values()
        }
        self.none_seen = bytes(len(self.deck))  # no copy of any card
        self.deck_size = sum(card.count for card in self.deck.values())
        self.answers = [card for card in self.deck.values() if not card.is_played]
        self.most_answers = sum(card.count for card in self.answers)
        self.openers = [(card.id, card.number, card.count) for card in self.deck.values() if card.is_played]
        # By side and card, once it was listed: the ways to play it, where they are the same at any time.
        self.plain: tuple[dict[str, list[Play]], ...] = ({}, {})

    def _lay_ground(self, scenario: Scenario, known: Mapping[str, Terrain]) -> None:
        self.terrain = tuple(known[name] for name in scenario.terrain)
        self.ground = make_ground(self.terrain)
        self.closed: tuple[Mask, ...] = tuple(  # by arm: hexes that it may not enter
            sum(BIT[n] for n in range(HEXES) if not self.terrain[n].is_open_to(arm)) for arm in range(len(ARMS))
        )
        self.never = sum(BIT[n] for n in range(HEXES) if self.terrain[n].entry == "never")
        self.stops = sum(BIT[n] for n in range(HEXES) if self.terrain[n].entry == "stop")
        self.fields = sum(BIT[n] for n in range(HEXES) if self.terrain[n].battle == "yes")  # for whoever comes there
        self.uncharged = sum(BIT[n] for n in range(HEXES) if not self.terrain[n].has_charge)
        self.hills = self.ground.hills
        self.quarries = sum(BIT[n] for n in range(HEXES) if self.terrain[n].id == QUARRY)
        also = 0 if self.read.is_quarry_open else self.quarries
        self.barred = tuple(closed | also for closed in self.closed)  # by arm: hexes that bar a retreat
        self.barred_chief = self.never | also  # the same for leaders

    def is_works_between(self, inside: Hex, outside: Hex) -> bool:
        """Whether field works of the first hex face the second; through a corner both sides have to be marked."""
        sides = self.works.get(inside, 0)
        if not sides:
            return False
        crossed = TOWARD[inside][outside]
        return crossed & sides == crossed if self.read.is_corner_both else bool(crossed & sides)

    def is_half_marked(self, inside: Hex, outside: Hex) -> bool:
        """Whether a line to the second hex leaves the first by a corner of which one side is marked (ruling A08)."""
        crossed = TOWARD[inside][outside]
        return 0 < crossed & self.works.get(inside, 0) < crossed

    def _change(self, way: int, arm: int, start: Hex, end: Hex) -> tuple[int, int]:
        """What the ground does to the dice of an arm: for the hex attacked, and for the one attacked from."""
        works, here, there = self.field_works, self.terrain[start], self.terrain[end]
        into, out = there.into[way][arm], here.out[way][arm]
        if not self.read.is_ground_added and self.is_plain(start, end):
            into, out = (into, 0) if into <= out else (0, out)
        if here.level is not None and there.level is not None:
            into, out = there.level[way][arm], 0
        is_in, is_out = self.has_works_for(end, start), self.has_works_for(start, end)
        if is_in:
            into = works.into[way][arm]
            out = 0 if here.level is not None else out
        if is_out:
            out = works.out[way][arm]
        if is_in or is_out:  # nothing is added to field works
            return (into, 0) if into <= out else (0, out)
        return into, out

    def has_works_for(self, inside: Hex, outside: Hex) -> bool:
        """Whether field works, and not the ground under them, change the dice between the first hex and the second."""
        gives_way = self.terrain[inside].id in self.field_works.gives_way_to
        return self.is_works_between(inside, outside) and not gives_way

    def is_plain(self, start: Hex, end: Hex) -> bool:
        """Whether the grounds of two hexes count each for itself: not two hills, and no works between (ruling A06)."""
        if self.is_works_between(end, start) or self.is_works_between(start, end):
            return False
        return self.terrain[start].level is None or self.terrain[end].level is None

    def is_stopped_between(self, start: Hex, end: Hex) -> bool:
        """Whether field works between two neighbours end a move."""
        return self.is_works_between(start, end) or self.is_works_between(end, start)


class Goal(Struct, frozen=True):
    """Banners for a side that has units on all these hexes."""

    hexes: Mask
    banners: int
    sides: tuple[int, ...]
    is_lasting: bool  # kept when the hexes are lost again
    is_at_once: bool  # counted at any time, not only when the turn of the side begins


def _goals(rule: Objective) -> Iterator[Goal]:
    sides = (FRENCH, BRITISH) if rule.side == "both" else (SIDES.index(rule.side),)
    parts = [rule.hexes] if rule.need == "all" else [(n,) for n in rule.hexes]
    for part in parts:
        hexes = sum(BIT[n] for n in part)
        yield Goal(hexes, rule.banners, sides, rule.mode == "permanent", rule.counted == "at-once")


def make_table(
    scenario: Scenario, rulings: Mapping[str, str], values: str, box: Mapping[str, Any] | None = None
) -> Table:
    """The table of a scenario; `box` is what the players' own copy says."""
    facts = load_facts()
    if box:
        facts = overlay(facts, box, BOX_VALUES)
    return Table(scenario, facts, rulings, is_sure=values == "refsvc")
