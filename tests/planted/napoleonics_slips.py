"""Slips of the pen in text records of Napoleonics: lines of a card, of moves, of a combat."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.napoleonics.board import NUMBER
from refsvc.config import LANGUAGES
from refsvc.i18n.folding import spelling
from refsvc.notation.words import Lexicon, spellings
from tests.planted.slips import Pen, Slip, cut_out

HEX = re.compile(r"(?<!\w)(?P<hex>[A-I]\d+)(?!\w)")
COMBAT = re.compile(r"[A-I]\d+(?P<sign> (?:>|x)) [A-I]\d+(?P<joined>(?: \+ [A-I]\d+)*)(?P<bar> \|) ")
PATH = re.compile(r"(?<!\w)[A-I]\d+(?P<sign>-)(?P<end>[A-I]\d+)")
ORDERS = re.compile(r"([^\W\d]+ )?[A-I]\d+ [A-I]\d+")  # hexes by themselves, or those of leaders
KEYWORDS = ("check", "ignore", "retreat", "leader-retreat", "back", "ground", "through", "bonus", "detach", "square")
FACES = ("infantry", "cavalry", "artillery", "flag", "saber")


def _card(line: str, words: Lexicon) -> re.Match[str] | None:
    """A line with a card of a section, which stands by itself before its orders."""
    cards = "|".join(re.escape(words.spell("CARD", card)) for card in words.ids("CARD"))
    return re.fullmatch(rf"(?P<side>\w) (?P<card>{cards})(?:(?P<colon>\s*:) (?P<order>.*))?", line)


def _is_begun(word: str, words: Lexicon, *kinds: str) -> bool:
    """Whether the first words of a name are a name by themselves: then only the rest of it can't be read."""
    return words.find(kinds, [*spelling(word).split()[:-1], "qq"]) is not None


def card_misspelt(line: str, words: Lexicon) -> Iterator[Slip]:
    """A word that no language knows in place of a card."""
    match = _card(line, words)
    if match and match["card"][-1].isalpha() and not _is_begun(match["card"], words, "CARD"):
        yield cut_out(match, "card", match["card"] + "qq", word=match["card"])


def another_side(line: str, words: Lexicon) -> Iterator[Slip]:
    """A letter that is no side."""
    if match := _card(line, words):
        yield cut_out(match, "side", "Q")


def without_colon(line: str, words: Lexicon) -> Iterator[Slip]:
    """The colon left out: what is ordered is not expected there."""
    match = _card(line, words)
    if match and match["order"]:
        yield cut_out(match, "colon", column=match.start("colon") + 2)


def off_the_board(line: str, _words: Lexicon) -> Iterator[Slip]:
    """A hex of a row or a number that there is not."""
    for match in HEX.finditer(line):
        row, number = match["hex"][0], int(match["hex"][1:])
        yield cut_out(match, "hex", f"J{number}", word=f"I{number}" if f"I{number}" in NUMBER else "")
        last = max(int(name[1:]) for name in NUMBER if name[0] == row)
        yield cut_out(match, "hex", f"{row}{last + 1}", word=f"{row}{last}")


def keyword_misspelt(line: str, words: Lexicon) -> Iterator[Slip]:
    """A word that no language knows in place of what is done."""
    for keyword in KEYWORDS:
        word = words.spell(keyword.upper().replace("-", "_"), keyword)
        if not _is_begun(word, words, *(kind.upper() for kind in KEYWORDS)):
            for match in re.finditer(rf"[|:,] (?P<word>{re.escape(word)})(?= [A-Z0-9]|$)", line):
                yield cut_out(match, "word", word + "qq", word=word)


def _dice(line: str, words: Lexicon) -> Iterator[re.Match[str]]:
    """The dice in a line, a letter each."""
    letters = "".join(words.spell("FACES", face) for face in FACES)
    yield from re.finditer(rf"\| (?:\S+ )?(?P<dice>[{letters}]+)(?= \||$)", line)


def no_letter(line: str, words: Lexicon) -> Iterator[Slip]:
    """A letter that is no face."""
    for match in _dice(line, words):
        yield cut_out(match, "dice", "Q" + match["dice"][1:])


def other_letters(line: str, words: Lexicon) -> Iterator[Slip]:
    """The letters of another language: the header says which are meant, the line never does."""
    mine = {words.spell("FACES", face): face for face in FACES}
    for language in LANGUAGES:
        others = {face: spellings((f"napoleonics.notation.letter.{face}",), language)[0] for face in FACES}
        for match in _dice(line, words):
            dice = "".join(others[mine[letter]] for letter in match["dice"])
            if set(dice) - set(mine) and words.find(("SIDE",), [spelling(dice)]) is None:
                yield cut_out(match, "dice", dice)


def without_sign(line: str, _words: Lexicon) -> Iterator[Slip]:
    """The sign of fire or melee left out: the target is not expected there."""
    if match := COMBAT.match(line):
        yield cut_out(match, "sign", column=match.start("sign") + 2)


def without_bar(line: str, _words: Lexicon) -> Iterator[Slip]:
    """The bar before the dice left out: they are not expected there."""
    if match := COMBAT.match(line):
        yield cut_out(match, "bar", column=match.start("bar") + 2 + (line[match.end()] == "("))


def without_dash(line: str, _words: Lexicon) -> Iterator[Slip]:
    """The dash of a move left out: where it goes is not expected there."""
    for match in PATH.finditer(line):
        if not ORDERS.fullmatch(line.replace("-", " ")):  # below a card
            yield cut_out(match, "sign", " ", column=match.start("end") + 1)


PENS: dict[str, Pen] = {
    "card misspelt in its line": card_misspelt,
    "a side that nobody plays": another_side,
    "a hex off the board": off_the_board,
    "keyword misspelt": keyword_misspelt,
    "a letter that no die has": no_letter,
    "letters of another language": other_letters,
    "colon left out": without_colon,
    "sign of a combat left out": without_sign,
    "bar before the dice left out": without_bar,
    "dash of a move left out": without_dash,
}
