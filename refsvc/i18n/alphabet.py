"""Words in the order of the alphabet of a language."""

from __future__ import annotations

from refsvc.i18n.folding import fold

# Letters that stand on their own in the alphabet, after the one that they are written with.
APART = {"cs": {"ch": "h", "č": "c", "ř": "r", "š": "s", "ž": "z"}}
LAST = "\uffff"  # after every letter


def sort_key(word: str, language: str) -> tuple[str, str]:
    """What words are sorted by: other accents decide only between words that are spelt the same without them."""
    spelt = word.casefold()
    for letter, before in APART.get(language, {}).items():
        spelt = spelt.replace(letter, before + LAST)
    return fold(spelt), word


def initial(word: str, language: str) -> str:
    """The letter that a word stands under in an index."""
    spelt = word.casefold()
    own = next((letter for letter in APART.get(language, {}) if spelt.startswith(letter)), "")
    return (own or fold(spelt[:1])).upper()
