"""The letters that stand for a unit, a terrain or a nation on maps, counters, cards and sheets, in each language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from refsvc.games.napoleonics import GAME
from refsvc.i18n.catalogue import text
from refsvc.reference.cards import capital

LETTERED: Final = ("forest", "hill", "rugged-hill", "town", "windmill", "river", "ford", "bridge", "sand-quarry")


def code(kind: str, word: str, language: str) -> str:
    """What stands for a name: `code("unit", "line-infantry", "en")` is `LN`."""
    return text(f"{GAME}.name.{kind}.{word}#code", language)


def letters(language: str) -> dict[str, str]:
    """The letter of every terrain that has one."""
    return {terrain: code("terrain", terrain, language) for terrain in LETTERED}


def with_code(row: Mapping[str, Any]) -> str:
    """The name of a row of a table, with what stands for it on maps: `Forest (F)`."""
    return f"{capital(row['name'])}\u00a0({row['code']})" if row["code"] else capital(row["name"])
