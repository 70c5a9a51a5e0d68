"""The way to the page where the API can be tried, and the page: it names the address under which it was reached."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as WerkzeugResponse

from refsvc.web import language_choice
from refsvc.web.api.answers import origin
from refsvc.web.pages import api
from refsvc.web.reference_pages import HTML, IN_LANGUAGE
from refsvc.web.rendering import render
from refsvc.web.sitemap import SITE

blueprint = Blueprint("api-page", __name__)


@blueprint.get("/api/")
def in_own_language() -> WerkzeugResponse:
    """The page in the reader's language."""
    answer = redirect(f"/{language_choice.asked_language(request)}/api/", 302)
    answer.headers["Vary"] = "Accept-Language"
    return answer


@blueprint.get(IN_LANGUAGE + "api/")
def page(language: str) -> Response:
    """Every operation, to be tried."""
    place = SITE.find(f"/{language}/api/")
    assert place is not None
    return Response(render(place, **api.api(place, origin())), content_type=HTML)
