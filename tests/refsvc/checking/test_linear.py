"""Twice the record, twice the work: function calls counted, not seconds, for clean records and for hopeless ones."""

from __future__ import annotations

import cProfile
import json
import random
from collections.abc import Callable
from functools import cache
from itertools import islice, pairwise
from typing import Any

import msgspec
import pytest

from engine.core import count_tracing, mended_line, replay
from engine.core.chance import Seeded
from engine.core.playout import playout
from engine.core.record import FORMAT, Header
from refsvc import library
from refsvc.checking.conversion import convert
from refsvc.checking.read import read
from refsvc.commands import batch
from refsvc.config import LANGUAGES
from refsvc.notation import read as notation
from refsvc.notation.words import game_words
from refsvc.records.upload import Upload
from tests.long import IS_LONG
from tests.replayed import replayed

SIZES = (1_000, 2_000, 4_000, 8_000) if IS_LONG else (500, 1_000)
MOST = 2.3  # times the work for twice the moves
FEW = 10  # findings of a record that are looked at with care, whatever its length: not what is measured here
Move = dict[str, Any]


def work(data: bytes, form: batch.Form = "json") -> int:
    """How many functions are called, those of libraries included, to check a record and to tell what was found."""
    for language in LANGUAGES:  # what earlier records were read as
        game_words("saladin", "arsuf", language).memory.clear()
    task = batch.Task(Upload(data, file="game"))
    profile = cProfile.Profile()
    profile.runcall(batch.check_one, task, "en", form)
    return sum(entry.callcount for entry in profile.getstats())


@cache
def game(values: str = "refsvc") -> list[Move]:
    """The moves of legal games, one after the other, until there are enough for the longest record."""
    header = Header(format=FORMAT, game="saladin", scenario="arsuf", values=values)  # type: ignore[arg-type]  # one of the two
    table = library.open_game(header)
    moves: list[Move] = []
    for seed in range(1, 1000):
        moves += msgspec.to_builtins(playout(table, Seeded(seed), is_annotated=True))
        if len(moves) >= SIZES[-1]:
            break
    return moves


def header(**more: Any) -> dict[str, Any]:
    return {"format": FORMAT, "game": "saladin", "scenario": "arsuf", "values": "refsvc", **more}


def as_json(moves: list[Move], **more: Any) -> bytes:
    return json.dumps({**header(**more), "moves": moves}).encode()


def as_text(moves: list[Move]) -> bytes:
    return convert(read(Upload(as_json(moves))), "en").encode()


def stretched(number: int) -> list[Move]:
    """A legal game with a count of the table and notes after each of its moves."""
    one = msgspec.to_builtins(playout(library.open_game(Header.model_validate(header())), Seeded(3), is_annotated=True))
    record, played = replayed(as_json(one))
    table = record.game
    each = number // len(one)
    moves: list[Move] = []
    for n, move in enumerate(one):
        view = table.view(played.steps[n + 1].state)
        count = {"do": "count", "orders": view["orders"], "losses": view["losses"], "leaders": view["leaders"]}
        moves += [move, *[count if k % 2 else {"do": "note", "text": f"{n} {k}"} for k in range(each - 1)]]
    return moves


def again_and_again(number: int) -> list[Move]:
    """The same two Banners wait, over and over, though their cards are long Ordered."""
    waits = [
        {"do": "activate", "side": "crusader", "banner": "sable", "action": "hold"},
        {"do": "activate", "side": "ayyubid", "banner": "saphadin", "action": "flee"},
    ]
    return [{"do": "start", "first": "crusader"}, *islice(waits * number, number - 1)]


def shuffled(number: int) -> list[Move]:
    """Activations, answers and leaders of many games in any order, never a roll."""
    kept = [move for move in game() if move["do"] in ("activate", "react", "lead", "pass", "start", "turn")]
    return random.Random(1).choices(kept, k=number)


def miscounted(number: int) -> list[Move]:
    counts = [{"do": "count", "orders": {"crusader": {"available": n % 12, "spent": n % 7 % 3}}} for n in range(number)]
    return [{"do": "start", "first": "crusader"}, *counts[1:]]


def misspelt(number: int) -> list[Move]:
    """Every other move has a Banner that nobody knows."""
    moves = game()[:number]
    return [move | {"banner": f"x{n}"} if n % 2 and "banner" in move else move for n, move in enumerate(moves)]


def wrong_words(number: int) -> bytes:
    """Every line has a word of its own that nobody knows."""
    lines = [f"C Naplouze{n}: Charge > Sulayman{n % 50} | red {n}" for n in range(number // 2)]
    return "\n".join(["Game: Saladin", "Scenario: Arsuf", "", *lines, ""]).encode()


def wrong_signs(number: int) -> bytes:
    lines = [("C Naplouse Charge > Sulaymân", "| | |", "Turn", "count: C", f"{n}", "C Naplouse: Charge,")[n % 6]
             for n in range(number)]  # fmt: skip
    return "\n".join(["Hra: Saladin", "Scénář: Arsuf", "", *lines, ""]).encode()


RECORDS: dict[str, Callable[[int], bytes]] = {
    "clean, JSON": lambda n: as_json(stretched(n)),
    "clean, text": lambda n: as_text(stretched(n)),
    "after the end, JSON": lambda n: as_json(game()[:n]),
    "after the end, text": lambda n: as_text(game()[:n]),
    "the same cards, JSON": lambda n: as_json(again_and_again(n)),
    "the same cards, text": lambda n: as_text(again_and_again(n)),
    "in any order, JSON": lambda n: as_json(shuffled(n)),
    "in any order, text": lambda n: as_text(shuffled(n)),
    "in any order, values unknown": lambda n: as_json(shuffled(n), values="box"),
    "wrong counts, JSON": lambda n: as_json(miscounted(n)),
    "wrong counts, text": lambda n: as_text(miscounted(n)),
    "unknown Banners, JSON": lambda n: as_json(misspelt(n)),
    "unknown moves, JSON": lambda n: as_json([{"do": f"jump{k}", "side": "crusader"} for k in range(n)]),
    "unknown words, text": wrong_words,
    "unknown signs, text": wrong_signs,
}


@pytest.mark.long
@pytest.mark.parametrize("name", RECORDS)
def test_twice_the_moves_twice_the_work(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module, limit in (
        (replay, "MOST_EXPLAINED"),
        (mended_line, "MOST_MENDED"),
        (count_tracing, "MOST_TRACED"),
        (notation, "MOST_NEAREST"),
    ):
        monkeypatch.setattr(module, limit, FEW)
    work(RECORDS[name](100))  # what is read and compiled once
    calls = [work(RECORDS[name](size)) for size in SIZES]
    print(f"{name:30}", calls)
    assert calls[0] > SIZES[0], "nothing was measured"
    assert all(more <= MOST * less for less, more in pairwise(calls)), calls


@pytest.mark.parametrize("form", ["text", "sarif"])
def test_other_forms_too(form: batch.Form, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mended_line, "MOST_MENDED", FEW)
    monkeypatch.setattr(replay, "MOST_EXPLAINED", FEW)
    work(wrong_signs(100), form)
    for make in (wrong_signs, RECORDS["the same cards, JSON"]):
        calls = [work(make(size), form) for size in SIZES[:2]]
        assert calls[1] <= MOST * calls[0], calls
