"""Who may import whom, no prose in the engine, ids that resolve, files that stay small."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from engine import GAMES, find_game
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
RULE = re.compile(rf"(?:{'|'.join(GAMES)}|record)\.[a-z-]+(?:\.[a-z0-9-]*[a-z0-9])?")
PROSE = re.compile(r"[A-Za-z]{2,}(?:,? [a-z]{2,}){3,}")


def name_of(path: Path) -> str:
    return path.relative_to(TOP).as_posix()


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


@cache
def strings(path: Path, *, with_errors: bool = True) -> tuple[str, ...]:
    """String constants that are no docstrings, with or without those of exceptions, which developers read."""
    tree = parsed(path)
    skipped: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and node.body:
            first = node.body[0]
            if isinstance(first, ast.Expr):
                skipped.add(id(first.value))
        if isinstance(node, (ast.Raise, ast.Assert)) and not with_errors:
            skipped |= {id(part) for part in ast.walk(node)}
    return tuple(
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped
    )


def is_forbidden(path: Path, name: str) -> bool:
    """Whether the file may not import the module of that name."""
    room, top = path.relative_to(TOP).parts, name.partition(".")[0]
    if top in {"tests", "benchmarks", "chess"}:
        return True
    if room[0] == "engine" and top in FORBIDDEN | {"refsvc"}:
        return True
    if room[:2] == ("engine", "__init__.py"):
        return False
    own = room[1] if room[0] == "engine" else ""  # the service knows a game by the contract only
    return name.startswith(tuple(f"engine.{game}" for game in FOLDERS if game != own))


def test_arrows_go_one_way() -> None:
    assert [(name_of(path), name) for path in SOURCES for name in imports(path) if is_forbidden(path, name)] == []


def test_packages_of_games_are_found_in_one_place_each() -> None:
    """What `import_module` brings in is no import that the linter sees."""
    found = [name_of(path) for path in SOURCES if "importlib" in imports(path)]
    assert found == ["engine/__init__.py", "refsvc/presentation/registry.py"]


def test_core_names_no_game() -> None:
    for path in TOP.glob("engine/core/*"):
        if path.is_file():
            assert not re.search("|".join(FOLDERS), path.read_text("utf-8"), re.IGNORECASE), path.name


def test_no_prose_in_the_engine() -> None:
    texts = [(name_of(path), text) for path in TOP.glob("engine/**/*.py") for text in strings(path, with_errors=False)]
    assert [found for found in texts if PROSE.search(found[1]) and "(?P<" not in found[1]] == []  # patterns: a library


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_id_in_code_and_data_exists(game: str) -> None:
    rules = find_game(game).rulebook().rules
    used: set[str] = set()
    for path in SOURCES:
        used |= {text for text in strings(path) if RULE.fullmatch(text)}
    for ruling in find_game(game).rulebook().rulings.values():
        used |= set(ruling.rules)
    for scenario in scenario_ids(game):
        used |= set(load_scenario(game, scenario).special)
    used = {rule for rule in used if rule.startswith((f"{game}.", "record."))}
    assert used - rules.keys() - source(game).keys() == set(), "neither a rule nor words of the game"
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
    rulings = find_game("saladin").rulebook().rulings
    named = {text for path in SOURCES for text in strings(path) if re.fullmatch(r"(?:DIF|AMB)-\d\d", text)}
    assert named <= rulings.keys()
    assert len([key for key in rulings if key.startswith("DIF")]) == 33
    assert len([key for key in rulings if key.startswith("AMB")]) == 70


def test_open_rulings_are_really_switched() -> None:
    """An option that no code asks for would be a promise that isn't kept."""
    table = (TOP / "engine/saladin/table.py").read_text("utf-8")
    for ruling in find_game("saladin").rulebook().rulings.values():
        if ruling.is_open:
            assert f'rulings["{ruling.id}"]' in table
            assert ruling.recommended in ruling.options
            assert set(ruling.editions.values()) <= set(ruling.options)


def test_rule_ids_belong_to_their_game() -> None:
    for game in GAMES:
        own = rules_of(load_chapters(TOP / "engine" / game / "rulebook.toml"))
        assert all(rule.startswith(f"{game}.") for rule in own)


def test_files_and_functions_stay_small() -> None:
    assert [name_of(path) for path in SOURCES if len(path.read_text("utf-8").splitlines()) > 400] == []
    functions = [
        (name_of(path), node.name, (node.end_lineno or 0) - node.lineno)
        for path in SOURCES
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.FunctionDef)
    ]
    assert len(functions) > len(SOURCES), "they are looked at"
    assert [found for found in functions if found[2] > 60] == []
