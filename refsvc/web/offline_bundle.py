"""What a device keeps for use without network: the pages of one game in one language in one answer.

The pages that are about no game come with what all of them need: styles, scripts, letters, the index of the search.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Blueprint, request

from engine import GAMES
from refsvc.i18n.catalogue import text
from refsvc.web import assets, reference_pages
from refsvc.web.reference_pages import IN_LANGUAGE
from refsvc.web.response_cache import Answer
from refsvc.web.sitemap import SITE

blueprint = Blueprint("offline-bundle", __name__)
KEPT = (".css", ".js", ".png", ".svg", ".woff2")
ICONS = (  # file, sizes, purpose
    ("icons/favicon.svg", "any", "any"),
    ("icons/icon-192.png", "192x192", "any"),
    ("icons/icon-512.png", "512x512", "any"),
    ("icons/icon-maskable-192.png", "192x192", "maskable"),
    ("icons/icon-maskable-512.png", "512x512", "maskable"),
)


@blueprint.get(IN_LANGUAGE + "copy.json")
@blueprint.get(f"{IN_LANGUAGE}<any({','.join(GAMES)}):game>/copy.json")
def bundle(language: str, game: str = "") -> Answer:
    """The pages of a game that are kept, or those of none; the service worker puts them in its cache."""
    pages = {path[1:]: reference_pages.page_html(path) for path in SITE.offline_paths(language, game)}
    return reference_pages.cached(request.path, Answer(bundle_json(language, game, pages), "application/json"))


def bundle_json(language: str, game: str, pages: Mapping[str, str]) -> bytes:
    """The version, the pages by address from the top, and the addresses of the files that they need."""
    files = [] if game else files_needed(language)
    return msgspec.json.encode({"version": assets.version(), "pages": pages, "files": files})


def files_needed(language: str) -> list[str]:
    """What the pages of every game need, by address from the top."""
    static = [assets.address(name)[1:] for name in assets.files() if name.endswith(KEPT) and name != assets.WORKER]
    return [*static, f"{language}/search.json", f"{language}/manifest.webmanifest"]


@blueprint.get(IN_LANGUAGE + "manifest.webmanifest")
def manifest(language: str) -> Answer:
    """What an installed copy is called and looks like; addresses are relative to this one."""
    return reference_pages.cached(request.path, Answer(manifest_json(language), "application/manifest+json"))


def manifest_json(language: str) -> bytes:
    """The manifest of one language."""
    icons = [
        {
            "src": f"..{assets.address(name)}",
            "sizes": sizes,
            "type": assets.type_of(name).partition(";")[0],
            "purpose": purpose,
        }
        for name, sizes, purpose in ICONS
    ]
    tree: dict[str, Any] = {
        "id": f"../{language}/",
        "name": text("site.name", language),
        "short_name": text("site.name", language),
        "description": text("site.description", language),
        "lang": language,
        "start_url": "./",
        "scope": "../",
        "display": "standalone",
        "background_color": "#f6f0e2",
        "theme_color": "#f6f0e2",
        "icons": icons,
    }
    return msgspec.json.encode(tree)
