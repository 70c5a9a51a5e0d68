"""The rulebook of a game as it is read: chapters, numbered paragraphs, and what belongs to each of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from engine import find_drawn, find_game, folder
from engine.core.cases import Case, load_cases
from engine.core.rulebook import LINK, Chapter, GlossaryTerm, Rule, Ruling, read_toml
from refsvc.config import LANGUAGES
from refsvc.i18n import rich_text
from refsvc.i18n.catalogue import has_text, text
from refsvc.i18n.synonyms import other_words


@cache
def chapters(game: str) -> tuple[Chapter, ...]:
    """The chapters of the rulebook, in reading order; those on records, which all games share, come last.

    What is said of scenario files stands only where players can draw a scenario.
    """
    found = find_game(game).rulebook().chapters
    if game in find_drawn():
        return found
    return tuple(replace(one, rules=tuple(rule for rule in one.rules if not rule.is_of_drawn)) for one in found)


class Paragraph(Struct, frozen=True):
    """A rule at its place: `number` counts the chapter and the rule in it."""

    rule: Rule
    chapter: Chapter
    number: str
    before: str  # the ids of its neighbours, empty at either end
    after: str


@cache
def paragraphs(game: str) -> Mapping[str, Paragraph]:
    """Every rule of a game by id, in reading order."""
    ordered = [
        (rule, chapter, f"{major}.{minor}")
        for major, chapter in enumerate(chapters(game), 1)
        for minor, rule in enumerate(chapter.rules, 1)
    ]
    ids = ["", *(rule.id for rule, _, _ in ordered), ""]
    return {
        rule.id: Paragraph(rule, chapter, number, ids[n], ids[n + 2])
        for n, (rule, chapter, number) in enumerate(ordered)
    }


@cache
def rulings_by_rule(game: str) -> Mapping[str, tuple[Ruling, ...]]:
    """The rulings that stand at each rule."""
    found: dict[str, tuple[Ruling, ...]] = {}
    for ruling in find_game(game).rulebook().rulings.values():
        for rule in ruling.rules:
            found[rule] = (*found.get(rule, ()), ruling)
    return found


@cache
def cases(game: str) -> Mapping[str, Case]:
    """The worked cases of a game by id."""
    return load_cases(folder(game) / "cases")


@cache
def cases_by_rule(game: str) -> Mapping[str, tuple[str, ...]]:
    """The ids of the cases that show a rule kept or broken; those that break it first."""
    broken: dict[str, list[str]] = {}
    kept: dict[str, list[str]] = {}
    for case in cases(game).values():
        for rule in dict.fromkeys([*case.against, *(finding.rule for finding in case.expect.findings)]):
            broken.setdefault(rule, []).append(case.id)
        for rule in case.rules:
            kept.setdefault(rule, []).append(case.id)
    return {rule: tuple(dict.fromkeys([*broken.get(rule, ()), *kept.get(rule, ())])) for rule in {**broken, **kept}}


@cache
def referring(game: str) -> Mapping[str, tuple[str, ...]]:
    """The ids of the rules whose text, in any language, links to a rule."""
    found: dict[str, dict[str, None]] = {}
    for rule in paragraphs(game):
        for language in LANGUAGES:
            for _, linked in LINK.findall(text(rule, language)):
                found.setdefault(linked, {})[rule] = None
    return {rule: tuple(others) for rule, others in found.items()}


def rule_title(rule: str, language: str) -> str:
    """The heading of a rule."""
    return text(f"{rule}#title", language)


def term_word(game: str, term: GlossaryTerm, language: str) -> str:
    """A term of the glossary in a language: its own words, or a name of the game."""
    return text(f"{game}.name.{term.name}" if term.name else f"{game}.term.{term.id}", language)


def other_names(key: str, language: str) -> str:
    """Other spellings of a name, and words that players have for it."""
    spelt = text(f"{key}#aliases", language).replace("|", " ") if has_text(f"{key}#aliases", language) else ""
    return " ".join([spelt, *other_words(key, language)]).strip()


def term_part(game: str, term: GlossaryTerm, part: str, language: str) -> str:
    """The definition of a term, or the note on it, without marks; empty if it has none."""
    if not term.has(part, language):
        return ""
    return rich_text.plain(text(f"{game}.term.{term.id}#{part}", language), game, language)


def chapter_title(game: str, chapter: str, language: str) -> str:
    """The heading of a chapter; those on records are shared by all games."""
    home = "record" if chapter == "records" else game
    return text(f"{home}.chapter.{chapter}", language)


@cache
def case_files(game: str) -> Mapping[str, tuple[str, ...]]:
    """The ids of the cases by the file that they stand in; those of the rulebooks themselves come first."""
    files = sorted((folder(game) / "cases").glob("*.toml"), key=lambda path: (path.stem != "worked", path.stem))
    return {path.stem: tuple(case["id"] for case in read_toml(path)["case"]) for path in files}
