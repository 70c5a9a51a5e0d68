"""The shipped scenarios: all of them read, their totals agree, and what holds of the three training battles."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from engine.core.facts import Standing
from engine.core.rulebook import read_toml
from engine.napoleonics.board import BOTTOM, DISTANCE, NAME, NUMBER, SECTION, TOP, hexes_of
from engine.napoleonics.scenario import Battle, Scenario, check_scenario, draw, read_battle, read_scenario
from engine.napoleonics.scenario.model import shipped_kit
from engine.napoleonics.scenario.special import Objective, River, TerrainAs
from refsvc import library, paths
from tests.engine.napoleonics.maps import TRAINING, shipped, turned

FOLDER = paths.data("scenarios") / "napoleonics"
PRINTED = sorted((FOLDER / "printed").glob("*.toml"))
BATTLES = {path.stem: read_battle(path.read_text("utf-8"), path.name) for path in PRINTED}
KIT = shipped_kit()


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_every_shipped_scenario_reads_and_its_totals_agree(path: object) -> None:
    assert isinstance(path, type(FOLDER))
    scenario, mistakes = check_scenario(path.read_text("utf-8"), path.name)
    assert mistakes == ()
    assert scenario
    assert scenario.id == path.stem
    assert scenario.summary
    assert scenario.history
    expect = scenario.expect
    assert expect.terrain
    assert expect.fieldworks is not None
    assert expect.units.keys() == expect.blocks.keys() == expect.leaders.keys()
    assert {unit.nation for unit in scenario.units} == expect.units.keys()


def test_only_playable_battles_lie_where_the_library_looks() -> None:
    assert library.scenario_ids("napoleonics") == ("training-1", "training-2", "training-3")


def sizes(scenario: Scenario) -> dict[str, tuple[int, int, int]]:
    """Units, blocks and leaders of each side."""
    found = {}
    for side in ("french", "british"):
        own = [unit for unit in scenario.units if KIT.sides[unit.nation] == side]
        blocks = sum(unit.blocks or KIT.units[unit.nation, unit.code].blocks for unit in own)
        found[side] = (len(own), blocks, sum(KIT.sides[leader.nation] == side for leader in scenario.leaders))
    return found


@pytest.mark.parametrize(
    ("number", "french", "british", "cards", "banners", "first", "top"),
    [
        (1, (7, 27, 1), (7, 27, 1), (5, 6), 4, "british", "french"),
        (2, (9, 34, 2), (10, 37, 2), (5, 5), 5, "french", "british"),
        (3, (10, 38, 2), (10, 37, 2), (5, 6), 6, "french", "british"),
    ],
)
def test_the_training_battles(
    number: int,
    french: tuple[int, int, int],
    british: tuple[int, int, int],
    cards: tuple[int, int],
    banners: int,
    first: str,
    top: str,
) -> None:
    scenario = TRAINING[number - 1]
    assert sizes(scenario) == {"french": french, "british": british}
    assert [army.side for army in scenario.armies] == ["french", "british"]
    assert tuple(army.cards for army in scenario.armies) == cards
    assert {army.banners for army in scenario.armies} == {banners}
    assert (scenario.first, scenario.top) == (first, top)
    assert scenario.seat_of(top) == TOP
    assert {scenario.seat_of(side) for side in ("french", "british")} == {TOP, BOTTOM}
    assert scenario.standing_of("armies.british.cards") == Standing.PRINTED


@pytest.mark.parametrize("scenario", TRAINING, ids=lambda scenario: scenario.id)
def test_a_training_battle_begins_out_of_reach_with_two_units_in_every_section(scenario: Scenario) -> None:
    for side in ("french", "british"):
        own = [unit for unit in scenario.units if KIT.sides[unit.nation] == side]
        for section in scenario.section_masks()[scenario.seat_of(side)]:
            assert sum(section >> unit.hex & 1 for unit in own) >= 2
    for one, other in combinations(scenario.units, 2):
        if KIT.sides[one.nation] != KIT.sides[other.nation]:
            kinds = [KIT.units[unit.nation, unit.code] for unit in (one, other)]
            reach = max(1 if unit.guns else unit.range for unit in kinds)
            assert DISTANCE[one.hex][other.hex] > reach, (NAME[one.hex], NAME[other.hex])


def test_the_ground_of_the_first_and_third_is_the_same_from_both_ends() -> None:
    for scenario in (TRAINING[0], TRAINING[2]):
        assert scenario.letters == "".join(scenario.letters[turned(n)] for n in range(113))
    assert TRAINING[1].letters != TRAINING[1].letters[::-1]


def test_the_fifteen_battles_of_the_box() -> None:
    battles = sorted(BATTLES.values(), key=lambda battle: battle.number)
    assert [battle.number for battle in battles] == list(range(1, 16))
    assert [battle.number for battle in battles if not battle.name] == [13]
    dates = [battle.date for battle in battles if battle.date and battle.id not in ("talavera", "river-coa")]
    assert dates == sorted(dates)
    assert all(battle.origin.page == battle.number + 1 for battle in battles)
    whole = [battle.number for battle in battles if has_whole_header(battle)]
    assert whole == [1, 2, 3, 4, 6, 10, 11]


def has_whole_header(battle: Battle) -> bool:
    armies = [army for army in battle.armies if army.cards and army.banners]
    return bool(battle.first) and len(armies) == 2 and battle.rules is not None


@pytest.mark.parametrize("path", PRINTED, ids=lambda path: path.stem)
def test_every_fact_of_a_printed_battle_says_what_it_rests_on_and_nothing_is_guessed(path: object) -> None:
    assert isinstance(path, type(FOLDER))
    tree = read_toml(path)
    assert tree.keys().isdisjoint({"map", "units", "leaders", "fieldworks", "top"})
    facts = {"number", "name", "date", "first", "rules", "expect"} & tree.keys() | {"origin.page"}
    facts |= {f"armies.{side}.{key}" for side, army in tree.get("armies", {}).items() for key in army}
    assert tree["standing"].keys() == facts
    battle = BATTLES[path.stem]
    assert battle.id == path.stem
    assert Standing.ASSUMED not in {battle.standing_of(fact) for fact in facts}


@pytest.mark.parametrize(
    ("battle", "fact", "standing"),
    [
        ("rolica-1", "armies.british.cards", Standing.PRINTED),
        ("rolica-1", "rules.1.side", Standing.PRINTED),
        ("rolica-2", "armies.british.cards", Standing.INFERRED),
        ("quatre-bras", "date", Standing.PRINTED),
        ("quatre-bras", "number", Standing.INFERRED),
        ("waterloo", "expect", Standing.PRINTED),  # not there, so whoever types it in has it from the page
    ],
)
def test_standing_of_a_fact(battle: str, fact: str, standing: Standing) -> None:
    assert BATTLES[battle].standing_of(fact) == standing


def test_published_tiles_stay_within_the_box() -> None:
    totals = {battle.number: sum(battle.expect.terrain.values()) for battle in BATTLES.values()}
    assert {number: total for number, total in totals.items() if total} == {
        1: 38, 2: 35, 4: 44, 6: 20, 7: 38, 10: 31, 11: 35, 12: 11,
    }  # fmt: skip
    assert max(totals.values()) <= 56


def test_published_units_are_such_as_the_nations_have() -> None:
    most: dict[str, Counter[str]] = {nation: Counter() for nation in KIT.sides}
    for battle in BATTLES.values():
        for nation, counts in battle.expect.units.items():
            assert isinstance(counts, dict)
            assert all(KIT.units[nation, code].is_fielded for code in counts)
            most[nation] |= Counter(counts)
    assert most["portuguese"] == {"LN": 2, "LT": 2, "LC": 1}
    assert most["french"] == {"LN": 8, "LT": 3, "GR": 1, "LC": 2, "HC": 2, "FA": 2}


def test_a_scenario_drawn() -> None:
    assert draw(TRAINING[1]) == [
        "A  .     .     .lc   .     .     .     .     .     .     .     .hc   .     .",
        "B     .     .     F     .     .     .ln   .     .     H     .ln*  .     .",
        "C  .     F     .ln'  .     .ln*  .     .     .     Hfa   H     .ln'  .     .",
        "D     .     .     .     Tlt   .     .     .     Mrl   .     .     F     .",
        "E  W     W     W     X     W     W     W     V     W     .     .     .     .",
        "F     .     .     .     .     .     .     .     .     .     .     F     .",
        "G  .     .     FLT   .     HFA   H     .     .     .     .     .     .     .",
        "H     .     .     .LN   .     .LN*  HLN   .     .LN*  .HA   .     .     .",
        "I  .     F     .     .     .     .     .     .     .     .HC   .LC   .     .",
        "! D4 french 1",
        "! D8 french 1",
    ]
    assert draw(TRAINING[2])[9:11] == ["# C8 E SE SW", "# G6 NE W NW"]


@pytest.mark.parametrize("scenario", TRAINING, ids=lambda scenario: scenario.id)
def test_a_drawing_has_every_letter_and_fits_a_terminal(scenario: Scenario) -> None:
    lines = draw(scenario)
    assert max(map(len, lines)) <= 80
    letters = "".join(line[3 + 3 * (row % 2) :: 6] for row, line in enumerate(lines[:9]))
    assert letters == scenario.letters


def test_a_unit_below_strength_is_drawn_with_its_blocks() -> None:
    text = shipped("training-1").replace('"B3", "B5"', '{ at = "B3", blocks = 2 }, { at = "B5", blocks = 4 }')
    assert draw(read_scenario(text))[1].split()[1:6] == [".", ".", ".ln2", ".", ".ln"]


FORD_ALL = '[[rules]]\ntype = "river"\nhexes = "all"\nfordable = true\n\n[expect]'
GROVE = '[[rules]]\ntype = "terrain-as"\nhexes = ["D8"]\nterrain = "forest"\n\n[expect]'


def test_special_rules_change_the_ground() -> None:
    text = shipped("training-2")
    start = text.index("[[rules]]")
    bare = text[:start] + "[expect]" + text.partition("[expect]")[2]
    water = [NAME[n] for n, terrain in enumerate(read_scenario(bare).terrain) if terrain in ("river", "ford")]
    assert water == ["E1", "E2", "E3", "E5", "E6", "E7", "E8", "E9"]
    fords = read_scenario(bare.replace("[expect]", FORD_ALL))
    assert fords.rules == (River(fordable=True),)
    assert {fords.terrain[NUMBER[name]] for name in water} == {"ford"}
    grove = read_scenario(bare.replace("[expect]", GROVE))
    assert grove.rules == (TerrainAs((NUMBER["D8"],), "forest"),)
    assert (grove.letters[NUMBER["D8"]], grove.terrain[NUMBER["D8"]]) == ("M", "forest")


def test_defaults_of_an_objective() -> None:
    assert TRAINING[0].rules == (Objective((NUMBER["E7"],), "both", 1, "each", "temporary", "start-of-own-turn"),)


def drawn_sections() -> str:
    rows = []
    for row in range(9):
        letters = "LLLLCCCCCRRRR" if row % 2 == 0 else "LLLlCCCCrRRR"
        rows.append(f"{'ABCDEFGHI'[row]}  {letters}")
    return 'sections = """\n' + "\n".join(rows) + '\n"""\n'


def test_sections_are_those_of_the_board_unless_they_are_drawn() -> None:
    assert TRAINING[0].section_masks() is SECTION
    text = shipped("training-1").replace("[origin]", drawn_sections() + "\n[origin]")
    same = read_scenario(text)
    assert same.section_masks() == SECTION
    assert same.hash == TRAINING[0].hash
    moved = read_scenario(text.replace("I  LLLLC", "I  LLLLL"))
    assert [NAME[n] for n in hexes_of(moved.section_masks()[BOTTOM][0] & ~SECTION[BOTTOM][0])] == ["I5"]
    assert moved.hash != same.hash


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Two Slopes", "Three Slopes"),
        ("Colonel Reed", "Colonel Read"),
        ('name = "Blanc"', 'name = "Noir"'),
        ('"B3", "B5"', '"B5", "B3"'),
        ('"B3", "B5"', '"B3", { at = "B5", blocks = 4 }'),
        ("C  . . F . . . H", "C  ..F...H"),
        ("\n", "\r\n"),
        ("# An exercise", "\ufeff# An exercise"),
        ("banners = 1\n", 'banners = 1\nmode = "temporary"\n'),
        ("[expect]", '[[rules]]\ntype = "note"\ntext = "Have fun."\n\n[expect]'),
    ],
)
def test_the_hash_is_of_what_is_played_not_of_how_it_is_written(old: str, new: str) -> None:
    text = shipped("training-1")
    assert old in text
    assert read_scenario(text.replace(old, new)).hash == TRAINING[0].hash


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"B3", "B5"', '"B3", "B6"'),
        ('"B3", "B5"', '"B3", { at = "B5", blocks = 3 }'),
        ('{ at = "B7"', '{ at = "B5"'),
        ('first = "british"', 'first = "french"'),
        ('top = "french"', 'top = "british"'),
        ("cards = 6", "cards = 5"),
        ("banners = 1\n", "banners = 2\n"),
        ('["E7"]', '["E8"]'),
        ("I  . .", "I  F ."),
    ],
)
def test_the_hash_tells_a_mistyped_battle(old: str, new: str) -> None:
    text = shipped("training-1")
    assert old in text
    assert read_scenario(text.replace(old, new)).hash != TRAINING[0].hash


def test_a_hash_stays_what_it_is() -> None:
    """Records name it: if the form changes, records that name the old one are told a wrong thing."""
    assert [scenario.hash[:12] for scenario in TRAINING] == ["a6bd48ba899d", "68ee74963a3a", "faa5c7a77869"]


def test_what_is_in_order_compares_equal() -> None:
    text = shipped("training-1")
    swapped = text.replace('"B3", "B5"', '"B5", "B3"')
    assert read_scenario(swapped) == read_scenario(text)
