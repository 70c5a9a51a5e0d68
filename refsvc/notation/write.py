"""A record -> text in one language, in the form that is read back to the same record."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from engine.core.record import UNSEEN
from engine.core.record_errors import Misread
from refsvc.i18n.folding import composed
from refsvc.notation.game_notation import notation_of
from refsvc.notation.words import common_words, punctuate, scenario_words, spellings
from refsvc.notation.writing import LineWriter, Move, quoted

SPACES = re.compile(r"[\n\t]")


def write_text(header: Mapping[str, Any], moves: Sequence[Move | Misread], language: str) -> str:
    """The canonical text of a record; a part that could not be read stands as it was written.

    Such a part is sure to be a misread again only in the language of the record it comes from.
    """
    writer: LineWriter = notation_of(str(header["game"])).writer(header, language)
    lines = [*_Heading(header, language).lines(header), ""]
    for move, line in writer.lines(moves):
        if isinstance(move, Mapping) and move["do"] == "turn" and lines[-1]:
            lines.append("")
        lines.append(line)
    text = "\n".join(lines) + "\n"
    file = str(header.get("scenario_file", ""))
    return f"{text}\n{_Heading(header, language).name('scenario_file')}\n{file}" if is_plain(file) else text


def is_plain(file: str) -> bool:
    """Whether a scenario file can be the last lines of a text and comes back from there as it is."""
    return composed(file) == file and bool(file.strip()) and not UNSEEN.search(SPACES.sub("", file))


class _Heading:
    """Writes the header of one record."""

    def __init__(self, header: Mapping[str, Any], language: str) -> None:
        self.game = str(header["game"])
        self.language = language
        self.common = common_words(language)
        self.colon = punctuate(language)

    def lines(self, header: Mapping[str, Any]) -> Iterator[str]:
        """The lines of the header."""
        names = scenario_words(self.game, self.language)
        for key, value in header.items():
            match key:
                case "format" | "moves":
                    continue
                case "game":
                    yield self._named(key, self.common.spell("GAME", value))
                case "scenario":
                    yield self._named(key, names.spell("SCENARIO", value))
                case "edition":
                    yield self._named(key, names.spell("EDITION", value))
                case "values":
                    yield self._named(key, self.common.spell("VALUES", value))
                case "rulings":
                    yield self._named(
                        key,
                        ", ".join(
                            " ".join(self.common.spell("RULING", word) for word in pair) for pair in value.items()
                        ),
                    )
                case "players":
                    for side, player in value.items():
                        name = spellings((f"{self.game}.name.side.{side}",), self.language)
                        yield f"{name[0] if name else side}{self.colon} {quoted(player)}"
                case "scenario_file":
                    if not is_plain(value):
                        yield self._named(key, json.dumps(value))
                case "scenario_hash":
                    yield self._named(key, value)
                case "box" | "position":
                    yield self._named(key, msgspec.json.encode(value).decode())
                case _:
                    yield self._named(key, quoted(str(value)))

    def name(self, key: str) -> str:
        """The name of a header, with its colon."""
        return f"{self.common.spell('HEADER', key)}{self.colon}"

    def _named(self, key: str, value: str) -> str:
        return f"{self.name(key)} {value}".rstrip()
