"""Who may import whom, no prose in the engine, ids that resolve, files that stay small."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import GAMES, game_module
from engine.core.rulebook import load_chapters, read_toml, rules_of
from refsvc.i18n.source import source
from refsvc.library import load_scenario, scenario_ids

TOP = Path(__file__).parents[2]
MIGRATIONS = TOP / "refsvc" / "store" / "migrations"  # written by alembic, and never touched again
SOURCES = sorted(
    path for room in ("engine", "refsvc") for path in TOP.glob(f"{room}/**/*.py") if MIGRATIONS not in path.parents
)
# Every folder of rules: a game is one before it is complete and stands in GAMES.
FOLDERS = sorted(path.parent.name for path in TOP.glob("engine/*/__init__.py") if path.parent.name != "core")
STDLIB_FREE = {"msgspec", "pydantic", "pydantic_core"}  # what the engine may use besides the standard library
FORBIDDEN = {
    "flask",
    "sqlalchemy",
    "babel",
    "click",
    "time",
    "datetime",
    "os",
    "socket",
    "subprocess",
    "sys",
    "gettext",
}
RULE = re.compile(rf"(?:{'|'.join(GAMES)}|record)\.[a-z-]+(?:\.[a-z0-9-]+)?")
PROSE = re.compile(r"[A-Za-z]{2,}(?:,? [a-z]{2,}){3,}")


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def strings(path: Path, *, with_errors: bool = True) -> Iterator[str]:
    """String constants that are no docstrings, with or without those of exceptions, which developers read."""
    tree = ast.parse(path.read_text("utf-8"))
    skipped: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr):
                skipped.add(id(first.value))
        if isinstance(node, (ast.Raise, ast.Assert)) and not with_errors:
            skipped |= {id(part) for part in ast.walk(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped:
            yield node.value


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(TOP)))
def test_arrows_go_one_way(path: Path) -> None:
    room = path.relative_to(TOP).parts
    for name in imports(path):
        top = name.split(".")[0]
        if room[0] == "engine":
            assert top not in FORBIDDEN | {"refsvc", "tests", "benchmarks", "chess"}, name
            if room[1] == "core":
                assert not name.startswith(tuple(f"engine.{game}" for game in FOLDERS)), name
            elif room[1] in FOLDERS:
                others = tuple(f"engine.{game}" for game in FOLDERS if game != room[1])
                assert not others or not name.startswith(others), name
        else:
            assert top not in {"tests", "benchmarks", "chess"}, name
            assert not name.startswith(tuple(f"engine.{game}" for game in FOLDERS)), f"{name}: by the contract only"


def test_core_names_no_game() -> None:
    for path in TOP.glob("engine/core/*"):
        if path.is_file():
            assert not re.search("|".join(FOLDERS), path.read_text("utf-8"), re.IGNORECASE), path.name


@pytest.mark.parametrize("path", sorted(TOP.glob("engine/**/*.py")), ids=lambda path: str(path.relative_to(TOP)))
def test_no_prose_in_the_engine(path: Path) -> None:
    texts = strings(path, with_errors=False)
    assert [text for text in texts if PROSE.search(text) and "(?P<" not in text] == []  # patterns match a library


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_id_in_code_and_data_exists(game: str) -> None:
    rules = game_module(game).rulebook().rules
    used: set[str] = set()
    for path in SOURCES:
        used |= {text for text in strings(path) if RULE.fullmatch(text)}
    for ruling in game_module(game).rulebook().rulings.values():
        used |= set(ruling.rules)
    for scenario in scenario_ids(game):
        used |= set(load_scenario(game, scenario).special)
    used = {rule for rule in used if rule.startswith((f"{game}.", "record."))}
    assert used - rules.keys() - source("tables").keys() == set(), "neither a rule nor words of a page"
    checkable = {rule.id for rule in rules.values() if rule.is_checkable}
    assert checkable - used == set(), "a refusal that nothing raises"


@pytest.mark.parametrize("game", FOLDERS)
def test_sources_are_all_used_and_known(game: str) -> None:
    folder = TOP / "engine" / game / "data"
    sources = read_toml(folder / "sources.toml").keys()
    text = "".join(path.read_text("utf-8") for path in folder.glob("*.toml") if path.name != "sources.toml")
    used = {code for codes in re.findall(r'"([A-Z]\d*[a-z]?(?: [A-Z]\d*[a-z]?)*)"', text) for code in codes.split()}
    assert used == set(sources)


def test_rulings_that_code_names_exist() -> None:
    rulings = game_module("saladin").rulebook().rulings
    named = {text for path in SOURCES for text in strings(path) if re.fullmatch(r"(?:DIF|AMB)-\d\d", text)}
    assert named <= rulings.keys()
    assert len([key for key in rulings if key.startswith("DIF")]) == 33
    assert len([key for key in rulings if key.startswith("AMB")]) == 70


def test_open_rulings_are_really_switched() -> None:
    """An option that no code asks for would be a promise that isn't kept."""
    table = (TOP / "engine/saladin/table.py").read_text("utf-8")
    for ruling in game_module("saladin").rulebook().rulings.values():
        if ruling.is_open:
            assert f'rulings["{ruling.id}"]' in table
            assert ruling.recommended in ruling.options
            assert set(ruling.editions.values()) <= set(ruling.options)


def test_rule_ids_belong_to_their_game() -> None:
    for game in GAMES:
        own = rules_of(load_chapters(TOP / "engine" / game / "rulebook.toml"))
        assert all(rule.startswith(f"{game}.") for rule in own)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(TOP)))
def test_files_and_functions_stay_small(path: Path) -> None:
    text = path.read_text("utf-8")
    assert len(text.splitlines()) <= 400
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            assert node.end_lineno is not None
            assert node.end_lineno - node.lineno <= 60, node.name
