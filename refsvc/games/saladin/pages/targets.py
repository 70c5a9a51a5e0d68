"""Who can hit whom: one drawing for each battle and for the Horns, and the same in words."""

from __future__ import annotations

from typing import Any

from engine.core.cards import Aim
from refsvc.games.saladin import card_lines, target_drawing
from refsvc.games.saladin.card_lines import Face
from refsvc.games.saladin.pages import cards
from refsvc.presentation.speaker import Place
from refsvc.reference import cards as deck


def targets(place: Place) -> dict[str, Any]:
    """Every face of every battle."""
    return {
        "title": place.text("saladin.targets.title", game=place.text(f"{place.game}.name")),
        "faces": [
            {
                "id": face.id,
                "name": face_name(place, face),
                "drawing": target_drawing.draw(place, face),
                "rows": [row(place, face, printed) for printed in face.cards],
            }
            for face in card_lines.faces(place.game)
        ],
        "whens": [{"id": when, "name": place.text(f"saladin.card.when.{when}")} for when in target_drawing.WHENS],
    }


def face_name(place: Place, face: Face) -> str:
    """The battle, before or after cards were replaced."""
    battle = place.text(f"{place.game}.{face.scenario}.name")
    return place.text("saladin.targets.later", battle=battle) if face.is_later else battle


def row(place: Place, face: Face, printed: deck.PrintedCard) -> dict[str, Any]:
    """A Banner with everyone it can aim at and everyone that can hit it."""
    threats = [Aim(piece, aim.when, aim.fact) for piece, aim in face.aims if aim.piece == printed.card.piece]
    return {
        "name": place.name("banner", printed.card.piece),
        "arms": printed.arms,
        "side": printed.card.side,
        "side_name": place.name("side", printed.card.side),
        "path": place.link("card", printed.id),
        "is_new": bool(printed.card.replaces),
        "targets": [cards.aim(place, printed, aim) for aim in printed.card.targets],
        "threats": [cards.aim(place, printed, aim) for aim in threats],
    }
