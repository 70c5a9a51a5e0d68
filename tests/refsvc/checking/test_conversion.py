"""Headers -> text -> the same headers, in three languages: what is written out is always read again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from engine import GAMES, find_drawn
from engine.core.record import FORMAT, MOST_PART, Header
from engine.core.record_errors import RecordError
from refsvc import library, paths
from refsvc.checking.conversion import convert
from refsvc.checking.read import read
from refsvc.config import LANGUAGES
from refsvc.records.upload import Upload

Tree = dict[str, Any]
MOVES: list[Tree] = [{"do": "note", "text": "Date: 2026"}, {"do": "result", "winner": None}]
TEXTS = ("", " x ", '"q"', "a # b", "# no", "count: 8", "{}", "null", "x, y: z", "é, e\u0301", "\\", "\ufeff", "Ž" * 80)


def header(game: str, scenario: str = "", **fields: Any) -> Tree:
    return {"format": FORMAT, "game": game, "scenario": scenario or library.scenario_ids(game)[0], **fields}


def first(game: str) -> Any:
    return library.open_game(Header(**header(game)))


def box(game: str) -> Tree:
    """The first value that a box may give, as it is."""
    opened = first(game)
    last = next(iter(opened.package.box_fields(opened.battle))).rpartition(".")[2]
    key = next(key for key in opened.facts if key.endswith(f".{last}"))
    tree: Any = opened.facts[key].value
    for part in reversed(key.split(".")):
        tree = {part: tree}
    return dict(tree)


def fields(game: str) -> Iterator[Tree]:
    """Headers with one field more than they need: each field with every kind of value."""
    package = library.find_package(game)
    rulings = package.rulebook().open_rulings
    yield from ({"edition": edition} for edition in package.EDITIONS)
    yield from ({"values": values} for values in ("box", "refsvc"))
    yield from ({"rulings": {ruling.id: option}} for ruling in rulings for option in ruling.options)
    yield {"rulings": {ruling.id: ruling.recommended for ruling in rulings}}
    yield from ({"rulings": {}}, {"box": {}}, {"box": box(game)}, {"position": {}})
    yield {"position": first(game).view(first(game).setup().state)}
    for text in TEXTS:
        yield from ({key: text} for key in ("date", "event", "place"))
        yield {"players": dict.fromkeys(package.SIDES, text)}
    yield {"players": {package.SIDES[1]: "B", package.SIDES[0]: "A"}}
    if game in find_drawn():
        file = (paths.data("scenarios", game) / game / f"{library.scenario_ids(game)[0]}.toml").read_text("utf-8")
        yield from ({"scenario_file": text} for text in (file, f"{file}\n", f"{file}# e\u0301"))
        yield {"scenario_hash": first(game).battle.hash[:8]}


def written_and_read(tree: Tree) -> None:
    record = read(Upload(msgspec.json.encode({**tree, "moves": MOVES})))
    canonical = convert(record, "json")
    for language in LANGUAGES:
        text = convert(record, language)
        again = read(Upload(text.encode()))
        assert convert(again, "json") == canonical, text
        assert convert(again, language) == text


@pytest.mark.parametrize("game", GAMES)
def test_every_header_is_written_and_read_again(game: str) -> None:
    seen = set(header(game))
    for scenario in library.scenario_ids(game):
        written_and_read(header(game, scenario))
    for tree in fields(game):
        seen |= set(tree)
        written_and_read(header(game, **tree))
    missing = set(Header.model_fields) - seen
    assert missing == (set() if game in find_drawn() else {"scenario_file", "scenario_hash"})


def test_a_list_of_no_players_is_none() -> None:
    record = read(Upload(msgspec.json.encode({**header(GAMES[0], players={}), "moves": MOVES})))
    assert "players" not in convert(record, "json")


@pytest.mark.parametrize("game", GAMES)
def test_rulings_are_read_in_capitals_or_not(game: str) -> None:
    ruling = library.find_package(game).rulebook().open_rulings[0]
    option = list(ruling.options)[-1]
    for written in (f"{ruling.id} {option}", f"{ruling.id.lower()}={option.upper()}", f" {ruling.id} : {option} "):
        text = f"Game: {game}\nScenario: {library.scenario_ids(game)[0]}\nRulings: {written}\n\nnote: x\n"
        assert read(Upload(text.encode())).header.rulings == {ruling.id: option}
    for written in (ruling.id, f"{ruling.id} {option} {option}", f"{ruling.id} {option}, {ruling.id.lower()} {option}"):
        text = f"Game: {game}\nScenario: {library.scenario_ids(game)[0]}\nRulings: {written}\n\nnote: x\n"
        with pytest.raises(RecordError) as refused:
            read(Upload(text.encode()))
        assert refused.value.rule == "record.type"


def test_a_long_part_of_a_header_is_as_long_in_text() -> None:
    standing = "x" * (MOST_PART - len('{"standing":""}'))
    written_and_read(header(GAMES[0], box={"standing": standing}))
