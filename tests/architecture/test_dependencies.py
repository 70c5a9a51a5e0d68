"""Whatever is imported is named in pyproject.toml, and never only because something else needs it."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
OURS = {"engine", "refsvc", "tests", "benchmarks"}
PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))


def declared(requirements: list[str]) -> set[str]:
    """The names of some requirements."""
    return {re.split(r"[\[<>=!~; ]", requirement)[0] for requirement in requirements}


def imported(folder: str) -> set[str]:
    """The top-level modules that a folder imports, lazily as well; neither ours nor Python's."""
    nodes = [node for path in TOP.glob(f"{folder}/**/*.py") for node in ast.walk(ast.parse(path.read_text("utf-8")))]
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}
    return {name.partition(".")[0] for name in names} - OURS - sys.stdlib_module_names - {"_typeshed"}


@pytest.mark.parametrize(("folders", "groups"), [(("engine", "refsvc"), ()), (("tests", "benchmarks"), ("dev",))])
def test_what_is_imported_is_declared(folders: tuple[str, ...], groups: tuple[str, ...]) -> None:
    known = declared(PROJECT["project"]["dependencies"])
    for group in groups:
        known |= declared(PROJECT["dependency-groups"][group])
    homes = packages_distributions()
    names = {name for folder in folders for name in imported(folder)}
    assert len(names) > 10, "they are looked at"
    assert {name for name in names if not known & {home.lower().replace("_", "-") for home in homes[name]}} == set()
