"""The box form: what is entered comes back as a file that the engine takes; nothing that is sent breaks it."""

from __future__ import annotations

import html
import io
import json
import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine import GAMES, find_game
from engine.core.facts import Standing
from engine.core.record import FORMAT, Header
from refsvc import create_app, library
from refsvc.checking.read import read
from refsvc.commands.main import main
from refsvc.config import LANGUAGES
from refsvc.paths import PACKAGE
from refsvc.records import box_file
from refsvc.records.upload import Upload
from refsvc.reference import cards as deck

PATH = "/en/saladin/box/"
SAMPLES = PACKAGE / "games" / "saladin" / "samples"
GIVEN = {
    "arsuf.banners.sable.lances": "11",
    "arsuf.banners.sable.plus1": "4",
    "arsuf.cards.sable.charge.red": "3",
    "arsuf.cards.saphadin.flee-committed.change": "none",
    "hattin.cards.saladin-horns.charge.back": "false",
}
GIVEN_OF = {
    "saladin": GIVEN,
    "napoleonics": {"artillery.foot.still.3.2": "4", "units.french.light-cavalry.fielded": "false"},
}
NUMBER_OF = {"saladin": "arsuf.banners.sable.lances", "napoleonics": "artillery.foot.still.3.2"}


def send(client: FlaskClient, path: str = PATH, **fields: object) -> TestResponse:
    return client.post(path, data=fields, content_type="multipart/form-data")


def load(client: FlaskClient, data: bytes, path: str = PATH) -> TestResponse:
    return send(client, path, do="read", file=(io.BytesIO(data), "box.toml"))


def filled(page: str) -> dict[str, str]:
    """What the fields of a page hold."""
    found = re.findall(r'<input id="([^"]+)" name="[^"]+" inputmode="numeric"[^>]* value="([^"]*)"', page)
    for key, options in re.findall(r'<select id="([^"]+)"[^>]*>(.*?)</select>', page):
        chosen = re.search(r'<option value="([^"]*)" selected>', options)
        found.append((key, chosen[1] if chosen else ""))
    return {key: html.unescape(value) for key, value in found if value}


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_filled_in_before_somebody_does(client: FlaskClient, game: str) -> None:
    assert filled(client.get(f"/en/{game}/box/").text) == {}


@pytest.mark.parametrize("game", GAMES)
def test_what_is_not_printed_comes_first_in_every_card(client: FlaskClient, game: str) -> None:
    cards = client.get(f"/en/{game}/box/").text.split('<details class="boxcard"')[1:]
    assert cards
    for card in cards:
        shown, *known = card.split('<details class="fold"')
        if known:
            assert "standing--printed" not in shown
            assert not re.search("standing--(assumed|inferred)", known[0])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_round_trip(client: FlaskClient, game: str, language: str) -> None:
    path = f"/{language}/{game}/box/"
    file = send(client, path, do="download", **GIVEN_OF[game])
    assert file.headers["Content-Disposition"] == f'attachment; filename="{game}-box.toml"'
    assert file.headers["Cache-Control"] == "no-store"
    tree = tomllib.loads(file.text)
    assert (tree["game"], tree["standing"]) == (game, "box")
    assert box_file.read_box(file.data).values.keys() == GIVEN_OF[game].keys()
    again = load(client, file.data, path)
    assert again.status_code == 200
    assert filled(again.text) == GIVEN_OF[game]
    other = next(one for one in GAMES if one != game)
    assert load(client, file.data, f"/{language}/{other}/box/").status_code == 422


@pytest.mark.parametrize("key", GAMES)
def test_the_engine_takes_the_file_and_counts_it_as_printed(client: FlaskClient, key: str) -> None:
    everything = {name: box_file.as_word(field.fact.value) for name, field in box_file.fields(key).items()}
    box = box_file.read_box(send(client, f"/en/{key}/box/", do="download", **everything).data)
    assert box.values.keys() == everything.keys()
    for scenario in library.scenario_ids(key):
        game = library.open_game(box.laid_under(Header(format=FORMAT, game=key, scenario=scenario)))
        start = "" if find_game(key).has_one_box else f"{scenario}."
        facts = [game.facts.get(name.removeprefix(start)) for name in everything if name.startswith(start)]
        assert facts
        assert all(fact is not None and fact.standing == Standing.PRINTED for fact in facts)


def test_the_parts_for_a_record_are_taken_in_both_forms(client: FlaskClient) -> None:
    for language in LANGUAGES:
        page = html.unescape(send(client, f"/{language}/saladin/box/", do="make", **GIVEN).text)
        part = json.loads("{" + page.split('id="json-arsuf"')[1].split("data-json>")[1].split("</textarea>")[0] + "}")
        line = page.split('id="text-arsuf"')[1].split('">', 1)[1].split("</textarea>")[0]
        tree = json.loads((SAMPLES / "saladin-arsuf-mistakes.json").read_bytes())
        tree.pop("values", None)
        assert read(Upload(json.dumps(tree | part).encode())).header.box == part["box"]
        text = (SAMPLES / f"saladin-arsuf-mistakes.{language}.txt").read_text("utf-8")
        head, _, rest = text.partition("\n")
        assert read(Upload(f"{head}\n{line}\n{rest}".encode())).header.box == part["box"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("word", ["99", "-1", "x", "1.5", "<script>", "٣", "1e3", "9" * 40])
@pytest.mark.parametrize("game", GAMES)
def test_a_value_that_cannot_be_has_its_message_beside_it(
    client: FlaskClient, game: str, language: str, word: str
) -> None:
    key = NUMBER_OF[game]
    allowed = box_file.fields(game)[key].allowed
    page = send(client, f"/{language}/{game}/box/", do="download", **{key: word})
    assert page.status_code == 422
    assert page.headers["Cache-Control"] == "no-store"
    assert filled(page.text) == {key: word}
    assert f'id="{key}-error"' in page.text
    assert re.search(rf"\b{min(allowed)}\s\S+\s{max(allowed)}\b", page.text)
    assert "<script>" not in page.text.split("<main")[1].split("</main>")[0]


def test_a_choice_that_is_none(client: FlaskClient) -> None:
    page = send(client, do="make", **{"arsuf.cards.sable.charge.change": "fly", "arsuf.cards.sable.charge.back": "1"})
    assert page.status_code == 422
    assert page.text.count("One of the words in the list</span>") == 2


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "No file was chosen"),
        (b"\xff\xfe\x00", "not valid TOML"),
        (b"a = [" + b"[" * 60_000, "at line 1, column 4001."),
        (b"x" * (box_file.LONGEST + 1), "larger than 64 kB"),
        (b'game = "napoleonics"', "for another game"),
        (b"[arsuf.banners.nobody]\nlances = 3", "Not a value of this game: arsuf.banners.nobody.lances"),
        (b"[[arsuf]]\nx = 1", "Not a value of this game: arsuf"),
        (b"arsuf = 1979-05-27", "Not a value of this game: arsuf"),
        (b'"<b>" = 1', "Not a value of this game: &lt;b&gt;"),
        (b"x = 1\na" + b".a" * 900 + b" = 1", "at line 2, column 1."),
        (b"x = 1\n\ny = ", "at line 3, column 5."),
        (b"[arsuf.banners.sable]\nlances = true", "A whole number from 1 to 24"),
        (b"[arsuf.cards.sable.charge]\nback = 1", "One of the words in the list"),
    ],
    ids=lambda part: part[:20] if isinstance(part, str) else "",
)
def test_hostile_files(client: FlaskClient, data: bytes, said: str) -> None:
    page = load(client, data)
    assert page.status_code == 422
    assert said in page.text


def test_a_file_that_is_read_counts_as_an_upload(tmp_path: Path) -> None:
    app = create_app({"instance": tmp_path, "uploads_a_minute": 0, "uploads_a_day": 1})
    client = app.test_client()
    assert [load(client, b"a = 1").status_code for _ in range(2)] == [422, 429]
    assert send(client, do="make", **GIVEN).status_code == 200  # nothing is parsed
    app.extensions["uploads"]().store.close()


def test_a_file_may_say_its_standing_anywhere(client: FlaskClient) -> None:
    page = load(
        client, b'standing = "box"\n[arsuf]\nstanding = "box"\n[arsuf.banners.sable]\nlances = 7\nstanding = "box"'
    )
    assert page.status_code == 200
    assert filled(page.text) == {"arsuf.banners.sable.lances": "7"}


def test_my_card_says_the_same(client: FlaskClient) -> None:
    page = send(client, do="agree:arsuf-sable", **{"arsuf.banners.sable.lances": "12"})
    values = filled(page.text)
    assert values.pop("arsuf.banners.sable.lances") == "12"
    assert len(values) > 20
    assert all(key.split(".")[2] == "sable" for key in values)
    assert send(client, do="agree:nobody-at-all").status_code == 200


def test_odd_requests_get_an_answer(client: FlaskClient) -> None:
    assert "Nothing has been entered yet." in client.post(PATH).text
    assert client.post(PATH, data=b"\0\0", content_type="multipart/form-data; boundary=x").status_code == 422
    assert client.post(PATH, data={"do": "x" * 100_000, "y": "z"}).status_code == 422
    many = {f"k{n}": "1" for n in range(len(box_file.fields("saladin")) + 100)}
    assert send(client, **many).status_code == 413
    assert client.put(PATH).status_code == 405
    assert client.post("/en/chess/box/").status_code in (404, 405)


def test_check_with_a_box_file(tmp_path: Path) -> None:
    """An assumed number of dice never speaks against the players; one of their own cards does."""
    tree = json.loads((SAMPLES / "saladin-arsuf-clean.json").read_bytes())
    tree.pop("values")
    record, box = tmp_path / "record.json", tmp_path / "box.toml"
    record.write_text(json.dumps(tree))
    values = {key: 6 for key in box_file.fields("saladin") if key.startswith("arsuf.cards.") and key.endswith(".red")}
    box.write_text(box_file.write_file("saladin", values, "dice that nobody rolled"), "utf-8")
    assert CliRunner().invoke(main, ["check", str(record)]).exit_code == 0
    result = CliRunner().invoke(main, ["check", str(record), "--json", "--box", str(box)])
    assert result.exit_code == 1
    found = json.loads(result.output)["findings"]
    assert {one["basis"] for one in found if one["rule"] == "saladin.dice.count"} == {"printed"}


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "The file can’t be read."),
        ("x", "not valid TOML"),
        ("[arsuf.banners.sable]\nlances = 99", "“99” can’t be the value of"),
        ("[arsuf.banners.x]\nlances = 9", "arsuf.banners.x.lances"),
    ],
)
def test_check_refuses_a_bad_box_file(tmp_path: Path, content: str | None, said: str) -> None:
    box = tmp_path / "box.toml"
    if content is not None:
        box.write_text(content)
    sample = str(SAMPLES / "saladin-arsuf-clean.json")
    result = CliRunner().invoke(main, ["check", sample, "--box", str(box), "--lang", "en"])
    assert result.exit_code == 2
    assert said in result.output


def test_a_record_with_a_box_of_its_own_keeps_it() -> None:
    box = box_file.Box("saladin", {"arsuf.banners.sable.lances": 12})
    own = Header(format=FORMAT, game="saladin", scenario="arsuf", box={"banners": {"sable": {"lances": 5}}})
    assert box.laid_under(own) is own
    shipped = Header(format=FORMAT, game="saladin", scenario="arsuf", values="refsvc")
    assert box.laid_under(shipped) is shipped
    other = Header(format=FORMAT, game="saladin", scenario="hattin")
    assert box.laid_under(other).box is None


def test_every_card_of_the_form_leads_to_its_page(client: FlaskClient) -> None:
    page = client.get(PATH).text
    for dealt in deck.deck("saladin").values():
        if not dealt.card.is_leader:
            assert f'<details class="boxcard" id="{dealt.id}"' in page
