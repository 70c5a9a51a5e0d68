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
KEPT = (400, 404)
READ = (400, 404, 422)  # with one that is kept
ONE = "/reports/{share}/{number}"
RECORDS = bodies.RECORDS
OPERATIONS = (
    Operation(
        "checkRecord",
        "POST",
        "/check",
        checks.check,
        {200: shapes.Report | shapes.Reports, 202: shapes.Job},
        (*SENT, 503),
        Checking,
        RECORDS,
        ("Idempotency-Key",),
    ),
    Operation("getJob", "GET", "/jobs/{job}", checks.job, {200: shapes.Job}, KEPT),
    Operation(
        "getUpload",
        "GET",
        "/reports/{share}",
        reports.upload,
        {200: shapes.Report | shapes.Refused | shapes.Reports, 202: shapes.Job},
        (*KEPT, 503),
    ),
    Operation(
        "getReport",
        "GET",
        ONE,
        reports.report,
        {200: shapes.Report, 202: shapes.Job},
        (*READ, 503),
        Versioned,
    ),
    Operation("getRecord", "GET", f"{ONE}/record", reports.record, {200: BYTES}, KEPT),
    Operation(
        "getRecordAs", "GET", ONE + "/record/{form}", reports.converted, {200: (JSON, reports.TEXT)}, READ
    ),
    Operation("getSarif", "GET", f"{ONE}/sarif", reports.log, {200: (reports.SARIF,)}, READ),
    Operation("listMoves", "GET", f"{ONE}/moves", reports.listed, {200: shapes.Moves}, READ, Listing),
    Operation("legalMoves", "GET", ONE + "/moves/{move}/legal", reports.legal, {200: shapes.Legal}, READ),
    Operation("whyMove", "GET", ONE + "/moves/{move}/why", reports.why, {200: shapes.Why}, READ),
    Operation(
        "getSummary",
        "GET",
        f"{ONE}/summary.pdf",
        reports.summary,
        {200: (reports.PDF,), 202: shapes.Job},
        (*READ, 503),
        Printing,
    ),
    Operation("deleteUpload", "DELETE", "/uploads/{token}", checks.delete, {204: None}, (400, 403, 404)),
    Operation("legalAt", "POST", "/legal", checks.legal, {200: shapes.Legal}, (*SENT, 404), AtMove, RECORDS),
    Operation("whyAt", "POST", "/why", checks.why, {200: shapes.Why}, (*SENT, 404), AtMove, RECORDS),
    Operation("convert", "POST", "/convert", checks.convert, {200: (JSON, reports.TEXT)}, SENT, Converting, RECORDS),
    Operation("listGames", "GET", "/games", reference.games, {200: shapes.Games}, (400,)),
    Operation("listRules", "GET", "/games/{game}/rules", reference.rules, {200: shapes.Rules}, KEPT),
    Operation("getRule", "GET", "/games/{game}/rules/{rule}", reference.rule, {200: shapes.Rule}, KEPT),
    Operation("listCards", "GET", "/games/{game}/cards", reference.cards, {200: shapes.Cards}, KEPT),
    Operation("getCard", "GET", "/games/{game}/cards/{card}", reference.card, {200: shapes.Card}, KEPT),
    Operation("listTerms", "GET", "/games/{game}/glossary", reference.glossary, {200: shapes.Glossary}, KEPT),
    Operation("listScenarios", "GET", "/games/{game}/scenarios", reference.scenarios, {200: shapes.Scenarios}, KEPT),
    Operation("listRulings", "GET", "/games/{game}/rulings", reference.rulings, {200: shapes.Rulings}, KEPT),
    Operation("describe", "GET", "/openapi.json", describing.describe, {200: (JSON,)}, (400,)),
)

for operation in OPERATIONS:
    blueprint.add_url_rule(
        V1 + PART.sub(lambda part: f"<{PARTS[part[1]]}:{part[1]}>", operation.path),
        operation.id,
        operation,  # type: ignore[arg-type]  # Flask answers with any WSGI application
        methods=[operation.method],
        merge_slashes=False,
    )
