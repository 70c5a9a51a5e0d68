"""Scenario files: TOML, one a scenario, checked against the shape that its game gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol, TypeVar

from msgspec import Struct, ValidationError, convert

from engine.core.facts import Source
from engine.core.rulebook import read_toml

T = TypeVar("T")


class ScenarioError(ValueError):
    """A scenario file that can't be: its name and what is wrong in it."""


class PlainScenario(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario that only differs from others in how it is set up."""

    id: str
    name: str
    year: int = 0
    summary: str = ""
    history: str = ""
    special: tuple[str, ...] = ()  # its special rules, in reading order
    setup: dict[str, Any] = {}


class Misplaced(Protocol):
    """What is wrong at a place of a scenario file: an id and its parameters, line and column from 1."""

    @property
    def rule(self) -> str: ...
    @property
    def place(self) -> str: ...
    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...
    @property
    def params(self) -> dict[str, Any]: ...
    @property
    def is_warning(self) -> bool: ...


class Differing(Protocol):
    """One thing in which two scenarios differ: what it is, at which place of the map, and how it is in each."""

    @property
    def what(self) -> str: ...
    @property
    def place(self) -> str: ...
    @property
    def one(self) -> Any: ...
    @property
    def other(self) -> Any: ...


class DrawnScenarios(Protocol):
    """What a game offers to whoever draws scenarios of their own. Scenarios and battles are values of the game."""

    LETTERS: Mapping[str, str]  # of a map, with the terrain of each

    def check_scenario(self, text_: str, file: str = "") -> tuple[Any | None, tuple[Misplaced, ...]]:
        """A scenario, or None, and all mistakes and warnings in the order of the file."""

    def read_battle(self, text_: str, file: str = "") -> Any:
        """A printed battle that is known in part."""

    def template(self, battle: Any, words: Mapping[str, Any] | None = None) -> str:
        """The text of a file for a battle, to be completed, with comments in these words."""

    def english(self) -> Mapping[str, Any]:
        """The words of such a file in English."""

    def draw(self, scenario: Any, names: Mapping[str, str] | None = None) -> list[str]:
        """A scenario as lines of text, sides by these names."""

    def turn(self, text: str) -> str:
        """The text of a file without mistakes, turned by half a circle."""

    def differences(self, one: Any, other: Any) -> Iterator[Differing]:
        """Where two scenarios differ."""

    def unit_kinds(self) -> Mapping[str, str]:
        """The kind of unit that each code of a map means."""

    def grounds(self) -> Mapping[str, Source]:
        """What the facts of battles rest on, by id."""


def load_scenario(path: Path, shape: type[T]) -> T:
    """A scenario file as `shape`; its `id` is the name of the file, so that a link to it never lies."""
    tree = read_toml(path)
    try:
        scenario = convert(tree, shape)
    except ValidationError as error:
        raise ScenarioError(f"{path.name}: {error}") from None
    if tree.get("id") != path.stem:
        raise ScenarioError(f"{path.name}: its id is {tree.get('id')!r}")
    return scenario
