"""HTML is read with patterns that are compiled once: tinyhtml5 2 puts them away under a key it never asks for again.

Every word of every attribute compiled a pattern of its own: a tenth of the time of a card sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable


class Patterns(dict[tuple[Iterable[str], bool], re.Pattern[str]]):
    """A run of characters outside a set, or within it, by the set and which of the two."""

    def __missing__(self, key: tuple[Iterable[str], bool]) -> re.Pattern[str]:
        """The pattern, made when it is first asked for."""
        characters, is_within = key
        listed = "".join(f"\\x{ord(character):02x}" for character in characters)
        return self.setdefault(key, re.compile(f"[{'' if is_within else '^'}{listed}]+"))


def keep_patterns() -> None:
    """From now on each pattern is compiled once."""
    from tinyhtml5 import inputstream  # noqa: PLC0415  # comes with WeasyPrint, which is loaded after our fonts are known

    if not isinstance(inputstream.characters_until_regex, Patterns):
        inputstream.characters_until_regex = Patterns()
