"""Printed documents: the form with its preview, the PDF, and the picture of the first page.

A choice has one address. Whoever comes with another one for it is sent there, so that what was made is found again.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app, jsonify, redirect, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as WerkzeugResponse

from engine import GAMES
from refsvc import library
from refsvc.i18n.problems import Problem
from refsvc.printing import document_options, document_registry, picture
from refsvc.printing.document_choices import Choice, ScoreSheet
from refsvc.printing.document_options import WrongChoice
from refsvc.uploads import files
from refsvc.web import assets, language_choice
from refsvc.web.checker import status_pages
from refsvc.web.checker.addresses import is_script, place_of
from refsvc.web.pages import printing
from refsvc.web.reference_pages import HTML, IN_LANGUAGE
from refsvc.web.rendering import render, switch
from refsvc.web.response_cache import Answer, ResponseCache
from refsvc.web.site import Place
from refsvc.web.sitemap import SITE
from refsvc.web.upload_service import uploads

blueprint = Blueprint("print-pages", __name__)
DOCUMENT = "print/<any({}):name>".format(",".join(f"'{name}'" for name in document_registry.DOCUMENTS))
PDF, PNG = "application/pdf", "image/png"
EMPTY = "icons/sheet.svg"  # shown for a document of which there is no picture yet


@blueprint.get(IN_LANGUAGE + DOCUMENT)
def form(language: str, name: str) -> WerkzeugResponse:
    """What can be chosen, and the first page of what is."""
    place = SITE.at(f"/{language}/print/{name}")
    choice, faults = read(name, language)
    if not faults and request.args and not is_canonical(choice, language):
        return redirect(printing.address(choice, language), 302)
    values = printing.shown(place, choice) | {"faults": faults, **preview(place, choice)}
    if is_script():
        answer = jsonify(is_waiting=values["waiting"] is not None)
        answer.status_code = 202 if values["waiting"] else 200
        return answer
    page = render(place, **values, switch=language_links(place, choice))
    return Response(page, 422 if faults else 200, content_type=HTML)


def read(name: str, language: str) -> tuple[Choice, list[str]]:
    """The choice of the address without what can't be chosen, and what is to be said of that."""
    words = dict(request.args.lists())
    faults: list[str] = []
    while True:
        try:
            return document_options.read(document_registry.DOCUMENTS[name].choice, words, language), faults
        except WrongChoice as wrong:
            faults.append(str(wrong.to_dict(language)["detail"]))
            words = {word: said for word, said in words.items() if not wrong.is_about(word)}


def is_canonical(choice: Choice, language: str) -> bool:
    """Whether the address is the one of the choice."""
    return request.query_string.decode("latin-1") == document_options.query(choice, language)


def preview(place: Place, choice: Choice) -> dict[str, Any]:
    """The picture of the first page, or how far the document is, or why it can't be made now."""
    values: dict[str, Any] = {"preview": "", "waiting": None, "busy": ""}
    try:
        asked = files.document(uploads(), choice, language_choice.site(request), request.remote_addr or "")
    except Problem as problem:
        return values | {"busy": problem.to_dict(place.language)["detail"]}
    if asked.job is None:
        return values | {"preview": printing.address(choice, place.language, ".png")}
    status = status_pages.status(place, asked.job)
    return values | ({"busy": status["fault"]} if status["fault"] else {"waiting": status})


def language_links(place: Place, choice: Choice) -> list[dict[str, Any]]:
    """The languages of the site, each with the same words: where none names a language, it is that of the reader."""
    query = document_options.query(choice, place.language) if request.args else ""
    return [{**entry, "path": entry["path"] + (f"?{query}" if query else "")} for entry in switch(place)]


@blueprint.get(IN_LANGUAGE + DOCUMENT + ".pdf")
def pdf(language: str, name: str) -> Answer | WerkzeugResponse:
    """The document; while it is made, a page that says so."""
    choice = chosen(name, language)
    if not is_canonical(choice, language):
        return redirect(printing.address(choice, language, ".pdf"), 302)
    asked = files.document(uploads(), choice, language_choice.site(request), request.remote_addr or "")
    if asked.body is None:
        assert asked.job is not None
        place = place_of("waiting", language, choice.game)
        back = {"back": printing.address(choice, language), "back_text": place.text(f"printing.document.{name}.title")}
        return status_pages.progress(place, asked.job, "pdf", switch(place), **back)
    return cached(choice, Answer(asked.body, PDF, name=document_options.file_name(choice, name)))


@blueprint.get(IN_LANGUAGE + DOCUMENT + ".png")
def png(language: str, name: str) -> Answer | WerkzeugResponse:
    """The first page of a document that was made, or an empty sheet."""
    choice = chosen(name, language)
    if not is_canonical(choice, language):
        return redirect(printing.address(choice, language, ".png"), 302)
    made = files.find_document(uploads(), choice, language_choice.site(request))
    if made is None:
        return redirect(assets.address(EMPTY), 302)
    return cached(choice, Answer(picture.first_page(made), PNG))


def chosen(name: str, language: str) -> Choice:
    """The choice of the address."""
    return document_options.read(document_registry.DOCUMENTS[name].choice, dict(request.args.lists()), language)


def cached(choice: Choice, answer: Answer) -> Answer:
    """Puts an answer where the next request finds it before Flask; not one that holds an address which anybody gave."""
    cache: ResponseCache = current_app.extensions["response_cache"]
    if language_choice.settings().site is None and document_registry.leads(choice):
        return answer
    cache.recent.put(f"{request.path}?{request.query_string.decode('latin-1')}", answer)
    return answer


@blueprint.get(IN_LANGUAGE + f"check/<any({','.join(GAMES)}):game>/<scenario>/score-sheet.pdf")
def old_score_sheet(language: str, game: str, scenario: str) -> WerkzeugResponse:
    """The way from where the blank score sheet of a battle once was to where it is printed now."""
    if scenario not in library.scenario_ids(game):
        raise NotFound
    words = {**dict(request.args.lists()), "game": [game], "scenario": [scenario]}
    return redirect(printing.address(document_options.read(ScoreSheet, words, language), language, ".pdf"), 301)
