"""Text -> records: the lines of the notation, and what is said of lines that can't be read."""

from __future__ import annotations

import random
import time
import unicodedata
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from engine import find_game
from engine.core.chance import Seeded
from engine.core.playout import playout
from engine.core.record import FORMAT, MOST_MOVES, Header
from engine.core.record_errors import Misread, RecordError
from engine.core.replay import replay
from refsvc.config import LANGUAGES
from refsvc.library import open_game
from refsvc.notation.read import TextMisread, TextRecord, read_text
from refsvc.notation.write import write_text
from tests.long import IS_LONG

START = "Game: Saladin\nScenario: Arsuf\n\n"
C, A = "crusader", "ayyubid"


def moves(text: str, start: str = START) -> list[Any]:
    return list(read_text(start + text).moves)


def misread(text: str, start: str = START) -> TextMisread:
    """The only misread of a text, its line counted from the first after the header."""
    (found,) = [move for move in moves(text, start) if isinstance(move, TextMisread)]
    return msgspec.structs.replace(found, line=found.line - start.count("\n"))


RECORD = """Game: Saladin
Scenario: Arsuf
Crusaders: Benoît
Ayyubids: Amira

Turn 1
C starts
C Henry II: Loose > Ala Afdal | red 1
A Sulaymân: Skirmish > Naplouse [1] | green 0
C Naplouse: Charge > Sulaymân [2], Evade [1] | red 1, green 2 = Sulaymân -1, Naplouse -2
A Saladin: recover order
count: C 8+3, A 11+1
"""
MOVES: list[dict[str, Any]] = [
    {"do": "turn", "number": 1},
    {"do": "start", "first": C},
    {"do": "activate", "side": C, "banner": "henry-ii", "action": "loose", "target": "ala-afdal"},
    {"do": "roll", "red": ["1"], "green": []},
    {"do": "activate", "side": A, "banner": "sulayman", "action": "skirmish", "target": "naplouse", "spent": 1},
    {"do": "roll", "red": [], "green": ["0"]},
    {"do": "activate", "side": C, "banner": "naplouse", "action": "charge", "target": "sulayman", "spent": 2},
    {"do": "react", "side": A, "banner": "sulayman", "action": "evade", "spent": 1},
    {"do": "roll", "red": ["1"], "green": ["2"], "losses": {"sulayman": 1, "naplouse": 2}},
    {"do": "lead", "side": A, "action": "recover-order"},
    {"do": "count", "orders": {C: {"available": 8, "spent": 3}, A: {"available": 11, "spent": 1}}},
]


def test_the_record_of_the_design() -> None:
    record = read_text(RECORD)
    assert record.header.model_dump(exclude_none=True) == {
        "format": FORMAT,
        "game": "saladin",
        "scenario": "arsuf",
        "players": {C: "Benoît", A: "Amira"},
    }
    assert list(record.moves) == MOVES
    assert record.language == "en"
    assert record.places == (
        (6, 1), (7, 1), (8, 1), (8, 33), (9, 1), (9, 39), (10, 1), (10, 36), (10, 48), (11, 1), (12, 1),
    )  # fmt: skip
    assert record.header_places == {
        "/game": (1, 7), "/scenario": (2, 11), "/players/crusader": (3, 12), "/players/ayyubid": (4, 11),
    }  # fmt: skip


def test_its_czech_lines() -> None:
    record = read_text("Hra: Saladin\nScénář: Arsúf\nKolo 1\nK Jindřich II.: Salva šípů > al-Afdal | červená 1\n")
    assert record.language == "cs"
    assert list(record.moves) == [MOVES[0], *MOVES[2:4]]


CHARGE = {"do": "activate", "side": C, "banner": "richard", "action": "charge", "target": "ala-afdal"}
LINES: list[tuple[str, list[dict[str, Any]]]] = [
    ("A seizes", [{"do": "seize", "side": A}]),
    ("C Richard: Charge > Ala Afdal, Saladin: Block charge | green 0",
     [CHARGE, {"do": "react", "side": A, "banner": "saladin", "action": "block-charge"},
      {"do": "roll", "red": [], "green": ["0"]}]),
    ("A Saphadin: Flee (committed) | red 1 2",
     [{"do": "activate", "side": A, "banner": "saphadin", "action": "flee", "status": "committed"},
      {"do": "roll", "red": ["1", "2"], "green": []}]),
    ("A Aslam: Reinforce > Arsuf",
     [{"do": "activate", "side": A, "banner": "aslam", "action": "reinforce", "target": "arsuf-town"}]),
    ("C Richard: restore lance > Naplouse",
     [{"do": "lead", "side": C, "action": "restore-lance", "banner": "naplouse"}]),
    ("C removes Lusignan", [{"do": "remove", "side": C, "banner": "lusignan"}]),
    ("C passes", [{"do": "pass", "side": C}]),
    ("result: A resigns", [{"do": "result", "winner": C, "by": "resignation"}]),
    ("result: C wins", [{"do": "result", "winner": C}]),
    ("result: draw by agreement", [{"do": "result", "winner": None, "by": "agreement"}]),
    ("Turn 2 [C 1, A 2]", [{"do": "turn", "number": 2, "paid": {C: 1, A: 2}}]),
    ("| red 1 2", [{"do": "roll", "red": ["1", "2"], "green": []}]),
    ("A Sulaymân: Skirmish > Sablé | green 2 order = Sablé -2 gone",
     [{"do": "activate", "side": A, "banner": "sulayman", "action": "skirmish", "target": "sable"},
      {"do": "roll", "red": [], "green": ["2", "order"], "losses": {"sable": 2}, "gone": ["sable"]}]),
    ("Crusaders Richard the Lionheart: Charge > Ala Afdal [2] (committed)",
     [{**CHARGE, "status": "committed", "spent": 2}]),
    ("C Richard: Charge > Ala Afdal\n\n# the answer:\nnote: hm\n, Evade",
     [CHARGE, {"do": "note", "text": "hm"}, {"do": "react", "side": A, "banner": "ala-afdal", "action": "evade"}]),
    ("note: C passes, | # all of it", [{"do": "note", "text": "C passes, | # all of it"}]),
    ("C passes | red 1", [{"do": "pass", "side": C}, {"do": "roll", "red": ["1"], "green": []}]),  # the rules judge it
    ("C passes  # at last", [{"do": "pass", "side": C}]),
    ("count: Sablé 7, C losses 3", [{"do": "count", "losses": {C: 3}, "banners": {"sable": {"lances": 7}}}]),
]  # fmt: skip


@pytest.mark.parametrize(("line", "expected"), LINES, ids=[line for line, _ in LINES])
def test_lines(line: str, expected: list[dict[str, Any]]) -> None:
    assert moves(line) == expected


TYPED: list[tuple[str, Callable[[str], str]]] = [
    ("lower case", str.lower),
    ("upper case", str.upper),
    ("no accents", lambda text: "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))),
    ("taken apart", lambda text: unicodedata.normalize("NFD", text)),
    ("straight apostrophes", lambda text: text.replace("’", "'")),
    ("no-break spaces", lambda text: text.replace(" ", "\u00a0").replace("\u00a0:", "\u202f:")),
    ("tabs", lambda text: text.replace(" ", "\t")),
    ("a minus and a dash", lambda text: text.replace(" -", " −")),
    ("other line ends", lambda text: "\ufeff" + text.replace("\n", "\r\n")),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scenario", ["arsuf", "hattin"])
@pytest.mark.parametrize("typed", [typed for _, typed in TYPED], ids=[name for name, _ in TYPED])
def test_as_people_type(typed: Callable[[str], str], scenario: str, language: str) -> None:
    header = Header(format=FORMAT, game="saladin", scenario=scenario)
    played = [msgspec.to_builtins(move) for move in playout(open_game(header), Seeded(3), is_annotated=True)]
    text = write_text(header.model_dump(exclude_none=True), played, language)
    assert msgspec.json.encode(read_text(typed(text)).moves) == msgspec.json.encode(played)


def test_words_of_other_languages_are_read_and_the_header_decides_between_two_meanings() -> None:
    line = "A Sulaymân: Harc > Naplouse"
    assert moves(line, "Jeu : Saladin\nScénario : Arsuf\n")[0]["action"] == "harass"
    assert moves(line, "Hra: Saladin\nScénář: Arsúf\n")[0]["action"] == "skirmish"
    found = misread(line)
    assert (found.rule, found.column, found.params["expected"]) == ("record.word", 13, ["Harass", "Skirmish"])


BANNERS = ["Saphadin", "Ala Afdal", "Ala al Din", "Sulaymân", "Aslam", "Saladin",
           "Sablé", "Bourgogne", "Richard", "Naplouse", "Henry II", "Lusignan"]  # fmt: skip
ACTIONS = ["Arsuf", "Block charge", "Charge", "Evade", "Feed Fire", "Feint", "Flee", "Hail of arrows", "Harass", "Hold",
           "Ignite", "Loose", "Push", "Regroup", "Reinforce", "Sacrifice", "Shield wall", "Skirmish",
           "Uncontrolled Charge", "Wait", "Withdraw"]  # fmt: skip
STARTS = ["A", "C", *BANNERS, "by resignation", "on time", "by agreement", "Turn", "count", "result", "note", "starts",
          "passes", "removes", "wins", "resigns", "draw"]  # fmt: skip
WRONG: list[tuple[str, str, int, list[str]]] = [
    ("C Henri VIII: Loose > Ala Afdal", "record.word", 3, BANNERS),
    ("C removes Ridefort", "record.word", 11, BANNERS),
    ("X passes", "record.word", 1, STARTS),
    ("Date: 2026-05-01", "record.word", 1, STARTS),
    ("C Henry II: Loose > Ala Afdale | red 1", "record.word", 21, ["Saphadin", "Ala Afdal", "Ala al Din", "Sulaymân",
     "Aslam", "Saladin", "Sablé", "Bourgogne", "Richard", "Naplouse", "Henry II", "Lusignan", "Arsuf"]),
    ("C Henry II: Loose > Ala | red 1", "record.word", 21, ["Ala Afdal", "Ala al Din"]),
    ("C Henry II: Loose > Ala Afdal | red 3", "record.word", 37, ["0", "1", "2", "order"]),
    ("C Henry II: Loose > Ala Afdal | blue 1", "record.word", 33, ["red", "green", "no dice"]),
    ("C Henry II: Loose (tired)", "record.word", 20, ["A", "C", *BANNERS, *ACTIONS, "uncommitted", "committed"]),
    ("A Saphadin: recover order", "record.word", 3, ["Saladin"]),
    ("C Henry II:", "record.type", 11, ["action", "lead", "seizes"]),
    ("C Henry II: Loose > Ala Afdal [1", "record.type", 33, ["]"]),
    ("C Henry II: Loose > Ala Afdal 1]", "record.type", 32, ["order"]),
    ("C Henry II: Loose > Ala Afdal [1] |", "record.type", 36, ["colour", "no dice"]),
    ("C Henry II: Loose > Ala Afdal | red", "record.type", 36, ["face"]),
    ("C Henry II: Loose > Ala Afdal [1000]", "record.type", 32, ["small-number"]),
    ("C passes, Evade", "record.word", 11, BANNERS),
    ("Turn", "record.type", 5, ["number"]),
    ("Turn many", "record.type", 6, ["number"]),
    ("result: C 2", "record.type", 11, ["reason", "wins", "resigns", ",", "line-end"]),
    ("count: C 8+", "record.type", 12, ["number"]),
    ("C Sulaymân \u2603", "record.type", 12, ["action", "lead", "seizes"]),
    (", Evade", "record.word", 3, BANNERS),
    (", Saladin: Block charge", "record.word", 3, ["A", "C"]),
    ("C Richard: Charge, Evade", "record.word", 20, BANNERS),
]  # fmt: skip


@pytest.mark.parametrize(("line", "rule", "column", "expected"), WRONG, ids=[line for line, _, _, _ in WRONG])
def test_what_cannot_be_read(line: str, rule: str, column: int, expected: list[str]) -> None:
    found = misread(f"A passes\n  {line}\nC passes\n")
    assert (found.rule, found.line, found.column - 2, found.params["expected"]) == (rule, 2, column, expected)
    record = read_text(f"{START}A passes\n  {line}\nC passes\n")
    assert [move for move in record.moves if not isinstance(move, Misread)][-1] == {"do": "pass", "side": C}
    assert len(record.places) == len(record.moves)


@pytest.mark.parametrize(
    ("line", "column", "key"),
    [("count: C 8, Crusaders 9", 13, "Crusaders"), ("Turn 2 [A 1, A 1]", 14, "A"),
     ("| red 1 = Aslam -1, Aslam -1", 21, "Aslam"), ("| red 1 = Aslam -1, nothing", 21, "nothing")],
)  # fmt: skip
def test_what_stands_twice(line: str, column: int, key: str) -> None:
    found = misread(line)
    assert (found.rule, found.column, found.params["key"]) == ("record.clash", column, key)


def test_nearest_words() -> None:
    found = misread("C Henri VIII: Loose > Ala Afdal")
    assert (found.params["word"], found.params["nearest"]) == ("Henri VIII", ["Henri II"])
    assert misread("A Sulaman: Skirmish > Naplouse").params["nearest"][0] == "Sulaymân"
    assert misread("C Henry II: Loos3").params["expected"]


def test_columns_are_those_of_the_line_as_it_was_written() -> None:
    assert misread("K\u00a0Richard Cœur de Lion: Útok > Sulaymâne").column == 32
    assert misread(unicodedata.normalize("NFD", "A Sulaymân: Dance")).column == 13  # as an editor counts


def test_one_slip_one_misread_and_the_rest_of_the_line_is_kept() -> None:
    head, react, roll = moves("C Naplouse: Chrge > Sulaymân [2], Evade [1] | red 1, green 2")
    assert isinstance(head, TextMisread)
    assert head.params["read"] == {"side": C, "banner": "naplouse", "target": "sulayman"}
    assert react == MOVES[7]
    assert roll == {"do": "roll", "red": ["1"], "green": ["2"]}
    charge, middle, roll = moves("C Naplouse: Charge > Sulaymân [2], Evede [1] | red 1, green 2")
    assert (charge, roll["do"]) == (MOVES[6], "roll")
    assert isinstance(middle, TextMisread)
    assert (middle.column, middle.text) == (36, ", Evede [1]")
    lost, roll = moves("X Naplouse: Charge > Sulaymân [2], Evade [1] | red 1")  # nobody knows whose answer
    assert isinstance(lost, TextMisread)
    assert lost.text == "X Naplouse: Charge > Sulaymân [2], Evade [1]"
    assert roll["do"] == "roll"


def test_a_misread_is_replayed_as_one() -> None:
    record = read_text(START + "C starts\nC Henri VIII: Loose > Ala Afdal\n")
    types = find_game("saladin").MOVES
    read = [move if isinstance(move, Misread) else msgspec.convert(move, types) for move in record.moves]
    found = replay(open_game(Header.model_validate(record.header)), read).findings
    assert [(finding.move, finding.verdict, finding.rule) for finding in found] == [(2, "misread", "record.word")]


REFUSED = [
    ("", "record.missing", "", None, None),
    ("Scenario: Arsuf\nC passes", "record.missing", "", None, None),
    ("Game: Saladin\nC passes", "record.missing", "", None, None),
    ("Game:  Chess", "record.game", "/game", 1, 8),
    ("Game: Saladin\nScenario: Acre", "record.scenario", "/scenario", 2, 11),
    ("Game: Saladin\nScenario: Arsuf\n\n# nothing", "record.no-moves", "/moves", None, None),
    ("Game: Saladin\nScenario: Arsuf\nColour: red\nC passes", "record.key", "/Colour", 3, 1),
    ("Game: Saladin\nScenario: Arsuf\nGame: Saladin\nC passes", "record.key", "/game", 3, 1),
    ("Game: Saladin\nScenario: Arsuf\nEdition: it\nC passes", "record.edition", "/edition", 3, 10),
    ("Game: Saladin\nScenario: Arsuf\nValues: house\nC passes", "record.word", "/values", 3, 9),
    ("Game: Saladin\nScenario: Arsuf\nEvent: a\x00b\nC passes", "record.unseen", "/event", 3, 8),
    (f"Game: Saladin\nScenario: Arsuf\nCroisés : {'B' * 81}\nC passes", "record.too-long", "/players/crusader", 3, 11),
    (f"Game: Saladin\nScenario: Arsuf\nEvent: {'B' * 4000}\nC passes", "record.too-long", "/event", 3, 1),
    ("Game: Saladin\nScenario: Arsuf\nRulings: DIF-05\nC passes", "record.type", "/rulings", 3, 10),
    ("Game: Saladin\nScenario: Arsuf\nRulings: DIF-05 feed-only, DIF-99 x\nC passes",
     "record.ruling", "/rulings/DIF-99", 3, 28),
    ("Game: Saladin\nScenario: Arsuf\nRulings: DIF-05 never\nC passes", "record.option", "/rulings/DIF-05", 3, 10),
    ("Game: Saladin\nScenario: Arsuf\nBox: {\nC passes", "record.type", "/box", 3, 6),
    ("Game: Saladin\nScenario: Arsuf\nBox: {\"a\": 1}\nC passes", "record.box-key", "/box/a", 3, 6),
    (f"Game: Saladin\nScenario: Arsuf\nBox: {{\"a\": {'[' * 99}{']' * 99}}}\nC passes",
     "record.too-deep", "/box", 3, 6),
    ("Game: Saladin\nScenario: Arsuf\nPosition: {\"town\": 9}\nC passes", "record.position", "/position/town", 3, 11),
    ("Game: Saladin\nScenario: Arsuf\n\ud800", "record.syntax", "", 3, 1),
    (START + "C passes\n" * (MOST_MOVES - 1) + "C Sablé: Hold > Aslam, Evade | red 1",
     "record.too-many-moves", "/moves", None, None),
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "rule", "path", "line", "column"), REFUSED, ids=[f"{n}-{r[1]}" for n, r in enumerate(REFUSED)]
)
def test_only_a_header_refuses_a_record(text: str, rule: str, path: str, line: int | None, column: int | None) -> None:
    with pytest.raises(RecordError) as caught:
        read_text(text)
    error = caught.value
    assert (error.rule, error.path, error.line, error.column) == (rule, path, line, column)
    if rule == "record.too-many-moves":
        assert error.params["moves"] == MOST_MOVES + 2


def test_a_line_that_is_too_long() -> None:
    found = misread("note: " + "x" * 4000)
    assert (found.rule, found.column, found.params) == ("record.too-long", 1, {"most": 4000})


def test_headers_in_another_language_and_anywhere_before_the_first_move() -> None:
    record = read_text("# a game\nKřižáci: B\n\nLieu : Lyon\nJeu : Saladin\nbattle: HATTIN\nC passes\n")
    assert record.language == "fr"
    assert record.header.model_dump(exclude_none=True) == {
        "format": FORMAT, "game": "saladin", "scenario": "hattin", "players": {C: "B"}, "place": "Lyon",
    }  # fmt: skip


def attempt(text: str) -> TextRecord | RecordError:
    try:
        return read_text(text)
    except RecordError as error:
        return error


def test_mutated_records_never_raise_anything_else() -> None:
    rng = random.Random(7)
    texts = [write_text({"format": FORMAT, "game": "saladin", "scenario": "arsuf"}, MOVES, each) for each in LANGUAGES]
    signs = "\x00\n\t,:|[]()=+-#'’éřCKA0129 \u00a0\u0301\u202e\u2028\ufeff☃\ud800\"{}"
    for _ in range(3000 if IS_LONG else 400):
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


LONG = [
    ",",
    ";",
    ", Evade",
    "→",
    "- ",
    "[",
    "a b c ",
    "é",
    "C ",
    "| red ",
    "1",
    "Ala ",
    "C Richard: Charge > ",
    "note: ",
    ": ",
    "'",
    "-a",
    "\u0301",
]


@pytest.mark.parametrize("part", LONG)
def test_time_grows_no_faster_than_the_line(part: str) -> None:
    """A line as long as is allowed takes milliseconds: no search goes back and forth."""
    line = (part * 4000)[:3999]
    attempt(START + line[:100])
    before = time.process_time()
    attempt(START + line + "\n" + line[::-1])
    assert time.process_time() - before < 2
