"""A rule is raised by one call, in the file of the chapter that its id names."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import GAMES, find_game

TOP = Path(__file__).parents[2]
RAISERS = {"broken", "Duty"}  # what makes a violation of a rule: the first argument is its id


def raised(room: str) -> Iterator[tuple[str, str]]:
    """(id, file within the room) of each call that raises a rule; an id that is put together reads as its code."""
    folder = TOP / "engine" / room
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RAISERS:
                rule = ast.literal_eval(node.args[0]) if isinstance(node.args[0], ast.Constant) else ast.unparse(node)
                yield rule, path.relative_to(folder).as_posix()


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_raised_in_the_file_of_their_chapter(game: str) -> None:
    found = []
    for rule, file in raised(game):
        chapter = rule.removeprefix(f"{game}.").partition(".")[0].replace("-", "_")
        if not rule.startswith(f"{game}.") or not file.startswith((f"rules/{chapter}.py", f"rules/{chapter}/")):
            found.append((rule, file))
    assert found == []


@pytest.mark.parametrize("room", [*GAMES, "core"])
def test_rules_are_raised_once(room: str) -> None:
    times = Counter(rule for rule, _ in raised(room))
    assert [rule for rule, number in times.items() if number > 1] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_with_a_refusal_is_raised(game: str) -> None:
    checkable = {rule.id for rule in find_game(game).rulebook().rules.values() if rule.is_checkable}
    own = {rule for rule in checkable if rule.startswith(f"{game}.")}  # those of records: `RecordError` and core
    assert own - {rule for rule, _ in raised(game)} == set()
