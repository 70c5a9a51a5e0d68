"""Records to report on: samples, legal games with planted mistakes, hopeless ones, and some made by hand."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, lru_cache, partial
from itertools import count
from typing import Any

from engine import GAMES
from engine.core.record import FORMAT, Header, write_record
from engine.core.record_errors import RecordError
from engine.core.replay import Replay
from refsvc import library
from refsvc.checking.read import Record
from refsvc.paths import PACKAGE
from refsvc.reporting.subject import Subject
from tests.planted.kinds import KINDS
from tests.planted.planting import plant
from tests.planted.table import legal_game
from tests.refsvc.checking.spoiling import spoil
from tests.replayed import replayed

SAMPLES = sorted(PACKAGE.glob("games/*/samples/*"))
GAME_OF = {scenario: game for game in GAMES for scenario in library.scenario_ids(game)}  # every battle of every game
GAPS = re.compile(r"\[[a-z]+(?:[.#-][a-z0-9#-]+)+\]")  # what stands for a text that is missing
START = {"do": "start", "first": "crusader"}


def about(data: bytes, language: str = "en") -> Subject:
    """The subject of a report on a record."""
    return Subject(*_replayed(data), language)


@lru_cache(maxsize=8)
def _replayed(data: bytes) -> tuple[Record, Replay[Any]]:
    """A record is judged once for all languages."""
    return replayed(data)


def made(moves: list[dict[str, Any]], language: str = "en", scenario: str = "arsuf", **header: Any) -> Subject:
    """The same of moves, played on our own cards if nothing else is said."""
    head = {"format": FORMAT, "game": "saladin", "scenario": scenario, "values": "refsvc", **header}
    return about(json.dumps({**head, "moves": moves}, ensure_ascii=False).encode(), language)


def act(side: str, banner: str, action: str, target: str | None = None, **more: Any) -> dict[str, Any]:
    """An activation."""
    aim = {} if target is None else {"target": target}
    return {"do": "activate", "side": side, "banner": banner, "action": action, **aim, **more}


def roll(red: str = "", green: str = "", **more: Any) -> dict[str, Any]:
    """The dice, one face a word."""
    return {"do": "roll", "red": red.split(), "green": green.split(), **more}


@cache
def planted(scenario: str, seed: int, mistakes: int, values: str = "refsvc") -> bytes:
    """A legal game with mistakes of any kinds, as a record."""
    rng = random.Random(f"{scenario} {seed}")
    name = GAME_OF[scenario]
    planters, losing, *_ = KINDS[name]
    kinds = rng.sample(sorted(planters), len(planters))
    game = legal_game(name, scenario, seed)
    moves, _ = plant(game, planters, losing, kinds, mistakes, rng, near=False)
    header = Header(format=FORMAT, game=name, scenario=scenario, values=values)  # type: ignore[arg-type]  # one of the two
    return write_record(header, moves)


def spoilt(number: int) -> bytes:
    """The first spoilt record from this seed on that can still be read."""
    for seed in count(number * 10):
        _, data = spoil(seed)
        with suppress(RecordError):
            replayed(data)
            break
    return data


def again(game: str, scenario: str, moves: list[dict[str, Any]]) -> bytes:
    """A record of these moves."""
    return json.dumps({"format": FORMAT, "game": game, "scenario": scenario, "moves": moves}).encode()


WRONG_MOVES: tuple[dict[str, Any], ...] = (
    {"do": "pass", "side": "crusader"},
    roll("1"),
    {"do": "nonsense"},
    {"do": "count", "turn": 9},
)
WRONG_COMMANDS: tuple[dict[str, Any], ...] = (
    {"do": "roll", "faces": ["flag", "flag"]},
    {"do": "move", "unit": "H3", "to": "off"},
    {"do": "retreat", "to": "A1"},
    {"do": "leader-retreat", "to": "off"},
    {"do": "bonus", "target": "B3"},
    {"do": "count", "banners": {"french": 3}},
    {"do": "nonsense"},
)
PLAY = {"do": "play", "side": "french", "card": "forward"}
# One of everything, each with what makes it: samples, planted and spoilt games, and some of which every line is wrong.
RECORDS: dict[str, Callable[[], bytes]] = {
    **{path.name: path.read_bytes for path in SAMPLES},
    **{
        f"{scenario}, {mistakes} mistakes": partial(planted, scenario, seed, mistakes, values)
        for scenario in GAME_OF
        for seed, (mistakes, values) in enumerate([(1, "refsvc"), (5, "refsvc"), (0, "refsvc"), (3, "box")])
    },
    **{f"spoilt {number}": partial(spoilt, number) for number in range(20)},
    **{f"{move['do']} again": partial(again, "saladin", "hattin", [move] * 300) for move in WRONG_MOVES},
    **{f"{move['do']} six times": partial(again, "napoleonics", "training-2", [move] * 6) for move in WRONG_COMMANDS},
    **{
        f"a card, {move['do']} six times": partial(again, "napoleonics", "training-2", [PLAY, *[move] * 6])
        for move in WRONG_COMMANDS
    },
}


def words_of(tree: Any) -> Iterator[str]:
    """Every text in plain data."""
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, dict):
        for value in tree.values():
            yield from words_of(value)
    elif isinstance(tree, (list, tuple)):
        for value in tree:
            yield from words_of(value)


def gaps_of(tree: Any) -> list[str]:
    """The ids of texts that are missing."""
    return [found for text in words_of(tree) for found in GAPS.findall(text)]
