"""`refsvc why`: every number term by term, every rule against a move, in three languages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from engine.core.accounts import Account
from engine.core.chance import Seeded
from engine.core.playout import playout
from engine.core.record import FORMAT, Header
from engine.core.replay import replay
from refsvc import library
from refsvc.commands import explain
from refsvc.commands.main import main
from refsvc.i18n.catalogue import has_text
from refsvc.paths import PACKAGE
from tests.replayed import replayed

MISTAKES = PACKAGE / "games" / "saladin" / "samples" / "saladin-arsuf-mistakes.json"
POSITION = {
    "turn": 2,
    "phase": "activation",
    "to_move": "crusader",
    "bonus": True,
    "shield_wall": True,
    "banners": {"richard": {"lances": 3}, "bourgogne": {"lances": 1}},
    "losses": {"crusader": 5},
}
MOVES: list[dict[str, Any]] = [
    {"do": "activate", "side": "crusader", "banner": "richard", "action": "charge", "target": "ala-afdal"},
    {"do": "roll", "red": ["1", "2", "order"], "green": ["order"]},
    {"do": "activate", "side": "ayyubid", "banner": "ala-al-din", "action": "skirmish", "target": "bourgogne"},
    {"do": "roll", "red": [], "green": ["2"]},
    {"do": "activate", "side": "crusader", "banner": "richard", "action": "hold", "target": "sulayman"},
    {"do": "activate", "side": "ayyubid", "banner": "saphadin", "action": "skirmish", "target": "sable"},
]


def record(moves: list[dict[str, Any]], **header: Any) -> bytes:
    tree = {"format": FORMAT, "game": "saladin", "scenario": "arsuf", "values": "refsvc", **header, "moves": moves}
    return json.dumps(tree).encode()


def lines(data: bytes, number: int, language: str = "en") -> list[str]:
    text = explain.show(*replayed(data, file="game.json"), number, language)
    return [click.unstyle(line).replace("\u00a0", " ").replace("\u202f", " ").strip() for line in text]


def ask(file: Path, number: int, language: str = "en") -> tuple[int, str]:
    result = CliRunner().invoke(main, ["why", str(file), "--move", str(number), "--lang", language])
    return result.exit_code, result.output


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (1, "cost in Orders: 2 on the card (saladin.cost.paid) + 1 for the number uncovered by lost Lances …"),
        (1, "red dice: 2 on the card (saladin.dice.count) + 1 for Richard’s bonus (saladin.arsuf.bonus) = 3"),
        (2, "red dice: 2 on the card (saladin.dice.count) + 1 for Richard’s bonus (saladin.arsuf.bonus) = 3"),
        (2, "Ala Afdal, Lances lost: 3 on the dice [1 2 Order] (saladin.dice.faces)"),
        (2, "Crusaders, Orders spent because of the dice: 1 on the dice [Order] (saladin.dice.order-face)"),
        (2, "Richard and its opponent are now Committed (saladin.status.change)"),
        (4, "Bourgogne, Lances lost: 2 on the dice [2] (saladin.dice.faces) − 1 that the Banner does not have …"),
        (4, "the Crusaders put 1 Order in the box (saladin.lances.sixth)"),
    ],
)  # fmt: skip
def test_a_legal_move_term_by_term(number: int, expected: str) -> None:
    told = lines(record(MOVES, position=POSITION), number)
    assert "legal" in told
    assert any(line == expected or line.startswith(expected.rstrip("…")) for line in told)


def test_the_shield_wall_takes_a_die() -> None:
    header = Header(format=FORMAT, game="saladin", scenario="arsuf", values="refsvc")
    game = library.open_game(header)
    state = game.setup({"turn": 2, "phase": "activation", "to_move": "ayyubid", "shield_wall": True}).state
    shot = [
        account
        for move in game.candidates(state)
        for account in game.explain(state, move)
        if account.of == "green" and not game.check(state, move)
    ]
    walled = [[(t.what, t.amount) for t in account.terms] for account in shot if len(account.terms) > 1]
    assert [("printed", 1), ("shield-wall", -1)] in walled


def test_every_rule_that_forbids_a_move_has_its_sentence() -> None:
    told = lines(record(MOVES, position=POSITION), 5)
    assert "legal" not in told
    text = "\n".join(told)
    for rule in ("saladin.action.status", "saladin.action.back", "saladin.action.target-none"):
        assert sum(rule in line for line in told) == 2, rule  # its sentence, and what it says
    assert "Richard is Ordered, and the Action Hold is not on the back of its card." in text
    assert "has no target, but Sulaymân is named." in text
    assert "what the rules ask for here:" in text
    assert "what happens:" not in text


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["move 12 – Richard: Charge > Sulaymân", "red dice: 2 on the card"]),
        ("fr", ["coup 12 – Richard : Charge > Sulaymân", "dés rouges : 2 sur la carte"]),
        ("cs", ["krok 12 – Richard Lví srdce: Útok > Sulajmán", "červené kostky: 2 na kartě"]),
    ],
)
def test_the_command_in_three_languages(language: str, words: list[str]) -> None:
    code, output = ask(MISTAKES, 12, language)
    assert code == 1
    for word in words:
        assert word in output.replace("\u00a0", " ").replace("\u202f", " ")
    assert ask(MISTAKES, 3, language)[0] == 0


def test_moves_that_are_not_there(tmp_path: Path) -> None:
    assert ask(MISTAKES, 17)[0] == 2
    assert ask(MISTAKES, 0)[0] == 2
    assert ask(tmp_path / "missing.json", 1)[0] == 2


def test_a_move_that_cannot_be_read() -> None:
    told = lines(record([{"do": "start", "first": "crusader"}, {"do": "charge"}]), 2)
    assert any("“charge” is not known here." in line for line in told)


def test_an_assumed_value_is_called_so() -> None:
    told = lines(record(MOVES, position=POSITION, values="box"), 1)
    assert any("on the card, as assumed" in line for line in told)


def test_a_reaction_that_the_ruling_makes_free() -> None:
    charge = {"do": "activate", "side": "crusader", "banner": "naplouse", "action": "charge", "target": "sulayman"}
    evade = {"do": "react", "side": "ayyubid", "banner": "sulayman", "action": "evade"}
    moves = [{"do": "start", "first": "crusader"}, charge, evade]
    options = library.find_package("saladin").rulebook().rulings["AMB-17"].options
    free = next(option for option in options if option != "paid")
    assert "cost in Orders: 1 on the card (saladin.reaction.cost)" in lines(record(moves), 3)
    told = lines(record(moves, rulings={"AMB-17": free}), 3)
    assert any(line.startswith("cost in Orders: 1 on the card") and line.endswith("= 0") for line in told)


@pytest.mark.parametrize("scenario", ["arsuf", "hattin"])
def test_the_accounts_come_to_what_the_rules_determine(scenario: str) -> None:
    """Over random games: what is explained is what was paid, rolled, lost; and it has words in every language."""
    game = library.open_game(Header(format=FORMAT, game="saladin", scenario=scenario, values="refsvc"))
    whats: set[tuple[str, str]] = set()
    for seed in range(40):
        moves = playout(game, Seeded(seed), is_annotated=True)
        for step, move in zip(replay(game, moves).steps, moves, strict=False):
            for account in game.explain(step.state, move):
                assert account.terms
                whats |= {("done" if account.of == "done" else "term", term.what) for term in account.terms}
                assert stated(move, account) in (None, account.total), (move, account)
    assert len(whats) > 20
    for language in ("en", "fr", "cs"):
        assert [key for key in whats if not has_text(f"saladin.why.{key[0]}.{key[1]}", language)] == []


def stated(move: Any, account: Account) -> int | None:
    """What an annotated move says of the number that an account explains."""
    match account.of:
        case "cost":
            return getattr(move, "spent", None)
        case "red" | "green" if hasattr(move, "red"):
            return len(getattr(move, account.of))
        case "lances":
            return int(move.losses.get(account.who, 0))
        case "chaos" if hasattr(move, "paid"):
            return int(move.paid[account.who])
    return None


def test_what_was_due_before_a_move_is_said_where_the_move_sees_to_it() -> None:
    said = lines(record(MOVES, position=POSITION), 2)
    assert said[said.index("still due before this move:") + 1] == "Step 5: rolling the dice"
    assert "still due before this move:" not in lines(record(MOVES, position=POSITION), 3)
