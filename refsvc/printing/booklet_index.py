"""The index of the rules booklet: terms and Actions, with the pages that tell of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby, islice
from typing import Any

from engine import find_game
from refsvc.i18n import alphabet, rich_text
from refsvc.i18n.catalogue import text
from refsvc.i18n.folding import WORD, fold
from refsvc.presentation import registry
from refsvc.printing import text_width
from refsvc.printing.print_speaker import PrintSpeaker
from refsvc.printing.weasyprint_patches import page_numbers
from refsvc.reference import book

COLUMNS = 3
ROOM = {"a4": 228.0, "letter": 215.0}  # mm: the height of a column
WIDTH, NUMBERS = 52.0, 9.0  # mm: of a column, and of the pages behind a word
LETTER, LINE = 8.0, 4.5  # mm: an initial with the space before it, and an entry
SMALL, SHORT, ENDING = 3, 5, 2  # letters: of a word that is looked for, of one that is not short, of its ending
Entry = dict[str, Any]


def index(speaker: PrintSpeaker, paper: str) -> list[Entry]:
    """The terms and names in the order of the alphabet, page by page in columns, with the pages that tell of them."""
    language = speaker.language
    entries = sorted(entries_of(speaker), key=lambda entry: alphabet.sort_key(entry["word"], language))
    groups = [
        {"letter": letter, "entries": list(found)}
        for letter, found in groupby(entries, key=lambda entry: alphabet.initial(entry["word"], language))
    ]
    return [
        {"language": language, "columns": columns_of(page), "is_first": number == 0}
        for number, page in enumerate(pages_of(groups, ROOM[paper]))
    ]


def pages_of(groups: Sequence[Entry], room: float) -> Iterator[list[Entry]]:
    """The groups of each page: as many as its columns hold, filled one after another."""
    page: list[Entry] = []
    column, filled = 0, 0.0
    for group in groups:
        tall = height(group)
        if filled and filled + tall > room:
            column, filled = column + 1, 0.0
        if column == COLUMNS:
            yield page
            page, column = [], 0
        page.append(group)
        filled += tall
    yield page


def height(group: Entry) -> float:
    """How high a group is in mm: its letter, and each entry in one line or two."""
    wide = [text_width.width(entry["word"], "serif-regular", 9.6) + NUMBERS for entry in group["entries"]]
    return LETTER + sum(LINE * (2 if each > WIDTH else 1) for each in wide)


def entries_of(speaker: PrintSpeaker) -> Iterator[Entry]:
    """Each term of the glossary with its rules, and all that the game names besides with those that explain it."""
    game = speaker.game
    named = [(speaker.name(kind, word), found) for (kind, word), found in registry.of(game).indexed_names().items()]
    for one in find_game(game).rulebook().glossary:
        word = book.term_word(game, one, speaker.language)
        named.append((word, rules_naming(speaker, word, one.rules)))
    words: dict[str, tuple[str, tuple[str, ...]]] = {}
    for word, found in named:  # an Action and a term may be the same word
        _, before = words.get(word.casefold(), ("", ()))
        words[word.casefold()] = word, tuple(dict.fromkeys([*found, *before]))
    for word, found in words.values():
        yield {"word": word, "rules": found, "pages": page_numbers.pages_of(found)}


def rules_naming(speaker: PrintSpeaker, word: str, rules: tuple[str, ...]) -> tuple[str, ...]:
    """The rules that explain a term; where none of them says the word itself in this language, one more that does."""
    if any(is_named_in(speaker, rule, word) for rule in rules):
        return rules
    return (*rules, *islice((rule for rule in book.paragraphs(speaker.game) if is_named_in(speaker, rule, word)), 1))


def is_named_in(speaker: PrintSpeaker, rule: str, word: str) -> bool:
    """Whether a paragraph says a word, in whatever form."""
    said = _said(speaker.game, speaker.language)[rule]
    return all(any(is_form(one, part) for one in said) for part in WORD.findall(fold(word)) if len(part) >= SMALL)


def is_form(one: str, word: str) -> bool:
    """Whether a word may be another one declined: one other letter at its end, or two if it is long."""
    ending = 1 if len(word) < SHORT else ENDING
    return one.startswith(word[: max(SMALL, len(word) - ending)]) and -1 <= len(one) - len(word) <= ending


@cache
def _said(game: str, language: str) -> Mapping[str, frozenset[str]]:
    """The words of every paragraph, its heading with it, as they are compared."""
    said = {
        rule: f"{book.rule_title(rule, language)} {rich_text.plain(text(rule, language), game, language)}"
        for rule in book.paragraphs(game)
    }
    return {rule: frozenset(WORD.findall(fold(words))) for rule, words in said.items()}


def columns_of(groups: Sequence[Entry]) -> list[list[Entry]]:
    """Groups of entries in columns as even as can be; a group is never broken."""
    sizes = [len(group["entries"]) + 2 for group in groups]  # its letter, and the space before it
    for most in range(max(sizes), sum(sizes) + 1):
        columns: list[list[Entry]] = [[]]
        filled = 0
        for group, size in zip(groups, sizes, strict=True):
            if filled + size > most:
                columns.append([])
                filled = 0
            columns[-1].append(group)
            filled += size
        if len(columns) <= COLUMNS:
            break
    return columns
