"""The Royal Game of Ur in the service, by nothing but its folder: pages, check, report, print, notation."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from msgspec.structs import replace

from engine import find_game
from engine.core.cases import disagreements
from engine.core.chance import Seeded
from engine.core.playout import playout
from engine.core.record import FORMAT, Header, write_record
from engine.core.replay import replay as play
from refsvc import library
from refsvc.checking.conversion import convert
from refsvc.checking.read import read
from refsvc.commands.main import main
from refsvc.config import LANGUAGES
from refsvc.printing import print_summary
from refsvc.records.upload import Upload
from refsvc.reference import book, worked_cases
from tests.nearest import not_nearest
from tests.refsvc.printing.paper import text
from tests.refsvc.web.api import application, send
from tests.refsvc.web.checking import hand_in
from tests.twins import without_twin

GAP = re.compile(r"\[[a-z][a-z-]*\.[a-z0-9.#-]+\]")


def played() -> bytes:
    header = Header(format=FORMAT, game="ur", scenario="standard")
    return write_record(header, playout(library.open_game(header), Seeded(1)))


def faulty() -> bytes:
    """A game with its first roll left out."""
    tree: dict[str, Any] = json.loads(played())
    return json.dumps({**tree, "moves": tree["moves"][1:9]}).encode()


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    with application(tmp_path_factory.mktemp("ur")) as app:
        yield app.test_client()


def test_every_case_comes_out_as_it_says() -> None:
    types = find_game("ur").MOVES
    for id_, case in book.cases("ur").items():
        opened = worked_cases.open_case("ur", case)
        assert not list(disagreements(case, opened, types, worked_cases.replay_case("ur", id_))), id_
    raised = {found.rule for case in book.cases("ur").values() for found in case.expect.findings}
    assert without_twin(book.cases("ur").values()) == []
    assert raised == {
        id_ for id_, rule in find_game("ur").rulebook().rules.items() if rule.is_checkable and id_.startswith("ur.")
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_shown(client: FlaskClient, language: str) -> None:
    """Every page that can be reached from the rules of the game, and the pages beside the games that speak of it."""
    todo = {
        f"/{language}/{path}" for path in ("", "ur/rules/", "ur/cases/", "ur/glossary/", "check/", "about/", "print/")
    }
    seen: set[str] = set()
    while todo:
        path = todo.pop()
        seen.add(path)
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert not GAP.findall(answer.text), path
        links = {link.replace("&amp;", "&") for link in re.findall(r'href="(/[^"#]*)"', answer.text)}
        todo |= {link for link in links if link.startswith(f"/{language}/ur/")} - seen
    assert len(seen) > 30
    assert {f"/{language}/ur/rules/ur.path.exact", f"/{language}/ur/cases/PATH-02"} <= seen


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_record_is_judged_on_the_site(client: FlaskClient, language: str) -> None:
    report = client.get(hand_in(client, language, file=faulty()).at(language))
    assert report.status_code == 200
    assert "ur.turn.roll-first" in report.text
    assert not GAP.findall(report.text)


def test_a_record_is_judged_by_the_api(client: FlaskClient) -> None:
    clean, wrong = (send(client, data).get_json() for data in (played(), faulty()))
    assert clean["findings"] == []
    assert clean["outcome"]["rule"] == "ur.end.all-home"
    assert wrong["findings"][0]["rule"] == "ur.turn.roll-first"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_line(tmp_path: Path, language: str) -> None:
    record, file = tmp_path / "game.json", tmp_path / "game.txt"
    record.write_bytes(faulty())
    run = CliRunner().invoke
    said = run(main, ["check", str(record), "--lang", language])
    assert said.exit_code == 1
    assert "ur.turn.roll-first" in said.output
    why = run(main, ["why", str(record), "--move", "1", "--lang", language])
    assert "ur.turn.roll-first" in why.output
    legal = run(main, ["legal", str(record), "--move", "1"])
    assert json.loads(legal.output)[0]["do"] == "roll"
    sample = run(main, ["playout", "ur", "standard", "--seed", "2", "--text", language])
    file.write_text(sample.output, "utf-8")
    assert run(main, ["check", str(file), "--lang", language]).exit_code == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_notation_is_a_move_a_line(language: str) -> None:
    written = convert(read(Upload(played())), language)
    again = json.loads(convert(read(Upload(written.encode())), "json"))
    assert again["moves"] == json.loads(played())["moves"]
    assert len(written.split("\n\n", 1)[1].splitlines()) == len(again["moves"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_summary_is_printed(language: str) -> None:
    printed = text(print_summary(Upload(faulty()), languages=(language,)))
    assert "ur.turn.roll-first" in printed


def test_in_place_of_a_wrong_step_the_same_piece_comes_first() -> None:
    """Each step said by the wrong side, or of a piece from a square where there is none."""
    header = Header(format=FORMAT, game="ur", scenario="standard")
    game = library.open_game(header)
    moves: list[Any] = list(playout(game, Seeded(1)))[:60]
    offered = 0
    for number, move in enumerate(moves):
        if hasattr(move, "start"):
            other = next(side for side in game.SIDES if side != move.side)
            for wrong in (replace(move, side=other), replace(move, start=move.start + 1)):
                record = [*moves[:number], wrong]
                played = play(game, record)
                assert list(not_nearest(game, record, played)) == []
                offered += sum(bool(finding.instead) for finding in played.findings)
    assert offered > 20
