"""Which pages a test of all pages looks at."""

from __future__ import annotations

from collections import Counter
from zlib import crc32

from flask.testing import FlaskClient

from refsvc.config import LANGUAGES
from refsvc.web.sitemap import SITE
from tests.long import IS_LONG
from tests.refsvc.kept import kept

FEW = 10  # pages of one kind


def some_places(language: str) -> list[str]:
    """Every page in every language in the long run; else those of which there are many in one language each."""
    every = SITE.places(language)
    many = Counter((place.kind.name, place.game) for place in every.values())
    return [
        path
        for path, place in every.items()
        if IS_LONG or many[place.kind.name, place.game] <= FEW or _turn(path[3:]) == LANGUAGES.index(language)
    ]


def page(client: FlaskClient, path: str) -> str:
    """What is answered at an address that is there; asked for once in a run."""

    def answered() -> bytes:
        answer = client.get(path)
        assert answer.status_code == 200, path
        data: bytes = answer.data
        return data

    return kept(f"page {path}", answered).decode()


def _turn(path: str) -> int:
    return crc32(path.encode()) % len(LANGUAGES)
