"""Records with mistakes beside the same records without: what the judge takes longer for what people really send.

    python -m benchmarks.judge [--records 12] [--rounds 3] [--search 0]

Ours only: the first moves of random games of every battle as JSON bytes -> header, moves, findings; once as they were
played and once with 1, 3, 5 and 20 mistakes planted in them, of any kinds. In half of them the values are those of the
players' box, which is not known to us. CPU time, each record in alternation with its clean one; what is compiled once
for a battle is compiled before.

Then the worst small records: texts of at most 3 kB that were found to take longest, in `worst_records/`. `--search`
looks for worse ones by so many changes, from a fixed seed, and keeps those that it finds.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.replay import seconds
from engine.core.chance import Seeded
from engine.core.playout import playout
from engine.core.record import FORMAT, Header, write_record
from refsvc import library
from refsvc.checking.check import check
from refsvc.checking.conversion import convert
from refsvc.checking.read import read
from refsvc.records.upload import Upload
from tests.planted.kinds import KINDS
from tests.planted.planting import plant, played

MISTAKES = (1, 3, 5, 20)
AIMS = {5: 15.0, 20: 40.0}  # times the clean record
MOVES = (53, 100, 150)  # of a record, in turn
WORST = Path(__file__).with_name("worst_records")
MOST_BYTES = 3_000
MOST_SECONDS = 0.5
STARTS = 4  # records of a battle from which a search begins


class Pair(NamedTuple):
    """A record with mistakes, the same one without, and how many moves and mistakes it has."""

    wrong: bytes
    clean: bytes
    moves: int
    mistakes: int


def pair(game: str, scenario: str, mistakes: int, seed: int) -> Pair:
    """The beginning of a random game, as it was played and with so many mistakes, or as many as it has a place for."""
    kinds = KINDS[game]
    header = Header(format=FORMAT, game=game, scenario=scenario, values="refsvc" if seed % 2 else None)
    table = library.open_game(header.model_copy(update={"values": "refsvc"}))
    first = MOVES[seed % len(MOVES)]
    moves = playout(table, Seeded(seed), is_annotated=True, player=kinds.player(seed), first=first)
    rng = random.Random(f"{scenario} {mistakes} {seed}")
    names = rng.sample(sorted(kinds.planters), len(kinds.planters))
    wrong, planted = plant(played(table, moves), kinds.planters, kinds.losing, names, mistakes, rng, near=seed % 4 == 0)
    return Pair(write_record(header, wrong), write_record(header, moves), len(moves), len(planted))


def pairs(game: str, mistakes: int, number: int) -> list[Pair]:
    """So many of them, the battles in turn."""
    battles = library.scenario_ids(game)
    return [pair(game, battles[seed % len(battles)], mistakes, seed) for seed in range(number)]


def judge(data: bytes) -> None:
    """From bytes to findings."""
    check(read(Upload(data)))


def cost(data: bytes, rounds: int) -> float:
    """CPU seconds that a record takes, at best: whatever else goes on only adds to it."""
    return min(seconds(lambda: judge(data)) for _ in range(rounds))


def tell(game: str, mistakes: int, found: list[Pair], rounds: int) -> None:
    """One line of the table."""
    times = [(cost(one.clean, rounds), cost(one.wrong, rounds)) for one in found]
    clean, wrong = (sum(side) / len(found) * 1000 for side in zip(*times, strict=True))
    moves = sum(one.moves for one in found) / len(found)
    planted = sum(one.mistakes for one in found) / len(found)
    ratios = sorted(b / a for a, b in times)
    aim = f"  {AIMS[mistakes]:4.0f}" if mistakes in AIMS else "     -"
    print(
        f"{game:12}{planted:9.1f}{moves:8.0f}{clean:11.2f}{wrong:11.2f}{wrong / clean:8.1f}{aim}"
        f"{ratios[len(ratios) // 2]:9.1f}{ratios[-1]:7.1f}",
        flush=True,
    )


def starts(game: str) -> Iterator[str]:
    """Texts with many mistakes, from which a search begins."""
    for scenario in library.scenario_ids(game):
        for seed in range(STARTS):
            text = convert(read(Upload(pair(game, scenario, max(MISTAKES), seed).wrong)), "en")
            yield _cut(text)


def _cut(text: str) -> str:
    """As many whole lines as a small record may have."""
    while len(text.encode()) > MOST_BYTES:
        text = text.rstrip("\n").rpartition("\n")[0] + "\n"
    return text


def changed(text: str, other: str, rng: random.Random) -> str:
    """A line left out, written twice, exchanged with another, or followed by one of another record."""
    head, _, body = text.partition("\n\n")
    lines = body.splitlines()
    for _ in range(rng.randrange(1, 4)):
        at, there = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.randrange(4):
            case 0 if len(lines) > 2:
                del lines[at]
            case 1:
                lines.insert(there, lines[at])
            case 2:
                lines[at], lines[there] = lines[there], lines[at]
            case _:
                lines.insert(at, rng.choice(other.partition("\n\n")[2].splitlines()))
    return _cut(f"{head}\n\n" + "\n".join(lines) + "\n")


def search(game: str, tries: int) -> None:
    """Change the costliest texts again and again; whichever becomes costlier takes its place, the worst is kept."""
    rng = random.Random(f"{game} {tries}")
    found = [(cost(text.encode(), 1), text) for text in starts(game)]
    for _ in range(tries):
        found.sort(reverse=True)
        del found[8:]
        text = changed(rng.choice(found[:3])[1], rng.choice(found)[1], rng)
        found.append((cost(text.encode(), 1), text))
    worst = max(found)[1]
    kept = WORST / f"{game}.txt"
    if not kept.exists() or cost(worst.encode(), 3) > cost(kept.read_bytes(), 3):
        WORST.mkdir(exist_ok=True)
        kept.write_text(worst, "utf-8")


def main() -> None:
    """The table, then the worst small records."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=12, help="of each game with each number of mistakes")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--search", type=int, default=0, help="changes tried on small records of each game")
    options = parser.parse_args()
    print(" " * 12 + " mistakes   moves  clean, ms   with, ms   ratio   aim   median   most")
    for game in KINDS:
        for mistakes in MISTAKES:
            tell(game, mistakes, pairs(game, mistakes, options.records), options.rounds)
    for game in KINDS if options.search else ():
        search(game, options.search)
    for path in sorted(WORST.glob("*.txt")):
        data = path.read_bytes()
        judge(data)
        took = cost(data, options.rounds)
        print(f"{path.name}: {len(data)} bytes, {took:.3f} s; aim: at most {MOST_SECONDS} s")


if __name__ == "__main__":
    main()
