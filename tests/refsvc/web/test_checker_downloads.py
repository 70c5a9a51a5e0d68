"""What can be taken away: every form opens again, names are ours, cells are no formulas."""

from __future__ import annotations

import csv
import json
from io import StringIO

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine import GAMES
from refsvc import library
from refsvc.checking.conversion import convert
from refsvc.checking.read import read
from refsvc.config import LANGUAGES
from refsvc.paths import PACKAGE
from refsvc.printing.document_choices import ScoreSheet
from refsvc.records.report_schema import read_report
from refsvc.records.upload import Upload
from refsvc.store import repo
from refsvc.uploads import encryption, files
from refsvc.uploads.service import UploadService
from refsvc.web.checker.downloads import defused
from refsvc.web.pages import printing
from tests.refsvc.web.checking import CLEAN, WRONG, Handed, hand_in


@pytest.fixture(scope="module")
def wrong(app: Flask) -> Handed:
    return hand_in(app.test_client(), "cs", file=[("hra.txt", WRONG)])


@pytest.mark.parametrize("form", [*(f"{language}.txt" for language in LANGUAGES), "json"])
@pytest.mark.parametrize("battle", ["saladin-arsuf", "napoleonics-training-3"])
def test_the_canonical_record(client: FlaskClient, battle: str, form: str) -> None:
    record = next(PACKAGE.glob(f"games/*/samples/{battle}-mistakes.cs.txt")).read_bytes()
    wrong = hand_in(client, "cs", file=[("hra.txt", record)])
    answer = client.get(wrong.at("fr", f"/record.{form}"))
    assert answer.text == convert(read(Upload(record)), form.removesuffix(".txt"))
    assert answer.headers["Content-Disposition"].startswith(f"attachment; filename={battle}-")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    again = hand_in(client, file=answer.data)
    assert client.get(again.at("en", "/record.json")).data == client.get(wrong.at("en", "/record.json")).data


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_record_of_which_a_part_is_misread_has_no_canonical_form(client: FlaskClient, language: str) -> None:
    handed = hand_in(client, text=WRONG.decode() + "K Rychard: Útokk\n")
    assert "verdict--misread" in client.get(handed.at(language)).text
    answer = client.get(handed.at(language, "/record.fr.txt"))
    assert (answer.status_code, answer.content_type) == (422, "text/html; charset=utf-8")
    assert f'<html lang="{language}"' in answer.text
    assert "19" in answer.text  # the line


def test_the_report_as_data(client: FlaskClient, wrong: Handed) -> None:
    report = client.get(wrong.at("fr", "/report.json"))
    assert report.content_type == "application/json"
    read_report(report.data)
    told = json.loads(report.data)
    assert told["record"]["players"] == {"ayyubid": "Amira", "crusader": "Benoît"}
    assert len(told["findings"]) == 3
    log = client.get(wrong.at("fr", "/report.sarif"))
    assert log.content_type == "application/sarif+json"
    places = [result["locations"][0]["physicalLocation"] for result in json.loads(log.data)["runs"][0]["results"]]
    assert [place["artifactLocation"]["uri"] for place in places] == ["hra.txt"] * 3
    assert [place["region"]["startLine"] for place in places] == [16, 17, 18]


def test_the_moves_as_a_table(client: FlaskClient, wrong: Handed) -> None:
    answer = client.get(wrong.at("cs", "/moves.csv"))
    assert answer.data.startswith(b"\xef\xbb\xbf")
    rows = list(csv.reader(StringIO(answer.data.decode("utf-8-sig"))))
    assert rows[0] == ["Krok", "Kolo", "Strana", "Slovy", "Verdikty"]
    assert [row[0] for row in rows[1:]] == [str(n) for n in range(1, 17)]
    assert [row[0] for row in rows[1:] if row[4]] == ["12", "14", "16"]


@pytest.mark.parametrize("cell", ["=1+1", "+1", "-1", "@x", "\t=1", "\r=1", " =1", "'=1", '"=1', "|x", "%x", "\n=1"])
def test_no_cell_is_a_formula(cell: str) -> None:
    assert defused(cell) == f"'{cell}"
    assert defused(f"x{cell}") == f"x{cell}"


def test_a_comment_that_would_be_a_formula(client: FlaskClient) -> None:
    comment = '=HYPERLINK("http://x.test","x")'
    tree = json.loads(CLEAN)
    tree["moves"].append({"do": "note", "text": comment})
    handed = hand_in(client, file=json.dumps(tree).encode())
    rows = list(csv.reader(StringIO(client.get(handed.at("en", "/moves.csv")).data.decode("utf-8-sig"))))
    assert comment in rows[-1][3]
    assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for row in rows for cell in row)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("hra.txt", "hra.txt"),
        ("hra.txt.gz", "hra.txt"),
        ("../../etc/passwd", "passwd"),
        ("C:\\games\\one.txt", "one.txt"),
        ("", "record-1.txt"),
        ("příliš.txt", "%C5%99"),
        ('x"; filename="y.txt', "y.txt"),
        ("<script>.txt", "<script>.txt"),
    ],
)
def test_the_original_is_handed_over_under_a_harmless_name(client: FlaskClient, name: str, told: str) -> None:
    fields = {"file": [(name, WRONG)]} if name else {"text": WRONG.decode()}
    handed = hand_in(client, **fields)
    answer = client.get(handed.at("en", "/original"))
    assert answer.data == WRONG
    assert answer.content_type == "text/plain; charset=utf-8"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    disposition = answer.headers["Content-Disposition"]
    assert disposition.startswith("attachment; filename")
    assert told in disposition
    assert "/" not in disposition
    assert "<script>.txt" not in client.get(handed.at("en")).text


def test_json_is_handed_over_as_json(client: FlaskClient) -> None:
    assert client.get(hand_in(client, file=CLEAN).at("en", "/original")).content_type == "application/json"


# the PDF


@pytest.mark.parametrize("query", ["?paper=a3", "?with=de", "?paper=%0d%0a"])
def test_only_papers_and_languages_there_are(client: FlaskClient, wrong: Handed, query: str) -> None:
    assert client.get(wrong.at("en", f"/summary.pdf{query}")).status_code == 422


def test_the_pdf_is_waited_for_and_then_there(app: Flask, client: FlaskClient, wrong: Handed) -> None:
    address = wrong.at("fr", "/summary.pdf?paper=letter&with=cs")
    page = client.get(address)
    assert (page.status_code, page.content_type) == (202, "text/html; charset=utf-8")
    assert client.get(address, headers={"Accept": "application/json"}).json["is_waiting"]  # type: ignore[index]  # JSON
    uploads: UploadService = app.extensions["uploads"]()
    opened = uploads.open(wrong.path.rpartition("/")[2])
    asked = files.summary(uploads, opened, ("fr", "cs"), "letter", f"http://localhost{wrong.path}")
    with uploads.store.write() as session:
        body = encryption.encrypt_file(b"%PDF-1.7 made", asked.key, f"http://localhost{wrong.path}")
        repo.add_file(session, asked.key, body, opened.record)
    made = client.get(address)
    assert (made.status_code, made.content_type, made.data) == (200, "application/pdf", b"%PDF-1.7 made")
    assert made.headers["Content-Disposition"].startswith("inline; filename=saladin-arsuf-")
    assert made.headers["Cache-Control"] == "private, no-store"
    tag = made.headers["ETag"]
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 304


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_check_page_leads_to_blank_score_sheets_of_every_battle(client: FlaskClient, language: str) -> None:
    page = client.get(f"/{language}/check/").text
    sheets = [
        ScoreSheet(game=game, scenario=battle, languages=(language,))
        for game in GAMES
        for battle in library.scenario_ids(game)
    ]
    for sheet in sheets:
        path = printing.address(sheet, language, ".pdf")
        assert f'href="{path.replace("&", "&amp;")}"' in page
        assert f'href="{path.replace("&", "&amp;")}&amp;paper=letter"' in page
        assert client.get(path).status_code == 202  # no runner here: it says that the sheet is being made
        assert client.get(path).status_code == 202


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_the_score_sheet_was_it_still_is(client: FlaskClient, language: str) -> None:
    old = f"/{language}/check/saladin/arsuf/score-sheet.pdf"
    new = f"/{language}/print/score-sheet.pdf?scenario=arsuf"
    assert client.get(old).headers["Location"] == new
    assert client.get(f"{old}?paper=letter&with={language}").headers["Location"] == f"{new}&paper=letter"
    assert client.get(old, follow_redirects=True).status_code == 202
    assert client.get(f"/{language}/check/saladin/nowhere/score-sheet.pdf").status_code == 404
    assert client.get(f"{old}?paper=a0").status_code == 422
