"""Deleting an upload: its owner is asked once more, and then it is gone."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as WerkzeugResponse

from refsvc.i18n.problems import Problem
from refsvc.web import rendering
from refsvc.web.checker.addresses import IN_REPORT, asked_address, keep_private, place_of
from refsvc.web.checker.contexts import page_frame
from refsvc.web.reference_pages import HTML, IN_LANGUAGE
from refsvc.web.rendering import render
from refsvc.web.upload_service import uploads

blueprint = Blueprint("deletion", __name__)
blueprint.after_request(keep_private)


@blueprint.get(IN_REPORT + "/delete")
def confirm(language: str, share: str) -> Response:
    """Asks whether the upload is to be deleted.

    A browser that may tell nothing of a page sends its form as if from nowhere, which we refuse. So the policy is that
    of the reference, by which other sites are told nothing either.
    """
    address = asked_address(language, share)
    if not address.own:
        raise Problem("not-found", 404)
    place = place_of("delete", language)
    records = uploads().open(share).of
    title, switch = place.text("checker.delete.title"), address.switch(place, "delete")
    page = Response(render(place, title=title, switch=switch, **page_frame(address, records)), content_type=HTML)
    page.headers["Referrer-Policy"] = "same-origin"
    return page


@blueprint.post(IN_REPORT + "/delete")
def delete(language: str, share: str) -> WerkzeugResponse:
    """Deletes the upload."""
    own = request.form.get("own", "")
    if not uploads().may_delete(share, own):
        raise Problem("not-found", 404)
    uploads().delete(own)
    return redirect(f"/{language}/check/deleted", 303)


@blueprint.get(IN_LANGUAGE + "check/deleted")
def deleted(language: str) -> Response:
    """Says that it is done."""
    place = place_of("deleted", language)
    switch = [{**entry, "path": f"{entry['path']}deleted"} for entry in rendering.switch(place)]
    return Response(render(place, title=place.text("checker.delete.done"), switch=switch), content_type=HTML)
