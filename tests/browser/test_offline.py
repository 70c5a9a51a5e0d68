"""Once opened, a language works without network: its rules, a ruling, the glossary, the search."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from refsvc.i18n.catalogue import text
from refsvc.web.sitemap import SITE
from tests.browser.service import PASS, Service, running

KEPT = 180_000  # ms until the copy has to be there
OFFLINE_PAGES = ("rules", "glossary", "cards", "card", "aid")
Cut = Callable[[BrowserContext, bool], None]


@pytest.fixture(scope="module")
def own_service() -> Iterator[Service]:
    """A service that a test may stop."""
    with running() as service:
        yield service


def cut_network(context: BrowserContext, is_cut: bool) -> None:
    context.set_offline(is_cut)


@pytest.fixture(params=["network", "service"])
def cut(request: pytest.FixtureRequest, own_service: Service) -> Iterator[Cut]:
    """Takes the network away or stops the service; and the way back."""
    if request.param == "network":
        yield cut_network
        return
    yield lambda _, is_cut: own_service.stop() if is_cut else own_service.start()
    own_service.stop()
    own_service.start()


def visit(context: BrowserContext, path: str) -> Page:
    """Opens a page and waits for the copy of its language."""
    page = context.new_page()
    page.goto(path)
    page.wait_for_selector("html[data-kept]", state="attached", timeout=KEPT)
    return page


def note(page: Page, language: str) -> None:
    """The page says that it is a copy, and of which day."""
    shown = page.locator("[data-offline-note]")
    expect(shown).to_be_visible()
    before, _, after = text("offline.note", language).partition("{date}")
    expect(shown).to_contain_text(re.compile(re.escape(before) + r".*\b20\d\d\b.*" + re.escape(after)))


def test_offline_walk(open_context: Callable[..., BrowserContext], own_service: Service, cut: Cut) -> None:
    context = open_context(base_url=own_service.top, service_workers="allow", locale="cs-CZ")
    page = visit(context, "cs/saladin/rules/")
    expect(page.locator("[data-offline-note]")).to_be_hidden()
    cut(context, True)
    for kind in OFFLINE_PAGES:
        for path in [path for path in SITE.offline_paths("cs", "saladin") if SITE.places("cs")[path].kind.name == kind][
            :1
        ]:
            page.goto(path[1:])
            expect(page.locator("html")).to_have_attribute("data-copy", re.compile("^20"))
            note(page, "cs")
    page.goto("cs/saladin/rules/")
    page.locator(f"main h3 a[href$='{PASS}']").click()
    expect(page.locator("section[lang=fr]")).to_be_visible()
    expect(page.locator(".example").first).to_be_visible()
    assert page.evaluate("document.fonts.ready.then((fonts) => [...fonts].some((font) => font.status === 'loaded'))")
    page.locator("#q").press_sequentially("pasovat", delay=20)
    page.locator(f".suggest a[href$='{PASS}']").click()
    expect(page).to_have_url(re.compile(rf"/cs/{PASS}$"))
    page.locator("#q").fill("pasovat")
    page.locator("#q").press("Enter")
    expect(page).to_have_url(re.compile(r"/cs/search\?q=pasovat&from=saladin$"))
    expect(page.locator(f"[data-results] a[href$='{PASS}']")).to_be_visible()
    page.goto("cs/saladin/rules/nothing-like-it")
    expect(page.locator("h1")).to_have_text(text("offline.title", "cs"))
    button = page.locator("[data-offline-update]")
    button.click()
    expect(button).to_have_text(text("offline.failed", "cs"))
    page.goto("cs/saladin/glossary/")
    cut(context, False)
    page.locator("[data-offline-update]").click()
    expect(page.locator("html:not([data-copy])")).to_be_attached(timeout=KEPT)
    expect(page.locator("[data-offline-note]")).to_be_hidden()


def test_a_language_that_was_not_opened_leads_to_one_that_was(
    open_context: Callable[..., BrowserContext], own_service: Service
) -> None:
    context = open_context(base_url=own_service.top, service_workers="allow")
    page = visit(context, "fr/about/")
    cut_network(context, True)
    page.goto("cs/saladin/rules/")
    expect(page).to_have_url(re.compile("/fr/offline/$"))
    page.goto("")
    expect(page).to_have_url(re.compile("/fr/$"))
    note(page, "fr")


def test_a_second_language_joins_the_first(open_context: Callable[..., BrowserContext], own_service: Service) -> None:
    context = open_context(base_url=own_service.top, service_workers="allow")
    page = visit(context, "fr/saladin/cards/")
    page.locator(".lang-switch a[hreflang=en]").click()
    page.wait_for_selector("html[lang=en][data-kept]", state="attached", timeout=KEPT)
    cut_network(context, True)
    for language in ("fr", "en"):
        page.goto(f"{language}/saladin/glossary/")
        note(page, language)


def test_a_stopped_copy_is_made_again_and_an_old_one_goes(
    open_context: Callable[..., BrowserContext], own_service: Service
) -> None:
    """A copy counts once its mark is written: without it the next visit makes it again, and takes older ones away."""
    context = open_context(base_url=own_service.top, service_workers="allow")
    page = visit(context, "fr/saladin/cards/")
    page.evaluate(
        """async () => {
          for (const part of ["", "saladin "])
            await (await caches.open(`copy fr ${part}old`)).put("/fr/copy.mark", new Response("old"));
          for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const request of await cache.keys())
              if (/copy\\.mark|glossary/.test(request.url)) await cache.delete(request);
          }
        }"""
    )
    page = visit(context, "fr/")
    kept: list[str] = page.evaluate("caches.keys()")
    assert sorted(name.split()[1:3] for name in kept if name.startswith("copy")) == [["fr", "-"], ["fr", "saladin"]]
    assert not [name for name in kept if "old" in name]
    cut_network(context, True)
    page.goto("fr/saladin/glossary/")
    note(page, "fr")


def test_only_the_game_that_was_opened_is_kept_and_an_example_once_it_was(
    open_context: Callable[..., BrowserContext], own_service: Service
) -> None:
    context = open_context(base_url=own_service.top, service_workers="allow")
    page = visit(context, "en/saladin/cards/")
    page.goto("en/saladin/cases/X4")
    page.wait_for_function("caches.match(location.href)")
    cut_network(context, True)
    page.goto("en/saladin/cases/X4")
    note(page, "en")
    expect(page.locator("svg.board").first).to_be_visible()
    for path in ("en/saladin/cases/X5", "en/napoleonics/rules/"):
        page.goto(path)
        expect(page).to_have_url(re.compile("/en/offline/$"))
    expect(page.locator("main a[href='/en/napoleonics/rules/']")).to_be_visible()
