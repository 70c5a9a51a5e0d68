"""Did it matter? The weight of a mistake in words."""

from __future__ import annotations

from typing import Any

from engine.core.findings import Finding
from refsvc.presentation import registry
from refsvc.reporting.subject import Subject
from refsvc.reporting.weighing import UNDETERMINED, Weight


def weight(subject: Subject, finding: Finding) -> dict[str, Any]:
    """The weight of a finding of its own in words.

    `value` is one of VALUES, `how` how it was put right (empty where undetermined), `text` says both in sentences,
    `changes` what differs at the end (as played → put right), `winner` the winner in the legal reading (a side, `draw`,
    or empty), `ended` the move that would have ended the game earlier, or None.
    """
    found = subject.weights.get(finding.id, UNDETERMINED)
    outcome = found.outcome
    winner = (outcome.winner or "draw") if outcome else ""
    is_weighed = finding.id in subject.weights
    sentences = [subject.text(f"report.weight.{found.value if is_weighed else 'unweighed'}")]
    if found.how:
        sentences.insert(0, subject.text(f"report.weight.how.{found.how}"))
    if found.value == "changed-result":
        key = "report.weight.winner" if winner else "report.weight.unfinished"
        sentences.append(subject.text(key, winner=subject.name("side", winner)))
    if found.ended is not None:
        sentences.append(subject.text("report.weight.ended", move=found.ended))
    return {
        "value": found.value,
        "how": found.how,
        "text": " ".join(sentences),
        "changes": _changes(subject, found),
        "winner": winner,
        "ended": found.ended,
    }


def _changes(subject: Subject, found: Weight) -> list[str]:
    """What differs at the end, or where no figure does, what is said of the position besides."""
    if found.value in ("no-difference", "undetermined"):
        return []
    if said := registry.of(subject.game.KEY).differences(subject.game, found.played, found.view, subject.language):
        return said
    known = registry.of(subject.game.KEY).describe(subject.game, found.played, subject.language)
    said = registry.of(subject.game.KEY).describe(subject.game, found.view, subject.language)
    return [each.removesuffix(".") for each in said if each not in known]
