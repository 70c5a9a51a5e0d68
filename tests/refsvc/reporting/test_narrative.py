"""The account of a game: read by people, frozen in three languages; every activation told once, whatever the record."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from engine.core.chance import Seeded
from engine.core.playout import playout
from engine.core.record import FORMAT, Header, write_record
from refsvc import library
from refsvc.config import LANGUAGES
from refsvc.i18n.catalogue import has_text, text
from refsvc.paths import PACKAGE
from refsvc.reporting import narrative as telling
from refsvc.reporting.narrative import narrative, turning_points
from refsvc.reporting.subject import Subject
from tests.refsvc.checking.test_linear import MOST, SIZES
from tests.refsvc.reporting.records import GAME_OF, START, about, act, gaps_of, made, roll
from tests.refsvc.reporting.work import calls_for

TOLD = Path(__file__).with_name("told")
SAMPLES = PACKAGE / "games" / "saladin" / "samples"
RECORD_OF = {
    "arsuf": SAMPLES / "saladin-arsuf-mistakes.en.txt",
    "hattin": TOLD / "hattin-record.txt",
    "training-3": SAMPLES.parents[1] / "napoleonics" / "samples" / "napoleonics-training-3-mistakes.en.txt",
}
SEEDS = {"saladin": range(1, 21), "napoleonics": range(1, 5)}
PLAYED = [(scenario, seed) for scenario, game in GAME_OF.items() for seed in SEEDS[game]]
# By game: the moves that begin a unit, the kinds of those units, and the fields of such a move that its sentence names.
BEGINNING = {
    "saladin": (("activate", "lead"), ("activation", "leader"), ("banner", "target")),
    "napoleonics": (("play", "fire", "melee", "bonus"), ("command", "combat"), ("unit", "target", "card")),
}


def sentences(subject: Subject, **limit: int) -> list[dict[str, Any]]:
    return [sentence for turn in narrative(subject, **limit) for sentence in turn["sentences"]]


def texts(subject: Subject) -> list[str]:
    return [sentence["text"].replace("\u00a0", " ").replace("\u202f", " ") for sentence in sentences(subject)]


def as_text(subject: Subject) -> str:
    """An account as it is read; the ids of findings stand behind their sentence."""
    lines = []
    for turn in narrative(subject):
        lines.append(f"{turn['title']}\n")
        for sentence in turn["sentences"]:
            marks = "".join(f" [{id_}]" for id_ in sentence["findings"])
            lines.append(f"{sentence['text']}{marks}")
        lines.append("")
    return "\n".join(lines).replace("\u00a0", " ").replace("\u202f", " ")


def random_game(scenario: str, seed: int) -> Subject:
    header = Header(format=FORMAT, game=GAME_OF[scenario], scenario=scenario, values="refsvc")
    return about(write_record(header, playout(library.open_game(header), Seeded(seed))))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scenario", RECORD_OF)
def test_it_reads_as_it_did(scenario: str, language: str) -> None:
    said = as_text(about(RECORD_OF[scenario].read_bytes(), language))
    assert said == (TOLD / f"{scenario}.{language}.txt").read_text("utf-8")


@pytest.mark.parametrize(("scenario", "seed"), PLAYED)
def test_every_deed_is_told_once_in_every_language(scenario: str, seed: int) -> None:
    known = random_game(scenario, seed)
    deeds, kinds, named = BEGINNING[GAME_OF[scenario]]
    for language in LANGUAGES:
        subject = Subject(known.record, known.replay, language)
        told = sentences(subject)
        assert gaps_of(told) == []
        spans = [(one["move"], one["last"]) for one in told if one["kind"] not in ("chaos", "closing")]
        assert all(last < move for (_, last), (move, _) in pairwise(spans))
        acts = [n for n in range(1, len(subject.steps)) if (subject.move(n) or {})["do"] in deeds]
        assert acts[: telling.MOST_SENTENCES] == [one["move"] for one in told if one["kind"] in kinds]
        for sentence in told:
            said = sentence["text"]
            assert said[0] == said[0].upper()
            assert said[-1] == "."
            if sentence["kind"] in kinds:
                tree = subject.move(sentence["move"]) or {}
                for word in (tree[name] for name in named if tree.get(name) not in (None, "arsuf-town")):
                    names = {subject.name(kind, word).casefold() for kind in ("banner", "card")} - {word} or {word}
                    forms = (f"{GAME_OF[scenario]}.name.banner.{word}#{form}" for form in ("the", "genitive", "dative"))
                    names |= {text(key, language).casefold() for key in forms if has_text(key, language)}
                    assert any(name.casefold() in said.casefold() for name in names) or "lead" in tree["do"]
        assert told[-1]["kind"] == "closing"


CHARGE = act("crusader", "richard", "charge", "ala-afdal")
BLOCKED = {"do": "react", "side": "ayyubid", "banner": "saladin", "action": "block-charge"}


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ([CHARGE, roll("0 0", "0")],
         "Richard charges Ala Afdal, without loss on either side; the two are now Committed."),
        ([CHARGE, roll("1 1", "1")],
         "Richard charges Ala Afdal; Ala Afdal loses two Lances, Richard one; the two are now Committed."),
        ([CHARGE, roll("1 0", "1")],
         "Richard charges Ala Afdal; Ala Afdal and Richard lose one Lance each; the two are now Committed."),
        ([CHARGE, roll("order 0", "order")],
         "Richard charges Ala Afdal; the dice make each side spend one Order; the two are now Committed."),
        ([CHARGE, roll("order order", "order")],
         ("Richard charges Ala Afdal; the dice make the Ayyubids spend two Orders, the Crusaders one; "
          "the two are now Committed.")),
        ([CHARGE, BLOCKED, roll("", "2")],
         "Richard charges Ala Afdal, but Saladin blocks the charge; Richard loses two Lances."),
        ([CHARGE, {"do": "note", "text": "hm"}, roll("2 0", "0")],
         "Richard charges Ala Afdal, who loses two Lances; the two are now Committed."),
        ([act("crusader", "lusignan", "arsuf", "arsuf-town"), roll("1")],
         "Lusignan shoots at the town of Arsuf; the town loses one Lance."),
        ([act("crusader", "lusignan", "arsuf", "arsuf-town"), roll("2")],
         "Lusignan shoots at the town of Arsuf; the town has no Lance left and falls; the Crusaders gain one Order."),
        ([act("crusader", "henry-ii", "shield-wall")], "Henry II raises a Shield wall."),
        ([act("crusader", "sable", "hold")], "Sablé holds fast."),
        ([{"do": "lead", "side": "crusader", "action": "recover-order"}],
         "The Leader Richard the Lionheart finds no Spent Order to recover."),
        ([{"do": "lead", "side": "crusader", "action": "charge-bonus"}],
         "The Leader Richard the Lionheart adds a die to the next Charge."),
    ],
)  # fmt: skip
def test_one_sentence(moves: list[dict[str, Any]], said: str) -> None:
    assert texts(made([START, *moves]))[1] == said


def test_a_sacrifice_without_loss_is_told_of_who_makes_it() -> None:
    start = {"do": "start", "first": "ayyubid"}
    told = texts(made([start, act("ayyubid", "saladin", "sacrifice"), roll("0 0")]))
    assert told[1] == "Saladin makes a Sacrifice, and the Crusaders spend one Order; Saladin loses no Lance."


def test_dice_that_never_came_are_said_to_be_missing_and_the_status_stays_with_the_charge() -> None:
    told = texts(made([START, CHARGE, act("ayyubid", "saladin", "wait")]))
    assert told[1:3] == [
        "Richard charges Ala Afdal; the dice are not in the record; the two are now Committed.", "Saladin waits.",
    ]  # fmt: skip


def test_moves_that_nobody_can_read() -> None:
    told = texts(made([START, {"do": "jump"}, {"do": "dance"}, act("crusader", "nobody", "hold")]))
    assert told[1] == "Moves 2 to 4 can’t be read."


def test_a_turn_begins_with_what_it_cost() -> None:
    subject = random_game("arsuf", 7)
    second = narrative(subject)[1]
    assert second["title"] == "Turn 2"
    assert [one["text"] for one in second["sentences"][:2]] == [
        "The Chaos costs each side one Order.",
        "With fewer Orders (8\u00a0to 11), the Crusaders hold the initiative and begin.",
    ]


def test_what_is_too_long_is_left_out_and_said_to_be() -> None:
    subject = random_game("hattin", 3)
    told = sentences(subject, most=10)
    assert len(told) == 12
    assert [one["kind"] for one in told[-2:]] == ["cut", "closing"]
    left = len(subject.moves) - told[-3]["last"]
    assert told[-2]["text"] == f"{left} more moves of the record are left out here."
    assert (told[-2]["move"], told[-2]["last"]) == (told[-3]["last"] + 1, len(subject.moves))


@pytest.mark.parametrize(
    ("result", "said"),
    [
        ({"winner": "crusader", "by": "resignation"}, "The Ayyubids resign in turn 1, and the Crusaders win."),
        ({"winner": "ayyubid", "by": "time"}, "Time is up in turn 1, and the Ayyubids win."),
        ({"winner": None, "by": "agreement"}, "In turn 1 the players call the game a draw."),
    ],
)
def test_an_end_that_the_players_made(result: dict[str, Any], said: str) -> None:
    subject = made([START, {"do": "result", **result}, {"do": "pass", "side": "crusader"}])
    told = texts(subject)
    assert told[-1] == said
    assert told[-2] == "The record goes on for 1 move after the end of the game; it is not told here."


def test_turning_points_are_those_that_weigh_most() -> None:
    subject = random_game("arsuf", 7)
    points = turning_points(subject)
    assert [(point["move"], point["kind"]) for point in points] == [
        (101, "order"), (134, "order"), (144, "gone"), (152, "end"),
    ]  # fmt: skip
    gone = points[2]
    assert gone["title"] == "A Banner is lost"
    assert gone["text"].startswith("Naplouse flees and loses one Lance; none is left")
    pieces = {group["piece"]: group["shapes"] for group in gone["drawing"]["groups"] if group["piece"]}
    assert any(shape["style"] == "b-flag" for shape in pieces["naplouse"])
    assert "richard" not in pieces
    assert [point["kind"] for point in turning_points(subject, 1)] == ["end"]


def test_a_mistake_that_changed_the_result_is_a_turning_point() -> None:
    position = {
        "turn": 5, "phase": "redeployment",
        "orders": {"ayyubid": {"available": 5, "spent": 0}, "crusader": {"available": 1, "spent": 0}},
    }  # fmt: skip
    moves: list[dict[str, Any]] = [{"do": "turn", "number": 6, "paid": {"ayyubid": 1, "crusader": 0}}, START]
    (point,) = turning_points(made(moves, scenario="hattin", position=position))
    assert (point["kind"], point["findings"]) == ("changed-result", [1])
    assert point["text"] == "With fewer Orders (1\u00a0to 4), the Crusaders hold the initiative and begin."


@pytest.mark.parametrize("name", ["clean, JSON", "the same cards, JSON", "unknown signs, text"])
def test_twice_the_moves_twice_the_work(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Subject, "weights", {})
    calls = calls_for(lambda subject: (narrative(subject, most=10**6), turning_points(subject)), name, SIZES[:2])
    assert calls[1] <= MOST * calls[0], calls
