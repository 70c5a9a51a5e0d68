"""Printing from the site: the list, the form of each document, the preview, the PDF; every choice has one address."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image
from sqlalchemy import delete
from werkzeug.datastructures import MultiDict

from engine import GAMES
from refsvc import create_app, library
from refsvc.config import LANGUAGES
from refsvc.i18n.catalogue import text
from refsvc.printing import document_options, document_registry
from refsvc.printing import picture as picture_of
from refsvc.printing.document_choices import Cards, Choice
from refsvc.store import repo
from refsvc.store.models import JobRow
from refsvc.uploads import files
from refsvc.uploads.service import UploadService
from refsvc.web import assets
from refsvc.web.pages import printing
from refsvc.web.response_cache import LRU, Answer, ResponseCache
from tests.refsvc.uploads.examples import score_sheet

SITE = "http://localhost"
SHEET = score_sheet("arsuf", ("en",))


@pytest.fixture
def own(tmp_path: Path) -> Flask:
    """A service of its own: what is made there, no other test knows of."""
    return create_app({"language": "en", "instance": tmp_path})


def keep(app: Flask, choice: Choice, body: bytes) -> None:
    """Puts a document where a job would."""
    uploads: UploadService = app.extensions["uploads"]()
    asked = files.document(uploads, choice, SITE)
    with uploads.store.write() as session:
        repo.add_file(session, asked.key, body, None)


def controls(page: str) -> MultiDict[str, str]:
    """What a browser without script sends when the form on a page is left as it is."""
    found: MultiDict[str, str] = MultiDict()
    form = page[page.index('<form action="/') :]
    form = form[form.index("autocomplete") : form.index("</form>")]
    for tag in re.findall(r"<input [^>]*>|<select .*?</select>", form, re.DOTALL):
        name = re.search(r'name="([^"]*)"', tag)
        value = re.search(r'<option value="([^"]*)" selected' if tag.startswith("<select") else r'value="([^"]*)"', tag)
        assert name, tag
        assert value, tag
        if 'type="checkbox"' not in tag or " checked" in tag:
            found.add(name[1], unescape(value[1]))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_leads_to_every_document(client: FlaskClient, language: str) -> None:
    page = client.get(f"/{language}/print/").text
    for name in document_registry.DOCUMENTS:
        assert f'href="/{language}/print/{name}"' in page
        assert text(f"printing.document.{name}.title", language) in page
    assert f'href="/{language}/print/"' in client.get(f"/{language}/").text
    for game in GAMES:
        asked = "" if game == GAMES[0] else f"?game={game}"
        for kind in ("cards", "rules", "aid"):
            assert f'href="/{language}/print/{kind}{asked}"' in client.get(f"/{language}/{game}/{kind}/").text
    assert f'href="/{language}/print/"' in client.get(f"/{language}/check/").text


@pytest.mark.parametrize(
    ("name", "game"),
    [(name, game) for name, one in document_registry.DOCUMENTS.items() for game in document_options.games(one.choice)],
)
def test_the_form_left_as_it_is_asks_for_the_same(client: FlaskClient, name: str, game: str) -> None:
    kind = document_registry.DOCUMENTS[name].choice
    default = document_options.read(kind, {"game": [game]}, "fr")
    page = client.get(printing.address(default, "fr"))
    assert document_options.read(kind, dict(controls(page.text).lists()), "fr") == default
    words = {field.word for field in document_options.asked(kind, game) if field.kind not in ("game", "cards")}
    sent = {word for word in controls(page.text) if not word.startswith(document_options.COUNT)}
    assert sent - {"game"} == words


def test_the_form_shows_what_was_chosen(client: FlaskClient) -> None:
    asked = "cards=hattin-saladin:2,arsuf-richard&lang=cs&backs=no&bleed=1.5"
    answer = client.get(f"/en/print/cards?{asked}")
    assert answer.status_code == 302
    canonical = "lang=cs&cards=hattin-saladin:2,arsuf-richard&bleed=1.5&backs=no"
    assert answer.headers["Location"] == f"/en/print/cards?{canonical}"
    page = client.get(answer.headers["Location"])
    assert page.status_code == 200
    sent = controls(page.text)
    again = client.get("/en/print/cards", query_string=sent)
    assert again.headers["Location"] == f"/en/print/cards?{canonical}"
    pdf = client.get("/en/print/cards.pdf", query_string=sent)
    assert pdf.headers["Location"] == f"/en/print/cards.pdf?{canonical}"
    for language in ("fr", "cs"):
        assert f'href="/{language}/print/cards?{canonical.replace("&", "&amp;")}" lang="{language}"' in page.text


def test_without_a_language_the_document_speaks_that_of_the_reader(client: FlaskClient) -> None:
    page = client.get("/en/print/score-sheet?scenario=arsuf").text
    assert 'href="/cs/print/score-sheet?scenario=arsuf"' in page
    assert '<option value="cs" selected>' in client.get("/cs/print/score-sheet?scenario=arsuf").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_can_not_be_chosen_is_named_and_the_rest_stands(client: FlaskClient, language: str) -> None:
    page = client.get(f"/{language}/print/cards?paper=letter&bleed=99&size=<b>")
    assert page.status_code == 422
    assert 'role="alert"' in page.text
    assert "99" in page.text
    assert "<b>" not in page.text
    assert '<option value="letter" selected>' in page.text
    for path in ("cards.pdf?paper=a0", "cards.png?nothing=1", "score-sheet.pdf?backs=no"):
        assert client.get(f"/{language}/print/{path}").status_code == 422
    for path in ("nothing", "nothing.pdf", "cards.gif"):
        assert client.get(f"/{language}/print/{path}").status_code == 404


def test_the_first_page_is_waited_for_and_then_there(own: Flask) -> None:
    client = own.test_client()
    path = printing.address(SHEET, "en")
    page = client.get(path)
    assert page.status_code == 200
    assert "data-waiting" in page.text
    assert '<noscript><meta http-equiv="refresh"' in page.text
    told = client.get(path, headers={"Accept": "application/json"})
    assert (told.status_code, told.json) == (202, {"is_waiting": True})
    picture = client.get(printing.address(SHEET, "en", ".png"))
    assert picture.headers["Location"] == assets.address("icons/sheet.svg")
    waiting = client.get(printing.address(SHEET, "en", ".pdf"))
    assert waiting.status_code == 202
    assert f'href="{path}"' in waiting.text
    keep(own, SHEET, document_registry.make(SHEET))
    page = client.get(path)
    assert f'src="{printing.address(SHEET, "en", ".png")}" alt="First page: Score sheet">' in page.text
    assert "data-waiting" not in page.text
    assert client.get(path, headers={"Accept": "application/json"}).status_code == 200
    picture = client.get(printing.address(SHEET, "en", ".png"))
    assert picture.content_type == "image/png"
    with Image.open(BytesIO(picture.data)) as drawn:
        assert max(drawn.size) <= picture_of.HEIGHT + 1  # a part of a pixel
        assert len(drawn.convert("L").getcolors() or ()) > 10  # there is something on it


def test_why_there_is_no_first_page(own: Flask) -> None:
    client = own.test_client()
    for card in ("hattin-saladin", "arsuf-richard", "arsuf-saladin", "arsuf-sable", "hattin-lusignan"):
        assert "data-waiting" in client.get(f"/en/print/cards?cards={card}").text
    page = client.get("/en/print/cards?cards=arsuf-aslam")
    assert page.status_code == 200
    assert "as many jobs waiting as are allowed: 5" in page.text
    busy = client.get("/en/print/cards.pdf?cards=arsuf-aslam")
    assert (busy.status_code, busy.headers["Retry-After"]) == (503, "10")


def test_a_pdf_that_was_made_is_given_out_before_flask(own: Flask) -> None:
    client = own.test_client()
    path = printing.address(SHEET, "en", ".pdf")
    cache: ResponseCache = own.extensions["response_cache"]
    assert cache.find("GET", *path.split("?")) is None
    keep(own, SHEET, b"%PDF-1.7 made")
    made = client.get(path)
    assert (made.status_code, made.content_type, made.data) == (200, "application/pdf", b"%PDF-1.7 made")
    assert made.headers["Content-Disposition"] == "inline; filename=saladin-arsuf-score-sheet-en.pdf"
    assert made.headers["Cache-Control"] == "public, no-cache"
    answer = cache.find("GET", *path.split("?"))
    assert answer is not None
    assert answer.body == made.data
    tag = made.headers["ETag"]
    assert client.get(path, headers={"If-None-Match": tag}).status_code == 304
    assert client.head(path).data == b""
    assert cache.find("POST", *path.split("?")) is None
    assert cache.find("GET", path.split("?")[0], "scenario=hattin") is None


def test_an_address_that_anybody_gave_is_in_nobody_elses_codes(own: Flask, tmp_path: Path) -> None:
    """A card leads to the site: as it was set, or as each reader reached it, and then it is kept for each by itself."""
    cards = Cards(game="saladin", languages=("en",), cards={"arsuf-richard": 1})
    path = printing.address(cards, "en", ".pdf")
    keep(own, cards, b"%PDF for localhost")
    assert own.test_client().get(path).data == b"%PDF for localhost"
    cache: ResponseCache = own.extensions["response_cache"]
    assert cache.find("GET", *path.split("?")) is None
    assert own.test_client().get(path, base_url="http://192.0.2.7/").status_code == 202
    known = create_app({"language": "en", "instance": tmp_path, "address": SITE})
    assert known.test_client().get(path, base_url="http://192.0.2.7/").data == b"%PDF for localhost"
    kept: ResponseCache = known.extensions["response_cache"]
    assert kept.find("GET", *path.split("?")) is not None


def test_the_cache_has_an_end() -> None:
    cache = LRU(100)
    for number in range(6):
        cache.put(f"/{number}?", Answer(bytes(25), "application/pdf"))
    assert [bool(cache.get(f"/{number}?")) for number in range(6)] == [False, False, True, True, True, True]
    cache.put("/2?", Answer(bytes(20), "application/pdf"))  # the same again is there once
    cache.put("/6?", Answer(bytes(5), "application/pdf"))
    assert cache.get("/3?")
    cache.put("/large?", Answer(bytes(26), "application/pdf"))
    assert cache.get("/large?") is None


def test_fixed_documents_are_made_once(own: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    uploads: UploadService = own.extensions["uploads"]()
    monkeypatch.setattr(document_registry, "make", lambda choice, _site: document_options.query(choice, "").encode())
    assert list(files.make_fixed(uploads)) == list(document_registry.fixed())
    assert list(files.make_fixed(uploads)) == []
    path = printing.address(SHEET, "en", ".pdf")
    assert own.test_client().get(path).data == b"scenario=arsuf&lang=en"


def test_robots_need_not_print(client: FlaskClient) -> None:
    assert "Disallow: /cs/print/*?" in client.get("/robots.txt").text


def test_the_api_prints(own: Flask) -> None:
    client = own.test_client()
    path = "/api/v1/games/saladin/documents/score-sheet.pdf?scenario=arsuf&lang=en"
    waiting = client.get(path)
    assert waiting.status_code == 202
    assert (waiting.json or {})["kind"] == "score-sheet"
    assert waiting.headers["Location"].endswith((waiting.json or {})["id"])
    keep(own, SHEET, b"%PDF-1.7 made")
    made = client.get(path)
    assert (made.status_code, made.content_type, made.data) == (200, "application/pdf", b"%PDF-1.7 made")
    assert made.headers["Content-Disposition"] == 'attachment; filename="saladin-arsuf-score-sheet-en.pdf"'
    cards = client.get("/api/v1/games/saladin/documents/cards.pdf?cards=arsuf-richard:2,hattin-saladin&right=0.123")
    assert cards.status_code == 202
    many = ",".join(f"{card}:20" for card in ("arsuf-richard", "arsuf-sable", "arsuf-aslam", "arsuf-saladin"))
    over = client.get(f"/api/v1/games/saladin/documents/cards.pdf?cards={many},hattin-saladin:20,hattin-lusignan")
    assert over.status_code == 422
    assert client.get("/api/v1/games/saladin/documents/cards.pdf?right=nan").status_code == 400


@pytest.mark.parametrize("game", GAMES)
def test_the_api_prints_every_document_of_a_game_and_no_other(own: Flask, game: str) -> None:
    uploads: UploadService = own.extensions["uploads"]()
    battle = library.in_order(game)[0]
    for name, document in document_registry.DOCUMENTS.items():
        asked = any(field.word == "scenario" for field in document_options.asked(document.choice, game))
        query = f"?scenario={battle}" if asked else ""
        answer = own.test_client().get(f"/api/v1/games/{game}/documents/{name}.pdf{query}")
        assert answer.status_code == (202 if game in document_options.games(document.choice) else 422), (
            name,
            answer.text,
        )
        with uploads.store.write() as session:
            session.execute(delete(JobRow))  # so many jobs of one address may not wait at once
