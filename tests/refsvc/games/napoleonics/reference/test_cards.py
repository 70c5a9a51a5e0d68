"""The command cards as plain data: seventy of them, every value named in every language."""

from __future__ import annotations

from refsvc.games.napoleonics import GAME
from refsvc.games.napoleonics.reference import cards
from refsvc.printing.print_speaker import PrintSpeaker
from refsvc.reference import cards as deck
from tests.refsvc.games.napoleonics.reference.words import missing


def test_seventy_cards_in_two_groups(speaker: PrintSpeaker) -> None:
    found = cards.groups(speaker)
    assert [(group["id"], group["copies"], len(group["cards"])) for group in found] == [
        ("section", 48, 16), ("tactic", 22, 13),
    ]  # fmt: skip
    assert missing(found) == []


def test_every_value_has_a_name_and_words(speaker: PrintSpeaker) -> None:
    for dealt in deck.deck(GAME).values():
        found = cards.values(speaker, dealt)
        assert missing(found) == []
        assert all(value["text"] for value in found)


def test_values_in_words(english: PrintSpeaker) -> None:
    def told(card: str) -> dict[str, str]:
        return {value["name"]: value["text"] for value in cards.values(english, deck.deck(GAME)[card])}

    march = told("force-march")
    assert march["Whom it orders"] == "infantry"
    assert march["Orders at most"] == "all of them"
    assert march["Who may go that far and still battle"] == (
        "light infantry, Rifle Light, grenadiers, guard infantry, any infantry with a leader"
    )
    assert told("attack-left")["Orders, left flank"] == "3"
    assert told("assault-center")["Orders, center"] == "as many as your command"
    assert told("short-supply")["Who chooses the hex"] == "the owner of the unit"
    assert told("la-grande-manoeuvre")["One unit of choice instead"] == "always, at will"


def test_hats(english: PrintSpeaker) -> None:
    hats = {card["id"]: card["hat"] for group in cards.groups(english) for card in group["cards"]}
    assert {card for card, hat in hats.items() if hat == "no"} == {
        "bayonet-charge", "bombard", "cavalry-charge", "fire-and-hold", "first-strike", "force-march", "cold-steel",
        "rally", "short-supply",
    }  # fmt: skip
