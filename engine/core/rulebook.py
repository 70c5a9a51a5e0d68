"""The rulebook of a game: chapters of rules, rulings, sources, glossary, symbols. English is the source text."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct, convert

from engine.core.facts import Source, read_sources

CHAPTER_ID = re.compile(r"[a-z][a-z0-9-]*")
RULE_ID = re.compile(r"[a-z]+(\.[a-z0-9-]+){1,2}")
# What stands in brackets in a text: a link `[words](rule:id)`, or the token of a symbol, `[lance]` or `[die:1]`.
LINK = re.compile(r"\[([^\[\]]+)\]\(rule:([a-z0-9.-]+)\)")
TOKEN = re.compile(r"\[([a-z]+(?:[:-][a-z0-9]+)*)\](?!\()")


class Rule(Struct, frozen=True, forbid_unknown_fields=True):
    """One paragraph: what it says, where it stands in each edition, and the sentence for a move that breaks it.

    The text is inline markdown with links, tokens of symbols, and numbers of the data in braces. `refusals` has the
    sentences for what is so in one case only: that a violation names as its `why`, or `no-due` where `due` is nothing.
    """

    id: str
    title: str
    text: str
    place: dict[str, str] = {}
    refusal: str = ""
    refusals: dict[str, str] = {}
    is_of_drawn: bool = False  # of those that all games share: only where scenarios are drawn

    @property
    def is_checkable(self) -> bool:
        """Whether a move can break it."""
        return bool(self.refusal)


class Chapter(Struct, frozen=True, forbid_unknown_fields=True, rename={"rules": "rule"}):
    """Rules that are read together, in their order."""

    id: str
    title: str
    rules: tuple[Rule, ...]


class GlossaryTerm(Struct, frozen=True, forbid_unknown_fields=True):
    """A word of the game: what it means in one sentence, and the rules that say the rest.

    `name` stands in place of a word that is a name of the game already (`unit.militia`); `sources` says where the words
    come from, and `note` what they must not be taken for: in the languages of `note_in`, or in all if it names none.
    """

    id: str
    rules: tuple[str, ...]
    term: str = ""
    name: str = ""
    definition: str = ""
    note: str = ""
    note_in: tuple[str, ...] = ()
    sources: dict[str, str] = {}

    def has(self, part: str, language: str) -> bool:
        """Whether there is a `definition` or a `note` for the readers of a language."""
        return bool(getattr(self, part)) and (part != "note" or not self.note_in or language in self.note_in)


class Ruling(Struct, frozen=True, forbid_unknown_fields=True):
    """A question that the editions answer differently or leave open; `fixed` where one reading is sensible.

    `editions` has the option of each that takes one; in those of `unsettled` it is only how the words read.
    `must_be_named`: the rules answer it plainly, and another option holds only where a record asks for it, so that
    nothing is doubtful because of it.
    """

    id: str
    question: str
    reason: str = ""
    fixed: str = ""
    options: dict[str, str] = {}
    recommended: str = ""
    editions: dict[str, str] = {}
    unsettled: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    must_be_named: bool = False

    @property
    def is_open(self) -> bool:
        """Whether a record may choose."""
        return bool(self.options)

    def is_settled_by(self, edition: str) -> bool:
        """Whether an edition says which option holds, so that no other is open to its readers."""
        return edition in self.editions and edition not in self.unsettled


class Rulebook(Struct, frozen=True):
    """All that a game says about itself in words: by id, and the chapters and the glossary in reading order."""

    rules: dict[str, Rule]
    chapters: tuple[Chapter, ...]  # of the game, then those that all games share
    rulings: dict[str, Ruling] = {}
    sources: dict[str, Source] = {}
    open_rulings: tuple[Ruling, ...] = ()  # among whose options a record may choose
    glossary: tuple[GlossaryTerm, ...] = ()
    symbols: dict[str, str] = {}  # the token of each symbol, and the name it is spoken by

    def chosen(self, edition: str, named: Mapping[str, str]) -> dict[str, str]:
        """The option of every open ruling: named by the record, else of its edition, else recommended."""
        return {r.id: named.get(r.id) or r.editions.get(edition) or r.recommended for r in self.open_rulings}


def read_toml(path: Path) -> dict[str, Any]:
    """A data file."""
    with path.open("rb") as file:
        return tomllib.load(file)


def read_words(path: Path) -> dict[str, Any]:
    """A file of words that a game may do without, such as its symbols; empty if it has none."""
    return read_toml(path) if path.is_file() else {}


def load_chapters(path: Path) -> tuple[Chapter, ...]:
    """The chapters of one file, in their order; an id that stands twice or is malformed is refused."""
    chapters = tuple(convert(entry, Chapter) for entry in read_toml(path)["chapter"])
    seen: set[str] = set()
    for chapter in chapters:
        names = [chapter.id, *(rule.id for rule in chapter.rules)]
        for name, shape in zip(names, [CHAPTER_ID] + [RULE_ID] * len(chapter.rules), strict=True):
            if name in seen or not shape.fullmatch(name):
                raise ValueError(f"{path.name}: {name} stands twice or is not an id")
            seen.add(name)
    return chapters


def rules_of(chapters: Iterable[Chapter]) -> dict[str, Rule]:
    """The rules of chapters by id, in reading order."""
    return {rule.id: rule for chapter in chapters for rule in chapter.rules}


def load_rulebook(folder: Path) -> Rulebook:
    """The words of a game from its folder, with the rules that all games share."""
    shared = load_chapters(Path(__file__).with_name("rulebook.toml"))
    own = load_chapters(folder / "rulebook.toml")
    rulings = {key: convert({"id": key, **entry}, Ruling) for key, entry in read_words(folder / "rulings.toml").items()}
    return Rulebook(
        rules=rules_of(shared) | rules_of(own),
        chapters=own + shared,
        rulings=rulings,
        sources=read_sources(read_words(folder / "data" / "sources.toml")),
        open_rulings=tuple(ruling for ruling in rulings.values() if ruling.is_open),
        glossary=load_glossary(folder / "glossary.toml"),
        symbols=read_words(folder / "symbols.toml"),
    )


def load_glossary(path: Path) -> tuple[GlossaryTerm, ...]:
    """The words of a game, in the order of the file."""
    return tuple(convert(entry, GlossaryTerm) for entry in read_words(path).get("term", ()))
