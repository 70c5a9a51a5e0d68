"""The fields of a scenario file: what may stand in each, and the reading of it with the place of every mistake."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from msgspec import Struct

from engine.core.record import UNSEEN
from engine.core.toml_positions import KeyPath, Place, TomlPositions
from engine.napoleonics.board import NUMBER, Hex
from engine.napoleonics.scenario.mistakes import HOME, Mistake

Kind = Literal["text", "word", "number", "flag", "hex", "hexes", "date", "slug", "table", "list", "drawing", "anything"]
UNWRITTEN: Final = "?"  # stands wherever something has still to be written
REQUIRED: Final = object()
MOST_MISTAKES: Final = 200
MOST_ITEMS: Final = 120  # of one list, more than the board has hexes
SHOWN: Final = 40  # characters of a word that doesn't fit
_SPACES: Final = re.compile(r"[\n\t]")
_SLUG: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_DATE: Final = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_DAYS: Final = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_TYPES: Final[Mapping[str, type]] = {"number": int, "flag": bool, "table": dict, "list": list, "hexes": list}


class Field(Struct, frozen=True):
    """What may stand in one field; without a default it has to be there."""

    kind: Kind
    words: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    default: Any = REQUIRED
    is_many: bool = False  # a list of words
    whole: str = ""  # the word that may stand in place of a list of hexes


def word(*words: str, default: Any = REQUIRED, many: bool = False) -> Field:
    """One of these words, or a list of them."""
    return Field("word", words=words, default=default, is_many=many)


def number(least: int, most: int, default: Any = REQUIRED) -> Field:
    """A whole number."""
    return Field("number", least=least, most=most, default=default)


def text(most: int, default: Any = REQUIRED) -> Field:
    """Free text, up to so many characters."""
    return Field("text", most=most, default=default)


def flag(default: Any = REQUIRED) -> Field:
    """`true` or `false`."""
    return Field("flag", default=default)


def hexes(whole: str = "") -> Field:
    """A list of different hexes, one at least."""
    return Field("hexes", whole=whole)


def of(kind: Kind, default: Any = REQUIRED, *, many: bool = False) -> Field:
    """A field that the kind says all about, or a list of such."""
    return Field(kind, default=default, is_many=many)


class Reader:
    """A file while it is read: where everything stands, and the mistakes so far.

    A `listed` file is one of a battle that is known in part: what is missing there, or not yet written, is no mistake.
    """

    def __init__(self, places: TomlPositions, file: str, *, listed: bool = False) -> None:
        self.places = places
        self.file = file
        self.listed = listed
        self.mistakes: list[Mistake] = []

    @property
    def is_sound(self) -> bool:
        """Whether nothing but warnings was found."""
        return all(mistake.is_warning for mistake in self.mistakes)

    def report(self, rule: str, place: Place, *, is_warning: bool = False, **params: Any) -> None:
        """A mistake at a place."""
        if len(self.mistakes) < MOST_MISTAKES:
            self.mistakes.append(Mistake(HOME + rule, self.file, *place, params, is_warning))

    def at(self, rule: str, path: KeyPath, *, is_warning: bool = False, **params: Any) -> None:
        """A mistake in the value at a path."""
        self.report(rule, self.places.value(path), is_warning=is_warning, **params)

    def unwritten(self, path: KeyPath, key: str, count: int = 1) -> None:
        """What has still to be written, unless the file is one that may be short of it."""
        if not self.listed:
            self.at("unwritten", path, key=key, count=count)

    def missing(self, path: KeyPath, key: str) -> None:
        """A field that isn't there; its place is where it would belong."""
        if not self.listed:
            self.report("missing", self.places.key(path), key=key)

    def fields(self, node: Any, path: KeyPath, fields: Mapping[str, Field]) -> dict[str, Any]:
        """What a table says in these fields, with defaults; what is faulty, missing or unwritten is left out."""
        if not isinstance(node, dict):
            self._kind(path, node, "table")
            return {}
        for key in node:
            if key not in fields:
                place = self.places.key((*path, key))
                self.report("unknown-key", place, key=key[:SHOWN], expected=list(fields))
        found: dict[str, Any] = {}
        for key, field in fields.items():
            if key in node:
                value = self.value(node[key], (*path, key), field)
                if value is not None:
                    found[key] = value
            elif field.default is REQUIRED:
                self.missing(path, key)
            else:
                found[key] = field.default
        return found

    def value(self, value: Any, path: KeyPath, field: Field) -> Any:
        """A value that fits its field, else None."""
        if value == UNWRITTEN:
            self.unwritten(path, _name(path))
            return None
        if field.kind == "anything" or (field.whole and value == field.whole):
            return value
        if field.is_many:
            return self._words(value, path, field)
        if not self._is_of(value, path, field.kind):
            return None
        match field.kind:
            case "word" if value not in field.words:
                self.at("word", path, key=_name(path), word=value[:SHOWN], expected=list(field.words))
            case "number" if not field.least <= value <= field.most:
                shown = str(value)[:SHOWN]
                self.at("number", path, key=_name(path), number=shown, least=field.least, most=field.most)
            case "text" if not 0 < len(value.strip()) <= field.most:
                self.at("text-length", path, key=_name(path), length=len(value), most=field.most)
            case "text" if UNSEEN.search(_SPACES.sub("", value)):
                self.at("unseen", path, key=_name(path))
            case "slug" if not _SLUG.fullmatch(value) or len(value) > SHOWN:
                self.at("slug", path, key=_name(path), word=value[:SHOWN])
            case "date" if not _is_date(value):
                self.at("date", path, key=_name(path), word=value[:SHOWN])
            case "hex":
                return self.hex(value, path)
            case "hexes":
                return self._hexes(value, path)
            case _:
                return value
        return None

    def hex(self, value: Any, path: KeyPath) -> Hex | None:
        """A hex by its name."""
        if not isinstance(value, str):
            self._kind(path, value, "text")
            return None
        if value not in NUMBER:
            row = value[:1].upper()
            last = 13 if row in "ACEGI" else 12
            fits = [f"{row}1", f"{row}{last}"] if row and row in "ABCDEFGHI" else ["A1", "I13"]
            self.at("hex", path, word=value[:SHOWN], first=fits[0], last=fits[1])
            return None
        return NUMBER[value]

    def items(self, value: Any, path: KeyPath) -> list[tuple[KeyPath, Any]]:
        """The items of a list with their paths; those not yet written are reported once and left out."""
        if not self._is_of(value, path, "list"):
            return []
        if len(value) > MOST_ITEMS:
            self.at("too-many", path, key=_name(path), count=len(value), most=MOST_ITEMS)
            return []
        open_ = [n for n, item in enumerate(value) if item == UNWRITTEN]
        if open_:
            self.unwritten((*path, open_[0]), _name(path), len(open_))
        return [((*path, n), item) for n, item in enumerate(value) if item != UNWRITTEN]

    def _words(self, value: Any, path: KeyPath, field: Field) -> tuple[str, ...] | None:
        single = Field(field.kind, words=field.words)
        found = tuple(self.value(item, at, single) for at, item in self.items(value, path))
        return None if None in found else found

    def _hexes(self, value: Sequence[Any], path: KeyPath) -> tuple[Hex, ...] | None:
        if not value:
            self.missing(path, _name(path))
            return None
        found: dict[Hex, KeyPath] = {}
        items = self.items(value, path)
        for at, item in items:
            number_ = self.hex(item, at)
            if number_ in found:
                self.at("repeated", at, word=item, line=self.places.value(found[number_])[0])
            elif number_ is not None:
                found[number_] = at
        return tuple(sorted(found)) if len(found) == len(value) else None

    def _is_of(self, value: Any, path: KeyPath, kind: Kind) -> bool:
        if type(value) is _TYPES.get(kind, str):
            return True
        self._kind(path, value, kind)
        return False

    def _kind(self, path: KeyPath, value: Any, kind: Kind) -> None:
        self.at("kind", path, key=_name(path), word=str(value)[:SHOWN], expected=kind)


def _name(path: KeyPath) -> str:
    """A path as people write it: `units.french.LN`; items of a list count from 1."""
    return ".".join(str(part + 1) if isinstance(part, int) else part[:SHOWN] for part in path)


def _is_date(value: str) -> bool:
    match = _DATE.fullmatch(value)
    return match is not None and 1 <= int(match[2]) <= 12 and 1 <= int(match[3]) <= _DAYS[int(match[2]) - 1]
