"""What could not be judged is said first, with the reason and the way to close it, wherever a report is read."""

from __future__ import annotations

from typing import Any

import pytest

from refsvc.checking.unverified import MOST_VALUES, unverified
from refsvc.commands.terminal import show
from refsvc.config import LANGUAGES
from refsvc.reporting.subject import Subject
from refsvc.reporting.summary import summary
from tests.refsvc.reporting.records import about, act, made, roll

TURN = {"turn": 2, "phase": "activation", "to_move": "crusader"}
CHARGE = [act("crusader", "naplouse", "charge", "sulayman"), roll("0 0 0", "0 0")]
BACK = [act("ayyubid", "saphadin", "skirmish", "sable"), roll("", "0 0")]
TEXT = "Game: Saladin\nScenario: Arsuf\n{more}\nTurn 1\nC starts\nC Naplouse: Charge > Sulaymân | {dice}\n"
UNKNOWN = "red 0 0 0, green 0 0"


def left(subject: Subject) -> Any:
    return unverified(subject.record, subject.replay.notes, subject.language)


def plain(sentences: list[str]) -> str:
    return " ".join(sentences).replace("\u00a0", " ").replace("\u202f", " ")


def test_where_everything_is_known_nothing_is_said() -> None:
    assert left(made(CHARGE, position=TURN)) is None
    assert summary(made(CHARGE, position=TURN))["unverified"] is None


@pytest.mark.parametrize(
    ("language", "moves", "said"),
    [
        (
            "en",
            CHARGE,
            "1 point could not be verified, because it rests on a value that is printed nowhere we know. We",
        ),
        ("en", CHARGE + BACK, "2 points could not be verified, because they rest on values that are printed nowhere"),
        ("fr", CHARGE, "1 point n’a pas pu être vérifié : il repose sur une valeur qui, à notre connaissance, n’est"),
        ("fr", CHARGE + BACK, "2 points n’ont pas pu être vérifiés : ils reposent sur des valeurs qui, à notre"),
        ("cs", CHARGE, "1 bod nešlo ověřit, protože závisí na hodnotě, kterou jsme nikde vytištěnou nenašli. Neznáme:"),
        (
            "cs",
            CHARGE + BACK,
            "2 body nešlo ověřit, protože závisejí na hodnotách, které jsme nikde vytištěné nenašli.",
        ),
    ],
)
def test_how_much_and_why(language: str, moves: list[dict[str, Any]], said: str) -> None:
    subject = made(moves, language, position=TURN, values="box")
    found = left(subject)
    assert plain(found["sentences"]).startswith(said)
    assert [point["move"] for point in found["points"]] == ([2, 4] if len(moves) > 2 else [2])
    assert "Naplouse" in found["sentences"][1] or language == "cs"


@pytest.mark.parametrize(
    ("language", "line"), [("en", "“Values: refsvc”"), ("fr", "« Valeurs : refsvc »"), ("cs", "„Hodnoty: refsvc“")]
)
def test_the_way_to_close_it_is_a_line_of_the_record(language: str, line: str) -> None:
    """Written into the head as it stands here, the line is read."""
    found = left(about(TEXT.format(more="", dice=UNKNOWN).encode(), language))
    assert line in plain(found["sentences"])
    assert found["form"] in found["sentences"][-1]
    written = line[1:-1].strip()
    head = {"en": ("Game", "Scenario"), "fr": ("Jeu", "Scénario"), "cs": ("Hra", "Scénář")}[language]
    note = {"en": "note", "fr": "note", "cs": "poznámka"}[language]
    again = about(f"{head[0]}: Saladin\n{head[1]}: Arsuf\n{written}\n\n{note}: Arsuf\n".encode(), language)
    assert again.record.header.values == "refsvc"


def test_of_a_record_as_json_it_is_a_key() -> None:
    assert '“"values": "refsvc"”' in plain(left(made(CHARGE, position=TURN, values="box"))["sentences"])


def test_a_record_with_a_box_is_asked_for_the_rest_of_it() -> None:
    box = {"banners": {"sable": {"lances": 9}}}
    said = plain(left(made(CHARGE, position=TURN, values="box", box=box))["sentences"])
    assert "still missing" in said
    assert "refsvc" not in said


def test_many_values_are_not_all_named() -> None:
    charges = [("sable", "saphadin"), ("bourgogne", "ala-al-din"), ("richard", "ala-afdal")]
    skirmishes = [("saphadin", "sable"), ("ala-al-din", "bourgogne"), ("sulayman", "naplouse")]
    moves = [*CHARGE]
    for (banner, target), (other, aim) in zip(charges, skirmishes, strict=True):
        moves += [act("ayyubid", other, "skirmish", aim), roll("", "0 0 0")]
        moves += [act("crusader", banner, "charge", target), roll("0 0 0 0 0", "0 0 0 0")]
    found = left(made(moves, position=TURN, values="box"))
    assert len(found["points"]) > MOST_VALUES
    assert found["sentences"][1].endswith("; ….")
    assert found["sentences"][1].count(";") == MOST_VALUES


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_line_says_it_under_the_title(language: str) -> None:
    subject = made(CHARGE, language, position=TURN, values="box")
    lines = list(show(subject.record, subject.replay, language))
    said = left(subject)["sentences"]
    assert [line.strip() for line in lines[1 : 1 + len(said)]] == said


def test_another_form_of_the_scenario_is_said_first() -> None:
    more = "Scenario hash: a6bd48ba899d1bd0\nValues: refsvc\n"
    record = f"Game: Napoleonics\nScenario: Training 1: Two Slopes\n{more}\nB Forward\nB Forwrd\nH3-G3\nH3-A1\n"
    subject = about(record.encode())
    found = left(subject)
    assert (found["form"], found["points"]) == ("", [])
    assert "another form of this scenario" in found["sentences"][0]
