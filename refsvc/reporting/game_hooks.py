"""What only a game knows about a finding: the facts behind it in words, and the pieces on the board it is about."""

from __future__ import annotations

from engine.core.findings import Finding
from refsvc.presentation import registry
from refsvc.presentation.values import Fact, Pieces, Trace
from refsvc.reporting.subject import Subject


def facts(subject: Subject, finding: Finding) -> list[Fact]:
    """What a finding rests on, as it was before the move: each a `label` and a `value`."""
    return registry.of(subject.game.KEY).facts(subject, finding, subject.view(subject.judged_at(finding)))


def pieces(subject: Subject, finding: Finding) -> Pieces:
    """The parts of a view that a finding is about (as `boards.draw` marks them), and the pieces to show with them."""
    return registry.of(subject.game.KEY).pieces(subject, finding)


def traces(subject: Subject, number: int, finding: Finding | None = None) -> list[Trace]:
    """The lines to draw over a board for a move, or for a finding in it."""
    return registry.of(subject.game.KEY).lines(subject, number, finding)
