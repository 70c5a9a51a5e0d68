"""Loaded by the process from which workers are forked: what every job needs is there before the first one comes."""

from __future__ import annotations

from refsvc import library, paths
from refsvc.checking import check
from refsvc.config import LANGUAGES
from refsvc.printing import pdf  # noqa: F401  # WeasyPrint takes a second or two
from refsvc.uploads import files
from refsvc.workers import tasks  # noqa: F401  # what workers do

SAMPLE = paths.PACKAGE / "samples" / "saladin-arsuf-mistakes.json"

library.rules_version()
files.version()
_data = SAMPLE.read_bytes()
_checked = check.check_record(_data)
for _language in LANGUAGES:
    check.report(_checked, _data, _language)
