"""The pages of the reference, rendered when first asked for and kept."""

from __future__ import annotations

from flask import Blueprint, current_app, redirect, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from refsvc.config import LANGUAGES
from refsvc.web import redirects
from refsvc.web.rendering import render
from refsvc.web.response_cache import Answer, ResponseCache
from refsvc.web.sitemap import SITE

blueprint = Blueprint("reference-pages", __name__)
HTML = "text/html; charset=utf-8"
IN_LANGUAGE = f"/<any({','.join(LANGUAGES)}):language>/"


@blueprint.get(IN_LANGUAGE)
@blueprint.get(IN_LANGUAGE + "<path:rest>")
def page(language: str, rest: str = "") -> Answer | Response:
    """The page of this address, or the way to where it has moved."""
    path = f"/{language}/{rest}"
    if place := SITE.find(path):
        return cached(path, Answer(render(place).encode(), HTML, asks=place.kind.asks))
    if new := redirects.new_address(SITE, path):
        return redirect(new, 301)
    raise NotFound


def page_html(path: str) -> str:
    """The page of an address: as it was finished, or rendered now."""
    cache: ResponseCache = current_app.extensions["response_cache"]
    if path in cache.answers:
        return cache.answers[path].body.decode()
    return render(SITE.at(path))


def cached(path: str, answer: Answer) -> Answer:
    """Puts an answer where the next request finds it before Flask."""
    cache: ResponseCache = current_app.extensions["response_cache"]
    if path == request.path:
        cache.answers[path] = answer
    return answer
