"""No page shows an English sentence in French or Czech, unless it is marked as English."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser

import pytest
from flask.testing import FlaskClient

from engine import GAMES
from engine.core.rulebook import LINK, TOKEN
from refsvc.config import LANGUAGES
from refsvc.i18n.catalogue import _texts
from refsvc.i18n.source import DOMAINS, source
from tests.refsvc.web.places import page, some_places

OTHERS = [language for language in LANGUAGES if language != "en"]
EXTRA = ("nothing", *(f"{game}/rules/{game}.activation.pas" for game in GAMES), "search?q=lance", "search?q=zzzzz")
WORD = re.compile(r"[^\W\d_]+(?:[’'][^\W\d_]+)*")
LENGTH = 4  # words in a row that make a sentence
MARKS = re.compile(rf"{TOKEN.pattern}|\{{[a-z_]*\}}|[.;:!?…()\n]")  # what stands between runs of words
NEITHER_FRENCH_NOR_CZECH = frozenset(
    WORD.findall(
        "the and with which this that are from has have its when only may must of each every if they them their it is"
        " be by as or not all where there who what can for at"
    )
)
FEW = 2  # such words in a row of eight that are no name
SHOWN = ("title", "alt", "aria-label", "placeholder", "content", "data-offline-text", "data-none", "data-failed")
INLINE = {"a", "abbr", "b", "em", "i", "mark", "small", "span", "strong"}
VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Reading(HTMLParser):
    """What a page shows or reads out, piece by piece, each with its language; blocks stand apart."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.pieces: list[tuple[str, str]] = []
        self._open: list[tuple[str, str]] = [("", "")]
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        language = found.get("lang") or self._open[-1][1]
        self.pieces += [(language, f" . {found[name]} . ") for name in SHOWN if found.get(name)]
        if tag not in VOID:
            self._open.append((tag, language))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        while self._open[-1][0] not in (tag, ""):
            self._open.pop()
        if len(self._open) > 1:
            self._open.pop()
        if tag not in INLINE:
            self.pieces.append((self._open[-1][1], " . "))

    def handle_data(self, data: str) -> None:
        if not {"script", "style", "code"} & {tag for tag, _ in self._open}:
            self.pieces.append((self._open[-1][1], data))

    def foreign(self) -> str:
        """Everything that is not marked as English."""
        return "".join(piece if language != "en" else " . " for language, piece in self.pieces)


def runs(text: str) -> Iterator[list[str]]:
    """The words of a text, a run for each sentence or part of one."""
    for part in MARKS.split(text):
        if part:
            yield [word.casefold() for word in WORD.findall(part)]


def windows(text: str) -> Iterator[tuple[str, ...]]:
    for words in runs(text):
        yield from (tuple(words[at : at + LENGTH]) for at in range(len(words) - LENGTH + 1))


def plain(text: str) -> str:
    return LINK.sub(r"\1", text).replace("*", "")


@cache
def english() -> dict[tuple[str, ...], str]:
    """Rows of words that only the English of a text has, and the text that they are from."""
    found = {
        window: key
        for domain in DOMAINS
        for key, text in source(domain).items()
        for form in ([text] if isinstance(text, str) else text)
        for window in windows(plain(form))
    }
    for language in OTHERS:
        for forms in _texts(language).values():
            for form in forms:
                for window in windows(plain(form)):
                    found.pop(window, None)
    return found


def english_in(text: str) -> list[str]:
    """Rows of English words in a text: of our catalogues, or of words that are neither French nor Czech."""
    found = [f"{english()[window]}: {' '.join(window)}" for window in windows(text) if window in english()]
    for words in runs(text):
        for at in range(0, len(words), 4):
            row = words[at : at + 8]
            if sum(word in NEITHER_FRENCH_NOR_CZECH for word in row) > FEW:
                found.append(" ".join(row))
    return found


@pytest.mark.long
@pytest.mark.parametrize("language", OTHERS)
def test_no_english_sentence_is_shown(client: FlaskClient, language: str) -> None:
    assert len(english()) > 5_000
    found = {}
    shown = {path: page(client, path) for path in some_places(language)}
    shown |= {rest: client.get(f"/{language}/{rest}").text for rest in EXTRA}
    for path, html in shown.items():
        if faults := english_in(Reading(html).foreign()):
            found[path] = faults[:3]
    assert found == {}


def test_an_english_sentence_is_found() -> None:
    """The test would see one: the same pages in English, declared French."""
    page = '<html lang="fr"><p>Le jeu.</p><p>{}</p><p lang="en">The side that has the order.</p></html>'
    own = next(key for key in english().values())
    sentence = plain(str(_texts("en")[own][0]))
    assert english_in(Reading(page.format(sentence)).foreign())
    assert english_in(Reading(page.format("Each of them has the sign that is printed.")).foreign())
    assert english_in(Reading(page.format('<img alt="All of them are at the top">')).foreign())
    assert not english_in(Reading(page.format("Chacun a le signe.")).foreign())
