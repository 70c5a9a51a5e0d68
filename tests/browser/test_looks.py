"""What was seen to go wrong on a screen: signs over their column, labels without a value, a footer in mid-air."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open

STICKS_OUT = """() => [...document.querySelectorAll("table.lines td > span")].filter((one) =>
  one.getBoundingClientRect().right > one.parentElement.getBoundingClientRect().right + 1).length"""
LABELS_ALONE = """() => [...document.querySelectorAll("table.stack td")].filter((one) =>
  one.checkVisibility() && !one.textContent.trim() && !one.querySelector("svg")).length"""
BROKEN_WORDS = """() => [...document.querySelectorAll(".gcard .aline-name a")].flatMap((one) => {
  const text = one.firstChild;
  return [...text.data.matchAll(/\\S+/g)].filter((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1;
  }).map(String);
})"""
HIDDEN = """() => [...document.querySelectorAll(".table-wrap")].filter((one) => one.scrollWidth > one.clientWidth)
  .map((one) => one.getAttribute("aria-label"))"""
FOOT = """() => [document.querySelector(".site-foot").getBoundingClientRect().bottom,
  Math.max(innerHeight, document.body.getBoundingClientRect().bottom)]"""


@pytest.mark.parametrize("language", ["en", "fr", "cs"])
def test_dice_and_marks_stay_in_their_column(open_page: Open, language: str) -> None:
    page = open_page(f"{language}/saladin/aid/hattin/", viewport={"width": 1280, "height": 900})
    assert page.evaluate(STICKS_OUT) == 0


def test_a_stacked_table_shows_no_label_without_a_value(open_page: Open) -> None:
    page = open_page("fr/saladin/aid/hattin/", viewport={"width": 360, "height": 740})
    assert page.evaluate(LABELS_ALONE) == 0


@pytest.mark.parametrize("path", ["cs/search?q=zzzzz", "cs/saladin/rules/"], ids=["short", "long"])
def test_the_footer_stands_at_the_end(open_page: Open, path: str) -> None:
    page = open_page(path, viewport={"width": 1280, "height": 1400})
    bottom, end = page.evaluate(FOOT)
    assert bottom == pytest.approx(end, abs=1)


def test_without_script_the_form_shows_what_it_answers(open_page: Open) -> None:
    page = open_page("cs/saladin/box/", java_script_enabled=False, viewport={"width": 360, "height": 740})
    page.locator("details.boxcard > summary").first.click()
    page.locator("details.boxcard[open] input").first.fill("99")
    page.locator(".boxmake button").first.click()
    expect(page.locator("[data-fault]")).to_be_in_viewport()


@pytest.mark.parametrize("width", [320, 360])
@pytest.mark.parametrize("language", ["en", "fr", "cs"])
def test_no_name_on_a_card_is_broken_within_a_word(open_page: Open, language: str, width: int) -> None:
    page = open_page(f"{language}/saladin/cards/arsuf-richard", viewport={"width": width, "height": 740})
    assert page.evaluate(BROKEN_WORDS) == []


@pytest.mark.parametrize("path", ["aid/", "aid/training-2/", "units/", "terrain/", "scenarios/"])
@pytest.mark.parametrize("language", ["en", "fr", "cs"])
def test_no_table_of_napoleonics_goes_over_the_edge_of_a_phone(open_page: Open, language: str, path: str) -> None:
    page = open_page(f"{language}/napoleonics/{path}", viewport={"width": 360, "height": 740})
    assert page.evaluate(HIDDEN) == []
