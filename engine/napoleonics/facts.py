"""The values of the game with their standing: units, artillery, terrain, cards and the box, by key."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from engine.core.facts import Fact, Facts, read_facts, read_sources
from engine.core.rulebook import read_toml

DATA: Final = Path(__file__).with_name("data")
FILES: Final = ("nations", "kinds", "units", "artillery", "leader", "terrain", "cards", "box")
MOST_BLOCKS: Final = 6  # of one unit, more than any card has
MOST_RANGE: Final = 5

# What a player's own box may say, by the last part of a key; cells of dice are keyed by blocks or by distance.
BOX_VALUES: Final[Mapping[str, range | tuple[Any, ...]]] = {
    "fielded": (True, False),
    "blocks": range(1, MOST_BLOCKS + 1),
    "ignores": range(4),
    "against_infantry": range(4),
    "count": range(1, 9),
    **{str(cell): range(9) for cell in range(1, MOST_BLOCKS + 1)},
}


@cache
def load_facts() -> Facts:
    """All values by key: `units.french.old-guard.melee.4`, `artillery.foot.still.3.2`, `terrain.hill.up.fire.infantry`.

    What a terrain doesn't say that is the `same_as` another, it has from there.
    """
    sources = read_sources(read_toml(DATA / "sources.toml"))
    facts: Facts = {}
    for name in FILES:
        tree = read_toml(DATA / f"{name}.toml")
        for key, node in tree.items():
            if isinstance(node, Mapping) and "same_as" in node:
                tree[key] = tree[node["same_as"]] | node
        facts |= {f"{name}.{key}": fact for key, fact in read_facts(tree, sources)}
    return facts


class Values:
    """Facts asked for one thing: the part of a key that its values have in common."""

    __slots__ = ("at", "facts")

    def __init__(self, facts: Facts, at: str) -> None:
        self.facts = facts
        self.at = at

    def __call__(self, field: str, default: Any = None) -> Any:
        """The value of a field, or what holds where the data has none."""
        fact: Fact | None = self.facts.get(f"{self.at}.{field}")
        return default if fact is None else fact.value
