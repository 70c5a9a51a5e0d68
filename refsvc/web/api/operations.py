"""Every operation of the API: one line makes its route, its description and its place on the page to try it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response, request
from msgspec import Struct

from engine import GAMES
from refsvc.i18n.catalogue import LANGUAGES
from refsvc.web.api import bodies, checks, refusals, shapes
from refsvc.web.api.call import V1, Call, Checking, Query, Reply
from refsvc.web.finished import Answer

blueprint = Blueprint("api", __name__)
PDF = "application/pdf"
TOKEN = "string(length=22)"
PARTS = {  # of an address, as Flask reads them
    "share": TOKEN,
    "job": TOKEN,
    "token": TOKEN,
    "number": "int(min=1)",
    "move": "int(min=1)",
    "game": f"any({','.join(GAMES)})",
    "form": f"any(json,{','.join(LANGUAGES)})",
    "rule": "string",
    "card": "string",
}
PART = re.compile(r"\{([a-z]+)\}")


class Operation(Struct, frozen=True):
    """One operation: `gives` is the shape, or the media type, of each answer by its status; `refuses` the problems."""

    id: str
    method: str
    path: str
    answer: Callable[..., Reply | Answer]
    gives: Mapping[int, Any]
    refuses: tuple[int, ...] = ()
    query: type[Query] = Query
    takes: tuple[str, ...] = ()
    headers: tuple[str, ...] = ()

    @property
    def parts(self) -> list[str]:
        """The names that stand in the address."""
        return PART.findall(self.path)

    def __call__(self, **parts: Any) -> Response | Answer:
        if self.takes:
            bodies.check_type(self.takes)
        query = bodies.parameters(self.query)
        call = Call(query, query.lang or refusals.language())
        reply = self.answer(call, **parts)
        if isinstance(reply, Answer):
            return reply
        headers = {"Content-Language": call.language, "Vary": "Accept-Language", **reply.headers}
        return Response(reply.content(), reply.status, content_type=reply.media_type, headers=headers)


SENT = (400, 403, 413, 415, 422, 429)  # what may be wrong with a record that is sent
OPERATIONS = (
    Operation(
        "checkRecord",
        "POST",
        "/check",
        checks.check,
        {200: shapes.Report | shapes.Reports, 202: shapes.Job},
        (*SENT, 503),
        Checking,
        bodies.RECORDS,
        ("Idempotency-Key",),
    ),
    Operation("getJob", "GET", "/jobs/{job}", checks.job, {200: shapes.Job}, (400, 404)),
    Operation("deleteUpload", "DELETE", "/uploads/{token}", checks.delete, {204: None}, (400, 403, 404)),
)

for operation in OPERATIONS:
    blueprint.add_url_rule(
        V1 + PART.sub(lambda part: f"<{PARTS[part[1]]}:{part[1]}>", operation.path),
        operation.id,
        operation,  # type: ignore[arg-type]  # Flask answers with any WSGI application
        methods=[operation.method],
        merge_slashes=False,
    )
