"""Every kind of page: it keeps the policy, is no wider than the screen, shows the focus, and axe finds nothing."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from refsvc.config import LANGUAGES
from tests.browser.conftest import Open
from tests.browser.keyboard import tab
from tests.browser.service import Service, paths, some
from tests.long import IS_LONG

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
WIDTHS = (1280, 320, 360)
STEPS = 60 if IS_LONG else 16  # by Tab
TOO_WIDE = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return ["page", ...[...document.querySelectorAll("body *")]
    .filter((one) => one.getBoundingClientRect().right > width + 1)
    .map((one) => one.outerHTML.slice(0, 120)).slice(0, 5)];
}"""
SHORTEN = """(most) => {
  for (const parent of document.querySelectorAll("main, main *"))
    for (const name of new Set([...parent.children].map((one) => one.localName)))
      [...parent.children].filter((one) => one.localName === name).slice(most).forEach((one) => one.remove());
}"""
MADE = 180_000  # milliseconds in which a preview is made
MOST_ALIKE = 8  # elements side by side that axe looks at in the quick run: a page of rules takes it twenty seconds
INLINE = """() => [...document.querySelectorAll("[style], style, script:not([src])")].map((one) => one.outerHTML)"""


@pytest.mark.long
@pytest.mark.parametrize(("kind", "language", "scheme"), some(LANGUAGES, ("light", "dark")))
def test_policy_width_focus_and_axe(open_page: Open, service: Service, kind: str, language: str, scheme: str) -> None:
    for path in paths(service, kind, language):
        page = open_page(path, color_scheme=scheme, reduced_motion="reduce")
        if kind in ("document", "choice"):  # it comes anew when its preview is made
            expect(page.locator("[data-waiting]")).to_have_count(0, timeout=MADE)
        assert page.evaluate("document.documentElement.lang") == language
        assert page.evaluate(INLINE) == []
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 740})
            assert page.evaluate(TOO_WIDE) == [], (path, width)
        for _ in range(STEPS):
            tab(page)
        assert faults_of(page) == [], path
        page.context.close()


def faults_of(page: Page) -> list[str]:
    """What axe finds on a page: the rule, and where it is broken."""
    if not IS_LONG:
        page.evaluate(SHORTEN, MOST_ALIKE)
    page.evaluate(AXE)
    found: dict[str, Any] = page.evaluate(
        "(tags) => axe.run(document, {runOnly: tags, resultTypes: ['violations']})", RULES
    )
    return [
        f"{fault['id']}: {fault['help']}: {node['html'][:160]} {node.get('failureSummary', '')}"
        for fault in found["violations"]
        for node in fault["nodes"][:3]
    ]
