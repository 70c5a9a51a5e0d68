"""The pages of the notation: every example on them is read and legal, and each template goes on as a record."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

from engine import GAMES
from engine.core.chance import Seeded
from engine.core.playout import playout
from engine.core.record import FORMAT, Header
from engine.core.record_errors import Misread
from refsvc import library
from refsvc.config import LANGUAGES
from refsvc.notation.words import game_words
from refsvc.notation.write import write_text
from refsvc.presentation import registry
from refsvc.reference import notation_examples
from refsvc.web.pages import notation
from refsvc.web.rendering import render
from refsvc.web.site import Place
from refsvc.web.sitemap import SITE
from tests.refsvc.web.api import application
from tests.refsvc.web.checking import hand_in
from tests.replayed import replayed

FIRST = 6  # moves of a game that is begun with a template
CODE = re.compile(r"<code>(.*?)</code>", re.DOTALL)


def place(game: str, language: str) -> Place:
    return SITE.at(f"/{language}/{game}/notation/")


def every_example() -> Iterator[tuple[str, str, notation_examples.Example]]:
    for game in GAMES:
        for topic, examples in notation_examples.examples(game).items():
            yield from ((game, topic, example) for example in examples)


def test_every_example_is_read_and_legal_in_every_language() -> None:
    """It is the same moves in each, what is shown are whole lines, and nothing is found on it or above it."""
    wrong: list[Any] = []
    for game, topic, example in every_example():
        if not example.moves:
            continue
        for language in LANGUAGES:
            text = example.record(language)
            record, played = replayed(text.encode())
            moves = [None if isinstance(move, Misread) else to_builtins(move) for move in record.moves]
            if moves != [*example.before, *example.moves] or played.findings or not example.lines(language):
                wrong.append((game, topic, language, text, played.findings))
            above = write_text(example.header, example.before, language).rstrip("\n")
            if not text.startswith(above):
                wrong.append((game, topic, language, "begins within a line"))
    assert wrong == []


def test_an_example_for_every_question_and_a_question_for_every_example() -> None:
    for game in GAMES:
        asks = [one["id"] for one in notation.notation(place(game, "en"))["shown"]["asks"]]
        assert set(notation_examples.examples(game)) == {*asks, notation_examples.HEADER}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_leader_is_read_as_the_answer_writes_him(language: str) -> None:
    """With his tag, as elsewhere on the site."""
    asks = {one["id"]: one["text"] for one in notation.notation(place("saladin", language))["shown"]["asks"]}
    tagged = unescape(re.findall(r"<strong>(.*?)</strong>", asks["leader"])[-1])
    name = tagged.partition(" (")[0]
    (example,) = notation_examples.examples("saladin")["leader"]
    plain = example.record(language)
    record, played = replayed(plain.replace(f"A {name}", f"A {tagged}", 1).encode())
    assert f"A {name}" in plain
    assert name != tagged
    assert [to_builtins(move) for move in record.moves] == [*example.before, *example.moves]
    assert not played.findings


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_template_goes_on_as_a_record(language: str) -> None:
    wrong: list[Any] = []
    for game in GAMES:
        for scenario in library.in_order(game):
            header = Header(format=FORMAT, game=game, scenario=scenario, values="box")
            begun = [to_builtins(move) for move in playout(library.open_game(header), Seeded(1), first=FIRST)]
            moves = write_text({"game": game, "scenario": scenario}, begun, language).partition("\n\n")[2]
            text = notation.template(place(game, language), scenario)["text"]
            record, played = replayed(f"{text}\n{moves}".encode())
            if [to_builtins(move) for move in record.moves] != begun or played.findings:
                wrong.append((game, scenario, text, moves, played.findings))
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_shows_them_as_they_are_written(language: str) -> None:
    for game in GAMES:
        shown = {unescape(code) for code in CODE.findall(render(place(game, language)))}
        for topic, examples in notation_examples.examples(game).items():
            for example in examples[:1] if topic == notation_examples.HEADER else examples:
                assert "\n".join(example.lines(language)) in shown, (game, topic)


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_short_forms_are_understood(language: str) -> None:
    """Each word by its letters in bold, and by its code, means what it stands for alone."""
    wrong = []
    for game, scenario in [(key, each) for key in GAMES for each in library.in_order(key)]:
        words = game_words(game, scenario, language)
        kinds = ("PIECE", "ACTION", "CARD", "SIDE")
        sheet = registry.of(game).notation_sheet(scenario, (language,))["per_language"][0]
        for one in (one for group in sheet["groups"] for one in group["words"]):
            whole = one["before"] + one["short"] + one["after"]
            names = (whole, one["before"].strip(), one["after"].strip())  # letters in it, or a code beside it
            meant = [(kind, word) for name in names for kind in kinds if (word := words.read(kind, name)) is not None]
            if not any(words.read(kind, one["short"]) == word for kind, word in meant[:1]):
                wrong.append((game, scenario, one))
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_search_finds_it(language: str) -> None:
    found = {document.id: document.path for document in SITE.documents(language) if document.kind == "notation"}
    for game in GAMES:
        assert found[f"notation.{game}"] == place(game, language).path
        page = render(place(game, language))
        anchors = [path.partition("#")[2] for id_, path in found.items() if id_.startswith(f"notation.{game}.")]
        assert anchors
        assert [each for each in anchors if f'id="{each}"' not in page] == []


def test_a_line_that_cant_be_read_leads_to_it(tmp_path: Path) -> None:
    with application(tmp_path) as app:
        client = app.test_client()
        text = "Game: Saladin\nScenario: Arsuf\n\nC starts\nC Henry II: Xyzzy > Ala Afdal\n"
        report = client.get(f"/fr{hand_in(client, text=text).path}").text
        assert 'href="/fr/saladin/notation/"' in report[report.index("<article") :]
        refused = client.post("/cs/check/", data={"text": "Hra: Saladin\nBitva: x\n\nx"})
        assert 'href="/cs/notation/"' in refused.text
