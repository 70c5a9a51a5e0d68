"""The data of card sheets: which cards, on which pages, front and back, everything placed in mm."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from engine.core.facts import Standing
from refsvc.i18n import sentences
from refsvc.presentation import registry
from refsvc.printing import imposition
from refsvc.printing.canvas import styled
from refsvc.printing.card_style import Look
from refsvc.printing.document_choices import Cards
from refsvc.printing.imposition import Sheet
from refsvc.printing.overflow import Overflow, OverfullError
from refsvc.printing.qr_codes import qr_code
from refsvc.reference import cards as deck
from refsvc.reference.cards import PrintedCard

PAGE = "{address}/{language}/{game}/cards/{card}"  # where the page of a card is


def card_sheets(choice: Cards, address: str | None) -> dict[str, Any]:
    """What the sheets show; `address` is that of the site, for the QR codes.

    With `pair` "sides" one language stands on each side: of the table where the cards belong to it, else of the card.
    """
    printed = chosen_cards(choice)
    sheet = imposition.sheet(choice.paper, choice.size, choice.bleed, choice.right, choice.down)
    first = choice.languages[0]
    pages = [printed[at : at + sheet.count] for at in range(0, len(printed), sheet.count)]
    shown = [
        page
        for number, cards in enumerate(pages, 1)
        for page in _sheet_pages(choice, sheet, cards, address, (number, len(pages)))
    ]
    return {
        "language": first,
        "title": sentences.say("card-sheet.title", first, game=sentences.say(f"{choice.game}.name", first)),
        "width": sheet.width,
        "height": sheet.height,
        "card": sheet.card,
        "bleed": sheet.bleed,
        "marks": sheet.marks() if choice.has_crop_marks else [],
        "pages": shown,
        "styles": styled(word for page in shown for card in page["cards"] for word in card["words"]),
    }


def chosen_cards(choice: Cards) -> list[PrintedCard]:
    """The cards to print, each as often as was asked for; `LookupError` for one that the game or the battle lacks."""
    found = {
        printed.id: printed for printed in deck.deck(choice.game).values() if choice.scenario in ("", printed.scenario)
    }
    if unknown := choice.cards.keys() - found.keys():
        raise LookupError(f"no such card: {sorted(unknown)[0]}")
    counts = choice.cards or {printed.id: printed.copies for printed in found.values()}
    cards = [printed for printed in found.values() for _ in range(counts.get(printed.id, 0))]
    if not cards:
        raise LookupError(f"no card of {choice.game} {choice.scenario} is chosen")
    return cards


def _sheet_pages(
    choice: Cards, sheet: Sheet, cards: list[PrintedCard], address: str | None, number: tuple[int, int]
) -> Iterator[dict[str, Any]]:
    """The front of a sheet, and its back if it has one."""
    for is_back in (False, True) if choice.has_backs else (False,):
        places = (
            sheet.back(n, choice.flip, is_turned=choice.turns_backs) if is_back else sheet.front(n)
            for n in range(len(cards))
        )
        yield {
            "is_back": is_back,
            "right": choice.right if is_back else 0.0,
            "down": choice.down if is_back else 0.0,
            "notes": notes(choice, sheet, is_back=is_back, number=number),
            "cards": [
                {
                    "x": place.x,
                    "y": place.y,
                    "angle": place.angle,
                    **drawn_card(choice, printed, address, is_back=is_back),
                }
                for printed, place in zip(cards, places, strict=True)
            ],
        }


def page_label(choice: Cards, *, is_back: bool, number: tuple[int, int]) -> str:
    """What a page is."""
    side = "back" if is_back else "front"
    return sentences.say(f"card-sheet.{side}", choice.languages[0], number=number[0], count=number[1])


def notes(choice: Cards, sheet: Sheet, *, is_back: bool, number: tuple[int, int]) -> dict[str, Any]:
    """What stands below the cards: which sheet it is and how to print it, and what the marks mean."""
    language = choice.languages[0]
    left = [round(x + 1.5, 3) for x in sheet.lefts]
    return {
        "y": round(sheet.tops[-1] + sheet.cell[1] + sheet.bleed + 1.2, 3),
        "width": sheet.cell[0] - 3,
        "left": left,
        "label": page_label(choice, is_back=is_back, number=number),
        "how": [
            sentences.say(f"card-sheet.{key}", language)
            for key in ("scale", "cut")
            if key == "scale" or choice.has_crop_marks
        ],
        "standings": [
            {"id": f"standing-{standing.word}", "name": sentences.say(f"standing.{standing.word}", language)}
            for standing in (Standing.INFERRED, Standing.ASSUMED)
            if choice.has_standing
        ],
    }


def look_of(choice: Cards) -> Look:
    """How the cards of a choice are drawn."""
    wide, high = (float(part) for part in choice.size.split("x"))
    return Look((wide, high), choice.bleed, choice.saves_ink, choice.has_standing)


def drawn_card(choice: Cards, printed: PrintedCard, address: str | None, *, is_back: bool) -> Mapping[str, Any]:
    """A side of a card, its corner at 0, 0."""
    base = address.rstrip("/") if address and choice.has_codes else ""
    face = registry.of(choice.game).card_painter().face_of(choice, printed, is_back=is_back)
    return _drawn(look_of(choice), face, choice.game, base, _deck(choice))


def _deck(choice: Cards) -> tuple[str, tuple[str, ...], str]:
    return choice.game, choice.languages, choice.pair


@cache
def _scale(look: Look, kind: str, whole: tuple[str, tuple[str, ...], str], *, has_code: bool) -> Any:
    """The letters of all sides of a kind: the largest in which every card of the game fits."""
    game, languages, pair = whole
    choice = Cards(game=game, languages=languages, pair=pair)  # type: ignore[arg-type]  # as it was asked for
    painter = registry.of(game).card_painter()
    every = [
        painter.face_of(choice, printed, is_back=is_back)
        for printed in deck.deck(game).values()
        for is_back in (False, True)
    ]
    same = [face for face in every if face.kind == kind]

    def too_long(face: Any, scale: Any) -> float:
        return float(painter.excess(face, look, scale, has_code=has_code and face.is_back))

    for scale in painter.SCALES:
        if all(too_long(face, scale) <= 0 for face in same):
            return scale
    found = [(face, too_long(face, painter.SCALES[-1])) for face in same]
    raise OverfullError(
        [
            Overflow("cards", 0, face.id, "-".join(face.languages), "the whole side", {"bottom": round(by, 2)})
            for face, by in found
            if by > 0
        ]
    )


def _drawn(
    look: Look, face: Any, game: str, address: str, whole: tuple[str, tuple[str, ...], str]
) -> Mapping[str, Any]:
    language, painter = face.languages[0], registry.of(game).card_painter()
    page = PAGE.format(address=address, language=language, game=game, card=face.page)
    code = qr_code(page) if address and face.is_back else None
    scale = _scale(look, face.kind, whole, has_code=bool(address))
    canvas = painter.lay_out(face, look, scale, code)
    return {
        "id": face.id,
        "language": language,
        "title": painter.spoken(face),
        "link": page if code else "",
        "shapes": canvas.all_shapes(),
        "pictures": canvas.pictures,
        "words": canvas.words,
        "side": face.printed.card.side,
        "is_back": face.is_back,
    }
