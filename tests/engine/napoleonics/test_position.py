"""Positions: what of a state stands in one, that it is read back, and where one that can't be is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

import engine.napoleonics
from engine.core.cases import Case, load_cases, run_case
from engine.core.game import apply
from engine.core.record_errors import RecordError
from engine.core.replay import replay
from engine.napoleonics import GAME, Napoleonics
from engine.napoleonics.moves import BattleBack, Draw, FirstStrike, Melee, Play, Retreat, Roll, Square
from engine.napoleonics.scenario import read_scenario
from engine.napoleonics.state import State
from refsvc.i18n import sentences
from refsvc.library import load_scenario
from tests.engine.napoleonics.maps import shipped

CASES = load_cases(Path(engine.napoleonics.__file__).parent / "cases")
# After these the table is one that no legal game leads to: pieces where they can't be, a shot at one's own, a move
# without a card, a hand smaller than what is known of it. The report still shows it; nobody can begin from there.
CAN_NOT_BE = {
    "ADV-160", "ADV-161", "K22-a", "MOV-09", "MOV-10", "MOV-14", "MOV-25", "MOV-35", "MOV-46", "RNG-23", "RTR-21",
    "SQR-29", "STR-12", "TRN-05"
}  # fmt: skip


def line(nation: str, blocks: int = 4, began: str = "", **more: Any) -> dict[str, Any]:
    return {"nation": nation, "unit": "line-infantry", "blocks": blocks, **({"from": began} if began else {}), **more}


def horse(nation: str, blocks: int = 4, **more: Any) -> dict[str, Any]:
    return {"nation": nation, "unit": "light-cavalry", "blocks": blocks, **more}


CLOSE: dict[str, Any] = {
    "to_move": "french",
    "units": {"E6": horse("french"), "D5": line("british"), "D6": line("british", 1)},
    "leaders": {"french": ["E6"], "british": ["D6"]},
    "card": {"card": "assault-center"},
}


def table(scenario: str = "training-3") -> Napoleonics:
    return GAME.open_game(load_scenario("napoleonics", scenario))


def again(played: Napoleonics, state: State) -> dict[str, Any]:
    """The state as a position, once it has been read back to the same state."""
    tree: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(played.view(state)))
    assert played.setup(tree).state == state
    return tree


def after(*moves: Any, start: dict[str, Any] = CLOSE) -> dict[str, Any]:
    """The position after these legal moves; those on the way are read back too."""
    played = table()
    state = played.setup(start).state
    tree = again(played, state)
    for move in moves:
        state = apply(played, state, move).state
        tree = again(played, state)
    return tree


def is_read_back(case: Case) -> bool:
    scenario = load_scenario("napoleonics", case.scenario)
    played = GAME.open_game(scenario, case.rulings, frozenset(case.rulings), case.values)
    states = [step.state for step in run_case(case, played, GAME.MOVES).steps]
    return all(played.setup(msgspec.to_builtins(played.view(state))).state == state for state in states)


def test_every_state_of_every_case_is_read_back() -> None:
    cases = [case for case in CASES.values() if case.id not in CAN_NOT_BE]
    assert [case.id for case in cases if not is_read_back(case)] == []


def test_the_set_up_is_what_is_left_out() -> None:
    played = table("training-1")
    assert played.setup({}).state == played.setup().state
    tree = again(played, played.setup().state)
    assert set(tree) == {
        "turn", "phase", "to_move", "units", "leaders", "banners", "objectives", "hands", "squares", "pile"
    }  # fmt: skip
    assert all("from" not in unit for unit in tree["units"].values())


def test_an_answer_that_is_awaited() -> None:
    tree = after(Melee("E6", "D5"))
    assert tree["pending"] == {"do": "melee", "unit": "E6", "target": "D5", "awaits": "answer", "for": "attack"}
    assert (tree["phase"], tree["ordered"], tree["battled"]) == ("combat", ["E6"], ["E6"])


def test_a_square_with_its_card_and_its_place() -> None:
    tree = after(Melee("E6", "D5"), Square("forward", 3))
    assert tree["units"]["D5"]["square"] is True
    assert (tree["units"]["D5"]["slot"], tree["units"]["D5"]["card"]) == (3, "forward")
    assert tree["squares"] == {"french": 0, "british": 1}
    assert tree["pending"] == {
        "do": "melee", "unit": "E6", "target": "D5", "awaits": "dice", "for": "square", "formed": True
    }  # fmt: skip


def test_a_first_strike_that_is_rolled() -> None:
    tree = after(Melee("E6", "D5"), FirstStrike(), start=CLOSE | {"known": {"british": ["first-strike"]}})
    assert (tree["strikes"], tree["seen"], "known" in tree) == (1, ["first-strike"], False)
    assert tree["pending"]["struck"] is True
    assert tree["pending"]["for"] == "first-strike"


def test_a_unit_that_fell_this_turn_and_its_leader_whose_die_is_due() -> None:
    tree = after(Melee("E6", "D6"), Roll(("saber", "saber", "infantry", "artillery")))
    gone = next(iter(tree["gone"]))
    assert tree["gone"] == {gone: {"stood": "D6", "was": ["fought"]}}
    pending = tree["pending"]
    assert (pending["awaits"], pending["defender"], pending["victim"]) == ("check", f"gone {gone}", "defender")
    assert pending["testing"] == pending["lost"] == "D6"


def test_flags_to_be_obeyed_and_an_attacker_that_went_back() -> None:
    flags = after(Melee("E6", "D5"), Roll(("flag", "flag", "artillery", "artillery")))
    assert (flags["pending"]["awaits"], flags["pending"]["flags"]) == ("flags", 2)
    back = after(
        Melee("E6", "D5"), Roll(("artillery",) * 4), BattleBack(), Roll(("flag", "flag", "artillery", "artillery")),
        Retreat("G6"), start=CLOSE | {"leaders": {}},
    )  # fmt: skip
    assert back["stood"] == {"G6": "E6"}
    assert back["units"]["G6"].get("from") != "E6"
    assert "pending" not in back


def test_a_card_that_was_copied() -> None:
    played = table("training-1")
    state = replay(played, [Play("british", "attack-left"), Draw("british"), Play("french", "counter-attack")]).state
    tree = again(played, state)
    assert tree["card"] == {"card": "counter-attack", "as": "attack-left"}
    assert tree["last"] == "attack-left"
    assert played.setup({"card": {"card": "counter-attack", "as": "forward"}}).state.card == "forward"


def test_objectives_that_are_held() -> None:
    played = table("training-1")
    goal = played.view(played.setup().state)["objectives"]
    assert goal == {"french": [], "british": []}
    position = {"to_move": "british", "units": {"E7": line("british")}, "leaders": {}, "card": {"card": "forward"}}
    tree = again(played, played.setup(position).state)
    assert tree["objectives"]["british"] == ["E7"]
    assert tree["banners"] == {"french": 0, "british": 1}


def test_the_turn_of_a_position_is_the_turn_that_is_shown() -> None:
    played = table()
    for side in ("french", "british"):
        for card in ({}, {"card": {"card": "forward"}}):
            assert again(played, played.setup({"turn": 3, "to_move": side, **card}).state)["turn"] == 3


def test_a_unit_that_left_over_the_edge() -> None:
    way_out = '[[rules]]\ntype = "exit"\nside = "french"\nhexes = ["I7"]\nbanners = 1\n\n[expect'
    played = GAME.open_game(read_scenario(shipped("training-1").replace("[expect", way_out, 1), "exit.toml"))
    units = {"I7": line("french"), "A7": line("british")}
    start = {"to_move": "french", "units": units, "leaders": {"french": ["I7"]}, "card": {"card": "probe-center"}}
    moves = [msgspec.convert({"do": "move", "unit": "I7", "to": "off"}, GAME.MOVES)]
    replayed = replay(played, moves, start)
    assert replayed.findings == []
    tree = again(played, replayed.state)
    assert [part["stood"] for part in (*tree["gone"].values(), *tree["gone_leaders"].values())] == ["I7", "I7"]


PENDING = {"do": "melee", "unit": "E6", "target": "D5", "awaits": "answer"}
COMBAT = CLOSE | {"pending": PENDING}


def pending(**changes: Any) -> dict[str, Any]:
    return CLOSE | {"pending": PENDING | changes}


REFUSED: dict[str, dict[str, Any]] = {
    "/position/units/Z9": {"units": {"Z9": line("french")}},
    "/position/units/E6/unit": {"units": {"E6": line("french") | {"unit": "elephants"}}},
    "/position/units/E6/blocks": {"units": {"E6": line("french", 9)}},
    "/position/units/E6/from": {"units": {"E6": line("french", began="E5")}},
    "/position/units/D5/from": {
        "units": {"E6": line("french", began="french-line-infantry-1"),
                  "D5": line("french", began="french-line-infantry-1")}
    },
    "/position/units/E6/square": {"units": {"E6": horse("french", square=True)}},
    "/position/units/E6/card": {"units": {"E6": line("french", square=True, card="ace")}},
    "/position/leaders/french": {"leaders": {"french": ["Z1"]}},
    "/position/leaders/british": {"units": {"E6": line("french")}, "leaders": {"british": ["E6"]}},
    "/position/leaders": {"leaders": {"french": ["E6", "E6"]}},
    "/position/leaders_from/E6": {"leaders": {"french": ["E6"]}, "leaders_from": {"E6": "A99"}},
    "/position/squares/french": {"squares": {"french": 2}},
    "/position/known/french": {"known": {"french": ["forward"]}, "hands": {"french": 0}},
    "/position/known/british": {"known": {"british": ["ace"]}},
    "/position/pile": {"pile": 500},
    "/position/hands": {"hands": {"french": 500}},
    "/position/seen": {"seen": ["ace"]},
    "/position/last": {"last": "ace"},
    "/position/phase": {"phase": "combat"},
    "/position/moved": {"moved": ["E6"]},
    "/position/card/card": {"card": {"card": "ace"}},
    "/position/card/as": {"card": {"card": "forward", "as": "rally"}},
    "/position/ordered": CLOSE | {"ordered": ["A1"]},
    "/position/detached": CLOSE | {"detached": ["A1"]},
    "/position/stood/A1": CLOSE | {"stood": {"A1": "A2"}},
    "/position/stood": CLOSE | {"stood": {"D5": "D6"}},
    "/position/gone/A99": CLOSE | {"gone": {"A99": {"stood": "A1"}}},
    "/position/looks": CLOSE | {"looks": ["ace"]},
    "/position/objectives/french": {"objectives": {"french": ["A1"]}},
    "/position/pending/unit": pending(unit="A1"),
    "/position/pending/target": pending(target="A1"),
    "/position/pending/awaits": pending(do="fire"),
    "/position/pending/for": CLOSE | {"leaders": {"british": ["D7"]}, "pending": PENDING | {
        "target": "D7", "for": "battle-back", "awaits": "after"}},
    "/position/pending/flags": pending(awaits="flags"),
    "/position/pending/testing": pending(awaits="check"),
    "/position/pending/lost": pending(awaits="leader"),
    "/position/pending/way": pending(awaits="dice", lost="E6", **{"for": "escape"}),
    "/position/pending/join": pending(join=["A1"]),
    "/position/pending/card": pending(card="ace"),
    "/position/pending/slot": pending(slot=9),
    "/position/trumpets": {"trumpets": 3},
}  # fmt: skip


@pytest.mark.parametrize("path", REFUSED)
def test_a_position_that_can_not_be_is_refused_with_its_place(path: str) -> None:
    with pytest.raises(RecordError) as refused:
        table().setup(REFUSED[path])
    assert refused.value.path == path
    for language in ("en", "fr", "cs"):
        assert "[" not in sentences.fault(refused.value, language)


def test_banners_that_an_objective_must_have_given() -> None:
    held = {"units": {"E7": line("british")}, "leaders": {}, "objectives": {"british": ["E7"]}}
    with pytest.raises(RecordError) as refused:
        table("training-1").setup(held)
    assert refused.value.path == "/position/banners/british"
    assert table("training-1").setup(held | {"banners": {"british": 1}}).state.banners == (0, 0)
