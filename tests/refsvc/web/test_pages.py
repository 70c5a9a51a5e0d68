"""Every page in every language: it answers, its links lead somewhere, and nothing in it breaks the policy."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from flask.testing import FlaskClient

from refsvc.i18n.catalogue import LANGUAGES
from refsvc.web import assets
from refsvc.web.sitemap import SITE

MOST_PACKED = {"html": 60_000, "css": 18_000, "js": 25_000}  # bytes; the style draws the boards of two games


class Page(HTMLParser):
    """The links, anchors and attributes of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.faults: list[str] = []
        self.language = ""
        self.headings: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "html":
            self.language = found["lang"]
        if re.fullmatch("h[1-6]", tag):
            self.headings.append(tag)
        self.links += [found[name] for name in ("href", "src", "action") if name in found]
        self.ids += [found["id"]] if "id" in found else []
        self.faults += [f"<{tag} {name}>" for name in found if name == "style" or name.startswith("on")]
        if tag == "style" or (tag == "script" and "src" not in found):
            self.faults.append(f"<{tag}>")


def pages(client: FlaskClient, language: str) -> Iterator[tuple[str, str]]:
    for path in SITE.places(language):
        answer = client.get(path)
        assert answer.status_code == 200, path
        yield path, answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_answers_and_every_link_leads_somewhere(client: FlaskClient, language: str) -> None:
    read = {path: Page(html) for path, html in pages(client, language)}
    for path, page in read.items():
        assert page.language == language, path
        assert page.faults == [], path
        assert page.headings.count("h1") == 1, path
        assert len(page.ids) == len(set(page.ids)), path
        for link in page.links:
            target, _, anchor = link.partition("#")
            assert link.startswith(("/", "#")), (path, link)
            if target.startswith("/static/"):
                assert target.removeprefix(assets.root() + "/") in assets.files(), (path, link)
            elif target.startswith("/api/"):  # a link, or what a form is sent to
                assert client.options(target).status_code == 200, (path, link)
            elif "/check/samples/" in target:
                assert client.get(target).status_code == 200, (path, link)
            elif target.partition("?")[0].endswith(".pdf"):  # made by a job, and there is nobody to do it here
                assert client.get(target).status_code in (202, 302), (path, link)
            elif target.partition("?")[0].endswith(".png"):  # of what is not made there is a drawing of a sheet
                assert client.get(target).status_code == 302, (path, link)
            elif "/print/" in target and "?" in target:
                assert client.get(target).status_code == 200, (path, link)  # as it stands: no other address is better
            elif target[1:3] == language and not target.endswith(".webmanifest"):
                assert target in read, (path, link)
                assert not anchor or anchor in read[target].ids, (path, link)
            elif not target:
                assert anchor in page.ids, (path, link)
            else:
                assert SITE.find(target) or target.endswith(".webmanifest"), (path, link)


def test_every_address_exists_in_every_language() -> None:
    languages = re.compile(r"/with/(en|fr|cs)/$")
    found = {language: {languages.sub("/with/", path[3:]) for path in SITE.places(language)} for language in LANGUAGES}
    assert found["en"] == found["fr"] == found["cs"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_are_small(client: FlaskClient, language: str) -> None:
    large = [path for path, html in pages(client, language) if len(gzip.compress(html.encode())) > MOST_PACKED["html"]]
    assert large == []


def test_style_and_script_are_small() -> None:
    for kind in ("css", "js"):
        sizes = [len(gzip.compress(assets.read(name))) for name in assets.files() if name.endswith(f".{kind}")]
        assert sum(sizes) < MOST_PACKED[kind]


def test_symbols_of_the_texts_are_drawn(client: FlaskClient) -> None:
    drawn = set(re.findall(r'id="([a-z0-9-]+)"', assets.read("icons/symbols.svg").decode()))
    used = {name for _, html in pages(client, "en") for name in re.findall(r"symbols\.svg#([a-z0-9-]+)", html)}
    assert used <= drawn


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_number_is_left_open_and_nothing_is_shown_by_its_id(client: FlaskClient, language: str) -> None:
    for path, html in pages(client, language):
        assert not re.search(r"\{[a-z_]+\}", html), path
        if path[4:]:
            assert not re.search(r">\[[a-z.#-]+\]<", html), path


def test_the_language_switch_keeps_the_place(client: FlaskClient) -> None:
    html = client.get("/cs/saladin/rules/saladin.activation.pass").text
    assert 'href="/fr/saladin/rules/saladin.activation.pass"' in html
    html = client.get("/fr/saladin/rules/with/cs/").text
    assert 'href="/cs/saladin/rules/with/fr/"' in html


def test_one_ruling_shows_everything_about_it(client: FlaskClient) -> None:
    html = client.get("/en/saladin/rules/saladin.activation.pass").text
    for part in ("Passing", "saladin.activation.pass", 'lang="fr"', 'lang="cs"', "p. 13", "AMB-15", "case-V21"):
        assert part in html, part
    assert "Pass: Richard the Lionheart (Leader) is still Deployed." in html
