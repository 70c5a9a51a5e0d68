"""Verdict cards: one for each mistake, with everything that a reader needs in order to agree with it."""

from __future__ import annotations

from typing import Any

from msgspec.json import encode

from engine.core.accounts import DONE, Account
from engine.core.findings import Finding
from engine.core.moves import CountBase, MoveBase
from refsvc import library
from refsvc.checking.check import is_depending
from refsvc.checking.doubts import doubts
from refsvc.drawing import boards
from refsvc.i18n import sentences
from refsvc.presentation import registry
from refsvc.reporting.subject import Subject
from refsvc.reporting.weight import weight

MOST_FOLLOWING = 50  # findings that are named under the one they follow from

Card = dict[str, Any]


def verdicts(subject: Subject, most: int | None = None, *, with_drawing: bool = False) -> list[Card]:
    """The cards of the mistakes in the order of the record, no more than `most`; see `verdict`."""
    found = subject.families if most is None else subject.families[:most]
    return [_card(subject, finding, following, with_drawing=with_drawing) for finding, following in found]


def verdict(subject: Subject, number: int, *, with_drawing: bool = True) -> Card | None:
    """The card of one mistake by the id of its finding; None if it is none of its own.

    Besides what `brief` gives: `hint` (words that would fit, for a misread line), `also` (further rules, as `rule`),
    `facts` (label, value), `accounts` (sums in words: price, dice), `source` (see `Subject.source`), `path` (a JSON
    Pointer), `position` (number of the move it follows; drawing or None), `instead` (text, move, json), `basis` (id,
    word, meaning), `rulings` (see `Subject.ruling`), `doubts` (as in the report), `notes` (sentences), `seen` and
    `arose` (moves or None), `weight` (see `weight`); `depending` (each as `brief`, with its `doubts`): what is
    doubtful by how this line was meant; `following` (each as `brief`) and `following_count`: what else follows.
    """
    for finding, following in subject.families:
        if finding.id == number:
            return _card(subject, finding, following, with_drawing=with_drawing)
    return None


def anchor(finding: Finding) -> str:
    """Where a finding stands on a page."""
    return f"finding-{finding.id}"


def brief(subject: Subject, finding: Finding) -> Card:
    """A finding in brief: `id`, `anchor`, `because_of`, `verdict`, `kind` (its word), `message`, `rule` (id, title,
    printed, text, markup), `move`, `move_text`, `turn`, `line`, `column`."""
    line, column = subject.place(finding.move)
    return {
        "id": finding.id,
        "anchor": anchor(finding),
        "because_of": finding.because_of,
        "verdict": finding.verdict,
        "kind": subject.text(f"verdict.{finding.verdict}"),
        "message": sentences.refusal(finding.rule, finding.params, subject.game.KEY, subject.language),
        "rule": subject.rule(finding.rule),
        "move": finding.move,
        "move_text": subject.move_text(finding.move),
        "turn": subject.turns[finding.move],
        "line": line,
        "column": column,
    }


def _card(subject: Subject, finding: Finding, following: list[Finding], *, with_drawing: bool) -> Card:
    depending = [other for other in following if is_depending(finding, other)]
    following = [other for other in following if other not in depending]
    return {
        **brief(subject, finding),
        "hint": sentences.known_words(finding.params, subject.language),
        "also": [subject.rule(rule) for rule in finding.also],
        "facts": registry.of(subject.game.KEY).facts(subject, finding, subject.view(subject.judged_at(finding))),
        "accounts": _accounts(subject, finding),
        "source": subject.source(finding.move),
        "path": finding.path,
        "position": _position(subject, finding, with_drawing=with_drawing),
        "instead": [
            {
                "text": subject.words(move, with_faces=finding.verdict == "misread"),
                "move": move,
                "json": encode(move).decode(),
            }
            for move in finding.instead
        ],
        "basis": {
            "id": finding.basis,
            "word": subject.text(f"standing.{finding.basis}"),
            "meaning": subject.text(f"report.basis.{finding.basis}"),
        },
        "rulings": _rulings(subject, finding),
        "doubts": _doubts(subject, finding),
        "notes": notes(subject, finding.move),
        "seen": finding.seen,
        "arose": finding.params.get("arose") or None,
        "weight": weight(subject, finding),
        "depending": [brief(subject, other) | {"doubts": _doubts(subject, other)} for other in depending],
        "following": [brief(subject, other) for other in following[:MOST_FOLLOWING]],
        "following_count": len(following),
    }


def _doubts(subject: Subject, finding: Finding) -> list[dict[str, Any]]:
    return doubts(subject.header, subject.game, finding, subject.language)


def _accounts(subject: Subject, finding: Finding) -> list[str]:
    """The sums that the rules ask for in the move, where it is one that can be counted."""
    move = subject.moves[finding.move - 1]
    if not isinstance(move, MoveBase) or isinstance(move, CountBase) or subject.judged_at(finding) == finding.move:
        return []
    accounts: tuple[Account, ...] = subject.game.explain(subject.steps[finding.move - 1].state, move)
    return [
        sentences.account(account, subject.game.KEY, subject.language) for account in accounts if account.of != DONE
    ]


def _position(subject: Subject, finding: Finding, *, with_drawing: bool) -> dict[str, Any]:
    """The position that a finding was judged in: its number, and drawn if asked for, with the pieces it is about."""
    number = subject.judged_at(finding)
    drawing = None
    if with_drawing:
        marked, only = registry.of(subject.game.KEY).pieces(subject, finding)
        lines = registry.of(subject.game.KEY).lines(subject, finding.move, finding)
        drawing = boards.draw(subject.game, subject.view(number), subject.language, marked, only, lines)
    return {"number": number, "drawing": drawing}


def _rulings(subject: Subject, finding: Finding) -> list[dict[str, str]]:
    """The rulings that a finding rests on, each with the reading it was judged by."""
    chosen = library.chosen_rulings(subject.header)
    return [subject.ruling(ruling, chosen.get(ruling, "")) for ruling in finding.rulings]


def notes(subject: Subject, number: int) -> list[str]:
    """What is said of a move without a verdict."""
    return [
        sentences.note(note, subject.game.KEY, subject.language) for note in subject.replay.notes if note.move == number
    ]
