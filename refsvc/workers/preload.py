"""Loaded by the process from which workers are forked: what every job needs is there before the first one comes."""

from __future__ import annotations

from refsvc import library
from refsvc.checking.check import check
from refsvc.checking.read import read
from refsvc.checking.report import report
from refsvc.config import LANGUAGES
from refsvc.presentation import registry
from refsvc.printing import pdf  # noqa: F401  # WeasyPrint takes a second or two
from refsvc.records.upload import Upload
from refsvc.uploads import files
from refsvc.workers import tasks  # noqa: F401  # what workers do

library.rules_version()
files.version()
_record = read(Upload(registry.first_sample("json")))
_played = check(_record)
for _language in LANGUAGES:
    report(_record, _played, _language)
