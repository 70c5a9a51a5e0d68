"""The report on an upload: a page for each record, a table where there are many, the positions of its replay."""

from __future__ import annotations

from urllib.parse import quote

from flask import Blueprint, Response, request
from werkzeug.wrappers import Response as WerkzeugResponse

from refsvc import library
from refsvc.uploads.replay_cache import TooLong
from refsvc.uploads.stored import StoredRecord
from refsvc.web import language_choice
from refsvc.web.checker import contexts, status_pages
from refsvc.web.checker.addresses import IN_RECORD, IN_REPORT, Address, asked_address, keep_private, place_of
from refsvc.web.checker.subjects import readable, subject_of
from refsvc.web.reference_pages import HTML
from refsvc.web.rendering import render, shared_values
from refsvc.web.templates import environment
from refsvc.web.upload_service import uploads

blueprint = Blueprint("reports", __name__)
blueprint.after_request(keep_private)


@blueprint.get("/check/<token:share>")
@blueprint.get("/check/<token:share>/<path:rest>")
def in_some_language(share: str, rest: str = "") -> WerkzeugResponse:
    """The way to a report in the reader's language: addresses sent to others or printed as QR codes have none."""
    path = f"check/{share}" + (f"/{quote(rest)}" if rest else "")
    question = request.query_string.decode("ascii", "ignore")
    return language_choice.redirect_to_own(path + (f"?{question}" if question else ""))


@blueprint.get(IN_REPORT)
def upload(language: str, share: str) -> Response:
    """The report on the only record, or the table of many."""
    address = asked_address(language, share)
    if job := uploads().job_of(share):
        return status_pages.waiting(address, job)
    opened = uploads().open(share)
    return page_of(address, opened) if opened.of == 1 else status_pages.table(address)


@blueprint.get(IN_RECORD)
def record(language: str, share: str, number: int) -> Response:
    """The report on one record of many."""
    address = asked_address(language, share, number)
    if job := uploads().job_of(share):
        return status_pages.waiting(address, job)
    return page_of(address, uploads().open(share, number))


@blueprint.get(IN_REPORT + "/position")
@blueprint.get(IN_RECORD + "/position")
def position(language: str, share: str, number: int = 1) -> Response:
    """One position of the replay, for the page that shows another one already."""
    opened = readable(share, number)
    subject = subject_of(opened, language)
    place = place_of("report", language, subject.header.game)
    address = Address(language, share, number if opened.of > 1 else None)
    want = contexts.wanted(subject, request.args)
    values = {"replay": contexts.replay(address, subject, want), "way": contexts.way(address, subject, want)}
    html = environment().get_template("parts/position-alone.html").render(shared_values(place) | values)
    return Response(html, content_type=HTML)


def page_of(address: Address, opened: StoredRecord) -> Response:
    """The report on one record: by today's rules, or as an earlier version judged it."""
    if opened.problem is not None:
        return status_pages.unreadable(address, opened)
    rules = request.args.get("rules", "")
    if rules and rules != library.rules_version():
        return status_pages.earlier_verdicts(address, opened, rules)
    try:
        subject = subject_of(opened, address.language)
    except TooLong:
        return status_pages.too_long(address, opened)
    place = place_of("report", address.language, subject.header.game)
    values = contexts.report(place, address, subject, opened, contexts.wanted(subject, request.args))
    return Response(render(place, **values), content_type=HTML)
