"""Every text in plain data, for tests that look for one that is missing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

MISSING = re.compile(r"\[[a-z]+[.#][^\]]*\](?!\()")  # how a text is shown that a language lacks


def words(data: Any) -> Iterator[str]:
    """Every string in nested dicts and lists."""
    if isinstance(data, str):
        yield str(data)
    elif isinstance(data, dict):
        for value in data.values():
            yield from words(value)
    elif isinstance(data, (list, tuple)):
        for value in data:
            yield from words(value)


def missing(data: Any) -> list[str]:
    """The strings that show the id of a text instead of the text."""
    return [one for one in words(data) if MISSING.search(one)]
