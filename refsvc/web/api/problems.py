"""Problems as the API answers them: RFC 9457, in the language of the reader."""

from __future__ import annotations

import msgspec
from flask import Response, request
from werkzeug.exceptions import HTTPException

from refsvc.config import LANGUAGES
from refsvc.i18n.problems import Problem
from refsvc.records import unpack
from refsvc.web import language_choice

MEDIA_TYPE = "application/problem+json"
ROOM = "/api/"
KINDS = {400: "request", 404: "not-found", 405: "method", 413: "sent-too-large", 415: "media-type"}
KEPT = ("Allow", "Retry-After")


def is_ours() -> bool:
    """Whether the request is for the API."""
    return request.path.startswith(ROOM)


def language() -> str:
    """The language of an answer: `?lang=`, else what the browser asks for, else the setting."""
    asked = request.args.get("lang", "")
    return asked if asked in LANGUAGES else language_choice.asked_language(request)


def of_http(error: HTTPException) -> Response:
    """What the address or the request lacks."""
    code = error.code or 500
    kind = KINDS.get(code) or ("request" if code < 500 else "fault")
    answer = of_problem(Problem(kind, code, most=unpack.MOST_SENT))
    answer.headers.extend((name, value) for name, value in error.get_response().headers if name in KEPT)
    return answer


def of_problem(problem: Problem) -> Response:
    """A problem as an answer."""
    spoken = language()
    headers = {"Content-Language": spoken, "Vary": "Accept-Language"}
    if problem.retry_after is not None:
        headers["Retry-After"] = str(problem.retry_after)
    if problem.kind == "encoding":
        headers["Accept-Encoding"] = "gzip"
    return Response(
        msgspec.json.encode(problem.to_dict(spoken)), problem.status, content_type=MEDIA_TYPE, headers=headers
    )
