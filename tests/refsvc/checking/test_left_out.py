"""A record of Saladin may leave out who begins and the only target there is: `convert` writes both."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from engine.core.chance import Seeded
from engine.core.game import BaseGame
from engine.core.moves import MoveBase
from engine.core.playout import playout
from engine.core.record import FORMAT, Header, write_record
from engine.saladin.moves import Activate, Start
from engine.saladin.state import SIDES, State
from refsvc import library
from refsvc.checking.check import check
from refsvc.checking.conversion import convert
from refsvc.checking.read import read
from refsvc.config import LANGUAGES
from refsvc.records.upload import Upload


def header(scenario: str, **fields: str) -> Header:
    return Header(format=FORMAT, game="saladin", scenario=scenario, **fields)  # type: ignore[arg-type]


def whole_game(game: BaseGame[State], seed: int) -> list[MoveBase]:
    """A legal game in which it is said who begins, but not by whom."""
    moves = playout(game, Seeded(seed), is_annotated=True)
    return [replace(move, side=None) if isinstance(move, Start) else move for move in moves]


def shortened(game: BaseGame[State], moves: list[MoveBase]) -> Iterator[MoveBase]:
    """The game without every start of the holder himself, and every target that was the only one."""
    state = game.setup().state
    for move in moves:
        bare = replace(move, target=None) if isinstance(move, Activate) else move
        is_needless = isinstance(move, Start) and move.first == SIDES[state.initiative]
        if not is_needless:
            yield move if game.check(state, bare) else bare
        state = game.resolve(state, move).state


@pytest.mark.parametrize("scenario", library.scenario_ids("saladin"))
@pytest.mark.parametrize("form", ["json", *LANGUAGES])
def test_what_is_left_out_is_no_mistake_and_is_written_out(scenario: str, form: str) -> None:
    head = header(scenario, values="refsvc")
    game = library.open_game(head)
    whole = whole_game(game, 3)
    short = list(shortened(game, whole))
    assert sum(isinstance(move, Start) for move in short) < sum(isinstance(move, Start) for move in whole)
    record = read(Upload(write_record(head, short)))
    assert check(record).findings == []
    again = read(Upload(convert(record, form).encode()))
    assert list(again.moves) == whole
    assert convert(again, "json").encode() == write_record(head, whole)


def test_no_target_is_written_that_is_only_assumed_to_be_the_only_one() -> None:
    """Nothing printed says that Keukburi has no other."""
    move = Activate("ayyubid", "keukburi", "skirmish")
    assumed = read(Upload(write_record(header("hattin"), [move])))
    assert check(assumed).findings == []
    assert list(read(Upload(convert(assumed, "json").encode())).moves) == [Start("ayyubid"), move]
    ours = read(Upload(write_record(header("hattin", values="refsvc"), [move])))
    written = read(Upload(convert(ours, "json").encode())).moves
    assert list(written) == [Start("ayyubid"), replace(move, target="d-ibelin")]
