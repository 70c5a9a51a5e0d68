"""`python -m tests.planted [SHARE]`: the table of all planted games, or of one in SHARE, on all cores."""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor

from tests.planted import unread
from tests.planted.table import SCENARIOS, all_jobs, lines, measure, not_yet
from tests.planted.unread import Case, cases, table, wrong

GARBLED = 6  # games of each battle in which lines are garbled


def main(share: int) -> int:
    """Print the table of each battle; 1 if anything in it is not as it should be."""
    is_right, known = True, not_yet()
    with ProcessPoolExecutor() as pool:
        for game, scenario in SCENARIOS:
            sized = dict(all_jobs(game, scenario))
            mine = [job for everything in sized.values() for job in everything[::share]]
            outcomes = list(pool.map(measure, mine, chunksize=10))
            print(f"{game}, {scenario}: games with {', '.join(map(str, sized))} mistakes")
            print("\n".join(lines(outcomes)), "\n", flush=True)
            for outcome in outcomes:
                for missed in outcome.wrong:
                    print("not yet:" if outcome.job in known else "wrong:", missed)
                    is_right = is_right and outcome.job in known
            tried = list(cases(game, scenario, range(GARBLED)))[::share]
            garbled = list(zip(tried, pool.map(Case.made, tried, chunksize=10), strict=True))
            print("\n".join(table(game, garbled)), "\n", flush=True)
            for case, made in garbled:
                if made is not None and (fault := wrong(case, made)):
                    print("not yet:" if case in unread.not_yet() else "wrong:", fault)
                    is_right = is_right and case in unread.not_yet()
    return int(not is_right)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 1))
