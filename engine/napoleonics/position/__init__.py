"""Positions: a state as JSON, and back; one that can't be is refused with its place."""

from __future__ import annotations

from engine.napoleonics.position.read import read_position
from engine.napoleonics.position.setup import first_state
from engine.napoleonics.position.view import view

__all__ = ["first_state", "read_position", "view"]
