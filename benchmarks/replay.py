"""Our games beside python-chess, in alternated rounds of one run on one core.

    python -m benchmarks.replay [--rounds 9] [--games 60]

Checked moves. Ours: playout records of every battle as JSON bytes -> header, moves, every check, every step, every
claim compared. Peer: the moves of random chess games, as UCI strings, through `chess.Board.push_uci`, which checks and
makes the move. `turn` lines are read and compared but not counted as moves.

Lists. Ours: all legal moves in every tenth position of the records of Napoleonics. Peer: `list(board.legal_moves)` in
every tenth position of the chess games. A list of ours is longer, so the time is given for each move listed, too.

Nothing is kept between games but the compiled cards of a battle, which are constants as the attack tables of chess are,
and, for a hex and what stands around it, where a unit gets to from there. Prints CPU time, and the median ratio beside
the aim.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import chess

from engine.core.chance import Seeded
from engine.core.game import BaseGame, legal_moves
from engine.core.moves import Turn
from engine.core.playout import playout
from engine.core.record import FORMAT, Header, write_record
from refsvc import library
from refsvc.checking.check import check
from refsvc.checking.read import read
from refsvc.records.upload import Upload

Records = list[tuple[bytes, int]]
Positions = list[tuple[BaseGame[Any], Any]]
Lines = list[list[str]]
Work = Callable[[], object]
Times = tuple[list[float], list[float]]
EVERY = 10  # positions of a game, of which one is listed


def records(game: str, number: int) -> Records:
    """(record as JSON, moves without turn lines) of random games, the battles in turn."""
    found = []
    scenarios = library.scenario_ids(game)
    for seed in range(number):
        header = Header(format=FORMAT, game=game, scenario=scenarios[seed % len(scenarios)], values="refsvc")
        moves = playout(library.open_game(header), Seeded(seed))
        found.append((write_record(header, moves), sum(not isinstance(move, Turn) for move in moves)))
    return found


def positions(games: Records) -> Positions:
    """Some positions of these games, each with the game that it belongs to."""
    records = [read(Upload(data)) for data, _ in games]
    return [(one.game, step.state) for one in records for step in check(one).steps[::EVERY]]


def chess_games(number: int, plies: int = 90) -> Lines:
    """Random chess games as UCI strings."""
    rng = random.Random(7)
    games = []
    for _ in range(number):
        board = chess.Board()
        moves: list[str] = []
        while len(moves) < plies and not board.is_game_over():
            move = rng.choice(list(board.legal_moves))
            board.push(move)
            moves.append(move.uci())
        games.append(moves)
    return games


def boards(games: Lines) -> list[chess.Board]:
    """Some positions of these games."""
    found = []
    for moves in games:
        board = chess.Board()
        for number, move in enumerate(moves):
            if not number % EVERY:
                found.append(board.copy())
            board.push_uci(move)
    return found


def check_all(games: Records) -> None:
    """Check every record. A finding in a legal game would make the figure worthless."""
    for data, _ in games:
        if check(read(Upload(data))).findings:
            raise SystemExit("a legal game has a finding")


def push_all(games: Lines) -> None:
    """Push every move."""
    for moves in games:
        board = chess.Board()
        for move in moves:
            board.push_uci(move)


def list_all(states: Positions) -> int:
    """List the legal moves of every position; how many there are."""
    return sum(len(legal_moves(game, state)) for game, state in states)


def list_chess(found: list[chess.Board]) -> int:
    """The same for chess."""
    return sum(len(list(board.legal_moves)) for board in found)


def seconds(work: Work) -> float:
    """CPU time of some work."""
    gc.collect()
    start = time.process_time()
    work()
    return time.process_time() - start


def alternate(ours: Work, peer: Work, rounds: int) -> Times:
    """What both took in each round."""
    work = (ours, peer)
    times: Times = ([], [])
    for warm in work:
        warm()
    for number in range(rounds):  # A B, B A, A B …: drift hits both
        for which in (0, 1) if number % 2 == 0 else (1, 0):
            times[which].append(seconds(work[which]))
    return times


def tell(name: str, times: Times, done: tuple[int, int], unit: str, aim: float | None = None) -> None:
    """Microseconds for each thing done, and the median ratio beside the aim."""
    ours, peer = ([second / number * 1e6 for second in side] for side, number in zip(times, done, strict=True))
    ratios = sorted(a / b for a, b in zip(ours, peer, strict=True))
    said = f"{name:34}{statistics.median(ours):7.2f} and {statistics.median(peer):6.2f} µs a {unit:11}"
    ratio = f" ratio: median {statistics.median(ratios):.3f}, from {ratios[0]:.3f} to {ratios[-1]:.3f}"
    print(said + ratio + ("" if aim is None else f"; aim {aim}"), flush=True)


def main() -> None:
    """Every pair, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--games", type=int, default=60, help="of chess and Saladin; of Napoleonics a tenth, as long")
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    lines = chess_games(options.games)
    pushed = sum(map(len, lines))
    napoleonics = records("napoleonics", max(3, options.games // 10))
    for game, played, aim in (("saladin", records("saladin", options.games), 0.25), ("napoleonics", napoleonics, 0.45)):
        times = alternate(partial(check_all, played), partial(push_all, lines), options.rounds)
        tell(f"{game}, checked / push_uci", times, (sum(moves for _, moves in played), pushed), "move", aim)
    states, found = positions(napoleonics), boards(lines)
    times = alternate(partial(list_all, states), partial(list_chess, found), options.rounds)
    tell("napoleonics, listed / legal_moves", times, (len(states), len(found)), "list", 0.3)
    tell("", times, (list_all(states), list_chess(found)), "listed move")


if __name__ == "__main__":
    main()
