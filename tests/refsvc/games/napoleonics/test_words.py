"""Moves, sums, values and counts of Napoleonics in words: whole sentences in three languages, no gap in any."""

from __future__ import annotations

import re
from typing import Any

import click
import pytest
from msgspec import to_builtins

from engine.core.chance import Seeded
from engine.core.game import legal_moves
from engine.core.playout import playout
from engine.core.record import FORMAT, Header, write_record
from refsvc import library
from refsvc.commands import explain
from refsvc.config import LANGUAGES
from refsvc.i18n import sentences
from refsvc.paths import PACKAGE
from refsvc.presentation import registry
from tests.replayed import replayed

GAME = "napoleonics"
MISTAKES = (PACKAGE / "games" / "napoleonics" / "samples" / "napoleonics-training-3-mistakes.en.txt").read_bytes()
GAP = re.compile(r"\[[a-z]+(?:\.[a-z-]+)+\]|\{\w*\}")
WORDS: list[tuple[dict[str, Any], str, str, str]] = [
    (
        {"do": "play", "side": "french", "card": "counter-attack", "as": "attack-center"},
        "French: Counter-Attack, copying Attack Center",
        "Français : Contre-attaque, copie de : Attaque au centre",
        "Francouzi: Protiúder, napodobuje kartu Napadení ve středu",
    ),
    (
        {"do": "play", "side": "british", "card": "force-march", "section": "left"},
        "British: Force March, left flank",
        "Britanniques : Marche forcée, flanc gauche",
        "Britové: Usilovný pochod, levé křídlo",
    ),
    (
        {"do": "order", "units": ["H6", "G5"], "leaders": ["I2"]},
        "orders, units: H6, G5, leaders alone: I2",
        "ordres, unités : H6, G5, chefs seuls : I2",
        "rozkazy, jednotky: H6, G5, jen velitelé: I2",
    ),
    ({"do": "order"}, "orders: to nobody", "ordres : à personne", "rozkazy: nikomu"),
    ({"do": "move", "to": "F7", "unit": "H7", "via": ["G7"]}, "H7 → G7 → F7", "H7 → G7 → F7", "H7 → G7 → F7"),
    (
        {"do": "move", "to": "off", "leader": "I9", "side": "french"},
        "French: leader I9 → off the map",
        "Français : chef I9 → hors du plateau",
        "Francouzi: velitel I9 → mimo plán",
    ),
    (
        {"do": "melee", "unit": "G6", "target": "F6", "join": ["G5"]},
        "G6: melee against F6, together with G5",
        "G6 : mêlée contre F6, avec G5",
        "G6: boj zblízka, cíl F6, společně s G5",
    ),
    (
        {"do": "roll", "faces": ["infantry", "flag"], "for": "battle-back"},
        "dice: infantry, flag (battle back)",
        "dés : infanterie, drapeau (riposte)",
        "hod: pěchota, prapor (odveta)",
    ),
    (
        {"do": "square", "card": "scout-left", "slot": 2},
        "square formed, card: Scout Left Flank, space 2",
        "carré formé, carte : Éclaireurs sur le flanc gauche, case 2",
        "zformování do čtverce, karta: Průzkum na levém křídle, místo 2",
    ),
    (
        {"do": "deal", "side": "french", "cards": ["rally", None]},
        "French: hand dealt: Rally, unseen card",
        "Français : main distribuée : Ralliement, carte non vue",
        "Francouzi: rozdané karty: Zotavení, neznámá karta",
    ),
    (
        {"do": "retreat", "to": "C6", "via": ["D6"], "lost": 1},
        "retreat → D6 → C6, blocks lost: 1",
        "retraite → D6 → C6, blocs perdus : 1",
        "ústup → D6 → C6, ztracené bloky: 1",
    ),
]


TABLE = library.open_game(Header(format=FORMAT, game=GAME, scenario="training-1"))


def plain(text: str) -> str:
    return click.unstyle(text).replace("\u00a0", " ").replace("\u202f", " ")


@pytest.mark.parametrize(("tree", "english", "french", "czech"), WORDS)
def test_moves(tree: dict[str, Any], english: str, french: str, czech: str) -> None:
    said = [plain(registry.of(GAME).move_text(tree, TABLE, language, with_faces=True)) for language in LANGUAGES]
    assert said == [english, french, czech]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_move_and_its_reasons_have_words(seed: int) -> None:
    scenario = f"training-{seed}"
    header = Header(format=FORMAT, game=GAME, scenario=scenario, values="refsvc" if seed % 2 else None)
    game = library.open_game(header)
    moves = playout(game, Seeded(seed))[:400]
    data = write_record(header, moves)
    record, played = replayed(data, file="g.json")
    for number in range(1, len(moves) + 1, 7):
        for language in LANGUAGES:
            lines = [plain(line) for line in explain.show(record, played, number, language)]
            assert not [line for line in lines if GAP.search(line)]
    for step in played.steps[:: len(moves) // 12]:
        for move in legal_moves(game, step.state):
            for language in LANGUAGES:
                assert not GAP.search(registry.of(GAME).move_text(to_builtins(move), game, language))


def test_every_value_that_is_not_certain_has_a_name() -> None:
    game = library.open_game(Header(format=FORMAT, game=GAME, scenario="training-1"))
    facts = game.table.facts  # type: ignore[attr-defined]
    for key in (key for key, fact in facts.items() if fact.standing):
        for language in LANGUAGES:
            name = plain(sentences.fact_name(key, "napoleonics", language))
            assert not GAP.search(name)
            assert not {part for part in key.split(".")[1:] if "-" in part or "_" in part} & set(name.split(", ")), name
    assert (
        sentences.fact_name("artillery.foot.still.3.4", "napoleonics", "en")
        == "Foot Artillery, dice without a move, blocks: 3, distance: 4"
    )


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "C11, dice: 5 of the unit (Great Britain, Line Infantry, dice without a move, blocks: 4; …)"),
        ("fr", "C11, dés : 5 de l’unité (Grande-Bretagne, infanterie de ligne, dés sur place, blocs : 4 ; …)"),
        ("cs", "C11, kostky: 5 má jednotka (Velká Británie, řadová pěchota, kostky bez přesunu, bloků: 4; …)"),
    ],
)
def test_a_wrong_number_of_dice_is_told_with_its_sum(language: str, expected: str) -> None:
    from refsvc.commands import terminal  # noqa: PLC0415  # beside the others it would look like a part of them

    lines = [plain(line).strip() for line in terminal.show(*replayed(MISTAKES, file="g.txt"), language)]
    assert expected.replace("…", "napoleonics.ranged.dice") in lines


def test_sums_name_the_rule_of_every_term() -> None:
    text = (
        b"Game: Napoleonics\nScenario: Training 3\nValues: refsvc\n\nF assault right: H10 I10 I11\n"
        b"H10-G10, I10-G11, I11-H10\nB attack left: B10 A11\nB10-C11, A11-B11\nF probe right: G11 H10\n"
        b"G11-E12, H10-F11\nB scout left: C11\nC11 > E12 | IICAA\nF cavalry charge: E12 F11\nE12-D11, F11-E12\n"
        b"D11 x C11 | square | I | S\n"
    )
    record, played = replayed(text, file="g.txt")
    assert played.findings == []
    number = len(record.moves)
    lines = [plain(line).strip() for line in explain.show(record, played, number, "en")]
    total = next(line for line in lines if line.startswith("D11, dice:"))
    assert "for the card Cavalry Charge (napoleonics.cards.cavalry-charge)" in total
    assert "because of a square (napoleonics.square.one-die) = 1" in total


def test_what_is_offered_instead_is_legal() -> None:
    for seed in (1, 2, 3):
        header = Header(format=FORMAT, game=GAME, scenario=f"training-{seed}", values="refsvc")
        game = library.open_game(header)
        moves = list(playout(game, Seeded(seed)))[:150]
        spoilt = [move for n, move in enumerate(moves) if n % 10]
        _, played = replayed(write_record(header, spoilt))
        for finding in played.findings:
            if finding.because_of is None and finding.instead:
                state = played.steps[finding.move - 1].state
                legal = [to_builtins(move) for move in legal_moves(game, state)]
                assert all(
                    option in legal for option in finding.instead if option["do"] not in ("roll", "check-leader")
                )
