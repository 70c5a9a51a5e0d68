"""Which pages a test of all pages looks at."""

from __future__ import annotations

import os
from collections import Counter
from zlib import crc32

from refsvc.config import LANGUAGES
from refsvc.web.sitemap import SITE

IS_LONG = os.environ.get("REFSVC_LONG") == "1"
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


def _turn(path: str) -> int:
    return crc32(path.encode()) % len(LANGUAGES)
