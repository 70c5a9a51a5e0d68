"""`python -m tests.mutation [GAME] [--sample N --seed S]`: how many small changes of the rules the tests notice.

Without `--sample` every mutant is tried: hours, which may be stopped at any time; the next run goes on with the results
kept (`--results`). Survivors are written beside them, in the form of `tests/mutation/equivalent.toml`: one that does
nothing else than the rules goes there with its reason, any other gets a case that kills it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

from tests.mutation.mutants import Mutant, files, mutants_of, sample
from tests.mutation.results import Results, equivalents, survivors_toml
from tests.mutation.trial import KILLED, Verdict, run_trials

TOP = Path(__file__).parents[2]
GAMES = ("saladin", "napoleonics")
LEAST = 0.85  # of the mutants, to be killed: it rises with every survivor that a case kills; the aim is 0.95


def main(arguments: list[str]) -> int:
    """Tries the mutants of each game; 1 if too few of one are killed."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("game", nargs="?", choices=GAMES, help="both if not given")
    parser.add_argument("--sample", type=int, help="so many mutants, drawn by the seed; else all of them")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="so many at once")
    parser.add_argument("--results", type=Path, default=TOP / ".mutation", help="the folder for what came of them")
    chosen = parser.parse_args(arguments)
    games = [chosen.game] if chosen.game else GAMES
    shares = [_try(game, chosen.sample, chosen.seed, chosen.jobs, chosen.results) for game in games]
    return int(min(shares) < LEAST)


def _try(game: str, size: int | None, seed: int, jobs: int, folder: Path) -> float:
    """The share that is killed; says what survived."""
    left_out = equivalents()
    everything = [mutant for path in files(game) for mutant in mutants_of(path) if mutant.key not in left_out]
    chosen = everything if size is None else sample(everything, size, seed)
    folder.mkdir(parents=True, exist_ok=True)
    results = Results(folder / f"{game}.jsonl")
    to_try = [mutant for mutant in chosen if not results.is_killed(mutant)]
    known = len(chosen) - len(to_try)
    print(f"{game}: {len(everything)} mutants, {len(chosen)} of them chosen, {known} known as killed", flush=True)
    counted = Counter({KILLED: known})
    survivors: list[Mutant] = []
    began = time.monotonic()

    def tell(verdict: Verdict) -> None:
        results.add(verdict)
        counted[verdict.outcome] += 1
        if verdict.outcome != KILLED:
            survivors.append(verdict.mutant)
            where = f"engine/{verdict.mutant.file}:{verdict.mutant.number} {verdict.mutant.function}"
            print(f"{verdict.outcome}: {where}: {verdict.mutant.line}\n    {verdict.mutant.change}", flush=True)

    run_trials(game, to_try, jobs, tell)
    (folder / f"{game}-survivors.toml").write_text(survivors_toml(survivors), "utf-8")
    share = counted[KILLED] / len(chosen)
    print(f"{game}: {dict(counted)}, {share:.1%} killed, {time.monotonic() - began:.0f} s", flush=True)
    return share


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
