"""What holds for every report: no text is missing, counts agree with the report, and the keys are those described."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import pytest
from msgspec.json import encode

from refsvc.checking.report import report
from refsvc.config import LANGUAGES
from refsvc.reporting import narrative as telling
from refsvc.reporting import statistics as room
from refsvc.reporting import steps, summary, verdicts, weight, written
from refsvc.reporting.narrative import narrative, turning_points
from refsvc.reporting.statistics import statistics
from refsvc.reporting.subject import Subject
from tests.refsvc.reporting.records import RECORDS, about, gaps_of, made, planted

MOST_CARDS = 12
NAME = '<script>alert("x")</script>{banner} %s [report.moves]'


def whole(subject: Subject) -> dict[str, Any]:
    """Everything that is said of a record, positions at its ends, in its middle and at the first mistakes."""
    last = len(subject.moves)
    return {
        "summary": summary.summary(subject),
        "verdicts": verdicts.verdicts(subject, MOST_CARDS, with_drawing=True),
        "moves": steps.moves(subject),
        "positions": [steps.position(subject, n) for n in {0, 1, last // 2, last, *subject.wrong_moves[:3]}],
        "written": written.written(subject),
    }


@pytest.mark.parametrize("name", RECORDS)
def test_any_record_has_a_report(name: str) -> None:
    """Everything that is said of a record: it is judged once for all of it."""
    subject = about(RECORDS[name]())
    counts_agree(subject)
    each_deed_is_marked_once(subject)
    for language in LANGUAGES:
        other = Subject(subject.record, subject.replay, language)
        vars(other)["weights"] = subject.weights  # the same in every language, and dear
        told = whole(other)
        assert gaps_of(told) == []
        assert json.loads(encode(told))["summary"]["title"]["rules_version"]
        assert gaps_of([narrative(other), turning_points(other)]) == []
        statistics_are_whole(other)


def statistics_are_whole(subject: Subject) -> None:
    found = statistics(subject)
    assert gaps_of(found) == []
    assert json.loads(encode(found)) == found
    for each in found:
        assert each["title"]
        assert re.search(r"[.]$", each["sentence"])
        assert len(each["table"]["rows"]) <= room.MOST_ROWS + 1
        assert {len(row) for row in each["table"]["rows"]} <= {len(each["table"]["columns"])}


def each_deed_is_marked_once(subject: Subject) -> None:
    told = [sentence for turn in narrative(subject) for sentence in turn["sentences"]]
    marks = Counter(id_ for one in told for id_ in one["findings"])
    assert max(marks.values(), default=1) == 1
    if all(one["kind"] != "cut" and len(one["findings"]) < telling.MOST_MARKS for one in told):
        assert sorted(marks) == [finding.id for finding in subject.findings]


def counts_agree(subject: Subject) -> None:
    findings = report(subject.record, subject.replay, "en")["findings"]
    own = [finding for finding in findings if finding["because_of"] is None]
    said = summary.summary(subject)
    assert (said["own"], said["depending"] + said["following"]) == (len(own), len(findings) - len(own))
    assert said["is_clean"] == (not findings)
    assert {each["id"]: each["count"] for each in said["verdicts"]} == {
        verdict: count
        for verdict in ("misread", "illegal", "omitted", "impossible", "doubtful")
        if (count := sum(finding["verdict"] == verdict for finding in own))
    }
    assert sum(said["mattered"]["counts"].values()) == len(own)
    cards = verdicts.verdicts(subject)
    assert [card["id"] for card in cards] == [finding["id"] for finding in own]
    assert len(cards) + sum(card["following_count"] + len(card["depending"]) for card in cards) == len(findings)
    assert sorted(id_ for move in steps.moves(subject) for id_ in move["findings"]) == [one["id"] for one in findings]
    for card in cards[:MOST_CARDS]:
        finding = findings[card["id"] - 1]
        for key in ("move", "line", "column", "verdict", "message", "doubts", "path", "seen"):
            assert card[key] == finding[key], key
        assert card["rule"]["id"] == finding["rule"]
        assert [each["move"] for each in card["instead"]] == list(finding["instead"])
        assert [json.loads(each["json"]) for each in card["instead"]] == json.loads(encode(finding["instead"]))


def described(*functions: Any) -> set[str]:
    return {key for function in functions for key in re.findall(r"`(\w+)`", function.__doc__)}


def test_the_keys_are_those_that_are_described() -> None:
    subject = about(planted("hattin", 1, 5))
    told = whole(subject)
    card = told["verdicts"][0]
    block = told["summary"]["title"]
    cases: list[tuple[dict[str, Any], tuple[Any, ...]]] = [
        (told["summary"], (summary.summary,)),
        (block, (summary.title_block,)),
        (card, (verdicts.verdict, verdicts.brief)),
        (card["weight"], (weight.weight,)),
        (card["rule"], (Subject.rule,)),
        (told["moves"][0], (steps.moves,)),
        (told["positions"][0], (steps.position,)),
        (told["written"], (written.written,)),
        (told["written"]["rows"][0], (written.written,)),
    ]
    for tree, functions in cases:
        assert set(tree) - described(*functions) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_a_record_come_through_unchanged(language: str) -> None:
    head: dict[str, Any] = {
        "players": {"crusader": NAME, "ayyubid": "Amira"},
        "event": NAME,
        "place": NAME,
        "date": NAME,
    }
    moves: list[dict[str, Any]] = [
        {"do": "note", "text": NAME},
        {"do": "result", "winner": "crusader", "by": "resignation"},
    ]
    subject = made(moves, language, **head)
    told = summary.summary(subject)
    block = told["title"]
    assert [player["player"] for player in block["players"]] == ["Amira", NAME]
    assert (block["event"], block["place"], block["date"]) == (NAME, NAME, NAME)
    assert [row["value"] for row in block["rows"]].count(NAME) == 4
    assert told["result"]["player"] == NAME
    assert NAME in told["sentences"][0]
    assert steps.moves(subject)[0]["comment"] == NAME
    assert encode(NAME).decode() in written.written(subject)["rows"][0]["text"]


def test_signs_that_steer_are_shown_as_such() -> None:
    subject = made([{"do": "note", "text": "a\x1b[2J\u202eb\tc"}])
    assert steps.moves(subject)[0]["comment"] == "a\ufffd[2J\ufffdb c"
