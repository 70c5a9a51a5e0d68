"""Every operation of the API: one line makes its route, its description and its place on the page to try it."""

from __future__ import annotations

from flask import Blueprint

from refsvc.printing import document_registry
from refsvc.web.api import bodies, checks, openapi, prints, reference, reports, searching, shapes
from refsvc.web.api.call import (
    JSON,
    V1,
    AtMove,
    Call,
    Checking,
    Converting,
    Listing,
    Printing,
    Query,
    Reply,
    Searching,
    Versioned,
)
from refsvc.web.api.operation import Operation

blueprint = Blueprint("api", __name__)
SENT = (400, 403, 413, 415, 422, 429)  # what may be wrong with a record that is sent
KEPT = (400, 404)
READ = (400, 404, 422)  # with one that is kept
ONE = "/reports/{share}/{number}"
GAME = "/games/{game}"
RECORDS = bodies.RECORDS


def describe(call: Call[Query]) -> Reply:
    """The description of all this."""
    return Reply(openapi.document(GROUPS, call.language))


CHECKING = (
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
    Operation("deleteUpload", "DELETE", "/uploads/{token}", checks.delete, {204: None}, (400, 403, 404)),
)
READING = (
    Operation(
        "getUpload",
        "GET",
        "/reports/{share}",
        reports.upload,
        {200: shapes.Report | shapes.Refused | shapes.Reports, 202: shapes.Job},
        (*KEPT, 503),
    ),
    Operation("getReport", "GET", ONE, reports.report, {200: shapes.Report, 202: shapes.Job}, (*READ, 503), Versioned),
    Operation("getRecord", "GET", f"{ONE}/record", reports.record, {200: (reports.BYTES,)}, KEPT),
    Operation("getRecordAs", "GET", ONE + "/record/{form}", reports.converted, {200: reports.FORMS}, READ),
    Operation("getSarif", "GET", f"{ONE}/sarif", reports.log, {200: (reports.SARIF,)}, READ),
    Operation("listMoves", "GET", f"{ONE}/moves", reports.listed, {200: shapes.Moves}, READ, Listing),
    Operation("listLegalMoves", "GET", ONE + "/moves/{move}/legal", reports.legal, {200: shapes.Legal}, READ),
    Operation("explainMove", "GET", ONE + "/moves/{move}/why", reports.why, {200: shapes.Why}, READ),
    Operation(
        "getSummary",
        "GET",
        f"{ONE}/summary.pdf",
        reports.summary,
        {200: (reports.PDF,), 202: shapes.Job},
        (*READ, 503),
        Printing,
    ),
)
ASKING = (
    Operation("legalMovesOf", "POST", "/legal", checks.legal, {200: shapes.Legal}, (*SENT, 404), AtMove, RECORDS),
    Operation("explainMoveOf", "POST", "/why", checks.why, {200: shapes.Why}, (*SENT, 404), AtMove, RECORDS),
    Operation("readLines", "POST", "/read", checks.read_lines, {200: shapes.Reading}, SENT, Query, (bodies.TEXT,)),
    Operation("convertRecord", "POST", "/convert", checks.convert, {200: reports.FORMS}, SENT, Converting, RECORDS),
)
SEARCHING = (Operation("search", "GET", "/search", searching.search, {200: shapes.Results}, (400,), Searching),)
REFERENCE = (
    Operation("listGames", "GET", "/games", reference.games, {200: shapes.Games}, (400,), is_fixed=True),
    Operation("listRules", "GET", f"{GAME}/rules", reference.rules, {200: shapes.Rules}, KEPT, is_fixed=True),
    Operation("getRule", "GET", GAME + "/rules/{rule}", reference.rule, {200: shapes.Rule}, KEPT, is_fixed=True),
    Operation("listCards", "GET", f"{GAME}/cards", reference.cards, {200: shapes.Cards}, KEPT, is_fixed=True),
    Operation("getCard", "GET", GAME + "/cards/{card}", reference.card, {200: shapes.Card}, KEPT, is_fixed=True),
    Operation("listTerms", "GET", f"{GAME}/glossary", reference.glossary, {200: shapes.Glossary}, KEPT, is_fixed=True),
    Operation(
        "listScenarios", "GET", f"{GAME}/scenarios", reference.scenarios, {200: shapes.Scenarios}, KEPT, is_fixed=True
    ),
    Operation("listRulings", "GET", f"{GAME}/rulings", reference.rulings, {200: shapes.Rulings}, KEPT, is_fixed=True),
    Operation("describe", "GET", "/openapi.json", describe, {200: (JSON,)}, (400,), is_fixed=True),
)
PRINTING = tuple(
    Operation(
        "print" + name.title().replace("-", ""),
        "GET",
        f"{GAME}/documents/{name}.pdf",
        prints.answer_of(name),
        {200: (reports.PDF,), 202: shapes.Job},
        (400, 404, 422, 503),
        prints.query_of(name),
        texts=(f"printing.document.{name}.title", f"printing.document.{name}.text"),
    )
    for name in document_registry.DOCUMENTS
)
GROUPS = {
    "checking": CHECKING,
    "reading": READING,
    "asking": ASKING,
    "searching": SEARCHING,
    "reference": REFERENCE,
    "printing": PRINTING,
}

for operations in GROUPS.values():
    for operation in operations:
        blueprint.add_url_rule(
            V1 + operation.rule,
            operation.id,
            operation,
            methods=[operation.method],
            merge_slashes=False,
        )
