"""The pages on which a printed document is chosen: the list of them, and the form of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from refsvc import library
from refsvc.i18n import sentences
from refsvc.presentation import registry
from refsvc.printing import document_options, document_registry
from refsvc.printing.document_choices import Choice
from refsvc.printing.document_options import COUNT, LANGUAGE, SECOND, Field, spelled
from refsvc.reference import cards
from refsvc.search.index import Document
from refsvc.web.site import Place

PRINT, DOCUMENT = "print", "document"  # kinds of pages
PARTS = {  # of the form, by the words of their fields; the others come first and without a heading
    "look": ("save-ink", "crop-marks", "bleed", "standing", "codes"),
    "back": ("backs", "flip", "turn-backs", "right", "down"),
}
EVIDENT = ("game", "scenario", "lang", "with", "paper")  # fields that need no hint
STEP = 0.1  # mm
MOST_OPEN = 8  # fields of a form that are all shown at once; of a longer one only those that were changed


def names(_place: Place) -> Iterable[str]:
    """The documents that can be printed."""
    return document_registry.DOCUMENTS


def listed(place: Place) -> dict[str, Any]:
    """Every document, with what it is for."""
    return {
        "title": place.text("printing.title"),
        "documents": [
            {
                "title": place.text(f"printing.document.{name}.title"),
                "text": place.text(f"printing.document.{name}.text"),
                "path": place.link(DOCUMENT, name),
                "picture": address(default(place, name), place.language, ".png"),
                "games": games(place, default(place, name)),
            }
            for name in document_registry.DOCUMENTS
        ],
    }


def default(place: Place, name: str) -> Choice:
    """A document as it is before anything is chosen."""
    return document_options.read(document_registry.DOCUMENTS[name].choice, {}, place.language)


def games(place: Place, choice: Choice) -> list[dict[str, Any]]:
    """Links to a document for each game that has it; none where only one has."""
    kind = type(choice)
    others = document_options.games(kind)
    said = {LANGUAGE: [choice.languages[0]], SECOND: [*choice.languages[1:], ""][:1]}
    return [
        {
            "name": place.text(f"{game}.name"),
            "path": address(document_options.read(kind, {**said, "game": [game]}, place.language), place.language),
            "is_chosen": game == choice.game,
        }
        for game in others
        if len(others) > 1
    ]


def address(choice: Choice, language: str, ending: str = "") -> str:
    """Where a choice is shown; its PDF or picture with that ending."""
    query = document_options.query(choice, language)
    return f"/{language}/print/{document_registry.name_of(choice)}{ending}" + (f"?{query}" if query else "")


def document(place: Place) -> dict[str, Any]:
    """The form of a document before anything is chosen, and no preview yet."""
    return shown(place, default(place, place.item)) | {"faults": [], "preview": "", "waiting": None, "busy": ""}


def shown(place: Place, choice: Choice) -> dict[str, Any]:
    """The form as it is filled in by a choice."""
    name = document_registry.name_of(choice)
    title = place.text(f"printing.document.{name}.title")
    fields = [
        field for field in document_options.asked(type(choice), choice.game) if field.kind not in ("cards", "game")
    ]
    parted = {word for words in PARTS.values() for word in words}
    return {
        "title": title,
        "text": place.text(f"printing.document.{name}.text"),
        "action": place.link(DOCUMENT, name),
        "asked_game": choice.game if len(document_options.games(type(choice))) > 1 else "",
        "variants": games(place, choice),
        "fields": [_shown(place, field, choice) for field in fields if field.word not in parted],
        "parts": [
            {
                "title": place.text(f"printing.{part}"),
                "fields": [_shown(place, field, choice) for field in own],
                "is_open": len(fields) <= MOST_OPEN or any(_is_changed(field, choice) for field in own),
            }
            for part, words in PARTS.items()
            if (own := [field for field in fields if field.word in words])
        ],
        "battles": list(_cards(place, choice)),
        "is_single": bool(getattr(choice, "cards", None)),
        "most_cards": document_options.MOST_CARDS,
        "picture": place.text("printing.picture", title=title),
    }


def _is_changed(field: Field, choice: Choice) -> bool:
    """Whether something else is chosen than by default."""
    return bool(getattr(choice, field.name) != field.default)


def _shown(place: Place, field: Field, choice: Choice) -> dict[str, Any]:
    """A field of the form."""
    chosen = spelled(field, choice)
    return {
        "word": field.word,
        "kind": field.kind,
        "label": place.text(f"printing.field.{field.word}"),
        "hint": "" if field.word in EVIDENT else place.text(f"printing.help.{field.word}"),
        "value": chosen,
        "is_on": chosen == document_options.YES,
        "low": f"{field.low:g}",
        "high": f"{field.high:g}",
        "step": STEP,
        "options": [
            {
                "id": option,
                "text": _option(place, field, option, choice.game),
                "is_chosen": option in (chosen or option).split(",") if field.kind == "parts" else option == chosen,
            }
            for option in _options(field, choice.game)
        ],
    }


def _options(field: Field, game: str) -> tuple[str, ...]:
    match field.kind:
        case "scenario":
            return (("",) if field.default == "" else ()) + library.in_order(game)
        case "second":
            return ("", *field.options)
        case "parts":
            return registry.of(game).document_parts()
    return field.options


def _option(place: Place, field: Field, option: str, game: str) -> str:
    """What an option is called."""
    match field.kind:
        case "scenario":
            return place.text(f"{game}.{option}.name" if option else "printing.all-battles")
        case "language" | "second":
            return place.text(f"language.{option}" if option else "printing.no-second")
    if field.word == "paper":
        return place.text(f"checker.paper.{option}")
    return place.text(sentences.own(f"printing.option.{field.word}.{option}", game))


def _cards(place: Place, choice: Choice) -> Iterator[dict[str, Any]]:
    """The cards that can be printed singly, by battle or kind, each with how many were asked for."""
    chosen = getattr(choice, "cards", None)
    if chosen is None:
        return
    every = cards.deck(choice.game).values()
    for group in dict.fromkeys(printed.group for printed in every):
        is_battle = group in library.in_order(choice.game)
        yield {
            "id": group,
            "name": place.text(f"{choice.game}.{group}.name" if is_battle else f"{choice.game}.card.group.{group}"),
            "cards": [
                {
                    "field": COUNT + printed.id,
                    "name": cards.name_of(printed.card, choice.game, place.language),
                    "note": place.text(f"{choice.game}.card.second") if printed.card.replaces else "",
                    "count": chosen.get(printed.id, 0),
                }
                for printed in every
                if printed.group == group
            ],
        }


def documents(place: Place) -> Iterator[Document]:
    """Every document, and the list of them."""
    yield Document(PRINT, PRINT, place.text("printing.title"), place.text("printing.lede"), place.link(PRINT))
    for name in document_registry.DOCUMENTS:
        title, text = (sentences.say(f"printing.document.{name}.{part}", place.language) for part in ("title", "text"))
        yield Document(f"{PRINT}.{name}", PRINT, title, text, place.link(DOCUMENT, name))
