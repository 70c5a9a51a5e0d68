"""The same way with a record of Napoleonics: a charge that a square threw back, a shot too far, a forgotten retreat."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.test_checker import at, delete, drop, pdf, report
from tests.browser.test_every_kind import TOO_WIDE
from tests.browser.test_walks import PHONE

CHARGE = """\
Hra: Napoleonics
Scénář: Výcvik 3
Hodnoty: refsvc
Francouzi: Benoît
Britové: Amira

F zteč pravé křídlo: H10 I10 I11
H10-G10, I10-G11, I11-H10
B napadení levé křídlo: B10 A11
B10-C11, A11-B12
F sondáž pravé křídlo: G11 H10
G11-F11-E12, H10-G11
B průzkum levé křídlo: C11
C11 > E12 | PPDJD
F útok jízdy: E12 G11
E12-D11, G11-F12
D11 x C11 | čtverec | V | J
B napadení střed: C6 C8
C6-D6
D6 > G6 | PJ
F sondáž střed: G6 G8
G6-F6
F6 > D6 | PV
B průzkum levé křídlo: B12
B12-A12
"""
BOUNCED, TOO_FAR, FORGOTTEN = 25, 29, 36  # the moves with a mistake


def test_the_whole_way(open_page: Open) -> None:
    page = open_page("cs/check/")
    drop(page, "výcvik.txt", CHARGE)
    page.locator("[data-send]").click()
    page.wait_for_url(report("cs"))
    expect(page.locator(".verdict[id]")).to_have_count(3)
    page.locator(".lang-switch a[hreflang=fr]").click()
    expect(page.locator(".sum-text")).to_contain_text("3 erreurs")
    bounced = page.locator("#finding-1")
    expect(bounced.locator(".b-hot")).to_have_count(2)  # the cavalry and the square
    expect(bounced.locator(".instead")).to_contain_text("retraite → E12")
    for number in (BOUNCED, TOO_FAR, FORGOTTEN):
        page.keyboard.press("n")
        expect(at(page)).to_have_attribute("data-at", str(number))
    expect(page.locator("[data-live]")).to_contain_text("omission")
    page.keyboard.press("p")
    expect(at(page)).to_have_attribute("data-at", str(TOO_FAR))
    page.locator("#why summary").click()
    page.select_option("#why-unit", "D6")
    page.select_option("#why-target", "G6")
    page.locator("#why button").click()
    expect(page.locator("#why .asking-answer")).to_contain_text("portée de 2 hexagones")
    page.locator("#finding-3 .verdict-rule a").first.click()
    expect(page).to_have_url(re.compile(r"/fr/napoleonics/rules/napoleonics\.retreat\.due$"))
    page.go_back()
    assert pdf(page).startswith(b"%PDF-")
    delete(page)


def test_on_a_telephone_without_script(open_page: Open) -> None:
    page = open_page("cs/check/", **PHONE, java_script_enabled=False)
    page.locator("#text").fill(CHARGE)
    page.locator("[data-send]").tap()
    page.locator("#finding-2 .verdict-board .btn").tap()
    expect(at(page)).to_have_attribute("data-at", str(TOO_FAR))
    expect(page.locator(".position-finding")).to_contain_text("dostřelí na 2 hexy")
    page.locator("[data-way=next-finding]").tap()
    expect(page.locator(".position-finding")).to_contain_text("Není řečeno, kam")
    assert page.evaluate(TOO_WIDE) == []
