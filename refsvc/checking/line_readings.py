"""A text that is still being written -> how each of its lines is read, in words; nothing of it is judged."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, to_builtins

from engine.core.game import BaseGame
from engine.core.moves import MoveBase
from engine.core.record import Header, convert_moves
from engine.core.record_errors import UNREAD, Misread, RecordError
from refsvc import library
from refsvc.checking.deadline import Deadline
from refsvc.checking.read import read
from refsvc.checking.report import problem
from refsvc.i18n import sentences
from refsvc.notation.game_notation import notation_of
from refsvc.notation.read import TextMisread, read_text, text_lines
from refsvc.notation.words import common_words
from refsvc.presentation import registry
from refsvc.records.upload import Upload

FORMAT = "refsvc-reading/1"
MOST_OFFERS = 4  # of one misread ...
MOST_MEANINGS = 8  # ... and of a word that may mean more than one thing
WORD = re.compile(r"\w+")
MOST_OFFERED = 20  # misreads of one text that come with offers
Tree = dict[str, Any]
Place = tuple[int, int]


class Text(Struct, frozen=True):
    """What was read: the moves with their places, the lines of the header by JSON Pointer, and the lines themselves."""

    header: Header
    game: BaseGame[Any]
    moves: Sequence[MoveBase | Misread]
    places: Sequence[Place]
    header_places: Mapping[str, Place]
    lines: Sequence[str]
    language: str  # that it is written in; empty for JSON


def read_lines(upload: Upload, language: str, deadline: Deadline) -> Tree:
    """How each line of a text is read; a header that can't be read yet is the `fault`, and there are no lines."""
    try:
        text = _json(upload, deadline) if upload.is_json else _text(upload, deadline)
    except RecordError as error:
        return {"format": FORMAT, "lines": [], "summary": "", "fault": problem(error, language)}
    lines: dict[int, list[Tree]] = {}
    for pointer, (line, column) in text.header_places.items():
        if pointer.count("/") == 1 or pointer.startswith("/players/"):
            lines.setdefault(line, []).append({"column": column, "words": _header_words(text, pointer, language)})
    offered = 0
    for move, (line, column) in zip(text.moves, text.places, strict=True):
        deadline()
        read_as = {"column": column, **_read_as(text, move, language)}
        if isinstance(move, Misread) and offered < MOST_OFFERED:
            offered += 1
            read_as["offers"] = list(_offers(text, move, deadline))
        lines.setdefault(line, []).append(read_as)
    return {
        "format": FORMAT,
        "game": text.header.game,
        "scenario": text.header.scenario,
        "lines": [{"line": line, "parts": lines[line]} for line in sorted(lines)],
        "summary": _summary(text, language),
        "fault": None,
    }


def _text(upload: Upload, deadline: Deadline) -> Text:
    found = read_text(upload.text, deadline)
    package = library.find_package(found.header.game)
    moves = convert_moves(found.moves, package.MOVES, lambda: package.vocabulary(library.scenario_of(found.header)))
    lines = text_lines(upload.text)
    return Text(found.header, found.game, moves, found.places, found.header_places, lines, found.language)


def _json(upload: Upload, deadline: Deadline) -> Text:
    record = read(upload, deadline=deadline)
    return Text(record.header, record.game, record.moves, record.places, {}, (), "")


def _header_words(text: Text, pointer: str, language: str) -> str:
    """What a line of the header says, so that a line taken for one shows it."""
    key, _, item = pointer[1:].partition("/")
    if key == "players":
        side = sentences.name("side", item, text.header.game, language)
        return sentences.say("reading.player", language, side=side, player=(text.header.players or {})[item])
    value = getattr(text.header, key, None)
    if key == "game":
        value = common_words(language).spell("GAME", text.header.game)
    elif key == "scenario":
        value = sentences.battle_name(library.scenario_of(text.header), text.header.game, language)
    elif not isinstance(value, str):
        value = ""
    name = common_words(language).spell("HEADER", key)
    return sentences.say("reading.header" if value else "reading.header-alone", language, name=name, value=value)


def _read_as(text: Text, move: MoveBase | Misread, language: str) -> Tree:
    """A move in words, or why it can't be read."""
    if isinstance(move, Misread):
        message = sentences.refusal(move.rule, move.params, text.header.game, language)
        return {"move": None, "words": message, "rule": move.rule}
    tree = to_builtins(move)
    words = registry.of(text.game.KEY).move_text(tree, text.game, language, with_faces=True)
    return {"move": tree, "words": words}


def _summary(text: Text, language: str) -> str:
    """How many lines are read and how many are not, in a sentence."""
    every = {line for line, _ in text.places}
    missed = {line for move, (line, _) in zip(text.moves, text.places, strict=True) if isinstance(move, Misread)}
    said = [sentences.say_number("reading.read", language, len(every - missed))]
    if missed:
        said.append(sentences.say_number("reading.misread", language, len(missed)))
    return " ".join(said)


# --- offers


def _offers(text: Text, misread: Misread, deadline: Deadline) -> Iterator[Tree]:
    """What may stand in place of what can't be read: the nearest words, or the few that fit; else the whole part."""
    if not isinstance(misread, TextMisread):
        return
    line, params = text.lines[misread.line - 1], misread.params
    word, start = str(params.get("word", "")), misread.column - 1
    words = params.get("nearest", ())[:MOST_OFFERS]
    if not words and misread.rule == "record.word":  # of a word with several meanings all are offered
        few = MOST_OFFERS if "nearest" in params else MOST_MEANINGS
        words = params["expected"] if len(params["expected"]) <= few else ()
    if word and words and line[start : start + len(word)] == word:
        yield from ({"column": misread.column, "instead_of": word, "text": each} for each in words)
        return
    yield from _whole(text, misread, line, deadline)


def _whole(text: Text, misread: TextMisread, line: str, deadline: Deadline) -> Iterator[Tree]:
    """A part as we would write it, where only signs were wrong: each way to read it, tried in its line."""
    start = line.rfind(misread.text, 0, misread.column - 1 + len(misread.text))
    whole = [moves for moves in misread.read if moves and not any(_is_unread(move) for move in moves)]
    if start < 0 or not misread.text or len(whole) > MOST_OFFERS:
        return
    writer = notation_of(text.header.game).writer(text.header.model_dump(exclude_none=True), text.language)
    sign = misread.text[0] if misread.text[0] in ",|" else ""
    for moves in whole:
        written = " ".join(said for _, said in writer.lines(moves))
        if len(WORD.findall(written)) > len(WORD.findall(misread.text)):
            continue  # a word that nobody wrote would be a guess
        for each in dict.fromkeys((written, f"{sign} {written}".strip())):
            deadline()
            if _is_read_as(text, line[:start] + each + line[start + len(misread.text) :], moves):
                yield {"column": start + 1, "instead_of": misread.text, "text": each}
                break


def _is_unread(value: Any) -> bool:
    if isinstance(value, Mapping):
        return any(_is_unread(each) for each in (*value, *value.values()))
    if isinstance(value, list | tuple):
        return any(_is_unread(each) for each in value)
    return bool(value == UNREAD)


def _is_read_as(text: Text, line: str, moves: Sequence[Tree]) -> bool:
    """Whether a line, with an offer taken, holds these moves, one after another."""
    top = [text.lines[number - 1] for number in sorted({line for line, _ in text.header_places.values()})]
    try:
        found = list(read_text("\n".join([*top, "", line])).moves)
    except RecordError:
        return False
    return any(found[at : at + len(moves)] == list(moves) for at in range(len(found)))
