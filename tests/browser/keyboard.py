"""Going through a page by keyboard."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page

SEEN = """() => {
  const one = document.activeElement, box = one.getClientRects()[0] || new DOMRect(), style = getComputedStyle(one);
  const top = Math.max(box.top, 0), bottom = Math.min(box.bottom, innerHeight);
  const at = document.elementFromPoint(box.x + box.width / 2, (top + bottom) / 2);
  return {
    name: `${one.outerHTML.slice(0, 120)} ${at?.outerHTML.slice(0, 80)}`,
    isBody: one === document.body,
    isIn: bottom - top > Math.min(box.height, innerHeight) / 2 && box.left >= -1 && box.right <= innerWidth + 1,
    isMarked: (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1) || style.boxShadow !== "none",
    isCovered: !(at && (one.contains(at) || at.contains(one))),
  };
}"""


def tab(page: Page, target: Locator | None = None, most: int = 60) -> None:
    """Presses Tab, until the target has the focus if there is one; the focus can always be seen."""
    for _ in range(most):
        page.keyboard.press("Tab")
        seen: dict[str, Any] = page.evaluate(SEEN)
        if not seen["isBody"]:
            assert seen["isIn"], seen
            assert seen["isMarked"], seen
            assert not seen["isCovered"], seen
        if target is None or target.evaluate("(one) => one === document.activeElement"):
            return
    pytest.fail("the target is never reached")
