"""Statistics: numbers counted by hand, what the words say of them, and no more work than the record is long."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from msgspec.json import encode

from refsvc.paths import PACKAGE
from refsvc.reporting.statistics import statistics, thinned
from refsvc.reporting.subject import Subject
from tests.refsvc.checking.test_linear import MOST, SIZES
from tests.refsvc.reporting.records import START, about, act, made, roll
from tests.refsvc.reporting.work import calls_for, long_record

MISTAKES = (PACKAGE / "games" / "saladin" / "samples" / "saladin-arsuf-mistakes.json").read_bytes()
SHOT = act("crusader", "henry-ii", "loose", "ala-afdal")
WAIT = act("ayyubid", "saladin", "wait")


def by_id(subject: Subject) -> dict[str, dict[str, Any]]:
    return {each["id"]: each for each in statistics(subject)}


def lines(drawing: dict[str, Any], style: str) -> list[str]:
    shapes = [shape for group in drawing["groups"] for shape in group["shapes"]]
    return [shape["d"] for shape in shapes if shape["kind"] == "path" and style in shape["style"].split()]


def test_lances_and_orders_are_counted_where_they_change() -> None:
    found = by_id(about(MISTAKES))
    # 59 Ayyubid Lances with the town's two, 56 Crusader ones; losses of moves 4, 9, 13 and 15
    assert found["lances"]["table"] == {
        "columns": ["After move", "Turn", "Ayyubids", "Crusaders"],
        "rows": [["0", "1", "59", "56"], ["4", "1", "58", "56"], ["9", "1", "57", "54"], ["13", "1", "56", "54"],
                 ["15", "1", "56", "53"], ["16", "1", "56", "53"]],
    }  # fmt: skip
    assert found["orders"]["table"]["rows"] == [["0", "1", "12", "11"], ["16", "1", "12", "11"]]
    assert "the Ayyubids went from 59 to 56, the Crusaders went from 56 to 53" in found["lances"]["sentence"]


def test_an_order_that_is_lost_shows_in_its_line() -> None:
    moves = [START]
    for n in range(3):
        moves += [SHOT, roll("2"), WAIT if not n else act("ayyubid", "aslam", "wait")]
    found = by_id(made(moves))["orders"]
    assert found["table"]["rows"] == [["0", "1", "12", "11"], ["9", "1", "11", "11"], ["10", "1", "11", "11"]]
    whole, dashed = lines(found["drawing"], "c-line")[2:]
    assert whole.count("V") == 1
    assert dashed.count("V") == 0


def test_luck_is_what_fell_against_what_was_to_be_expected() -> None:
    found = by_id(about(MISTAKES))
    # red: 1; 1; 1 order; 0 (five dice on the Ayyubids); green: 0; 2; 0; 1 (four dice on the Crusaders)
    assert found["luck"]["table"]["rows"] == [
        ["Ayyubids: Lances lost to 5 dice", "3", "3.3"],
        ["Crusaders: Lances lost to 4 dice", "3", "2.7"],
        ["Ayyubids: Order faces on 5 dice", "1", "0.8"],
        ["Crusaders: Order faces on 4 dice", "0", "0.7"],
    ]
    assert found["luck"]["sentence"].startswith("The dice were a little better for the Ayyubids, by 0.7 Lances")
    assert found["course"]["table"]["rows"][-1] == ["15", "1", "3", "2.7", "3", "3.3"]


@pytest.mark.parametrize(
    ("faces", "words"),
    [
        ("", "No dice were rolled."),
        ("2", "the Crusaders, by 1.3 Lances more than was to be expected. About one game in 6 is as lucky."),
        ("0", "the Ayyubids, by 0.7 Lances more than was to be expected. That is nothing unusual."),
    ],
)
def test_who_was_lucky_in_words(faces: str, words: str) -> None:
    moves = [START, SHOT, *([roll(faces)] if faces else [])]
    assert by_id(made(moves))["luck"]["sentence"].endswith(words)


def test_what_never_happens_is_said_to_be_rarer_than_a_millionth() -> None:
    moves = [START, *[move for _ in range(12) for move in (SHOT, roll("2"))]]
    assert by_id(made(moves))["luck"]["sentence"].endswith("Not one game in a million is as lucky.")


def test_findings_stand_in_lanes_of_their_verdicts() -> None:
    found = by_id(about(MISTAKES))["findings"]
    assert [row[:4] for row in found["table"]["rows"]] == [
        ["1", "12", "1", "illegal"], ["2", "14", "1", "illegal"], ["3", "16", "1", "illegal"],
    ]  # fmt: skip
    legend, marks = lines(found["drawing"], "c-mark")
    assert (legend.count("z"), marks.count("z")) == (1, 3)
    assert by_id(made([START]))["findings"]["drawing"] is None


def test_points_are_thinned_at_equal_distances() -> None:
    assert thinned(5, 400) == [0, 1, 2, 3, 4, 5]
    many = thinned(100_000, 400)
    assert (many[0], many[-1], len(many)) == (0, 100_000, 400)
    assert {after - before for before, after in pairwise(many)} <= {250, 251}


def test_a_long_record_has_a_table_by_turn_and_few_shapes() -> None:
    found = by_id(long_record("after the end, JSON", SIZES[1]))
    rows = found["lances"]["table"]["rows"]
    assert [row[1] for row in rows[1:]] == [str(turn) for turn in range(1, len(rows))]
    assert len(encode(found["lances"]["drawing"])) < 30_000
    assert len(encode(found["findings"]["drawing"])) < 30_000


@pytest.mark.parametrize("name", ["clean, JSON", "the same cards, JSON", "after the end, JSON", "unknown signs, text"])
def test_twice_the_moves_at_most_twice_the_work(name: str) -> None:
    calls = calls_for(statistics, name, SIZES[:2])
    assert calls[1] <= MOST * calls[0], calls
