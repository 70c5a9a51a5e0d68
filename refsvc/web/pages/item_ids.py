"""What there is a page for each of."""

from __future__ import annotations

from collections.abc import Iterable

from refsvc import library
from refsvc.reference import cards
from refsvc.web.site import Place


def battle_ids(place: Place) -> Iterable[str]:
    """Every battle that can be played."""
    return library.in_order(place.game)


def card_ids(place: Place) -> Iterable[str]:
    """Every card."""
    return cards.deck(place.game)
