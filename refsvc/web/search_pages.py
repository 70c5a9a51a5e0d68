"""Questions: the search page with its answers, and the index that a browser searches by itself."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any
from urllib.parse import urlencode

import msgspec
from flask import Blueprint, Response, request

from engine import GAMES
from refsvc.config import LANGUAGES
from refsvc.i18n.catalogue import text
from refsvc.search.excerpt import excerpt, marked
from refsvc.search.index import KINDS, LONGEST, Document, Found, Hit, Index, numbers
from refsvc.search.words import words_of
from refsvc.web import assets, questions, reference_pages, rendering
from refsvc.web.reference_pages import IN_LANGUAGE
from refsvc.web.response_cache import Answer
from refsvc.web.site import Place, Site
from refsvc.web.sitemap import SITE

blueprint = Blueprint("search-pages", __name__)
CHOICES = {"game": GAMES, "kind": KINDS}


@cache
def index() -> Index:
    """The search over everything that the reference has."""
    return Index({language: SITE.documents(language) for language in LANGUAGES})


@blueprint.get(IN_LANGUAGE + "search")
def search(language: str) -> Answer | Response:
    """The answers to `?q=`; without a question, the page that asks for one.

    `game` and `kind` choose among the answers; `from` is the game that the reader comes from, whose answers weigh more.
    """
    question = request.args.get("q", "").replace("\0", " ").strip()[:LONGEST]
    place = SITE.at(f"/{language}/search")
    chosen = {name: value if (value := request.args.get(name, "")) in known else "" for name, known in CHOICES.items()}
    if not question and not any(chosen.values()):
        return reference_pages.page(language, "search")  # type: ignore[return-value]  # it is a page of the reference
    found = answered(question, language, origin=request.args.get("from", ""), **chosen)
    asked = "?" + urlencode({"q": question, **{name: value for name, value in chosen.items() if value}})
    page = rendering.render(
        place,
        query=question,
        results=[shown_hit(place, hit) for hit in found.hits],
        instead=found.instead,
        is_answer=bool(question),
        chosen=chosen,
        switch=[{**entry, "path": entry["path"] + asked} for entry in rendering.switch(place)],
    )
    return Response(page, content_type="text/html; charset=utf-8")


def answered(question: str, language: str, game: str = "", kind: str = "", origin: str = "") -> Found:
    """What answers a question, among that of a game and a kind if they are named; counted if there is nothing."""
    origin = origin if origin in GAMES else ""
    found = index().find(question, language, game or origin, kind, only=bool(game))
    if not game and not kind:
        questions.count(question, language, found)
    return found


def shown_hit(place: Place, hit: Hit) -> dict[str, Any]:
    """A hit as the page shows it."""
    document, words = hit.document, words_of(place.language)
    return {
        "label": label_of(place, document),
        "title": marked(document.title, hit.lemmas, words),
        "excerpt": excerpt(document.text, hit.lemmas, words),
        "path": document.path,
    }


def label_of(place: Place, document: Document) -> str:
    """What a document is: its kind, its game, where it stands."""
    game = place.text(f"{document.game}.name") if document.game and len(GAMES) > 1 else ""
    return " · ".join(part for part in (place.text(f"search.kind.{document.kind}"), game, document.chapter) if part)


@blueprint.get(IN_LANGUAGE + "search.json")
def search_index(language: str) -> Answer:
    """The documents of one language for the browser's own search."""
    return reference_pages.cached(request.path, Answer(index_json(language), "application/json"))


def index_json(language: str, address: Callable[[str], str] = lambda path: path[1:], site: Site = SITE) -> bytes:
    """Every document with its address from the top, and all that the search knows of the words of the language."""
    table = index().tables[language]
    others = index().other_titles(language)
    pages = site.places(language)
    documents = [
        (d.id, d.kind, d.game, d.title, d.text, address(d.path), others[d.id], d.chapter, d.names, d.questions)
        for d in table.documents.values()
        if d.path.partition("#")[0] in pages
    ]
    tree = {
        "version": assets.version(),
        "kinds": {kind: text(f"search.kind.{kind}", language) for kind in dict.fromkeys(row[1] for row in documents)},
        "games": {game: text(f"{game}.name", language) for game in GAMES},
        "weights": KINDS,
        "numbers": numbers(),
        "words": table.words.tree(),
        "meanings": table.vocabulary.tree(),
        "documents": documents,
    }
    return msgspec.json.encode(tree)
