"""What holds for every game and scenario."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any, NamedTuple

import msgspec
import pytest

from engine import GAMES, find_game
from engine.core.chance import Chance, Seeded
from engine.core.game import BaseGame, RefusedError, apply, legal_moves
from engine.core.moves import MoveBase
from engine.core.playout import EndlessError, pick, playout
from engine.core.record import FORMAT, Header, read_header, read_moves, write_record
from engine.core.replay import replay
from refsvc.library import load_scenario, open_game, scenario_ids
from tests.long import IS_LONG


class Sizes(NamedTuple):
    """How much of a game is played here for each of its scenarios."""

    games: int  # random games that are played, written and replayed
    asked: int  # games whose states are asked about
    every: int  # … one out of so many of them, where all that is legal there is asked about
    altered: int  # games whose moves are altered
    untouched: int  # legal games in which nothing is to be found


# What fits into the time of ./test, and of ./test --long: a game of Napoleonics is as long as six of Saladin.
SHORT = {"saladin": Sizes(10, 2, 1, 4, 60), "napoleonics": Sizes(2, 2, 20, 2, 20)}
LONG = {"saladin": Sizes(300, 30, 1, 100, 2500), "napoleonics": Sizes(20, 10, 20, 10, 2000)}
SIZES = defaultdict(lambda: Sizes(20, 2, 4, 5, 20), LONG if IS_LONG else SHORT)  # others are played a little
PARTS = 10 if IS_LONG else 2  # for several processes
SCENARIOS = [(game, scenario) for game in GAMES for scenario in scenario_ids(game)]
each_scenario = pytest.mark.parametrize(("game", "scenario"), SCENARIOS)


def table(game: str, scenario: str) -> tuple[Header, BaseGame[Any]]:
    header = Header(format=FORMAT, game=game, scenario=scenario, values="refsvc")
    return header, open_game(header)


def states_of(played: BaseGame[Any], seed: int) -> Iterator[tuple[Any, MoveBase]]:
    """Every state of a random game with the move made in it."""
    chance = Seeded(seed)
    state = played.setup().state
    while played.outcome(state) is None:
        move = pick(played, state, chance)
        yield state, move
        state = played.resolve(state, move).state


@each_scenario
def test_random_play_ends_and_never_gets_stuck(game: str, scenario: str) -> None:
    _, played = table(game, scenario)
    for seed in range(SIZES[game].games):
        assert playout(played, Seeded(seed))


@each_scenario
def test_every_legal_move_applies(game: str, scenario: str) -> None:
    _, played = table(game, scenario)
    for seed in range(SIZES[game].asked):
        for state, _ in islice(states_of(played, seed), seed, None, SIZES[game].every):
            legal = legal_moves(played, state)
            assert legal
            for move in legal:
                apply(played, state, move)


@each_scenario
def test_who_speaks_agrees_with_what_is_legal(game: str, scenario: str) -> None:
    _, played = table(game, scenario)
    for seed in range(SIZES[game].asked):
        for state, _ in islice(states_of(played, seed), seed, None, SIZES[game].every):
            sides = {getattr(move, "side", None) for move in legal_moves(played, state)} - {None}
            assert sides <= {side for side in played.to_act(state) if isinstance(side, str)}


@each_scenario
def test_states_survive_json(game: str, scenario: str) -> None:
    _, played = table(game, scenario)
    for seed in range(SIZES[game].asked):
        for state, _ in states_of(played, seed):
            tree = msgspec.json.decode(msgspec.json.encode(played.view(state)))
            again = played.setup(tree).state
            assert again == state
            assert played.view(again) == tree


@each_scenario
def test_moves_survive_json_and_records_are_canonical(game: str, scenario: str) -> None:
    header, played = table(game, scenario)
    module = find_game(game)
    for seed in range(SIZES[game].games):
        moves = playout(played, Seeded(seed), is_annotated=bool(seed % 2))
        data = write_record(header, moves)
        again, raw = read_header(data)
        read = read_moves(raw, module.MOVES, dict)
        assert list(read) == moves
        assert write_record(again, moves) == data


@each_scenario
def test_a_replayed_playout_has_no_finding_and_the_same_end(game: str, scenario: str) -> None:
    _, played = table(game, scenario)
    for seed in range(SIZES[game].games):
        moves = playout(played, Seeded(seed), is_annotated=bool(seed % 2))
        replayed = replay(played, moves)
        assert replayed.findings == []
        assert replayed.notes == []
        assert replayed.outcome is not None
        end = list(states_of(played, seed))[-1]
        assert played.resolve(*end).state == replayed.state


def hasty(game: BaseGame[Any], state: Any, chance: Chance) -> MoveBase:
    """A legal move, as likely as `pick` has it, but found by asking about as few as possible: many games are played."""
    kinds: dict[type, list[MoveBase]] = {}
    for move in game.candidates(state):
        kinds.setdefault(type(move) if game.is_kind_first else MoveBase, []).append(move)
    while kinds:
        own = kinds.pop(chance.pick(tuple(kinds)))
        while own:
            move = own.pop(chance.pick(range(len(own))))
            if not game.check(state, move):
                return game.throw(state, chance) if isinstance(move, game.ROLLS) else move
    raise EndlessError


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@each_scenario
def test_nothing_is_found_in_untouched_games(game: str, scenario: str, part: int) -> None:
    _, played = table(game, scenario)
    for seed in range(part, SIZES[game].untouched, PARTS):
        moves = playout(played, Seeded(10_000 + seed), is_annotated=bool(seed % 4), player=hasty)
        replayed = replay(played, moves)
        assert (replayed.findings, replayed.notes) == ([], [])
        assert replayed.outcome is not None


@each_scenario
def test_an_altered_move_is_legal_or_refused_with_a_rule(game: str, scenario: str) -> None:
    """Any field of any move replaced by another word of the vocabulary: `check` and `resolve` cope with all of it."""
    _, played = table(game, scenario)
    module = find_game(game)
    words = module.vocabulary(load_scenario(game, scenario))
    rules = module.rulebook().rules
    rng = random.Random(scenario)
    for seed in range(SIZES[game].altered):
        for state, move in states_of(played, seed):
            for altered in alterations(move, words, module.MOVES, rng):
                violations = played.check(state, altered)
                assert all(violation.rule in rules for violation in violations)
                if violations:
                    with pytest.raises(RefusedError):
                        apply(played, state, altered)
                step = played.resolve(state, altered)
                played.view(step.state)
                played.claims(state, altered, step)


def alterations(move: MoveBase, words: Any, types: Any, rng: random.Random) -> Iterator[MoveBase]:
    tree = msgspec.to_builtins(move)
    do = tree["do"]
    for field in words[f"fields:{do}"]:
        options = words.get(f"{do}.{field}") or words.get(field)
        if not options:
            continue
        word = rng.choice(options)
        value = [rng.choice(options) for _ in range(rng.randrange(4))] if isinstance(tree.get(field), list) else word
        try:
            yield msgspec.convert({**tree, field: value}, types)
        except msgspec.ValidationError:
            continue


@each_scenario
def test_a_move_with_a_name_that_there_is_not_is_refused(game: str, scenario: str) -> None:
    """Whoever uses the engine as a library may say anything of the right type: `check` and `resolve` never raise."""
    _, played = table(game, scenario)
    rules = played.package.rulebook().rules
    seen: set[tuple[type, str]] = set()
    for state, move in states_of(played, 0):
        for altered, field in misspelt(move, played.package.MOVES):
            if (type(move), field) not in seen:
                seen.add((type(move), field))
                assert {violation.rule for violation in played.check(state, altered)} & rules.keys(), altered
                played.view(played.resolve(state, altered).state)
    assert seen


def misspelt(move: MoveBase, types: Any) -> Iterator[tuple[MoveBase, str]]:
    """The move with each of its names in turn replaced by one that there is not; not where only some words fit."""
    tree = msgspec.to_builtins(move)
    for field, value in tree.items():
        word: Any = "Q20" if isinstance(value, str) else ["Q20"] if value and isinstance(value, list) else None
        if word is not None and field != "do":
            with suppress(msgspec.ValidationError):
                yield msgspec.convert({**tree, field: word}, types), field
