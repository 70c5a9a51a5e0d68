"""No line is lost: where the header ends, and what is a player's name."""

from __future__ import annotations

import pytest

from engine.core.record_errors import RecordError
from refsvc.notation.read import TextMisread, read_text

TOP = "Game: Saladin\nScenario: Arsuf\n"
LOOSE = "Henry II: Loose > Ala Afdal | red 1"


def kinds(text: str) -> list[str]:
    """What each move of a text is: its kind, or that it can't be read."""
    return ["misread" if isinstance(move, TextMisread) else move["do"] for move in read_text(text).moves]


def test_a_line_that_reads_as_a_move_ends_the_header() -> None:
    for line in (f"Crusaders: {LOOSE}", LOOSE, f"Crusaders, {LOOSE}", f"Křižáci: {LOOSE}"):
        record = read_text(f"{TOP}{line}\nCrusaders: pass\n")
        assert [move["do"] for move in record.moves if isinstance(move, dict)] == ["activate", "roll", "pass"], line
        assert record.header.players is None, line


def test_a_move_with_a_slip_is_no_player() -> None:
    for move in ("Henry II: Lose > Ala Afdal", "Henry II: Chrge", "Henry II Lose | red 1"):
        line = f"Crusaders: {move}"
        assert "misread" in kinds(f"{TOP}{line}\nC passes\n"), line
        assert "misread" in kinds(f"{TOP}\n{line}\nC passes\n"), line


def test_after_a_blank_line_nobody_is_named() -> None:
    assert kinds(f"{TOP}\nCrusaders: Benoît\nC passes\n") == ["misread", "pass"]
    record = read_text(f"{TOP}\nPlace: Lyon\nDate: 2026-05-01\n\nC passes\n")  # no move begins so: nothing is lost
    assert (record.header.place, record.header.date) == ("Lyon", "2026-05-01")


def test_names_of_players() -> None:
    for name in ("Benoît", "Richard", "Jean-Luc et Marie", "Anna: red team", "Ibn al-Athir"):
        record = read_text(f"{TOP}Crusaders: {name}\nAyyubids: Amira\n\nC passes\n")
        assert record.header.players == {"crusader": name, "ayyubid": "Amira"}
    assert kinds(f"{TOP}Crusaders: Benoît\nCrusaders: Amira\nC passes\n") == ["misread", "pass"]


def test_a_header_that_no_record_has_is_refused_only_where_it_is_no_move() -> None:
    with pytest.raises(RecordError):
        read_text(f"{TOP}Colour: blue\nC passes\n")
    assert kinds(f"{TOP}Turn 1:\n1. kolo:\nstart: C\n") == ["turn", "turn", "start"]
