"""`python -m tests.durability [uploads|kills|jobs]`: the trials in full, on both databases."""

from __future__ import annotations

import sys
from time import monotonic

from tests.durability.test_durability import FULL
from tests.refsvc.databases import KINDS


def main(names: list[str]) -> None:
    """Says what came of each; stops at the first that lost something."""
    for name in names or FULL:
        trial, size = FULL[name]
        for kind in KINDS:
            began = monotonic()
            print(f"{name:8} {kind:11} {trial(kind, size)} ({monotonic() - began:.0f} s)", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
