"""Box files: values of a player's own copy of a game, as TOML, as the fields of a form, as the `box` of a record.

A key is `<scenario>.banners.<id>.lances` or `<scenario>.cards.<id>.<line>.red`; a record leaves the scenario out. Where
the values of a game are the same in every scenario, none stands before them: `artillery.foot.still.3.2`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from msgspec import Struct

from engine import GAMES, find_game
from engine.core.cards import BoxField
from engine.core.record import Header
from engine.core.toml_positions import TomlError, read_toml_text
from refsvc import library
from refsvc.i18n import sentences
from refsvc.i18n.problems import Problem

LONGEST = 64 * 1024  # bytes of a box file; one with every value has 30,000
STANDING = "box"
DEEPEST = 5  # points in a key
NUMBER = re.compile(r"[0-9]{1,4}")
Values = dict[str, Any]


class BoxFileError(Problem):
    """A box file that can't be used: `cause` says why (`too-large`, `not-toml`, `other-game`, …)."""

    def __init__(self, cause: str, **about: Any) -> None:
        super().__init__("box", 422)
        self.cause = cause
        self.about = about

    def reason(self, language: str) -> str:
        """Why, in one sentence."""
        if self.cause == "value":
            return sentences.refusal("record.box-value", self.about, "", language)
        return sentences.say(f"box.{self.cause}", language, **self.about)

    def to_dict(self, language: str) -> dict[str, Any]:
        """The problem with its reason."""
        self.params["reason"] = self.reason(language)
        return super().to_dict(language)


class Given(Struct, frozen=True):
    """What a form or a file gives: values, those that can't be (as they were written), and keys that nobody knows."""

    values: Values
    wrong: Mapping[str, str]
    unknown: tuple[str, ...] = ()

    @property
    def words(self) -> dict[str, str]:
        """Everything as it stands in the form."""
        return {key: as_word(value) for key, value in self.values.items()} | dict(self.wrong)


class Box(Struct, frozen=True):
    """A box file that was read: the game it is for, and its values."""

    game: str
    values: Values

    def laid_under(self, header: Header) -> Header:
        """The header of a record with these values as its box, unless it brings its own or names other values."""
        if header.game != self.game or header.box is not None or header.values == "refsvc":
            return header
        return header.model_copy(update={"box": for_record(self.game, self.values, header.scenario) or None})


@cache
def fields(game: str) -> Mapping[str, BoxField]:
    """Every value that a box file of a game can give, by key."""
    module = find_game(game)
    return {
        key if module.has_one_box else f"{scenario}.{key}": field
        for scenario in library.in_order(game)
        for key, field in module.box_fields(library.load_scenario(game, scenario)).items()
    }


def as_word(value: Any) -> str:
    """A value as a form writes it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_word(field: BoxField, word: str) -> Any:
    """The value that a word of a form stands for; None if it can't be one."""
    if isinstance(field.allowed, range):
        return int(word) if NUMBER.fullmatch(word) and int(word) in field.allowed else None
    return next((value for value in field.allowed if as_word(value) == word), None)


def read_form(game: str, form: Mapping[str, str]) -> Given:
    """The fields of a form; an empty one gives nothing, and one that is not of the form is left aside."""
    known = fields(game)
    words = {key: form.get(key, "").strip() for key in known}
    read = {key: read_word(known[key], word) for key, word in words.items() if word}
    return Given(
        {key: value for key, value in read.items() if value is not None},
        {key: words[key][:40] for key, value in read.items() if value is None},
    )


def read_box(data: bytes) -> Box:
    """A box file of any game, without anything in it that can't be; `BoxFileError` otherwise."""
    for game in GAMES:
        try:
            given = read_file(game, data)
        except BoxFileError as error:
            if error.cause != "other-game":
                raise
            continue
        if given.unknown:
            raise BoxFileError("unknown", keys=", ".join(given.unknown[:5]))
        for key, word in given.wrong.items():
            raise BoxFileError("value", key=key, value=word)
        return Box(game, given.values)
    raise BoxFileError("other-game")


def read_file(game: str, data: bytes) -> Given:
    """A box file; `BoxFileError` if it is none."""
    if len(data) > LONGEST:
        raise BoxFileError("too-large", kilobytes=LONGEST // 1024)
    try:
        tree = read_toml_text(data.decode("utf-8-sig").replace("\r\n", "\n"))
    except TomlError as error:
        raise BoxFileError("toml-line", line=error.line, column=error.column) from None
    except UnicodeDecodeError:
        raise BoxFileError("not-toml") from None
    if tree.pop("game", game) != game:
        raise BoxFileError("other-game")
    known = fields(game)
    leaves = dict(_leaves(tree))
    fits = {key: value for key, value in leaves.items() if key in known}
    return Given(
        {key: value for key, value in fits.items() if is_allowed(known[key], value)},
        {key: as_word(value)[:40] for key, value in fits.items() if not is_allowed(known[key], value)},
        tuple(key for key in leaves if key not in known),
    )


def is_allowed(field: BoxField, value: Any) -> bool:
    """Whether a value of a file can stand there; 1 is not true."""
    return any(type(value) is type(one) and value == one for one in field.allowed)


def _leaves(tree: Mapping[str, Any], at: str = "") -> Iterator[tuple[str, Any]]:
    """Every value by its dotted key, no deeper than keys go; a table may say its standing, too."""
    for key, node in tree.items():
        path = f"{at}.{key}" if at else key
        if isinstance(node, dict) and path.count(".") < DEEPEST:
            yield from _leaves(node, path)
        elif key != "standing":
            yield path, node


def write_file(game: str, values: Values, comment: str) -> str:
    """The box file of some values, in the order of the data; a table stands once, where its first value does."""
    tables: dict[str, list[str]] = {}
    for key in (key for key in fields(game) if key in values):
        at, _, last = key.rpartition(".")
        tables.setdefault(at, []).append(f"{last} = {json.dumps(values[key])}")
    lines = [f"# {comment}", f'game = "{game}"', f'standing = "{STANDING}"']
    for at, own in tables.items():
        lines += ["", f"[{at}]", *own]
    return "\n".join(lines) + "\n"


def for_record(game: str, values: Values, scenario: str) -> dict[str, Any]:
    """The `box` of a record of one scenario: its values, nested, without the scenario."""
    tree: dict[str, Any] = {}
    start = "" if find_game(game).has_one_box else f"{scenario}."
    for key, value in values.items():
        if key.startswith(start):
            *parts, last = key.removeprefix(start).split(".")
            node = tree
            for part in parts:
                node = node.setdefault(part, {})
            node[last] = value
    return tree
