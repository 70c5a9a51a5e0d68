"""Every kind of mistake in a scenario file, where it stands and what is said of it.

`▸` in a change marks the place where the mistake is expected; the file doesn't have it.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import engine.napoleonics.scenario as room
from engine.core.facts import overlay
from engine.napoleonics.facts import BOX_VALUES, load_facts
from engine.napoleonics.scenario import FaultyScenarioError, Mistake, check_scenario, make_kit, read_battle
from engine.napoleonics.scenario.fields import MOST_ITEMS, MOST_MISTAKES
from engine.napoleonics.scenario.mistakes import HOME, KINDS
from engine.napoleonics.scenario.reading import MOST_CHARACTERS, MOST_LINE
from tests.engine.napoleonics.maps import shipped

T1, T2, T3 = (shipped(f"training-{n}") for n in (1, 2, 3))
MARK = "▸"
ROW_C = "C  . . F . . . H . . . F . .\n"
EXPECT = "[expect]\n"
ALL_WATER = '[[rules]]\ntype = "river"\nhexes = ▸"all"\nfordable = true\n'
EXIT = '[[rules]]\ntype = "exit"\nhexes = ▸["C5"]\nside = "french"\nbanners = 1\n'
REINFORCED = '[[rules]]\ntype = "reinforcement"\nnation = "french"\nunits = ▸["RL"]\nhexes = ["A5"]\nturn = 3\n'


class Case(NamedTuple):
    """A file, what is changed in it and into what; the mistake, and some of what is said of it."""

    text: str
    old: str
    new: str
    rule: str
    params: dict[str, Any]


def case(file: str, old: str, new: str, rule: str, /, **params: Any) -> Case:
    return Case(file, old, new, rule, params)


def part(text: str, first: str, last: str) -> str:
    """What stands from one place to another."""
    return text[text.index(first) : text.index(last)]


CASES = {
    # the six files that are wrong on purpose
    "12 cells in row C": case(T1, ROW_C, ROW_C[:-3] + "▸\n", "row-length", row="C", count=12, expected=13),
    "gun in the river": case(
        T2, '["C9"]', '[▸"E9"]', "ground", hex="E9", nation="british", code="FA", terrain="river", letter="W"
    ),
    "works with a gap": case(
        T3, '["W", "NW", "NE"]', '▸["W", "NE", "SE"]', "works-sides", hex="G6", sides=["NE", "SE", "W"]
    ),
    "two leaders": case(T1, '"Reed" }]', '"Reed" }, ▸{ at = "H6", name = "Ross" }]', "two-leaders", hex="H6", line=56),
    "French rifles": case(T2, 'LT = ["G3"]', '▸RL = ["G3"]', "code", nation="french", code="RL"),
    "count off by one": case(
        T3, "forest = 4", "forest = ▸5", "count", table="terrain", key="forest", stated=5, counted=4
    ),
    # the file
    "no end of a text": case(T1, 'id = "training-1"', 'id = "training-1▸', "toml", letter="", text='id = "training-1'),
    "a bare word": case(T1, 'top = "french"', "top = ▸french", "toml", letter="f"),
    "a long line": case(T1, "[origin]", "#" * MOST_LINE + "▸#\n[origin]", "line-too-long", count=501, most=500),
    "a long file": case(T1, T1, "▸" + "#\n" * MOST_CHARACTERS, "too-long", count=64000, most=32000),
    # fields
    "no first player": case(T1, 'first = "british"\n', "", "missing", key="first"),
    "no map": case(T1, part(T1, "map", "[origin]"), "", "missing", key="map"),
    "no cards": case(
        T1, '[armies.french]\ncommander = "Colonel Blanc"\ncards = 5\n', "▸[armies.french]\n", "missing", key="cards"
    ),
    "no French army": case(T1, part(T1, "[armies.french]", "[armies.british]"), "", "missing", key="french"),
    "no French units": case(T1, part(T1, "[units.french]", "[units.british]"), "", "missing", key="french"),
    "no type": case(T1, '[[rules]]\ntype = "objective"\n', "▸[[rules]]\n", "missing", key="type"),
    "no hexes of a rule": case(T1, 'hexes = ["E7"]', "▸hexes = []", "missing", key="rules.1.hexes"),
    "not yet written": case(T1, 'first = "british"', 'first = ▸"?"', "unwritten", key="first", count=1),
    "a mark that turns the writing": case(
        T1, 'commander = "Colonel Reed"', 'commander = ▸"Colonel \u202eReed"', "unseen", key="armies.british.commander"
    ),
    "a hex not yet written": case(T1, '"B3", "B5"', '▸"?", "?"', "unwritten", key="units.french.LN", count=2),
    "a row not yet written": case(T1, "A  . . .", "A  . ▸? ?", "unwritten", key="map.A", count=2),
    "a key misspelt": case(
        T1,
        "banners = 1\n",
        "▸baners = 1\nbanners = 1\n",
        "unknown-key",
        key="baners",
        expected=["type", "hexes", "side", "banners", "need", "mode", "counted"],
    ),
    "an unknown nation": case(
        T1,
        "[units.british]",
        "▸[units.spanish]",
        "unknown-key",
        key="spanish",
        expected=["french", "british", "portuguese"],
    ),
    "a standing of nothing": case(T1, EXPECT, '[standing]\n▸page = "design"\n\n[expect]\n', "unknown-key", key="page"),
    "a number in quotes": case(T1, "cards = 5", 'cards = ▸"5"', "kind", key="armies.french.cards", expected="number"),
    "a word for a list": case(T1, '["C10"]', '▸"C10"', "kind", key="units.french.LT", expected="list"),
    "a table for a list": case(
        T1, '[{ at = "B7", name = "Blanc" }]', '▸{ at = "B7" }', "kind", key="leaders.french", expected="list"
    ),
    "a date without quotes": case(
        T1,
        'top = "french"',
        'date = ▸1808-08-17\ntop = "french"',
        "kind",
        key="date",
        word="1808-08-17",
        expected="date",
    ),
    "a hex that is a number": case(T1, '["C10"]', "[▸10]", "kind", key="units.french.LT.1", expected="text"),
    "an unknown side": case(
        T1, 'top = "french"', 'top = ▸"prussian"', "word", key="top", word="prussian", expected=["french", "british"]
    ),
    "another format": case(T1, '"ccn-scenario/1"', '▸"ccn-scenario/2"', "word", expected=["ccn-scenario/1"]),
    "an unknown type": case(T1, '"objective"', '▸"objectives"', "word", key="rules.1.type"),
    "an unknown ground": case(T1, EXPECT, '[standing]\nfirst = ▸"rumour"\n\n[expect]\n', "word", key="standing.first"),
    "a hand too large": case(T1, "cards = 5", "cards = ▸12", "number", number="12", least=2, most=9),
    "more blocks than the unit has": case(
        T1,
        '["C10"]',
        '[{ at = "C10", blocks = ▸5 }]',
        "number",
        key="units.french.LT.1.blocks",
        number="5",
        least=1,
        most=4,
    ),
    "no name at all": case(T1, '"Training 1: Two Slopes"', '▸" "', "text-length", key="name", most=80),
    "an id with blanks": case(T1, 'id = "training-1"', 'id = ▸"Training 1"', "slug", word="Training 1"),
    "a day that never was": case(
        T1, 'top = "french"', 'date = ▸"1808-02-30"\ntop = "french"', "date", word="1808-02-30"
    ),
    "too many units": case(
        T1,
        '["C10"]',
        "▸[" + '"C10",' * 10 + "\n" + ('"A1",' * 30 + "\n") * 4 + "]",
        "too-many",
        count=130,
        most=MOST_ITEMS,
    ),
    "a hex beyond its row": case(T1, '"B10"]', '▸"B13"]', "hex", word="B13", first="B1", last="B12"),
    "a hex of no row": case(T1, '"B10"]', '▸"K1"]', "hex", word="K1", first="A1", last="I13"),
    "a hex twice in a rule": case(T1, '["E7"]', '["E7", ▸"E7"]', "repeated", word="E7", line=60),
    "two rules on one water": case(T2, 'hexes = ["E8"]', 'hexes = ▸["E9"]', "repeated", word="E9", line=67),
    # drawings
    "a map in one line": case(T1, part(T1, "map", "[origin]"), 'map = ▸"A . . ."\n', "drawing", rows=9),
    "a row missing": case(T1, part(T1, "map", "B   ."), 'map = ▸"""\n', "rows", count=8, absent=["A"]),
    "a row misnamed": case(T1, "E  . .", "▸B  . .", "row-name", letter="B", expected="E"),
    "13 cells in row B": case(
        T1,
        "B   . . . . . . . . . . . .",
        "B   . . . . . . . . . . . . ▸F",
        "row-length",
        row="B",
        count=13,
        expected=12,
    ),
    "an unknown letter": case(T1, "C  . . F", "C  . . ▸Q", "letter", letter="Q", hex="C3", expected=list(".FHRTMWVXS")),
    "a small letter": case(T1, "C  . . F", "C  . . ▸f", "letter", letter="f", hex="C3"),
    # pieces
    "two units on a hex": case(T1, '["C10"]', '[▸"B3"]', "occupied", hex="B3", nation="french", code="LN", line=43),
    "a gun in the quarry": case(T3, '["B8"]', '[▸"E7"]', "ground", terrain="sand-quarry", letter="S"),
    "a leader with the enemy": case(
        T1, '{ at = "H6"', '▸{ at = "B3"', "leader-with-enemy", hex="B3", nation="french", code="LN"
    ),
    "a leader on a rugged hill": case(
        T3, '{ at = "A3"', '▸{ at = "E3"', "leader-ground", hex="E3", terrain="rugged-hill"
    ),
    "works on a rugged hill": case(
        T3, '[[fieldworks]]\nat = "G6"', '▸[[fieldworks]]\nat = "E3"', "works-ground", hex="E3"
    ),
    "works twice": case(T3, '[[fieldworks]]\nat = "G6"', '▸[[fieldworks]]\nat = "C8"', "repeated", word="C8", line=42),
    # special rules
    "an objective in the river": case(T2, '["D4"]\nside', '▸["E2"]\nside', "rule-ground", hex="E2", terrain="river"),
    "an exit in the middle": case(T1, EXPECT, EXIT + EXPECT, "exit-edge", hex="C5"),
    "a river on dry land": case(T2, '["E8"]', '▸["D8"]', "river-hex", hex="D8", letter="M", expected=["W", "V"]),
    "a river nowhere": case(T1, EXPECT, ALL_WATER + EXPECT, "no-water", expected=["W", "V"]),
    "reinforced by others": case(T1, EXPECT, REINFORCED + EXPECT, "code", nation="french", code="RL"),
    # warnings
    "a tile nobody counted": case(
        T1, "I  . .", "I  M .", "count", table="terrain", key="windmill", stated=0, counted=1
    ),
    "a unit too few": case(
        T1, "british = 7", "british = ▸8", "count", table="units", key="british", stated=8, counted=7
    ),
    "a short battle": case(
        T1,
        "banners = 4\n\n[armies.british]",
        "banners = ▸2\n\n[armies.british]",
        "unusual-banners",
        number=2,
        least=3,
        most=15,
    ),
}
WARNINGS = {"count", "unusual-banners"}


def changed(text: str, old: str, new: str) -> tuple[str, tuple[int, int] | None]:
    """A file with one change, and the line and column of its mark."""
    assert old in text
    text = text.replace(old, new, 1)
    before, mark, _ = text.partition(MARK)
    place = (before.count("\n") + 1, len(before) - before.rfind("\n")) if mark else None
    return text.replace(MARK, ""), place


@pytest.mark.parametrize("name", CASES)
def test_a_mistake_is_named_where_it_stands(name: str) -> None:
    text, old, new, rule, params = CASES[name]
    text, place = changed(text, old, new)
    scenario, mistakes = check_scenario(text, "my.toml")
    found = [mistake for mistake in mistakes if mistake.rule == HOME + rule]
    assert len(found) == 1, mistakes
    mistake = found[0]
    assert mistake.file == "my.toml"
    assert place is None or (mistake.line, mistake.column) == place
    assert {key: mistake.params[key] for key in params} == params
    assert mistake.is_warning == (rule in WARNINGS)
    assert (scenario is None) == (rule not in WARNINGS)
    if scenario is None:
        assert [m for m in mistakes if m != mistake and not m.is_warning] == []


def test_every_kind_of_mistake_has_a_case() -> None:
    assert {expected.rule for expected in CASES.values()} == KINDS.keys()


def test_what_is_said_of_a_mistake_is_what_its_kind_promises() -> None:
    for text, old, new, _, _ in CASES.values():
        for mistake in check_scenario(changed(text, old, new)[0])[1]:
            assert set(mistake.params) == set(KINDS[mistake.rule.removeprefix(HOME)])


def test_code_raises_no_other_kind() -> None:
    raised: set[str] = set()
    for path in Path(str(room.__file__)).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(attr="at" | "report"), args=[ast.Constant(value=str(kind)), *_]):
                    raised.add(kind)
    assert raised == KINDS.keys()


def places(mistakes: tuple[Mistake, ...]) -> list[tuple[str, int, int]]:
    return [(mistake.rule.removeprefix(HOME), mistake.line, mistake.column) for mistake in mistakes]


def test_all_mistakes_are_told_at_once_in_the_order_of_the_file() -> None:
    text = T2.replace("B   . . F", "B   . Q F").replace('["D8"]\nside', '["Z1"]\nside').replace('["C9"]', '["E9"]')
    text = text.replace("cards = 5", "cards = 1", 1).replace('at = "H8"', 'at = "H5"').replace('top = "british"\n', "")
    scenario, mistakes = check_scenario(text, "my.toml")
    assert scenario is None
    assert places(mistakes) == [
        ("missing", 1, 1),
        ("letter", 18, 7),
        ("number", 33, 9),
        ("ground", 47, 7),
        ("two-leaders", 62, 42),
        ("hex", 82, 10),
    ]
    with pytest.raises(FaultyScenarioError) as caught:
        room.read_scenario(text, "my.toml")
    assert caught.value.mistakes == mistakes
    assert str(caught.value).splitlines()[1].startswith("my.toml:18:7: napoleonics.scenario.letter")


def test_mistakes_stay_countable() -> None:
    text = T1.replace("[origin]", "\n".join(f"x{n} = 1" for n in range(300)) + "\n[origin]")
    assert len(check_scenario(text)[1]) == MOST_MISTAKES


def test_a_letter_too_many_leaves_the_other_rows_checked() -> None:
    text = T1.replace("C  . . F", "C  . . . F").replace("G  . . F", "G  . . Z")
    assert places(check_scenario(text)[1]) == [("row-length", 20, 30), ("letter", 24, 8)]


def test_rows_that_are_missing_are_told_by_name_and_the_others_read() -> None:
    text = T1.replace("D   . . F . . . . . . F . .\n", "").replace("G  . . F", "G  . . Z")
    assert places(check_scenario(text)[1]) == [("rows", 17, 7), ("letter", 23, 8)]
    assert check_scenario(text)[1][0].params["absent"] == ["D"]


def test_a_players_box_decides_how_many_blocks_a_unit_has() -> None:
    text = T1.replace('["C10"]', '[{ at = "C10", blocks = 5 }]')
    box = {"units": {"french": {"light-infantry": {"blocks": 5}}}}
    kit = make_kit(overlay(load_facts(), box, BOX_VALUES))
    assert check_scenario(text)[0] is None
    scenario, mistakes = check_scenario(text, kit=kit)
    assert scenario
    assert [mistake.params for mistake in mistakes] == [
        {"table": "blocks", "nation": "", "key": "french", "stated": 27, "counted": 28}
    ]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ('format = "ccn-battle/1"\nid = "x"\nnumber = 1\n', "missing"),
        ('format = "ccn-battle/1"\nid = "x"\n[origin]\nkind = "printed-book"\n', "missing"),
        ('format = "ccn-battle/1"\nid = "x"\nnumber = 1\nmap = ""\n[origin]\nkind = "printed-book"\n', "unknown-key"),
        (T1, "word"),
        ("x", "toml"),
    ],
)
def test_a_battle_known_in_part_has_mistakes_too(text: str, rule: str) -> None:
    with pytest.raises(FaultyScenarioError) as caught:
        read_battle(text)
    assert HOME + rule in {mistake.rule for mistake in caught.value.mistakes}
