"""Records of Napoleonics -> text -> the same records, in three languages."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from engine.core.record import FORMAT, write_record
from engine.core.record_errors import Misread
from engine.napoleonics.moves import AnyMove
from refsvc.config import LANGUAGES
from refsvc.notation.read import TextRecord, read_text
from refsvc.notation.write import write_text
from tests.long import IS_LONG
from tests.refsvc.games.napoleonics.notation.made import FIELDS, game, make

TOP = Path(__file__).parents[5]
GAMES_MADE = 200 if IS_LONG else 20
HEADER = {"format": FORMAT, "game": "napoleonics", "scenario": "training-1"}


def as_json(record: TextRecord) -> bytes:
    assert [move for move in record.moves if isinstance(move, Misread)] == []
    moves = [msgspec.convert(move, AnyMove) for move in record.moves]
    written = write_record(record.header, moves)
    assert written == msgspec.json.encode({**record.header.model_dump(exclude_none=True), "moves": record.moves})
    return written


def there_and_back(moves: list[dict[str, Any]], header: dict[str, Any] | None = None) -> dict[str, str]:
    """The texts in the three languages, each read back to the same JSON, byte for byte, and written the same again."""
    header = header or HEADER
    data = msgspec.json.encode({**header, "moves": moves})
    texts = {language: write_text(header, moves, language) for language in LANGUAGES}
    for language, text in texts.items():
        record = read_text(text)
        assert as_json(record) == data
        assert record.language == language
        assert write_text(record.header.model_dump(exclude_none=True), record.moves, language) == text
    return texts


def test_every_kind_and_field_is_made() -> None:
    """A field that a move gets tomorrow has to be written and read as well."""
    made = {kind: [re.split(r"[|]", name.removesuffix("?")) for name in fields] for kind, fields in FIELDS.items()}
    named = {kind: {name for names in fields for name in names} for kind, fields in made.items()}
    assert named == {
        kind.__struct_config__.tag: set(kind.__struct_encode_fields__) for kind in get_args(AnyMove)
    }  # fmt: skip


@pytest.mark.parametrize("kind", FIELDS)
def test_every_kind(kind: str) -> None:
    rng = random.Random(kind)
    for _ in range(GAMES_MADE):
        there_and_back([make(rng, kind)])
        there_and_back([make(rng, kind) for _ in range(3)])


@pytest.mark.parametrize("seed", range(GAMES_MADE))
def test_games_made_by_chance(seed: int) -> None:
    there_and_back(game(random.Random(seed), 60))


def test_what_dice_are_for_is_left_out_where_their_place_says_it() -> None:
    def roll(purpose: str, *faces: str) -> dict[str, Any]:
        return {"do": "roll", "faces": list(faces), "for": purpose}

    texts = there_and_back(
        [
            {"do": "play", "side": "french", "card": "elan"},
            roll("elan", "flag"),
            {"do": "play", "side": "british", "card": "counter-attack"},
            roll("elan", "saber"),
            {"do": "melee", "unit": "G6", "target": "F6"},
            {"do": "square"},
            roll("square", "infantry"),
            roll("attack", "cavalry"),
            {"do": "melee", "unit": "G6", "target": "F6"},
            {"do": "first-strike"},
            roll("first-strike", "infantry"),
            roll("attack", "saber"),
            {"do": "battle-back"},
            roll("battle-back", "flag"),
            {"do": "leader-retreat", "to": "E5", "via": ["D5"]},
            roll("escape", "artillery"),
            {"do": "melee", "unit": "G6", "target": "F6"},
            roll("square", "infantry"),
            roll("attack", "flag"),
        ]
    )
    assert texts["en"].splitlines()[3:] == [
        "F Élan | F",
        "B Counter-Attack | S",
        "G6 x F6 | square | I | C",
        "G6 x F6 | first strike | I | S | back | F | leader retreat D5-E5 | A",
        "G6 x F6 | (square) I | F",
    ]
    assert texts["cs"].splitlines()[5] == "G6 x F6 | čtverec | P | J"


def test_dice_without_a_purpose_get_the_one_of_their_place() -> None:
    moves: list[dict[str, Any]] = [{"do": "fire", "unit": "G6", "target": "E6"}, {"do": "roll", "faces": ["flag"]}]
    record = read_text(write_text(HEADER, moves, "fr"))
    assert record.moves[1] == {"do": "roll", "faces": ["flag"], "for": "attack"}


def test_every_header() -> None:
    header = {
        **HEADER,
        "edition": "2010",
        "values": "box",
        "players": {"french": "Benoît", "british": "Amira: “A”"},
        "date": "2026-05-01",
        "event": "Tournoi #3",
    }
    texts = there_and_back([{"do": "draw"}], header)
    assert texts["fr"].splitlines()[:6] == [
        "Jeu : Napoleonics",
        "Scénario : Exercice 1 – Les deux pentes",
        "Édition : 2010",
        "Valeurs : boîte",
        "Français : Benoît",
        "Britanniques : Amira: “A”",
    ]


def test_what_could_not_be_read_stands_as_it_was_written() -> None:
    lines = [
        "F Attck Center",
        "order H6 G5, detach H5",
        "G6 x F6",
        "| frist strike",
        "| II",
        "F Rally",
        ": H6 J5",
        "detach H5",
    ]
    text = "Game: Napoleonics\nScenario: Training 1: Two Slopes\n\n" + "\n".join(lines) + "\n"
    record = read_text(text)
    assert len([move for move in record.moves if isinstance(move, Misread)]) == 3
    assert write_text(record.header.model_dump(exclude_none=True), record.moves, "en") == text


@pytest.mark.parametrize(
    "move",
    [
        {"do": "move", "to": "G6"},
        {"do": "move", "to": "G6", "unit": "H6", "leader": "H6"},
        {"do": "fire", "unit": "Z9|x", "target": "\n"},
        {"do": "play", "side": "french", "card": "no: such, card"},
    ],
)
def test_what_nobody_can_have_meant_is_misread_again(move: dict[str, Any]) -> None:
    record = read_text(write_text(HEADER, [move], "en"))
    assert isinstance(record.moves[0], Misread)


START = {"en": "Game: Napoleonics\nScenario: Training 1\n\n", "fr": "Jeu : Napoleonics\nScénario : Exercice 1\n\n",
         "cs": "Hra: Napoleonics\nScénář: Výcvik 1\n\n"}  # fmt: skip


def examples(language: str) -> list[bytes]:
    text = (TOP / "docs" / "notation" / f"napoleonics.{language}.md").read_text("utf-8")
    blocks = re.findall(r"^```text\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    game = START[language].partition("\n")[0]
    return [as_json(read_text(block if block.startswith(game) else START[language] + block)) for block in blocks]


def test_the_examples_of_the_reference_are_read_and_agree() -> None:
    english = examples("en")
    assert len(english) == 11
    assert english == examples("fr") == examples("cs")
