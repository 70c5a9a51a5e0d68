"""Whether a mistake mattered: each put right, the rest replayed as played, and the end compared.

A mistake has a legal reading where there is a way of putting it right that leaves nothing unknown and after which the
moves that follow break no rule that they did not break before. What was played is no such way, unless a legal move
leads to the same position. Where several ways fit and end differently, or none fits, nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal

from msgspec import Struct

from engine.core.events import Step
from engine.core.finding_writer import FindingWriter
from engine.core.findings import Finding, Violation
from engine.core.game import BaseGame, Dice, Outcome, legal_moves
from engine.core.moves import CountBase, MoveBase, Note
from engine.core.record_errors import Misread
from engine.core.replay import OnProgress, Replay, play_on
from refsvc.checking.check import families, violations
from refsvc.checking.read import Record
from refsvc.config import SOURCE_LANGUAGE
from refsvc.presentation import registry

Value = Literal["changed-result", "changed-position", "no-difference", "undetermined"]
VALUES: Final[tuple[Value, ...]] = ("changed-result", "changed-position", "no-difference", "undetermined")
MOST_WEIGHED = 20  # mistakes of one record
MOST_MISTAKES = 40  # a record with more is past the question which of them mattered
MOST_REPLAYED = 60_000  # moves replayed for all mistakes of a record together
MOVES_A_FINDING = 100  # that the replay looks at again for each of its findings


class Weight(Struct, frozen=True):
    """What one mistake has changed.

    `how` says how it was put right: `right` (made as the rules ask), `left-out`, `counted` (the position by the rules
    in place of what was counted). `outcome` and `view` are the end of the legal reading, `played` the position at the
    end as played; `ended` is the move that ends the game in the legal reading where the game as played went on.
    """

    value: Value
    how: str = ""
    outcome: Outcome | None = None
    view: dict[str, Any] = {}
    played: dict[str, Any] = {}
    ended: int | None = None


class End(Struct, frozen=True):
    """Where a line of play stops: at the end of the game, or with the record."""

    move: int
    state: Any
    outcome: Outcome | None


class UnfitError(Exception):
    """What follows does not fit this way of putting a mistake right."""


UNDETERMINED = Weight("undetermined")


def weigh(record: Record, replay: Replay[Any]) -> dict[int, Weight]:
    """The weight of the first mistakes of a record by the id of their finding; of the others nothing is said."""
    left = MOST_REPLAYED
    found: dict[int, Weight] = {}
    own = families(replay.findings)
    for finding, _ in own[:MOST_WEIGHED] if len(own) <= MOST_MISTAKES else ():
        number = _shown(finding)
        later = sum(_shown(other) > number for other in replay.findings)
        left -= 2 * (len(record.moves) - number + MOVES_A_FINDING * later)
        if left < 0:
            break
        found[finding.id] = _weigh(record, replay, finding)
    return found


def _shown(finding: Finding) -> int:
    """The move at which a mistake can be put right: where it was made, or where a count showed it."""
    return finding.seen or finding.move


def _weigh(record: Record, replay: Replay[Any], finding: Finding) -> Weight:
    number = _shown(finding)
    move, steps, game = record.moves[number - 1], replay.steps, record.game
    broken = _broken(record, replay, finding, number)
    if isinstance(move, Misread) or finding.verdict == "misread" or not broken:
        return UNDETERMINED
    rest = replay.made(record.moves, number)
    before, after = steps[number - 1].state, steps[number].state
    played = play_on(game, steps[number], rest, is_mending=False)
    # where values are not known, the record has taught some: a position that rests on them can't be made anew
    is_taught = not isinstance(move, CountBase) and game.resolve(before, move).state != after
    if is_taught or played.state != replay.state:
        return UNDETERMINED
    known = _rules(played.findings)
    fits = []
    for how, state in _readings(game, before, move, broken, after):
        try:
            moves = _without_dice(game, after, state, rest)
            line = play_on(game, Step(state), moves, _only(known, game), is_mending=False)
        except UnfitError:
            continue
        end = _end(game, line.steps, number)
        if _rules(line.findings, end.move - number) <= known:
            fits.append((how, end))
    return _compared(game, fits, _end(game, steps[number:], number))


def _only(known: set[tuple[int, str]], game: BaseGame[Any]) -> OnProgress:
    """Ends a line of play that breaks a rule which was kept as played, unless its game was over before."""
    looked_at = 0

    def stop(writer: FindingWriter[Any]) -> None:
        nonlocal looked_at
        fresh = writer.findings[looked_at:]
        looked_at += len(fresh)
        if fresh and not _rules(fresh) <= known and game.outcome(writer.steps[-1].state) is None:
            raise UnfitError

    return stop


def _broken(record: Record, replay: Replay[Any], finding: Finding, number: int) -> list[Violation]:
    """The violations that make up a finding, the first one first."""
    found = violations(record, replay, number)
    if finding.seen is not None:
        return list(found)
    rules = {finding.rule, *finding.also}
    mine = [v for v in found if v.rule in rules]
    duties = [v for v in mine if v.duty and v.rule == finding.rule]
    return duties[:1] or sorted((v for v in mine if not v.duty), key=lambda v: v.rule != finding.rule)


def _readings(
    game: BaseGame[Any], before: Any, move: MoveBase, broken: Sequence[Violation], played: Any
) -> Iterator[tuple[str, Any]]:
    """Ways of putting a mistake right that leave nothing unknown, the state after each.

    Where something was only stated wrongly, none counts beside the first: what was due in its place.
    """
    ways = [state for state, unknown in game.mending.repairs(before, move, broken) if not unknown]
    forbidden = () if isinstance(move, CountBase) else game.check(before, move)
    if all(violation not in forbidden for violation in broken):
        how = "counted" if isinstance(move, CountBase) else "right"
        yield from ((how, state) for state in ways[:1])
        return
    legal = list(_reached(game, before, move))
    yield from (("right", state) for state in ways if state in legal)
    out = [state for state in ways if state not in legal]
    yield from (("left-out", state) for state in out if state == before or state != played)


def _reached(game: BaseGame[Any], before: Any, move: MoveBase) -> Iterator[Any]:
    """The positions that legal moves lead to: one in place of the move, or the move after one that was left out.

    Of a kind that leaves no choice (a pass) two may have been left out, one by each side.
    """
    options = legal_moves(game, before)
    kinds = [type(option) for option in options]
    for option in options:
        state = game.resolve(before, option).state
        yield state
        lines = [state]
        if kinds.count(type(option)) == 1:
            again = (other for other in legal_moves(game, state) if type(other) is type(option))
            lines += [game.resolve(state, other).state for other in again]
        yield from (game.resolve(line, move).state for line in lines if not game.check(line, move))


def _without_dice(
    game: BaseGame[Any], played: Any, state: Any, rest: Sequence[MoveBase | Misread]
) -> Sequence[MoveBase | Misread]:
    """The moves that follow; where no dice are due any more, those of the move that was left out go with it."""
    if _awaits_dice(game, state):
        return rest
    for number, move in enumerate(rest, 1):
        if isinstance(move, Misread):
            break
        is_awaited = _awaits_dice(game, played)
        if isinstance(move, game.ROLLS) and (is_awaited or not game.check(played, move)):
            return (*[Note("")] * number, *rest[number:])  # what answered before the dice goes too
        if not is_awaited:
            break
        played = game.resolve(played, move).state
    return rest


def _awaits_dice(game: BaseGame[Any], state: Any) -> bool:
    return any(isinstance(who, Dice) for who in game.to_act(state))


def _rules(findings: Sequence[Finding], most: int | None = None) -> set[tuple[int, str]]:
    """What was found in a line of play, up to a move."""
    return {
        (finding.move, rule)
        for finding in findings
        if most is None or _shown(finding) <= most
        for rule in (finding.rule, *finding.also)
    }


def _end(game: BaseGame[Any], steps: Sequence[Step[Any]], number: int) -> End:
    """The end of a line of play whose first step is that of move `number`."""
    for at, step in enumerate(steps):
        if outcome := game.outcome(step.state):
            return End(number + at, step.state, outcome)
    return End(number + len(steps) - 1, steps[-1].state, None)


def _compared(game: BaseGame[Any], fits: Sequence[tuple[str, End]], played: End) -> Weight:
    """What the ways that fit have in common, beside the end as played.

    Those that leave nothing out come first. Of the others one is enough: they differ in whose turn is used up, and as
    soon as anybody acts again only one of them fits.
    """
    made = [(how, end) for how, end in fits if how != "left-out"] or fits[:1]
    if not made:
        return UNDETERMINED
    how, end = made[0]
    views = [game.view(other.state) for _, other in made]
    if any(_seen(game, view) != _seen(game, views[0]) for view in views[1:]):
        return UNDETERMINED
    as_played = game.view(played.state)
    is_same = _seen(game, views[0]) == _seen(game, as_played)
    value: Value = "no-difference" if is_same else "changed-position"
    if _winner(end.outcome) != _winner(played.outcome):
        value = "changed-result"
    ended = end.move if end.outcome is not None and end.move < played.move else None
    return Weight(value, how, end.outcome, views[0], as_played, ended)


def _winner(outcome: Outcome | None) -> tuple[bool, str | None]:
    return outcome is not None, outcome.winner if outcome else None


def _seen(game: BaseGame[Any], view: dict[str, Any]) -> list[str]:
    """What a reader of the board sees of a position."""
    return registry.of(game.KEY).describe(game, view, SOURCE_LANGUAGE)
