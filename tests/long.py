"""Whether the tests do all their work, or the share of it that finds what is wrong soon."""

from __future__ import annotations

import os

IS_LONG = os.environ.get("REFSVC_LONG") == "1"
