"""`python -m tests.contract.frozen` freezes the reports anew.

It refuses while verdicts have changed and `engine.VERDICTS` has not.
"""

from __future__ import annotations

import sys

from tests.contract.frozen.reports import freeze

if __name__ == "__main__":
    sys.exit(freeze())
