"""The way to the page where the API can be tried, and the page: it names the address under which it was reached."""

from __future__ import annotations

from flask import Blueprint, Response
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
    return language_choice.redirect_to_own("api/")


@blueprint.get(IN_LANGUAGE + "api/")
def page(language: str) -> Response:
    """Every operation, to be tried."""
    place = SITE.at(f"/{language}/api/")
    return Response(render(place, **api.api(place, origin())), content_type=HTML)
