"""What the package of a game offers as `GAME`, with plain answers made from its folder."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, get_args

import engine
from engine.core import scenario
from engine.core.cards import BoxField, Card
from engine.core.facts import Facts, overlay, placeholder, read_facts, read_sources
from engine.core.game import BaseGame
from engine.core.rulebook import Rulebook, load_rulebook, read_toml, read_words


class GamePackage:
    """One game. A package names its `KEY`, `SIDES`, `MOVES` and `GAME_TYPE`, and overrides what it knows better."""

    KEY: str
    SIDES: tuple[str, ...]
    MOVES: Any  # the union of its moves, for a decoder
    GAME_TYPE: type[BaseGame[Any]]
    SCENARIO_TYPE: type = scenario.PlainScenario  # the shape of its scenario files
    EDITIONS: tuple[str, ...] = ("recommended",)
    has_one_box = True  # the values that a box can give are the same in every scenario
    has_scenario_files = False  # people draw scenarios in files of their own

    @cached_property
    def folder(self) -> Path:
        """Where the rules and data of the game stand."""
        return engine.folder(self.KEY)

    @cached_property
    def _rulebook(self) -> Rulebook:
        return load_rulebook(self.folder)

    @cached_property
    def _facts(self) -> Facts:
        sources = read_sources(read_words(self.folder / "data" / "sources.toml"))
        files = sorted(path for path in (self.folder / "data").glob("*.toml") if path.name != "sources.toml")
        return {key: fact for path in files for key, fact in read_facts(read_toml(path), sources)}

    def rulebook(self) -> Rulebook:
        """The rules, rulings and sources of the game."""
        return self._rulebook

    def load_scenario(self, path: Path) -> Any:
        """A scenario file, checked."""
        return scenario.load_scenario(path, self.SCENARIO_TYPE)

    def open_game(
        self,
        battle: Any,
        rulings: Mapping[str, str] | None = None,
        named: frozenset[str] = frozenset(),
        values: str = "refsvc",  # noqa: ARG002  # as games fill it
        box: Mapping[str, Any] | None = None,
    ) -> BaseGame[Any]:
        """One scenario under rulings and values.

        Rulings that are not given are the recommended ones; `named` are those that a record chose. `values` are ours
        (`refsvc`), all taken as printed, or those of the players’ `box`.
        """
        facts = self.facts(battle)
        if box:
            allowed = {key.rpartition(".")[2]: field.allowed for key, field in self.box_fields(battle).items()}
            facts = overlay(facts, box, allowed)
        return self.GAME_TYPE(self, battle, self.rulebook().chosen("recommended", rulings or {}), named, facts)

    def numbers(self, battles: Iterable[Any]) -> Mapping[str, int]:  # noqa: ARG002
        """The numbers of these scenarios and of the box that the text of a rule may quote, by placeholder."""
        return {placeholder(key): fact.value for key, fact in self._facts.items() if type(fact.value) is int}

    def facts(self, battle: Any) -> Facts:  # noqa: ARG002
        """Every value of the data that holds in a scenario, with its standing, by key."""
        return self._facts

    def cards(self, battle: Any) -> tuple[Card, ...]:  # noqa: ARG002
        """The cards of a scenario, as a reader sees them."""
        return ()

    def box_fields(self, battle: Any) -> Mapping[str, BoxField]:  # noqa: ARG002
        """The values of a scenario that a player's own box can give, by key."""
        return {}

    def vocabulary(self, battle: Any) -> Mapping[str, tuple[str, ...]]:  # noqa: ARG002
        """The words a field of a move may hold in this scenario: by field, by `<do>.<field>`, and `fields:<do>`."""
        kinds = get_args(self.MOVES) or (self.MOVES,)
        words = {f"fields:{kind.__struct_config__.tag}": kind.__struct_fields__ for kind in kinds}
        return {"do": tuple(kind.__struct_config__.tag for kind in kinds), "side": self.SIDES, **words}
