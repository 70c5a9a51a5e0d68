"""A card to point at, from a page."""

from __future__ import annotations

from typing import Any

from refsvc.presentation.speaker import Speaker
from refsvc.reference.cards import PrintedCard, name_of


def card_link(place: Speaker, printed: PrintedCard) -> dict[str, Any]:
    """A card to point at; one of a deck that all battles share has no arms, and says how many there are of it."""
    card = printed.card
    hats = [line.facts["hat"].value for line in card.lines if "hat" in line.facts]
    if card.side:
        note = place.text("card.second") if card.replaces else place.plural("card.lines", len(card.lines))
    else:
        note = place.plural("card.copies", printed.copies)
    return {
        "id": printed.id,
        "path": place.link("card", printed.id),
        "name": name_of(card, place.language),
        "arms": printed.arms if card.side else "",
        "side": card.side,
        "kind": "" if card.side else printed.group,
        "icon": "hat" if any(hat != "no" for hat in hats) else "cards",
        "note": note,
        "battle": place.text(f"{place.game}.{printed.group}.name")
        if card.side
        else place.name("card-kind", printed.group),
    }
