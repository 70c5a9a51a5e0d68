"""What the open rulings of the game change: values of the data laid over by an option, and how the rules are read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from engine.core.facts import Fact, Facts, Standing

CS: Final = "cs"
GRENADIERS: Final = "units.french.grenadier"
# The values of an option, by ruling; those of grenadiers are a die more each (see `_grenadiers`).
VALUES: Final[Mapping[tuple[str, str], Mapping[str, Any]]] = {
    ("D01", CS): {"terrain.town.sight": "open", "terrain.windmill.sight": "open"},
    ("D02", CS): {"cards.attack-left.count": 6, "cards.attack-right.count": 6},
    ("D06", CS): {
        "units.french.militia.rounds": "up",
        "units.french.militia.moved.3": 2,
        "units.french.militia.moved.1": 1,
    },
    ("D10", CS): {"terrain.ford.square": False},
}


def with_effects(facts: Facts, rulings: Mapping[str, str]) -> Facts:
    """The facts with the values of the chosen options; what a player's own box says stays."""
    laid = dict(facts)
    for (ruling, option), values in VALUES.items():
        if rulings.get(ruling) == option:
            laid |= {key: _said(value) for key, value in values.items() if not _is_of_box(facts.get(key))}
    if rulings.get("D05") == CS:
        laid |= _grenadiers(facts)
    return laid


def _said(value: Any) -> Fact:
    return Fact(value, Standing.PRINTED, ("R",))


def _is_of_box(fact: Fact | None) -> bool:
    return fact is not None and not fact.codes


def _grenadiers(facts: Facts) -> Facts:
    starts = (f"{GRENADIERS}.still.", f"{GRENADIERS}.moved.")
    return {
        key: _said(fact.value + 1)
        for key, fact in facts.items()
        if key.startswith(starts) and not _is_of_box(fact)
    }  # fmt: skip


class Readings(Struct, frozen=True):
    """How the rules are read where a ruling leaves it open; each is named by what is true of the first option."""

    is_quarry_open: bool  # D09: a sand quarry bars the retreat of artillery only
    is_by_side: bool  # D11: field works forbid a square only against an attack across them
    is_rally_by_symbol: bool  # D15
    is_assault_for_leaders: bool  # D16
    is_square_at_once: bool  # D23: nobody rolls to form square
    is_range_a_limit: bool  # D32: horse artillery that has moved may fire at less than its range
    is_square_infantry: bool  # A02: for the die of a nation against infantry
    is_attack_free: bool  # A04: one without a die may be announced
    is_ground_added: bool  # A06: of the target and of the attacker
    is_edge_anywhere: bool  # A07: the two sides of a line may be blocked at different places
    is_corner_both: bool  # A08: both sides at a corner have to be marked
    is_retreat_free: bool  # A09: it need not be as long as possible
    is_battery_spent: bool  # A18: after a combined attack that was broken off
    is_copy_chained: bool  # A20: a Counter-Attack copies what a Counter-Attack has copied
    is_rally_repeated: bool  # A23: several blocks may go to one unit
    is_entry_quiet: bool  # A37: no bonus melee where a unit may not battle in the turn of entry
    is_stopped_free: bool  # A39: who was stopped by terrain may advance after its melee
    is_barred_attacking: bool  # A51: an attacker whose retreat was barred attacks
    is_fire_bouncing: bool  # A52: flags of a square that fires are bounce flags
    is_leader_reached: bool  # A54: cavalry may retire onto a lone leader
    is_led_twice: bool  # A56: Leadership counts in a bonus melee
    is_escape_plain: bool  # A57: nothing changes the dice of an enemy whom a leader passes
    is_leader_safe: bool  # V01: a lone leader may not be fired at


OTHERS: Final[Mapping[str, tuple[str, str]]] = {  # by reading: the ruling, and the option in which it is not so
    "is_quarry_open": ("D09", CS),
    "is_by_side": ("D11", CS),
    "is_rally_by_symbol": ("D15", CS),
    "is_assault_for_leaders": ("D16", CS),
    "is_square_at_once": ("D23", "house-rule"),
    "is_range_a_limit": ("D32", CS),
    "is_square_infantry": ("A02", "no"),
    "is_attack_free": ("A04", "refused"),
    "is_ground_added": ("A06", "higher"),
    "is_edge_anywhere": ("A07", "same-place"),
    "is_corner_both": ("A08", "one-side"),
    "is_retreat_free": ("A09", "longest"),
    "is_battery_spent": ("A18", "free"),
    "is_copy_chained": ("A20", "nothing"),
    "is_rally_repeated": ("A23", "one"),
    "is_entry_quiet": ("A37", "yes"),
    "is_stopped_free": ("A39", "no"),
    "is_barred_attacking": ("A51", "over"),
    "is_fire_bouncing": ("A52", "ignored"),
    "is_leader_reached": ("A54", "barred"),
    "is_led_twice": ("A56", "no"),
    "is_escape_plain": ("A57", "changed"),
    "is_leader_safe": ("V01", "later"),
}


def make_readings(rulings: Mapping[str, str]) -> Readings:
    """How the rules are read under rulings; one that is not given is the recommended one."""
    return Readings(**{name: rulings.get(ruling) != option for name, (ruling, option) in OTHERS.items()})
