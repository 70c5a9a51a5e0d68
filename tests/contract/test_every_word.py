"""Every word of the contract is asked by somebody: games are played, spoiled, replayed and shown behind a proxy."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from engine import GAMES, find_game
from engine.core.certainty import Certainty
from engine.core.chance import Seeded
from engine.core.formed_moves import formed_moves
from engine.core.game import BaseGame, Game
from engine.core.mending import Mending
from engine.core.moves import CountBase, MoveBase
from engine.core.package import GamePackage
from engine.core.playout import playout
from engine.core.record import Moves
from engine.core.record_errors import Misread
from engine.core.replay import replay
from refsvc.library import scenario_ids
from refsvc.paths import data

SEEDS = range(4)
MOST_MOVES = 120  # of a game
BACK = 10  # moves
MOST_SPOILED = 40  # records of one game, each with one mistake
LOST = Misread("record.type", "", {"expected": ["object"]})


class Asked:
    """Something of a game that writes down which of its words are asked."""

    def __init__(self, behind: Any, asked: set[str]) -> None:
        self._behind, self._asked = behind, asked

    def __getattr__(self, name: str) -> Any:
        self._asked.add(name)
        found = getattr(self._behind, name)
        if name == "mending":
            return Asked(found, self._asked)
        if name in ("certainty", "with_ruling", "open_game"):
            return lambda *given, **named: (answer := found(*given, **named)) and Asked(answer, self._asked)
        return found


def words(*contracts: type) -> set[str]:
    """What can be asked of something by these contracts."""
    return {name for contract in contracts for name in vars(contract) if not name.startswith("_")}


def spoiled(game: BaseGame[Any], moves: list[MoveBase], counts: Iterator[tuple[int, MoveBase]]) -> Iterator[Moves]:
    """A record with one mistake each: a wrong count, lines that can't be read, a die too many, a move left out."""
    for at in range(len(moves) // 4, len(moves)):
        if isinstance(moves[at], game.ROLLS):
            yield [*moves[:at], with_one_more(moves[at]), *moves[at + 1 :]]
        if not at % BACK:
            yield [*moves[:at], LOST, *moves[at + 1 :]]
            yield [*moves[:at], *[LOST] * BACK, *moves[at + BACK :]]
            yield [*moves[:at], *moves[at + 1 :]]
        for stop, count in islice(counts, 1):
            yield [*moves[:stop], count, *moves[stop:]]


def with_one_more(roll: MoveBase) -> MoveBase:
    """A roll with one die too many."""
    lists = {
        field: value for field in roll.__struct_fields__ if isinstance(value := getattr(roll, field), tuple) and value
    }
    return replace(roll, **{field: (*value, value[-1]) for field, value in lists.items()})


def wrong_counts(game: BaseGame[Any], types: Any, moves: list[MoveBase]) -> Iterator[tuple[int, MoveBase]]:
    """Where a count could stand that gives a part of the position as it was some moves before."""
    for kind in (kind for kind in get_args(types) if issubclass(kind, CountBase)):
        views = [game.view(step.state) for step in replay(game, moves).steps]
        for at in range(BACK, len(moves), BACK):
            for field in kind.__struct_fields__:
                for part in as_before(views[at - BACK].get(field), views[at].get(field)):
                    try:
                        yield at, msgspec.convert({"do": kind.__struct_config__.tag, field: part}, types)
                    except msgspec.ValidationError:
                        continue


def as_before(before: Any, after: Any) -> Iterator[Any]:
    """Each number of a part of a view that has changed since, with nothing else beside it."""
    if isinstance(before, dict) and isinstance(after, dict):
        yield from ({key: part} for key in before.keys() & after.keys() for part in as_before(before[key], after[key]))
    elif type(before) is type(after) is int and before != after:
        yield before


@pytest.mark.parametrize("key", GAMES)
def test_every_word_of_the_contract_is_asked(key: str) -> None:
    asked: set[str] = set()
    package: Any = Asked(find_game(key), asked)
    scenario = scenario_ids(key)[0]
    battle = package.load_scenario(data("scenarios", key) / key / f"{scenario}.toml")
    show(package, battle)
    expected = words(GamePackage) | words(Game, BaseGame) | words(Mending)
    if find_game(key).open_game(battle, values="box").certainty() is not None:
        expected |= words(Certainty)
    if not any(issubclass(kind, CountBase) for kind in get_args(package.MOVES)):
        expected -= {"count", "adopt", "omissions"}
    for values, seed in product(("box", "refsvc"), SEEDS):
        game = package.open_game(battle, None, frozenset(), values)
        if any(asked >= expected for _ in play(game, package.MOVES, seed)):
            break
    assert expected - asked == set()


def show(package: Any, battle: Any) -> None:
    """What a package says of itself and of a scenario fits together."""
    assert package.folder.joinpath("rulebook.toml").is_file()
    assert "recommended" in package.EDITIONS
    assert len(set(package.SIDES)) == len(package.SIDES) > 0
    assert isinstance(battle, package.SCENARIO_TYPE)
    assert package.has_scenario_files == hasattr(battle, "hash")
    assert issubclass(package.GAME_TYPE, BaseGame)
    assert type(package.has_one_box) is bool
    assert package.KEY == package.open_game(battle).KEY
    assert all(rule.startswith((package.KEY, "record.")) for rule in package.rulebook().rules)
    assert package.box_fields(battle).keys() <= package.facts(battle).keys()
    assert all(type(number) is int for number in package.numbers([battle]).values())
    assert len({card.id for card in package.cards(battle)}) == len(package.cards(battle))
    kinds = {kind.__struct_config__.tag for kind in get_args(package.MOVES)}
    assert kinds == set(package.vocabulary(battle)["do"])


def play(game: Any, types: Any, seed: int) -> Iterator[None]:
    """A game played and looked at, then replayed with one mistake after the other."""
    sample = playout(game, Seeded(seed), first=BACK, player=game.sensible_player(Seeded(seed), is_open=True))
    assert not replay(game, sample).findings
    moves = playout(game, Seeded(seed), is_annotated=True, first=MOST_MOVES)
    for step, move in list(zip(replay(game, moves).steps, moves, strict=False))[:: 2 * BACK]:
        game.explain(step.state, move)
        assert all(issubclass(kind, MoveBase) for kind in game.SHORTENED)
        assert game.written_out(step.state, move) == (move,)  # nothing was left out
        assert bool(game.to_act(step.state)) == (game.outcome(step.state) is None)
        assert set(game.leaders) <= set(game.SIDES)
        assert all(duty.rule in game.package.rulebook().rules for duty in game.duties(step.state))
        formed = (*islice(formed_moves(game, step.state), 1), *game.optional_moves(step.state))
        assert all(game.canonical(step.state, move) for move in formed)
    for record in islice(spoiled(game, moves, wrong_counts(game, types, moves)), MOST_SPOILED):
        replay(game, record)
        yield
