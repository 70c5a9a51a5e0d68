"""The record as it was written."""

from __future__ import annotations

from refsvc.reporting.subject import Subject
from refsvc.reporting.written import MOST_MARKS, written
from tests.refsvc.reporting.records import SAMPLES, START, about, made, roll
from tests.replayed import replayed

MISTAKES = next(path for path in SAMPLES if path.name == "saladin-arsuf-mistakes.fr.txt")


def test_a_text_line_by_line() -> None:
    data = MISTAKES.read_bytes()
    found = written(about(data, "cs"))
    lines = data.decode().split("\n")
    assert found["is_text"]
    assert [row["text"] for row in found["rows"]] == lines
    assert [row["number"] for row in found["rows"]] == list(range(1, len(lines) + 1))
    marked = {row["number"]: [(mark["id"], mark["column"]) for mark in row["marks"]] for row in found["rows"]}
    assert {number: marks for number, marks in marked.items() if marks} == {16: [(1, 1)], 17: [(2, 1)], 18: [(3, 1)]}
    assert found["rows"][12]["moves"] == [7, 8, 9]  # a charge, its answer and the dice stand in one line


def test_marks_stand_at_their_column() -> None:
    text = "Game: Saladin\nScenario: Arsuf\nTurn 1\nC starts\nC Henry II: Charge > Qqq | red 1, green 1\n"
    mark, *following = written(about(text.encode()))["rows"][4]["marks"]
    assert (mark["column"], mark["verdict"], mark["is_own"], mark["move"]) == (22, "misread", True, 3)
    assert [each["is_own"] for each in following] == [False]  # the dice of that line: he may not charge


def test_json_a_move_a_row_in_its_canonical_form() -> None:
    found = written(made([START, {"do": "pass", "side": "crusader"}, {"do": "nonsense"}]))
    assert not found["is_text"]
    texts = [row["text"] for row in found["rows"]]
    assert texts[:2] == ['{"do":"start","first":"crusader"}', '{"do":"pass","side":"crusader"}']
    assert "nonsense" in texts[2]
    assert [[mark["id"] for mark in row["marks"]] for row in found["rows"]] == [[], [1], [2]]
    assert all(mark["column"] is None for row in found["rows"] for mark in row["marks"])


def test_lines_are_those_of_the_file() -> None:
    data = MISTAKES.read_bytes()
    subject = Subject(*replayed(data, line=11), "en")
    assert [row["line"] for row in written(subject)["rows"]][:2] == [11, 12]
    source = subject.source(12)
    assert source is not None
    assert source["text"].startswith("C Richard")


def test_it_is_bounded() -> None:
    text = "Game: Saladin\nScenario: Arsuf\n" + "# x\n" * 3_000 + "note: " + "y" * 1_000
    found = written(about(text.encode()))
    assert (found["first"], found["last"], found["count"], len(found["rows"])) == (1, 2000, 3003, 2000)
    rest = written(about(text.encode()), 2001)
    assert (rest["first"], rest["last"]) == (2001, 3003)
    assert rest["rows"][-1]["is_cut"]
    assert len(rest["rows"][-1]["text"]) == 400
    last = written(about(text.encode()), 10**9, 5)
    assert [row["number"] for row in last["rows"]] == [3003]


def test_a_row_has_no_more_marks_than_can_be_shown() -> None:
    subject = made([START, *[roll("1")] * 3])
    assert all(len(row["marks"]) <= MOST_MARKS for row in written(subject)["rows"])
    assert [row["marks"][0]["is_own"] for row in written(subject)["rows"][1:]] == [True, False, False]
