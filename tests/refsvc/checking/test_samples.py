"""Records as people write them at the table, in three languages: what is found in them, and nothing else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from refsvc.checking.conversion import convert
from refsvc.checking.read import read
from refsvc.checking.report import report
from refsvc.config import LANGUAGES
from refsvc.i18n.folding import fold
from refsvc.paths import PACKAGE
from refsvc.records.upload import Upload
from tests.replayed import replayed

FORMS = (*(f"{language}.txt" for language in LANGUAGES), "json")
# Move, verdict and rule of everything that is found: six dice for five, dice after a square has driven the cavalry off,
# a unit of another section, a third copy of a card, a flag that nobody obeyed.
MISTAKES = [
    (20, "impossible", "napoleonics.dice.count"),
    (29, "impossible", "napoleonics.dice.none"),
    (32, "illegal", "napoleonics.order.section"),
    (40, "impossible", "napoleonics.cards.copies"),
    (53, "omitted", "napoleonics.retreat.due"),
]
LINES = [19, 23, 25, 31, 40]
WRITTEN = {  # the third finding
    "en": "B3 stands on the right flank; Scout Left Flank gives no orders there.",
    "fr": "B3 se trouve sur le flanc droit ; la carte Éclaireurs sur le flanc gauche n’y donne pas d’ordres.",
    "cs": "B3 stojí na pravém křídle; karta Průzkum na levém křídle tam rozkazy nedává.",
}
SLIPS = {  # a line with a slip of the pen, and the words nearest to it
    "en": ("F Prode Center", "Prode Center", "Probe Center"),
    "fr": ("F Coup de sonfe centre", "Coup de sonfe centre", "Coup de sonde centre"),
    "cs": ("F sondáš střed", "sondáš střed", "Sondáž střed"),
}


def sample(kind: str, form: str) -> bytes:
    return (PACKAGE / "games" / "napoleonics" / "samples" / f"napoleonics-training-3-{kind}.{form}").read_bytes()


def told(data: bytes, language: str = "en") -> dict[str, Any]:
    return report(*replayed(data), language)


@pytest.mark.parametrize("form", FORMS)
def test_nothing_is_found_in_a_clean_one(form: str) -> None:
    found = told(sample("clean", form))
    assert (found["findings"], found["notes"]) == ([], [])
    assert found["outcome"] == {"winner": "french", "rule": "record.result"}


@pytest.mark.parametrize("form", FORMS)
def test_every_mistake_is_found_and_nothing_else(form: str) -> None:
    found = told(sample("mistakes", form))["findings"]
    assert [(each["move"], each["verdict"], each["rule"]) for each in found] == MISTAKES
    assert [each["because_of"] for each in found] == [None] * len(MISTAKES)
    if form != "json":
        assert [each["line"] for each in found] == LINES


@pytest.mark.parametrize("language", LANGUAGES)
def test_findings_speak_of_cards_as_they_are_published(language: str) -> None:
    found = told(sample("mistakes", f"{language}.txt"), language)["findings"]
    assert found[2]["message"].replace("\u00a0", " ").replace("\u202f", " ") == WRITTEN[language]


@pytest.mark.parametrize("kind", ["clean", "mistakes"])
def test_the_same_game_in_every_form(kind: str) -> None:
    canonical = {convert(read(Upload(sample(kind, form))), "json") for form in FORMS}
    assert len(canonical) == 1
    assert json.loads(canonical.pop()) == json.loads(sample(kind, "json"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_accents_and_capitals_may_be_left_out(language: str) -> None:
    text = sample("mistakes", f"{language}.txt").decode()
    found = told(fold(text).encode())["findings"]
    assert [(each["move"], each["verdict"], each["rule"]) for each in found] == MISTAKES


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_slip_of_the_pen_is_misread_with_the_nearest_words(language: str) -> None:
    line, word, nearest = SLIPS[language]
    found = told(sample("mistakes", f"{language}.txt") + line.encode() + b"\n")["findings"]
    assert [(each["move"], each["verdict"], each["rule"]) for each in found[:-1]] == MISTAKES
    slip = found[-1]
    assert (slip["move"], slip["verdict"], slip["rule"]) == (54, "misread", "record.word")
    assert (slip["line"], slip["column"]) == (41, 3)
    assert (slip["params"]["word"], slip["params"]["nearest"][0]) == (word, nearest)
