"""How the games are written down on paper: of each its score sheet, and the reference sheet of its notation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from refsvc.games.napoleonics.print import score_sheet as turnsheets
from refsvc.games.saladin.print import notation_sheet
from refsvc.games.saladin.print import score_sheet as sheets

SCORE_SHEETS: Mapping[str, Callable[..., dict[str, Any]]] = {
    "saladin": sheets.score_sheet,
    "napoleonics": turnsheets.score_sheet,
}
REFERENCES: Mapping[str, Callable[..., dict[str, Any]]] = {
    "saladin": notation_sheet.reference,
    "napoleonics": turnsheets.reference,
}
