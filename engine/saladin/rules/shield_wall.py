"""Shield wall: the marker before a Banner."""

from __future__ import annotations

from engine.core.findings import Params, Violation, broken


def marker_left(_rule: str, counted: Params) -> Violation:
    """The turn has ended, and a later count shows the marker still on the board."""
    return broken("saladin.shield-wall.die", "omitted", **counted)
