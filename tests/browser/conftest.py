"""Debian's chromium before the real service. No test passes on a page that broke the policy or threw an error."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.service import Service, running

CHROMIUM = "/usr/bin/chromium"
PATIENCE = 180_000  # ms: only what hangs takes longer
WATCH = """document.addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`));"""
NO_FAULTS = ("Failed to load resource", "registration blocked by Playwright")  # the business of the test; asked for
Open = Callable[..., Page]


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    patient = {"pdf_seconds": 180, "document_seconds": 180}  # how long printing may take has tests of its own
    with running(uploads_a_minute=0, uploads_a_day=0, jobs_waiting_each=20, **patient) as service:
        yield service


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    assert os.access(CHROMIUM, os.X_OK), "chromium is missing: ./test installs it"
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    expect.set_options(timeout=PATIENCE)  # what is expected is waited for as long as everything else
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield browser
        browser.close()


@pytest.fixture
def faults() -> list[str]:
    """What went wrong on the pages of a test: errors of scripts, things that the policy forbids."""
    return []


@pytest.fixture
def open_context(browser: Browser, service: Service, faults: list[str]) -> Iterator[Callable[..., BrowserContext]]:
    """Makes a fresh profile; without a service worker unless one is asked for."""
    made: list[BrowserContext] = []

    def open_one(**options: Any) -> BrowserContext:
        options = {"base_url": service.top, "service_workers": "block", **options}
        context = browser.new_context(**options)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(WATCH)
        context.on("console", lambda message: _note(faults, message.type, message.text))
        context.on("weberror", lambda error: faults.append(str(error.error)))
        made.append(context)
        return context

    yield open_one
    for context in made:
        context.close()
    assert faults == []


def _note(faults: list[str], kind: str, text: str) -> None:
    """Keeps the console messages that count."""
    if kind in ("error", "warning") and not any(words in text for words in NO_FAULTS):
        faults.append(text)


@pytest.fixture
def open_page(open_context: Callable[..., BrowserContext]) -> Open:
    """Opens an address in a fresh profile with these options."""

    def open_one(path: str = "", **options: Any) -> Page:
        page = open_context(**options).new_page()
        page.goto(path)
        return page

    return open_one
