"""Worked cases: a position, what was played from it, and what the rules say of each move, in words."""

from __future__ import annotations

from functools import cache
from typing import Any

from engine import game_module
from engine.core.cases import Case, run_case
from engine.core.findings import Finding
from engine.core.game import Game
from engine.core.replay import Replay
from refsvc import library
from refsvc.i18n import say
from refsvc.web import book
from refsvc.web.site import Place


def open_case(game: str, case: Case) -> Game[Any]:
    """The game that a case is played under."""
    scenario = library.load_scenario(game, case.scenario)
    return game_module(game).game(scenario, case.rulings, frozenset(case.rulings), case.values)


@cache
def replay_case(game: str, case_id: str) -> Replay[Any]:
    """A case replayed."""
    case = book.cases(game)[case_id]
    return run_case(case, open_case(game, case), game_module(game).move_types())


def worked(place: Place, case_id: str) -> dict[str, Any]:
    """A case as a worked example; `before` and `after` are what a reader of the board sees."""
    case = book.cases(place.game)[case_id]
    game = open_case(place.game, case)
    replay = replay_case(place.game, case_id)
    moves = [
        {
            "number": number,
            "text": say.move(move, game.leaders, place.language, with_faces=True),
            "findings": [finding(place, found) for found in replay.findings if found.move == number],
        }
        for number, move in enumerate(case.moves, 1)
    ]
    return {
        "id": case_id,
        "scenario": place.text(f"{place.game}.{case.scenario}.name"),
        "moves": moves,
        "is_legal": not replay.findings,
        "before": game.view(replay.steps[0].state),
        "after": game.view(replay.state),
    }


def finding(place: Place, found: Finding) -> dict[str, Any]:
    """A finding in words."""
    return {
        "verdict": found.verdict,
        "kind": place.text(f"verdict.{found.verdict}"),
        "message": say.refusal(found.rule, found.params, place.language),
        "rule": found.rule,
        "title": book.rule_title(found.rule, place.language),
        "path": place.link("ruling", found.rule),
    }


def breaches(game: str, rule: str) -> list[Finding]:
    """What was found in the cases that break a rule."""
    cases = [case for case in book.cases(game).values() if any(one.rule == rule for one in case.expect.findings)]
    return [found for case in cases for found in replay_case(game, case.id).findings if found.rule == rule]
