"""The glossary: every term of the game in three languages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine import game_module
from refsvc import inline
from refsvc.i18n.catalogue import LANGUAGES, text
from refsvc.notation.folding import fold
from refsvc.reference.rules import rule_link
from refsvc.search import Document
from refsvc.web.site import Place


def glossary(place: Place) -> dict[str, Any]:
    """The terms in the order of the alphabet, as the language of the page spells them."""
    terms = [
        {
            "id": term.id,
            "words": {language: text(f"{place.game}.term.{term.id}", language) for language in LANGUAGES},
            "definition": place.rich(text(f"{place.game}.term.{term.id}#definition", place.language)),
            "rules": [rule_link(place, rule) for rule in term.rules],
        }
        for term in game_module(place.game).rulebook().glossary
    ]
    return {
        "title": place.text("glossary.title", game=place.text(f"{place.game}.name")),
        "terms": sorted(terms, key=lambda term: fold(term["words"][place.language])),
        "others": [language for language in LANGUAGES if language != place.language],
    }


def documents(place: Place) -> Iterator[Document]:
    """Every term, with the words of the other languages."""
    for term in game_module(place.game).rulebook().glossary:
        key = f"{place.game}.term.{term.id}"
        said = inline.plain(text(f"{key}#definition", place.language), place.game, place.language)
        path = place.link("glossary", anchor=term.id)
        yield Document(f"term.{place.game}.{term.id}", "glossary", text(key, place.language), said, path)
