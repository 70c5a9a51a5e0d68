"""The state of a game: where everything lies, whose turn it is, and the combat that is being fought. Values only."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from engine.napoleonics.board import Hex, Mask

FRENCH: Final = 0
BRITISH: Final = 1
SideName = Literal["french", "british"]
SIDES: Final[tuple[SideName, SideName]] = ("french", "british")
GONE: Final = 255  # where a unit or leader is that has left the board
NOBODY: Final = -1

# The phases of a turn; WAITING: no card has been played yet.
WAITING: Final = 0
ORDER: Final = 1
MOVE: Final = 2
COMBAT: Final = 3
DRAW: Final = 4
PHASES: Final = ("command", "order", "movement", "combat", "draw")

# What a roll is for, in the order in which they come.
STRIKE: Final = 0
SQUARE: Final = 1
ATTACK: Final = 2
BACK: Final = 3
ESCAPE: Final = 4
FORM: Final = 5  # to form square, by the house rule (ruling D23); before SQUARE
PURPOSES: Final = ("first-strike", "square", "attack", "battle-back", "escape", "form-square")

# What a combat waits for. From ANSWER to LEADER it is due; AFTER and BONUS are offers, closed by any other move.
ANSWER: Final = 0  # the defender's answer, or the dice
DICE: Final = 1  # the dice
CHECK: Final = 2  # the dice for a leader
FLAGS: Final = 3  # how many flags are ignored, and the retreat
LEADER: Final = 4  # where a leader goes who has lost his unit
AFTER: Final = 5  # taking ground, breaking through, battling back
EXTRA: Final = 6  # the bonus melee of cavalry
STAGES: Final = ("answer", "dice", "check", "flags", "leader", "after", "bonus")

BYTE: Final = tuple(bytes([value]) for value in range(256))
SLOTS: Final = 4  # of the square track of one side
NO_SLOTS: Final = bytes([GONE]) * (2 * SLOTS)


Pairs = tuple[tuple[str, ...], tuple[str, ...]]
NO_PAIRS: Final[Pairs] = ((), ())


class Fight(Struct, frozen=True, gc=False):
    """A combat from its announcement to its last offer. Units and leaders are numbers of the table."""

    unit: int  # who attacks
    foe: int  # the unit that is attacked, or NOBODY
    chief: int  # the lone leader that is attacked, or NOBODY
    home: Hex  # from where
    hex: Hex  # whom it is against stood here
    is_melee: bool
    is_bonus: bool = False
    join: int = 0  # batteries of a combined attack, as bits
    stage: int = DICE
    what: int = ATTACK  # the roll that is due, or was made last
    has_struck: bool = False  # First Strike was played
    has_formed: bool = False  # the foe formed square for this combat, or tried to
    slot: int = NOBODY  # the place on the track for which it rolls
    paid: str = ""  # the card for it, if it was seen
    is_barred: bool = False  # the attacker should have retreated before its roll and could not
    retires: int = NOBODY  # the hex to which the foe retires after the roll
    victim: int = NOBODY  # the unit that was rolled against last
    flags: int = 0  # that it has to obey or ignore
    ignored: int = NOBODY  # said to be ignored
    checked: int = 0  # leaders that were checked in this combat, as bits
    testing: int = NOBODY  # the leader whose dice are due
    lost: int = NOBODY  # the leader who has to retreat without his unit
    way: tuple[Hex, ...] = ()  # his way from the enemy on, whose dice are due
    before: int = ATTACK  # the roll after which he has to go
    is_written: bool = False  # the dice are those of a step that should not have been, which is played as written
    is_optional: bool = False  # the dice may come or not, and as many as were rolled
    rest: Fight | None = None  # what the combat waits for once such a step has been seen to


class State(Struct, frozen=True, gc=False):
    """Everything on the table; from `phase` on, what begins anew with each turn."""

    at: bytes  # the hex of each unit
    blocks: bytes  # of each unit
    chiefs: bytes  # the hex of each leader
    on: bytes  # by hex: the number of the unit there, and one
    led: bytes  # by hex: the number of the leader there, and one
    units: tuple[Mask, Mask]  # by side: hexes with units
    leaders: tuple[Mask, Mask]  # by side: hexes with leaders
    square: int  # units in square, as bits
    slots: bytes  # of both tracks: the unit of each square
    kept: tuple[str, ...]  # of both tracks: the card, as far as it is known
    banners: tuple[int, int]  # that can't be lost any more
    held: int  # temporary objectives that were counted, as bits of the table's list
    taken: int  # permanent ones
    side: int  # whose turn it is, or whose comes next
    sizes: tuple[int, int]  # cards in hand, the one just played counted in
    hands: tuple[tuple[str, ...], tuple[str, ...]]  # of them, those that are known
    seen: bytes  # by number of the card: copies in the discard pile, as far as they are known
    pile: int  # cards in the draw pile
    looks: tuple[str, ...] = ()  # two cards drawn after Scout, of which one goes back
    either: Pairs = NO_PAIRS  # by side: two such cards of which nobody wrote down which one went back
    ended: str = ""
    ended_by: str = ""

    phase: int = WAITING
    plays: int = 0  # turns begun
    played: str = ""  # the card on the table
    card: str = ""  # the one in effect: another if it was copied
    mirrors: bool = False  # its left and right are changed over
    section: int = NOBODY  # chosen for it
    is_one: bool = False  # one unit of choice in its place
    last: tuple[str, bool] = ("", False)  # what was in effect in the turn before, for Counter-Attack
    stood: bytes = b""  # where units were when the card was played
    stood_chiefs: bytes = b""
    touched: int = 0  # units that were beside an enemy unit then, as bits, if the card asks for it
    symbols: tuple[int, ...] = ()  # rolled for Élan or Rally: infantry, cavalry, artillery, flags
    is_rolled: bool = False  # the dice of the card were rolled
    is_given: bool = False  # blocks were given back, or a unit was sent back
    is_written: bool = False  # orders were said; they bind
    ordered: int = 0  # units, as bits
    ordered_chiefs: int = 0  # leaders by themselves
    detached: int = 0  # of them, those that leave a unit
    healed: int = 0
    moved: int = 0  # units
    halted: int = 0  # of them, those that terrain or works stopped
    shut: int = 0  # units that may not battle any more this turn
    joined: int = 0  # units that a leader has joined: they don't move any more
    moved_chiefs: int = 0
    battled: int = 0
    unrolled: int = 0  # whose attack was broken off: its batteries, and a unit that did not go back
    extra: int = 0  # cavalry that has had its bonus melee
    fight: Fight | None = None
    fought: int = 0  # the two units of the latest combat, as bits
    is_void: bool = False  # a step was said that can't have been: its dice, retreats and advances change nothing

    strikes: int = 0  # cards that the defender has played this turn
    drawn: int = 0  # who has drawn for this turn, as bits


def bits(mask: int) -> list[int]:
    """The numbers of the bits that are set, lowest first."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found
