"""The units of the nations, made from the data: how they move, fire, fight and give way. Numbers, no rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, get_args

from msgspec import Struct

from engine.core.facts import Facts, names_below
from engine.napoleonics.facts import MOST_RANGE, Values

ArmName = Literal["infantry", "cavalry", "artillery"]
ClassName = Literal["regular", "irregular", "elite", "guard"]
ARMS: Final[tuple[ArmName, ...]] = get_args(ArmName)
INFANTRY: Final = 0
CAVALRY: Final = 1
ARTILLERY: Final = 2

LAST_ROW: Final = 3  # of the tables of artillery, in blocks

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
    range_moved: int  # after a move
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
    blocks, reach, guns = own("blocks"), common("range", 0), common("guns", "")
    reach_moved = common("range_moved", reach)
    is_rounded_up = own("rounds", facts[f"nations.{nation}.rounds"].value) == "up"
    counts = tuple(range(blocks + 1))
    halves = tuple((n + is_rounded_up) // 2 for n in counts)
    still, moved = (Values(facts, f"artillery.{guns}.{when}") for when in ("still", "moved"))
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
        is_rounded_up=is_rounded_up,
        blocks=blocks,
        battle=common("battle"),
        most=common("most"),
        least=common("least", 1),
        range=reach,
        range_moved=reach_moved,
        retreat=common("retreat"),
        ignores=own("ignores"),
        against_infantry=own("against_infantry", 0),
        still=_by_table(still, blocks, reach) if guns else _at_range(_dice(own, "still", counts), reach),
        moved=_by_table(moved, blocks, reach_moved) if guns else _at_range(_dice(own, "moved", halves), reach_moved),
        melee=_dice(own, "melee", (0,) * (blocks + 1) if guns else counts),
        guns=guns,
    )


def _dice(own: Values, field: str, base: Dice) -> Dice:
    """Dice by blocks; where a box gives a unit more blocks than the data has dice for, they grow as the base does."""
    dice = [0]
    for blocks in range(1, len(base)):
        dice.append(own(f"{field}.{blocks}", dice[-1] + base[blocks] - base[blocks - 1]))
    return tuple(dice)


def _at_range(dice: Dice, reach: int) -> FireDice:
    """Dice of infantry: the same at every distance that it reaches, beyond that of a melee."""
    return tuple(tuple(n if 1 < distance <= reach else 0 for distance in range(MOST_RANGE + 1)) for n in dice)


def _by_table(table: Values, blocks: int, reach: int) -> FireDice:
    """Dice of artillery; beyond the rows of the table those of its last."""
    rows = [(0,) * (MOST_RANGE + 1)]
    for n in range(1, blocks + 1):
        last = rows[-1] if n > LAST_ROW else rows[0]
        rows.append(tuple(table(f"{n}.{d}", last[d]) if d <= reach else 0 for d in range(MOST_RANGE + 1)))
    return tuple(rows)
