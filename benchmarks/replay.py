"""A checked Saladin move beside a python-chess move, in alternated rounds of one run on one core.

    python benchmarks/replay.py [--rounds 9] [--games 60]

Ours: playout records of both battles as JSON bytes -> header, moves, every check, every step, every claim compared.
Peer: the moves of random chess games, as UCI strings, through `chess.Board.push_uci`, which checks and makes the move.
Nothing is kept between games but the compiled cards of a battle, which are constants as the attack tables of chess
are. `turn` lines are read and compared but not counted as moves. Prints microseconds a move and the median ratio.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import statistics
import time
from collections.abc import Callable

import chess

from engine.core.chance import Seeded
from engine.core.moves import Turn
from engine.core.playout import playout
from engine.core.record import FORMAT, Header, write_record
from refsvc import library
from refsvc.checking import check_record

Games = list[tuple[bytes, int]]


def saladin_games(number: int) -> Games:
    """(record as JSON, moves without turn lines) of random games, both battles in turn."""
    games = []
    for seed in range(number):
        header = Header(format=FORMAT, game="saladin", scenario=("arsuf", "hattin")[seed % 2], values="refsvc")
        moves = playout(library.open_game(header), Seeded(seed))
        games.append((write_record(header, moves), sum(not isinstance(move, Turn) for move in moves)))
    return games


def chess_games(number: int, plies: int = 90) -> list[list[str]]:
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


def check_all(games: Games) -> int:
    """Check every record; the number of moves. A finding in a legal game would make the figure worthless."""
    for data, _ in games:
        if check_record(data).replay.findings:
            raise SystemExit("a legal game has a finding")
    return sum(moves for _, moves in games)


def push_all(games: list[list[str]]) -> int:
    """Push every move; the number of moves."""
    for moves in games:
        board = chess.Board()
        for move in moves:
            board.push_uci(move)
    return sum(len(moves) for moves in games)


def microseconds(work: Callable[[], int]) -> float:
    """CPU time a move."""
    gc.collect()
    start = time.process_time()
    moves = work()
    return (time.process_time() - start) / moves * 1e6


def main() -> None:
    """Alternate the two and print what they took."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--games", type=int, default=60)
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    ours, peer = saladin_games(options.games), chess_games(options.games)
    work: tuple[Callable[[], int], Callable[[], int]] = (lambda: check_all(ours), lambda: push_all(peer))
    for warm in work:
        warm()
    times: tuple[list[float], list[float]] = ([], [])
    for number in range(options.rounds):  # A B, B A, A B …: drift hits both
        for which in (0, 1) if number % 2 == 0 else (1, 0):
            times[which].append(microseconds(work[which]))
    ratios = sorted(a / b for a, b in zip(*times, strict=True))
    print(f"saladin, checked from JSON   {statistics.median(times[0]):6.2f} µs a move")
    print(f"python-chess push_uci        {statistics.median(times[1]):6.2f} µs a move")
    print(f"ratio: median {statistics.median(ratios):.3f}, from {ratios[0]:.3f} to {ratios[-1]:.3f}")


if __name__ == "__main__":
    main()
