"""What the documents name exists: every link to a file of ours, and every path in backquotes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

TOP = Path(__file__).parents[2]
DOCUMENTS = [
    TOP / "README.md",
    TOP / "CONTRIBUTING.md",
    *sorted(TOP.glob("*/README.md")),
    *sorted(TOP.glob("docs/**/*.md")),
]
LINK = re.compile(r"\]\((?![a-z]+:)([^)#\s]+)")
PATH = re.compile(r"`((?:benchmarks|docs|engine|refsvc|scenarios|templates|tests|translations)/[^`\s]*)`")
ANY = re.compile(r"<[^>]+>")  # a part that stands for many: `engine/<game>/rules/`


def missing(document: Path) -> Iterator[str]:
    text = document.read_text("utf-8")
    for target in LINK.findall(text):
        if not (document.parent / target).exists():
            yield target
    for path in PATH.findall(text):
        if not any(TOP.glob(ANY.sub("*", path).rstrip("/").partition(":")[0])):
            yield path


def test_the_documents_name_what_exists() -> None:
    assert [(document.relative_to(TOP).as_posix(), name) for document in DOCUMENTS for name in missing(document)] == []


def test_every_decision_is_listed() -> None:
    folder = TOP / "docs" / "decisions"
    listed = re.findall(r"\]\((\d{4}-[a-z-]+\.md)\)", (folder / "README.md").read_text("utf-8"))
    assert listed == sorted(path.name for path in folder.glob("0*.md"))
