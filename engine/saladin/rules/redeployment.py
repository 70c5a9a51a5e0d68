"""Redeployment: the end of a turn."""

from __future__ import annotations

from engine.core.findings import Violation, broken


def card_left_ordered() -> Violation:
    """The turn has ended, and a later count shows a card still Ordered."""
    return broken("saladin.redeployment.turn-end", "omitted")
