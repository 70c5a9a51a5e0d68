"""Every move of Saladin as the site, a report or a PDF shows it is read back as that move."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.core.chance import Seeded
from engine.core.game import BaseGame
from engine.core.playout import playout
from engine.core.record import FORMAT, Header
from refsvc.config import LANGUAGES
from refsvc.library import open_game, scenario_ids
from refsvc.notation.read import TextMisread, read_text
from refsvc.notation.write import write_text
from refsvc.presentation import registry
from tests.long import IS_LONG

SAMPLES = Path(__file__).parents[5] / "refsvc" / "games" / "saladin" / "samples"
PLAYED = 30 if IS_LONG else 2  # games of each battle
UNSAID = {"start": {"side"}, "activate": {"spent", "status"}, "react": {"side", "spent"}, "roll": {"gone"}}
NOT_SHOWN = ("note", "count")  # a note is shown as its text, a count as a table


def games(scenario: str) -> Iterator[tuple[BaseGame[Any], list[dict[str, Any]]]]:
    header = Header(format=FORMAT, game="saladin", scenario=scenario, values="refsvc")
    game = open_game(header)
    for seed in range(PLAYED):
        moves = playout(game, Seeded(seed), is_annotated=bool(seed % 2))
        yield game, [json.loads(msgspec.json.encode(move)) for move in moves]
    for path in sorted(SAMPLES.glob(f"*{scenario}*.json")):
        yield game, json.loads(path.read_text("utf-8"))["moves"]


def said(move: dict[str, Any]) -> dict[str, Any]:
    """What the sentence of a move says of it."""
    return {key: value for key, value in move.items() if key not in UNSAID.get(move["do"], ())}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scenario", scenario_ids("saladin"))
def test_every_sentence_is_read_back(scenario: str, language: str) -> None:
    head = write_text({"format": FORMAT, "game": "saladin", "scenario": scenario}, [], language)
    shown: dict[str, dict[str, Any]] = {}
    for game, moves in games(scenario):
        for move in moves:
            if move["do"] not in NOT_SHOWN:
                shown.setdefault(registry.of("saladin").move_text(move, game, language, with_faces=True), move)
    for colon in ("\u00a0:", "\u202f:"):  # as the catalogues have it, and as the site sets it
        lines = [line.replace("\u00a0:", colon) for line in shown]
        read = {line: read_text(f"{head}{line}\n").moves for line in lines}
        offenders = [
            (line, found)
            for (line, found), move in zip(read.items(), shown.values(), strict=True)
            if len(found) != 1 or isinstance(found[0], TextMisread) or said(found[0]) != said(move)
        ]
        assert offenders == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_of_dice_is_not_read_as_their_faces(language: str) -> None:
    game = open_game(Header(format=FORMAT, game="saladin", scenario="arsuf"))
    head = write_text({"format": FORMAT, "game": "saladin", "scenario": "arsuf"}, [], language)
    roll = {"do": "roll", "red": ["order", "0"], "green": ["2"]}
    line = registry.of("saladin").move_text(roll, game, language)
    assert [type(move) for move in read_text(f"{head}{line}\n").moves] == [TextMisread]
