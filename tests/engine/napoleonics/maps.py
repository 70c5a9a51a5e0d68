"""Maps drawn as in a scenario file, for the tests: those of the three training battles, and small ones."""

from __future__ import annotations

from engine.napoleonics.board import mask_of
from engine.napoleonics.sight import Ground
from engine.napoleonics.terrain import LETTERS, Terrain, make_ground, make_terrain
from engine.napoleonics.values import load_facts

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
TWO_SLOPES = """
. . . . . . . . . . . . .
 . . . . . . . . . . . .
. . F . . . H . . . F . .
 . . F . . . . . . F . .
. . . . . H H H . . . . .
 . . F . . . . . . F . .
. . F . . . H . . . F . .
 . . . . . . . . . . . .
. . . . . . . . . . . . .
"""
MILL_BRIDGE = """
. . . . . . . . . . . . .
 . . F . . . . . H . . .
. F . . . . . . H H . . .
 . . . T . . . M . . F .
W W W X W W W V W . . . .
 . . . . . . . . . . F .
. . F . H H . . . . . . .
 . . . . . H . . . . . .
. F . . . . . . . . . . .
"""
SAND_QUARRY = """
. . . . . . . . . . . . .
 . F . . . T . . . . F .
. . . . . . . . . H . . .
 . . H . . . . . H . . .
. . R . . . S . . . R . .
 . . . H . . . . . H . .
. . . H . . . . . . . . .
 . F . . . . T . . . F .
. . . . . . . . . . . . .
"""

# Units at the start, top then bottom; a leader stands with one of them in every case.
TWO_SLOPES_UNITS = (
    mask_of("B3", "B5", "B7", "B10", "C10", "A2", "C7"),
    mask_of("H3", "H6", "H8", "H10", "G4", "I12", "G7"),
)
MILL_BRIDGE_UNITS = (
    mask_of("B6", "B10", "C5", "D4", "D8", "A3", "A11", "C9", "C3", "C11"),
    mask_of("H3", "H5", "H6", "H8", "G3", "I11", "I10", "G5", "H9"),
)
SAND_QUARRY_UNITS = (
    mask_of("B3", "B10", "C8", "C6", "A7", "A11", "A3", "A4", "B8", "B4"),
    mask_of("G6", "H3", "H10", "G8", "I7", "I3", "I10", "I11", "H5", "H9"),
)


def terrain_of(drawn: str) -> list[Terrain]:
    """The terrain of every hex of a drawn map, in the order of their numbers."""
    return [TERRAIN[LETTERS[letter]] for letter in drawn.split()]


def ground_of(drawn: str) -> Ground:
    """What of a drawn map is in the way of sight."""
    return make_ground(terrain_of(drawn))
