"""A file begun for a printed battle: it names what is missing, nothing else, and completes to a scenario."""

from __future__ import annotations

import re

import pytest

from engine.core.facts import Standing
from engine.core.rulebook import read_toml
from engine.napoleonics.board import HEXES, NAME
from engine.napoleonics.scenario import Battle, check_scenario, english, read_battle, template
from engine.napoleonics.scenario.mistakes import HOME
from engine.napoleonics.scenario.model import GROUND_OF, grounds, shipped_kit
from engine.napoleonics.scenario.special import SIDES, rule_fields
from refsvc import paths

FOLDER = paths.data("scenarios") / "napoleonics" / "printed"
BATTLES = {path.stem: read_battle(path.read_text("utf-8"), path.name) for path in sorted(FOLDER.glob("*.toml"))}
KIT = shipped_kit()


def open_parts(battle: Battle) -> set[str]:
    """What an owner of the book has to write, by name, worked out from what is known."""
    parts = {f"map.{row}" for row in "ABCDEFGHI"} | {"top"}
    parts |= {key for key in ("name", "date", "first") if not getattr(battle, key)}
    for side in SIDES:
        army = next((army for army in battle.armies if army.side == side), None)
        parts |= {f"armies.{side}.{key}" for key in ("commander", "cards", "banners") if not getattr(army, key, None)}
    known = battle.expect.units
    parts |= {f"units.{nation}.{code}" for nation, codes in known.items() if isinstance(codes, dict) for code in codes}
    nations = SIDES if known.keys() & set(SIDES) else tuple(KIT.sides)
    parts |= {f"units.{nation}.LN" for nation in nations if nation not in known}
    parts |= {f"leaders.{nation}" for nation in {*SIDES, *battle.expect.leaders}}
    works = range(1, (battle.expect.fieldworks or 0) + 1)
    parts |= {f"fieldworks.{n}.{key}" for n in works for key in ("at", "sides")}
    if battle.rules is None:
        parts.add("rules.1.type")
    fields = rule_fields(tuple(KIT.sides), ())
    for n, rule in enumerate(battle.rules or (), 1):
        parts |= {f"rules.{n}.{key}" for key in fields[rule.type].keys() - dict(rule.known).keys()}
    return parts


@pytest.mark.parametrize("battle", BATTLES.values(), ids=BATTLES)
def test_a_template_names_exactly_what_is_missing(battle: Battle) -> None:
    scenario, mistakes = check_scenario(template(battle), "new.toml")
    assert scenario is None
    assert {mistake.rule for mistake in mistakes} == {f"{HOME}unwritten"}
    named = [mistake.params["key"] for mistake in mistakes]
    assert len(named) == len(set(named))
    assert set(named) == open_parts(battle)


@pytest.mark.parametrize("battle", BATTLES.values(), ids=BATTLES)
def test_the_place_of_what_is_missing_is_its_question_mark(battle: Battle) -> None:
    lines = template(battle).splitlines()
    for mistake in check_scenario(template(battle))[1]:
        assert lines[mistake.line - 1][mistake.column - 1 :].lstrip('"').startswith("?")


def test_as_many_question_marks_as_units_were_counted() -> None:
    text = template(BATTLES["rolica-1"])
    counts = BATTLES["rolica-1"].expect.units["british"]
    assert isinstance(counts, dict)
    section = text.partition("[units.british]")[2].partition("\n[")[0]
    marks = {code: row.count("?") for code, row in re.findall(r"^([A-Z]+) = (.*)$", section, re.MULTILINE)}
    assert marks == counts


FILL = {
    "top": '"french"',
    "first": '"british"',
    "name": '"Unnamed"',
    "date": '"1813-06-21"',
    "commander": '"N. N."',
    "cards": "5",
    "banners": "5",
    "sides": '["W", "NW", "NE"]',
    "text": '"As on the page."',
    "nation": '"portuguese"',
    "counted": '"start-of-own-turn"',
    "type": '"note"\ntext = "As on the page."',
}


def letters_of(battle: Battle) -> list[str]:
    """Some ground with the published tiles: from the end of the board on, so that the top is free for units."""
    letter = {"forest": "F", "hill": "H", "rugged-hill": "R", "town": "T", "water": "W", "bridge": "X", "windmill": "M"}
    tiles = [letter[name] for name, count in battle.expect.terrain.items() for _ in range(count)]
    if not tiles and any(rule.type == "river" for rule in battle.rules or ()):
        tiles = ["W"]
    return ["."] * (HEXES - len(tiles)) + tiles


def completed(battle: Battle) -> str:
    """A template filled in by someone who writes whatever fits; no set-up of any book."""
    ground = letters_of(battle)
    free = iter([n for n, letter in enumerate(ground) if letter in ".FHTMX"])
    cells = iter(ground)
    lines = []
    for line in template(battle).splitlines():
        key = line.partition(" = ")[0]
        if line.startswith("#") or "?" not in line:
            lines.append(line)
        elif re.match(r"[A-I]  ", line):
            lines.append(re.sub(r"\?", lambda _: next(cells), line))
        elif key == "hexes":
            lines.append('hexes = ["A13"]')
        elif line.endswith("]") or key == "at":
            lines.append(re.sub(r"\?", lambda _: NAME[next(free)], line))
        else:
            lines.append(line.replace('"?"', FILL[key]))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("battle", BATTLES.values(), ids=BATTLES)
def test_a_template_filled_in_is_a_scenario_whose_counts_agree(battle: Battle) -> None:
    scenario, mistakes = check_scenario(completed(battle), "new.toml")
    assert mistakes == ()
    assert scenario
    assert (scenario.id, scenario.number, scenario.origin.page) == (battle.id, battle.number, battle.number + 1)
    assert scenario.expect == battle.expect
    assert scenario.standing == battle.standing
    assert not scenario.origin.checked
    for path, ground in battle.standing:
        assert scenario.standing_of(path) == grounds()[ground].standing
    assert scenario.standing_of("map") == Standing.PRINTED


def test_a_slip_of_the_owner_shows_in_the_counts() -> None:
    text = completed(BATTLES["rolica-2"])
    row = next(line for line in text.splitlines() if line.startswith("I  "))
    slip = text.replace(row, row.replace("R", "H", 1))
    scenario, mistakes = check_scenario(slip, "new.toml")
    assert scenario
    assert {(m.params["key"], m.params["stated"], m.params["counted"]) for m in mistakes} == {
        ("hill", 12, 13),
        ("rugged-hill", 13, 12),
    }
    assert all(mistake.is_warning for mistake in mistakes)


def test_comments_can_be_in_another_language() -> None:
    other = {key: f"«{value}»" if isinstance(value, str) else value for key, value in english().items()}
    text = template(BATTLES["vimiero"], other)
    assert text != template(BATTLES["vimiero"])
    bare = [line for line in text.splitlines() if not line.startswith("#")]
    assert bare == [line for line in template(BATTLES["vimiero"]).splitlines() if not line.startswith("#")]


def test_every_comment_and_ground_is_used() -> None:
    asked = {rule.ask for battle in BATTLES.values() for rule in battle.rules or () if rule.ask}
    assert asked == english()["ask"].keys()
    used = {ground for battle in BATTLES.values() for _, ground in battle.standing} | set(GROUND_OF.values())
    assert used == grounds().keys()
    source = (paths.PACKAGE.parent / "engine/napoleonics/scenario/template.py").read_text("utf-8")
    keys = read_toml(paths.PACKAGE.parent / "engine/napoleonics/scenario/template.toml").keys()
    assert {key for key in keys if f'"{key}"' not in source} == set()
