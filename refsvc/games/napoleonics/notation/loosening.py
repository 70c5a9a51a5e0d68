"""A part that no rule reads, without the words that say nothing in it: small words, and the kinds of units in hexes.

Only words that the catalogues list are left out; one that is misspelt stays, and the part stays unread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from refsvc.i18n.folding import spelling
from refsvc.i18n.sentences import own
from refsvc.notation.words import Lexicon, spellings

MOST_WORDS = 5  # of a phrase
SHORT = 3  # letters: a word as short as that may be another one without its accents
WORD = re.compile(r"[^\W\d_]+")
HEX = re.compile(r"(?<![^\W_])[A-Ia-i][0-9]{1,2}(?![^\W_])")
ONE = re.compile(r"(?<![^\W_])(?P<one>[a-z])\s+(?P<face>[^\W\d_]{3,})")
BRACKET = re.compile(r"[()]|\?(?=\s*:?\s*[^\W\d_]{1,8}\s*$)")
WITH_HEX = re.compile(r"(?<=[0-9]\s)(?P<word>[a-z])(?=\s+[A-Ia-i][0-9])")
WITH_DICE = re.compile(r"(?<![^\W_])(?P<word>[^\W\d_]+)(?=\s+(?P<dice>[^\W\d_]{1,8})(?:\s|$))")
MANY = re.compile(r"(?<![^\W_])(?:[2-9]|1[0-9])\s+$")


class Word(Struct, frozen=True):
    """A word of a part."""

    text: str
    start: int
    end: int


class Loosening:
    """Leaves words out, for the records of one language."""

    def __init__(self, words: Lexicon) -> None:
        self.words = words
        said = spellings((own("notation.said.small", words.syntax.game),), words.language)
        self.small = frozenset(each.lower() for each in said)
        self.single = {each for each in self.small if len(each) == 1 and self.words.read(words.syntax.letters, each)}
        self.folded = frozenset(spelling(each) for each in said)

    def counted(self, text: str) -> str:
        """The part with a figure for a word of one letter that says "one" before the face of a die: "and a flag"."""

        def figure(match: re.Match[str]) -> str:
            is_one = match["one"] in self.single and self.words.means("FACE", spelling(match["face"]))
            return match.group().replace(match["one"], "1", 1) if is_one else match.group()

        def sign(match: re.Match[str]) -> str:
            is_with = match["dice"].isupper() and self.words.means("WITH", spelling(match["word"]))
            is_dice = is_with and not match["word"].isupper() and all(map(self._is_die, match["dice"]))
            return match.group().replace(match["word"], ":".ljust(len(match["word"])), 1) if is_dice else match.group()

        def plus(match: re.Match[str]) -> str:
            is_die = self._is_die(match["word"]) and self.words.means("WITH", spelling(match["word"]))
            return "+" if is_die else match.group()

        text = WITH_HEX.sub(plus, text)
        return WITH_DICE.sub(sign, ONE.sub(figure, text) if self.single else text)

    def _is_die(self, letter: str) -> bool:
        return self.words.read(self.words.syntax.letters, letter) is not None

    def of(self, text: str) -> Iterator[tuple[str, bool]]:
        """The part with less and less in it, as long as it was; whether a word that may be a die's was left out."""
        words = [Word(each.group(), each.start(), each.end()) for each in WORD.finditer(text)]
        small = self._small(text, words)
        ahead = [each for each, word in zip(small, words, strict=False) if each is word]  # those that it begins with
        kinds = self._kinds(text, words, small)
        hexes = [each.start() for each in HEX.finditer(text)]
        has_dice = any(each.start > hexes[-1] for each in kinds if hexes)
        tried = {text}
        for left_out in (ahead, small, kinds, [*ahead, *kinds], [*small, *kinds]):
            loose = BRACKET.sub(" ", _without(text, left_out))
            if loose not in tried:
                tried.add(loose)
                yield loose, has_dice and bool(kinds) and left_out[-1:] == kinds[-1:]

    def _small(self, text: str, words: list[Word]) -> list[Word]:
        """The words that say nothing; a letter may be a die: it says nothing only before a word or apostrophe."""
        found: list[Word] = []
        at = 0
        while at < len(words):
            number = next((n for n in range(MOST_WORDS, 0, -1) if self._is_small(words[at : at + n], n)), 0)
            word = words[at]
            is_elided = {text[word.end : word.end + 1], text[word.start - 1 : word.start]} & {"'", "’"}
            if number == 1 and len(word.text) == 1 and not is_elided:
                is_before_word = at + 1 < len(words) and len(words[at + 1].text) >= SHORT
                number = int(is_before_word and word.text.islower())
            found += words[at : at + number]
            at += number or 1
        return found

    def _is_small(self, words: list[Word], number: int) -> bool:
        if len(words) < number:
            return False
        phrase = " ".join(each.text for each in words).lower()
        return phrase in self.small or (len(phrase) > SHORT and spelling(phrase) in self.folded)

    def _kinds(self, text: str, words: list[Word], small: list[Word]) -> list[Word]:
        """The kinds of units that are named: before the last hex, right behind it, or as the first word of the part."""
        hexes = [(each.start(), each.end()) for each in HEX.finditer(text)]
        found: list[Word] = []
        at = 0
        while at < len(words):
            number = next((n for n in range(MOST_WORDS, 0, -1) if self._is_kind(words[at : at + n], n)), 0)
            start = words[at].start
            if number and self._is_beside(text, start, hexes, [each.end for each in (*small, *found)]):
                found += words[at : at + number]
                if at + number < len(words) and self._is_before_hex(text, words[at + number]):
                    found.append(words[at + number])
                if at and self.words.means("WITH", spelling(words[at - 1].text)):
                    found.append(words[at - 1])
                if many := MANY.search(text, 0, start):
                    found.insert(-number, Word(many.group().strip(), many.start(), many.end()))
                if at and self._is_many(spelling(words[at - 1].text)):
                    found.insert(-number, words[at - 1])
            at += number or 1
        return found

    def _is_kind(self, words: list[Word], number: int) -> bool:
        return len(words) == number and self.words.means("TYPE", " ".join(spelling(each.text) for each in words))

    def _is_before_hex(self, text: str, word: Word) -> bool:
        """Whether a word says where a unit stands, right before a hex."""
        is_place = any(self.words.means(kind, spelling(word.text)) for kind in ("IN", "FROM"))
        return is_place and HEX.match(text[word.end :].lstrip()) is not None

    def _is_many(self, word: str) -> bool:
        return self.words.means("MANY", word) and self.words.read("MANY", word) != "1"

    def _is_beside(self, text: str, start: int, hexes: list[tuple[int, int]], left: list[int]) -> bool:
        if hexes and start < hexes[-1][0]:
            return True
        before = max((end for end in (0, *left, *(end for _, end in hexes)) if end <= start), default=0)
        is_next = not text[before:start].strip(" (,:")
        return is_next and (bool(hexes) or bool(WORD.search(text, start)))


def _without(text: str, words: list[Word]) -> str:
    letters = list(text)
    for each in words:
        letters[each.start : each.end] = " " * (each.end - each.start)
    return "".join(letters)
