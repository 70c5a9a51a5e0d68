"""The game move by move: the list of moves, and the position after each of them, drawn and in words."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Any

from refsvc.checking.check import due
from refsvc.drawing import boards
from refsvc.i18n import sentences
from refsvc.presentation import registry
from refsvc.reporting.subject import MOST_SHOWN, Subject, visible
from refsvc.reporting.verdicts import brief, notes

MISREAD = "misread"


def moves(subject: Subject, first: int = 1, most: int | None = None) -> list[dict[str, Any]]:
    """The moves in their order, from `first` on and no more than `most`.

    Each has `number`, `turn`, `side` (empty for dice and lines of nobody), `side_name`, `kind` (its `do`, or
    `misread`), `text`, `comment` (of a note), `dice` (symbol, name), `source` (only of a misread line),
    `findings` (ids), `is_own` (whether one of them is a mistake of its own).
    """
    last = len(subject.moves) if most is None else min(len(subject.moves), first + most - 1)
    return [_move(subject, number) for number in range(first, last + 1)]


def _move(subject: Subject, number: int) -> dict[str, Any]:
    tree = subject.move(number)
    found = subject.by_move.get(number, [])
    side = str((tree or {}).get("side") or "")
    return {
        "number": number,
        "turn": subject.turns[number],
        "side": side,
        "side_name": subject.name("side", side) if side else "",
        "kind": MISREAD if tree is None else tree["do"],
        "text": subject.move_text(number),
        "comment": visible(str((tree or {}).get("text", ""))[:MOST_SHOWN]),
        "dice": [] if tree is None else boards.dice(subject.game, tree, subject.language),
        "source": subject.source(number) if tree is None else None,
        "findings": [finding.id for finding in found],
        "is_own": any(finding.because_of is None for finding in found),
    }


def position(subject: Subject, number: int) -> dict[str, Any]:
    """The position after a move, 0 being the set-up; a number beyond the record is its nearest end.

    `number` and `last`; `title`; `move` (as in `moves`; None for the set-up); `changes` (sentences); `rests` (title,
    changes: the resting points passed on the way, in their order); `sentences` (the whole position); `drawing`;
    `findings` (as `brief`); `notes`; `due` (sentences, of the last position); `previous`, `next`, `previous_finding`,
    `next_finding` (numbers or None); `said` (one sentence for a live region).
    """
    number = max(0, min(number, len(subject.moves)))
    view = subject.view(number)
    before = subject.view(number - 1) if number else view
    found = subject.by_move.get(number, []) if number else []
    marked = set(boards.changes(before, view))
    for finding in found:
        marked |= registry.of(subject.game.KEY).pieces(subject, finding)[0]
    lines = registry.of(subject.game.KEY).lines(subject, number, None)
    drawing = boards.draw(subject.game, view, subject.language, marked, None, lines)
    changes = registry.of(subject.game.KEY).differences(subject.game, before, view, subject.language)
    move = _move(subject, number) if number else None
    return {
        "number": number,
        "last": len(subject.moves),
        "title": drawing["title"],
        "move": move,
        "changes": changes,
        "rests": _rests(subject, number) if number else [],
        "sentences": drawing["sentences"],
        "drawing": drawing,
        "findings": [brief(subject, finding) for finding in found],
        "notes": notes(subject, number),
        "due": _due(subject) if number == len(subject.moves) else [],
        **_neighbours(subject, number),
        "said": _said(subject, move, changes),
    }


def _rests(subject: Subject, number: int) -> list[dict[str, Any]]:
    """The resting points that a move has passed: the end of a turn, before the next one begins."""
    before = subject.view(number - 1)
    found = []
    for state in subject.steps[number].rests:
        view = subject.game.view(state)
        found.append(
            {
                "title": registry.of(subject.game.KEY).title(subject.game, view, subject.language),
                "changes": registry.of(subject.game.KEY).differences(subject.game, before, view, subject.language),
            }
        )
        before = view
    return found


def _due(subject: Subject) -> list[str]:
    """What is due where the record stops, as far as no finding says it."""
    last = len(subject.moves)
    owed = due(subject.record, subject.replay, last, subject.by_move.get(last, ()))
    return [sentences.refusal(duty.rule, duty.params, subject.game.KEY, subject.language) for duty in owed]


def _neighbours(subject: Subject, number: int) -> dict[str, int | None]:
    """The numbers that lead on: one move, or to the next mistake."""
    wrong = subject.wrong_moves
    before, after = bisect_left(wrong, number), bisect_right(wrong, number)
    return {
        "previous": number - 1 if number else None,
        "next": number + 1 if number < len(subject.moves) else None,
        "previous_finding": wrong[before - 1] if before else None,
        "next_finding": wrong[after] if after < len(wrong) else None,
    }


def _said(subject: Subject, move: dict[str, Any] | None, changes: list[str]) -> str:
    """What is read aloud when the position is shown: the move, what was found in it, what has changed."""
    if move is None:
        return subject.text("report.said.set-up")
    said = [subject.text("report.said.move", number=move["number"], move=move["text"])]
    if move["findings"]:
        words = [subject.text(f"verdict.{subject.by_id[id_].verdict}") for id_ in move["findings"]]
        said.append(
            subject.text("report.said.found", verdicts=sentences.comma(list(dict.fromkeys(words)), subject.language))
        )
    if changes:
        said.append(subject.text("report.said.changed", changes=sentences.semicolon(changes, subject.language)))
    return " ".join(said)
