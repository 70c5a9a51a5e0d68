"""What is offered in place of a wrong move, beside everything that was legal there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from engine.core.findings import Finding
from engine.core.game import BaseGame, legal_moves
from engine.core.moves import CountBase, MoveBase
from engine.core.record_errors import Misread
from engine.core.replay import Replay


def not_nearest(
    game: BaseGame[Any], moves: Sequence[MoveBase | Misread], played: Replay[Any]
) -> Iterator[tuple[Finding, Any]]:
    """Findings whose list does not begin with the same piece though it can move, or that offer the wrong side's moves.

    Moves of the other side are right only where it alone can do what was written, or nobody else is to act.
    """
    of = game.alternatives
    for finding in played.findings:
        move = moves[finding.move - 1] if finding.move <= len(moves) else None
        if move is None or isinstance(move, (Misread, CountBase)) or finding.seen or finding.verdict == "misread":
            continue
        before = played.steps[finding.move - 1].state
        if any(v.rule == finding.rule and v.duty for v in game.check(before, move)):
            continue  # what was due comes first
        state = of.judged_in(before, move, is_due=False)
        legal = [option for option in legal_moves(game, state) if of.fits(state, move, option)]
        mine = of.pieces(state, move)
        own = [option for option in legal if mine & of.pieces(state, option)]
        offered = [msgspec.convert(tree, game.package.MOVES) for tree in finding.instead]
        if own and not (offered and mine & of.pieces(state, offered[0])):
            yield finding, own
        mover, kind = of.mover(state, move), of.kind(move)
        sides = {of.mover(state, option) for option in legal}
        is_theirs = mover not in sides and mover not in game.to_act(state)
        for option in offered:
            side = of.mover(state, option)
            if mover and side and side != mover and of.kind(option) != kind and not is_theirs:
                yield finding, option
