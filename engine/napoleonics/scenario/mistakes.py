"""What is wrong in a scenario file: ids and places, no words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec import Struct

from engine.core.scenario import ScenarioError

HOME: Final = "napoleonics.scenario."
# Every kind of mistake, without its home, and what is said of it; `line` is that of the other one.
KINDS: Final[Mapping[str, tuple[str, ...]]] = {
    # the file
    "too-long": ("count", "most"),
    "line-too-long": ("count", "most"),
    "toml": ("letter", "text"),
    # its fields
    "missing": ("key",),
    "unwritten": ("key", "count"),
    "unknown-key": ("key", "expected"),
    "kind": ("key", "word", "expected"),
    "word": ("key", "word", "expected"),
    "number": ("key", "number", "least", "most"),
    "text-length": ("key", "length", "most"),
    "unseen": ("key",),
    "slug": ("key", "word"),
    "date": ("key", "word"),
    "too-many": ("key", "count", "most"),
    "hex": ("word", "first", "last"),
    "repeated": ("word", "line"),
    # drawings
    "drawing": ("key", "rows"),
    "rows": ("key", "count", "expected", "absent"),
    "row-name": ("letter", "expected"),
    "row-length": ("row", "count", "expected"),
    "letter": ("letter", "hex", "expected"),
    # pieces
    "code": ("nation", "code", "expected"),
    "occupied": ("hex", "nation", "code", "line"),
    "ground": ("hex", "nation", "code", "terrain", "letter"),
    "two-leaders": ("hex", "line"),
    "leader-with-enemy": ("hex", "nation", "code"),
    "leader-ground": ("hex", "terrain"),
    "works-sides": ("hex", "sides", "expected"),
    "works-ground": ("hex", "terrain"),
    # special rules
    "rule-ground": ("hex", "terrain"),
    "exit-edge": ("hex",),
    "river-hex": ("hex", "letter", "expected"),
    "no-water": ("expected",),
    # warnings
    "count": ("table", "nation", "key", "stated", "counted"),
    "unusual-banners": ("number", "least", "most"),
}


class Mistake(Struct, frozen=True):
    """One thing in a file that doesn't fit: `rule` says what, `params` the letter or word and what would fit there.

    A warning is worth a look, but the scenario holds: a count that a page publishes may itself be wrong.
    """

    rule: str
    file: str
    line: int
    column: int
    params: dict[str, Any]
    is_warning: bool = False

    @property
    def place(self) -> str:
        """As compilers write it, so that editors can go there."""
        return f"{self.file}:{self.line}:{self.column}"


class FaultyScenarioError(ScenarioError):
    """A scenario that can't be read, with everything that is wrong in it, in the order of the file."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("\n".join(f"{mistake.place}: {mistake.rule} {mistake.params}" for mistake in self.mistakes))
