"""The games of this service, with their scenarios: from the header of a record to a game that can be asked."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import engine
from engine import GAMES, drawn_scenarios, find_drawn, find_game
from engine.core.facts import BoxError
from engine.core.game import BaseGame
from engine.core.package import GamePackage
from engine.core.record import Header
from engine.core.record_errors import RecordError
from engine.core.scenario import Misplaced
from refsvc import paths

HASH_LENGTH = 16  # letters of a hash that we write down


@cache
def rules_version() -> str:
    """A name for everything that judges a record: rulebooks, rulings, data, scenarios and `engine.VERDICTS`.

    Where the sources of the program stand and how they are written is no part of it.
    """
    seen = hashlib.sha256(f"{engine.VERDICTS}".encode())
    for label, path in sorted(_judging()):
        seen.update(f"\0{label}\0".encode() + path.read_bytes())
    return seen.hexdigest()[:12]


def _judging() -> Iterator[tuple[str, Path]]:
    """The files that judge a record, each with a label that says of which game it is and how it is called."""
    for key in ("core", *GAMES):
        folder = engine.folder(key)  # the one that judges, should there be another of this name on the path
        for pattern in ("rulebook.toml", "rulings.toml", "data/*.toml"):
            for path in folder.glob(pattern):
                yield f"{key}/{path.name}", path
    for scenarios in paths.rooms("scenarios"):
        for path in scenarios.rglob("*.toml"):
            yield f"scenarios/{path.relative_to(scenarios).as_posix()}", path


@cache
def scenario_ids(game: str) -> tuple[str, ...]:
    """The scenarios of a game, by file name."""
    return tuple(sorted(path.stem for path in (paths.data("scenarios", game) / game).glob("*.toml")))


@cache
def load_scenario(game: str, scenario: str) -> Any:
    """A scenario of a game."""
    return find_game(game).load_scenario(paths.data("scenarios", game) / game / f"{scenario}.toml")


@cache
def in_order(game: str) -> tuple[str, ...]:
    """The scenarios of a game in the order of history; exercises, which have no date, come first, as they are named."""
    return tuple(sorted(scenario_ids(game), key=lambda id_: int(load_scenario(game, id_).year)))


@cache
def numbers(game: str) -> Mapping[str, int]:
    """The numbers that the texts of a game may quote, of all its scenarios (`horns_below`)."""
    return find_game(game).numbers([load_scenario(game, scenario) for scenario in scenario_ids(game)])


def default_game() -> str:
    """The game of an address that names none."""
    return GAMES[0]


def default_drawn_game() -> str:
    """The game of a scenario file that stands beside a record: a file names none."""
    return find_drawn()[0]


def find_package(game: str) -> GamePackage:
    """The game that a record names, or a `RecordError`."""
    if game not in GAMES:
        raise RecordError("record.game", "/game", word=game[:80], expected=list(GAMES))
    return find_game(game)


@lru_cache(32)
def read_drawn(game: str, text: str) -> tuple[Any | None, tuple[Misplaced, ...]]:
    """The scenario of a file that somebody wrote, or None, and what is wrong in it."""
    return drawn_scenarios(game).check_scenario(text)


def brought(game: str, text: str) -> Any:
    """The scenario of a file that a record brings; `RecordError` where there is none, with every mistake in it."""
    if game not in find_drawn():
        raise RecordError("record.key", "/scenario_file", key="scenario_file")
    scenario, found = read_drawn(game, text)
    if scenario is None:
        mistakes = [mistake for mistake in found if not mistake.is_warning]
        raise RecordError("record.scenario-file", "/scenario_file", count=len(mistakes), mistakes=mistakes)
    if scenario.id in scenario_ids(game) and scenario.hash != load_scenario(game, scenario.id).hash:
        raise RecordError("record.scenario-taken", "/scenario_file", word=scenario.id)
    return scenario


def scenario_of(header: Header) -> Any:
    """The scenario of a record: the one that it brings, or one of the game."""
    find_package(header.game)
    if header.scenario_hash is not None and header.game not in find_drawn():
        raise RecordError("record.key", "/scenario_hash", key="scenario_hash")
    if header.scenario_file is None:
        words = list(scenario_ids(header.game))
        if header.scenario not in words:
            raise RecordError("record.scenario", "/scenario", word=header.scenario[:80], expected=words)
        return load_scenario(header.game, header.scenario)
    scenario = brought(header.game, header.scenario_file)
    if header.scenario != scenario.id:
        raise RecordError("record.scenario-id", "/scenario", word=header.scenario[:80], id=scenario.id)
    if other := other_hash(header, scenario):
        raise RecordError("record.scenario-hash", "/scenario_hash", None, None, **other)
    return scenario


def other_hash(header: Header, scenario: Any) -> dict[str, str]:
    """The hash that a record names and that of the scenario at hand, where they differ."""
    if header.scenario_hash is None or scenario.hash.startswith(header.scenario_hash):
        return {}
    return {"hash": header.scenario_hash, "known": scenario.hash[: len(header.scenario_hash)]}


def with_hash(header: Header) -> Header:
    """The header with the hash of its scenario, where scenarios are drawn and it names none."""
    if header.game not in find_drawn() or header.scenario_hash is not None:
        return header
    return header.model_copy(update={"scenario_hash": scenario_of(header).hash[:HASH_LENGTH]})


def open_game(header: Header) -> BaseGame[Any]:
    """The game that a record was played under: scenario, edition, rulings, values and box."""
    module = find_package(header.game)
    scenario = scenario_of(header)
    for side in header.players or ():
        if side not in module.SIDES:
            raise RecordError("record.word", f"/players/{side[:80]}", word=side[:80], expected=list(module.SIDES))
    rulings = _rulings(module, header)
    edition = header.edition or "recommended"
    named = frozenset(header.rulings or ()) | {
        ruling.id for ruling in module.rulebook().open_rulings if ruling.is_settled_by(edition)
    }
    try:
        return module.open_game(scenario, rulings, named, header.values or "box", header.box)
    except BoxError as error:
        raise RecordError(error.rule, error.path, **error.params) from None


def chosen_rulings(header: Header) -> dict[str, str]:
    """The option of every open ruling that a record was judged by."""
    return _rulings(find_package(header.game), header)


def _rulings(module: GamePackage, header: Header) -> dict[str, str]:
    rulebook = module.rulebook()
    edition = header.edition or "recommended"
    if edition not in module.EDITIONS:
        raise RecordError("record.edition", "/edition", word=edition[:80], expected=list(module.EDITIONS))
    for key, option in (header.rulings or {}).items():
        ruling = rulebook.rulings.get(key)
        if ruling is None or not ruling.is_open:
            words = [r.id for r in rulebook.open_rulings]
            raise RecordError("record.ruling", f"/rulings/{key[:80]}", word=key[:80], expected=words)
        if option not in ruling.options:
            raise RecordError(
                "record.option", f"/rulings/{key}", word=option[:80], ruling=key, expected=list(ruling.options)
            )
    return rulebook.chosen(edition, header.rulings or {})
