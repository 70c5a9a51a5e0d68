"""Facts: values with a standing, read from data files and overlaid by a player's own box."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import Any

from msgspec import Struct

from engine.core.json_pointer import json_pointer


class Standing(IntEnum):
    """How sure a value is; what is computed from several has the weakest (highest) of them."""

    PRINTED = 0
    INFERRED = 1
    ASSUMED = 2

    @property
    def word(self) -> str:
        """The word used in data files and reports."""
        return self.name.lower()


class Source(Struct, frozen=True):
    """Why a value is what it is: one code of the data files."""

    code: str
    standing: Standing
    text: str


class Fact(Struct, frozen=True):
    """A value, how sure it is, and the codes of its sources (empty for a value from a player's box)."""

    value: Any
    standing: Standing
    codes: tuple[str, ...] = ()


Facts = dict[str, Fact]


class BoxError(ValueError):
    """A box file, or the `box` of a record, that doesn't fit the game: a JSON Pointer and what is wrong there."""

    def __init__(self, path: str, rule: str, **params: Any) -> None:
        super().__init__(f"{path}: {rule}")
        self.path = path
        self.rule = rule
        self.params = params


def read_sources(tree: Mapping[str, Mapping[str, str]]) -> dict[str, Source]:
    """The source codes of a data folder, by code."""
    return {code: Source(code, Standing[entry["standing"].upper()], entry["text"]) for code, entry in tree.items()}


def is_leaf(node: object) -> bool:
    """Whether a TOML value is `[value, "CODES"]`."""
    return isinstance(node, list) and len(node) == 2 and isinstance(node[1], str)


def read_facts(tree: Mapping[str, Any], sources: Mapping[str, Source], at: str = "") -> Iterator[tuple[str, Fact]]:
    """Every `[value, "CODES"]` of a data tree, with its dotted key; the strongest of its codes is its standing."""
    for key, node in tree.items():
        path = f"{at}.{key}" if at else key
        if is_leaf(node):
            codes = tuple(node[1].split())
            yield path, Fact(node[0], min(sources[code].standing for code in codes), codes)
        elif isinstance(node, Mapping):
            yield from read_facts(node, sources, path)


def placeholder(key: str) -> str:
    """The name under which the text of a rule quotes a value: its key with `_` between the parts."""
    return key.replace(".", "_").replace("-", "_")


def names_below(facts: Facts, at: str) -> tuple[str, ...]:
    """What stands right below a part of a key, in the order of the data."""
    start = f"{at}."
    return tuple(dict.fromkeys(key.removeprefix(start).partition(".")[0] for key in facts if key.startswith(start)))


def overlay(facts: Facts, box: Mapping[str, Any], allowed: Mapping[str, range | tuple[Any, ...]]) -> Facts:
    """The facts with the values of a player's own box laid over them; a box value counts as printed.

    `allowed` maps the last part of a key to the values it may take; anything else is refused with its place.
    """
    laid = dict(facts)
    for key, path, value in _leaves(box):
        last = key.rpartition(".")[2]
        if key not in facts or last not in allowed:
            fits = sorted(k for k in facts if k.rpartition(".")[2] in allowed)
            raise BoxError(path, "record.box-key", key=key, expected=fits)
        values = allowed[last]
        if type(value) is not type(values[0]) or value not in values:
            raise BoxError(path, "record.box-value", key=key, value=str(value)[:40], expected=[str(v) for v in values])
        laid[key] = Fact(value, Standing.PRINTED)
    return laid


def _leaves(tree: Mapping[str, Any], at: str = "", path: str = "/box") -> Iterator[tuple[str, str, Any]]:
    for key, node in tree.items():
        dotted, pointer = (f"{at}.{key}" if at else str(key)), path + json_pointer(key)
        if isinstance(node, Mapping) and node:
            yield from _leaves(node, dotted, pointer)
        elif key != "standing":
            yield dotted, pointer, node
