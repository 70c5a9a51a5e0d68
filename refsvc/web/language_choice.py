"""The language of a reader: the address wins, then what the browser asks for, then the setting."""

from __future__ import annotations

from flask import Request, current_app, redirect, request
from werkzeug.wrappers import Response

from refsvc.config import LANGUAGES, Settings


def settings() -> Settings:
    """The settings of the running application."""
    found: Settings = current_app.config["SETTINGS"]
    return found


def site(request: Request) -> str:
    """Where the service is reached from outside: as it was set, else as this request reached it."""
    return settings().site or f"{request.scheme}://{request.host}"


def asked_language(request: Request) -> str:
    """The language that the browser asks for, as far as we speak it."""
    return request.accept_languages.best_match(LANGUAGES) or settings().language


def language_of(request: Request) -> str:
    """The language that a page at this address is in."""
    first = request.path.split("/")[1]
    return first if first in LANGUAGES else asked_language(request)


def redirect_to_own(rest: str) -> Response:
    """The way to the same address in the reader's language."""
    answer = redirect(f"/{asked_language(request)}/{rest}", 302)
    answer.headers["Vary"] = "Accept-Language"
    return answer
