"""Catalogues: a text by id in one language, read from the .po files so that nothing has to be compiled."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

import engine
from refsvc import paths
from refsvc.config import SOURCE_LANGUAGE
from refsvc.i18n.source import DOMAINS, Text, source

# Where French sets a thin space that no line breaks; the catalogues hold the wide one, which keyboards have.
THIN = re.compile(r"\u00a0(?=[;?!»])|(?<=«)\u00a0")


def po_path(domain: str, language: str) -> Path:
    """The catalogue file of one domain and language."""
    return translations(domain) / language / "LC_MESSAGES" / f"{domain}.po"


def translations(domain: str) -> Path:
    """The folder of the catalogues of a domain; a game from elsewhere brings its own."""
    return paths.data("translations", domain if domain in engine.GAMES else "")


def read_catalogue(path: Path, language: str) -> Catalog:
    """A .po file; an empty catalogue if there is none yet."""
    if not path.is_file():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


@cache
def _texts(language: str) -> dict[str, tuple[str, ...]]:
    """Every text of a language by id: one form, or the plural forms of the language.

    Each text that is shown, printed or sent comes from here, so here it gets the spaces it is set with.
    """
    texts: dict[str, tuple[str, ...]] = {}
    for domain in DOMAINS:
        if language == SOURCE_LANGUAGE:
            texts |= {key: _forms(text) for key, text in source(domain).items()}
        else:
            for message in read_catalogue(po_path(domain, language), language):
                if message.context and message.string:
                    texts[message.context] = tuple(set_spaces(form, language) for form in _forms(message.string))
    return texts


def set_spaces(text: str, language: str) -> str:
    """A text with the spaces of print: French has thin ones before ; ? ! and within guillemets, not before a colon."""
    return THIN.sub("\u202f", text) if language == "fr" else text


def _forms(text: Text | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


@cache
def _stale(language: str) -> frozenset[str]:
    """The ids whose English has changed since they were translated."""
    if language == SOURCE_LANGUAGE:
        return frozenset()
    return frozenset(
        message.context
        for domain in DOMAINS
        for message in read_catalogue(po_path(domain, language), language)
        if message.context and "fuzzy" in message.flags
    )


def is_stale(key: str, language: str) -> bool:
    """Whether the text of an id is a translation of an earlier English."""
    return key in _stale(language)


def has_text(key: str, language: str) -> bool:
    """Whether there is a text for this id."""
    return key in _texts(language)


def text(key: str, language: str) -> str:
    """The text of an id; one that is missing shows its id, so that a gap is seen and never filled with English."""
    forms = _texts(language).get(key)
    return forms[0] if forms else f"[{key}]"


def plural(key: str, language: str, number: int) -> str:
    """The form that the language uses with this number, and the number in it."""
    return plural_form(key, language, number).format(n=number)


def plural_form(key: str, language: str, number: int) -> str:
    """The form that the language uses with this number, as it stands in the catalogue."""
    forms = _texts(language).get(key)
    return forms[min(_plural_index(language, number), len(forms) - 1)] if forms else f"[{key}]"


def _plural_index(language: str, n: int) -> int:
    """The forms as Babel declares them: English 2, French 2 (0 and 1 are singular), Czech 3."""
    match language:
        case "fr":
            return int(n > 1)
        case "cs":
            return 0 if n == 1 else 1 if n in (2, 3, 4) else 2
    return int(n != 1)
