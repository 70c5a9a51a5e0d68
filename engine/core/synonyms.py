"""Other words for what a game names: those of players and of other games, by language."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct, convert

from engine.core.rulebook import read_words

Words = dict[str, tuple[str, ...]]  # by language
SHARED = Path(__file__).with_name("glossary.toml")  # words that belong to every game


class Synonym(Struct, frozen=True, forbid_unknown_fields=True):
    """Words that stand for something of a game, phrases included.

    `of` names it by id, without the game: a name (`name.unit.leader`), a term (`term.melee`), a word of the notation
    (`notation.verb.passes`) or a rule (`retreat.lost`); several if the words may mean any of them. Where nothing has a
    name of its own, `says` gives the words of the texts instead. Words of `both` mean one thing wherever the notation
    reads them, and name one id; those of `search` only lead somewhere when they are searched for.
    """

    of: tuple[str, ...] = ()
    says: Words = {}
    both: Words = {}
    search: Words = {}

    def words(self, language: str) -> tuple[str, ...]:
        """Every word of a language."""
        return (*self.both.get(language, ()), *self.search.get(language, ()))


def load_synonyms(path: Path) -> tuple[Synonym, ...]:
    """The synonyms of one file, in its order."""
    return tuple(convert(entry, Synonym) for entry in read_words(path).get("synonym", ()))


def load_families(path: Path = SHARED) -> Words:
    """Words of one root, by language: a line is a family, and the search takes all of it for its first word."""
    return convert(read_words(path).get("families", {}), Words)
