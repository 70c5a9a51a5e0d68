"""Verdict cards: the facts, the position and what follows."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.core.record import FORMAT
from refsvc.presentation import registry
from refsvc.reporting.summary import summary
from refsvc.reporting.verdicts import MOST_FOLLOWING, verdict, verdicts
from tests.refsvc.reporting.records import START, about, act, made, roll

PASS = {"do": "pass", "side": "crusader"}
SHOT = act("crusader", "henry-ii", "loose", "ala-afdal")


def first(moves: list[dict[str, Any]], language: str = "en", **header: Any) -> dict[str, Any]:
    card = verdict(made(moves, language, **header), 1)
    assert card is not None
    return card


def facts(card: dict[str, Any]) -> dict[str, str]:
    return {fact["label"]: fact["value"] for fact in card["facts"]}


def drawn(card: dict[str, Any]) -> set[str]:
    """The pieces that are shown."""
    return {group["piece"] for group in card["position"]["drawing"]["groups"]} - {""}


def marked(card: dict[str, Any]) -> set[str]:
    """The pieces that are set off."""
    groups = card["position"]["drawing"]["groups"]
    return {group["piece"] for group in groups if any(shape.get("style") == "b-hot" for shape in group["shapes"])}


def test_a_card_in_a_readers_language() -> None:
    card = first([START, PASS], "fr")
    assert card["anchor"] == "finding-1"
    assert card["kind"] == "interdit"
    assert card["rule"]["id"] == "saladin.activation.pass"
    assert card["rule"]["printed"] == "p. 13"
    assert all(card["rule"].values())
    assert (card["move"], card["move_text"].replace("\u00a0", " ").replace("\u202f", " ")) == (2, "Croisés : passer")
    assert first([START, PASS], "cs")["rule"]["printed"] == "s. 13"


def test_numbers_stand_in_the_text_and_links_in_the_markup() -> None:
    subject = made([START])
    for rule in subject.rulebook.rules:
        text = subject.rule(rule)
        assert "{" not in text["text"] + text["markup"]
        assert "](rule:" not in text["text"]
    assert "](rule:" in "".join(subject.rule(rule)["markup"] for rule in subject.rulebook.rules)


def test_the_leader_who_is_still_deployed() -> None:
    card = first([START, PASS])
    assert facts(card) == {"Richard the Lionheart (Leader), card": "Deployed"}
    assert marked(card) == {"side.crusader"}
    assert drawn(card) >= {"side.crusader", "side.ayyubid"}


def test_a_price_that_can_not_be_paid() -> None:
    pools = {"ayyubid": {"available": 5}, "crusader": {"available": 1, "spent": 4}}
    position = {"turn": 2, "phase": "activation", "to_move": "crusader", "orders": pools}
    card = first([act("crusader", "richard", "charge", "ala-afdal")], position=position)
    assert card["rule"]["id"] == "saladin.cost.available"
    found = facts(card)
    assert (found["Price in Orders"], found["Orders Available"]) == ("2", "1")
    assert found["Crusaders, Orders"] == "Available 1 · Spent 4"
    assert card["accounts"][0].startswith("cost in Orders: 2")
    assert marked(card) == {"side.crusader", "richard"}
    assert drawn(card) >= {"richard", "ala-afdal"}
    assert "sable" not in drawn(card)


def test_a_status_that_is_the_other_one() -> None:
    card = first([START, act("crusader", "richard", "push", "ala-afdal"), roll("1", "0")])
    assert facts(card)["Richard, status"] == "Uncommitted"
    assert facts(card)["Richard, Push, status needed"] == "Committed"


def test_an_unsure_value_says_so_where_the_cards_are_not_ours() -> None:
    moves = [START, act("crusader", "richard", "push", "ala-afdal"), roll("1", "0")]
    card = first(moves, values="box")
    assert card["verdict"] == "doubtful"
    assert facts(card)["Richard, Push, status needed"] == "Committed (inferred)"
    assert card["basis"]["id"] == "inferred"
    assert card["doubts"]


def test_a_count_that_differs() -> None:
    card = first([START, SHOT, roll("1"), {"do": "count", "losses": {"ayyubid": 4}}])
    assert facts(card) == {"Counted": "Losses Track, Ayyubids", "By the rules": "1", "As counted": "4"} | {
        key: value for key, value in facts(card).items() if key.startswith("Ayyubids")
    }
    assert card["arose"] == 3
    assert marked(card) == {"side.ayyubid"}


def test_dice_that_never_came_are_shown_where_they_are_due() -> None:
    card = first([START, SHOT])
    assert card["rule"]["id"] == "saladin.dice.due"
    assert card["position"]["number"] == 2  # the last position: what is due stands on the board
    assert facts(card)["Awaiting its dice"] == "Henry II: Loose > Ala Afdal"
    assert facts(card)["Dice due"] == "red 1, green 0"
    assert drawn(card) >= {"henry-ii", "ala-afdal", "pending"}
    later = first([START, SHOT, act("ayyubid", "ala-al-din", "skirmish", "bourgogne"), roll(green="0")])
    assert (later["move"], later["position"]["number"]) == (3, 2)


def test_a_misread_line_shows_what_would_fit() -> None:
    text = "Game: Saladin\nScenario: Arsuf\nTurn 1\nC starts\nC Henrix: Loose > Ala Afdal | red 1\n"
    card = verdict(about(text.encode()), 1)
    assert card is not None
    assert (card["verdict"], card["line"], card["column"]) == ("misread", 5, 3)
    assert card["source"] == {
        "text": "C Henrix: Loose > Ala Afdal | red 1", "column": 3, "is_cut_before": False, "is_cut_after": False,
    }  # fmt: skip
    assert "Henry II" in card["hint"]
    assert card["move_text"] == "a line that could not be read"


def test_a_line_of_any_length_is_cut_around_its_place() -> None:
    moves = json.dumps([START, *[{"do": "note", "text": "x" * 3000}] * 3, PASS])
    data = f'{{"format": "{FORMAT}", "game": "saladin", "scenario": "arsuf", "moves": {moves}}}'.encode()
    card = verdict(about(data), 1)
    assert card is not None
    source = card["source"]
    assert len(source["text"]) <= 200
    assert (source["is_cut_before"], source["is_cut_after"]) == (True, False)
    assert source["text"][source["column"] - 1 :].startswith('{"do": "pass"')


def test_what_follows_is_folded_under_its_cause_and_bounded() -> None:
    subject = made([START, act("crusader", "henry-ii", "loose"), *[roll("1")] * 200])
    (card,) = verdicts(subject)
    assert card["following_count"] == len(subject.findings) - 1 > MOST_FOLLOWING
    assert len(card["following"]) == MOST_FOLLOWING
    assert all(each["because_of"] for each in card["following"])


def test_only_as_many_cards_as_asked_for_and_no_drawing_unless_asked_for() -> None:
    subject = made([{"do": "nonsense"}] * 30)
    cards = verdicts(subject, 7)
    assert [card["id"] for card in cards] == list(range(1, 8))
    assert all(card["position"]["drawing"] is None for card in cards)
    assert verdict(subject, 31) is None


def test_rulings_with_the_reading_that_was_judged_by() -> None:
    moves = [START, act("crusader", "richard", "charge", "ala-afdal"), roll("1 1 1", "0")]
    ruling = {"id": "AMB-27", "option": "richard-only"}
    boosted = made([START, {"do": "lead", "side": "crusader", "action": "charge-bonus"}, SHOT, roll("1"), *moves[1:]])
    found = [each for card in verdicts(boosted) for each in card["rulings"]]
    assert all(each["question"] and each["text"] for each in found)
    named = boosted.ruling("AMB-27", "richard-only")
    assert {key: named[key] for key in ruling} == ruling
    assert boosted.ruling("AMB-22")["text"]


@pytest.mark.parametrize("part", ["banner", "target"])
def test_pieces_named_in_a_finding_are_marked(part: str) -> None:
    subject = made([START, act("crusader", "richard", "charge", "sulayman"), roll("1 0", "0")])
    finding = subject.findings[0]
    parts, shown = registry.of(subject.game.KEY).pieces(subject, finding)
    assert f"banners.{finding.params[part]}" in parts
    assert finding.params[part] in shown


def test_the_town_is_shown_where_it_is_named() -> None:
    card = first([START, act("crusader", "richard", "charge", "arsuf-town"), roll("1 0", "0")])
    assert "arsuf-town" in drawn(card)
    assert "arsuf-town" in marked(card)


def test_what_depends_on_an_unread_line_is_told_apart_from_what_follows() -> None:
    head = "Game: Napoleonics\nScenario: Training 1: Two Slopes\n{more}\n"
    moves = "B Attack Center: H6 H8 G7\nH6-G6\nF Attack Center: C7 B5\nC7 > G7 | ICAFS\nB Forwrd\nC7 > B7\n"
    doubted = about((head.format(more="Scenario hash: a6bd48ba899d1bd0\n") + moves).encode())
    card = next(card for card in verdicts(doubted) if card["verdict"] == "misread")
    assert {other["verdict"] for other in card["depending"]} == {"doubtful"}
    assert all(other["doubts"] for other in card["depending"])
    assert (card["following"], card["following_count"]) == ([], 0)
    found = summary(doubted)
    assert (found["depending"], found["following"]) == (len(card["depending"]), 0)
    assert "on how a line that could not be read was meant" in found["counted"]
