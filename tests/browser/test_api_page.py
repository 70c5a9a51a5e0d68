"""The page to try the API, as a programmer meets it: send a record, and ask about what came of it."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open


def answer(page: Page, operation: str) -> str:
    """What an operation answers, its form sent as it stands."""
    page.locator(f"#{operation} button").click()
    expect(page.locator(f"#{operation} [data-answer]")).to_be_visible()
    return page.locator(f"#{operation} [data-content]").inner_text()


@pytest.mark.parametrize("language", ["en", "fr", "cs"])
def test_a_record_is_sent_and_asked_about(open_page: Open, language: str) -> None:
    page = open_page(f"{language}/api/#checkRecord")
    report = json.loads(answer(page, "checkRecord"))
    assert [finding["move"] for finding in report["findings"]] == [12, 14, 16]
    expect(page.locator("#checkRecord [data-status]")).to_contain_text("200")
    token = report["links"]["html"].rpartition("/")[2]
    page.locator("#explainMove summary").click()
    expect(page.locator("#explainMove-share")).to_have_value(token)
    page.locator("#explainMove-move").fill("12")
    expect(page.locator("[data-curl=explainMove]")).to_have_text(
        f"curl '{report['links']['report']}/moves/12/why?lang={language}'"
    )
    why = json.loads(answer(page, "explainMove"))
    assert why["findings"] == report["findings"][:1]
    page.locator("#deleteUpload summary").click()
    assert answer(page, "deleteUpload") == ""
    page.locator("#getUpload summary").click()
    assert json.loads(answer(page, "getUpload"))["type"] == "urn:refsvc:not-found"


def test_without_script(open_page: Open) -> None:
    page = open_page("cs/api/", java_script_enabled=False)
    page.locator("#listGames summary").click()
    page.locator("#listGames a").click()
    assert json.loads(page.locator("pre").inner_text())["games"]
    page.go_back()
    page.locator("#checkRecord summary").click()
    page.locator("#checkRecord button").click()
    assert json.loads(page.locator("pre").inner_text())["format"] == "refsvc-report/1"
