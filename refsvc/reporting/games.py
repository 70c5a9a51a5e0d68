"""What only a game knows about a finding: the facts behind it in words, and the pieces on the board it is about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.core.findings import Finding
from refsvc.games.napoleonics import findings as napoleonics
from refsvc.games.napoleonics.board.traces import Trace
from refsvc.games.saladin import findings as saladin
from refsvc.reporting.subject import Subject

Fact = dict[str, str]  # label, value
Pieces = tuple[frozenset[str], frozenset[str]]  # parts of a view to mark, and the Banners or units to show
FACTS: dict[str, Callable[[Subject, Finding, dict[str, Any]], list[Fact]]] = {
    "saladin": saladin.facts,
    "napoleonics": napoleonics.facts,
}
PIECES: dict[str, Callable[[Subject, Finding], Pieces]] = {
    "saladin": saladin.pieces,
    "napoleonics": napoleonics.pieces,
}
# Only what is played on a map has lines to draw on it.
TRACES: dict[str, Callable[[Subject, int, Finding | None], list[Trace]]] = {"napoleonics": napoleonics.traces}


def facts(subject: Subject, finding: Finding) -> list[Fact]:
    """What a finding rests on, as it was before the move: each a `label` and a `value`."""
    return FACTS[subject.game.KEY](subject, finding, subject.view(subject.judged_at(finding)))


def pieces(subject: Subject, finding: Finding) -> Pieces:
    """The parts of a view that a finding is about (as `boards.draw` marks them), and the pieces to show with them."""
    return PIECES[subject.game.KEY](subject, finding)


def traces(subject: Subject, number: int, finding: Finding | None = None) -> list[Trace]:
    """The lines to draw over a board for a move, or for a finding in it."""
    trace = TRACES.get(subject.game.KEY)
    return trace(subject, number, finding) if trace else []
