"""The units of the nations, made from the data: how they move, fire, fight and give way. No rules, only their numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, get_args

from msgspec import Struct

from engine.core.facts import Facts
from engine.napoleonics.values import MOST_RANGE, Values, names_below

ArmName = Literal["infantry", "cavalry", "artillery"]
ClassName = Literal["regular", "irregular", "elite", "guard"]
ARMS: Final[tuple[ArmName, ...]] = get_args(ArmName)
INFANTRY: Final = 0
CAVALRY: Final = 1
ARTILLERY: Final = 2

Dice = tuple[int, ...]  # by blocks, none first
FireDice = tuple[Dice, ...]  # by blocks and distance


class Unit(Struct, frozen=True):
    """A kind of unit of one nation. Dice are base and unit bonus together, before cards and ground."""

    nation: str
    kind: str
    code: str
    arm: int
    troop: ClassName
    is_fielded: bool
    is_light: bool  # may battle on the turn it enters a forest (napoleonics.terrain.forest)
    is_heavy: bool  # heavy cavalry, for Cavalry Charge
    has_sabers: bool  # sabers hit in melee
    is_rounded_up: bool
    blocks: int
    battle: int  # hexes it may move and still battle
    most: int  # hexes it may move
    least: int  # blocks that it needs to battle after a move
    range: int
    retreat: int  # hexes for each flag
    ignores: int
    against_infantry: int
    still: FireDice
    moved: FireDice
    melee: Dice
    guns: str

    @property
    def key(self) -> str:
        """Where its values stand in the data."""
        return f"units.{self.nation}.{self.kind}"

    def fire_key(self, blocks: int, distance: int, *, has_moved: bool) -> str:
        """The value of the data behind its dice when it fires."""
        when = "moved" if has_moved else "still"
        if self.guns:
            return f"artillery.{self.guns}.{when}.{blocks}.{distance}"
        return f"{self.key}.{when}.{blocks}"

    def melee_key(self, blocks: int) -> str:
        """The value of the data behind its dice in melee."""
        return f"{self.key}.melee.{blocks}"


def make_units(facts: Facts) -> Mapping[tuple[str, str], Unit]:
    """Every unit by nation and map code, as in a scenario: `("french", "LN")`."""
    made = (_unit(facts, nation, kind) for nation in names_below(facts, "units") for kind in _kinds(facts, nation))
    return {(unit.nation, unit.code): unit for unit in made}


def _kinds(facts: Facts, nation: str) -> tuple[str, ...]:
    return names_below(facts, f"units.{nation}")


def _unit(facts: Facts, nation: str, kind: str) -> Unit:
    common, own = Values(facts, f"kinds.{kind}"), Values(facts, f"units.{nation}.{kind}")
    blocks, reach = own("blocks"), common("range", 0)
    return Unit(
        nation=nation,
        kind=kind,
        code=common("code"),
        arm=ARMS.index(common("arm")),
        troop=common("class"),
        is_fielded=own("fielded"),
        is_light=common("light", False),
        is_heavy=common("heavy", False),
        has_sabers=common("sabers"),
        is_rounded_up=own("rounds", facts[f"nations.{nation}.rounds"].value) == "up",
        blocks=blocks,
        battle=common("battle"),
        most=common("most"),
        least=common("least", 1),
        range=reach,
        retreat=common("retreat"),
        ignores=own("ignores"),
        against_infantry=own("against_infantry", 0),
        still=_fire(facts, common("guns", ""), own, "still", blocks, reach),
        moved=_fire(facts, common("guns", ""), own, "moved", blocks, common("range_moved", reach)),
        melee=_by_blocks(own, "melee", blocks),
        guns=common("guns", ""),
    )


def _by_blocks(own: Values, field: str, blocks: int) -> Dice:
    return (0, *(own(f"{field}.{n}", 0) for n in range(1, blocks + 1)))


def _fire(facts: Facts, guns: str, own: Values, when: str, blocks: int, reach: int) -> FireDice:
    """Dice by blocks and distance: of artillery by its table, of infantry the same at every distance; none for 0 and 1,
    where there is only melee."""
    if guns:
        table = Values(facts, f"artillery.{guns}.{when}")
        return tuple(
            tuple(table(f"{n}.{d}", 0) if d <= reach else 0 for d in range(MOST_RANGE + 1)) for n in range(blocks + 1)
        )
    dice = _by_blocks(own, when, blocks)
    return tuple(tuple(n if 1 < d <= reach else 0 for d in range(MOST_RANGE + 1)) for n in dice)
