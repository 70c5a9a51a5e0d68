"""A record written on the form by keyboard, each line told as it is read; a template copied from the notation."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from refsvc.config import LANGUAGES
from tests.browser.conftest import Open
from tests.browser.keyboard import tab
from tests.browser.test_every_kind import TOO_WIDE, faults_of

NARROW = {"width": 360, "height": 740}
WRITTEN = "Game: Saladin\nScenario: Arsuf\n\nTurn 1\nC starts\nC Henri II: Lose > Ala Afdal\nA passes"


@pytest.mark.parametrize(("language", "scheme"), list(zip(LANGUAGES, ("light", "dark", "light"), strict=True)))
def test_each_line_is_told_while_it_is_written(open_page: Open, language: str, scheme: str) -> None:
    page = open_page(f"{language}/check/", viewport=NARROW, color_scheme=scheme)
    field, panel = page.locator("#text"), page.locator("[data-reading]")
    expect(panel).to_be_hidden()
    field.focus()
    page.keyboard.type(WRITTEN)
    missed = panel.locator("li.is-misread")
    expect(missed).to_have_count(1)
    expect(missed.locator("code")).to_have_text("C Henri II: Lose > Ala Afdal")
    expect(panel.locator("[data-reading-live]")).to_contain_text("6: ")
    assert page.evaluate(TOO_WIDE) == []
    offer = missed.get_by_role("button", name="Loose")
    tab(page, offer)
    page.keyboard.press("Enter")
    expect(missed).to_have_count(0)
    expect(field).to_be_focused()
    expect(field).to_have_value(WRITTEN.replace("Lose", "Loose"))
    field.fill(WRITTEN)
    expect(missed).to_have_count(1)
    assert faults_of(page) == []


def test_without_script_the_form_is_as_it_was(open_page: Open) -> None:
    page = open_page("en/check/", java_script_enabled=False)
    expect(page.locator("[data-reading]")).to_be_hidden()
    page.goto("en/saladin/notation/")
    expect(page.locator("[data-copy-button]").first).to_be_hidden()


def test_a_template_is_copied(open_page: Open) -> None:
    page = open_page("cs/napoleonics/notation/", permissions=["clipboard-read", "clipboard-write"])
    page.locator("#templates [data-copy-button]").first.click()
    expect(page.locator("[data-copy-status]")).not_to_be_empty()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("Hra: Napoleonics\n")
    assert copied == page.locator("#templates [data-copy]").first.inner_text()
