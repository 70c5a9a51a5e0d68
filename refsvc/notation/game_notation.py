"""What the notation of one game is made of. Each game has a package `refsvc/games/<game>/notation/`:

`words` has its words and the shape of its lines, `reader` the `Reader` of a line, `writer` the `Writer`; beside them
lie `grammar.lark`, put after the grammar that all games share, and `words.toml` with the English words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from msgspec import Struct

from refsvc import paths
from refsvc.presentation import registry
from refsvc.presentation.values import Notation

HOME = Path(__file__).parent
WHOLE = ("TURN", "COUNT", "RESULT", "NOTE")  # lines of every game that are one part, commas and all

# Kinds of words that are the same in every game: the texts by id.
LINES: Mapping[str, Mapping[str, str]] = {
    kind: {kind.lower(): f"notation.line.{kind.lower()}"} for kind in (*WHOLE, "NTH")
}
ENDINGS = {ending.upper(): {ending: f"notation.ending.{ending}"} for ending in ("wins", "resigns", "draw")}
HEADERS: Mapping[str, Mapping[str, str]] = {
    "HEADER": {
        key: f"notation.header.{key}"
        for key in (
            "game", "scenario", "scenario_hash", "edition", "rulings", "values", "date", "event", "place", "box",
            "position", "scenario_file",
        )
    },
    "VALUES": {key: f"notation.values.{key}" for key in ("box", "refsvc")},
}  # fmt: skip
# Kinds whose words are ids of the game: the field of its vocabulary, and the texts that spell an id (first as written).
SIDE = {"SIDE": ("side", ("notation.side.{}", "name.side.{}"))}
REASON = {"REASON": ("by", ("notation.by.{}",))}


class Syntax(Struct, frozen=True, kw_only=True):
    """The words and the shape of the lines of one game."""

    game: str
    named: Mapping[str, tuple[str, tuple[str, ...]]]  # kinds whose words are ids, as `SIDE` above
    fixed: Mapping[str, Mapping[str, str]]  # kinds whose words are the notation's own, as `LINES` above
    kinds: Mapping[
        str, str
    ]  # terminals that messages call by the text `kind.<…>`, in the order in which they are listed
    fields: Mapping[str, str]  # terminals whose words are kept of a move that can't be read, and the field of each
    starts: tuple[str, ...]  # what a part of a line may be: start rules of the grammar
    pieces: re.Pattern[str]  # what a line is cut into: groups `word`, `number`, `blank`, `sign`, and those in `shapes`
    more: Mapping[str, tuple[str, ...]] = {}  # ids that the vocabulary of the game doesn't list
    listed: tuple[str, ...] = ()  # kinds that have only those ids that a text spells
    shortened: tuple[str, ...] = ()  # kinds whose words may be abbreviated
    names: tuple[str, ...] = ()  # kinds of which only the names are abbreviated, not their other spellings
    digits: str = ""  # a kind some of whose words are numbers
    shapes: Mapping[str, str] = {}  # groups of `pieces` that are always a word of one kind
    letters: str = ""  # a kind whose words are letters that may be run together, those of the header's language only
    unclear: Mapping[str, str] = {}  # kinds with words that mean more than one thing in one language, and their texts
    initials: tuple[str, ...] = ()  # kinds whose words of one letter are those of the header's language only
    openings: tuple[str, ...] = ()  # kinds of words that a move may begin with, beside those of every game
    unsaid: tuple[
        str, ...
    ] = ()  # what may stand in a line and needn't: words of these kinds, and signs, are not said to be missing
    alike: Mapping[str, tuple[str, ...]] = {}  # what else a sign may be: the first that the grammar accepts
    soft: str = ""  # signs that are left out where the grammar accepts none
    fillers: str = ""  # a kind whose words are left out before a word of the kinds in `left_out`, as signs are
    left_out: Mapping[str, str] = {}  # signs that are left out before a word of a kind, where it is accepted

    @property
    def grammar(self) -> str:
        """The grammar of its lines."""
        return "\n".join(path.read_text("utf-8") for path in (HOME / "grammar.lark", self.home / "grammar.lark"))

    @property
    def home(self) -> Path:
        """The folder of the notation of the game."""
        return paths.home(self.game) / "notation"


@cache
def notation_of(game: str) -> Notation:
    """How the records of a game are written as text."""
    from refsvc.notation import json_lines  # noqa: PLC0415  # it is made of this

    return registry.of(game).notation() or json_lines.notation(game)


def syntax_of(game: str) -> Syntax:
    """The words of a game and the shape of its lines."""
    syntax: Syntax = notation_of(game).syntax
    return syntax
