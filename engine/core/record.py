"""Records as JSON (`refsvc-record/1`): read with the place of every fault, written in one canonical form."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Raw, Struct
from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints, ValidationError
from pydantic_core import PydanticCustomError

from engine.core.json_pointer import json_pointer
from engine.core.moves import MoveBase
from engine.core.record_errors import Misread, RecordError, Vocabulary, first_error, misread, syntax_error

FORMAT: Final = "refsvc-record/1"
MOST_MOVES = 100_000
MOST_BYTES = 64 * 1024 * 1024
MOST_DEPTH = 32
MOST_PART = 200_000  # characters of one part of a header, such as a box or a position
# control characters, and marks that turn the direction of writing
UNSEEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def _visible(text: str) -> str:
    if UNSEEN.search(text):
        raise PydanticCustomError("unseen", "unseen")
    return text


Name = Annotated[str, StringConstraints(max_length=80), AfterValidator(_visible)]
# As much of a hash as was written down; half of that is enough to tell two files apart.
Hash = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{8,64}$")]


class Header(BaseModel):
    """Everything but the moves."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    format: Literal["refsvc-record/1"]
    game: str
    scenario: str
    scenario_hash: Hash | None = None
    edition: str | None = None
    rulings: dict[str, str] | None = None
    values: Literal["box", "refsvc"] | None = None
    players: Annotated[dict[str, Name] | None, AfterValidator(lambda names: names or None)] = None
    date: Name | None = None
    event: Name | None = None
    place: Name | None = None
    box: dict[str, Any] | None = None
    position: dict[str, Any] | None = None
    scenario_file: str | None = None


Moves = Sequence[MoveBase | Misread]


class Record(Struct, frozen=True):
    """A record: its header and its moves; a move that could not be read is a `Misread` in its place."""

    header: Header
    moves: tuple[MoveBase | Misread, ...]


STRING = rb'"(?:[^"\\]|\\.)*+"'  # nothing is tried twice: a long one would need a hundred times its size in memory


def _depth(data: bytes) -> int:
    """How deep the brackets nest, strings left out."""
    depth = deepest = 0
    for mark in re.finditer(STRING + rb"|[\[{]|[\]}]", data):
        first = mark.group()[:1]
        if first in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif first in b"]}":
            depth -= 1
    return deepest


def read_header(data: bytes) -> tuple[Header, Raw]:
    """The header, and the moves still as JSON; `RecordError` when the record as a whole can't be read."""
    if len(data) > MOST_BYTES:
        raise RecordError("record.too-large", "", most=MOST_BYTES)
    try:
        parts = msgspec.json.decode(data, type=dict[str, Raw])
    except msgspec.ValidationError:
        raise RecordError("record.type", "", expected=["object"]) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise syntax_error(data, error) from None
    except RecursionError:
        raise RecordError("record.too-deep", "", most=MOST_DEPTH) from None
    moves = parts.pop("moves", None)
    for key, raw in parts.items():
        if key not in Header.model_fields:
            raise RecordError("record.key", json_pointer(key[:80]), key=key[:80])
        if len(raw) > MOST_PART:
            raise RecordError("record.too-long", f"/{key}", most=MOST_PART)
        if len(raw) > MOST_DEPTH and _depth(bytes(raw)) >= MOST_DEPTH:
            raise RecordError("record.too-deep", f"/{key}", most=MOST_DEPTH)
    tree = {}
    for key, raw in parts.items():
        try:
            tree[key] = msgspec.json.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError):  # a number or a character that can't be
            raise RecordError("record.syntax", f"/{key}") from None
    try:
        header = Header.model_validate(tree)
    except ValidationError as error:
        raise first_error(error) from None
    if moves is None:
        raise RecordError("record.missing", "", key="moves")
    return header, moves


def read_moves(raw: Raw, types: Any, words: Callable[[], Vocabulary]) -> tuple[MoveBase | Misread, ...]:
    """The moves; one that can't be read becomes a `Misread` with what would fit, and the others are still read."""
    try:
        moves: list[MoveBase | Misread] = _decoder(types).decode(raw)
    except (msgspec.ValidationError, UnicodeDecodeError, RecursionError):
        moves = _one_by_one(raw, types, words())
    if not moves:
        raise RecordError("record.no-moves", "/moves")
    if len(moves) > MOST_MOVES:
        raise RecordError("record.too-many-moves", "/moves", moves=len(moves), most=MOST_MOVES)
    return tuple(moves)


_DECODERS: dict[int, Any] = {}


def _decoder(types: Any) -> Any:
    decoder = _DECODERS.get(id(types))
    if decoder is None:
        decoder = _DECODERS[id(types)] = msgspec.json.Decoder(list[types])
    return decoder


def convert_moves(
    trees: Sequence[dict[str, Any] | Misread], types: Any, words: Callable[[], Vocabulary]
) -> tuple[MoveBase | Misread, ...]:
    """Moves that were read from elsewhere than JSON, such as a text; a `Misread` among them stays as it is."""
    known = [tree for tree in trees if isinstance(tree, dict)]
    try:
        moves = iter(msgspec.convert(known, list[types]))  # all at once: what a type is made of is looked up each time
    except (msgspec.ValidationError, RecursionError):
        moves = (_converted(tree, types, words) for tree in known)
    return tuple(tree if isinstance(tree, Misread) else next(moves) for tree in trees)


def _converted(tree: dict[str, Any], types: Any, words: Callable[[], Vocabulary]) -> MoveBase | Misread:
    try:
        move: MoveBase = msgspec.convert(tree, types)
    except (msgspec.ValidationError, RecursionError) as error:
        return misread(tree, str(error), words())
    return move


def _one_by_one(raw: Raw, types: Any, vocabulary: Vocabulary) -> list[MoveBase | Misread]:
    try:
        parts = msgspec.json.decode(raw, type=list[Raw])
    except msgspec.ValidationError:
        raise RecordError("record.type", "/moves", expected=["list"]) from None
    decoder = msgspec.json.Decoder(types)
    moves: list[MoveBase | Misread] = []
    for part in parts[: MOST_MOVES + 1]:
        try:
            moves.append(decoder.decode(part))
        except UnicodeDecodeError:  # bytes that are no text, in this move only
            moves.append(Misread("record.syntax", "", {}))
        except (msgspec.ValidationError, RecursionError) as error:
            moves.append(misread(_tree(part), str(error), vocabulary))
    return moves + [moves[-1]] * (len(parts) - len(moves))


def _tree(part: Raw) -> Any:
    try:
        return msgspec.json.decode(part)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def place_moves(data: bytes) -> list[tuple[int, int]]:
    """Line and column (both from 1) of each move of a JSON record, in one pass over its text."""
    found = re.search(rb'"moves"\s*:\s*\[', data)
    if not found:
        return []
    places: list[tuple[int, int]] = []
    depth, at = 0, found.end()
    line, column = data.count(b"\n", 0, at) + 1, 1
    counted = data.rfind(b"\n", 0, at) + 1  # `column` is that of this byte: each stretch of a line is decoded once
    for mark in re.finditer(STRING + rb'|[\[{]|[\]}]|\n|[^\s,:"\[\]{}]+', data[at:]):
        sign = mark.group()
        if sign == b"\n":
            line, column, counted = line + 1, 1, at + mark.end()
        elif sign in (b"]", b"}"):
            depth -= 1
            if depth < 0:
                break
        else:
            if not depth:  # a move, or what stands in the place of one
                here = at + mark.start()
                column += len(data[counted:here].decode("utf-8", "replace"))
                counted = here
                places.append((line, column))
            depth += sign in (b"[", b"{")
    return places


def write_record(header: Header, moves: Sequence[MoveBase | Misread]) -> bytes:
    """Canonical JSON: keys in table order, nothing null that may be left out, UTF-8."""
    return msgspec.json.encode({**header.model_dump(exclude_none=True), "moves": moves})
