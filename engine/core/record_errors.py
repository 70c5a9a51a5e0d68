"""What is wrong with a record that can't be read, whole or in one move: our rule, the place, and what would fit."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final

from msgspec import Struct
from pydantic import ValidationError

from engine.core.json_pointer import json_pointer

Vocabulary = Mapping[str, Sequence[str]]  # the words that a field of a move may hold
Tree = dict[str, Any]  # a move as it stands in JSON
UNREAD: Final = "\0"  # in a move, in place of a word that could not be read


NEAREST = 3  # words
MOST_FIELDS = 20  # of a move


class RecordError(ValueError):
    """A record that can't be read as a whole: the rule it breaks, a JSON Pointer to the place, and its parameters."""

    def __init__(
        self, rule: str, path: str = "", line: int | None = None, column: int | None = None, **params: Any
    ) -> None:
        super().__init__(f"{path or '/'}: {rule}")
        self.rule = rule
        self.path = path
        self.line = line
        self.column = column
        self.params = params


class Misread(Struct, frozen=True):
    """A move outside the vocabulary: what is wrong, where in the move, and what would fit.

    `read` is what it may have been as far as it was read, the likeliest first: moves with `UNREAD` in place of what is
    missing, more than one where several stand in what could not be read.
    """

    rule: str
    path: str
    params: dict[str, Any]
    read: tuple[tuple[Tree, ...], ...] = ()


TYPES = {
    "string_type": "text",
    "int_type": "number",
    "bool_type": "yes-no",
    "list_type": "list",
    "dict_type": "object",
    "model_type": "object",
    "greater_than_equal": "number",
    "greater_than": "number",
    "less_than_equal": "number",
    "less_than": "number",
}


def first_error(error: ValueError, at: str = "") -> RecordError:
    """The first fault that pydantic found, as one of ours with its JSON Pointer."""
    if not isinstance(error, ValidationError):
        return RecordError("record.type", at, expected=["object"])
    fault = error.errors()[0]
    path = at + json_pointer(*(part for part in fault["loc"] if part != "[key]"))
    match fault["type"]:
        case "missing":
            return RecordError("record.missing", at + json_pointer(*fault["loc"][:-1]), key=fault["loc"][-1])
        case "extra_forbidden":
            return RecordError("record.key", path, key=str(fault["loc"][-1])[:80])
        case "literal_error":
            expected = re.findall(r"'([^']+)'", fault["ctx"]["expected"])
            return RecordError("record.word", path, word=str(fault["input"])[:80], expected=expected)
        case "string_too_long":
            return RecordError("record.too-long", path, most=fault["ctx"]["max_length"])
        case "string_pattern_mismatch":
            return RecordError("record.type", path, expected=["hash"])
        case "unseen":
            return RecordError("record.unseen", path)
    return RecordError("record.type", path, expected=[TYPES.get(fault["type"], "object")])


def syntax_error(data: bytes, error: Exception) -> RecordError:
    """A fault of JSON itself, with line and column where the decoder says the byte."""
    found = re.search(r"byte (\d+)", str(error))
    at = int(found[1]) if found else len(data)
    before = data[:at]
    line = before.count(b"\n") + 1
    column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
    return RecordError("record.syntax", "", line, column)


FAULTS = (
    (re.compile(r"Invalid value '?(?P<word>.*?)'?(?: - at `(?P<at>.*)`)?$"), "record.word"),
    (re.compile(r"Invalid enum value '?(?P<word>.*?)'?(?: - at `(?P<at>.*)`)?$"), "record.word"),
    (re.compile(r"Object missing required field `(?P<key>.*?)`(?: - at `(?P<at>.*)`)?$"), "record.missing"),
    (re.compile(r"Object contains unknown field `(?P<key>.*?)`(?: - at `(?P<at>.*)`)?$"), "record.key"),
    (re.compile(r"Expected `str` of length <= (?P<most>\d+)(?: - at `(?P<at>.*)`)?$"), "record.too-long"),
    (re.compile(r"Expected `\w+` of length <= (?P<most>\d+)(?: - at `(?P<at>.*)`)?$"), "record.too-many"),
    (re.compile(r"Expected `(?P<expected>.*?)`(?:, got `.*?`)?(?: - at `(?P<at>.*)`)?$", re.DOTALL), "record.type"),
    (re.compile(r"Expected `(?P<expected>int)` [<>]= .*?(?: - at `(?P<at>.*)`)?$", re.DOTALL), "record.type"),
)
KINDS = {"str": "text", "int": "number", "bool": "yes-no", "array": "list", "object": "object", "null": "nothing"}


def misread(tree: Any, message: str, vocabulary: Vocabulary) -> Misread:
    """What msgspec says of one move, as one of our rules with its place and what would fit."""
    do = str(tree.get("do", "")) if isinstance(tree, dict) else ""
    for pattern, rule in FAULTS:
        if found := pattern.search(message):
            groups = found.groupdict()
            steps = re.findall(r"\.([A-Za-z_-]+)|\[(\d+)\]|\[(\.\.\.)\]", groups.get("at") or "")
            path = "".join(f"/{a or b or c}" for a, b, c in steps)
            params: dict[str, Any] = {}
            if rule in ("record.missing", "record.key"):
                params["key"] = groups["key"][:80]
                if rule == "record.key":
                    params["expected"] = list(vocabulary.get(f"fields:{do}", ()))
            elif rule in ("record.too-long", "record.too-many"):
                params["most"] = int(groups["most"])
            elif rule == "record.word":
                params["word"] = groups["word"][:80]
                field = next((a for a, _, _ in reversed(steps) if a), "do")
                params["expected"] = list(vocabulary.get(f"{do}.{field}", vocabulary.get(field, ())))
            else:
                params["expected"] = [KINDS.get(kind.strip(), kind.strip()) for kind in groups["expected"].split("|")]
            keys = [int(b) if b else a for a, b, _ in steps]
            return Misread(rule, path, params, _read_of(tree, rule, keys, params))
    return Misread("record.type", "", {"expected": ["object"]})


def _read_of(tree: Any, rule: str, steps: list[Any], params: dict[str, Any]) -> tuple[tuple[Tree, ...], ...]:
    """A move with `UNREAD` in place of what is wrong in it, first the words that are nearest."""
    if not isinstance(tree, dict) or "" in steps or len(tree) > MOST_FIELDS:
        return ()
    if rule in ("record.missing", "record.key"):
        steps = [*steps, params["key"]]
    if not steps:
        return ()
    near = get_close_matches(params["word"], params["expected"], NEAREST) if rule == "record.word" else []
    if rule == "record.key":
        return ((_with(tree, steps, None),),)
    return tuple((_with(tree, steps, word),) for word in (*near, UNREAD))


def _with(tree: Any, steps: list[Any], word: str | None) -> Any:
    """A tree with a word at a place in it; None: without what stands there."""
    if not steps:
        return word
    first, *rest = steps
    if isinstance(tree, list) and isinstance(first, int):
        return [_with(each, rest, word) if n == first else each for n, each in enumerate(tree)]
    if not isinstance(tree, dict):
        return word
    if word is None and not rest:
        return {key: value for key, value in tree.items() if key != first}
    return {**tree, first: _with(tree.get(first), rest, word)}
