"""The box form sent to the service: filled from a file, checked, and given back as a file. Nothing is kept."""

from __future__ import annotations

from http import HTTPStatus

from flask import Blueprint, Response, current_app, request

from engine import GAMES
from refsvc.records import box_file
from refsvc.uploads import rate_limit
from refsvc.web.pages import box
from refsvc.web.reference_pages import HTML, IN_LANGUAGE
from refsvc.web.rendering import render
from refsvc.web.site import Place
from refsvc.web.sitemap import SITE
from refsvc.web.upload_service import uploads

blueprint = Blueprint("box-form", __name__)
SPARE_PARTS = 20  # of a form, besides its values


@blueprint.post(IN_LANGUAGE + f"<any({','.join(GAMES)}):game>/box/")
def box_form(language: str, game: str) -> Response:
    """What the button that was pressed asks for."""
    request.max_form_parts = len(box_file.fields(game)) + SPARE_PARTS
    place = SITE.at(f"/{language}/{game}/box/")
    match request.form.get("do", "").partition(":"):
        case ("read", _, _):
            return form_from_file(place)
        case ("agree", _, card):
            return page(place, with_known_values(place, box_file.read_form(game, request.form), card))
        case (do, _, _):
            return file_or_page(place, box_file.read_form(game, request.form), is_download=do == "download")


def page(place: Place, given: box_file.Given, fault: str = "", *, has_result: bool = False) -> Response:
    """The form with what was given, and what is made of it if all of it can be."""
    values = box.filled(place, given) | {"fault": fault, "result": box.result(place, given) if has_result else None}
    code = HTTPStatus.UNPROCESSABLE_ENTITY if given.wrong or given.unknown or fault else HTTPStatus.OK
    return Response(render(place, **values), code, content_type=HTML)


def file_or_page(place: Place, given: box_file.Given, *, is_download: bool) -> Response:
    """The file itself, or the page that shows it."""
    if given.wrong or not given.values:
        return page(place, given, "" if given.wrong else place.text("box.empty"))
    if not is_download:
        return page(place, given, has_result=True)
    file = box_file.write_file(place.game, given.values, place.text("box.comment"))
    name = f'attachment; filename="{place.game}-box.toml"'
    return Response(file, content_type="application/toml; charset=utf-8", headers={"Content-Disposition": name})


def form_from_file(place: Place) -> Response:
    """The form as a box file fills it, which is counted like an upload."""
    rate_limit.admit(uploads().store, current_app.config["SETTINGS"], request.remote_addr or "")
    upload = request.files.get("file")
    data = upload.stream.read(box_file.LONGEST + 1) if upload else b""
    if not data:
        return page(place, box_file.read_form(place.game, request.form), place.text("box.no-file"))
    try:
        return page(place, box_file.read_file(place.game, data))
    except box_file.BoxFileError as error:
        return page(place, box_file.read_form(place.game, request.form), error.reason(place.language))


def with_known_values(place: Place, given: box_file.Given, card: str) -> box_file.Given:
    """The form with every empty field of a card filled in with the value that is shown there."""
    known = box_file.fields(place.game)
    own = {key: known[key].fact.value for key in box.keys_of(place, card) if key not in given.wrong}
    return box_file.Given(own | given.values, given.wrong)
