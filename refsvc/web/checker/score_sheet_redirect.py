"""Where the blank score sheet of a battle once was."""

from __future__ import annotations

from flask import Blueprint, redirect, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from engine import GAMES
from refsvc import library
from refsvc.printing import document_options
from refsvc.printing.document_choices import ScoreSheet
from refsvc.web.pages import printing
from refsvc.web.reference_pages import IN_LANGUAGE

blueprint = Blueprint("score-sheet-redirect", __name__)
SHEET = f"<any({','.join(GAMES)}):game>/<scenario>/score-sheet.pdf"


@blueprint.get(IN_LANGUAGE + "check/" + SHEET)
def score_sheet(language: str, game: str, scenario: str) -> Response:
    """The way to where the sheet is printed now."""
    if scenario not in library.scenario_ids(game):
        raise NotFound
    words = {**dict(request.args.lists()), "game": [game], "scenario": [scenario]}
    return redirect(printing.address(document_options.read(ScoreSheet, words, language), language, ".pdf"), 301)
