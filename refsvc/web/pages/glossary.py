"""The glossary: every term of the game in three languages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from markupsafe import Markup

from engine import find_game
from engine.core.rulebook import GlossaryTerm
from refsvc.config import LANGUAGES
from refsvc.i18n.alphabet import initial, sort_key
from refsvc.i18n.catalogue import text
from refsvc.reference import book
from refsvc.reference.rules import rule_link
from refsvc.search.index import Document
from refsvc.web.site import Place


def glossary(place: Place) -> dict[str, Any]:
    """The terms in the order of the alphabet, as the language of the page spells them."""
    terms: list[dict[str, Any]] = [
        {
            "id": term.id,
            "words": {language: book.term_word(place.game, term, language) for language in LANGUAGES},
            "definition": part(place, term, "definition"),
            "note": part(place, term, "note"),
            "sources": {language: place.text(f"glossary.source.{source}") for language, source in term.sources.items()},
            "rules": [rule_link(place, rule) for rule in term.rules],
        }
        for term in find_game(place.game).rulebook().glossary
    ]
    terms.sort(key=lambda term: sort_key(term["words"][place.language], place.language))
    letters: dict[str, str] = {}  # to the first term under each
    for term in terms:
        letters.setdefault(initial(term["words"][place.language], place.language), term["id"])
    return {
        "title": place.text("glossary.title", game=place.text(f"{place.game}.name")),
        "lede": place.text("glossary.lede"),
        "letters": letters,
        "terms": terms,
        "others": [language for language in LANGUAGES if language != place.language],
    }


def documents(place: Place) -> Iterator[Document]:
    """Every term, with the words of the other languages."""
    for term in find_game(place.game).rulebook().glossary:
        said = " ".join(book.term_part(place.game, term, one, place.language) for one in ("definition", "note")).strip()
        path = place.link("glossary", anchor=term.id)
        title = book.term_word(place.game, term, place.language)
        names = book.other_names(f"{place.game}.name.{term.name}", place.language) if term.name else ""
        yield Document(f"term.{place.game}.{term.id}", "glossary", title, said, path, names=names)


def part(place: Place, term: GlossaryTerm, name: str) -> Markup | None:
    """What is said of a term, if anything is."""
    key = f"{place.game}.term.{term.id}#{name}"
    return place.rich(text(key, place.language)) if term.has(name, place.language) else None
