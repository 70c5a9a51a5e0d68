"""A line that can't be read: how it may be meant, and what of the record after it that explains."""

from __future__ import annotations

import json
from typing import Any

import pytest

from refsvc.checking.report import report
from refsvc.records.report_schema import ReportShape
from tests.replayed import replayed

HEAD = "Game: Saladin\nScenario: Arsuf\nValues: refsvc\nTurn 1\nC starts\n"


def told(text: str) -> list[dict[str, Any]]:
    """The findings of a record, in a report that keeps its shape."""
    record, played = replayed(text.encode())
    told = report(record, played, "en")
    ReportShape.model_validate_json(json.dumps(told))
    found: list[dict[str, Any]] = told["findings"]
    return found


def test_a_word_that_can_mean_one_thing_only_is_all_that_is_found() -> None:
    line, *others = told(HEAD + "C Henrix: Loose > Ala Afdal | red 1\nA Ala Afdal: Loose > Henry II | green 1\n")
    assert others == []
    (meant,) = line["instead"]
    assert meant == {
        "do": "activate", "side": "crusader", "banner": "henry-ii", "action": "loose", "target": "ala-afdal"
    }  # fmt: skip


def test_what_no_reading_of_the_line_explains_is_a_mistake_of_its_own() -> None:
    line, dice = told(HEAD + "C Henrix: Loose > Ala Afdal | red 1 1 1\nA Ala Afdal: Loose > Henry II | green 1\n")
    assert (line["verdict"], dice["verdict"], dice["because_of"]) == ("misread", "impossible", None)
    assert dice["rule"] == "saladin.dice.count"


def test_a_line_after_which_the_game_goes_on_is_not_taken_for_its_end() -> None:
    """Whatever it says: nothing of it was read, and the pass after it would be right only if both had given up."""
    line, early = told(HEAD.replace("C starts", "A starts") + "A Saladin: recover order\nxyz abc\nC passes\n")
    assert all(meant["do"] != "result" for meant in line["instead"])
    assert (early["verdict"], early["rule"]) == ("illegal", "saladin.activation.pass")


def test_the_side_that_was_read_has_acted() -> None:
    _, turn = told(HEAD + "C Henrix: Loose > Ala Afdal | red 1\nC Henry II: Loose > Ala Afdal | red 1\n")
    assert (turn["rule"], turn["because_of"], turn["line"]) == ("saladin.activation.alternate", None, 7)


@pytest.mark.parametrize(("rolled", "fits"), [("green 1", "loose"), ("green 1 1", "hail-of-arrows")])
def test_what_one_reading_explains_is_doubtful_and_names_it(rolled: str, fits: str) -> None:
    before = "C Henry II: Loose > Ala Afdal | red 0\n"
    line, dice = told(HEAD + before + f"A Ala Afdal: Qqq > Henry II | {rolled}\n")
    assert {meant["action"] for meant in line["instead"]} == {"loose", "hail-of-arrows"}
    assert (dice["verdict"], dice["because_of"]) == ("doubtful", line["id"])
    (doubt,) = dice["doubts"]
    assert (doubt["about"], doubt["standing"]) == (f"finding-{line['id']}", "unread")
    meant, other = doubt["readings"]
    assert (meant["value"]["action"], meant["mistake"]) == (fits, False)
    assert (other["value"], other["mistake"]) == (None, True)
