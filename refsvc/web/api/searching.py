"""The search as data."""

from __future__ import annotations

from flask import request

from refsvc.search.excerpt import excerpt
from refsvc.search.words import words_of
from refsvc.web.api.call import Call, Reply, Searching
from refsvc.web.language_choice import site


def search(call: Call[Searching]) -> Reply:
    """What answers a question."""
    from refsvc.web.search_pages import answered  # noqa: PLC0415  # it searches the pages, one of which lists this

    question = call.query.q.replace("\0", " ").strip()
    found = answered(question, call.language, call.query.game or "", call.query.kind or "")
    top, words = site(request), words_of(call.language)
    results = [
        {
            "id": hit.document.id,
            "kind": hit.document.kind,
            "game": hit.document.game or None,
            "title": hit.document.title,
            "url": top + hit.document.path,
            "snippet": "".join(piece for piece, _ in excerpt(hit.document.text, hit.lemmas, words)),
        }
        for hit in found.hits
    ]
    return Reply({"results": results, "instead": found.instead or None})
