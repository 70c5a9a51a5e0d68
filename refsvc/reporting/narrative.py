"""The game told turn by turn, as it was played, and the moves that turned it.

An account is a list of turns, each a dict: `turn`, `title`, and `sentences`, each of which has its `kind`, `text`, the
moves `move` to `last` that it tells, the `side` that spoke first (or none), and `findings`, the ids of those that stand
there. Nothing is invented: a sentence says what the events of its moves say.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import nsmallest
from typing import Any

from engine.core.moves import Result
from refsvc.drawing import boards
from refsvc.presentation import registry
from refsvc.presentation.values import NarrativeUnit
from refsvc.reporting.subject import Subject

MOST_SENTENCES = 600
MOST_MARKS = 12  # findings that one sentence names
LEAST_WEIGHT = 2
SURE = 1000  # weight of what is always a turning point
BY_TURN_END = ("opening", "pass")  # units in which nothing but the end of the game turns it


def narrative(subject: Subject, most: int = MOST_SENTENCES) -> list[dict[str, Any]]:
    """The turns of a game with their sentences, no more than about `most`: what is left out is said to be."""
    found: list[dict[str, Any]] = []
    for turn, sentence in _sentences(subject, most):
        if not found or found[-1]["turn"] != turn:
            found.append({"turn": turn, "title": _title(subject, turn), "sentences": []})
        found[-1]["sentences"].append(sentence)
    return found


def _title(subject: Subject, turn: int) -> str:
    said = subject.text("move.turn", number=turn)
    return said[:1].upper() + said[1:]


def _sentences(subject: Subject, most: int) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every sentence with its turn: the units up to the end of the game, what is left out, and the end."""
    teller, end, moves = registry.of(subject.game.KEY).narrator(), end_of_game(subject), len(subject.steps) - 1
    turn, done, told, carried = subject.turns[0], 0, 0, [0]
    for unit in teller.units(subject):
        if end is not None and unit.move > end:
            break
        if told >= most:
            break
        if unit.turn != turn:
            turn = unit.turn
            if said := teller.turn_start(subject, unit.move):
                yield turn, _sentence("chaos", said, unit.move, unit.move, "", [])
        if said := teller.sentence(subject, unit):
            ids = _ids(subject, [*carried, *range(unit.move, unit.last + 1)])
            yield turn, _sentence(unit.kind, said, unit.move, unit.last, unit.side, ids)
            carried, told = [], told + 1
        else:
            carried += range(unit.move, unit.last + 1)
        done = unit.last
    if left := moves - done:
        key = "account.after-end" if end is not None and done >= end else "account.cut"
        yield turn, _sentence("cut", subject.plural(key, left), done + 1, moves, "", [])
    said = teller.closing(subject, _by(subject, end))
    yield turn, _sentence("closing", said, moves, moves, "", _ids(subject, carried) if not left else [])


def _sentence(kind: str, text: str, move: int, last: int, side: str, findings: list[int]) -> dict[str, Any]:
    return {"kind": kind, "text": text, "move": move, "last": last, "side": side, "findings": findings}


def _ids(subject: Subject, moves: list[int]) -> list[int]:
    """The findings that stand at these moves, those that only follow from another left out where there are many."""
    found = [finding for move in moves for finding in subject.by_move.get(move, ())]
    found.sort(key=lambda finding: (finding.because_of is not None, finding.id))
    return sorted(finding.id for finding in found[:MOST_MARKS])


def end_of_game(subject: Subject) -> int | None:
    """The move that ended the game, 0 if a record starts after its end; None if it is undecided."""
    if subject.game.outcome(subject.steps[-1].state) is None:
        return None
    outcome, steps = subject.game.outcome, subject.steps
    return next(number for number, step in enumerate(steps) if outcome(step.state) is not None)


def _by(subject: Subject, end: int | None) -> str | None:
    """How the players ended the game themselves, if they did."""
    move = subject.moves[end - 1] if end else None
    return move.by if isinstance(move, Result) else None


def turning_points(subject: Subject, most: int = 4) -> list[dict[str, Any]]:
    """The units that moved the balance most, in the order of the game.

    What each weighs is said by the game: pieces and Orders lost, less those of the enemy. The end of the game, and what
    holds a mistake that changed the result, come before all others. Each is a dict: `move` (the last of the unit, where
    its position stands), `first`, `turn`, `kind` and `title` (why it is one), `text`, `findings`, and `drawing`, the
    position after it with what has changed marked.
    """
    teller, end = registry.of(subject.game.KEY).narrator(), end_of_game(subject)
    decisive = {subject.by_id[id_].move for id_, weight in subject.weights.items() if weight.value == "changed-result"}
    weighed: list[tuple[int, int, str, NarrativeUnit]] = []
    for unit in teller.units(subject):
        if end is not None and unit.move > end:
            break
        weight, reason = (0, "") if unit.kind in BY_TURN_END else teller.weight(subject, unit)
        if end is not None and unit.move <= end <= unit.last and unit.kind != "result":
            weight, reason = weight + SURE, "end"
        elif decisive and not decisive.isdisjoint(range(unit.move, unit.last + 1)):
            weight, reason = weight + SURE, "changed-result"
        if weight >= LEAST_WEIGHT:
            weighed.append((-weight, unit.move, reason, unit))
    chosen = sorted(nsmallest(most, weighed, key=lambda each: each[:2]), key=lambda each: each[1])
    return [_turning_point(subject, reason, unit) for _, _, reason, unit in chosen]


def _turning_point(subject: Subject, reason: str, unit: NarrativeUnit) -> dict[str, Any]:
    teller = registry.of(subject.game.KEY).narrator()
    before, after = subject.view(unit.move - 1), subject.view(unit.last)
    changed = boards.changes(before, after)
    return {
        "move": unit.last,
        "first": unit.move,
        "turn": unit.turn,
        "kind": reason,
        "title": subject.text(f"account.why.{reason}"),
        "text": teller.sentence(subject, unit),
        "findings": _ids(subject, list(range(unit.move, unit.last + 1))),
        "drawing": boards.draw(
            subject.game,
            after,
            subject.language,
            changed,
            teller.concerned(subject, unit, changed),
            [trace for number in unit.moves for trace in registry.of(subject.game.KEY).lines(subject, number, None)],
        ),
    }
