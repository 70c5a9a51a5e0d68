"""What the index of the booklet of Napoleonics lists besides the glossary."""

from __future__ import annotations

from functools import cache

from refsvc.config import LANGUAGES
from refsvc.i18n.catalogue import has_text
from refsvc.presentation.values import Names
from refsvc.reference import book


@cache
def names(game: str) -> Names:
    """The paragraph that explains each card, each kind of unit and each terrain: it has the same id."""
    kinds = {"card": "cards", "unit": "units", "terrain": "terrain"}
    return {
        (kind, rule.rpartition(".")[2]): (rule,)
        for kind, chapter in kinds.items()
        for rule in book.paragraphs(game)
        if rule.startswith(f"{game}.{chapter}.")
        and has_text(f"{game}.name.{kind}.{rule.rpartition('.')[2]}", LANGUAGES[0])
    }
