"""Status: the two sides of the cards of a pair."""

from __future__ import annotations

from engine.core.findings import Params, Violation, broken


def left_as_it_was(rule: str, counted: Params) -> Violation:
    """The status of a pair changed, by a line or by the end of a Banner; a later count shows a card on its old side."""
    if rule == "saladin.status.pair":
        return broken("saladin.status.pair", "omitted", **counted)
    return broken("saladin.status.change", "omitted", **counted)
