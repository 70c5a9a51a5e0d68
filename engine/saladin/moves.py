"""The moves of Saladin as they stand in a record."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from engine.core.moves import CountBase, Few, MoveBase, Note, Result, Small, Turn

Side = Literal["ayyubid", "crusader"]
Face = Literal["0", "1", "2", "order"]
Status = Literal["uncommitted", "committed"]
LeaderAction = Literal["recover-order", "restore-lance", "charge-bonus", "horns", "true-cross"]


class Remove(MoveBase, frozen=True, tag="remove"):
    """Take a Banner without targets out of the game."""

    side: Side
    banner: str


class Seize(MoveBase, frozen=True, tag="seize"):
    """A leader seizes the initiative."""

    side: Side


class Start(MoveBase, frozen=True, tag="start"):
    """The holder of the initiative says who acts first."""

    first: Side
    side: Side | None = None


class Activate(MoveBase, frozen=True, tag="activate"):
    """A Banner acts. `spent` and `status` are compared with what the rules determine."""

    side: Side
    banner: str
    action: str
    target: str | None = None
    status: Status | None = None
    spent: Small | None = None


class React(MoveBase, frozen=True, tag="react"):
    """A Reaction to the charge just announced."""

    side: Side
    banner: str
    action: str
    spent: Small | None = None


class Roll(MoveBase, frozen=True, tag="roll"):
    """The dice as they fell: red on the Ayyubids, green on the Crusaders. `losses` and `gone` are compared."""

    red: Annotated[tuple[Face, ...], Few]
    green: Annotated[tuple[Face, ...], Few]
    losses: Annotated[dict[str, Small], Few] | None = None
    gone: Annotated[tuple[str, ...], Few] | None = None


class Lead(MoveBase, frozen=True, tag="lead"):
    """A leader acts."""

    side: Side
    action: LeaderAction
    banner: str | None = None


class Pass(MoveBase, frozen=True, tag="pass"):
    """A side passes for the rest of the turn."""

    side: Side


class Pool(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The Orders of one side, as far as they were counted."""

    available: Small | None = None
    spent: Small | None = None


class BannerCount(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was counted of one Banner."""

    lances: Small | None = None
    status: Status | None = None
    card: Literal["deployed", "ordered"] | None = None
    out: Literal["captured", "removed", "boxed"] | bool | None = None


class Count(CountBase, frozen=True, tag="count"):
    """What the players counted on the table, any part of it."""

    turn: Small | None = None
    orders: dict[Side, Pool] | None = None
    losses: dict[Side, Small] | None = None
    banners: Annotated[dict[str, BannerCount], Few] | None = None
    leaders: dict[Side, Literal["deployed", "ordered"]] | None = None
    town: Small | None = None
    horns: bool | None = None
    fire: bool | None = None
    shield_wall: bool | None = None


Move = Remove | Seize | Start | Activate | React | Roll | Lead | Pass | Turn | Count | Result | Note
