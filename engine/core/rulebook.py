"""The rulebook of a game: rules by id, rulings by id, sources by code. English is the source text."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, convert

from engine.core.facts import Source, read_sources

RULE_ID = re.compile(r"[a-z]+(\.[a-z0-9-]+){1,2}")


class Rule(Struct, frozen=True, forbid_unknown_fields=True):
    """One paragraph: what it says, where it stands in each edition, and the sentence for a move that breaks it."""

    id: str
    text: str
    place: dict[str, str] = {}
    refusal: str = ""

    @property
    def is_checkable(self) -> bool:
        """Whether a move can break it."""
        return bool(self.refusal)


class Ruling(Struct, frozen=True, forbid_unknown_fields=True):
    """A question that the editions answer differently or leave open; `fixed` where one reading is sensible."""

    id: str
    question: str
    reason: str = ""
    fixed: str = ""
    options: dict[str, str] = {}
    recommended: str = ""
    editions: dict[str, str] = {}
    rules: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether a record may choose."""
        return bool(self.options)


class Rulebook(Struct, frozen=True):
    """All that a game says about itself in words, by id."""

    rules: dict[str, Rule]
    rulings: dict[str, Ruling] = {}
    sources: dict[str, Source] = {}
    open_rulings: tuple[Ruling, ...] = ()  # among whose options a record may choose

    def chosen(self, edition: str, named: Mapping[str, str]) -> dict[str, str]:
        """The option of every open ruling: named by the record, else of its edition, else recommended."""
        return {r.id: named.get(r.id) or r.editions.get(edition) or r.recommended for r in self.open_rulings}


def read_toml(path: Path) -> dict[str, Any]:
    """A data file."""
    with path.open("rb") as file:
        return tomllib.load(file)


def load_rules(path: Path) -> dict[str, Rule]:
    """The rules of one file, in their order; an id that stands twice or is malformed is refused."""
    rules: dict[str, Rule] = {}
    for entry in read_toml(path)["rule"]:
        rule = convert(entry, Rule)
        if rule.id in rules or not RULE_ID.fullmatch(rule.id):
            raise ValueError(f"{path.name}: {rule.id} stands twice or is not an id")
        rules[rule.id] = rule
    return rules


def load_rulebook(folder: Path) -> Rulebook:
    """`rulebook.toml`, `rulings.toml` and `data/sources.toml` of a game, with the rules that all games share."""
    shared = load_rules(Path(__file__).with_name("rulebook.toml"))
    rulings = {key: convert({"id": key, **entry}, Ruling) for key, entry in read_toml(folder / "rulings.toml").items()}
    sources = read_sources(read_toml(folder / "data" / "sources.toml"))
    is_open = tuple(ruling for ruling in rulings.values() if ruling.is_open)
    return Rulebook(shared | load_rules(folder / "rulebook.toml"), rulings, sources, is_open)
