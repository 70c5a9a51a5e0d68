"""The special rules of scenarios: a closed list of types, each with its parameters. No rules, only what they say.

A rule that fits none of them is a `note`, which is shown and never judged.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, get_args

from msgspec import Struct

from engine.napoleonics.board import Hex
from engine.napoleonics.scenario.fields import Field, flag, hexes, number, text, word
from engine.napoleonics.terrain import LETTERS
from engine.napoleonics.units import ARMS

SideName = Literal["french", "british"]
Owner = Literal["french", "british", "both"]
Need = Literal["each", "all"]
Mode = Literal["temporary", "permanent"]
Counted = Literal["start-of-own-turn", "at-once"]
Who = Literal["any", "infantry", "cavalry", "artillery"]
Trigger = Literal["eliminated-infantry", "eliminated-cavalry", "eliminated-artillery", "eliminated-leader"]
SIDES: Final[tuple[SideName, ...]] = get_args(SideName)
MOST_BANNERS: Final = 5  # for one rule
EVERY: Final = "all"


class Objective(Struct, frozen=True, tag="objective"):
    """Banners for a side that has units on these hexes: for each of them, or once for all together."""

    hexes: tuple[Hex, ...]
    side: Owner
    banners: int
    need: Need = "each"
    mode: Mode = "temporary"  # given back when the hex is lost, or kept
    counted: Counted = "start-of-own-turn"


class River(Struct, frozen=True, tag="river"):
    """Whether water can be forded: all that is drawn, or these hexes."""

    fordable: bool
    hexes: tuple[Hex, ...] | None = None


class Exit(Struct, frozen=True, tag="exit"):
    """Banners for units of a side that leave the map from these hexes."""

    hexes: tuple[Hex, ...]
    side: SideName
    banners: int
    who: Who = "any"


class TerrainAs(Struct, frozen=True, tag="terrain-as"):
    """Hexes that count as another terrain than the one drawn."""

    hexes: tuple[Hex, ...]
    terrain: str


class BonusBanner(Struct, frozen=True, tag="bonus-banner"):
    """More banners for a side whenever something of the enemy's is eliminated."""

    side: SideName
    trigger: Trigger
    banners: int


class BlocksAs(Struct, frozen=True, tag="blocks-as"):
    """The blocks of one nation stand for another army; they fight as the nation does."""

    nation: str
    label: str


class Reinforcement(Struct, frozen=True, tag="reinforcement"):
    """Units that come at the beginning of a turn of their side, each on one of these hexes."""

    nation: str
    units: tuple[str, ...]
    hexes: tuple[Hex, ...]
    turn: int


class Note(Struct, frozen=True, tag="note"):
    """What the page says besides: shown, never judged."""

    text: str


SpecialRule = Objective | River | Exit | TerrainAs | BonusBanner | BlocksAs | Reinforcement | Note
TYPES: Final[Mapping[str, type[SpecialRule]]] = {
    "objective": Objective,
    "river": River,
    "exit": Exit,
    "terrain-as": TerrainAs,
    "bonus-banner": BonusBanner,
    "blocks-as": BlocksAs,
    "reinforcement": Reinforcement,
    "note": Note,
}

# The paragraph of the rules behind each type.
PARAGRAPHS: Final[Mapping[type[SpecialRule], str]] = {
    Objective: "napoleonics.victory.objective",
    River: "napoleonics.scenario.water",
    Exit: "napoleonics.scenario.exit",
    TerrainAs: "napoleonics.scenario.other-ground",
    BonusBanner: "napoleonics.scenario.bonus",
    BlocksAs: "napoleonics.scenario.allies",
    Reinforcement: "napoleonics.scenario.reinforcements",
    Note: "napoleonics.scenario.notes",
}


def rule_fields(nations: tuple[str, ...], codes: tuple[str, ...]) -> Mapping[str, Mapping[str, Field]]:
    """The fields of each type, given the nations and map codes of the box."""
    side = word(*SIDES)
    banners = number(1, MOST_BANNERS)
    return {
        "objective": {
            "hexes": hexes(),
            "side": word(*get_args(Owner)),
            "banners": banners,
            "need": word(*get_args(Need), default="each"),
            "mode": word(*get_args(Mode), default="temporary"),
            "counted": word(*get_args(Counted), default="start-of-own-turn"),
        },
        "river": {"fordable": flag(), "hexes": hexes(whole=EVERY)},
        "exit": {"hexes": hexes(), "side": side, "banners": banners, "who": word("any", *ARMS, default="any")},
        "terrain-as": {"hexes": hexes(), "terrain": word(*LETTERS.values())},
        "bonus-banner": {"side": side, "trigger": word(*get_args(Trigger)), "banners": banners},
        "blocks-as": {"nation": word(*nations), "label": text(80)},
        "reinforcement": {
            "nation": word(*nations),
            "units": word(*codes, many=True),
            "hexes": hexes(),
            "turn": number(1, 40),
        },
        "note": {"text": text(1000)},
    }
