"""Where things stand in a TOML text: the line and column of every key and value, which `tomllib` doesn't give."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from typing import Any, Final

from engine.core.toml_limits import TomlLimitError, check_limits

KeyPath = tuple[str | int, ...]  # keys, and numbers in a list
Place = tuple[int, int]  # line and column, from 1, in characters
Span = tuple[int, int]

_BLANK: Final = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_SPACES: Final = re.compile(r"[ \t]*")
_STRING: Final = re.compile(
    r"""
    \"{3} (?:\\.|[^\\])*? \"{3,5} | '{3} .*? '{3,5} | \"(?:\\.|[^\"\\])*\" | '[^']*'
    """,
    re.DOTALL | re.VERBOSE,
)
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR: Final = re.compile(r"\d{4}-\d\d-\d\d \d\d:[^,\]}\s#]*|[^,\]}\s#]+")
_DECODE_PLACE: Final = re.compile(r"\(at line (\d+), column (\d+)\)$")


class TomlError(ValueError):
    """A text that is no TOML: the place where it stops being one."""

    def __init__(self, line: int, column: int) -> None:
        super().__init__(f"{line}:{column}")
        self.line = line
        self.column = column


class TomlPositions:
    """The places of a text that `tomllib` has read without complaint."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.keys: dict[KeyPath, int] = {(): 0}
        self.values: dict[KeyPath, Span] = {(): (0, len(text))}
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self._counts: dict[KeyPath, int] = {}  # of each list of tables so far
        self._walk()

    def place(self, offset: int) -> Place:
        """The line and column of a character."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def key(self, path: KeyPath) -> Place:
        """Where a key stands, or the header of its table; of an item in a list, the item; else what it belongs to."""
        while path not in self.keys and path not in self.values:
            path = path[:-1]
        return self.place(self.keys[path] if path in self.keys else self.values[path][0])

    def value(self, path: KeyPath) -> Place:
        """Where a value begins; of a table with a header, the header."""
        return self.place(self.values[path][0]) if path and path in self.values else self.key(path)

    def raw(self, path: KeyPath) -> Span | None:
        """From where to where a value is written, quotes and brackets included; None for a table with a header."""
        return self.values.get(path)

    def _walk(self) -> None:
        table: KeyPath = ()
        at = self._skip(0)
        while at < len(self.text):
            if self.text[at] == "[":
                at, table = self._header(at)
            else:
                at = self._pair(at, table)
            at = self._skip(at)

    def _skip(self, at: int) -> int:
        match = _BLANK.match(self.text, at)
        return match.end() if match else at

    def _header(self, at: int) -> tuple[int, KeyPath]:
        is_list = self.text.startswith("[[", at)
        end, names = self._names(at + 1 + is_list)
        path: KeyPath = ()
        for n, name in enumerate(names, 1):
            path = (*path, name)
            if n == len(names) and is_list:
                self.keys.setdefault(path, at)
                self._counts[path] = self._counts.get(path, 0) + 1
            if path in self._counts:
                path = (*path, self._counts[path] - 1)
            self.keys.setdefault(path, at)
        return self.text.index("]", end) + 1 + is_list, path

    def _names(self, at: int) -> tuple[int, list[str]]:
        """A dotted key, and where it ends."""
        names: list[str] = []
        while True:
            at = _end(_SPACES, self.text, at)
            if match := _STRING.match(self.text, at):
                names.append(tomllib.loads(f"k = {match[0]}")["k"])
            else:
                match = _BARE.match(self.text, at)
                names.append(match[0] if match else "")
            at = _end(_SPACES, self.text, match.end() if match else at)
            if not self.text.startswith(".", at):
                return at, names
            at += 1

    def _pair(self, at: int, table: KeyPath) -> int:
        end, names = self._names(at)
        path = table
        for name in names:
            path = (*path, name)
            self.keys.setdefault(path, at)
        return self._value(_end(_SPACES, self.text, self.text.index("=", end) + 1), path)

    def _value(self, at: int, path: KeyPath) -> int:
        opening = self.text[at]
        if opening == "[":
            end = self._items(at, path)
        elif opening == "{":
            end = self._inline(at, path)
        else:
            end = _end(_STRING if opening in "\"'" else _SCALAR, self.text, at)
        self.values[path] = (at, end)
        return end

    def _items(self, at: int, path: KeyPath) -> int:
        at, n = self._skip(at + 1), 0
        while self.text[at] != "]":
            at = self._skip(self._value(at, (*path, n)))
            at, n = (self._skip(at + 1) if self.text[at] == "," else at), n + 1
        return at + 1

    def _inline(self, at: int, path: KeyPath) -> int:
        at = self._skip(at + 1)
        while self.text[at] != "}":
            at = self._skip(self._pair(at, path))
            at = self._skip(at + 1) if self.text[at] == "," else at
        return at + 1


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    if match is None:  # what tomllib accepts and this doesn't know would be a fault here
        raise AssertionError(pattern.pattern, at)
    return match.end()


def read_toml_text(text: str) -> dict[str, Any]:
    """A TOML text that somebody sent, as a tree; or a `TomlError`. Its size is for the caller to bound."""
    try:
        check_limits(text)
        return tomllib.loads(text)
    except TomlLimitError as error:
        raise TomlError(error.line, error.column) from None
    except ValueError as error:  # also a number too long to be one
        found = _DECODE_PLACE.search(str(error))
        if found:
            raise TomlError(int(found[1]), int(found[2])) from None
        lines = text.split("\n")
        raise TomlError(len(lines), len(lines[-1]) + 1) from None


def read_with_positions(text: str) -> tuple[dict[str, Any], TomlPositions]:
    """The same, and where everything in it stands."""
    return read_toml_text(text), TomlPositions(text)
