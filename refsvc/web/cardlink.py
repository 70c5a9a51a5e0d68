"""A card to point at, from a page."""

from __future__ import annotations

from typing import Any

from refsvc.deck import Dealt, name_of
from refsvc.web.site import Place


def card_link(place: Place, dealt: Dealt) -> dict[str, Any]:
    """A card to point at."""
    card = dealt.card
    return {
        "id": dealt.id,
        "path": place.link("card", dealt.id),
        "name": name_of(card, place.language),
        "arms": dealt.arms,
        "side": card.side,
        "note": place.text("card.second") if card.replaces else place.plural("card.lines", len(card.lines)),
        "battle": place.text(f"{place.game}.{dealt.scenario}.name"),
    }
