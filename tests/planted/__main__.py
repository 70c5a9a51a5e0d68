"""`python -m tests.planted [SHARE]`: the table of all planted games, or of one in SHARE, on all cores."""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor

from tests.planted.table import SCENARIOS, all_jobs, lines, measure


def main(share: int) -> int:
    """Print the table of each battle; 1 if anything in it is not as it should be."""
    is_right = True
    with ProcessPoolExecutor() as pool:
        for game, scenario in SCENARIOS:
            sized = dict(all_jobs(game, scenario))
            mine = [job for everything in sized.values() for job in everything[::share]]
            outcomes = list(pool.map(measure, mine, chunksize=10))
            print(f"{game}, {scenario}: games with {', '.join(map(str, sized))} mistakes")
            print("\n".join(lines(outcomes)), "\n", flush=True)
            for wrong in (wrong for outcome in outcomes for wrong in outcome.wrong):
                print(wrong)
                is_right = False
    return int(not is_right)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1))
