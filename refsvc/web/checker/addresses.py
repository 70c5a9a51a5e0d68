"""The addresses of reports, and the headers of everything that stands under a token."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from flask import Response, request
from werkzeug.routing import BaseConverter

from refsvc.config import LANGUAGES
from refsvc.web import language_choice
from refsvc.web.headers import PRIVATE
from refsvc.web.reference_pages import IN_LANGUAGE
from refsvc.web.site import Kind, Place
from refsvc.web.sitemap import SITE
from refsvc.web.upload_service import uploads

IN_REPORT = IN_LANGUAGE + "check/<token:share>"
IN_RECORD = IN_REPORT + "/<int(min=1, max=9999):number>"


class TokenConverter(BaseConverter):
    """A token as the store makes them: 16 bytes in the letters of an address."""

    regex = "[A-Za-z0-9_-]{22}"


def keep_private(response: Response) -> Response:
    """Nobody keeps the page, lists it, or learns its address from a link on it."""
    for header, value in PRIVATE.items():
        response.headers.setdefault(header, value)
    return response


class Address:
    """Where a report stands: the share token, the number of the record if there are several, the owner's token."""

    def __init__(self, language: str, share: str, number: int | None = None, own: str = "") -> None:
        self.language = language
        self.share = share
        self.number = number
        self.own = own

    def path(self, part: str = "", language: str = "") -> str:
        """The address of the report, or of a part of it."""
        record = "" if self.number is None else f"/{self.number}"
        return f"/{language or self.language}/check/{self.share}{record}" + (f"/{part}" if part else "")

    def to(self, part: str = "", *, anchor: str = "", language: str = "", **asked: Any) -> str:
        """The address of a part of the report with a query; the token of its owner goes with it."""
        known = {key: value for key, value in asked.items() if value not in (None, "")}
        if self.own:
            known["own"] = self.own
        question = f"?{urlencode(known)}" if known else ""
        return self.path(part, language) + question + (f"#{anchor}" if anchor else "")

    @property
    def whole(self) -> Address:
        """The upload that this record belongs to."""
        return Address(self.language, self.share, own=self.own)

    @property
    def shared(self) -> str:
        """What is sent to others and printed: the whole address, in no language and without the owner's right."""
        return f"{language_choice.site(request)}/check/{self.share}" + (
            "" if self.number is None else f"/{self.number}"
        )

    def switch(self, place: Place, part: str = "", **asked: Any) -> list[dict[str, Any]]:
        """The languages, each with the address of the same place in the report."""
        return [
            {
                "language": language,
                "label": place.text(f"language.{language}"),
                "path": self.to(part, language=language, **asked),
                "is_here": language == self.language,
            }
            for language in LANGUAGES
        ]


def asked_address(language: str, share: str, number: int | None = None) -> Address:
    """The address that was asked for; the owner's token only if it is the right one."""
    own = request.args.get("own", "")
    return Address(language, share, number, own if own and uploads().may_delete(share, own) else "")


def place_of(name: str, language: str, game: str = "") -> Place:
    """A place for a page that is in no list: it speaks the language and knows the way to the reference."""
    return Place(SITE, Kind(name, "check/", lambda _place: {}), language, game)


def is_script() -> bool:
    """Whether a script asks, which wants data and no page."""
    return request.accept_mimetypes.best == "application/json"
