"""The addresses without a language: the start page, the service worker, and what machines ask for."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as WerkzeugResponse

from refsvc.config import LANGUAGES
from refsvc.web import assets, language_choice, reference_pages
from refsvc.web.headers import FOREVER
from refsvc.web.response_cache import Answer

blueprint = Blueprint("root-pages", __name__)


@blueprint.get("/")
def home() -> WerkzeugResponse:
    """The home page in the language that the browser asks for."""
    answer = language_choice.redirect_to_own("")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@blueprint.get("/static/<version>/<path:name>")
def static(version: str, name: str) -> Answer | WerkzeugResponse:
    """A static file; under the version of another day, the way to that of today."""
    if name not in assets.files():
        raise NotFound
    if version != assets.version():
        return redirect(assets.address(name), 302)
    return reference_pages.cached(request.path, Answer(assets.read(name), assets.type_of(name), keep=FOREVER))


@blueprint.get("/worker.js")
def worker() -> Answer:
    """The service worker, at the top because it rules only what lies below it."""
    return reference_pages.cached("/worker.js", Answer(assets.read(assets.WORKER), assets.type_of(assets.WORKER)))


@blueprint.get("/favicon.ico")
def icon() -> WerkzeugResponse:
    """Browsers ask for it whatever a page says."""
    return redirect(assets.address(assets.ICON), 301)


@blueprint.get("/robots.txt")
def robots() -> Response:
    """Everything may be read; the answers to questions need not be kept."""
    asking = (f"Disallow: /{language}/{path}" for path in ("search?", "print/*?") for language in LANGUAGES)
    lines = ["User-agent: *", *asking, ""]
    return Response("\n".join(lines), content_type="text/plain; charset=utf-8")
