"""Where the parts of a line end, and which commas and colons stand within a part."""

from __future__ import annotations

import re
from itertools import product

from refsvc.config import LANGUAGES
from refsvc.i18n.folding import spelling
from refsvc.notation.words import MOST_WORDS, Lexicon, spellings

LISTS = ("HAND", "TAKES")  # what is followed by cards with commas between them
# Words after which a colon is no card's.
NO_CARDS = (
    "HAND", "TAKES", "ORDER", "LEADER", "DETACH", "RALLY", "LEADER_RETREAT", "FIRST_STRIKE", "SQUARE", "RETIRE",
    "CHECK", "IGNORE", "IGNORED", "RETREAT", "BACK", "GROUND", "THROUGH", "BONUS", "DISCARD", "MELEE", "MOVES", "FIRES",
    "DICE", "TYPE", "PURPOSE",
)  # fmt: skip
ADJUNCTS = ("LOST", "AS", "ONE_UNIT", "WITH")  # what a comma may part from the move that it belongs to
NEAR = 60  # letters around a comma that may stand within a name
SENT = re.compile(r"-\s*[A-Ia-i]\d+\s*,[^\d|,:_]{3,40}$")  # words behind a move, to the end of the line
BEFORE_COMMA = re.compile(r"[^,:|\d()]*$")
AFTER_COMMA = re.compile(r"\s*((?:[^\W\d_]+(?![^\W_])[\s.'’&-]*){1,5})")
SPLIT = re.compile(r"[():]")


class Parting:
    """Parts the lines of one record."""

    def __init__(self, words: Lexicon) -> None:
        self.words = words

    def stops(self, line: str, end: int) -> list[int]:
        """Where the parts end: at `|`, at a comma that is not between cards or dice, at the colon after a card."""
        stops: list[int] = []
        start = 0
        for at, sign in enumerate(line[:end]):
            is_stop = (
                sign == "|"
                or (sign == "," and not self.is_list(line[start:at]) and not self._is_within(line, start, at, end))
                or (sign == ":" and not stops and self._is_card_before(line[:at]))
            )
            if is_stop:
                stops.append(at)
                start = at + 1
        return [*stops, end]

    def _is_within(self, line: str, start: int, at: int, end: int) -> bool:
        """Whether a comma stands between dice, or between a card and the section that it is played in."""
        after = line[at + 1 : min(at + NEAR, end)]
        before = line[max(start, at - NEAR) : at]
        stop = min((found for found in map(after.find, ",|") if found >= 0), default=len(after))
        if self._are_dice(next((each for each in SPLIT.split(after[:stop]) if each.strip()), "")):
            return self._are_dice(SPLIT.split(before[before.rfind(",") + 1 :].rstrip(" )"))[-1])
        if start or any(letter.isdigit() for letter in before):
            return False
        words = spelling(after[:stop].partition(":")[0]).split()[: MOST_WORDS + 1]
        return bool(words) and self.words.find(("SECTION",), words) is not None

    def _are_dice(self, text: str) -> bool:
        """Whether a text is dice and nothing else."""
        key = ("dice", text)
        if key not in self.words.memory:
            words = spelling(text).split()
            if words and self.words.find(("DICE",), words[:1]):
                words = words[1:]
            words = [word for word in words if self.words.find(("AND", "MANY"), [word]) is None or self._is_die(word)]
            letters = [word.lstrip("0123456789") for word in words]
            self.words.remember(key, any(letters) and all(map(self._is_die, filter(None, letters))))
        return bool(self.words.memory.get(key, False))

    def _is_die(self, word: str) -> bool:
        return self.words.find(("FACE",), [word]) is not None or all(self.words.read("FACES", each) for each in word)

    def without_commas(self, line: str) -> str:
        """The line without the commas that stand within a name or a move, as in `fire, hold` and `orders, units`."""
        commas: list[int] = []
        last = line.rfind(",")
        if SENT.search(line, max(0, last - NEAR)) and self.words.find(("SENDS",), spelling(line[last:]).split()):
            commas.append(last)
        at = start = 0
        while (at := line.find(",", at)) >= 0:
            after = AFTER_COMMA.match(line, at + 1, at + NEAR)
            words = spelling(after.group()).split()[:MOST_WORDS] if after else []
            if words and not self.is_list(line[start:at]) and self._is_in_name(line[max(0, at - NEAR) : at], words):
                commas.append(at)
            else:
                start = at + 1
            at += 1
        letters = list(line)
        for at in commas:
            letters[at] = " "
        return "".join(letters) if commas else line

    def _is_in_name(self, text: str, after: list[str]) -> bool:
        """Whether what stands before and behind a comma is one name, or an order and whom it is for."""
        if self.words.find(ADJUNCTS, after):
            return True
        before = BEFORE_COMMA.search(text)
        words = self.after_side(before.group()) if before else []
        if not words:
            return False
        if self.words.find(("ORDER",), words[-1:]) and self.words.find(("TYPE", "LEADER"), after):
            return True
        found = (self.words.find(kinds, [*words, *after]) for kinds in (("CARD",), ("MELEE", "FIRES"), ("BONUS",)))
        return any(each and each[0] > len(words) and len(each[1]) == 1 for each in found)

    def is_list(self, text: str) -> bool:
        """Whether a part is a list of cards, which has commas of its own."""
        words = self.after_side(text)
        return bool(words) and self.words.find(LISTS, words) is not None

    def _is_card_before(self, text: str) -> bool:
        """Whether a card stands before a colon: more than a side, and no other word; or it stands on the line above."""
        words = self.after_side(text)
        if not words or any(letter.isdigit() for letter in text[:NEAR]):
            return not text.strip()
        rest = words
        while rest and (other := self.words.find(NO_CARDS, rest)):
            rest = rest[other[0] :]
        return bool(rest) or self.is_card(" ".join(words))

    def is_card(self, text: str) -> bool:
        """Whether a text is a card's name in full."""
        return spelling(text) in self._cards()

    def _cards(self) -> frozenset[str]:
        """The names of cards in all languages, in full."""
        key = ("cards", "")
        if key not in self.words.memory:
            named = product(self.words.keys["CARD"].values(), LANGUAGES)
            cards = frozenset(spelling(each) for texts, language in named for each in spellings(texts, language))
            self.words.remember(key, cards)
        known: frozenset[str] = self.words.memory[key]
        return known

    def after_side(self, text: str) -> list[str]:
        """The first words of a part without the side, and without a word that says that it plays."""
        key = ("side", text[:80])
        if key not in self.words.memory:
            words = spelling(key[1]).split()[: MOST_WORDS + 1]
            for kind in ("SIDE", "PLAYS"):
                found = self.words.find((kind,), words) if words else None
                words = words[found[0] :] if found else words
            self.words.remember(key, words)
        after: list[str] = self.words.memory.get(key, [])
        return after
