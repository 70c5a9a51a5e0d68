"""Scenario files: TOML, one a scenario, checked against the shape that its game gives."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from msgspec import ValidationError, convert

from engine.core.rulebook import read_toml

T = TypeVar("T")


class ScenarioError(ValueError):
    """A scenario file that can't be: its name and what is wrong in it."""


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
