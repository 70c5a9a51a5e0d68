"""Scenario files that somebody spoiled: whatever is in them, there is a scenario or a list of mistakes, and soon."""

from __future__ import annotations

import time

import pytest
from hypothesis import example, given, settings
from hypothesis.strategies import DrawFn, composite, integers, sampled_from, text

from engine.core.toml_positions import read_with_positions
from engine.napoleonics.scenario import FaultyScenarioError, check_scenario, draw, read_battle, read_scenario, template
from engine.napoleonics.scenario.fields import MOST_MISTAKES
from engine.napoleonics.scenario.mistakes import HOME, KINDS
from engine.napoleonics.scenario.reading import MOST_CHARACTERS, MOST_LINE
from refsvc import paths
from tests.engine.napoleonics.maps import shipped

PRINTED = sorted((paths.data("scenarios") / "napoleonics" / "printed").glob("*.toml"))
BATTLE_TEXTS = [path.read_text("utf-8") for path in PRINTED]
FILES = [*(shipped(f"training-{n}") for n in (1, 2, 3)), *(template(read_battle(file)) for file in BATTLE_TEXTS[:3])]
VALUES = (
    '"?"', "[]", "{}", '""', "0", "-1", "7", "true", "1e400", "nan", "1808-08-17", "[[1]]", '["A1", "A1"]', '"A1"',
    '"all"', '["?"]', '{ at = "A1" }', '[{ at = "C7" }]', "0x" + "f" * 300, "9" * 20, '"french"', "{ french = 1 }",
    '''"""A\n"""''',
)  # fmt: skip
SCRAPS = (
    "[[rules]]", "[units]", "[armies.french]", "[expect]", "[standing]", "map", "a.b.c = 1\n", '"rules.1" = "design"\n',
    '"""', "'''", "\n", "\r", "\t", "\x00", "\\", "é", "?", "Q", "\ufeff",
)  # fmt: skip


@composite
def spoiled(draw_: DrawFn, files: list[str]) -> str:
    """A file with something cut out and something else put in, anywhere."""
    content = draw_(sampled_from(files))
    for _ in range(draw_(integers(1, 3))):
        start = draw_(integers(0, len(content)))
        end = start + draw_(integers(0, 40))
        content = content[:start] + draw_(sampled_from(VALUES + SCRAPS) | text(max_size=5)) + content[end:]
    return content


@composite
def misfilled(draw_: DrawFn, files: list[str]) -> str:
    """A file that is still TOML, with some of its values replaced by others."""
    content = draw_(sampled_from(files))
    for _ in range(draw_(integers(1, 3))):
        spans = sorted(read_with_positions(content)[1].values.values())[1:]
        start, end = draw_(sampled_from(spans))
        content = content[:start] + draw_(sampled_from(VALUES)) + content[end:]
    return content


def check(content: str) -> None:
    scenario, mistakes = check_scenario(content, "spoiled.toml")
    assert len(mistakes) <= MOST_MISTAKES
    lines = content.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    for mistake in mistakes:
        assert mistake.rule.removeprefix(HOME) in KINDS
        assert 1 <= mistake.line <= len(lines)
        assert 1 <= mistake.column <= len(lines[mistake.line - 1]) + 1
        assert len(repr(mistake.params)) < 2000
    if scenario is None:
        assert any(not mistake.is_warning for mistake in mistakes)
        with pytest.raises(FaultyScenarioError):
            read_scenario(content)
    else:
        assert all(mistake.is_warning for mistake in mistakes)
        assert len(draw(scenario)) >= 9
        assert read_scenario(content).hash == scenario.hash


@given(spoiled(FILES) | misfilled(FILES))
@settings(max_examples=400)
def test_a_spoiled_file_is_read_or_its_mistakes_are_told(content: str) -> None:
    check(content)


@given(spoiled(BATTLE_TEXTS) | misfilled(BATTLE_TEXTS))
@settings(max_examples=200)
def test_a_spoiled_battle_is_read_or_refused(content: str) -> None:
    try:
        battle = read_battle(content)
    except FaultyScenarioError as error:
        battle, mistakes = None, error.mistakes
    if battle is None:
        assert mistakes
    else:
        assert check_scenario(template(battle))[1]


@given(text(max_size=200))
@example('map = "?"\nunits = 1\narmies = [1]\nrules = {}\nleaders = "x"\nfieldworks = [1]\nexpect = 2\nstanding = 3')
@example("[[units]]\n[[armies]]\n[[map]]\n[rules]\n[[expect]]\n[[standing]]\n[[origin]]\n[[id]]")
@example('[units]\nfrench = 1\nbritish = ["x"]\n[armies]\nfrench = 2\n[expect]\nunits = { french = "x", x = 1 }')
def test_any_text_is_refused_with_a_place(content: str) -> None:
    check(content)


@pytest.mark.parametrize(
    "content",
    [
        "[" * MOST_CHARACTERS,
        "\n".join(["a = " + "[" * (MOST_LINE - 4)] * 60),
        "\n".join(f"k{n}." + ".".join("a" * 240) + " = 1" for n in range(60)),
        "\n".join("[" + ".".join(["a"] * n) + "]" for n in range(1, 240)),
        "a = [\n" + "'x',\n" * 5000 + "]",
        "[[rules]]\n" * 3000,
        "rules = [\n" + "{},\n" * 7000 + "]",
        'map = """\n' + "? " * 200 + "\n" + "A ?\n" * 6000 + '"""',
        "x" * 10_000_000,
    ],
    ids=["brackets", "lists", "dots", "headers", "items", "tables", "rules", "rows", "huge"],
)
def test_a_hostile_file_is_refused_soon(content: str) -> None:
    start = time.process_time()
    scenario, mistakes = check_scenario(content)
    assert scenario is None
    assert mistakes
    assert time.process_time() - start < 2
