"""Text -> records of Napoleonics: the lines of the notation, and what is said of lines that can't be read."""

from __future__ import annotations

import random
import time
import unicodedata
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from engine.core.record import FORMAT
from engine.core.record_errors import RecordError
from refsvc.config import LANGUAGES
from refsvc.notation.read import TextMisread, TextRecord, read_text
from refsvc.notation.write import write_text
from tests.long import IS_LONG
from tests.refsvc.games.napoleonics.notation.made import game

START = "Game: Napoleonics\nScenario: training-1\n\n"
F, B = "french", "british"
INFANTRY, CAVALRY, ARTILLERY, FLAG, SABER = "infantry", "cavalry", "artillery", "flag", "saber"
HEADER = {"format": FORMAT, "game": "napoleonics", "scenario": "training-1"}


def moves(text: str, start: str = START) -> list[Any]:
    return list(read_text(start + text).moves)


def misread(text: str, start: str = START) -> TextMisread:
    """The only misread of a text, its line counted from the first after the header."""
    (found,) = [move for move in moves(text, start) if isinstance(move, TextMisread)]
    return msgspec.structs.replace(found, line=found.line - start.count("\n"))


def roll(purpose: str, *faces: str, **more: Any) -> dict[str, Any]:
    return {"do": "roll", "faces": list(faces), **more, "for": purpose}


RECORDS = {
    "en": "Game: Napoleonics\nScenario: Training 1\n\n"
    "F Attack Center: H6 G5, detach H5\n"
    "H6-G6, leader H5-G7\n"
    "G6 x F6 + G5 | IISFC | check SI | ignore 0 | retreat E6 | ground\n",
    "fr": "Jeu : Napoleonics\nScénario : Exercice 1\n\n"
    "F Attaque centre : H6 G5, détache H5\n"
    "H6-G6, chef H5-G7\n"
    "G6 x F6 + G5 | IISDC | test SI | ignore 0 | retraite E6 | terrain\n",
    "cs": "Hra: Napoleonics\nScénář: Výcvik 1\n\n"
    "F Napadení střed: H6 G5, oddělí H5\n"
    "H6-G6, velitel H5-G7\n"
    "G6 x F6 + G5 | PPSVJ | ověření SP | ignoruje 0 | ústup E6 | území\n",
}
MOVES: list[dict[str, Any]] = [
    {"do": "play", "side": F, "card": "attack-center"},
    {"do": "order", "units": ["H6", "G5"]},
    {"do": "detach", "leader": "H5"},
    {"do": "move", "to": "G6", "unit": "H6"},
    {"do": "move", "to": "G7", "leader": "H5"},
    {"do": "melee", "unit": "G6", "target": "F6", "join": ["G5"]},
    roll("attack", INFANTRY, INFANTRY, SABER, FLAG, CAVALRY),
    {"do": "check-leader", "faces": [SABER, INFANTRY]},
    {"do": "ignore-flags", "count": 0},
    {"do": "retreat", "to": "E6"},
    {"do": "take-ground"},
]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lines_of_the_design(language: str) -> None:
    record = read_text(RECORDS[language])
    assert record.language == language
    assert msgspec.json.encode([record.header.model_dump(exclude_none=True), record.moves]) == msgspec.json.encode(
        [HEADER, MOVES]
    )


def test_places() -> None:
    assert read_text(RECORDS["en"]).places == (
        (4, 1), (4, 18), (4, 25), (5, 1), (5, 8), (6, 1), (6, 16), (6, 24), (6, 35), (6, 46), (6, 59),
    )  # fmt: skip


MELEE = {"do": "melee", "unit": "G6", "target": "F6"}
FIRE = {"do": "fire", "unit": "G6", "target": "E6"}
LINES: list[tuple[str, list[dict[str, Any]]]] = [
    ("g6 > e6 | iif", [FIRE, roll("attack", INFANTRY, INFANTRY, FLAG)]),
    ("G6 > E6 | infantry infantry flag", [FIRE, roll("attack", INFANTRY, INFANTRY, FLAG)]),
    ("G6 > E6 | I I F", [FIRE, roll("attack", INFANTRY, INFANTRY, FLAG)]),
    ("G6 × F6 | no dice", [MELEE, roll("attack")]),
    ("G6 x F6 | square", [MELEE, {"do": "square"}]),
    ("G6 x F6 | square 2 Scout Left | I | S",
     [MELEE, {"do": "square", "card": "scout-left", "slot": 2}, roll("square", INFANTRY), roll("attack", SABER)]),
    ("G6 x F6 | square ? | A", [MELEE, {"do": "square"}, roll("square", ARTILLERY)]),
    ("G6 x F6 | I | check SS | S",  # a square that stood there before
     [MELEE, roll("square", INFANTRY), {"do": "check-leader", "faces": [SABER, SABER]}, roll("attack", SABER)]),
    ("G6 x F6 | (square) I", [MELEE, roll("square", INFANTRY)]),
    ("G6 x F6 | square | (forming) I | F | S",  # by the house rule
     [MELEE, {"do": "square"}, roll("form-square", INFANTRY), roll("square", FLAG), roll("attack", SABER)]),
    ("G6 x F6 | first strike II | S | back C",
     [MELEE, {"do": "first-strike"}, roll("first-strike", INFANTRY, INFANTRY), roll("attack", SABER),
      {"do": "battle-back"}, roll("battle-back", CAVALRY)]),
    # An answer that should not be: the dice after it are still those of the fire, unless there are others as well.
    ("G6 > E6 | first strike | II", [FIRE, {"do": "first-strike"}, roll("attack", INFANTRY, INFANTRY)]),
    ("G6 > E6 | first strike | C | II",
     [FIRE, {"do": "first-strike"}, roll("first-strike", CAVALRY), roll("attack", INFANTRY, INFANTRY)]),
    ("G6 > E6 | square | II | retreat D6",
     [FIRE, {"do": "square"}, roll("attack", INFANTRY, INFANTRY), {"do": "retreat", "to": "D6"}]),
    ("G6 x F6 | S | back | square | C",
     [MELEE, roll("attack", SABER), {"do": "battle-back"}, {"do": "square"}, roll("battle-back", CAVALRY)]),
    ("G6 x F6 | retire D4 | C", [MELEE, {"do": "retire", "to": "D4"}, roll("attack", CAVALRY)]),
    ("G6 x F6 | S | through E5, bonus E6 + G5 | F",
     [MELEE, roll("attack", SABER), {"do": "breakthrough", "to": "E5"},
      {"do": "bonus", "target": "E6", "join": ["G5"]}, roll("attack", FLAG)]),
    ("G6 x F6 | SS | leader retreat D5-C5-off | D5 S | C5 I",
     [MELEE, roll("attack", SABER, SABER), {"do": "leader-retreat", "to": "off", "via": ["D5", "C5"]},
      roll("escape", SABER, by="D5"), roll("escape", INFANTRY, by="C5")]),
    ("G6 > E6 | FF | ignore 1 | retreat D6-C6 lost 1",
     [FIRE, roll("attack", FLAG, FLAG), {"do": "ignore-flags", "count": 1},
      {"do": "retreat", "to": "C6", "via": ["D6"], "lost": 1}]),
    ("G6 > E6\n| F\n| retreat D6", [FIRE, roll("attack", FLAG), {"do": "retreat", "to": "D6"}]),
    ("H6-G6-F6, H5-off", [{"do": "move", "to": "F6", "unit": "H6", "via": ["G6"]},
                          {"do": "move", "to": "off", "unit": "H5"}]),
    ("F: H6-G6, B: back", [{"do": "move", "to": "G6", "unit": "H6", "side": F}, {"do": "battle-back", "side": B}]),
    ("B H6-G6", [{"do": "move", "to": "G6", "unit": "H6", "side": B}]),
    ("F Élan | IIF | H6 G5, leader H4\n, G7",
     [{"do": "play", "side": F, "card": "elan"}, roll("elan", INFANTRY, INFANTRY, FLAG),
      {"do": "order", "units": ["H6", "G5", "G7"], "leaders": ["H4"]}]),
    ("French Rally | IC | rally H6 G5",
     [{"do": "play", "side": F, "card": "rally"}, roll("rally", INFANTRY, CAVALRY),
      {"do": "rally", "units": ["H6", "G5"]}]),
    ("F Rally\nB Counter-Attack | I", [{"do": "play", "side": F, "card": "rally"},
     {"do": "play", "side": B, "card": "counter-attack"}, roll("rally", INFANTRY)]),
    ("B Counter-Attack as Rally | I",
     [{"do": "play", "side": B, "card": "counter-attack", "as": "rally"}, roll("rally", INFANTRY)]),
    ("F Force March left: H6", [{"do": "play", "side": F, "card": "force-march", "section": "left"},
                                {"do": "order", "units": ["H6"]}]),
    ("F Grande Manoeuvre one unit: H6", [{"do": "play", "side": F, "card": "la-grande-manoeuvre", "use": "one-unit"},
                                         {"do": "order", "units": ["H6"]}]),
    ("F Leadership: leader H5, detach G4, dissolve G3 Scout Left, H6",
     [{"do": "play", "side": F, "card": "leadership"}, {"do": "order", "units": ["H6"], "leaders": ["H5"]},
      {"do": "detach", "leader": "G4"}, {"do": "dissolve", "unit": "G3", "card": "scout-left"}]),
    ("F Attack Center: nobody", [MOVES[0], {"do": "order"}]),
    ("F Attack Center: H6, order G5", [MOVES[0], {"do": "order", "units": ["H6"]}, {"do": "order", "units": ["G5"]}]),
    ("F Short Supply: sends E6-A6",
     [{"do": "play", "side": F, "card": "short-supply"}, {"do": "short-supply", "unit": "E6", "to": "A6"}]),
    ("F hand: Attack Center, ?, Rally", [{"do": "deal", "side": F, "cards": ["attack-center", None, "rally"]}]),
    ("draw Scout Left, Rally | discard Rally",
     [{"do": "draw", "cards": ["scout-left", "rally"]}, {"do": "discard", "card": "rally"}]),
    ("B draws", [{"do": "draw", "side": B}]),
    ("draw ?  # nobody looked", [{"do": "draw", "cards": [None]}]),
    ("end phase", [{"do": "end-phase"}]),
    ("Turn 3\nresult: B resigns", [{"do": "turn", "number": 3},
                                  {"do": "result", "winner": F, "by": "resignation"}]),
    ("count: turn 3, H6 4 square no leader, G5 empty, G4, F leaders A1 A2, B leaders none, B banners 3, F hand 5",
     [{"do": "count", "turn": 3, "units": {"H6": {"blocks": 4, "square": True, "leader": False}, "G5": None, "G4": {}},
       "leaders": {F: ["A1", "A2"], B: []}, "banners": {B: 3}, "hands": {F: 5}}]),
    ("note: F Rally: H6 | x", [{"do": "note", "text": "F Rally: H6 | x"}]),
]  # fmt: skip


@pytest.mark.parametrize(("line", "expected"), LINES, ids=[line for line, _ in LINES])
def test_lines(line: str, expected: list[dict[str, Any]]) -> None:
    assert moves(line) == expected


def test_letters_of_faces_are_those_of_the_header_whatever_the_line_says() -> None:
    line = "G6 > E6 | D | ústup D6"
    assert moves(line, "Jeu : Napoleonics\nScénario : training-1\n\n")[1]["faces"] == [FLAG]
    assert moves(line, "Hra: Napoleonics\nScénář: training-1\n\n")[1]["faces"] == [ARTILLERY]
    found = misread(line)
    assert (found.rule, found.column, found.params["word"]) == ("record.word", 11, "D")
    assert found.params["expected"][:5] == ["I", "C", "A", "F", "S"]


def test_a_bare_attack_is_refused_in_czech_and_both_cards_are_offered() -> None:
    found = misread("F útok: H6", "Hra: Napoleonics\nScénář: training-1\n\n")
    assert (found.rule, found.column, found.params["word"]) == ("record.word", 3, "útok")
    assert found.params["expected"] == [
        "Napadení na levém křídle", "Napadení na pravém křídle", "Napadení ve středu",
        "Zteč na levém křídle", "Zteč na pravém křídle", "Zteč ve středu",
    ]  # fmt: skip


CARDS = ["Scout Left Flank", "Scout Center"]
STEPS = ["I", "C", "A", "F", "S", "B", "infantry"]
WRONG: list[tuple[str, str, int, list[str], list[str] | None]] = [
    ("F Atack Center: H6 G5", "record.word", 3, CARDS, ["Attack Center", "Attack Left", "Assault Center"]),
    ("F Attack: H6", "record.word", 3, ["Attack Center", "Attack Left Flank"], None),
    ("F Left: H6", "record.word", 3, ["Assault Left Flank", "Attack Left Flank"], None),
    ("F Attack Center: H6 J5", "record.word", 21, ["A1", "A2"], ["I5", "H5", "I4"]),
    ("H6-B13", "record.word", 4, ["A1", "A2"], ["A13", "B12", "C13"]),
    ("H6-", "record.type", 4, ["hex", "off"], None),
    ("H6 G5", "record.type", 4, ["x", ">", "-", "×"], None),
    ("X Attack Center", "record.word", 1, ["F", "B", "Turn", "count"], None),
    ("G6 x F6 | frist strike", "record.word", 11, STEPS, ["first strike", "retreat"]),
    ("G6 x F6 | IIX", "record.word", 11, STEPS, []),
    ("G6 x F6 | check", "record.type", 16, ["face", "no dice"], None),
    ("G6 x F6 | check IX", "record.word", 17, STEPS[:5], None),
    ("G6 x F6 | square 5", "record.type", 18, ["1", "2", "3", "4"], None),
    ("G6 x F6 | (tea) I", "record.word", 12, ["attack", "first strike"], None),
    ("G6 x", "record.type", 5, ["hex"], None),
    ("G6 > E6 | F | retreat D6 lost", "record.type", 30, ["number"], None),
    ("G6 > E6 | ignore 1000", "record.type", 18, ["small-number"], None),
    ("F Force March up: H6", "record.word", 15, ["left flank", "center", "right flank", "as", "one unit"], None),
    ("F hand: Atack Center, ?", "record.word", 9, CARDS, ["Attack Center", "Attack Left", "Assault Center"]),
    ("discard", "record.type", 8, ["command-card"], None),
    ("count: F medals 3", "record.word", 10, ["banners", "hand", "squares", "leader"], None),
]


@pytest.mark.parametrize(("line", "rule", "column", "expected", "nearest"), WRONG, ids=[row[0] for row in WRONG])
def test_what_cannot_be_read(line: str, rule: str, column: int, expected: list[str], nearest: list[str] | None) -> None:
    found = misread(f"end phase\n  {line}\nend phase\n")
    assert (found.rule, found.line, found.column - 2) == (rule, 2, column)
    assert found.params["expected"][: len(expected)] == expected
    if nearest is not None:
        assert found.params["nearest"] == nearest
    record = read_text(f"{START}end phase\n  {line}\nend phase\n")
    assert record.moves[-1] == {"do": "end-phase"}
    assert len(record.places) == len(record.moves)


@pytest.mark.parametrize(
    ("line", "column", "key"),
    [("F Force March left right", 20, "right"), ("count: H6 4, h6 3", 14, "h6"),
     ("count: H6 square no square", 18, "no square"), ("count: F hand 3, F hand 4", 18, "F")],
)  # fmt: skip
def test_what_stands_twice(line: str, column: int, key: str) -> None:
    found = misread(line)
    assert (found.rule, found.column, found.params["key"]) == ("record.clash", column, key)


def test_one_slip_one_misread_and_the_rest_of_the_line_is_kept() -> None:
    card, *rest = moves("F Atack Center: H6 G5, detach H5")
    assert isinstance(card, TextMisread)
    assert (card.text, card.params["read"]) == ("F Atack Center", {"side": F})
    assert rest == MOVES[1:3]
    melee, middle, dice, retreat = moves("G6 x F6 | frist strike | II | retreat E6")
    assert (melee, retreat) == (MELEE, {"do": "retreat", "to": "E6"})
    assert isinstance(middle, TextMisread)
    assert dice == {"do": "roll", "faces": [INFANTRY, INFANTRY]}  # nobody knows what they were for


TYPED: list[tuple[str, Callable[[str], str]]] = [
    ("lower case", str.lower),
    ("upper case", str.upper),
    ("no accents", lambda text: "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))),
    ("taken apart", lambda text: unicodedata.normalize("NFD", text)),
    ("no-break spaces", lambda text: text.replace(" ", "\u00a0").replace("\u00a0:", "\u202f:")),
    ("dashes", lambda text: text.replace("-", "–")),
    ("other line ends", lambda text: "\ufeff" + text.replace("\n", "\r\n")),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("typed", [typed for _, typed in TYPED], ids=[name for name, _ in TYPED])
def test_as_people_type(typed: Callable[[str], str], language: str) -> None:
    played = [move for move in game(random.Random(5), 120) if move["do"] != "note"]
    text = write_text(HEADER, played, language)
    assert msgspec.json.encode(read_text(typed(text)).moves) == msgspec.json.encode(played)


def attempt(text: str) -> TextRecord | RecordError:
    try:
        return read_text(text)
    except RecordError as error:
        return error


def test_mutated_records_never_raise_anything_else() -> None:
    rng = random.Random(7)
    texts = [write_text(HEADER, game(random.Random(n), 25), each) for n, each in enumerate(LANGUAGES)]
    signs = "\x00\n\t,:|[]()=+->?×#'’éřFBxH0129 \u00a0\u0301\u202e\u2028\ufeff☃\ud800\"{}"
    for _ in range(2000 if IS_LONG else 200):
        text = list(rng.choice(texts))
        for _ in range(rng.randrange(1, 6)):
            at = rng.randrange(len(text))
            match rng.randrange(4):
                case 0:
                    del text[at : at + rng.randrange(1, 9)]
                case 1:
                    text.insert(at, rng.choice(signs))
                case 2:
                    text[at] = rng.choice(signs)
                case _:
                    text[at:at] = text[rng.randrange(len(text)) :][:20]
            text = text or ["x"]
        found = attempt("".join(text))
        if isinstance(found, TextRecord):
            assert len(found.places) == len(found.moves)
            again = read_text(write_text(found.header.model_dump(exclude_none=True), found.moves, found.language))
            assert [m for m in again.moves if isinstance(m, dict)] == [m for m in found.moves if isinstance(m, dict)]


@pytest.mark.parametrize(
    "part", [",", "- ", "a b c ", "F ", "| I", "1", "H6 ", "H6-", "F hand: ?,", ": ", "draw ,", "Attack ", "\u0301"]
)
def test_time_grows_no_faster_than_the_line(part: str) -> None:
    line = (part * 4000)[:3999]
    attempt(START + line[:100])
    before = time.process_time()
    attempt(START + line + "\n" + line[::-1])
    assert time.process_time() - before < 2
