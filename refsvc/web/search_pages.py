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
from refsvc.i18n.folding import spelling
from refsvc.search.index import IDLE, LONGEST, Document, Hit, Index, excerpt, marked
from refsvc.web import assets, reference_pages, rendering
from refsvc.web.reference_pages import IN_LANGUAGE
from refsvc.web.response_cache import Answer
from refsvc.web.site import Place, Site
from refsvc.web.sitemap import SITE

blueprint = Blueprint("search-pages", __name__)


@cache
def index() -> Index:
    """The search over everything that the reference has."""
    return Index({language: SITE.documents(language) for language in LANGUAGES})


@blueprint.get(IN_LANGUAGE + "search")
def search(language: str) -> Answer | Response:
    """The answers to `?q=`; without a question, the page that asks for one."""
    question = request.args.get("q", "").replace("\0", " ").strip()
    place = SITE.at(f"/{language}/search")
    if not question:
        return reference_pages.page(language, "search")  # type: ignore[return-value]  # it is a page of the reference
    results = [shown_hit(place, hit) for hit in index().find(question, language)]
    asked = "?" + urlencode({"q": question[:LONGEST]})
    switch = [{**entry, "path": entry["path"] + asked} for entry in rendering.switch(place)]
    page = rendering.render(place, query=question[:LONGEST], results=results, is_answer=True, switch=switch)
    return Response(page, content_type="text/html; charset=utf-8")


def shown_hit(place: Place, hit: Hit) -> dict[str, Any]:
    """A hit as the page shows it."""
    document = hit.document
    return {
        "kind": place.text(f"search.kind.{document.kind}"),
        "game": game_of(place, document),
        "title": marked(document.title, hit.stems),
        "excerpt": excerpt(document.text, hit.stems),
        "path": document.path,
        "language": hit.language,
    }


def game_of(place: Place, document: Document) -> str:
    """The name of the game that a document is about, where there are several."""
    found = SITE.find(document.path.partition("#")[0])
    return place.text(f"{found.game}.name") if found is not None and found.kind.has_game else ""


@blueprint.get(IN_LANGUAGE + "search.json")
def search_index(language: str) -> Answer:
    """The documents of one language for the browser's own search."""
    return reference_pages.cached(request.path, Answer(index_json(language), "application/json"))


def index_json(language: str, address: Callable[[str], str] = lambda path: path[1:], site: Site = SITE) -> bytes:
    """Kind, title, text, address from the top, and the folded titles of the other languages, of every document."""
    found = index().documents
    pages = site.places(language)
    others = [other for other in LANGUAGES if other != language]
    documents = [
        (d.kind, d.title, d.text, address(d.path), spelling(" ".join(found[other][d.id].title for other in others)))
        for d in found[language].values()
        if d.path.partition("#")[0] in pages
    ]
    kinds = {kind: text(f"search.kind.{kind}", language) for kind in dict.fromkeys(row[0] for row in documents)}
    games = {game: text(f"{game}.name", language) for game in GAMES}
    tree = {"version": assets.version(), "kinds": kinds, "games": games, "idle": sorted(IDLE), "documents": documents}
    return msgspec.json.encode(tree)
