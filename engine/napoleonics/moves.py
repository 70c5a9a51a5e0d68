"""The moves of this game as they stand in a record.

A unit is named by the hex it stands on at that moment, a leader by his hex. Any move may carry its `side`, which is
compared where it is implied.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from engine.core.moves import CountBase, Few, MoveBase, Note, Result, Small, Turn

Side = Literal["french", "british"]
Face = Literal["infantry", "cavalry", "artillery", "flag", "saber"]
SectionName = Literal["left", "center", "right"]
Purpose = Literal["attack", "first-strike", "square", "battle-back", "escape", "form-square", "elan", "rally"]
Faces = Annotated[tuple[Face, ...], Few]
Hexes = Annotated[tuple[str, ...], Few]
Slot = Annotated[int, Meta(ge=1, le=4)]


class Deal(MoveBase, frozen=True, tag="deal"):
    """A hand as it was dealt; null for a card that nobody wrote down."""

    side: Side
    cards: Annotated[tuple[str | None, ...], Few]


class Play(MoveBase, frozen=True, tag="play", rename={"as_": "as"}):
    """A card is played, and a turn begins.

    `section` for Force March; `use` for one unit in place of what the card orders; `as` is the card that
    Counter-Attack copies, compared.
    """

    side: Side
    card: str
    section: SectionName | None = None
    use: Literal["one-unit"] | None = None
    as_: str | None = None


class Order(MoveBase, frozen=True, tag="order"):
    """Who is ordered, all of them; without it, whoever acts was."""

    units: Hexes = ()
    leaders: Hexes = ()
    side: Side | None = None


class Detach(MoveBase, frozen=True, tag="detach"):
    """A leader is ordered to leave his unit."""

    leader: str
    side: Side | None = None


class Dissolve(MoveBase, frozen=True, tag="dissolve"):
    """A unit is ordered and comes out of its square; `card` comes back to the hand."""

    unit: str
    card: str | None = None
    side: Side | None = None


class Rally(MoveBase, frozen=True, tag="rally"):
    """Who regains blocks after the roll: one entry a block."""

    units: Hexes
    side: Side | None = None


class ShortSupply(MoveBase, frozen=True, tag="short-supply"):
    """A unit is sent back to its baseline, to a hex of its owner's choice."""

    unit: str
    to: str
    side: Side | None = None


class Move(MoveBase, frozen=True, tag="move"):
    """A unit moves, with its leader unless he was detached; or a leader alone."""

    to: str
    unit: str | None = None
    leader: str | None = None
    via: Hexes = ()
    side: Side | None = None


class Fire(MoveBase, frozen=True, tag="fire"):
    """A unit fires."""

    unit: str
    target: str
    side: Side | None = None


class Melee(MoveBase, frozen=True, tag="melee"):
    """A unit attacks in melee; `join` are the batteries of a combined attack."""

    unit: str
    target: str
    join: Hexes = ()
    side: Side | None = None


class FirstStrike(MoveBase, frozen=True, tag="first-strike"):
    """The defender answers with First Strike."""

    side: Side | None = None


class Square(MoveBase, frozen=True, tag="square"):
    """The attacked infantry forms square; `card` is the one taken from the hand, if it was seen."""

    card: str | None = None
    slot: Slot | None = None
    side: Side | None = None


class Retire(MoveBase, frozen=True, tag="retire"):
    """The attacked cavalry retires and reforms."""

    to: str | None = None
    via: Hexes = ()
    side: Side | None = None


class Roll(MoveBase, frozen=True, tag="roll", rename={"for_": "for"}):
    """The dice as they fell; `by` and `for` say whose they were, compared."""

    faces: Faces
    by: str | None = None
    for_: Purpose | None = None
    side: Side | None = None


class CheckLeader(MoveBase, frozen=True, tag="check-leader"):
    """The dice for a leader whose unit lost blocks."""

    faces: Faces
    side: Side | None = None


class IgnoreFlags(MoveBase, frozen=True, tag="ignore-flags"):
    """How many flags the unit that was rolled against ignores."""

    count: Small
    side: Side | None = None


class Retreat(MoveBase, frozen=True, tag="retreat"):
    """Where that unit retreats to; `lost` blocks for hexes that it could not go."""

    to: str
    via: Hexes = ()
    lost: Small | None = None
    side: Side | None = None


class LeaderRetreat(MoveBase, frozen=True, tag="leader-retreat"):
    """Where a leader without his unit retreats to; `off` is over the edge."""

    to: str
    via: Hexes = ()
    side: Side | None = None


class BattleBack(MoveBase, frozen=True, tag="battle-back"):
    """The defender battles back."""

    side: Side | None = None


class TakeGround(MoveBase, frozen=True, tag="take-ground"):
    """The attacker moves into the hex that was left."""

    side: Side | None = None


class Breakthrough(MoveBase, frozen=True, tag="breakthrough"):
    """Cavalry moves into the hex that was left, or one beyond it."""

    to: str
    side: Side | None = None


class Bonus(MoveBase, frozen=True, tag="bonus"):
    """The bonus melee of cavalry after its breakthrough."""

    target: str
    join: Hexes = ()
    side: Side | None = None


class Draw(MoveBase, frozen=True, tag="draw"):
    """Cards are drawn at the end of a turn; null for one that nobody wrote down."""

    side: Side | None = None
    cards: Annotated[tuple[str | None, ...], Few] | None = None


class Discard(MoveBase, frozen=True, tag="discard"):
    """The one of the two cards after Scout that is not kept."""

    card: str
    side: Side | None = None


class EndPhase(MoveBase, frozen=True, tag="end-phase"):
    """A phase is over; never required."""

    side: Side | None = None


class UnitCount(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was counted of one unit, by its hex; null for an empty hex."""

    blocks: Small | None = None
    square: bool | None = None
    leader: bool | None = None


class Count(CountBase, frozen=True, tag="count"):
    """What the players counted on the table, any part of it; a hex without a unit is null."""

    turn: Small | None = None
    units: Annotated[dict[str, UnitCount | None], Few] | None = None
    leaders: dict[Side, Hexes] | None = None  # all of a side, attached ones too
    banners: dict[Side, Small] | None = None
    hands: dict[Side, Small] | None = None
    squares: dict[Side, Small] | None = None


AnyMove = (
    Deal
    | Play
    | Order
    | Detach
    | Dissolve
    | Rally
    | ShortSupply
    | Move
    | Fire
    | Melee
    | FirstStrike
    | Square
    | Retire
    | Roll
    | CheckLeader
    | IgnoreFlags
    | Retreat
    | LeaderRetreat
    | BattleBack
    | TakeGround
    | Breakthrough
    | Bonus
    | Draw
    | Discard
    | EndPhase
    | Turn
    | Count
    | Result
    | Note
)
