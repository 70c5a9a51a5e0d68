"""What a reader does: search, change the language, go on by keyboard only, or without script, on a telephone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from refsvc.web.sitemap import SITE
from tests.browser.conftest import Open
from tests.browser.keyboard import SEEN, tab
from tests.browser.service import PASS

RICHARD = "richard"
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def ruling(language: str) -> re.Pattern[str]:
    return re.compile(rf"/{language}/{PASS}(#.*)?$")


@pytest.mark.parametrize("options", [{}, PHONE], ids=["wide", "telephone"])
def test_search_as_you_type(open_page: Open, options: dict[str, Any]) -> None:
    page = open_page("cs/", **options)
    page.locator("#q").press_sequentially("pasovat", delay=20)
    found = page.locator(f".suggest a[href$='{PASS}']")
    expect(found).to_be_visible()
    expect(found.locator("mark").or_(page.locator(".suggest mark")).first).to_be_visible()
    found.click()
    expect(page).to_have_url(ruling("cs"))


def test_the_search_page_answers_as_you_type_and_says_when_there_is_nothing(open_page: Open) -> None:
    page = open_page("fr/search")
    field, results = page.locator("#q"), page.locator("[data-results] > li")
    expect(field).to_be_focused()
    field.press_sequentially("epee", delay=10)
    field.fill("passer")
    expect(page.locator(f"[data-results] a[href$='{PASS}']")).to_be_visible()
    expect(results.first.locator("mark").first).to_be_visible()
    field.fill("<zzzzz>")
    expect(results).to_have_count(0)
    expect(page.locator("[data-search-status]")).to_contain_text("<zzzzz>")
    field.fill("")
    expect(page.locator("[data-search-status]")).to_have_text("")


def test_any_question_may_be_typed(open_page: Open) -> None:
    page = open_page()
    for question in ('"', "a AND (", "*", "\\", "[", "x" * 10_000, "7.3.1", "🛡️"):
        page.goto("en/search")
        page.locator("#q").fill(question)
        expect(page.locator("[data-results] > li, [data-search-status]:not(:empty)").first).to_be_visible()
        page.locator("#q").press("Enter")
        expect(page.locator("main h1")).to_be_visible()


@pytest.mark.parametrize("has_script", [True, False], ids=["script", "no script"])
def test_a_change_of_language_keeps_the_place(open_page: Open, has_script: bool) -> None:
    page = open_page(f"cs/{PASS}", java_script_enabled=has_script)
    page.locator(".lang-switch a[hreflang=fr]").click()
    expect(page).to_have_url(ruling("fr"))
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.goto("fr/search?q=passer")
    page.locator(".lang-switch a[hreflang=en]").click()
    expect(page).to_have_url(re.compile(r"/en/search\?q=passer$"))
    expect(page.locator(f"[data-results] a[href$='{PASS}']")).to_be_visible()


def test_a_change_of_language_keeps_the_paragraph(open_page: Open) -> None:
    page = open_page("cs/saladin/rules/#saladin.activation.pass")
    page.locator(".lang-switch a[hreflang=fr]").click()
    expect(page).to_have_url(re.compile(r"/fr/saladin/rules/#saladin\.activation\.pass$"))
    expect(page.locator("[id='saladin.activation.pass']")).to_be_in_viewport()


def test_everything_by_keyboard(open_page: Open) -> None:
    page = open_page("cs/")
    tab(page, page.locator(".skip"), most=1)
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
    page.goto("cs/")
    tab(page, page.locator(".site-games a, .site-nav a").first)
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/cs/saladin/rules/$"))
    tab(page, page.locator("#q"))
    page.keyboard.type("pasovat", delay=20)
    found = page.locator(f".suggest a[href$='{PASS}']")
    expect(found).to_be_visible()
    for _ in range(10):
        page.keyboard.press("ArrowDown")
        if found.evaluate("(one) => one === document.activeElement"):
            break
    assert page.evaluate(SEEN)["isMarked"]
    page.keyboard.press("Escape")
    expect(page.locator(".suggest")).to_be_hidden()
    page.keyboard.type(" ")
    expect(found).to_be_visible()
    tab(page, found)
    page.keyboard.press("Enter")
    expect(page).to_have_url(ruling("cs"))
    tab(page, page.locator(".lang-switch a[hreflang=fr]"))
    page.keyboard.press("Enter")
    expect(page).to_have_url(ruling("fr"))


def test_without_script(open_page: Open) -> None:
    page = open_page("", java_script_enabled=False, locale="cs-CZ")
    expect(page).to_have_url(re.compile("/cs/$"))
    expect(page.locator("[data-theme-button]")).to_be_hidden()
    page.locator("#q").fill("pasovat")
    page.locator("#q").press("Enter")
    expect(page.locator(".result mark").first).to_be_visible()
    page.locator(f".result a[href$='{PASS}']").click()
    expect(page).to_have_url(ruling("cs"))
    expect(page.locator(".example").first).to_be_visible()
    page.locator(".crumbs a").nth(1).click()
    expect(page.locator(".para").first).to_be_visible()


def test_dark_and_light_are_chosen_and_kept(open_page: Open) -> None:
    page = open_page("fr/", color_scheme="light")
    colour = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(colour)
    page.locator("[data-theme-button]").click()
    dark = page.evaluate(colour)
    assert dark != light
    page.goto("fr/about/")
    assert page.evaluate(colour) == dark


def test_at_the_table_on_a_telephone_in_czech(open_page: Open) -> None:
    """From the home page to the ruling on passing in two taps; French beside it, a worked example below it."""
    page = open_page("", locale="cs-CZ", **PHONE)
    page.locator("main h2 a[href='/cs/saladin/rules/']").tap()
    page.locator(f"main h3 a[href$='{PASS}']").tap()
    expect(page).to_have_url(ruling("cs"))
    expect(page.locator("section[lang=fr]")).to_contain_text("passer")
    example = page.locator("[aria-labelledby=examples] .example").first
    expect(example).to_be_visible()
    assert box_top(example) > box_top(page.locator(".para"))
    expect(page.locator("[aria-labelledby=examples] .example li").first).to_be_visible()
    for path in [path for path, place in SITE.places("cs").items() if place.kind.name == "card" and RICHARD in path]:
        page.goto(path[1:])
        expect(page.locator("main .standing").first).to_be_visible()
        expect(page.locator("h1")).to_contain_text("Richard")


def box_top(one: Locator) -> float:
    box = one.bounding_box()
    assert box is not None
    return box["y"]
