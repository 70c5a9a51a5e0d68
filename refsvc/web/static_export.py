"""The whole reference as a static site: the same pages, with links that work from wherever it is put.

Pages that only the service can answer are left out, and so is everything that leads to them.

A page is the `index.html` of a folder of its address, because a file server knows no other name for a page without an
ending; the addresses of the service lead there too.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from engine import GAMES
from refsvc.config import LANGUAGES
from refsvc.web import assets, offline_bundle, search_pages
from refsvc.web.headers import POLICY
from refsvc.web.rendering import render, shared_values
from refsvc.web.site import Place
from refsvc.web.sitemap import EXPORTED
from refsvc.web.templates import environment

LIST = "export.json"  # what an export has written, so that the next one can take away what is no longer there
ATTRIBUTE = re.compile(r'(?P<name> (?:href|src|action))="/(?P<path>[^"#?]*)(?P<rest>[^"]*)"')
CHARSET = '<meta charset="utf-8">'


class NotEmptyError(OSError):
    """The folder holds files that no export has written."""


def export(folder: Path) -> int:
    """Writes the site into a folder, new or of an earlier export; gives the number of files."""
    old = _listed(folder)
    written: list[str] = []
    for name, content in files():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        written.append(name)
    for name in old - set(written):
        (folder / name).unlink(missing_ok=True)
    (folder / LIST).write_bytes(msgspec.json.encode({"version": assets.version(), "files": sorted(written)}))
    return len(written)


def _listed(folder: Path) -> set[str]:
    """The files of an earlier export; none of them can lie outside the folder."""
    if not folder.exists() or not any(folder.iterdir()):
        return set()
    try:
        names = msgspec.json.decode((folder / LIST).read_bytes())["files"]
        return {name for name in names if (folder / name).resolve().is_relative_to(folder.resolve())}
    except (OSError, LookupError, TypeError, msgspec.DecodeError):
        raise NotEmptyError from None


def files() -> Iterator[tuple[str, bytes]]:
    """Every file of the static site by name."""
    yield "index.html", index_page().encode()
    yield "worker.js", assets.read(assets.WORKER)
    for name in assets.files():
        yield assets.address(name)[1:], assets.read(name)
    for language in LANGUAGES:
        pages = {
            folder_of(path): with_relative_links(render(place), path)
            for path, place in EXPORTED.places(language).items()
        }
        for path, html in pages.items():
            yield f"{path}index.html", html.encode()
        for game in ("", *GAMES):
            bundled = {folder_of(path): pages[folder_of(path)] for path in EXPORTED.offline_paths(language, game)}
            yield posixpath.join(language, game, "copy.json"), offline_bundle.bundle_json(language, game, bundled)
        yield f"{language}/search.json", search_pages.index_json(language, folder_of, EXPORTED)
        yield f"{language}/manifest.webmanifest", offline_bundle.manifest_json(language)


def folder_of(path: str) -> str:
    """The folder of an address of the service, from the top; what follows a `#` stays where it is."""
    page, mark, anchor = path.lstrip("/").partition("#")
    return page.rstrip("/") + "/" * bool(page) + mark + anchor


def with_relative_links(html: str, path: str) -> str:
    """A page with its links made relative to the folder of its address, and with its policy inside."""
    here = "/" + folder_of(path)

    def link(found: re.Match[str]) -> str:
        target = "/" + found["path"]
        if target in EXPORTED.places(target[1:3] if target[1:3] in LANGUAGES else LANGUAGES[0]):
            target = "/" + folder_of(target)
        way = posixpath.relpath(target, here) + ("/" if target.endswith("/") else "")
        return f'{found["name"]}="{way}{found["rest"]}"'

    policy = POLICY.rpartition(";")[0]  # the last directive has no effect within a page
    return ATTRIBUTE.sub(link, html).replace(
        CHARSET, f'{CHARSET}\n<meta http-equiv="Content-Security-Policy" content="{policy}">', 1
    )


def index_page() -> str:
    """The page at the top: the languages to choose from, and a script that knows the reader's."""
    home = EXPORTED.kinds["home"]
    places = [Place(EXPORTED, home, language) for language in LANGUAGES]
    template = environment().get_template("pages/entrance.html")
    return with_relative_links(template.render(**shared_values(places[0]), places=places), "/")
