"""The blank score sheet of a battle, as the notation asks for it: what one takes to the table."""

from __future__ import annotations

from flask import Blueprint, request
from werkzeug.wrappers import Response

from engine import GAMES
from refsvc import files
from refsvc.printing import PAPERS
from refsvc.web.checker import others
from refsvc.web.checker.addresses import place_of
from refsvc.web.checker.downloads import printed
from refsvc.web.desks import desk
from refsvc.web.reference import IN_LANGUAGE
from refsvc.web.rendering import switch

blueprint = Blueprint("sheets", __name__)
SHEET = f"<any({','.join(GAMES)}):game>/<scenario>/score-sheet.pdf"


@blueprint.get(IN_LANGUAGE + "check/" + SHEET)
def score_sheet(language: str, game: str, scenario: str) -> Response:
    """The sheet in one language or two; while it is made, a page that says so."""
    paper, second = request.args.get("paper", PAPERS[0]), request.args.get("with", "")
    languages = (language, second) if second and second != language else (language,)
    asked = files.score_sheet(desk(), game, scenario, languages, paper)
    if asked.body is None:
        assert asked.job is not None
        place = place_of("waiting", language, game)
        return others.progress(place, asked.job, "pdf", switch(place))
    return printed(asked.body, asked.key, f"{game}-{scenario}-score-sheet-{'-'.join(languages)}.pdf")
