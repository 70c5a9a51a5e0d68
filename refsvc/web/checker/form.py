"""A record handed in by the form: taken and answered by the way to its report, or given back with what is wrong."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app, jsonify, redirect, request
from werkzeug.datastructures import FileStorage
from werkzeug.exceptions import NotFound, RequestEntityTooLarge
from werkzeug.wrappers import Response as WerkzeugResponse

from engine import GAMES, find_game
from refsvc.checking.unreadable import unreadable_as_problem
from refsvc.i18n.problems import Problem
from refsvc.records import box_file
from refsvc.records.box_file import Box
from refsvc.records.choices import Choices
from refsvc.records.unpack import MOST_SENT, SentFile, unpack
from refsvc.uploads import rate_limit
from refsvc.uploads.service import Receipt
from refsvc.web import language_choice, reference_pages
from refsvc.web.checker import record_problems
from refsvc.web.checker.addresses import Address
from refsvc.web.pages import check
from refsvc.web.reference_pages import HTML, IN_LANGUAGE
from refsvc.web.rendering import render
from refsvc.web.response_cache import Answer
from refsvc.web.site import Place
from refsvc.web.sitemap import SITE
from refsvc.web.upload_service import uploads

blueprint = Blueprint("checker", __name__)
PAGE = IN_LANGUAGE + "check/"


@blueprint.get("/check/")
def language_redirect() -> WerkzeugResponse:
    """The form in the reader's language."""
    return language_choice.redirect_to_own("check/")


@blueprint.get(PAGE)
def form(language: str) -> Answer:
    """The empty form; it says how long this service keeps a record."""
    html = render(_place(language), days=language_choice.settings().kept_days)
    return reference_pages.cached(request.path, Answer(html.encode(), HTML))


@blueprint.post(PAGE)
def hand_in(language: str) -> WerkzeugResponse:
    """Takes what was sent; a script is told where the report is, everybody else is led there."""
    place = _place(language)
    sent: list[SentFile] = []
    try:
        taken = take(place, sent)
    except RequestEntityTooLarge:
        return refused(place, Problem("sent-too-large", 413, most=MOST_SENT), sent)
    except Problem as problem:
        return refused(place, problem, sent)
    address = Address(language, taken.share, own=taken.delete).to()
    if request.accept_mimetypes.best == "application/json":
        return jsonify(address=address)
    return redirect(address, 303)


@blueprint.get(PAGE + "samples/<name>")
def sample(language: str, name: str) -> Response:
    """A sample as a file."""
    found = check.samples().get(name)
    if found is None:
        raise NotFound
    kind = "application/json" if found.form == "json" else "text/plain; charset=utf-8"
    headers = {"Content-Disposition": f'attachment; filename="{found.file}"', "Content-Language": language}
    return Response(found.data, content_type=kind, headers=headers)


def _place(language: str) -> Place:
    return SITE.at(f"/{language}/check/")


def take(place: Place, sent: list[SentFile]) -> Receipt:
    """Hands over what was sent; `sent` is filled with it, for whoever has to say what is wrong with it."""
    rate_limit.admit(uploads().store, current_app.config["SETTINGS"], request.remote_addr or "")
    sent += _sample() or _files()
    with unreadable_as_problem():
        records = unpack(sent)
    return uploads().take(records, chosen(place), sender=request.remote_addr or "")


def _sample() -> list[SentFile]:
    """The sample whose button was pressed."""
    found = check.samples().get(request.form.get("sample", ""))
    return [SentFile(found.file, found.data)] if found else []


def _files() -> list[SentFile]:
    """The files, and the text that was written or pasted; a browser sends its lines with the ends that a form has."""
    found = [SentFile(one.filename or "", one.stream.read()) for one in request.files.getlist("file") if one.filename]
    written = request.form.get("text", "").replace("\r\n", "\n")
    if written.strip() or not found:
        found.append(SentFile("", written.encode()))
    return found


def chosen(place: Place) -> Choices:
    """What the records are to be judged by; `Problem` where it can't be chosen."""
    edition = request.form.get("edition", "")
    if edition and edition not in check.editions():
        raise Problem("choice", 422, name=place.text("checker.edition"), value=edition[:80])
    return Choices(edition or None, _rulings(), _box(request.files.get("box")))


def _rulings() -> dict[str, str]:
    found: dict[str, str] = {}
    for game in GAMES:
        for ruling in find_game(game).rulebook().open_rulings:
            option = request.form.get(check.RULING + ruling.id, "")
            if option and option not in ruling.options:
                raise Problem("choice", 422, name=ruling.id, value=option[:80])
            if option:
                found[ruling.id] = option
    return found


def _box(file: FileStorage | None) -> Box | None:
    if file is None or not file.filename:
        return None
    return box_file.read_box(file.stream.read(box_file.LONGEST + 1))


def refused(place: Place, problem: Problem, sent: list[SentFile]) -> Response:
    """The form as it was sent, with what is wrong and where."""
    try:
        values: dict[str, Any] = dict(request.form)
    except RequestEntityTooLarge:
        values = {}
    fault = record_problems.to_dict(place, problem, sent)
    html = render(place, days=language_choice.settings().kept_days, **check.filled(place, values, fault))
    page = Response(html, problem.status, content_type=HTML)
    if problem.retry_after is not None:
        page.headers["Retry-After"] = str(problem.retry_after)
    return page
