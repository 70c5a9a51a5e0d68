"""How the games are written down on paper: of each its score sheet, and the reference sheet of its notation."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from refsvc.printing import notations, sheets, turnsheets

SCORE_SHEETS: Mapping[str, Callable[..., dict[str, Any]]] = {
    "saladin": sheets.score_sheet,
    "napoleonics": turnsheets.score_sheet,
}
REFERENCES: Mapping[str, Callable[..., dict[str, Any]]] = {
    "saladin": notations.reference,
    "napoleonics": turnsheets.reference,
}
