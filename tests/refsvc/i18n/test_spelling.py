"""Every word of the catalogues is known to hunspell or stands in `words/<language>.txt`, our names and terms."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from refsvc.i18n.catalogue import _texts, read_catalogue
from refsvc.i18n.extract import _as_tuple
from refsvc.i18n.source import DOMAINS, source

DICTIONARIES = {"fr": "fr", "cs": "cs_CZ"}  # Debian: hunspell-fr, hunspell-cs
THIRD_GAME = Path(__file__).parents[2] / "third_game" / "translations"
# What is only read, never written: other names, short forms, words of players, all but the first word for a thing.
ONLY_READ = re.compile(r"#code$|#aliases$|#spoken$|\bnotation\.(?:call|code)\.")
READ_BESIDES = re.compile(r"\bnotation\.")
# What is no word: placeholders, targets of links, symbols, code, elements, addresses, files, options, figures.
NO_WORDS = re.compile(
    r"\{[^}]*\}|\]\([^)]*\)|\[[a-z-]+(?::[\w-]+)?\](?!\()|`[^`]*`|<[^>]*>|\w+(?:\.\w+)+|\S*[/_=]\S*|--\S+|\w*\d\w*"
)
WORD = re.compile(r"[^\W\d_]{2,}")
WITH_ELISIONS = re.compile(
    r"(?:\b(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|quoiqu)’)?([^\W\d_]{2,}(?:’[^\W\d_]+)*)", re.IGNORECASE
)


def said(language: str) -> Iterator[tuple[str, str]]:
    """Every text of a language that is shown somewhere, with its id."""
    for key in (key for domain in DOMAINS for key in source(domain) if not ONLY_READ.search(key)):
        written = slice(1) if READ_BESIDES.search(key) else slice(None)
        yield from ((key, " ".join(form.split(" | ")[written])) for form in _texts(language)[key])
    for path in THIRD_GAME.glob(f"{language}/LC_MESSAGES/*.po"):
        for message in read_catalogue(path, language):
            yield from ((str(message.context), form) for form in _as_tuple(message.string) if message.context)


def words(text: str, language: str) -> Iterator[str]:
    """One after the other; a single letter is none, and what French elides before a word is left out."""
    pattern = WITH_ELISIONS if language == "fr" else WORD
    yield from (found.replace("’", "'") for found in pattern.findall(NO_WORDS.sub(" ", text)))


def terms(language: str) -> list[str]:
    return (Path(__file__).parent / "words" / f"{language}.txt").read_text(encoding="utf-8").split()


def misspelt(asked: set[str], language: str) -> set[str]:
    command = ["hunspell", "-l", "-i", "utf-8", "-d", DICTIONARIES[language]]
    done = subprocess.run(command, input="\n".join(asked), capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize("language", DICTIONARIES)
def test_every_word_is_known(language: str) -> None:
    assert shutil.which("hunspell"), "hunspell is missing"
    where = {word: key for key, text in said(language) for word in words(text, language)}
    known = set(terms(language))
    asked = {word for word in where if not known & {word, word[0].lower() + word[1:]}}
    unknown = misspelt(asked, language)
    assert {word: where[word] for word in sorted(unknown)} == {}


@pytest.mark.parametrize("language", DICTIONARIES)
def test_terms_are_sorted(language: str) -> None:
    assert terms(language) == sorted(set(terms(language)))


def test_a_slip_is_noticed() -> None:
    assert misspelt({"korouhev", "korouhve", "korohev"}, "cs") == {"korohev"}
    assert misspelt({*words("l’infanterie, {n} et qu’artilerie", "fr")}, "fr") == {"artilerie"}
