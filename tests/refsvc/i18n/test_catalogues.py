"""The catalogues: complete, and in agreement with the English and with the code."""

from __future__ import annotations

import re
import shutil
import string
import subprocess
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

import engine
from engine import GAMES
from engine.core.rulebook import LINK, TOKEN
from refsvc.config import LANGUAGES
from refsvc.i18n.catalogue import _texts, plural, po_path, set_spaces
from refsvc.i18n.extract import faults, template, updated
from refsvc.i18n.folding import fold
from refsvc.i18n.source import DOMAINS, _reference, source

OTHERS = [language for language in LANGUAGES if language != "en"]
OF_ENGINE = {key for game in GAMES for key in _reference(game, engine.folder(game))}  # rules and what is said of them
ALL = [(domain, key, language) for domain in DOMAINS for key in source(domain) for language in OTHERS]


def forms(key: str, language: str) -> tuple[str, ...]:
    return _texts(language)[key]


def fields(text: str) -> set[str]:
    """The placeholders of a text; in which form it asks for a word is up to the language."""
    return {name.partition(".")[0] for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("domain", DOMAINS)
def test_complete_and_not_stale(domain: str, language: str) -> None:
    assert faults(updated(domain, language), language) == []


@pytest.mark.parametrize("language", OTHERS)
def test_msgfmt_accepts_them(language: str, tmp_path: Path) -> None:
    assert shutil.which("msgfmt"), "gettext is missing"
    for domain in DOMAINS:
        command = ["msgfmt", "--check-format", "-o", str(tmp_path / "x.mo"), str(po_path(domain, language))]
        subprocess.run(command, check=True)


def test_placeholders_agree() -> None:
    """Every form has those of the English; the first of several may leave out its number, as “this record” does."""
    wrong = []
    for _, key, language in ALL:
        english = fields(forms(key, "en")[-1])
        first, *others = (fields(form) for form in forms(key, language))
        if others:
            first |= {"n"} & english
        if any(named != english for named in (first, *others)):
            wrong.append((key, language))
    assert wrong == []


def test_links_and_symbols_agree() -> None:
    """A translation shows the symbols of the English, and its links lead to the same rules."""
    wrong = []
    for _, key, language in ALL:
        if key in OF_ENGINE:
            english, other = (" ".join(forms(key, code)) for code in ("en", language))
            if any(
                sorted(found(english)) != sorted(found(other))
                for found in (TOKEN.findall, lambda text: [target for _, target in LINK.findall(text)])
            ):
                wrong.append((key, language))
    assert wrong == []


def test_digits_agree() -> None:
    """A figure in the English stands in the translations, and no other."""
    wrong = []
    for _, key, language in ALL:
        if key in OF_ENGINE:
            english, other = (
                sorted(re.findall(r"\d+", TOKEN.sub("", " ".join(forms(key, code))))) for code in ("en", language)
            )
            if english != other:
                wrong.append((key, language, english, other))
    assert wrong == []


WRONG = {
    "en": r"['\"]",
    "fr": r"['\"“”]|[^\u00a0 ]:(?= |$)|\u202f:|[^\u202f] ?[;!?]|«[^\u202f]|[^\u202f]»",
    "cs": r"['\"”«»]|(?:^| )[ksvzouKSVZOU] ",  # a preposition of one letter stands at no end of a line
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_typography(language: str) -> None:
    """Lists of words that are only read, split at ` | `, are printed nowhere as they stand."""
    texts = [form for domain in DOMAINS for key in source(domain) for form in forms(key, language)]
    assert [form for form in texts if " | " not in form and re.search(WRONG[language], form)] == []


def test_french_is_shown_with_thin_spaces_and_written_with_plain_ones() -> None:
    said = "«\u00a0Où\u00a0?\u00a0» Là\u00a0; voici\u00a0: 3\u00a0dés\u00a0!"
    assert set_spaces(said, "fr") == "«\u202fOù\u202f?\u202f» Là\u202f; voici\u00a0: 3\u00a0dés\u202f!"
    assert [set_spaces(said, language) for language in ("en", "cs")] == [said, said]
    written = [domain for domain in DOMAINS if "\u202f" in po_path(domain, "fr").read_text("utf-8")]
    assert written == []
    assert fold(set_spaces(said, "fr")) == fold(said)


@pytest.mark.parametrize(
    ("language", "number", "words"),
    [("en", 0, "0 findings"), ("en", 1, "1 finding"), ("en", 2, "2 findings"),
     ("fr", 0, "0 constat"), ("fr", 1, "1 constat"), ("fr", 2, "2 constats"),
     ("cs", 0, "0 nálezů"), ("cs", 1, "1 nález"), ("cs", 2, "2 nálezy"), ("cs", 4, "4 nálezy"), ("cs", 5, "5 nálezů")],
)  # fmt: skip
def test_plurals(language: str, number: int, words: str) -> None:
    assert plural("check.findings", language, number).replace("\u00a0", " ") == words


def test_plural_forms_are_those_of_babel() -> None:
    assert updated("site", "cs").num_plurals == 3
    assert updated("site", "fr").plural_expr == "(n > 1)"


def test_a_changed_english_text_makes_its_translation_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = dict(source("site"))
    changed["check.clean"] = "nothing found"
    monkeypatch.setattr("refsvc.i18n.extract.source", lambda _domain: changed)
    catalogue = updated("site", "fr")
    assert faults(catalogue, "fr") == ["fr: check.clean: stale"]
    message = next(m for m in catalogue if m.context == "check.clean")
    assert message.string  # the old sentence is kept, marked
    assert message.previous_id == ["no finding"]


def test_a_new_text_is_missing_and_takes_no_other_translation(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = {**source("site"), "check.cleaner": "no finding"}
    monkeypatch.setattr("refsvc.i18n.extract.source", lambda _domain: changed)
    assert faults(updated("site", "cs"), "cs") == ["cs: check.cleaner: missing"]


def test_templates_hold_every_text() -> None:
    for domain in DOMAINS:
        catalogue: Catalog = template(domain)
        assert {m.context for m in catalogue if m.context} == set(source(domain))


@pytest.mark.parametrize("game", GAMES)
def test_what_one_game_says_carries_its_key(game: str) -> None:
    assert [key for key in source(game) if not key.startswith(f"{game}.")] == []


def test_no_rule_stands_where_a_game_may_say_something_of_its_own() -> None:
    """`Speech.own` looks for `<game>.<id>`; moves, which it is not asked for, have a table of their own: `moves`."""
    shared = {key for domain in DOMAINS if domain not in GAMES for key in source(domain) if not key.startswith("move.")}
    assert [f"{game}.{key}" for game in GAMES for key in shared if f"{game}.{key}" in OF_ENGINE] == []
