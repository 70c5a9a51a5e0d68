"""The values: each with its standing, none left out, and the totals that the rules announce."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from engine.core.facts import Standing, is_leaf, overlay
from engine.core.rulebook import read_toml
from engine.napoleonics.deck import make_deck
from engine.napoleonics.facts import BOX_VALUES, DATA, FILES, load_facts
from engine.napoleonics.units import make_units

FACTS = load_facts()


def bare(tree: Mapping[str, Any], at: str) -> Iterator[str]:
    """Values that stand in a file without a source."""
    for key, node in tree.items():
        if isinstance(node, Mapping):
            yield from bare(node, f"{at}.{key}")
        elif not is_leaf(node) and key != "same_as":
            yield f"{at}.{key}"


def cells(start: str, standing: Standing) -> list[str]:
    return [key for key, fact in FACTS.items() if key.startswith(start) and fact.standing == standing]


def test_every_value_has_a_standing() -> None:
    assert {path.stem for path in DATA.glob("*.toml")} == {*FILES, "sources"}
    assert [key for name in FILES for key in bare(read_toml(DATA / f"{name}.toml"), name)] == []
    assert all(fact.codes for fact in FACTS.values())


def test_every_source_has_its_reason() -> None:
    sources = read_toml(DATA / "sources.toml")
    assert all(set(source) == {"standing", "text"} and source["text"] for source in sources.values())
    assert {source["standing"] for source in sources.values()} == {standing.word for standing in Standing}


def test_what_is_only_assumed() -> None:
    """Another value here would change no verdict, so none may slip in unseen."""
    found = {key for key, fact in FACTS.items() if fact.standing == Standing.ASSUMED}
    assert {key for key in found if not key.startswith("artillery.")} == {
        "units.french.guard-foot-artillery.ignores",
        "units.french.guard-horse-artillery.ignores",
        "units.british.rifle-light.moved.3",
        "units.british.rifle-light.moved.1",
        "units.british.guard-heavy-cavalry.fielded",
        "units.portuguese.light-cavalry.blocks",
        "units.portuguese.foot-artillery.fielded",
        "units.portuguese.foot-artillery.blocks",
    }


def test_the_tables_of_artillery_lack_thirteen_cells() -> None:
    """As the fact file counts them: two and three blocks are one row, and a move changes nothing but the reach."""
    assumed = {key for key in cells("artillery.", Standing.ASSUMED) if ".still." in key}
    rows = {key.replace(".3.", ".2.", 1) if key.split(".")[3] == "3" else key for key in assumed}
    assert Counter(key.split(".")[1] for key in rows) == {"foot": 8, "horse": 5}
    assert FACTS["artillery.horse.still.3.3"].standing == Standing.PRINTED


def test_a_box_can_give_whatever_is_assumed() -> None:
    for key, fact in FACTS.items():
        if fact.standing == Standing.ASSUMED:
            allowed = BOX_VALUES[key.rpartition(".")[2]]
            assert type(fact.value) is type(allowed[0])
            assert fact.value in allowed


def test_a_box_reaches_the_units() -> None:
    box = {
        "units": {"portuguese": {"light-cavalry": {"blocks": 4}, "line-infantry": {"blocks": 5}}},
        "artillery": {"foot": {"still": {"3": {"4": 2}}}},
    }
    facts = overlay(FACTS, box, BOX_VALUES)
    units = make_units(facts)
    assert units["portuguese", "LC"].melee == (0, 1, 2, 3, 4)
    assert [dice[2] for dice in units["portuguese", "LN"].still] == [0, 1, 2, 3, 4, 5]
    assert [dice[2] for dice in units["portuguese", "LN"].moved] == [0, 0, 1, 1, 2, 2]
    assert units["french", "FA"].still[3] == (0, 0, 3, 2, 2, 1)
    assert facts["artillery.foot.still.3.4"].standing == Standing.PRINTED


def test_a_battery_with_more_blocks_than_the_table_fires_by_its_last_row() -> None:
    facts = overlay(FACTS, {"units": {"french": {"horse-artillery": {"blocks": 4}}}}, BOX_VALUES)
    battery = make_units(facts)["french", "HA"]
    assert (battery.melee[4], battery.still[4], battery.moved[4]) == (3, battery.still[3], battery.moved[3])
    assert battery.moved[1] == (0,) * 6


def value(key: str) -> Any:
    return FACTS[key].value


def test_the_box_adds_up() -> None:
    sizes = ("small", "medium", "rectangular")
    assert sum(value(f"box.blocks.{size}") for size in sizes) == value("box.blocks.all") == 340
    assert [value(f"box.spares.{size}") for size in sizes] == [13, 10, 12]
    assert sum(value(f"box.faces.{face}") for face in ("infantry", "cavalry", "artillery", "flag", "saber")) == 6


def test_seventy_cards() -> None:
    counts = Counter[str]()
    for card in make_deck(FACTS).values():
        counts[card.kind] += card.count
    assert counts == {"section": value("box.cards.section"), "tactic": value("box.cards.tactic")}
    assert counts == {"section": 48, "tactic": 22}


def test_counts_of_standings() -> None:
    """Printed, inferred, assumed: whoever makes a value surer or less sure says so here."""
    found = {name: tuple(len(cells(f"{name}.", standing)) for standing in Standing) for name in FILES}
    assert found == {
        "nations": (6, 0, 0),
        "kinds": (139, 5, 0),
        "units": (220, 63, 8),
        "artillery": (1, 3, 21),
        "leader": (4, 0, 0),
        "terrain": (146, 3, 0),
        "cards": (192, 2, 0),
        "box": (16, 1, 0),
    }
