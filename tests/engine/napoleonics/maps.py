"""Maps drawn as in a scenario file, for the tests: those of the three training battles, and small ones."""

from __future__ import annotations

from engine.napoleonics.board import BIT, BOTTOM, HEXES, NAME, NUMBER, TOP, Hex, Mask
from engine.napoleonics.facts import load_facts
from engine.napoleonics.scenario import Scenario, read_scenario
from engine.napoleonics.sight import Ground
from engine.napoleonics.terrain import LETTERS, Terrain, make_ground, make_terrain
from refsvc import paths

TERRAIN = make_terrain(load_facts())

CLEAR = """
. . . . . . . . . . . . .
 . . . . . . . . . . . .
. . . . . . . . . . . . .
 . . . . . . . . . . . .
. . . . . . . . . . . . .
 . . . . . . . . . . . .
. . . . . . . . . . . . .
 . . . . . . . . . . . .
. . . . . . . . . . . . .
"""


def mask_of(*names: str) -> Mask:
    """The set of these hexes, by name."""
    mask = 0
    for name in names:
        mask |= BIT[NUMBER[name]]
    return mask


def turned(hex_: Hex) -> Hex:
    """The hex that lies here when the board is turned round, so that each player sees it as the other did."""
    return HEXES - 1 - hex_


def shipped(scenario: str) -> str:
    """The text of a shipped scenario file."""
    return (paths.data("scenarios") / "napoleonics" / f"{scenario}.toml").read_text("utf-8")


def _masks(scenario: Scenario) -> tuple[int, int]:
    """Units at the start, top then bottom; a leader stands with one of them in every case."""
    top, bottom = (
        mask_of(*(NAME[unit.hex] for unit in scenario.units if scenario.seat_of(scenario.side_of(unit.nation)) == seat))
        for seat in (TOP, BOTTOM)
    )
    return top, bottom


TRAINING = tuple(read_scenario(shipped(f"training-{n}"), f"training-{n}.toml") for n in (1, 2, 3))
TWO_SLOPES, MILL_BRIDGE, SAND_QUARRY = (" ".join(scenario.letters) for scenario in TRAINING)
TWO_SLOPES_UNITS, MILL_BRIDGE_UNITS, SAND_QUARRY_UNITS = (_masks(scenario) for scenario in TRAINING)


def terrain_of(drawn: str) -> list[Terrain]:
    """The terrain of every hex of a drawn map, in the order of their numbers."""
    return [TERRAIN[LETTERS[letter]] for letter in drawn.split()]


def ground_of(drawn: str) -> Ground:
    """What of a drawn map is in the way of sight."""
    return make_ground(terrain_of(drawn))
