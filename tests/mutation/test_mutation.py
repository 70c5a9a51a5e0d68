"""Small changes of the rules are noticed: a sample of them under --long. `python -m tests.mutation` tries all."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from tests.long import IS_LONG
from tests.mutation.mutants import ENGINE, files, mutants_of, mutants_of_text
from tests.mutation.results import Results, equivalents, survivors_toml
from tests.mutation.swapping import swap_in
from tests.mutation.trial import KILLED, SURVIVED, Verdict

SAMPLE = 300  # mutants of each game
FILE = "saladin/rules/sample.py"
SOURCE = '''
from engine.core.findings import Violation, broken

MOST = 2


class Piece:
    size: int = 1


def check(count: int) -> list[Violation]:
    """No more than two."""
    reads = ("state.count",)
    if count > MOST:
        return [broken("saladin.sample.most", count=count, reads=(*reads, "state.more"))]
    return []
'''
RULE = '"saladin.sample.most"'
CALL = f'broken({RULE}, count=count, reads=(*reads, "state.more"))'


@pytest.mark.long
@pytest.mark.skipif(not IS_LONG, reason="minutes of processor time")
@pytest.mark.parametrize("game", ["saladin", "napoleonics"])
def test_mutants_are_killed(game: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.mutation", game, "--sample", str(SAMPLE), "--results", str(tmp_path)]
    done = subprocess.run(command, cwd=ENGINE.parent, capture_output=True, text=True, check=False)
    print(done.stdout, done.stderr)  # the survivors
    assert done.returncode == 0


@pytest.mark.long
@pytest.mark.skipif(not IS_LONG, reason="minutes of processor time")
@pytest.mark.parametrize("game", ["saladin", "napoleonics"])
def test_those_left_out_exist_and_have_a_reason(game: str) -> None:
    """One whose line has changed has to be looked at again."""
    left_out = {key: reason for key, reason in equivalents().items() if key[0].startswith(f"{game}/")}
    known = {mutant.key for path in files(game) for mutant in mutants_of(path)}
    assert left_out.keys() - known == set()
    assert all(left_out.values())


def test_behaviour_is_changed_and_nothing_else() -> None:
    assert [(mutant.function, mutant.change) for mutant in mutants_of_text(FILE, SOURCE)] == [
        ("", "MOST = 2 -> MOST = None"),
        ("", "2 -> 3"),
        ("check", "> MOST -> >= MOST"),
        ("check", f"{CALL} -> {CALL.replace(RULE, 'None')}"),
        ("check", f"{CALL} -> {CALL.replace('count=count', 'count=None')}"),
        ("check", f'{RULE} -> "XXsaladin.sample.mostXX"'),
    ]


def test_a_mutant_is_there_for_whoever_has_imported_the_function(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("engine.saladin.rules.sample")
    module.__file__ = FILE
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(SOURCE, vars(module))
    check = module.check
    _, constant, comparison, *_ = mutants_of_text(FILE, SOURCE)
    assert check(2) == []
    swap_in(comparison)
    assert [violation.params for violation in check(2)] == [{"count": 2}]
    swap_in(constant)
    assert module.MOST == 3


def test_a_next_run_knows_who_was_killed_and_tries_the_others_again(tmp_path: Path) -> None:
    one, two, *_ = mutants_of(ENGINE / "saladin" / "rules" / "chaos.py")
    results = Results(tmp_path / "saladin.jsonl")
    results.add(Verdict(one, KILLED, "test_one"))
    results.add(Verdict(two, SURVIVED))
    again = Results(tmp_path / "saladin.jsonl")
    assert (again.is_killed(one), again.is_killed(two)) == (True, False)
    (tmp_path / "left-out.toml").write_text(survivors_toml([two]), "utf-8")
    assert equivalents(tmp_path / "left-out.toml") == {two.key: ""}
