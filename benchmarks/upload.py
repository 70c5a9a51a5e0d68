"""A 300-move upload from request to verdict, beside a Flask view that reads as many plies with python-chess.

    python -m benchmarks.upload [--rounds 61] [--uploads 20]

Ours: `POST /api/v1/check` with text and with JSON: limits, reading, every rule checked, the reports in three languages
kept in a SQLite file with its tokens, the answer in French. The records are random games by mild dice: moves and
rolls, as a PGN has moves. Peer: a bare view that reads a PGN of 300 plies with
`chess.pgn.read_game`, which checks every move, and answers with the result; it keeps nothing. Both through Werkzeug's
client in one process, in alternated rounds; CPU time. Prints milliseconds an upload and the median ratios.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import statistics
import tempfile
from collections.abc import Callable, Sequence
from http import HTTPStatus
from typing import Any, TypeVar

import chess
import chess.pgn
from flask import Flask, request

from benchmarks.replay import seconds
from engine.core.chance import Seeded
from engine.core.playout import playout
from engine.core.record import FORMAT, Header, write_record
from engine.core.replay import replay
from refsvc import create_app, library
from refsvc.checking.conversion import convert
from refsvc.checking.read import read
from refsvc.records.upload import Upload

T = TypeVar("T")
MOVES = 300
SETTINGS = {"uploads_a_minute": 0, "uploads_a_day": 0}


class Mild(Seeded):
    """Dice that seldom hit: a game by them is as long as the ones that people play carefully."""

    def pick(self, options: Sequence[T]) -> T:
        """The harmless face nine times out of ten."""
        first = super().pick(options)
        return options[0] if options[0] == "0" and self._random.random() < 0.9 else first


def saladin_records(number: int) -> list[bytes]:
    """Records as JSON, cut where nothing is pending so that each has about 300 moves, 300 on average at most."""
    records = []
    for seed in range(number):
        header = Header(format=FORMAT, game="saladin", scenario=("arsuf", "hattin")[seed % 2], values="refsvc")
        game = library.open_game(header)
        moves = playout(game, Mild(seed))
        steps = replay(game, tuple(moves)).steps
        rests = [n for n in range(1, len(moves) + 1) if game.view(steps[n].state)["pending"] is None]
        cut = min(rests, key=lambda n: abs(n - MOVES))
        records.append(write_record(header, moves[:cut]))
    return records


def chess_games(number: int) -> list[bytes]:
    """Random games of chess of 300 plies as PGN; one that ends before is played on from the start of another."""
    rng = random.Random(7)
    games: list[bytes] = []
    while len(games) < number:
        game = chess.pgn.Game()
        node: chess.pgn.GameNode = game
        board = game.board()
        while board.ply() < MOVES and any(board.legal_moves):
            move = rng.choice(list(board.legal_moves))
            board.push(move)
            node = node.add_variation(move)
        if board.ply() == MOVES:
            games.append(str(game).encode())
    return games


def chess_app() -> Flask:
    """The peer."""
    app = Flask("peer")

    @app.post("/check")
    def check() -> dict[str, Any]:
        game = chess.pgn.read_game(io.StringIO(request.get_data(as_text=True)))
        assert game is not None
        return {
            "clean": not game.errors,
            "moves": sum(1 for _ in game.mainline_moves()),
            "result": game.headers["Result"],
        }

    return app


def sender(app: Flask, path: str, bodies: list[bytes], media_type: str) -> Callable[[], int]:
    """Sends every body once; gives how many there were. A verdict that is not clean would make the figure worthless."""
    client = app.test_client()
    headers = {"Content-Type": media_type, "Accept-Language": "fr", "Host": "localhost"}

    def send() -> int:
        for body in bodies:
            answer = client.post(path, data=body, headers=headers)
            assert answer.status_code == HTTPStatus.OK, answer.text[:500]
            assert json.loads(answer.data)["clean"]
        return len(bodies)

    return send


def main() -> None:
    """Alternate them and print what they took."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=61)
    parser.add_argument("--uploads", type=int, default=20)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        ours = create_app({**SETTINGS, "instance": folder})
        records = saladin_records(options.uploads)
        texts = [convert(read(Upload(record)), "fr").encode() for record in records]
        work = {
            "JSON": sender(ours, "/api/v1/check", records, "application/json"),
            "text": sender(ours, "/api/v1/check", texts, "text/plain"),
            "python-chess": sender(chess_app(), "/check", chess_games(options.uploads), "text/plain"),
        }
        for warm in work.values():
            warm()
        times: dict[str, list[float]] = {name: [] for name in work}
        for number in range(options.rounds):  # forwards, backwards …: drift hits all
            for name in list(work)[:: 1 if number % 2 == 0 else -1]:
                times[name].append(seconds(work[name]) / options.uploads * 1000)
    peer = times.pop("python-chess")
    print(f"python-chess {statistics.median(peer):7.2f} ms an upload")
    for name, own in times.items():
        ratios = sorted(a / b for a, b in zip(own, peer, strict=True))
        span = f"from {ratios[0]:.3f} to {ratios[-1]:.3f}"
        print(f"{name:12} {statistics.median(own):7.2f} ms; ratio: median {statistics.median(ratios):.3f}, {span}")


if __name__ == "__main__":
    main()
