"""The header of a text record: which lines it has, and what they mean."""

from __future__ import annotations

import json
import re
from itertools import islice
from typing import Any

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from engine import find_drawn
from engine.core.game import BaseGame
from engine.core.record import FORMAT, Header, read_header
from engine.core.record_errors import RecordError
from refsvc import library
from refsvc.config import LANGUAGES
from refsvc.i18n.folding import spelling
from refsvc.notation.words import Lexicon, common_words, game_words, scenario_words, spellings

MOST_KEY = 60  # characters before a colon that may be the name of a header
MOST_LINES = 10_000  # of a record in which its game and its battle are looked for
RULING = re.compile(r"\s*([^\s:=]+)[\s:=]+([^\s:=]+)\s*")
FILE = re.compile(r'[^:]{1,60}:\s*(?:"|$)')  # a header with its value in quotation marks, or on the lines below it
PLAIN = ("date", "event", "place")
Place = tuple[int, int]


class HeaderLine(Struct, frozen=True):
    """One line `name: value` with the places of both, columns from 1."""

    number: int
    name: str
    value: str
    name_column: int
    column: int


def header_line(number: int, line: str) -> HeaderLine | None:
    """The line taken apart at its first colon, if it has the shape of a header."""
    name, colon, value = line.partition(":")
    if not colon or len(name) > MOST_KEY or not spelling(name) or line.lstrip().startswith("{"):
        return None
    start = len(name) - len(name.lstrip()) + 1
    column = len(name) + 2 + len(value) - len(value.lstrip())
    return HeaderLine(number, name.strip(), value.strip(), start, column)


class Heading:
    """The header of one record: its language, its words, its lines so far, and where each stood."""

    def __init__(self, lines: list[str], beside: str | None = None) -> None:
        """`beside` is a scenario file that was handed in with the record."""
        self.lines = lines
        self.places: dict[str, Place] = {}
        self.tree: dict[str, Any] = {"format": FORMAT}
        self.raw: dict[str, Raw] = {}
        self.file_line = 0  # after which the rest of the text is a scenario file
        self.game, self.language = self._find_game()
        self.brought = self._find_file(beside)
        self.scenario = self._find_scenario()
        self.words: Lexicon = game_words(self.game, self.scenario, self.language)
        self.common = common_words(self.language)
        module = library.find_package(self.game)
        self.sides = module.SIDES
        self.names = {
            spelling(name): side
            for side in self.sides
            for language in LANGUAGES
            for name in (side, *spellings([f"{self.game}.{key}.side.{side}" for key in ("notation", "name")], language))
            if len(name) > 1
        }

    def _first(self, key: str) -> HeaderLine | None:
        for number, line in enumerate(islice(self.lines, MOST_LINES), 1):
            found = header_line(number, line)
            if found and common_words("en").read("HEADER", found.name) == key:
                return found
        return None

    def _find_game(self) -> tuple[str, str]:
        line = self._first("game")
        if line is None:
            raise RecordError("record.missing", "", key=" / ".join(_written("game", each) for each in LANGUAGES))
        written = spelling(line.name)
        language = next(
            language
            for language in LANGUAGES
            if written in {spelling(each) for each in (*spellings(("notation.header.game",), language), "game")}
        )
        words = common_words(language)
        game = words.read("GAME", line.value)
        if game is None:
            expected = words.expected(("GAME",))
            raise RecordError("record.game", "/game", line.number, line.column, word=line.value[:80], expected=expected)
        return game, language

    def _find_file(self, beside: str | None) -> Any | None:
        """The scenario that comes with the record, in its last lines, in one line as JSON, or beside it."""
        if self.game not in find_drawn():
            return None
        maybe = (header_line(number, line) for number, line in enumerate(self.lines, 1) if FILE.match(line))
        words = common_words("en")
        line = next((line for line in maybe if line and words.read("HEADER", line.name) == "scenario_file"), None)
        if line is None:
            return None if beside is None else library.brought(self.game, beside)
        found = unquoted(line.value)
        if not found:
            found = self.tree["scenario_file"] = "\n".join(self.lines[line.number :])
            self.lines, self.file_line = self.lines[: line.number - 1], line.number
        try:
            return library.brought(self.game, found)
        except RecordError as error:
            self.places.setdefault("/scenario_file", (line.number, line.column))
            raise self._placed(error) from None

    def _placed(self, error: RecordError) -> RecordError:
        """A fault in the header with the place of its line, or of the first mistake in a scenario file."""
        params, (line, column) = dict(error.params), self._place(error.path)
        if self.file_line and error.path == "/scenario_file":
            mistakes = [replace(each, line=each.line + self.file_line) for each in params.get("mistakes", ())]
            line, column = (mistakes[0].line, mistakes[0].column) if mistakes else (self.file_line, 1)
            params |= {"mistakes": mistakes} if mistakes else {}
        return RecordError(error.rule, error.path, line, column, **params)

    def _find_scenario(self) -> str:
        line = self._first("scenario")
        if line is None:
            raise RecordError("record.missing", "", key=_written("scenario", self.language))
        own = self.brought
        if own is not None and spelling(line.value) in (spelling(own.id), spelling(own.name)):
            return str(own.id)
        words = scenario_words(self.game, self.language)
        scenario = words.read("SCENARIO", line.value)
        if scenario is None:
            shown = {"word": line.value[:80], "expected": words.expected(("SCENARIO",))}
            raise RecordError("record.scenario", "/scenario", line.number, line.column, **shown)
        return scenario

    def key(self, line: HeaderLine) -> str | None:
        """The key that a line gives (`players/<side>` for a player), or None if it is no header."""
        key = self.common.read("HEADER", line.name)
        if key is None and (side := self.names.get(spelling(line.name))):
            return f"players/{side}"
        return key

    def unknown(self, line: HeaderLine) -> RecordError:
        """A header that no record has."""
        expected = [*self.common.expected(("HEADER",)), *(self._name(side) for side in self.sides)]
        params = {"key": line.name[:80], "expected": expected}
        return RecordError("record.key", f"/{line.name[:80]}", line.number, line.name_column, **params)

    def _name(self, side: str) -> str:
        return spellings((f"{self.game}.name.side.{side}",), self.language)[0]

    def take(self, key: str, line: HeaderLine) -> None:
        """Keeps what a line of the header gives; `RecordError` where it can't be read."""
        path = f"/{key}"
        if path in self.places:
            raise RecordError("record.key", path, line.number, line.name_column, key=line.name[:80])
        self.places[path] = (line.number, line.column)
        match key:
            case "game":
                self.tree[key] = self.game
            case "scenario":
                self.tree[key] = self.scenario
            case "edition":
                self.tree[key] = scenario_words(self.game, self.language).read("EDITION", line.value) or line.value
            case "values":
                self.tree[key] = self.common.read("VALUES", line.value) or line.value
            case "rulings":
                self.tree[key] = self._rulings(line)
            case "scenario_hash":
                self.tree[key] = line.value.lower()
            case "box" | "position":
                self.raw[key] = self._json(key, line)
            case _ if key in (*PLAIN, "scenario_file"):
                self.tree[key] = unquoted(line.value)
            case _:
                self.tree.setdefault("players", {})[key.partition("/")[2]] = unquoted(line.value)

    def _rulings(self, line: HeaderLine) -> dict[str, str]:
        """The option of each ruling: both are ids of the game, in capitals or not."""
        known = {ruling.id.casefold(): ruling for ruling in library.find_package(self.game).rulebook().open_rulings}
        rulings: dict[str, str] = {}
        column = line.column
        for part in line.value.split(",") if line.value else ():
            found = RULING.fullmatch(part)
            ruling = known.get(found[1].casefold()) if found else None
            key = ruling.id if ruling else found[1] if found else ""
            if not found or key in rulings:
                start = column + len(part) - len(part.lstrip())
                raise RecordError("record.type", "/rulings", line.number, start, expected=["ruling"])
            options = {option.casefold(): option for option in ruling.options} if ruling else {}
            rulings[key] = options.get(found[2].casefold(), found[2])
            self.places[f"/rulings/{key}"] = (line.number, column + found.start(1))
            column += len(part) + 1
        return rulings

    def _json(self, key: str, line: HeaderLine) -> Raw:
        try:
            msgspec.json.decode(line.value.encode(), type=dict[str, Raw])
        except (msgspec.DecodeError, RecursionError, UnicodeError):
            raise RecordError("record.type", f"/{key}", line.number, line.column, expected=["json"]) from None
        return Raw(line.value.encode())

    def close(self, beside: str | None = None) -> tuple[Header, BaseGame[Any]]:
        """The header, checked as a whole, and the game that it asks for: a fault in it gets the place of its line."""
        if beside is not None and self.brought is not None and self.scenario == self.brought.id:
            self.tree.setdefault("scenario_file", beside)
        try:
            data = msgspec.json.encode({**self.tree, **self.raw, "moves": []})
            header, _ = read_header(data)
            game = library.open_game(header)
            game.setup(header.position)
        except RecordError as error:
            raise self._placed(error) from None
        return header, game

    def _place(self, path: str) -> tuple[int | None, int | None]:
        """Where the header stands that a JSON Pointer leads into."""
        while path:
            if path in self.places:
                return self.places[path]
            path = path.rpartition("/")[0]
        return None, None


def _written(key: str, language: str) -> str:
    """A key of the header as it is written in a text record."""
    return spellings((f"notation.header.{key}",), language)[0]


def unquoted(value: str) -> str:
    """A text as it stands, or as a JSON string where it needs one."""
    if value.startswith('"'):
        try:
            said = json.loads(value)
        except ValueError:
            return value
        if isinstance(said, str):
            return said
    return value
