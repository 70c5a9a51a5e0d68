"""Uploads for tests."""

from __future__ import annotations

import gzip
import json
from functools import cache
from typing import Any

from engine.core.chance import Seeded
from engine.core.playout import playout
from engine.core.record import FORMAT, Header, write_record
from refsvc import library, paths
from refsvc.printing.document_choices import Paper, ScoreSheet
from refsvc.records.choices import NONE, Choices
from refsvc.records.unpack import SentFile, unpack
from refsvc.uploads.service import Receipt, UploadService

SAMPLES = paths.PACKAGE / "games" / "saladin" / "samples"
MISTAKES = (SAMPLES / "saladin-arsuf-mistakes.json").read_bytes()
CLEAN = (SAMPLES / "saladin-arsuf-clean.json").read_bytes()
LARGE = 100_000
UNREADABLE = b'{"format": "refsvc-record/1"'


def score_sheet(scenario: str, languages: tuple[str, ...], paper: Paper = "a4") -> ScoreSheet:
    """A document to ask for, soon made."""
    return ScoreSheet(game="saladin", scenario=scenario, languages=languages, paper=paper)


@cache
def game(seed: int) -> bytes:
    """A legal game of its own for each seed."""
    header = Header(format=FORMAT, game="saladin", scenario="arsuf", values="refsvc")
    return write_record(header, playout(library.open_game(header), Seeded(seed)))


def long_game(moves: int, note: str = "") -> bytes:
    """A record of many moves, most of them forbidden."""
    waits: list[dict[str, Any]] = [
        {"do": "activate", "side": "crusader", "banner": "sable", "action": "hold"},
        {"do": "activate", "side": "ayyubid", "banner": "saphadin", "action": "flee"},
    ]
    header = {"format": FORMAT, "game": "saladin", "scenario": "arsuf", "values": "refsvc", "place": note or None}
    tree = {key: value for key, value in header.items() if value}
    return json.dumps({**tree, "moves": [{"do": "start", "first": "crusader"}, *waits * (moves // 2)]}).encode()


def take(uploads: UploadService, *records: bytes, key: str = "", choices: Choices = NONE) -> Receipt:
    """Uploads records, each in a file of its own, packed if it is large."""
    files = [
        SentFile(f"{n}.json", gzip.compress(data) if len(data) > LARGE else data) for n, data in enumerate(records)
    ]
    return uploads.take(unpack(files), choices, key)
