"""Charts: shapes that stay on the sheet, tell the sides apart without colour, and are set without harm."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest

from refsvc.config import LANGUAGES
from refsvc.drawing.charts import Bar, Course, Curve, Lane, bars, curves, mark, time_line
from refsvc.i18n import sentences
from refsvc.paths import PACKAGE
from refsvc.reporting.statistics import VERDICTS, statistics
from refsvc.reporting.subject import Subject
from refsvc.web.templates import environment
from tests.refsvc.checking.test_linear import SIZES
from tests.refsvc.reporting.records import about, planted
from tests.refsvc.reporting.work import long_record

STYLE = (PACKAGE / "static" / "css" / "charts.css").read_text("utf-8")
COURSE = Course(10, [(0, 1), (6, 2)], "Turn")


def shapes(drawing: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    return [shape for group in drawing["groups"] for shape in group["shapes"] if shape["kind"] == kind]


def drawings(language: str) -> list[dict[str, Any]]:
    known = [
        about(planted("arsuf", 1, 5)),
        about(planted("hattin", 2, 5)),
        long_record("after the end, JSON", SIZES[0]),
    ]
    subjects = [Subject(each.record, each.replay, language) for each in known]
    return [each["drawing"] for subject in subjects for each in statistics(subject) if each["drawing"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_leaves_the_sheet_and_no_two_words_meet(language: str) -> None:
    for drawing in drawings(language):
        width, height = drawing["width"], float(drawing["height"])
        for shape in shapes(drawing, "path"):
            ends = [float(x) for x in re.findall(r"[MH](-?[\d.]+)", shape["d"])]
            assert all(0 <= x <= width for x in ends)
        placed = []
        for shape in shapes(drawing, "text"):
            long = 0.58 * 12 * len(shape["text"])
            x, y = float(shape["x"]), float(shape["y"])
            start = {"start": x, "middle": x - long / 2, "end": x - long}[shape["anchor"]]
            assert start >= -2, shape
            assert start + long <= width + 12, shape
            assert 8 <= y <= height, shape
            placed.append((round(y), start, start + 0.8 * long, shape["text"]))
        placed.sort()
        for (y, _, end, one), (other_y, start, _, other) in pairwise(placed):
            assert y != other_y or start >= end, (one, other)


def test_sides_differ_by_line_and_marker_and_name() -> None:
    lines = [Curve("ayyubid", "One", [(0, 3), (4, 2)], "2"), Curve("crusader", "Other", [(0, 3), (6, 1)], "1")]
    drawing = curves("Title", lines, COURSE)
    styles = [shape["style"] for shape in shapes(drawing, "path")]
    assert styles.count("c-line c-whole c-ayyubid") == styles.count("c-line c-dashed c-crusader") == 2
    markers = {shape["style"]: shape["d"] for shape in shapes(drawing, "path") if "c-marker" in shape["style"]}
    assert "a" in markers["c-marker c-ayyubid"]
    assert "a" not in markers["c-marker c-crusader"]
    said = [shape["text"] for shape in shapes(drawing, "text")]
    assert {"One", "Other", "2", "1", "Turn"} <= set(said)


def test_a_line_holds_its_value_until_it_changes() -> None:
    drawing = curves("Title", [Curve("ayyubid", "One", [(0, 2), (1, 2), (5, 1), (10, 1)], "1")], COURSE)
    (line,) = [shape["d"] for shape in shapes(drawing, "path") if shape["style"].startswith("c-line")][1:]
    assert re.fullmatch(r"M30 [\d.]+H167V[\d.]+H304", line)


def test_ends_of_lines_that_meet_are_written_apart() -> None:
    lines = [Curve("ayyubid", "One", [(0, 3)], "3"), Curve("crusader", "Other", [(0, 3)], "3")]
    ends = [float(shape["y"]) for shape in shapes(curves("", lines, COURSE), "text") if shape["text"] == "3"][-2:]
    assert abs(ends[0] - ends[1]) >= 11


def test_a_bar_is_full_for_what_was_and_empty_for_what_was_expected() -> None:
    drawing = bars("", [Bar("ayyubid", "Name", 4, 2, "four", "two")], "was", "expected")
    full, empty = [shape["d"] for shape in shapes(drawing, "path") if shape["style"].endswith("ayyubid")]
    lengths = [float(re.search(r"h([\d.]+)", each)[1]) for each in (full, empty)]  # type: ignore[index]  # it is there
    assert lengths == [292, 146]


def test_every_verdict_has_a_shape_of_its_own() -> None:
    assert len({mark(verdict, 50, 50) for verdict in VERDICTS}) == len(VERDICTS)
    drawing = time_line("", [Lane("illegal", "illegal", [2, 2, 9], [2, 4])], COURSE)
    marks = [shape["d"].count("z") for shape in shapes(drawing, "path") if shape["style"] == "c-mark"]
    assert marks == [1, 2]  # the legend; two at one place are one mark
    assert [shape["d"].count("M") for shape in shapes(drawing, "path") if shape["style"] == "c-weak"] == [1]


def test_every_class_has_a_style_and_no_shape_a_colour() -> None:
    for drawing in drawings("en"):
        for shape in (*shapes(drawing, "path"), *shapes(drawing, "text")):
            assert all(f".{style}" in STYLE for style in shape["style"].split() if style != "c-whole"), shape["style"]
            assert not {"fill", "stroke", "color"} & shape.keys()


def test_the_template_sets_it_for_everyone() -> None:
    source = '{% from "parts/chart.html" import chart with context %}{{ chart(statistic, is_open) }}'
    template = environment().from_string(source)
    statistic = statistics(about(planted("arsuf", 1, 5)))[0]
    statistic["title"] = statistic["drawing"]["title"] = '<b>"x"</b>'
    for is_open in (False, True):
        page = template.render(statistic=statistic, is_open=is_open, t=lambda key: sentences.say(key, "en"))
        assert "<b>" not in page
        assert 'role="img" aria-label="&lt;b&gt;&#34;x&#34;&lt;/b&gt;"' in page
        assert not re.search(r"<use|<foreignObject|style=|<script", page)
        assert page.count("<details") == (not is_open)
        assert page.count("<tr>") == 1 + len(statistic["table"]["rows"])
        assert page.count('scope="row"') == len(statistic["table"]["rows"])
