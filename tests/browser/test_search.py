"""The search of the browser gives what that of the service gives; it can be used by keyboard and on narrow screens."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from refsvc import paths
from refsvc.config import LANGUAGES
from refsvc.i18n.catalogue import text
from refsvc.web.search_pages import index

QUESTIONS = paths.PACKAGE.parent / "tests" / "refsvc" / "search" / "questions"
BESIDES = ("sheild wall", "ban", "A16", "", "?!", "5.12", "JSON", "frobnicate", "x" * 300)
ASK = """async ([script, language, asked]) => {
  const search = await import(script);
  const index = await search.load(`/${language}/search.json`);
  return asked.map(([question, game, only]) => {
    const { hits, instead } = search.find(index, question, { game, only });
    return [hits.map((hit) => hit.document.id), instead];
  });
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_browser_finds_the_same(open_page: Callable[..., Page], language: str) -> None:
    page = open_page(f"{language}/about/")
    lines = (QUESTIONS / f"questions.{language}.jsonl").read_text("utf-8").splitlines()
    asked = [(one["q"], one["game"], True) for one in map(msgspec.json.decode, lines)]
    asked += [(question, game, False) for question in BESIDES for game in ("", "saladin")]
    script = page.locator("script[type=module]").get_attribute("src")
    assert script
    found = page.evaluate(ASK, [script.replace("site.js", "search.js"), language, asked])
    ours = [index().find(question, language, game, only=only) for question, game, only in asked]
    differing = [
        (one[0], theirs, [hit.document.id for hit in mine.hits])
        for one, theirs, mine in zip(asked, found, ours, strict=True)
        if theirs != [[hit.document.id for hit in mine.hits], mine.instead]
    ]
    assert differing == []


def test_answers_while_typing_and_the_choice_of_game_and_kind(open_page: Callable[..., Page]) -> None:
    page = open_page("en/saladin/rules/")
    page.locator("#q").press_sequentially("dodge a charge", delay=10)
    first = page.locator(".suggest li").first
    expect(first.locator(".suggest-text")).to_contain_text("Evade is the Reaction")
    page.locator("#q").press("Enter")
    expect(page).to_have_url(re.compile(r"q=dodge\+a\+charge&from=saladin$"))
    page.locator("[data-choice=kind][data-value=cards]").click()
    expect(page).to_have_url(re.compile(r"kind=cards"))
    expect(page.locator("[data-choice=kind][data-value=cards]")).to_have_attribute("aria-current", "true")
    expect(page.locator(".result-kind").first).to_contain_text(text("search.kind.cards", "en"))
    page.locator("#q").fill("redeploymnet")
    expect(page.locator("[data-instead]")).to_have_text("Did you mean “redeployment”?")
    page.locator("[data-choice=kind][data-value='']").click()
    expect(page).to_have_url(re.compile(r"q=redeploymnet"))
    page.locator("[data-instead] a").click()
    expect(page.locator("#q")).to_have_value("redeployment")
    expect(page.locator("[data-instead]")).to_be_hidden()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_fits_a_narrow_screen(open_context: Callable[..., BrowserContext], language: str) -> None:
    page = open_context(viewport={"width": 360, "height": 740}).new_page()
    page.goto(f"{language}/search?q=artillerie+dělo+artillery")
    expect(page.locator(".result").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
