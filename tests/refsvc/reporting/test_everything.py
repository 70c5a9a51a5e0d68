"""What holds for every report: no text is missing, counts agree with the report, and the keys are those described."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from msgspec.json import encode

from refsvc.checking.report import report
from refsvc.config import LANGUAGES
from refsvc.reporting import steps, summary, verdicts, weight, written
from refsvc.reporting.subject import Subject
from tests.refsvc.reporting.records import about, all_records, gaps_of, made

MOST_CARDS = 12
RECORDS = range(len(all_records()))
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


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", RECORDS)
def test_it_is_plain_data_without_a_gap(number: int, language: str) -> None:
    told = whole(about(all_records()[number], language))
    assert gaps_of(told) == []
    assert json.loads(encode(told))["summary"]["title"]["rules_version"]


@pytest.mark.parametrize("number", RECORDS)
def test_counts_agree_with_the_report(number: int) -> None:
    data = all_records()[number]
    subject = about(data)
    findings = report(subject.record, subject.replay, "en")["findings"]
    own = [finding for finding in findings if finding["because_of"] is None]
    said = summary.summary(subject)
    assert (said["own"], said["following"]) == (len(own), len(findings) - len(own))
    assert said["is_clean"] == (not findings)
    assert {each["id"]: each["count"] for each in said["verdicts"]} == {
        verdict: count
        for verdict in ("misread", "illegal", "omitted", "impossible", "doubtful")
        if (count := sum(finding["verdict"] == verdict for finding in own))
    }
    assert sum(said["mattered"]["counts"].values()) == len(own)
    cards = verdicts.verdicts(subject)
    assert [card["id"] for card in cards] == [finding["id"] for finding in own]
    assert len(cards) + sum(card["following_count"] for card in cards) == len(findings)
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
    subject = about(next(data for data in all_records() if len(about(data).families) > 1))
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
