"""The open rulings: each option decides as it says, and a finding that another option takes away is doubtful."""

from __future__ import annotations

import pytest

from engine.core.duties import owed_at_end
from engine.core.facts import Standing
from engine.core.moves import MoveBase
from engine.core.replay import replay
from engine.napoleonics import GAME, Napoleonics
from engine.napoleonics.board import NUMBER
from engine.napoleonics.moves import (
    Breakthrough,
    CheckLeader,
    Detach,
    FirstStrike,
    LeaderRetreat,
    Melee,
    Move,
    Order,
    Play,
    Rally,
    Retire,
    Square,
    TakeGround,
)
from engine.napoleonics.state import State
from tests.engine.napoleonics.ruling_cases import (
    CASES,
    CAVALRY,
    FLAG,
    INFANTRY,
    MELEE,
    SABER,
    Case,
    after,
    battle,
    position,
    roll,
)

RULINGS = {ruling.id: ruling for ruling in GAME.rulebook().open_rulings}


def test_every_open_ruling_has_its_case_and_every_option_its_word() -> None:
    assert CASES.keys() == RULINGS.keys()
    for ruling, case in CASES.items():
        assert case.says.keys() == RULINGS[ruling].options.keys(), ruling
        assert len(set(case.says.values())) == len(case.says), ruling


@pytest.mark.parametrize(
    ("ruling", "option"), [(ruling, option) for ruling, case in CASES.items() for option in case.says]
)  # fmt: skip
def test_an_option_decides(ruling: str, option: str) -> None:
    case = CASES[ruling]
    played = GAME.open_game(battle(case.terrain, case.works), {ruling: option})
    found = played.check(after(played, case), case.moves[-1])
    assert [violation.rule.removeprefix("napoleonics.") for violation in found] == list(
        filter(None, [case.says[option]])
    )
    for violation in found:
        assert ruling in violation.rulings


@pytest.mark.parametrize(
    ("ruling", "option"), [(ruling, option) for ruling, case in CASES.items() for option in case.says]
)  # fmt: skip
def test_a_game_under_an_option_is_the_game_with_it(ruling: str, option: str) -> None:
    case = CASES[ruling]
    scenario = battle(case.terrain, case.works)
    asked, under = GAME.open_game(scenario, {ruling: option}), GAME.open_game(scenario).with_ruling(ruling, option)
    assert under.table.facts == asked.table.facts
    assert under.table.read == asked.table.read
    assert under.table.rulings == asked.table.rulings
    assert under.check(after(under, case), case.moves[-1]) == asked.check(after(asked, case), case.moves[-1])
    back = under.with_ruling(ruling, RULINGS[ruling].recommended)
    assert back.table.facts == GAME.open_game(scenario).table.facts


@pytest.mark.parametrize(
    "ruling", [ruling for ruling, case in CASES.items() if case.says[RULINGS[ruling].recommended]]
)  # fmt: skip
def test_what_another_option_allows_is_doubtful_where_the_rules_leave_it_open(ruling: str) -> None:
    case = CASES[ruling]
    played = GAME.open_game(battle(case.terrain, case.works))
    findings = replay(played, case.moves + case.then, position(case)).findings
    rule = f"napoleonics.{case.says[RULINGS[ruling].recommended]}"
    verdict = "illegal" if RULINGS[ruling].must_be_named else "doubtful"
    assert [finding.verdict for finding in findings if finding.rule == rule] == [verdict]
    assert all(ruling in finding.rulings for finding in findings if finding.rule == rule)


def test_a_town_blocks_and_a_leader_alone_is_no_target_unless_a_record_says_so() -> None:
    assert [ruling.id for ruling in RULINGS.values() if ruling.must_be_named] == ["D01", "V01"]


def test_the_square_in_a_ford_is_not_called_printed_where_the_book_prints_the_opposite() -> None:
    facts = GAME.open_game(battle("", "")).table.facts
    assert facts["terrain.ford.square"].standing == Standing.INFERRED
    assert facts["terrain.town.sight"].standing == facts["terrain.windmill.sight"].standing == Standing.PRINTED


def test_values_of_a_box_win_over_a_ruling() -> None:
    box = {"units": {"french": {"grenadier": {"still": {"4": 3}}}}, "cards": {"attack-left": {"count": 4}}}
    table = GAME.open_game(battle("", ""), {"D05": "cs", "D02": "cs"}, box=box).table
    assert table.facts["units.french.grenadier.still.4"].value == 3
    assert table.facts["units.french.grenadier.still.3"].value == 4
    assert (table.deck["attack-left"].count, table.deck["attack-right"].count) == (4, 6)


def test_the_deck_of_the_czech_text_has_74_cards() -> None:
    assert GAME.open_game(battle("", "")).table.deck_size == 70
    assert GAME.open_game(battle("", ""), {"D02": "cs"}).table.deck_size == 74


def later(ruling: str, option: str, *more: MoveBase) -> tuple[Napoleonics, State]:
    """The state after all moves of a case, and some more."""
    case = CASES[ruling]
    played = GAME.open_game(battle(case.terrain, case.works), {ruling: option})
    state = after(played, case, len(case.moves))
    for move in more:
        assert played.check(state, move) == (), move
        state = played.resolve(state, move).state
    return played, state


def broken_rules(played: Napoleonics, state: State, move: MoveBase) -> list[str]:
    """The rules that a move breaks."""
    return [violation.rule for violation in played.check(state, move)]


def test_a_die_that_lets_the_square_form() -> None:
    played, state = later("D23", "house-rule")
    assert state.square
    assert state.sizes[1] == 4
    assert played.check(state, roll(FLAG, for_="square")) == ()


@pytest.mark.parametrize(
    ("attacker", "face", "is_formed"),
    [
        ("HC", CAVALRY, False),
        ("HC", SABER, True),
        ("LC", SABER, False),
        ("LC", CAVALRY, False),
        ("LC", FLAG, True),
    ],
)
def test_a_die_may_keep_the_square_from_forming(attacker: str, face: str, *, is_formed: bool) -> None:
    case = Case((MELEE, Square(), roll(face, for_="form-square")), {}, units=f"E7 F {attacker}, D7 B LN")
    played = GAME.open_game(battle("", ""), {"D23": "house-rule"})
    state = after(played, case, 3)
    assert bool(state.square) == is_formed
    assert state.sizes[1] == (4 if is_formed else 5)
    if not is_formed:
        assert broken_rules(played, state, FirstStrike()) == ["napoleonics.strike.answered"]
        assert broken_rules(played, state, Square()) == ["napoleonics.strike.answered"]
        assert played.check(state, roll(of=5 if attacker == "HC" else 4, for_="attack")) == ()


@pytest.mark.parametrize(("sabers", "is_eliminated"), [(1, False), (2, True)])
def test_fire_at_a_leader_needs_two_sabers_and_drives_nobody_back(sabers: int, *, is_eliminated: bool) -> None:
    played, state = later("V01", "later", roll(*[SABER] * sabers, FLAG, of=4))
    assert owed_at_end(played.duties(state)) == ()
    assert broken_rules(played, state, TakeGround()) == [f"napoleonics.advance.{'ground' if is_eliminated else 'none'}"]
    assert state.banners == (int(is_eliminated), 0)
    assert bool(state.leaders[1]) != is_eliminated


def test_rally_of_the_czech_text_heals_every_unit_of_an_arm_by_itself() -> None:
    case = CASES["D15"]
    played = GAME.open_game(battle("", ""), {"D15": "cs"})
    state = played.resolve(after(played, case), Order(("G5", "G7"))).state
    assert [state.blocks[state.on[NUMBER[name]] - 1] for name in ("G5", "G7")] == [3, 3]
    assert broken_rules(played, after(played, case), Rally(("G5", "G5"))) == ["napoleonics.cards.rally"]


def test_a_sand_quarry_that_bars_everybody_bars_leaders_and_cavalry_too() -> None:
    scenario = battle("C6 S, C7 S", "")
    units = "E7 F LN, D6 B LC"
    retire = Case((Melee("E7", "D6"), Retire("B6")), {}, units=units)
    kill = Case(
        (Melee("E7", "D6"), roll(CAVALRY, of=4), CheckLeader((INFANTRY,)), LeaderRetreat("C6")),
        {},
        units=f"{units} 1",
        leaders={"british": ["D6"]},
    )
    for option, expected in (("canonical", ([], [])), ("cs", (["retire.way"], ["leader.retreat-way"]))):
        played = GAME.open_game(scenario, {"D09": option})
        for case, rules in zip((retire, kill), expected, strict=True):
            found = played.check(after(played, case), case.moves[-1])
            assert [violation.rule.removeprefix("napoleonics.") for violation in found] == rules
            assert all("D09" in violation.rulings for violation in found)
    cs = GAME.open_game(scenario, {"D09": "cs"})
    fallen = cs.resolve(after(cs, kill), Order(("E7",))).state
    assert fallen.banners == (2, 0)


def test_a_stopped_cavalry_may_not_break_through() -> None:
    case = Case(
        (Move("E7", unit="F7"), MELEE, roll(INFANTRY, of=4), Breakthrough("D7")),
        {},
        units="F7 F HC, D7 B LN 1",
        terrain="E7 V",
    )
    played = GAME.open_game(battle(case.terrain, ""), {"A39": "no"})
    (found,) = played.check(after(played, case), case.moves[-1])
    assert (found.rule, found.rulings) == ("napoleonics.advance.breakthrough", ("A39",))


def test_works_that_were_crossed_stop_a_unit() -> None:
    for start, is_held in (("F7", True), ("E8", False)):
        case = Case(
            (Move("E7", unit=start), MELEE, roll(INFANTRY, of=5), TakeGround()),
            {},
            units=f"{start} F LN, D7 B LN 1",
        )
        played = GAME.open_game(battle("", "E7 SE SW W"), {"A39": "no"})
        assert bool(played.check(after(played, case), case.moves[-1])) == is_held


def test_a_leader_may_not_be_detached_for_an_assault_of_units_only() -> None:
    case = Case((Detach("G5"),), {}, units="G5 F LN, A5 B LN", leaders={"french": ["G5"]}, card="assault-center")
    played = GAME.open_game(battle("", ""), {"D16": "cs"})
    assert broken_rules(played, after(played, case), case.moves[-1]) == ["napoleonics.order.card"]


def test_nobody_is_ordered_by_a_counter_attack_that_copies_nothing() -> None:
    case = Case(
        (Play("french", "counter-attack"), Play("british", "counter-attack"), Order(("C7",))),
        {},
        units="E7 F LN, C7 B LN",
        card="",
        more={"last": "attack-center"},
    )
    for option, rules in (("chain", []), ("nothing", ["napoleonics.cards.counter-attack"])):
        played = GAME.open_game(battle("", ""), {"A20": option})
        assert broken_rules(played, after(played, case), case.moves[-1]) == rules


def test_a_battery_in_a_combined_attack_has_its_farthest_shot_only() -> None:
    case = Case(
        (Melee("E7", "D7", ("F8",)),),
        {},
        units="E7 F LN, F8 F HA, D7 B LN",
        more={"moved": ["F8"]},
    )
    for option, rules in (("canonical", []), ("cs", ["napoleonics.ranged.range"])):
        played = GAME.open_game(battle("", ""), {"D32": option})
        assert broken_rules(played, after(played, case), case.moves[-1]) == rules
