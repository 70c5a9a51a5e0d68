"""Doubtful findings: what they depend on is named, and what each reading would mean is said, in every language."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from refsvc.checking.check import check
from refsvc.checking.read import read
from refsvc.checking.report import report
from refsvc.commands.main import main
from refsvc.records.report_schema import ReportShape, read_report
from refsvc.records.upload import Upload
from tests.replayed import replayed

LANGUAGES = ("en", "fr", "cs")
START = {"do": "start", "first": "crusader"}
CHARGE = {"do": "activate", "side": "crusader", "banner": "naplouse", "action": "charge", "target": "sulayman"}
EVADE = {"do": "react", "side": "ayyubid", "banner": "sulayman", "action": "evade", "spent": 0}
WITHDRAW = {"do": "activate", "side": "ayyubid", "banner": "saphadin", "action": "withdraw"}


def record(*moves: dict[str, Any], **more: Any) -> bytes:
    tree = {"format": "refsvc-record/1", "game": "saladin", "scenario": "arsuf", **more, "moves": [START, *moves]}
    return json.dumps(tree).encode()


UNPAID = record(CHARGE, EVADE, {"do": "roll", "red": ["0"], "green": ["0"]}, values="refsvc")
WRONG_STATUS = record({"do": "lead", "side": "crusader", "action": "recover-order"}, WITHDRAW)


def doubtful(data: bytes, language: str = "en") -> dict[str, Any]:
    tree = report(*replayed(data), language)
    shape = read_report(json.dumps(tree))
    assert isinstance(shape, ReportShape)
    (found,) = [finding for finding in tree["findings"] if finding["verdict"] == "doubtful"]
    return dict(found)


def test_an_open_ruling_with_both_options() -> None:
    (doubt,) = doubtful(UNPAID)["doubts"]
    assert (doubt["about"], doubt["standing"]) == ("AMB-17", "open")
    assert [(reading["value"], reading["mistake"]) for reading in doubt["readings"]] == [
        ("paid", True),
        ("free", False),
    ]


def test_a_ruling_that_the_record_names_is_not_open() -> None:
    tree = json.loads(UNPAID) | {"rulings": {"AMB-17": "paid"}}
    (finding,) = check(read(Upload(json.dumps(tree).encode()))).findings
    assert (finding.rule, finding.verdict) == ("saladin.reaction.paid", "omitted")


def test_an_inferred_value_with_its_reason() -> None:
    doubts = doubtful(WRONG_STATUS)["doubts"]
    assert ("cards.saphadin.withdraw.status", "inferred") in [(doubt["about"], doubt["standing"]) for doubt in doubts]
    assert [(reading["value"], reading["mistake"]) for reading in doubts[0]["readings"]] == [
        ("committed", True),
        (None, False),
    ]


@pytest.mark.parametrize(
    ("data", "language", "words"),
    [
        (
            UNPAID,
            "en",
            ["The ruling AMB-17 is open: Is the cost", "“paid”: ", "Then this is a mistake.", "Then it is none."],
        ),
        (
            UNPAID,
            "fr",
            [
                "L’arbitrage AMB-17 est ouvert : ",
                "« free » : ",
                "C’est alors une erreur.",
                "Ce n’est alors pas une erreur",
            ],
        ),
        (UNPAID, "cs", ["Výklad AMB-17 je otevřený: ", "„free“: ", "V tom případě jde o chybu.", "o chybu nejde."]),
        (
            WRONG_STATUS,
            "en",
            [
                "This value is inferred and printed nowhere we know: Saphadin, Withdraw, status needed = Committed.",
                "If the value is “Committed”, this is a mistake.",
                "If it is not so, this may be no mistake.",
            ],
        ),
        (WRONG_STATUS, "fr", [": Saphadin, Repli, statut requis", "Si la valeur est « engagée », c’est une erreur."]),
        (
            WRONG_STATUS,
            "cs",
            [": Sajf ad-Dín, Stažení sil, požadovaný stav", "Je-li hodnota opravdu „připoutaná“, jde o chybu."],
        ),
    ],
)
def test_what_each_reading_means_in_words(data: bytes, language: str, words: list[str]) -> None:
    said = " ".join(
        part
        for doubt in doubtful(data, language)["doubts"]
        for part in (doubt["message"], *(reading["message"] for reading in doubt["readings"]))
    )
    shown = CliRunner().invoke(main, ["check", "-", "--lang", language], input=data).output
    for word in words:
        assert word in said.replace("\u00a0", " ").replace("\u202f", " ")
        assert word in shown.replace("\u00a0", " ").replace("\u202f", " ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_else_has_doubts(language: str) -> None:
    data = record({"do": "pass", "side": "crusader"}, values="refsvc")
    findings = report(*replayed(data), language)["findings"]
    assert [(finding["verdict"], finding["doubts"]) for finding in findings] == [("illegal", [])]


CROSS = {"do": "lead", "side": "ayyubid", "action": "true-cross"}
KEPT = {"do": "count", "orders": {"crusader": {"available": 6, "spent": 0}}}  # the Order is still there
TAKEN = {"do": "count", "orders": {"crusader": {"available": 5, "spent": 0}}}


def at_the_horns(edition: str, *moves: dict[str, Any]) -> bytes:
    """Châtillon falls at the Horns, and the Ayyubids may have the True Cross."""
    banners = {"chatillon": {"lances": 1, "status": "committed"}, "manguras": {"status": "committed"}}
    position: dict[str, Any] = {"turn": 4, "phase": "activation", "to_move": "ayyubid", "horns": True}
    position |= {"banners": banners, "orders": {"crusader": {"available": 6}}}
    fall = [
        {"do": "activate", "side": "ayyubid", "banner": "manguras", "action": "push", "target": "chatillon"},
        {"do": "roll", "red": ["0"], "green": ["1"]},
    ]
    tree: dict[str, Any] = {"format": "refsvc-record/1", "game": "saladin", "scenario": "hattin"}
    tree |= {"edition": edition, "values": "refsvc", "position": position, "moves": [*fall, *moves]}
    return json.dumps(tree).encode()


@pytest.mark.parametrize("edition", ["recommended", *LANGUAGES])
def test_the_leader_may_take_the_true_cross_in_every_edition(edition: str) -> None:
    wait = {"do": "activate", "side": "crusader", "banner": "ridefort", "action": "wait", "spent": 1}
    after = {"do": "count", "orders": {"crusader": {"available": 4, "spent": 1}}}
    assert replayed(at_the_horns(edition, wait, CROSS, after))[1].findings == []


@pytest.mark.parametrize(
    ("edition", "count", "verdict"),
    [
        ("en", KEPT, "doubtful"),
        ("fr", KEPT, "doubtful"),
        ("cs", TAKEN, "impossible"),
        ("recommended", TAKEN, "doubtful"),
    ],
)
def test_an_edition_that_only_reads_like_one_option_leaves_the_other_open(
    edition: str, count: dict[str, Any], verdict: str
) -> None:
    (finding,) = replayed(at_the_horns(edition, count))[1].findings
    assert (finding.verdict, "DIF-06" in finding.rulings) == (verdict, verdict == "doubtful")
