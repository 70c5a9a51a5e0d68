"""Records -> text -> the same records, in three languages."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine import GAMES, find_game
from engine.core.chance import Seeded
from engine.core.playout import playout
from engine.core.record import FORMAT, Header, write_record
from engine.core.record_errors import Misread
from refsvc.config import LANGUAGES
from refsvc.library import open_game, scenario_ids
from refsvc.notation.read import TextRecord, read_text
from refsvc.notation.write import write_text
from tests.long import IS_LONG

TOP = Path(__file__).parents[3]
PLAYED = {"saladin": 10, "napoleonics": 1}  # games of each battle; ten times as many in the long run
TIMES = 10 if IS_LONG else 1
SCENARIOS = [(game, scenario) for game in GAMES for scenario in scenario_ids(game)]
HEADER = {"format": FORMAT, "game": "saladin", "scenario": "arsuf"}


def as_json(record: TextRecord) -> bytes:
    assert [move for move in record.moves if isinstance(move, Misread)] == []
    types = find_game(record.header.game).MOVES
    written = write_record(record.header, [msgspec.convert(m, types) for m in record.moves])
    assert written == msgspec.json.encode({**record.header.model_dump(exclude_none=True), "moves": record.moves})
    return written


def there_and_back(header: dict[str, Any], moves: list[dict[str, Any]]) -> dict[str, str]:
    """The texts in the three languages, each read back to the same JSON, byte for byte, and written the same again."""
    data = msgspec.json.encode({**header, "moves": moves})
    texts = {language: write_text(header, moves, language) for language in LANGUAGES}
    for language, text in texts.items():
        record = read_text(text)
        assert as_json(record) == data
        assert record.language == language
        assert write_text(record.header.model_dump(exclude_none=True), record.moves, language) == text
    return texts


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_playouts(game: str, scenario: str) -> None:
    header = Header(format=FORMAT, game=game, scenario=scenario, values="refsvc")
    played = open_game(header)
    for seed in range(PLAYED[game] * TIMES):
        moves = playout(played, Seeded(seed), is_annotated=bool(seed % 2))
        there_and_back(header.model_dump(exclude_none=True), [msgspec.to_builtins(move) for move in moves])


@pytest.mark.parametrize("path", sorted((TOP / "refsvc").glob("games/*/samples/*.json")), ids=lambda path: path.stem)
def test_samples(path: Path) -> None:
    tree = json.loads(path.read_text("utf-8"))
    there_and_back({key: value for key, value in tree.items() if key != "moves"}, tree["moves"])


C, A = "crusader", "ayyubid"
CHARGE = {"do": "activate", "side": C, "banner": "naplouse", "action": "charge", "target": "sulayman"}
MOVES: list[list[dict[str, Any]]] = [
    [{"do": "turn", "number": 2, "paid": {}}],
    [{"do": "turn", "number": 999, "paid": {A: 0, C: 999}}],
    [{"do": "start", "first": C}, {"do": "start", "first": C, "side": A}],
    [{"do": "remove", "side": A, "banner": "aslam"}, {"do": "seize", "side": C}, {"do": "pass", "side": A}],
    [{**CHARGE, "status": "uncommitted", "spent": 0}],
    [{**CHARGE, "status": "committed"}],
    [CHARGE, {"do": "react", "side": A, "banner": "sulayman", "action": "evade", "spent": 1}],
    [CHARGE, {"do": "react", "side": A, "banner": "saladin", "action": "block-charge"}],
    [CHARGE, {"do": "react", "side": C, "banner": "sulayman", "action": "evade"}],
    [CHARGE, {"do": "react", "side": A, "banner": "saladin", "action": "block-charge"},
     {"do": "react", "side": A, "banner": "sulayman", "action": "evade"}, {"do": "roll", "red": [], "green": ["0"]}],
    [{"do": "react", "side": A, "banner": "saladin", "action": "block-charge", "spent": 2}],
    [CHARGE, {"do": "note", "text": "…"}, {"do": "react", "side": A, "banner": "sulayman", "action": "evade"}],
    [{key: CHARGE[key] for key in ("do", "side", "banner", "action")},
     {"do": "react", "side": A, "banner": "aslam", "action": "evade"}],
    [{"do": "roll", "red": [], "green": []}, {"do": "roll", "red": ["order", "2"], "green": ["0"]}],
    [{"do": "roll", "red": ["1"], "green": [], "losses": {}}],
    [{"do": "roll", "red": ["1"], "green": [], "gone": []}],
    [{"do": "roll", "red": ["1"], "green": [], "losses": {}, "gone": []}],
    [{"do": "roll", "red": ["1"], "green": [], "losses": {"arsuf-town": 1, "aslam": 0}}],
    [{"do": "roll", "red": ["1"], "green": [], "losses": {"aslam": 3, "sable": 2}, "gone": ["aslam", "sable"]}],
    [{"do": "roll", "red": ["1"], "green": [], "losses": {"aslam": 3, "sable": 2}, "gone": ["sable", "aslam"]}],
    [{"do": "roll", "red": ["1"], "green": [], "losses": {"aslam": 3}, "gone": ["sable"]}],
    [{"do": "roll", "red": ["1"], "green": [], "gone": ["sable"]}],
    [{"do": "lead", "side": A, "action": action} for action in ("recover-order", "restore-lance", "true-cross")],
    [{"do": "lead", "side": C, "action": action, "banner": "naplouse"} for action in ("restore-lance", "horns")],
    [{"do": "lead", "side": C, "action": "charge-bonus"}, {"do": "roll", "red": ["1"], "green": []}],
    [{"do": "count"}],
    [{"do": "count", "turn": 3, "orders": {C: {"available": 8, "spent": 3}, A: {"spent": 1}}, "losses": {A: 0, C: 3},
      "banners": {"sable": {"lances": 7, "status": "committed", "card": "ordered"}, "aslam": {"card": "deployed"},
                  "naplouse": {"out": "captured"}, "saladin": {"lances": 5, "out": "removed"}, "richard": {"out": True},
                  "saphadin": {"status": "uncommitted", "out": False}, "bourgogne": {"out": "boxed"}, "lusignan": {}},
      "leaders": {C: "deployed", A: "ordered"}, "town": 2, "horns": True, "fire": False, "shield_wall": True}],
    [{"do": "count", "orders": {A: {"available": 11}, C: {}}}],
    *[[{"do": "result", "winner": winner, **by}] for winner in (C, A, None)
      for by in ({}, {"by": "resignation"}, {"by": "time"}, {"by": "agreement"})],
    *[[{"do": "note", "text": text}] for text in
      ("", " x ", '"quoted"', "a\nb", "a # b", "count: C 8", "e\u0301", "\u202e", "# no", "C, A | red 1", "Ž: ’")],
]  # fmt: skip


@pytest.mark.parametrize("moves", MOVES, ids=[f"{n}-{moves[0]['do']}" for n, moves in enumerate(MOVES)])
def test_every_kind_and_field(moves: list[dict[str, Any]]) -> None:
    there_and_back(HEADER, moves)


def test_every_field_of_every_move_is_in_that_list() -> None:
    """A field that a move gets tomorrow has to be written and read as well."""
    used: dict[str, set[str]] = {}
    for move in (move for moves in MOVES for move in moves):
        used.setdefault(move["do"], set()).update(move)
    for kind in find_game("saladin").MOVES.__args__:
        assert used[kind.__struct_config__.tag] - {"do"} == set(kind.__struct_fields__)


def test_every_header() -> None:
    header = {
        **HEADER,
        "edition": "cs",
        "rulings": {"DIF-05": "feed-only", "AMB-17": "free"},
        "values": "box",
        "players": {C: " B ", A: "Amira: “A”"},
        "date": "2026-05-01",
        "event": "Tournoi #3",
        "place": '"Lyon"',
        "box": {"banners": {"sable": {"lances": 9}}},
        "position": {"turn": 3, "pending": None},
    }
    assert set(header) | {"scenario_hash", "scenario_file"} == set(Header.model_fields)  # see test_scenario_files.py
    texts = there_and_back(header, [{"do": "pass", "side": C}])
    assert texts["fr"].splitlines()[:5] == [
        "Jeu : Saladin",
        "Scénario : Arsuf",
        "Édition : tchèque",
        "Arbitrages : DIF-05 feed-only, AMB-17 free",
        "Valeurs : boîte",
    ]


def test_the_canonical_form() -> None:
    text = (
        "hra: saladin\nscenar: arsuf\n\nkolo 1\nC starts\nk jind: salva > afdal [1]|cervena 1 # so\n"
        "C Naplouse : Charge>Sulayman[2],Evade[1] | vert 2,rouge 1 = Sulayman -1"
    )
    record = read_text(text)
    assert write_text(record.header.model_dump(exclude_none=True), record.moves, "en") == (
        "Game: Saladin\nScenario: Arsuf\n\nTurn 1\nC starts\nC Henry II: Loose > Ala Afdal [1] | red 1\n"
        "C Naplouse: Charge > Sulaymân [2], Evade [1] | red 1, green 2 = Sulaymân -1\n"
    )


def test_what_could_not_be_read_stands_as_it_was_written() -> None:
    lines = [
        "C Naplouse: Chrge > Sulaymân",
        ", A Sulaymân: Evade [1] | red 1",
        "C Henry II: Loose > Ala Afdal",
        "| red 3",
    ]
    text = "Game: Saladin\nScenario: Arsuf\n\n" + "\n".join(lines) + "\n"
    record = read_text(text)
    assert write_text(record.header.model_dump(exclude_none=True), record.moves, "en") == text


def test_an_id_that_the_battle_does_not_have_is_misread_again() -> None:
    moves = [{"do": "remove", "side": C, "banner": "rid|e\nfort: x"}]
    text = write_text(HEADER, moves, "en")
    assert text.endswith("\nC removes rid-e-fort- x\n")
    assert [move.rule for move in read_text(text).moves if isinstance(move, Misread)] == ["record.word"]


START = {"en": "Game: Saladin\nScenario: Arsuf\n\n", "fr": "Jeu : Saladin\nScénario : Arsuf\n\n",
         "cs": "Hra: Saladin\nScénář: Arsúf\n\n"}  # fmt: skip


def examples(language: str) -> list[bytes]:
    text = (TOP / "docs" / "notation" / f"saladin.{language}.md").read_text("utf-8")
    blocks = re.findall(r"^```text\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    game = START[language].partition("\n")[0]
    return [as_json(read_text(block if block.startswith(game) else START[language] + block)) for block in blocks]


def test_the_examples_of_the_reference_are_read_and_agree() -> None:
    english = examples("en")
    assert len(english) == 9
    assert english == examples("fr") == examples("cs")
