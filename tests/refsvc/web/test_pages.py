"""Every page in every language: it answers, its links lead somewhere, and nothing in it breaks the policy."""

from __future__ import annotations

import gzip
import re
from functools import cache
from html.parser import HTMLParser

import pytest
from flask.testing import FlaskClient

from refsvc.config import LANGUAGES
from refsvc.web import assets
from refsvc.web.sitemap import SITE
from tests.refsvc.web.places import page, some_places

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


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_whole_and_every_link_leads_somewhere(client: FlaskClient, language: str) -> None:
    read: dict[str, Page] = {}

    def page_of(path: str) -> Page:
        if path not in read:
            html = page(client, path)
            read[path] = Page(html)
            check_text(path, html)
        return read[path]

    for path in some_places(language):
        one = page_of(path)
        assert one.language == language, path
        assert one.faults == [], path
        assert one.headings.count("h1") == 1, path
        assert len(one.ids) == len(set(one.ids)), path
        for target, anchor in {(target, anchor) for target, _, anchor in (link.partition("#") for link in one.links)}:
            assert leads_somewhere(client, target) if target else anchor in one.ids, (path, target, anchor)
            if anchor and target in SITE.places(language):
                assert anchor in page_of(target).ids, (path, target, anchor)


def leads_somewhere(client: FlaskClient, target: str) -> bool:
    """Whether there is what a page leads to or sends its form to."""
    path = target.partition("?")[0]
    if target.startswith("https://creativecommons.org/licenses/"):  # the one page of others: the licence of the texts
        return True
    if path.startswith("/static/"):
        return path.removeprefix(assets.static_root() + "/") in assets.files()
    if path.startswith("/api/"):
        return client.options(target).status_code == 200
    if path.endswith("/search"):
        return client.get(target).status_code == 200
    if path.endswith(".pdf"):  # made by a job, and there is nobody to do it here
        return client.get(target).status_code in (202, 302)
    if path.endswith(".png"):  # of what is not made there is a drawing of a sheet
        return client.get(target).status_code == 302
    if "/check/samples/" in path or ("/print/" in path and path != target):  # as it stands: no other address is better
        return client.get(target).status_code == 200
    return path.endswith(".webmanifest") or SITE.find(target) is not None


def check_text(path: str, html: str) -> None:
    """A page is small, has no number left open, shows nothing by its id and no symbol that is not drawn."""
    assert len(gzip.compress(html.encode())) <= MOST_PACKED["html"], path
    assert not re.search(r"\{[a-z_]+\}", html), path
    assert not path[4:] or not re.search(r">\[[a-z.#-]+\]<", html), path
    assert set(re.findall(r"symbols\.svg#([a-z0-9-]+)", html)) <= symbols(), path


@cache
def symbols() -> frozenset[str]:
    return frozenset(re.findall(r'id="([a-z0-9-]+)"', assets.read("icons/symbols.svg").decode()))


def test_every_address_exists_in_every_language() -> None:
    languages = re.compile(r"/with/(en|fr|cs)/$")
    found = {language: {languages.sub("/with/", path[3:]) for path in SITE.places(language)} for language in LANGUAGES}
    assert found["en"] == found["fr"] == found["cs"]


def test_style_and_script_are_small() -> None:
    for kind in ("css", "js"):
        sizes = [len(gzip.compress(assets.read(name))) for name in assets.files() if name.endswith(f".{kind}")]
        assert sum(sizes) < MOST_PACKED[kind]


def test_the_language_switch_keeps_the_place(client: FlaskClient) -> None:
    html = client.get("/cs/saladin/rules/saladin.activation.pass").text
    assert 'href="/fr/saladin/rules/saladin.activation.pass"' in html
    html = client.get("/fr/saladin/rules/with/cs/").text
    assert 'href="/cs/saladin/rules/with/fr/"' in html


def test_one_ruling_shows_everything_about_it(client: FlaskClient) -> None:
    html = client.get("/en/saladin/rules/saladin.activation.pass").text
    for part in ("Passing", "saladin.activation.pass", 'lang="fr"', 'lang="cs"', "p. 13", "AMB-15", "case-V21"):
        assert part in html, part
    assert "Passing is not possible yet: Richard the Lionheart (Leader) is still Deployed." in html
