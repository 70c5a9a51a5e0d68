"""What is shown of a text that was found: the words that were asked for, and the part around them."""

from __future__ import annotations

import re
from collections.abc import Collection

from refsvc.i18n.folding import fold
from refsvc.search.words import WORD, Words

EXCERPT, LEAD = 180, 60  # characters of an excerpt, and of it before the first word that was asked for
SENTENCE = re.compile(r".*?[.!?…](?=\s+[^\W\d_a-z])", re.DOTALL)  # to the sign before the next capital letter
Pieces = list[tuple[str, bool]]


def marked(text: str, lemmas: Collection[str], words: Words) -> Pieces:
    """The text in pieces, each with whether it is a word that was asked for."""
    pieces: Pieces = []
    end = 0
    for word in WORD.finditer(text):
        if is_asked(word[0], lemmas, words):
            pieces += [(text[end : word.start()], False), (word[0], True)]
            end = word.end()
    return [piece for piece in (*pieces, (text[end:], False)) if piece[0]]


def excerpt(text: str, lemmas: Collection[str], words: Words) -> Pieces:
    """The part of a text around the first word that was asked for, in pieces."""
    first = next((word.start() for word in WORD.finditer(text) if is_asked(word[0], lemmas, words)), 0)
    start = text.rfind(" ", 0, first - LEAD) + 1 if first > LEAD else 0
    end = len(text) if len(text) <= start + EXCERPT else text.rfind(" ", start, start + EXCERPT)
    shown = ("… " if start else "") + text[start:end] + (" …" if end < len(text) else "")
    return marked(shown, lemmas, words)


def first_sentence(text: str) -> str:
    """The first sentence of a text; all of it if it has only one."""
    found = SENTENCE.match(text)
    return found[0] if found else text


def is_asked(word: str, lemmas: Collection[str], words: Words) -> bool:
    """Whether a word of a text is one that was asked for."""
    folded = fold(word)
    return folded not in words.idle and words.lemma(folded) in lemmas
