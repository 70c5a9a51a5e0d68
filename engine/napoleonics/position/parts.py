"""The shape of a position: what each part may hold."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt, PositiveInt

from engine.napoleonics.state import SLOTS, SideName

PhaseName = Literal["command", "order", "movement", "combat", "draw"]
Stage = Literal["answer", "dice", "check", "flags", "leader", "after", "bonus"]
Purpose = Literal["first-strike", "square", "attack", "battle-back", "escape", "form-square"]
Slot = Annotated[int, Field(ge=1, le=SLOTS)]
SymbolName = Literal["infantry", "cavalry", "artillery", "flag"]
SYMBOLS: tuple[SymbolName, ...] = ("infantry", "cavalry", "artillery", "flag")  # that a card counts, in this order

# What has been done with a unit or a leader this turn: the key in a position, and the field of the state.
UNIT_MARKS = {
    "ordered": "ordered",
    "moved": "moved",
    "battled": "battled",
    "halted": "halted",
    "shut": "shut",
    "joined": "joined",
    "healed": "healed",
    "broken_off": "unrolled",
    "bonus": "extra",
    "fought": "fought",
}
LEADER_MARKS = {"ordered_leaders": "ordered_chiefs", "detached": "detached", "moved_leaders": "moved_chiefs"}


class Part(BaseModel):
    """Strict, nothing unknown."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class UnitPart(Part):
    """One unit on its hex; blocks are those of full strength unless they are given, `card` lies on its square track.

    `from_`: where it was in the set-up, if that is not where it is now.
    """

    nation: str
    unit: str
    blocks: NonNegativeInt | None = None
    square: bool = False
    slot: Slot | None = None
    card: str | None = None
    from_: str | None = Field(default=None, alias="from")


class CardPart(Part):
    """The card that was played this turn; `as_` is what a Counter-Attack copies."""

    card: str
    as_: str | None = Field(default=None, alias="as")
    section: Literal["left", "center", "right"] | None = None
    use: Literal["one-unit"] | None = None


class GonePart(Part):
    """A unit or leader that has left the board this turn: where it stood when the card was played, and its marks."""

    stood: str
    was: list[str] = []


class FightPart(Part):
    """A combat that is being fought. `unit` and `target` are hexes; who they were, where nobody is there any more."""

    do: Literal["fire", "melee"]
    unit: str
    target: str
    awaits: Stage
    for_: Purpose = Field(default="attack", alias="for")
    join: list[str] = []
    bonus: bool = False
    attacker: str | None = None
    defender: str | None = None
    leader: str | None = None
    struck: bool = False
    formed: bool = False
    slot: Slot | None = None
    card: str | None = None
    barred: bool = False
    retires: str | None = None
    victim: Literal["attacker", "defender"] | None = None
    flags: NonNegativeInt = 0
    ignored: NonNegativeInt | None = None
    checked: list[str] = []
    testing: str | None = None
    lost: str | None = None
    way: list[str] = []
    before: Purpose = "attack"
    as_written: bool = False
    optional: bool = False
    rest: FightPart | None = None


class OverPart(Part):
    """How the game ended."""

    winner: SideName | None
    rule: str


class PositionPart(Part):
    """A position; what it doesn't name is as in the set-up, `units` and `leaders` each as a whole."""

    turn: PositiveInt = 1
    plays: NonNegativeInt | None = None
    phase: PhaseName | None = None
    to_move: SideName | None = None
    units: dict[str, UnitPart] | None = None
    leaders: dict[SideName, list[str]] | None = None
    leaders_from: dict[str, str] = {}
    banners: dict[SideName, NonNegativeInt] = {}
    objectives: dict[SideName, list[str]] | None = None
    hands: dict[SideName, NonNegativeInt] = {}
    squares: dict[SideName, NonNegativeInt] = {}
    known: dict[SideName, list[str]] = {}
    seen: list[str] = []
    either: dict[SideName, list[str]] = {}
    pile: NonNegativeInt | None = None
    card: CardPart | None = None
    last: str = ""
    last_mirrored: bool = False
    stood: dict[str, str] = {}
    stood_leaders: dict[str, str] = {}
    gone: dict[str, GonePart] = {}
    gone_leaders: dict[str, GonePart] = {}
    symbols: dict[SymbolName, NonNegativeInt] | None = None
    rolled: bool = False
    given: bool = False
    written: bool = False
    ordered: list[str] = []
    moved: list[str] = []
    battled: list[str] = []
    halted: list[str] | None = None
    shut: list[str] = []
    joined: list[str] = []
    healed: list[str] = []
    broken_off: list[str] = []
    bonus: list[str] = []
    fought: list[str] = []
    ordered_leaders: list[str] = []
    detached: list[str] = []
    moved_leaders: list[str] = []
    strikes: NonNegativeInt = 0
    drawn: list[SideName] = []
    discarded: bool = False
    looks: list[str] = []
    void: bool = False
    pending: FightPart | None = None
    over: OverPart | None = None
