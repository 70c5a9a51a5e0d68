"""Exceptions -> pages, in one table: what a reader is told, in the reader's language."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, request
from rapidfuzz import fuzz, process
from werkzeug.exceptions import HTTPException, InternalServerError

from refsvc.config import LANGUAGES
from refsvc.i18n.catalogue import has_text
from refsvc.i18n.problems import Problem
from refsvc.web import language_choice
from refsvc.web.api import problems
from refsvc.web.rendering import render
from refsvc.web.site import Kind, Place
from refsvc.web.sitemap import SITE

log = logging.getLogger(__name__)
ERROR = Kind("error", "", lambda _place: {})
NEAR = 5
LEAST = 110.0  # of 200: the share of words in common and the likeness of the whole, in percent each
LONGEST = 200


def register(app: Flask) -> None:
    """Every error becomes a page."""
    app.register_error_handler(HTTPException, http_page)
    app.register_error_handler(Problem, problem_page)
    app.register_error_handler(Exception, fault_page)


def http_page(error: HTTPException) -> Response:
    """What the address or the request lacks; redirects stay what they are."""
    response = error.get_response()
    code = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
    if code < HTTPStatus.BAD_REQUEST:
        return Response(response.get_data(), code, list(response.headers))
    if problems.is_ours():
        return problems.of_http(error)
    page = error_page(code, language_choice.language_of(request))
    for header in ("Allow", "Retry-After"):
        if header in response.headers:
            page.headers[header] = response.headers[header]
    return page


def problem_page(problem: Problem) -> Response:
    """Why a request can't be answered: what is wrong, and where."""
    if problems.is_ours():
        return problems.of_problem(problem)
    place = Place(SITE, ERROR, language_choice.language_of(request))
    body = problem.to_dict(place.language)
    values = {
        "title": body["title"],
        "code": problem.status,
        "advice": body["detail"],
        "where": place_in_record(place, body),
    }
    page = Response(render(place, **values, near=[]), problem.status, content_type="text/html; charset=utf-8")
    if problem.retry_after is not None:
        page.headers["Retry-After"] = str(problem.retry_after)
    return page


def place_in_record(place: Place, body: Mapping[str, Any]) -> str:
    """The line and column of a problem in words, or the path to it in a tree; empty where it has no place."""
    if body.get("line") is not None:
        return place.text("check.place", line=body["line"], column=body["column"])
    return place.text("check.path", path=body["path"]) if body.get("path") else ""


def fault_page(error: Exception) -> Response:
    """A mistake of ours: written to the log, told without its inside."""
    log.error("%s %r", request.method, request.path, exc_info=error)
    if problems.is_ours():
        return problems.of_http(InternalServerError())
    return error_page(HTTPStatus.INTERNAL_SERVER_ERROR, language_choice.language_of(request))


def error_page(code: int, language: str) -> Response:
    """The page of one error; a code without words of its own gets those of its class."""
    key = next(str(known) for known in (code, code // 100 * 100) if has_text(f"fault.{known}.title", language))
    place = Place(SITE, ERROR, language)
    values: dict[str, Any] = {"title": place.text(f"fault.{key}.title"), "code": code, "where": ""}
    values["advice"] = place.text(f"fault.{key}.text")
    near = near_pages(request.path, language) if code == HTTPStatus.NOT_FOUND else []
    return Response(render(place, **values, near=near), code, content_type="text/html; charset=utf-8")


def near_pages(path: str, language: str) -> list[dict[str, str]]:
    """The pages whose address is most like this one, the likeliest first."""
    parts = path[:LONGEST].strip("/").split("/")
    rest = "/".join(parts[1:] if parts[0] in LANGUAGES or len(parts[0]) == len(language) else parts)
    known = SITE.places(language)
    found = process.extract(
        _words(rest), {path: _words(path[4:]) for path in known}, scorer=similarity, limit=NEAR, score_cutoff=LEAST
    )
    return [{"path": near, "title": title_of(known[near])} for _, _, near in found if near[4:]]


def similarity(one: str, other: str, **_options: Any) -> float:
    """How alike two addresses are, from 0 to 200: words in common count as much as letters in order."""
    return fuzz.token_set_ratio(one, other) + fuzz.ratio(one, other)


def _words(path: str) -> str:
    return path.casefold().replace("/", " ").replace(".", " ").replace("-", " ").replace("%20", " ")


def title_of(place: Place) -> str:
    """The heading of a page."""
    return str(place.kind.shown(place)["title"])
