"""What a unit could have done in place of what is forbidden: its own moves first, never the opponent's cards."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from engine.core.game import legal_moves
from engine.core.moves import MoveBase
from engine.core.replay import Replay, replay
from engine.napoleonics import GAME
from engine.napoleonics import moves as m
from refsvc.library import load_scenario

TABLE = GAME.open_game(load_scenario("napoleonics", "training-3"))
FOOT = {"nation": "french", "unit": "line-infantry"}
FOE = {"nation": "british", "unit": "line-infantry"}
HORSE = {"nation": "british", "unit": "light-cavalry"}


def offered(moves: list[MoveBase], number: int = -1, **units: Any) -> list[Any]:
    start = {"to_move": "french", "units": units, "leaders": {}, "card": {"card": "assault-center"}}
    found: Replay[Any] = replay(TABLE, moves, start)
    return list(found.findings[number].instead)


def test_a_shot_out_of_range_gives_what_the_unit_can_do() -> None:
    near = offered([m.Fire("E6", "B5")], E6=FOOT, B5=FOE, C7=FOE)
    assert near[0] == {"do": "fire", "unit": "E6", "target": "C7"}
    assert {tree["unit"] for tree in near} == {"E6"}


def test_a_shot_of_a_unit_that_is_done_gives_no_card_of_the_opponent() -> None:
    shot = m.Fire("E6", "C5")
    roll = m.Roll(("cavalry", "cavalry", "artillery", "artillery"))
    start = {"to_move": "french", "units": {"E6": FOOT, "C5": FOE}, "leaders": {}, "card": {"card": "assault-center"}}
    played: Replay[Any] = replay(TABLE, [shot, roll, shot], start)
    assert {type(option) for option in legal_moves(TABLE, played.steps[2].state)} == {m.Play}
    assert played.findings[0].instead == ()


def test_melee_out_of_reach_gives_fire_then_moves_of_the_unit() -> None:
    near = offered([m.Melee("E6", "C5")], E6=FOOT, C5=FOE, F8=FOOT)
    assert [tree["do"] for tree in near] == ["fire", "move", "move", "move", "move"]
    assert {tree["unit"] for tree in near} == {"E6"}


def test_a_shot_after_a_combat_whose_flags_leave_one_way_gives_what_the_unit_can_do() -> None:
    """The retreat is done before the next shot is judged: it is no answer to it."""
    flag = m.Roll(("flag", "cavalry", "artillery", "artillery"))
    near = offered([m.Fire("E6", "C5"), flag, m.Fire("E8", "B9")], E6=FOOT, E8=FOOT, C5=FOE, B4=FOE, C9=FOE, B9=FOE)
    assert near[0] == {"do": "fire", "unit": "E8", "target": "C9"}


def test_what_was_due_is_offered_though_it_is_the_opponents() -> None:
    flag = m.Roll(("flag", "cavalry", "artillery", "artillery"))
    near = offered([m.Fire("E6", "C5"), flag, m.Fire("E8", "C9")], 0, E6=FOOT, E8=FOOT, C5=FOE, C9=FOE)
    assert {tree["do"] for tree in near} == {"retreat", "ignore-flags"}


def test_a_card_out_of_turn_gives_cards_of_the_side_whose_turn_it_is() -> None:
    near = offered([m.Play("french", "forward")], E6=FOOT, C5=FOE)
    assert near
    assert {(tree["do"], tree["side"]) for tree in near} == {("play", "british")}


def test_a_battle_back_that_may_not_be_gives_nothing_of_the_attacker() -> None:
    roll = m.Roll(("cavalry", "cavalry", "artillery", "artillery"))
    assert offered([m.Fire("E6", "C5"), roll, m.BattleBack()], E6=FOOT, E8=FOOT, C5=FOE, C9=HORSE) == []


def test_every_one_is_legal() -> None:
    moves = [m.Move("C6", unit="E6"), m.Fire("E6", "A1"), m.Melee("E6", "C5"), m.Move("A1", leader="E6")]
    units = {"E6": FOOT, "C5": FOE}
    start = {"to_move": "french", "units": units, "leaders": {"french": ["E6"]}, "card": {"card": "assault-center"}}
    for move in moves:
        played: Replay[Any] = replay(TABLE, [move], start)
        legal = [to_builtins(option) for option in legal_moves(TABLE, played.steps[0].state)]
        assert played.findings[0].instead
        assert all(tree in legal for tree in played.findings[0].instead)
