"""Lines of Saladin in the words of many people: verbs in all their forms, declined names, articles, remarks."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.refsvc.games.saladin.notation.test_as_people_write import HEADS, moves

# A battle, a line, and other lines that mean what it says; `⏎` ends a line within one.
LINES = {language: (Path(__file__).parent / "many_words" / f"{language}.txt").read_text("utf-8") for language in HEADS}


@pytest.mark.parametrize("language", HEADS)
def test_every_line_of_a_group_means_the_same(language: str) -> None:
    offenders = []
    for group in LINES[language].strip().split("\n\n"):
        scenario, first, *others = group.splitlines()
        meant = moves(scenario, language, first)
        assert all(isinstance(move, dict) for move in meant), first
        offenders += [(line, read) for line in others if (read := moves(scenario, language, line)) != meant]
    assert offenders == []


# A slip is never taken for a remark nor passed over, nor is a word that means two things.
NOT_TAKEN = {
    "en": [
        "C Henry II: Loose > Ala Afdal (uncomitted) | red 0",
        "C Henry II: Loose > Ala Afdal | red 0 (Sabel -1)",
        "C Henry II: Loose > Ala Afdal | red 0 - Safadin",
        "C Richard chargse Ala Afdal | red 0 0, green 0",
        "C Henry II: arrows at Ala Afdal | red 1",
        "A Saphadin: Harass > Sablé | green 1 0 = Sablé loses tow",
        "C leaves the start to A",
        "A wins, A resigns",
    ],
    "fr": [
        "C Henri II : Tir > Ala Afdal (non engage e) | rouge 0",
        "C Henri II : des flèches sur Ala Afdal | rouge 0",
        "A Sulaymân a harselé Naplouse | vert 1 0",
    ],
    "cs": [
        "K Jindřich: šípy na al-Afdala | červená 1",
        "K Jindřich střílí na al-Afadla | červená 1",
        "A Sulajmán dotýrá na Garniera | zelená 1 0",
    ],
}


@pytest.mark.parametrize("language", NOT_TAKEN)
def test_what_is_not_taken(language: str) -> None:
    read = {line: moves("Arsuf", language, line) for line in NOT_TAKEN[language]}
    assert [line for line, found in read.items() if all(isinstance(move, dict) for move in found)] == []


def test_an_action_that_is_printed_is_taken_as_it_is_printed() -> None:
    """Only a verb of shooting means the Action that aims at the town; what is printed says what it says."""
    (printed, *_) = moves("Arsuf", "en", "C Lusignan: Loose > Arsuf (the town) | red 0")
    (spoken, *_) = moves("Arsuf", "en", "C Lusignan shoots at the town | red 0")
    assert (printed["action"], spoken["action"]) == ("loose", "arsuf")


def test_dice_go_on_only_below_those_of_an_activation() -> None:
    """More dice are of the throw above if that stood below its activation; else nothing says what they belong to."""
    charge = "C Sablé: Charge > Saphadin"
    two = moves("Arsuf", "en", f"{charge}⏎red 1⏎green 0")
    assert [move["do"] for move in two] == ["activate", "roll"]
    apart = moves("Arsuf", "en", f"{charge} | red 1⏎green 0")
    assert [move["do"] for move in apart] == ["activate", "roll", "roll"]
