"""A choice as it stands in an address, a form, a command: the words for each field, read and written in one way only.

`?size=70x120&backs=no`: what is as it is by default is left out, and the rest has one order, so that an address can be
shared and the same choice always has the same one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Literal, TypeVar, get_args, get_type_hints
from urllib.parse import urlencode

import msgspec
from msgspec import NODEFAULT, Struct, inspect

from engine import GAMES
from engine.core.record import UNSEEN
from refsvc import library
from refsvc.config import LANGUAGES
from refsvc.i18n.problems import Problem
from refsvc.presentation import registry
from refsvc.printing.document_choices import Choice, tag_of
from refsvc.reference.cards import deck

Kind = Literal["game", "scenario", "language", "second", "option", "flag", "number", "cards", "parts"]
C = TypeVar("C", bound=Choice)
WORDS = {  # in an address, where the name of the field would not read well there
    "saves_ink": "save-ink",
    "has_crop_marks": "crop-marks",
    "has_backs": "backs",
    "turns_backs": "turn-backs",
    "has_standing": "standing",
    "has_codes": "codes",
}
LANGUAGE, SECOND = "lang", "with"
YES, NO = "yes", "no"
NUMBER = re.compile(r"[+-]?[0-9]{1,2}(?:[.,][0-9]{1,2})?")
COUNTED = re.compile(r"([a-z0-9-]+)(?::([0-9]{1,2}))?")
COPIES = re.compile(r"[0-9]{1,2}")
CARDS = "cards"
COUNT = "count."  # before the id of a card, in the names of a form's fields: how many of it
LONGEST_SHOWN = 80
MOST_CARDS = 100  # on the sheets of one document, copies counted


class Field(Struct, frozen=True):
    """Something to choose: its name in the choice, the word for it, and what it may be."""

    name: str
    word: str
    kind: Kind
    options: tuple[str, ...] = ()
    low: float = 0
    high: float = 0
    default: Any = None  # None where there is no default


class WrongChoice(Problem):
    """A choice that there is not: the word of the field, and what was asked for."""

    def __init__(self, name: str, value: str) -> None:
        self.name = name
        super().__init__("choice", 422, name=shown(name), value=shown(value))

    def is_about(self, word: str) -> bool:
        """Whether a word is, or is one of those that together are, what can't be chosen."""
        return word == self.name or (self.name == CARDS and word.startswith(COUNT))


def shown(word: str) -> str:
    """What somebody sent, fit to be shown."""
    return UNSEEN.sub("\ufffd", word[:LONGEST_SHOWN])


@cache
def games(kind: type[Choice]) -> tuple[str, ...]:
    """The games that have a kind of document."""
    return tuple(game for game in GAMES if tag_of(kind) in registry.of(game).documents())


def asked(kind: type[Choice], game: str) -> tuple[Field, ...]:
    """What there is to choose for a document of a game."""
    unasked = registry.of(game).unasked(tag_of(kind))
    return tuple(field for field in fields(kind) if field.name not in unasked)


@cache
def fields(kind: type[Choice]) -> tuple[Field, ...]:
    """What can be chosen for a kind of document, in the order of an address."""
    hints = get_type_hints(kind, include_extras=True)
    found = {field.name: field for field in _struct(kind).fields}
    names = ["game", "scenario", *(name for name in found if name not in ("game", "scenario", "languages"))]
    made = [_field(found[name], hints[name], games(kind)) for name in names if name in found]
    at = 2 if "scenario" in found else 1
    languages = (
        Field("languages", LANGUAGE, "language", LANGUAGES),
        Field("languages", SECOND, "second", LANGUAGES, default=""),
    )
    return (*made[:at], *languages, *made[at:])


def _struct(kind: type[Choice]) -> inspect.StructType:
    struct = inspect.type_info(kind)
    assert isinstance(struct, inspect.StructType)
    return struct


def _field(field: inspect.Field, hint: Any, having: tuple[str, ...]) -> Field:
    """A field of the choice, by its type; `having` are the games that have the document."""
    word = WORDS.get(field.name, field.name)
    default = None if field.default is NODEFAULT else field.default
    match field.type:
        case inspect.StrType():
            is_game = field.name == "game"
            return Field(field.name, word, "game" if is_game else "scenario", having * is_game, default=default)
        case inspect.LiteralType():
            return Field(field.name, word, "option", get_args(hint), default=default)
        case inspect.BoolType():
            return Field(field.name, word, "flag", (YES, NO), default=default)
        case inspect.FloatType(ge=low, le=high):
            return Field(field.name, word, "number", (), low or 0, high or 0, default)
        case inspect.DictType(value_type=inspect.IntType(le=most)):
            return Field(field.name, word, "cards", (), 0, most or 0, {})
        case inspect.VarTupleType(item_type=inspect.StrType()):
            return Field(
                field.name,
                word,
                "parts",
                tuple(dict.fromkeys(p for g in having for p in registry.of(g).document_parts())),
                default=(),
            )
    raise TypeError(f"nothing to choose: {field.name}")


# --- read


def read(kind: type[C], words: Mapping[str, Sequence[str]], language: str) -> C:
    """The choice that these words make, each the last of its name; `WrongChoice` for the first that can't be.

    An empty word is as good as none. Without a language it is `language`; without a battle where one is needed, the
    first.
    """
    known = {field.word for field in fields(kind)}
    several = {field.word for field in fields(kind) if field.kind == "parts"}  # boxes of a form have one name
    last = {word: ",".join(said).strip() if word in several else said[-1].strip() for word, said in words.items()}
    for word, value in last.items():
        if word not in known and not (word.startswith(COUNT) and CARDS in known):
            raise WrongChoice(word, value)
    last = {word: value for word, value in last.items() if value}
    values: dict[str, Any] = {"languages": (), "game": ""}
    for field in fields(kind):
        _read_field(field, last, values, language)
        if field.name in registry.of(values["game"]).unasked(tag_of(kind)) and field.word in last:
            raise WrongChoice(field.word, last[field.word])
    return msgspec.convert(values, kind)


def _read_field(field: Field, words: Mapping[str, str], values: dict[str, Any], language: str) -> None:
    word = words.get(field.word, "")
    match field.kind:
        case "language":
            values["languages"] = (_one_of(field, word or language),)
        case "second":
            values["languages"] += _second(field, word, values["languages"])
        case "game":
            values["game"] = _one_of(field, word or field.options[0])
        case "scenario":
            battles = library.in_order(values["game"])
            values["scenario"] = _one_of(field, word, battles) if word else "" if field.default == "" else battles[0]
        case "cards":
            _read_cards(field, words, values)
        case "parts":
            values[field.name] = _parts(field, word, registry.of(values["game"]).document_parts())
        case _ if word:
            values[field.name] = _value(field, word)


def _second(field: Field, word: str, languages: tuple[str, ...]) -> tuple[str, ...]:
    """The second language; the first one again is none."""
    return (_one_of(field, word),) if word and word not in languages else ()


def _one_of(field: Field, word: str, options: Sequence[str] = ()) -> str:
    if word not in (options or field.options):
        raise WrongChoice(field.word, word)
    return word


def _parts(field: Field, word: str, options: tuple[str, ...]) -> tuple[str, ...]:
    """Some of the parts in their order; all of them go without saying."""
    found = {_one_of(field, part, options) for part in word.split(",") if part}
    return () if len(found) == len(options) else tuple(part for part in options if part in found)


def _value(field: Field, word: str) -> Any:
    """An option, a flag, a number."""
    if field.kind == "flag":
        return _one_of(field, word) == YES
    if field.kind == "option":
        return _one_of(field, word)
    if not NUMBER.fullmatch(word):
        raise WrongChoice(field.word, word)
    number = float(word.replace(",", ".")) + 0.0  # there is no -0
    if not field.low <= number <= field.high:
        raise WrongChoice(field.word, word)
    return number


def _read_cards(field: Field, words: Mapping[str, str], values: dict[str, Any]) -> None:
    """Single cards with their numbers, in the order of the deck: as a list, or field by field of a form.

    Where there are any, the battle is no matter.
    """
    order = tuple(deck(values["game"]))
    counts: dict[str, int] = {}
    for card, count in _counted(field, words.get(field.word, ""), order):
        if counts.setdefault(card, count) != count:
            raise WrongChoice(field.word, card)
    for word, said in words.items():
        if word.startswith(COUNT):
            card = word.removeprefix(COUNT)
            if card not in order or not COPIES.fullmatch(said) or int(said) > field.high:
                raise WrongChoice(word, said)
            counts[card] = int(said)
    if sum(counts.values()) > MOST_CARDS:
        raise WrongChoice(field.word, str(sum(counts.values())))
    values["cards"] = {card: counts[card] for card in order if counts.get(card)}
    if values["cards"]:
        values["scenario"] = ""


def _counted(field: Field, words: str, order: Sequence[str]) -> Iterator[tuple[str, int]]:
    for word in filter(None, words.split(",")):
        found = COUNTED.fullmatch(word)
        count = int(found[2] or 1) if found else 0
        if found is None or found[1] not in order or count > field.high:
            raise WrongChoice(field.word, word)
        yield found[1], count


# --- written


def words_of(choice: Choice, language: str) -> dict[str, str]:
    """The words that make a choice, those left out that go without saying for a reader of `language`."""
    found = {}
    for field in asked(type(choice), choice.game):
        word = spelled(field, choice)
        is_said = field.kind == "scenario" and field.default is None
        usual = {"language": language, "game": field.options[:1] and field.options[0]}.get(
            field.kind, spelled_value(field, field.default)
        )
        if word != usual or is_said:
            found[field.word] = word
    return found


def query(choice: Choice, language: str) -> str:
    """A choice as the query of an address, without the question mark."""
    return urlencode(words_of(choice, language), safe=",:")


def spelled(field: Field, choice: Choice) -> str:
    """What is chosen in a field, as a word."""
    if field.kind == "language":
        return choice.languages[0]
    if field.kind == "second":
        return (*choice.languages, "")[1]
    return spelled_value(field, getattr(choice, field.name))


def spelled_value(field: Field, value: Any) -> str:
    """A value of a field, as a word; none is the empty one."""
    if value is None:
        return ""
    match field.kind:
        case "flag":
            return YES if value else NO
        case "number":
            return f"{value:g}"
        case "parts":
            return ",".join(value)
        case "cards":
            return ",".join(card if count == 1 else f"{card}:{count}" for card, count in value.items())
    return str(value)


def file_name(choice: Choice, document: str) -> str:
    """What a printed file is called: of our own words only."""
    battle = getattr(choice, "scenario", "")
    parts = [choice.game, battle, document, *choice.languages]
    return "-".join(filter(None, parts)) + ".pdf"
