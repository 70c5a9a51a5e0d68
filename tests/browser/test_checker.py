"""The checking service as a new user meets it: a record dropped, its report read, stepped through, printed, deleted."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from refsvc.config import LANGUAGES
from tests.browser.conftest import Open
from tests.browser.keyboard import SEEN, tab
from tests.browser.service import CLEAN, WRONG, Service
from tests.browser.test_every_kind import INLINE, TOO_WIDE, faults_of
from tests.browser.test_walks import PHONE
from tests.refsvc.processes import until

PDF = 180_000  # ms until a PDF has to be there
DROP = """([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name, {type: "text/plain"}));
  for (const kind of ["dragover", "drop"])
    document.body.dispatchEvent(new DragEvent(kind, {dataTransfer: data, bubbles: true, cancelable: true}));
}"""
IN_VIEW = """(one) => { const box = one.getBoundingClientRect(); return box.bottom > 0 && box.top < innerHeight; }"""


def report(language: str) -> re.Pattern[str]:
    return re.compile(rf"/{language}/check/[\w-]{{22}}(\?at=\d+)?(#.*)?$")


def at(page: Page) -> Locator:
    return page.locator("[data-position]")


def drop(page: Page, name: str, text: str) -> None:
    """Drops a file on the page, once its script is there to take it."""
    expect(page.locator("[data-drop-hint]")).to_be_visible()
    page.evaluate(DROP, [name, text])


def test_the_whole_way(open_page: Open) -> None:
    """A Czech record with three mistakes, read in French, the second mistake by keyboard, its rule, the PDF, gone."""
    page = open_page("", locale="cs-CZ")
    page.locator("main a[href='/cs/check/']").click()
    drop(page, WRONG.name, WRONG.read_text("utf-8"))
    expect(page.locator("[data-files] li")).to_contain_text(WRONG.name)
    page.locator("[data-send]").click()
    expect(page).to_have_url(report("cs"))  # the right to delete has left the address
    expect(page.locator(".verdict[id]")).to_have_count(3)
    page.locator(".lang-switch a[hreflang=fr]").click()
    expect(page).to_have_url(report("fr"))
    expect(page.locator(".sum-text")).to_contain_text("3 erreurs")
    page.keyboard.press("n")
    expect(at(page)).to_have_attribute("data-at", "12")
    page.keyboard.press("n")
    expect(at(page)).to_have_attribute("data-at", "14")
    expect(page).to_have_url(re.compile(r"\?at=14"))
    assert page.locator("[data-replay]").evaluate(IN_VIEW)
    expect(page.locator("[data-live]")).to_contain_text("Saphadin")
    expect(page.locator(".movelist [aria-current]")).to_contain_text("14")
    page.locator(".position-finding a").click()
    expect(page.locator("#finding-2")).to_be_in_viewport()
    rule = page.locator("#finding-2 .verdict-rule a").first
    rule.click()
    expect(page).to_have_url(re.compile(r"/fr/saladin/rules/saladin\.action\.status$"))
    page.go_back()
    expect(at(page)).to_have_attribute("data-at", "14")
    taken = pdf(page)
    assert taken.startswith(b"%PDF-")
    delete(page)


def pdf(page: Page) -> bytes:
    """The PDF of the report that is open: waited for on a page of its own, which it takes the place of.

    The browser gets a word in its place: its viewer of PDFs can be so slow to come that the page can't be closed.
    """
    address = page.locator(".jump .btn--primary").get_attribute("href")
    assert address is not None
    taken: list[bytes] = []

    def take(route: Route) -> None:
        answer = route.fetch()
        if answer.headers["content-type"] == "application/pdf":
            taken.append(answer.body())
            route.fulfill(content_type="text/plain", body="taken")
        else:
            route.fulfill(response=answer)

    other = page.context.new_page()
    other.route(f"**{address}*", take)
    other.goto(address.removeprefix("/"))
    expect(other.locator("body")).to_have_text("taken", timeout=PDF)
    other.close()
    return taken[0]


def delete(page: Page) -> None:
    address = page.url
    page.locator("[data-delete-link]").click()
    page.locator(".btn--danger").click()
    expect(page).to_have_url(re.compile(r"/check/deleted$"))
    answer = page.goto(address)
    assert answer is not None
    assert answer.status == 404


def test_the_owner_keeps_the_right_and_others_do_not_get_it(open_page: Open, service: Service) -> None:
    upload = service.hand_in((WRONG.name, WRONG.read_bytes()))
    page = open_page(f"en/{upload['path']}?own={upload['own']}&at=3#replay")
    expect(page).to_have_url(re.compile(rf"/en/{upload['path']}\?at=3#replay$"))
    assert page.locator(f"a[href*='{upload['own']}']").count() == 1  # where it is deleted
    page.reload()
    expect(page.locator("[data-delete-link]")).to_be_visible()
    expect(page.locator("#own-link")).to_have_value(re.compile(upload["own"]))
    expect(page.locator("#shared")).to_have_value(f"{service.top}{upload['path']}")
    other = open_page(f"en/{upload['path']}")
    expect(other.locator("[data-delete-link]")).to_be_hidden()
    assert upload["own"] not in other.content()


def test_keys(open_page: Open, service: Service) -> None:
    page = open_page(f"en/{service.uploads['one']['path']}")
    page.locator("#replay").scroll_into_view_if_needed()
    page.locator("[data-way=next]").focus()
    for key, number in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", 16), ("p", 14), ("Home", 0),
                        ("ArrowLeft", 0), ("n", 12)):  # fmt: skip
        page.keyboard.press(key)
        expect(at(page)).to_have_attribute("data-at", str(number))
        assert page.locator("[data-way=next]").evaluate("(one) => one === document.activeElement"), "focus stays"
    expect(page.locator("[data-way=previous-finding]")).to_have_attribute("aria-disabled", "true")
    page.locator("#q").fill("")
    page.locator("#q").press_sequentially("nnp")
    page.keyboard.press("Home")
    expect(at(page)).to_have_attribute("data-at", "12")
    page.locator("#q").blur()
    page.locator("[data-keys] input").uncheck()
    page.keyboard.press("n")
    page.locator("[data-way=next]").click()  # what is pressed first is done first
    expect(at(page)).to_have_attribute("data-at", "13")
    page.reload()
    expect(page.locator("[data-keys] input")).not_to_be_checked()


def test_home_and_end_stay_what_they_are_far_from_the_replay(open_page: Open, service: Service) -> None:
    page = open_page(f"en/{service.uploads['one']['path']}", reduced_motion="reduce")
    page.keyboard.press("End")
    until(lambda: page.evaluate("scrollY > innerHeight"))
    expect(at(page)).to_have_attribute("data-at", "0")


def test_everything_by_keyboard(open_page: Open) -> None:
    page = open_page("cs/check/")
    tab(page, page.locator("#text"))
    page.keyboard.insert_text(WRONG.read_text("utf-8"))
    tab(page, page.locator("[data-send]"))
    page.keyboard.press("Enter")
    expect(page).to_have_url(report("cs"))
    tab(page, page.locator(".jump a[href='#replay']"))
    page.keyboard.press("Enter")
    tab(page, page.locator("[data-way=next-finding]"), most=80)
    for number in (12, 14):
        page.keyboard.press("Enter")
        expect(at(page)).to_have_attribute("data-at", str(number))
        assert page.evaluate(SEEN)["isMarked"]
    tab(page, page.locator("[data-delete-link]"), most=200)


def test_without_script(open_page: Open) -> None:
    page = open_page("cs/check/", java_script_enabled=False)
    page.set_input_files("#file", WRONG)
    page.locator("[data-send]").click()
    expect(page).to_have_url(re.compile(r"/cs/check/[\w-]{22}\?own="))
    expect(page.locator("noscript .notice")).to_be_visible()
    page.locator(".lang-switch a[hreflang=fr]").click()
    expect(page.locator(".sum-text")).to_contain_text("3 erreurs")
    for number in (12, 14):
        page.locator("[data-way=next-finding]").click()
        expect(at(page)).to_have_attribute("data-at", str(number))
        assert page.locator("#replay").evaluate(IN_VIEW)
    page.locator(".movelist a").nth(2).click()
    expect(at(page)).to_have_attribute("data-at", "3")
    expect(page.locator("[data-keys]")).to_be_hidden()
    delete(page)


def test_what_is_wrong_comes_at_its_place(open_page: Open) -> None:
    page = open_page("fr/check/")
    page.locator("#text").fill("Jeu : Saladin\nScénario : Arsouf\n\nTour 1\n")
    page.locator("[data-send]").click()
    fault = page.locator("[data-fault]")
    expect(fault).to_be_focused()
    expect(fault.locator(".is-here mark")).to_have_text("Arsouf")
    expect(page).to_have_url(re.compile("/fr/check/$"))
    chosen = page.evaluate("[text.selectionStart, text.selectionEnd]")
    assert chosen == [14, 31]
    page.locator("#text").fill("Jeu : Saladin\nScénario : Arsuf\n\nTour 1\nC commencent\n")
    page.locator("[data-send]").click()
    expect(page).to_have_url(report("fr"))


def test_too_much_is_not_even_sent(open_page: Open) -> None:
    page = open_page("en/check/")
    drop(page, "large.txt", "x" * 2_000_001)
    page.locator("[data-send]").click()
    expect(page.locator("[data-fault]")).to_contain_text("2 MB")


@pytest.mark.parametrize("has_script", [True, False], ids=["script", "no script"])
def test_too_much_is_refused(open_page: Open, tmp_path: Path, has_script: bool) -> None:
    large = tmp_path / "large.txt"
    large.write_bytes(b"x" * 2_100_000)
    page = open_page("en/check/", java_script_enabled=has_script)
    page.set_input_files("#file", large)
    page.locator("[data-send]").click()
    expect(page.locator("[data-fault]")).to_be_visible()


def test_several_files_can_be_taken_back(open_page: Open) -> None:
    page = open_page("en/check/")
    page.set_input_files("#file", [WRONG, CLEAN])
    drop(page, "third.txt", WRONG.read_text("utf-8"))
    drop(page, "mine.toml", 'game = "saladin"')
    expect(page.locator("[data-files] li")).to_have_count(3)
    expect(page.locator("#box")).to_be_visible()
    page.locator("[data-files] button").nth(0).click()
    expect(page.locator("[data-files] li")).to_have_count(2)
    page.locator("[data-send]").click()
    expect(page.locator("tbody tr")).to_have_count(2)
    page.locator("tbody a").first.click()
    expect(page).to_have_url(re.compile(r"/1$"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_telephone(open_page: Open, service: Service, language: str) -> None:
    path = service.uploads["one"]["path"]
    page = open_page(f"{language}/{path}", **PHONE)
    assert page.evaluate(TOO_WIDE) == []
    page.locator("#finding-2 .verdict-board .btn").tap()
    expect(at(page)).to_have_attribute("data-at", "14")
    bar = page.locator(".replay-bar")
    expect(bar).to_be_in_viewport(ratio=1)
    for button in bar.locator("a").all():
        box: Any = button.bounding_box()
        assert box["width"] >= 44
        assert box["height"] >= 44
    page.locator("[data-way=next]").tap()
    expect(at(page)).to_have_attribute("data-at", "15")
    expect(bar).to_be_in_viewport(ratio=1)
    assert page.evaluate(TOO_WIDE) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_axe_finds_nothing_in_a_report(open_page: Open, service: Service, language: str, scheme: str) -> None:
    page = open_page(f"{language}/{service.uploads['one']['path']}?at=12", color_scheme=scheme)
    page.locator("details").evaluate_all("(all) => all.forEach((one) => (one.open = true))")
    assert page.evaluate(INLINE) == []
    assert faults_of(page) == []


def test_a_report_is_kept_by_no_browser(open_page: Open, service: Service) -> None:
    page = open_page(f"en/{service.uploads['one']['path']}", service_workers="allow")
    page.wait_for_selector("html[data-kept]", state="attached", timeout=PDF)
    kept = page.evaluate("""async () => {
      const names = await caches.keys(), found = [];
      for (const name of names) for (const one of await (await caches.open(name)).keys()) found.push(one.url);
      return found;
    }""")
    assert kept
    assert [url for url in kept if "/check/" in url] == []
    page.context.set_offline(True)
    page.reload()
    expect(page).to_have_url(re.compile("/en/offline/$"))
    expect(page.locator("main a[href='/en/check/']")).to_have_count(0)
