"""How each line of a text is read while it is written: words of the reader, offers that lead on, nothing judged."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.core.record import FORMAT
from refsvc.checking.deadline import Deadline, DeadlineExceeded
from refsvc.checking.line_readings import MOST_OFFERS, read_lines
from refsvc.config import LANGUAGES
from refsvc.records.upload import Upload

HEADER = "Game: Saladin\nScenario: Arsuf\nCrusaders: Benoît\n\n"


def reading(text: str, language: str = "en") -> dict[str, Any]:
    return read_lines(Upload(text.encode()), language, Deadline())


def offers(line: str, header: str = HEADER) -> list[str]:
    """The line with each offer taken."""
    number = header.count("\n") + 1
    told = next(one for one in reading(header + line)["lines"] if one["line"] == number)
    taken = []
    for part in told["parts"]:
        for offer in part.get("offers", ()):
            start = offer["column"] - 1
            assert line[start:].startswith(offer["instead_of"])
            taken.append(line[:start] + offer["text"] + line[start + len(offer["instead_of"]) :])
    return taken


def test_every_line_is_told_with_its_parts() -> None:
    told = reading(HEADER + "Turn 1\nC starts\nC Henry II: Loose > Ala Afdal [1] | red 1\n")
    assert [one["line"] for one in told["lines"]] == [1, 2, 3, 5, 6, 7]
    assert [len(one["parts"]) for one in told["lines"]] == [1, 1, 1, 1, 1, 2]
    assert "Benoît" in told["lines"][2]["parts"][0]["words"]
    assert told["lines"][4]["parts"][0]["move"] == {"do": "start", "first": "crusader"}
    assert (told["game"], told["scenario"], told["fault"]) == ("saladin", "arsuf", None)
    assert told["summary"] == "3 lines are understood."


def test_it_speaks_the_language_of_the_reader() -> None:
    said = {language: reading(f"{HEADER}C Henri II: Lose > Ala Afdal\nC starts", language) for language in LANGUAGES}
    assert len({told["summary"] for told in said.values()}) == len(LANGUAGES)
    for part in (0, 3, 4):
        assert len({told["lines"][part]["parts"][0]["words"] for told in said.values()}) == len(LANGUAGES), part


def test_what_is_forbidden_is_read_as_well() -> None:
    """Nothing is judged: two passes at the very beginning are lines like any other."""
    assert all("rule" not in part for one in reading(HEADER + "C passes\nA passes")["lines"] for part in one["parts"])


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("C Henri II: Lose > Ala Afdal", "C Henri II: Loose > Ala Afdal"),
        ("C Henry II: Loose > > Ala Afdal", "C Henry II: Loose > Ala Afdal"),
        ("A Ala al Din: Skirmish > Bourgogne | grean 0", "A Ala al Din: Skirmish > Bourgogne | green 0"),
    ],
)
def test_an_offer_stands_in_place_of_the_slip(line: str, wanted: str) -> None:
    taken = offers(line)
    assert wanted in taken
    assert len(taken) <= MOST_OFFERS
    told = reading(HEADER + wanted)["lines"][-1]["parts"]
    assert all("rule" not in part for part in told)


def test_a_word_of_several_meanings_is_offered_as_each() -> None:
    header = "Jeu : Napoleonics\nScénario : Exercice 1\n\n"
    assert {"B Attaque au centre : G7", "B Attaque sur le flanc droit : G7"} <= set(offers("B Attaque : G7", header))


def test_nothing_is_offered_that_nobody_wrote() -> None:
    """The hexes of an unfinished retreat are not guessed."""
    assert offers("G6 x F5 | F | retreat", "Game: Napoleonics\nScenario: Training 1\n\n") == []


def test_a_header_that_is_not_whole_is_a_fault_and_no_error() -> None:
    told = reading("Jeu : Saladin\n", "fr")
    assert told["lines"] == []
    assert told["fault"]["rule"] == "record.missing"
    assert "Scénario" in told["fault"]["detail"]


def test_it_ends_when_nobody_waits_any_longer() -> None:
    with pytest.raises(DeadlineExceeded):
        read_lines(Upload(f"{HEADER}C starts".encode()), "en", Deadline(-1))


def test_json_is_read_too() -> None:
    first = {"do": "start", "first": "crusader"}
    record = {"format": FORMAT, "game": "saladin", "scenario": "arsuf", "moves": [first]}
    assert reading(json.dumps(record))["lines"][0]["parts"][0]["move"] == first
