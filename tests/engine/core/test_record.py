"""Bad input: what is wrong, where, and what would fit; never a traceback."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import engine.core
from engine.core.moves import MOST_LISTED, MOST_TEXT
from engine.core.record import MOST_MOVES, MOST_PART, place_moves
from engine.core.record_errors import RecordError
from engine.core.rulebook import load_chapters, rules_of
from refsvc.checking.check import check
from refsvc.checking.read import read
from refsvc.records.upload import Upload

GOOD: dict[str, Any] = {
    "format": "refsvc-record/1",
    "game": "saladin",
    "scenario": "arsuf",
    "values": "refsvc",
    "moves": [{"do": "start", "first": "crusader"}],
}


def record(**changes: Any) -> bytes:
    tree = {**GOOD, **changes}
    return json.dumps({key: value for key, value in tree.items() if value is not None}).encode()


PENDING = {"do": "activate", "side": "crusader", "banner": "sable", "action": "charge", "target": "saphadin"}


def deep(levels: int) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for _ in range(levels):
        tree = {"a": tree}
    return tree


REFUSED = [
    ("record.syntax", "", b"{"),
    ("record.missing", "", b""),  # what doesn't begin with a brace is text, and has no header
    ("record.missing", "", b"\xff\xfe"),
    ("record.syntax", "", b'{"format": NaN}'),
    ("record.type", "", b"[1, 2]"),
    ("record.missing", "", b"3"),
    ("record.missing", "", record(moves=None)),
    ("record.missing", "", record(format=None)),
    ("record.no-moves", "/moves", record(moves=[])),
    ("record.type", "/moves", record(moves="none")),
    ("record.type", "/game", record(game=3)),
    ("record.word", "/format", record(format="refsvc-record/2")),
    ("record.word", "/values", record(values="house")),
    ("record.key", "/colour", record(colour="red")),
    ("record.game", "/game", record(game="chess")),
    ("record.scenario", "/scenario", record(scenario="acre")),
    ("record.edition", "/edition", record(edition="it")),
    ("record.ruling", "/rulings/DIF-99", record(rulings={"DIF-99": "x"})),
    ("record.ruling", "/rulings/AMB-22", record(rulings={"AMB-22": "sum"})),
    ("record.option", "/rulings/DIF-05", record(rulings={"DIF-05": "never"})),
    ("record.too-long", "/players/crusader", record(players={"crusader": "B" * 81})),
    ("record.unseen", "/players/crusader", record(players={"crusader": "Ben\u202eoit"})),
    ("record.unseen", "/event", record(event="a\u0000b")),
    ("record.box-key", "/box/banners/sable/speed", record(box={"banners": {"sable": {"speed": 9}}})),
    ("record.box-value", "/box/banners/sable/lances", record(box={"banners": {"sable": {"lances": -1}}})),
    ("record.box-value", "/box/banners/sable/lances", record(box={"banners": {"sable": {"lances": "many"}}})),
    ("record.box-value", "/box/cards/sable/charge/back", record(box={"cards": {"sable": {"charge": {"back": 1}}}})),
    ("record.too-deep", "/box", record(box=deep(40))),
    ("record.box-value", "/box/banners/sable/lances", record(box={"banners": {"sable": {"lances": 9.0}}})),
    ("record.box-key", "/box/banners/sable", record(box={"banners": {"sable": {}}})),
    ("record.word", "/players/franks", record(players={"franks": "Benoît"})),
    ("record.syntax", "/scenario", record(scenario="ar?suf").replace(b"?", b"\xff")),
    ("record.syntax", "/box", record(box={"a": 0}).replace(b"0}", b"1e999}")),
    ("record.syntax", "/position", record(position={"turn": 0}).replace(b"0}", b"1" * 5000 + b"}")),
    ("record.position", "/position/town", record(position={"town": 9})),
    ("record.position", "/position/pending", record(position={"pending": PENDING})),
    (
        "record.position",
        "/position/pending",
        record(position={"phase": "activation", "pending": PENDING | {"target": ""}}),
    ),
    (
        "record.type",
        "/position/pending/dice/red",
        record(position={"pending": PENDING | {"dice": {"red": "x", "green": 0}}}),
    ),
    (
        "record.type",
        "/position/pending/dice/red",
        record(position={"pending": PENDING | {"dice": {"red": 99, "green": 0}}}),
    ),
    ("record.position", "/position/banners/sable/out", record(position={"banners": {"sable": {"out": "boxed"}}})),
    ("record.position", "/position/banners/sable/lances", record(position={"banners": {"sable": {"lances": 10}}})),
    (
        "record.position",
        "/position/banners/aslam/status",
        record(position={"banners": {"aslam": {"status": "committed"}}}),
    ),
    ("record.position", "/position/losses/crusader", record(position={"losses": {"crusader": 6}})),
    ("record.position", "/position/orders/crusader", record(position={"orders": {"crusader": {"available": 14}}})),
    ("record.position", "/position/fire", record(position={"fire": True})),
    ("record.word", "/position/banners/ridefort", record(position={"banners": {"ridefort": {"lances": 1}}})),
    ("record.word", "/position/phase", record(position={"phase": "lunch"})),
    ("record.key", "/position/weather", record(position={"weather": "dry"})),
    ("record.type", "/position/turn", record(position={"turn": "two"})),
    ("record.too-many-moves", "/moves", record(moves=[{"do": "pass", "side": "ayyubid"}] * (MOST_MOVES + 1))),
]


@pytest.mark.parametrize(
    ("rule", "path", "data"), REFUSED, ids=[f"{rule}-{n}" for n, (rule, _, _) in enumerate(REFUSED)]
)
def test_a_record_that_cannot_be_read(rule: str, path: str, data: bytes) -> None:
    with pytest.raises(RecordError) as caught:
        check(read(Upload(data)))
    assert (caught.value.rule, caught.value.path) == (rule, path)


def test_syntax_faults_have_line_and_column() -> None:
    with pytest.raises(RecordError) as caught:
        read(Upload(b'{\n  "format": "refsvc-record/1",\n  "game" "saladin"\n}'))
    assert (caught.value.line, caught.value.column) == (3, 10)


MANY = {f"b{n}": 1 for n in range(MOST_LISTED + 1)}
MISREAD = [
    ("record.word", "/do", {"do": "activat", "side": "crusader"}),
    ("record.word", "/side", {"do": "pass", "side": "franks"}),
    ("record.word", "/banner", {"do": "activate", "side": "crusader", "banner": "richrd", "action": "hold"}),
    ("record.word", "/action", {"do": "activate", "side": "crusader", "banner": "richard", "action": "dance"}),
    ("record.word", "/banner", {"do": "activate", "side": "crusader", "banner": "ridefort", "action": "wait"}),
    ("record.word", "/red/0", {"do": "roll", "red": ["3"], "green": []}),
    ("record.word", "/action", {"do": "lead", "side": "crusader", "action": "sleep"}),
    ("record.key", "", {"do": "pass", "side": "crusader", "loudly": True}),
    ("record.missing", "", {"do": "activate", "side": "crusader"}),
    ("record.missing", "", {"side": "crusader"}),
    ("record.type", "/spent", {"do": "react", "side": "ayyubid", "banner": "aslam", "action": "evade", "spent": "1"}),
    ("record.too-long", "/text", {"do": "note", "text": "x" * (MOST_TEXT + 1)}),
    ("record.too-many", "/red", {"do": "roll", "red": ["0"] * (MOST_LISTED + 1), "green": []}),
    ("record.too-many", "/green", {"do": "roll", "red": [], "green": ["0"] * (MOST_LISTED + 1)}),
    ("record.too-many", "/losses", {"do": "roll", "red": [], "green": [], "losses": MANY}),
    ("record.too-many", "/gone", {"do": "roll", "red": [], "green": [], "gone": list(MANY)}),
    ("record.too-many", "/paid", {"do": "turn", "number": 1, "paid": MANY}),
    ("record.too-many", "/banners", {"do": "count", "banners": {name: {"lances": 1} for name in MANY}}),
    ("record.type", "", 7),
    ("record.type", "", None),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "path", "move"), MISREAD)
def test_a_move_that_cannot_be_read_is_found_and_the_rest_is_checked(rule: str, path: str, move: Any) -> None:
    moves = [{"do": "start", "first": "crusader"}, move, {"do": "pass", "side": "crusader"}]
    found = check(read(Upload(record(moves=moves)))).findings
    assert [(f.move, f.verdict) for f in found] == [(2, "misread"), (3, "illegal")]
    assert (found[0].rule, found[0].path) == (rule, f"/moves/1{path}")
    if rule in ("record.word", "record.key"):
        assert found[0].params["expected"]


def test_as_much_as_a_move_may_say() -> None:
    faces, few = ["0"] * MOST_LISTED, dict(list(MANY.items())[:MOST_LISTED])
    moves = [
        {"do": "start", "first": "crusader"},
        {"do": "note", "text": "x" * MOST_TEXT},
        {"do": "roll", "red": faces, "green": faces, "losses": few, "gone": list(few)},
        {"do": "turn", "number": 1, "paid": few},
        {"do": "count", "banners": {name: {"lances": 1} for name in few}},
    ]
    found = check(read(Upload(record(moves=moves)))).findings
    assert found
    assert not {f.rule for f in found} & {"record.too-long", "record.too-many"}


@pytest.mark.parametrize(("size", "rule"), [(MOST_PART, "record.box-key"), (MOST_PART + 1, "record.too-long")])
def test_a_part_of_the_header_is_bounded(size: int, rule: str) -> None:
    """At the limit it is read, and found to be no box."""
    box = {"a": "x" * (size - len('{"a": ""}'))}
    with pytest.raises(RecordError) as caught:
        read(Upload(record(box=box)))
    assert caught.value.rule == rule
    assert caught.value.path.startswith("/box")


@pytest.mark.parametrize("with_another", [False, True])
def test_bytes_that_are_no_text_spoil_one_move_only(with_another: bool) -> None:
    another = [{"do": "jump", "side": "?"}] if with_another else []
    moves = [{"do": "start", "first": "crusader"}, {"do": "note", "text": "?"}, *another]
    found = check(read(Upload(record(moves=[*moves, {"do": "note", "text": "x"}]).replace(b"?", b"\xff")))).findings
    assert [(f.move, f.verdict) for f in found] == [(2, "misread"), (3, "misread")][: 1 + with_another]
    assert (found[0].rule, found[0].path) == ("record.syntax", "/moves/1")


@pytest.mark.parametrize("values", ["box", "refsvc"])
@pytest.mark.parametrize(
    "move",
    [
        {"do": "remove", "side": "ayyubid", "banner": "arsuf-town"},
        {"do": "react", "side": "ayyubid", "banner": "arsuf-town", "action": "evade", "spent": 1},
        {"do": "activate", "side": "ayyubid", "banner": "arsuf-town", "action": "flee", "spent": 1},
        {"do": "activate", "side": "crusader", "banner": "sable", "action": "hold", "target": "nobody"},
        {"do": "activate", "side": "crusader", "banner": "sable", "action": "hold", "spent": -5},
        {"do": "lead", "side": "crusader", "action": "restore-lance", "banner": "nobody"},
        {"do": "count", "banners": {"arsuf-town": {"card": "ordered"}}},
        {"do": "turn", "number": -1},
        {"do": "result", "winner": "franks", "by": "resignation"},
        {"do": "roll", "red": [], "green": [], "losses": {"saphadin": 10**9}},
    ],
)
def test_words_and_numbers_that_no_battle_has(values: str, move: dict[str, Any]) -> None:
    moves = [{"do": "start", "first": "crusader"}, move, {"do": "lead", "side": "crusader", "action": "recover-order"}]
    found = check(read(Upload(record(moves=moves, values=values)))).findings
    assert [(f.move, f.verdict) for f in found] == [(2, "misread")]


@pytest.mark.parametrize("count", [12, 24])
def test_more_lances_than_we_assume_are_no_trouble(count: int) -> None:
    position = {"phase": "activation", "to_move": "crusader", "banners": {"sable": {"lances": count}}}
    moves = [
        {"do": "activate", "side": "crusader", "banner": "sable", "action": "charge", "target": "saphadin"},
        {"do": "roll", "red": ["0", "0"], "green": ["2"]},
    ]
    assert check(read(Upload(record(position=position, moves=moves, values=None)))).findings == []


def test_moves_after_the_end_are_found() -> None:
    position = {
        "turn": 6, "phase": "activation", "to_move": "crusader", "losses": {"ayyubid": 5},
        "orders": {"ayyubid": {"available": 1}, "crusader": {"available": 3}},
    }  # fmt: skip
    moves = [
        {"do": "activate", "side": "crusader", "banner": "henry-ii", "action": "loose", "target": "ala-afdal"},
        {"do": "roll", "red": ["1"], "green": []},
        {"do": "pass", "side": "ayyubid"},
    ]
    found = check(read(Upload(record(position=position, moves=moves)))).findings
    assert [(f.move, f.rule) for f in found] == [(3, "saladin.victory.over")]


def test_a_hundred_thousand_moves() -> None:
    moves = [{"do": "start", "first": "crusader"}, *[{"do": "note", "text": "…"}] * (MOST_MOVES - 1)]
    long = read(Upload(record(moves=moves)))
    assert len(long.moves) == MOST_MOVES
    assert check(long).findings == []


def test_places_of_moves() -> None:
    data = b'{"moves": [\n  {"do": "note", "text": "a } [ \\" b"},\n'
    data += b'  {"do": "count", "orders": {"crusader": {}}}, {"x": 1}]}'
    assert place_moves(data) == [(2, 3), (3, 3), (3, 48)]
    data = '{"event": "č", "moves": [{"text": "řž"}, {"text": "'.encode() + b'\xff"}, {}]}'
    assert place_moves(data) == [(1, 26), (1, 42), (1, 57)]
    assert place_moves(b'{"moves": [7, null, "a, {",\n {"do": [1]}, -1.5e3]}') == [
        (1, 12),
        (1, 15),
        (1, 21),
        (2, 2),
        (2, 15),
    ]


def test_every_rule_of_records_is_raised_somewhere() -> None:
    rules = rules_of(load_chapters(Path(engine.core.__file__).with_name("rulebook.toml"))).keys()
    elsewhere = {
        "record.turn",
        "record.count",
        "record.result",
        "record.too-large",
        "record.file",
        "record.clash",
        "record.readings",
        "record.reading",
        "record.twice",
        "record.unchecked",
        "record.scenario-file",
        "record.scenario-id",
        "record.scenario-taken",
        "record.scenario-hash",
    }  # cases, and the tests of the command line and the notation
    assert rules - elsewhere == {rule for rule, _, _ in REFUSED} | {rule for rule, _, _ in MISREAD}
