"""Records spoilt at random, from a seed: text in three languages and JSON, by the byte, the line and the value."""

from __future__ import annotations

import codecs
import json
import random
import re
from collections.abc import Callable
from functools import cache
from typing import Any

from engine.core.chance import Seeded
from engine.core.playout import playout
from engine.core.record import FORMAT, Header, write_record
from refsvc import library
from refsvc.checking.check import check
from refsvc.checking.conversion import convert
from refsvc.checking.read import read
from refsvc.config import LANGUAGES
from refsvc.paths import PACKAGE
from refsvc.records.upload import Upload

MOST_MOVES = 30  # of a record before it is spoilt: most of a turn
Chance = random.Random
SIGNS = (
    "\u0301", "\u200b", "\u200f", "\u202e", "\u2028", "\x85", "\x0b", "\x00", "\x1b[31m", "\x7f", "🐎", "ß", "ﬁ", "İ",
    "ř", "Œ", "\ufffd", "\ufeff", "\U0010ffff", "\u00a0", "\t", "#", "|", ",", ":", ">", "[", "]", "(", ")", "=", "{",
    "}", '"', "\\", "%s", "{0}", "{banner}", "-1", "999", "1000", "0", "C", "A", "K", "²", "٣",
)  # fmt: skip
NUMBERS = (0, -1, 1, 2, 7, 12, 13, 31, 999, 1000, 2**31, 2**63, 2**64, -(2**63) - 1, 10**30, 10**400, 1.5, 1e300, -0.0)
WORDS = (
    "", " ", "richard", "saladin", "arsuf-town", "crusader", "ayyubid", "order", "activate", "roll", "count", "horns",
    "true-cross", "reinforce", "committed", "captured", "DIF-01", "cs", "box", "x" * 81, "x" * 5000, "\x00", "\x1b[2J",
    "\u202e", "\ud800", "\udfff x", "{banner}", "%(side)s", "../../etc", "refsvc-record/1", "null", "NaN",
)  # fmt: skip
KEYS = (
    "do", "side", "banner", "action", "target", "status", "spent", "red", "green", "losses", "gone", "first", "number",
    "paid", "winner", "by", "text", "orders", "banners", "leaders", "town", "turn", "moves", "game", "scenario",
    "edition", "rulings", "values", "players", "date", "box", "position", "pending", "", "a/b", "a~b", "\ud800",
)  # fmt: skip


@cache
def games() -> tuple[dict[str, Any], ...]:
    """Records as JSON trees: samples, and games of both battles, as played on our cards and on unknown ones."""
    trees = [json.loads(path.read_text("utf-8")) for path in sorted(PACKAGE.glob("games/*/samples/*.json"))]
    for scenario in library.scenario_ids("saladin"):
        for seed, values in enumerate(("refsvc", "box", "refsvc")):
            header = Header(format=FORMAT, game="saladin", scenario=scenario, values=values)  # type: ignore[arg-type]  # one of the two
            moves = playout(library.open_game(header), Seeded(seed), is_annotated=seed > 0)
            tree = json.loads(write_record(header, moves[:MOST_MOVES]))
            if seed == 2:
                tree |= {"edition": "cs", "players": {"crusader": "Benoît"}, "date": "2026-05-01"}
                tree["rulings"] = {"DIF-01": "mandatory"}
                tree["box"] = {"banners": {"saladin": {"lances": 5}}}
            trees.append(tree)
    trees.append(_in_the_middle())
    for tree in trees:
        tree["moves"] = tree["moves"][:MOST_MOVES]
    return tuple(trees)


def _in_the_middle() -> dict[str, Any]:
    """A record that begins in the middle of a game, with counts."""
    header = Header(format=FORMAT, game="saladin", scenario="hattin", values="refsvc")
    table = library.open_game(header)
    moves = playout(table, Seeded(5), is_annotated=True)
    record = read(Upload(write_record(header, moves[:80])))
    tree: dict[str, Any] = json.loads(write_record(header, moves[80:105]))
    tree["position"] = table.view(check(record).state)
    count = {"do": "count", "orders": tree["position"]["orders"], "losses": {"crusader": 1}, "fire": False}
    tree["moves"][:0] = [count]
    tree["moves"].append({"do": "result", "winner": "crusader", "by": "resignation"})
    return tree


@cache
def texts() -> tuple[tuple[str, ...], ...]:
    """The same records as text, each in every language."""
    found = []
    for tree in games():
        data = json.dumps(tree).encode()
        found.append(tuple(convert(read(Upload(data)), language) for language in LANGUAGES))
    return tuple(found)


def spoil(seed: int) -> tuple[str, bytes]:
    """What was done, and the bytes of one spoilt record."""
    chance = Chance(seed)
    times = chance.choice((1, 1, 1, 2, 3, 8))
    done: list[str] = []
    if chance.random() < 0.45:
        tree = json.loads(json.dumps(chance.choice(games())))
        for _ in range(times):
            name, change = chance.choice(TREE_CHANGES)
            tree = change(tree, chance)
            done.append(name)
        data = _written(tree, chance)
    else:
        several = chance.choice(texts())
        text = chance.choice(several)
        for _ in range(times):
            name, spoiler = chance.choice(TEXT_CHANGES)
            text = spoiler(text, several, chance)
            done.append(name)
        data = text.encode("utf-8", "surrogatepass")
    for _ in range(chance.choice((0, 0, 0, 0, 1, 4))):
        name, byte_change = chance.choice(BYTE_CHANGES)
        data = byte_change(data, chance)
        done.append(name)
    return ", ".join(done), data


def _written(tree: Any, chance: Chance) -> bytes:
    text = json.dumps(tree, ensure_ascii=chance.random() < 0.5, indent=chance.choice((None, None, 1)))
    return text.encode("utf-8", "surrogatepass")


# --- by the value ---


def _places(node: Any) -> list[tuple[Any, Any]]:
    """Every container with one of its keys, of the whole tree."""
    found: list[tuple[Any, Any]] = []
    waiting = [node]
    while waiting:
        each = waiting.pop()
        keys = list(each) if isinstance(each, dict) else range(len(each)) if isinstance(each, list) else ()
        for key in keys:
            found.append((each, key))
            waiting.append(each[key])
    return found


def _nested(depth: int, chance: Chance) -> Any:
    node: Any = chance.choice(NUMBERS)
    for _ in range(depth):
        node = [node] if chance.random() < 0.5 else {chance.choice(KEYS): node}
    return node


def _junk(chance: Chance) -> Any:
    kinds: tuple[Callable[[], Any], ...] = (
        lambda: None,
        lambda: chance.random() < 0.5,
        lambda: chance.choice(NUMBERS),
        lambda: chance.choice(WORDS),
        list,
        dict,
        lambda: [chance.choice(WORDS), chance.choice(NUMBERS)],
        lambda: {chance.choice(KEYS): chance.choice(WORDS)},
        lambda: _nested(chance.choice((3, 31, 33, 300)), chance),
        lambda: float("nan"),
        lambda: float("inf"),
        lambda: ["0"] * 500,
    )
    return chance.choice(kinds)()


def _change_value(tree: Any, chance: Chance) -> Any:
    places = _places(tree)
    if not places:
        return _junk(chance)
    where, key = chance.choice(places)
    where[key] = _junk(chance)
    return tree


def _change_header(tree: Any, chance: Chance) -> Any:
    if isinstance(tree, dict):
        tree[chance.choice(KEYS)] = _junk(chance)
    return tree


def _change_number(tree: Any, chance: Chance) -> Any:
    places = [(where, key) for where, key in _places(tree) if type(where[key]) is int]
    if places:
        where, key = chance.choice(places)
        where[key] = chance.choice((where[key] + 1, where[key] - 1, chance.choice(NUMBERS)))
    return tree


def _drop(tree: Any, chance: Chance) -> Any:
    places = _places(tree)
    if places:
        where, key = chance.choice(places)
        del where[key]
    return tree


def _rename(tree: Any, chance: Chance) -> Any:
    places = [(where, key) for where, key in _places(tree) if isinstance(where, dict)]
    if places:
        where, key = chance.choice(places)
        where[chance.choice(KEYS)] = where.pop(key)
    return tree


def _exchange(tree: Any, chance: Chance) -> Any:
    """Two values in each other's place, or one in both."""
    places = _places(tree)
    if len(places) > 1:
        (one, first), (two, second) = chance.sample(places, 2)
        a, b = json.dumps(one[first]), json.dumps(two[second])
        one[first] = json.loads(b)
        if chance.random() < 0.5:
            two[second] = json.loads(a)
    return tree


def _moves(tree: Any) -> list[Any]:
    moves = tree.get("moves") if isinstance(tree, dict) else None
    return moves if isinstance(moves, list) else []


def _double_move(tree: Any, chance: Chance) -> Any:
    if moves := _moves(tree):
        moves.insert(chance.randrange(len(moves) + 1), chance.choice(moves))
        return json.loads(json.dumps(tree))
    return tree


def _swap_moves(tree: Any, chance: Chance) -> Any:
    moves = _moves(tree)
    if len(moves) > 1:
        a, b = chance.randrange(len(moves)), chance.randrange(len(moves))
        moves[a], moves[b] = moves[b], moves[a]
    return tree


def _strange_move(tree: Any, chance: Chance) -> Any:
    moves = _moves(tree)
    strange = {chance.choice(KEYS): _junk(chance) for _ in range(3)} | {"do": chance.choice(WORDS)}
    moves.insert(chance.randrange(len(moves) + 1), strange if chance.random() < 0.7 else _junk(chance))
    return tree


TREE_CHANGES: tuple[tuple[str, Callable[[Any, Chance], Any]], ...] = (
    ("a value of another kind", _change_value),
    ("a value of another kind", _change_value),
    ("a header key", _change_header),
    ("another number", _change_number),
    ("another number", _change_number),
    ("something left out", _drop),
    ("a key renamed", _rename),
    ("values exchanged", _exchange),
    ("a move doubled", _double_move),
    ("moves swapped", _swap_moves),
    ("a strange move", _strange_move),
)


# --- by the line ---


def _line_change(change: Callable[[list[str], Chance], None]) -> Callable[[str, tuple[str, ...], Chance], str]:
    def spoiler(text: str, _several: tuple[str, ...], chance: Chance) -> str:
        lines = text.split("\n")
        change(lines, chance)
        return "\n".join(lines)

    return spoiler


def _double_line(lines: list[str], chance: Chance) -> None:
    lines.insert(chance.randrange(len(lines)), chance.choice(lines))


def _drop_line(lines: list[str], chance: Chance) -> None:
    del lines[chance.randrange(len(lines))]
    if not lines:
        lines.append("")


def _swap_lines(lines: list[str], chance: Chance) -> None:
    a, b = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]


def _cut_line(lines: list[str], chance: Chance) -> None:
    n = chance.randrange(len(lines))
    lines[n] = lines[n][: chance.randrange(len(lines[n]) + 1)]


def _swap_words(lines: list[str], chance: Chance) -> None:
    n = chance.randrange(len(lines))
    words = lines[n].split(" ")
    other = chance.choice(lines).split(" ")
    words[chance.randrange(len(words))] = chance.choice(other)
    lines[n] = " ".join(words)


def _long_line(lines: list[str], chance: Chance) -> None:
    n = chance.randrange(len(lines))
    lines[n] += chance.choice((" ", ",", "|", "x", "1 ", ", Evade", "(", "\u0301")) * chance.choice((50, 3000, 5000))


def _header_line(lines: list[str], chance: Chance) -> None:
    nested = "[" * chance.choice((5, 40, 3000))
    names = ("Game", "Jeu", "Hra", "Scenario", "Scénář", "Edition", "Rulings", "Box", "Position", "Values", "Players")
    values = ("", "Saladin", "Arsuf", "Hattin", "{", nested, '{"banners": ' + nested, '{"turn": 1e400}', "DIF-01 x")
    lines.insert(chance.randrange(min(len(lines), 8)), f"{chance.choice((*names, *KEYS))}: {chance.choice(values)}")


def _mix_languages(text: str, several: tuple[str, ...], chance: Chance) -> str:
    lines, other = text.split("\n"), chance.choice(several).split("\n")
    for _ in range(chance.choice((1, 5, 40))):
        n = chance.randrange(len(lines))
        lines[n] = other[min(n, len(other) - 1)]
    return "\n".join(lines)


def _another_number(text: str, _several: tuple[str, ...], chance: Chance) -> str:
    found = list(re.finditer(r"\d+", text))
    if not found:
        return text
    at = chance.choice(found)
    return text[: at.start()] + str(chance.choice(NUMBERS)) + text[at.end() :]


def _sign(text: str, _several: tuple[str, ...], chance: Chance) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice(SIGNS) * chance.choice((1, 1, 1, 40)) + text[at:]


def _half_a_character(text: str, _several: tuple[str, ...], chance: Chance) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice("\ud800\udbff\udc00") + text[at:]


TEXT_CHANGES: tuple[tuple[str, Callable[[str, tuple[str, ...], Chance], str]], ...] = (
    ("a line doubled", _line_change(_double_line)),
    ("a line left out", _line_change(_drop_line)),
    ("lines swapped", _line_change(_swap_lines)),
    ("a line cut off", _line_change(_cut_line)),
    ("words exchanged", _line_change(_swap_words)),
    ("words exchanged", _line_change(_swap_words)),
    ("a long line", _line_change(_long_line)),
    ("a header line", _line_change(_header_line)),
    ("languages mixed", _mix_languages),
    ("another number in the text", _another_number),
    ("a sign put in", _sign),
    ("a sign put in", _sign),
    ("half a character", _half_a_character),
)


# --- by the byte ---


def _flip(data: bytes, chance: Chance) -> bytes:
    if not data:
        return b"\xff"
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]


def _cut(data: bytes, chance: Chance) -> bytes:
    at = chance.randrange(len(data) + 1)
    return data[:at] + data[at + chance.choice((1, 3, 20)) :]


def _double(data: bytes, chance: Chance) -> bytes:
    at, other = chance.randrange(len(data) + 1), chance.randrange(len(data) + 1)
    return data[:at] + data[other : other + chance.choice((1, 20, 400))] + data[at:]


def _end_early(data: bytes, chance: Chance) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _not_a_number(data: bytes, chance: Chance) -> bytes:
    word = chance.choice((b"NaN", b"-Infinity", b"1e999", b"0x10", b"01", b"+1", b"9" * 5000, b"-", b"\\ud800"))
    numbers = list(re.finditer(rb"\d+", data))
    if not numbers:
        return word
    at = chance.choice(numbers)
    return data[: at.start()] + word + data[at.end() :]


def _other_encoding(data: bytes, chance: Chance) -> bytes:
    encoding = chance.choice(("utf-16", "utf-16-le", "utf-16-be", "latin-1", "cp1250", "utf-32"))
    return data.decode("utf-8", "replace").encode(encoding, "replace")


BYTE_CHANGES: tuple[tuple[str, Callable[[bytes, Chance], bytes]], ...] = (
    ("a bit flipped", _flip),
    ("a bit flipped", _flip),
    ("bytes left out", _cut),
    ("bytes doubled", _double),
    ("the end left out", _end_early),
    ("no number", _not_a_number),
    ("a mark of byte order", lambda data, _: codecs.BOM_UTF8 + data),
    ("lines ended as elsewhere", lambda data, chance: data.replace(b"\n", chance.choice((b"\r\n", b"\r", b"\n\r")))),
    ("another encoding", _other_encoding),
    ("deep nesting", lambda data, chance: data.replace(b"[", b"[" * chance.choice((2, 40, 20_000)), 1)),
    ("nothing left", lambda _, chance: chance.choice((b"", b"\n", b" ", b"{}", b"[]", b"null", b"\x00"))),
)
