"""The static site: every link of every page leads to a file, from wherever it is served."""

from __future__ import annotations

import json
import posixpath
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine import GAMES
from refsvc.commands.main import main
from refsvc.config import LANGUAGES
from refsvc.printing import document_registry
from refsvc.web import static_export
from refsvc.web.rendering import render
from refsvc.web.sitemap import EXPORTED, SITE
from refsvc.web.static_export import LIST, folder_of, with_relative_links
from tests.long import IS_LONG

WRITTEN = "fr"
LINK = re.compile(r' (?:href|src|action)="(?!https://)([^"#?]*)')  # that lead elsewhere on the site


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An export; in the short run the pages of one language only have something in them."""
    folder = tmp_path_factory.mktemp("export") / "site"
    with pytest.MonkeyPatch.context() as patch:
        if not IS_LONG:
            patch.setattr(static_export, "render", lambda place: render(place) if place.language == WRITTEN else "")
        result = CliRunner().invoke(main, ["export", str(folder), "--lang", "en"])
    assert result.exit_code == 0, result.output
    assert "files written" in result.output
    return folder


def test_every_page_is_there_and_every_link_leads_to_a_file(folder: Path) -> None:
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert {f"{folder_of(path)}index.html" for path in EXPORTED.addresses()} < names
    for name in names:
        if name.endswith(".html"):
            for link in LINK.findall((folder / name).read_text("utf-8")):
                assert not link.startswith("/"), (name, link)
                target = posixpath.normpath(posixpath.join(posixpath.dirname(name), link))
                found = posixpath.join(target, "index.html") if link.endswith("/") or not link else target
                assert posixpath.normpath(found) in names or not link, (name, link)


def test_what_only_the_service_can_answer_is_left_out(folder: Path) -> None:
    left_out = set(SITE.addresses()) - set(EXPORTED.addresses())
    pages = ("check/", "api/", "print/", *(f"print/{name}" for name in document_registry.DOCUMENTS))
    assert left_out == {f"/{language}/{page}" for language in LANGUAGES for page in pages}
    for language in LANGUAGES:
        for page in ("check", "api", "print"):
            assert not (folder / language / page).exists()
            assert f"{page}/" not in (folder / language / "index.html").read_text("utf-8")
        kinds = {row[1] for row in json.loads((folder / language / "search.json").read_bytes())["documents"]}
        assert "rules" in kinds
        assert not kinds & {"check", "print"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_search_and_copy_lead_to_the_same_files(folder: Path, language: str) -> None:
    documents = json.loads((folder / language / "search.json").read_bytes())["documents"]
    assert all((folder / re.sub("#.*", "", row[5]) / "index.html").is_file() for row in documents)
    for copy in (json.loads((folder / language / game / "copy.json").read_bytes()) for game in ("", *GAMES)):
        assert all((folder / path / "index.html").read_text("utf-8") == html for path, html in copy["pages"].items())
        assert all((folder / path).is_file() for path in copy["files"])
    manifest = json.loads((folder / language / "manifest.webmanifest").read_bytes())
    assert all((folder / language / icon["src"]).resolve().is_file() for icon in manifest["icons"])


def test_a_second_export_takes_away_what_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "site"
    monkeypatch.setattr(static_export, "files", lambda: [("index.html", b"first"), ("old/index.html", b"old")])
    assert CliRunner().invoke(main, ["export", str(folder)]).exit_code == 0
    listed = json.loads((folder / LIST).read_bytes())
    listed["files"] += ["../outside.txt"]
    (folder / LIST).write_text(json.dumps(listed))
    outside = tmp_path / "outside.txt"
    outside.write_text("not ours")
    monkeypatch.setattr(static_export, "files", lambda: [("index.html", b"second")])
    assert CliRunner().invoke(main, ["export", str(folder)]).exit_code == 0
    assert (folder / "index.html").read_bytes() == b"second"
    assert not (folder / "old" / "index.html").exists()
    assert outside.exists()


@pytest.mark.parametrize("content", [None, "[]", "{", '{"files": 1}'])
def test_a_folder_of_something_else_is_left_alone(tmp_path: Path, content: str | None) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    if content is not None:
        (tmp_path / LIST).write_text(content)
    result = CliRunner().invoke(main, ["export", str(tmp_path), "--lang", "cs"])
    assert result.exit_code == 2
    assert "není prázdná" in result.output
    assert not (tmp_path / "index.html").exists()


def test_links_are_relative_to_the_folder_of_a_page() -> None:
    html = '<a href="/en/">1</a><a href="/en/saladin/rules/#x">2</a><a href="/en/search?q=1">3</a><a href="#y">4</a>'
    assert with_relative_links(html, "/en/about/") == (
        '<a href="../">1</a><a href="../saladin/rules/#x">2</a><a href="../search/?q=1">3</a><a href="#y">4</a>'
    )
    assert folder_of("/en/saladin/rules/x#DIF-01") == "en/saladin/rules/x/#DIF-01"
