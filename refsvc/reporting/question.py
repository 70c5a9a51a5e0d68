"""Why? A question about a position of a report: may somebody do this there, by which rules not, and with what odds.

What can be chosen is what the `Presentation` of the game gives; the answer comes from `check` and `explain` alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import ValidationError, convert, to_builtins

from engine.core.accounts import DONE
from engine.core.findings import Violation
from engine.core.moves import MoveBase
from refsvc import library
from refsvc.drawing import boards
from refsvc.i18n import sentences
from refsvc.i18n.percent import percent
from refsvc.presentation import registry
from refsvc.presentation.values import Question
from refsvc.reporting.subject import Subject

Tree = dict[str, Any]
MOST_REASONS = 6


def why(subject: Subject, number: int, asked: Mapping[str, str]) -> dict[str, Any]:
    """The form about the position after a move, and the answer if something was asked.

    `fields` (name, label, options: id, label, is_chosen); `answer` (None, or `move` in words, `is_legal`, `sentence`,
    `reasons`: message and rule, `with`: what would have to be played first, `sums`, `odds`: label and percent,
    `drawing`).
    """
    question, view = registry.of(subject.game.KEY).question(), subject.view(number)
    fields = question.fields(subject, view)
    chosen = {name: asked.get(name, "") for name, options in fields if asked.get(name, "") in dict(options)}
    return {
        "fields": [
            {
                "name": name,
                "label": subject.text(f"asking.field.{name}"),
                "options": [
                    {"id": id_, "label": label, "is_chosen": chosen.get(name) == id_} for id_, label in options
                ],
            }
            for name, options in fields
        ],
        "answer": _answer(subject, number, question, chosen),
    }


def _answer(subject: Subject, number: int, question: Question, chosen: Mapping[str, str]) -> dict[str, Any] | None:
    view, state = subject.view(number), subject.steps[number].state
    tree = question.tree(subject, view, chosen)
    move = _move(subject, tree)
    if tree is None or move is None:
        return None
    reasons, openings = _reasons(subject, state, move, question)
    accounts = [account for account in subject.game.explain(state, move) if account.of != DONE]
    is_legal = not reasons and not openings
    key = "legal" if is_legal else "after" if openings and not reasons else "refused"
    blocking = [str(hex_) for reason in reasons for hex_ in _listed(reason.params.get("by"))]
    only, lines = question.shown(tree, blocking)
    chances = [chance for account in accounts for chance in question.chances(subject, view, tree, account)]
    return {
        "move": subject.words(tree),
        "is_legal": is_legal,
        "sentence": subject.text(f"asking.{key}"),
        "reasons": list(_told(subject, reasons)),
        "with": [subject.words(to_builtins(opening)) for opening in openings],
        "sums": [sentences.account(account, subject.game.KEY, subject.language) for account in accounts],
        "odds": [{"label": label, "percent": percent(chance, subject.language)} for label, chance in chances],
        "drawing": boards.draw(subject.game, view, subject.language, (), only, lines),
    }


def _listed(value: Any) -> Sequence[Any]:
    return value if isinstance(value, (list, tuple)) else ()


def _move(subject: Subject, tree: Tree | None) -> MoveBase | None:
    if tree is None:
        return None
    try:
        move: MoveBase = convert(tree, library.find_package(subject.header.game).MOVES)
    except ValidationError:
        return None
    return move


def _reasons(
    subject: Subject, state: Any, move: MoveBase, question: Question
) -> tuple[list[Violation], list[MoveBase]]:
    """The rules against a move; where something has to be played first, those that stand against it whatever that is,
    and with none of them what would allow it."""
    game = subject.game
    found = list(game.check(state, move))
    first = question.openings(subject, state) if found else []
    if not first:
        return found, []
    after = [(opening, game.check(game.resolve(state, opening).state, move)) for opening in first]
    allowing = [opening for opening, broken in after if not broken]
    if allowing:
        return [], allowing
    always = set.intersection(*({violation.rule for violation in broken} for _, broken in after))
    fewest = min((broken for _, broken in after), key=len)
    return [violation for violation in fewest if violation.rule in always] or list(fewest), []


def _told(subject: Subject, reasons: Sequence[Violation]) -> Iterator[dict[str, Any]]:
    said: set[str] = set()
    for violation in reasons:
        message = sentences.refusal(violation.rule, violation.params, subject.game.KEY, subject.language)
        if message not in said and len(said) < MOST_REASONS:
            said.add(message)
            yield {"message": message, "rule": subject.rule(violation.rule)}
