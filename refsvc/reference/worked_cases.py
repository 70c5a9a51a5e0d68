"""Worked cases: a position, what was played from it, and what the rules say of each move, drawn and in words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from engine import find_game
from engine.core.cases import Case, disagreements, run_case
from engine.core.findings import Finding
from engine.core.game import BaseGame
from engine.core.record import Header
from engine.core.replay import Replay
from refsvc import library
from refsvc.checking.doubts import doubts
from refsvc.drawing import boards
from refsvc.i18n import rich_text, sentences
from refsvc.presentation import registry
from refsvc.presentation.speaker import Speaker
from refsvc.reference import book


def open_case(game: str, case: Case) -> BaseGame[Any]:
    """The game that a case is played under."""
    scenario = library.load_scenario(game, case.scenario)
    return find_game(game).open_game(scenario, case.rulings, frozenset(case.rulings), case.values)


@cache
def replay_case(game: str, case_id: str) -> Replay[Any]:
    """A case replayed."""
    case = book.cases(game)[case_id]
    return run_case(case, open_case(game, case), find_game(game).MOVES)


@cache
def passes(game: str, case_id: str) -> bool:
    """Whether a case comes out as it should: it is run, here and now."""
    case = book.cases(game)[case_id]
    types = find_game(game).MOVES
    return not any(disagreements(case, open_case(game, case), types, replay_case(game, case_id)))


def worked_case(speaker: Speaker, case_id: str, *, is_whole: bool = False) -> dict[str, Any]:
    """A case as a worked example, its positions drawn: whole, or only the Banners that it is about."""
    case = book.cases(speaker.game)[case_id]
    game = open_case(speaker.game, case)
    replay, shown = replay_case(speaker.game, case_id), registry.of(speaker.game)
    moves = [
        {
            "number": number,
            "text": shown.move_text(move, game, speaker.language, with_faces=True),
            "dice": (dice := boards.dice(game, move, speaker.language)),
            "of_dice": shown.around_dice(move, speaker.language) if dice else ("", ""),
            "findings": [finding(speaker, case, found) for found in replay.findings if found.move == number],
        }
        for number, move in enumerate(case.moves, 1)
    ]
    before, after = game.view(replay.steps[0].state), game.view(replay.state)
    changed = boards.changes(before, after)
    only = None if is_whole else shown.shown_pieces(moves_of(case), changed)
    drawn, later = boards.with_same_frame(
        boards.draw(game, before, speaker.language, (), only),
        boards.draw(game, after, speaker.language, changed, only),
    )
    return {
        "id": case_id,
        "path": speaker.link("case", case_id),
        "title": case_title(speaker, case_id),
        "scenario": speaker.text(f"{speaker.game}.{case.scenario}.name"),
        "given": shown.undrawn(before, speaker.language),
        "moves": moves,
        "last": [finding(speaker, case, found) for found in replay.findings if found.move > len(case.moves)],
        "is_legal": not replay.findings,
        "is_still": before == after,
        "is_same": pieces(drawn) == pieces(later),  # one drawing shows both
        "is_seen": drawn.get("fixed", 1) > 0,  # not where the map is that of nowhere, as of a hand of cards
        "before": drawn,
        "after": later,
        "changes": shown.differences(game, before, after, speaker.language),
        "answers": answers(speaker, case),
    }


def pieces(drawing: Mapping[str, Any]) -> list[Any]:
    """What is drawn, without the line above it, which also tells the phase."""
    return [group for group in drawing["groups"] if group["piece"] != "title"]


def moves_of(case: Case) -> list[dict[str, Any]]:
    """Every move that a case plays or asks about."""
    return [*case.moves, *case.expect.legal, *case.expect.illegal, *case.expect.only]


def answers(speaker: Speaker, case: Case) -> dict[str, list[dict[str, Any]]]:
    """What is allowed and what is not at the end of a case, as far as it says so; each with what forbids it."""
    game = open_case(speaker.game, case)
    state = replay_case(speaker.game, case.id).state
    types = find_game(speaker.game).MOVES

    def shown(move: Mapping[str, Any]) -> dict[str, Any]:
        broken = game.check(state, msgspec.convert(move, types))
        return {
            "text": registry.of(speaker.game).move_text(move, game, speaker.language, with_faces=True),
            "reasons": [
                {
                    "message": sentences.refusal(one.rule, one.params, speaker.game, speaker.language),
                    "title": book.rule_title(one.rule, speaker.language),
                    "path": speaker.link("ruling", one.rule),
                }
                for one in broken[:1]
            ],
        }

    groups = {"allowed": case.expect.legal, "forbidden": case.expect.illegal, "only": case.expect.only}
    return {name: [shown(move) for move in moves] for name, moves in groups.items()}


def case_title(speaker: Speaker, case_id: str) -> str:
    """What a case is about: the rule that it breaks first, else the first that it shows kept, else its part."""
    case = book.cases(speaker.game)[case_id]
    rules = [*case.against, *(found.rule for found in case.expect.findings), *case.rules]
    if rules:
        return book.rule_title(rules[0], speaker.language)
    part = next(file for file, ids in book.case_files(speaker.game).items() if case_id in ids)
    return speaker.text(f"cases.file.{part}")


def move_sentences(game: str, case_id: str, language: str) -> list[str]:
    """What is played in a case, in words; it is not replayed for that."""
    case = book.cases(game)[case_id]
    opened = open_case(game, case)
    return [registry.of(game).move_text(move, opened, language) for move in case.moves]


def conditions(speaker: Speaker, case: Case) -> list[str]:
    """The rulings and values that a case is played under, in words."""
    found = []
    for ruling, option in case.rulings.items():
        texts = f"{speaker.game}.ruling.{ruling}"
        question, said = (speaker.text(f"{texts}#{part}") for part in ("question", f"option.{option}"))
        answer = rich_text.with_numbers(said, speaker.game)
        found.append(speaker.text("case.under-ruling", ruling=ruling, question=question, text=answer))
    if case.values != "refsvc":
        found.append(speaker.text("case.box"))
    return found


def finding(speaker: Speaker, case: Case, found: Finding) -> dict[str, Any]:
    """A finding in words, a doubtful one with what it depends on."""
    header = Header(format="refsvc-record/1", game=speaker.game, scenario=case.scenario, rulings=dict(case.rulings))
    return {
        "doubts": [
            doubt["message"] for doubt in doubts(header, open_case(speaker.game, case), found, speaker.language)
        ],
        "verdict": found.verdict,
        "kind": speaker.text(f"verdict.{found.verdict}"),
        "message": sentences.refusal(found.rule, found.params, speaker.game, speaker.language),
        "rule": found.rule,
        "title": book.rule_title(found.rule, speaker.language),
        "path": speaker.link("ruling", found.rule),
    }


def breaches(game: str, rule: str) -> list[Finding]:
    """What was found in the cases that break a rule."""
    cases = [case for case in book.cases(game).values() if any(one.rule == rule for one in case.expect.findings)]
    return [found for case in cases for found in replay_case(game, case.id).findings if found.rule == rule]
