"""The report: what its page shows in every language, its replay, its table, its owner, and how private it is."""

from __future__ import annotations

import gzip
import json
import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine import GAMES
from engine.core.chance import Seeded
from engine.core.moves import MoveBase
from engine.core.playout import playout
from engine.core.record import Header, write_record
from refsvc import library
from refsvc.config import LANGUAGES
from refsvc.paths import PACKAGE
from refsvc.store import repo
from refsvc.store.models import JobRow, ReportRow
from refsvc.uploads.service import UploadService
from refsvc.web.sitemap import SITE
from tests.refsvc.web.checking import CLEAN, WRONG, Handed, hand_in, send
from tests.refsvc.web.test_pages import MOST_PACKED, Page


@pytest.fixture(scope="module")
def wrong(app: Flask) -> Handed:
    return hand_in(app.test_client(), "cs", file=[("hra.txt", WRONG)])


def uploads_of(app: Flask) -> UploadService:
    found: UploadService = app.extensions["uploads"]()
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_is_in_the_readers_language(client: FlaskClient, wrong: Handed, language: str) -> None:
    page = client.get(wrong.at(language))
    assert page.status_code == 200
    read = Page(page.text)
    assert (read.language, read.faults, read.headings.count("h1")) == (language, [], 1)
    assert len(read.ids) == len(set(read.ids))
    assert {"finding-1", "finding-2", "finding-3", "replay", "record", "statistics", "account", "downloads"} <= {
        *read.ids
    }
    for link in read.links:
        target, _, anchor = link.partition("#")
        if not target:
            assert anchor in read.ids, link
        elif "/rules/" in target:
            assert SITE.find(target), link
    for rule in ("action.target-listed", "action.status", "activation.pass"):
        assert f"/{language}/saladin/rules/saladin.{rule}" in read.links
    assert not re.search(r"\[[a-z.#-]+\]<|\{[a-z_]+\}", page.text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_report_of_every_game_has_all_its_parts(app: Flask, client: FlaskClient, game: str, language: str) -> None:
    record = next(path for path in sorted(PACKAGE.glob(f"games/{game}/samples/{game}-*-mistakes.en.txt"))).read_bytes()
    handed = hand_in(app.test_client(), "en", file=[("game.txt", record)])
    page = client.get(handed.at(language))
    assert page.status_code == 200
    read = Page(page.text)
    assert (read.language, read.faults, read.headings.count("h1")) == (language, [], 1)
    assert len(read.ids) == len(set(read.ids))
    assert {"finding-1", "replay", "record", "statistics", "account", "downloads", "why"} <= {*read.ids}
    assert not re.search(r"\[[a-z.#-]+\]<|\{[a-z_]+\}", page.text)
    for link in read.links:
        if "/rules/" in link:
            assert SITE.find(link.partition("#")[0]), link
    for at in (0, 5, 20):
        assert client.get(handed.at(language) + f"?at={at}").status_code == 200
        part = client.get(handed.at(language, "/position") + f"?at={at}")
        assert part.status_code == 200
        assert "data-position" in part.text


def test_a_question_is_answered_without_script(client: FlaskClient) -> None:
    record = (PACKAGE / "games" / "napoleonics" / "samples" / "napoleonics-training-3-mistakes.en.txt").read_bytes()
    handed = hand_in(client, "en", file=[("game.txt", record)])
    said = {
        "en": ("Allowed here.", "1 hit or more"),
        "fr": ("Permis ici.", "1 touche ou plus"),
        "cs": ("Tady je to dovoleno.", "1 zásah nebo víc"),
    }
    for language, words in said.items():
        page = unescape(client.get(handed.at(language) + "?at=18&unit=C11&target=E12").text).replace("\xa0", " ")
        for word in words:
            assert word in page
    refused = client.get(handed.at("en") + "?at=18&unit=C8&target=G6").text
    assert "Not allowed here." in refused
    assert "napoleonics.ranged.range" in refused
    for nonsense in ("?at=18&unit=C11&target=%3Cb%3E", "?unit=Z99&target=E12", "?unit=" + "9" * 3000):
        answer = client.get(handed.at("en") + nonsense)
        assert answer.status_code == 200
        assert "asking-answer" not in answer.text


def test_the_sentences_of_a_czech_record_in_french(client: FlaskClient, wrong: Handed) -> None:
    page = unescape(client.get(wrong.at("fr")).text).replace("\xa0", " ")
    assert "La bannière de Sulaymân n’est pas une cible de l’action Charge de la bannière de Richard." in page
    assert "3 erreurs ont été constatées." in page
    assert "K Richard Lví srdce: Útok > Sulajmán [2]" in page  # as it was written
    assert "Richard : Charge > Sulaymân [2]" in page


def test_a_clean_record_says_so(client: FlaskClient) -> None:
    page = client.get(hand_in(client, file=CLEAN).at("en")).text
    assert "chip--clean" in page
    assert 'id="findings"' not in page


@pytest.mark.parametrize(
    "path", ["", "/position?at=3", "/report.json", "/original", "/moves.csv", "/delete?own=OWN", "?own=OWN"]
)
def test_everything_under_a_token_is_private(client: FlaskClient, wrong: Handed, path: str) -> None:
    answer = client.get(wrong.at("en", path.replace("OWN", wrong.own)))
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert "noindex" in answer.headers["X-Robots-Tag"]
    policy = "same-origin" if "delete" in path else "no-referrer"
    assert answer.headers["Referrer-Policy"] == policy
    assert "Set-Cookie" not in answer.headers


def test_an_address_without_a_language_leads_to_the_readers(client: FlaskClient, wrong: Handed) -> None:
    for rest in ("", "?at=3", "/moves.csv", "/1?finding=2&own=x"):
        answer = client.get(wrong.path + rest, headers={"Accept-Language": "cs"})
        assert (answer.status_code, answer.headers["Location"]) == (302, f"/cs{wrong.path}{rest}")
        assert "Accept-Language" in answer.headers["Vary"]
        assert "no-store" in answer.headers["Cache-Control"]


def test_the_language_switch_keeps_the_place(client: FlaskClient, wrong: Handed) -> None:
    page = unescape(client.get(wrong.at("cs", "?at=5&finding=2")).text)
    assert f'href="{wrong.at("fr", "?at=5&finding=2")}"' in page
    page = unescape(client.get(wrong.at("cs", f"?own={wrong.own}")).text)
    assert f'href="{wrong.at("fr", f"?own={wrong.own}")}"' in page


# the replay


@pytest.mark.parametrize(
    ("at", "ways"),
    [
        (0, ["", "", "1", "16", "", "12"]),
        (5, ["0", "4", "6", "16", "", "12"]),
        (12, ["0", "11", "13", "16", "", "14"]),
        (16, ["0", "15", "", "", "14", ""]),
        (99, ["0", "15", "", "", "14", ""]),
    ],
)
def test_every_position_has_its_ways_on(client: FlaskClient, wrong: Handed, at: int, ways: list[str]) -> None:
    names = ("first", "previous", "next", "last", "previous-finding", "next-finding")
    for address in (f"?at={at}", f"/position?at={at}"):
        html = client.get(wrong.at("en", address)).text
        for name, way in zip(names, ways, strict=True):
            assert f'data-{name}="{way}"' in html, (address, name)
    page = client.get(wrong.at("en", f"?at={at}")).text
    for name, way in zip(names, ways, strict=True):
        link = re.search(rf'data-way="{name}" href="([^"]*)"( aria-disabled="true")?', page)
        assert link is not None
        assert (f"at={way or min(at, 16)}" in link[1], bool(link[2])) == (True, not way)


@pytest.mark.parametrize("asked", ["-1", "x", "9" * 5000, "1e3", "٣", "", "%00", "3;4"])
def test_any_number_may_be_asked_for(client: FlaskClient, wrong: Handed, asked: str) -> None:
    for name in ("at", "finding", "row"):
        assert client.get(wrong.at("en", f"?{name}={asked}")).status_code == 200


def test_a_finding_has_an_address_of_its_own(client: FlaskClient, wrong: Handed) -> None:
    page = client.get(wrong.at("en", "?finding=2")).text
    assert 'data-at="14"' in page
    assert f"{wrong.at('en')}?finding=2#finding-2" in unescape(page)


# large records


BEGINNING = 80  # moves: none of the games comes to its end


def long_record(moves: int) -> bytes:
    """Beginnings of games one after the other, as if they were one: hardly a move of it can be right."""
    header = Header(format="refsvc-record/1", game="saladin", scenario="arsuf", values="refsvc")
    made: list[MoveBase] = []
    seed = 0
    while len(made) < moves:
        made += playout(library.open_game(header), Seeded(seed))[:BEGINNING]
        seed += 1
    return write_record(header, made[:moves])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "battle"), [("saladin", "hattin"), ("napoleonics", "training-3")])
def test_a_whole_game_is_a_small_page(client: FlaskClient, game: str, battle: str, language: str) -> None:
    header = Header(format="refsvc-record/1", game=game, scenario=battle, values="refsvc")
    played = playout(library.open_game(header), Seeded(3))
    page = client.get(hand_in(client, file=write_record(header, played)).at(language))
    assert len(gzip.compress(page.data)) < MOST_PACKED["html"]
    packed = client.get(page.request.path, headers={"Accept-Encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert b"data-position" in gzip.decompress(packed.data)


def test_a_hopeless_record_is_shown_in_portions(client: FlaskClient) -> None:
    handed = hand_in(client, file=long_record(400))
    page = client.get(handed.at("en"))
    assert len(gzip.compress(page.data)) < 2 * MOST_PACKED["html"]
    cards = re.findall(r'<article class="verdict[^>]* id="finding-(\d+)"', page.text)
    assert len(cards) == 10
    following = re.search(r'rel="next" href="([^"]*#findings)"', page.text)
    assert following is not None
    other = client.get(unescape(following[1])).text
    others = re.findall(r'<article class="verdict[^>]* id="finding-(\d+)"', other)
    assert len(others) == 10
    assert not {*cards} & {*others}
    assert client.get(handed.at("en", "?at=350")).text.count("data-number=") == 100
    assert 'data-number="350"' in client.get(handed.at("en", "?at=350")).text


# many records


def test_many_records_have_a_table_and_a_page_each(client: FlaskClient) -> None:
    files = [("one.txt", WRONG), ("two.json", CLEAN), ("three.txt", b"Game: Chess\n\nC passes\n")]
    handed = hand_in(client, "fr", file=files)
    page = unescape(client.get(handed.at("fr", f"?own={handed.own}")).text).replace("\xa0", " ")
    for word in ("one.txt", "two.json", "three.txt", "Amira – Benoît", "3 relevés", "1 sans erreur", "1 illisible"):
        assert word in page, word
    for number in (1, 2, 3):
        assert f"{handed.at('fr', f'/{number}')}?own={handed.own}" in page
    assert "verdict--illegal" in client.get(handed.at("en", "/1")).text
    assert "chip--clean" in client.get(handed.at("en", "/2")).text
    unread = client.get(handed.at("cs", "/3"))
    assert unread.status_code == 422
    assert '<li class="is-here"><span class="source-num">1</span><code>Game: <mark' in unread.text
    assert client.get(handed.at("en", "/4")).status_code == 404
    assert client.get(handed.at("en", "/3/report.json")).status_code == 422
    assert client.get(handed.at("en", "/3/original")).data == files[2][1]
    assert client.get(handed.at("en", "/2/position?at=1")).status_code == 200


def test_a_file_with_a_record_on_each_line(client: FlaskClient) -> None:
    line = json.dumps(json.loads(CLEAN)).encode()
    handed = hand_in(client, file=[("games.jsonl", line + b"\n" + line + b"\n")])
    assert client.get(handed.at("en")).text.count("games.jsonl") == 2
    assert "of 2" in client.get(handed.at("en", "/2")).text


# what takes longer


def test_while_it_is_checked_the_same_address_says_so(app: Flask, client: FlaskClient) -> None:
    handed = hand_in(client, file=long_record(20_001))
    page = client.get(handed.at("cs", f"?own={handed.own}"))
    assert page.status_code == 202
    assert '<noscript><meta http-equiv="refresh"' in page.text
    for part in ("/position?at=1", "/report.json", "/summary.pdf"):
        early = client.get(handed.at("cs", part))
        assert (early.status_code, early.headers["Retry-After"]) == (503, "10"), part
    told = client.get(handed.at("cs"), headers={"Accept": "application/json"}).json
    assert told is not None
    assert told["is_waiting"]
    job = uploads_of(app).job_of(handed.path.rpartition("/")[2])
    assert job is not None
    with uploads_of(app).store.write() as session:
        row = session.get(JobRow, job)
        assert row is not None
        row.state, row.fault = "failed", "too-slow"
    failed = client.get(handed.at("en"))
    assert failed.status_code == 500
    assert "longer than is allowed" in failed.text


# versions of the rules


def test_an_earlier_verdict_stays(app: Flask, client: FlaskClient, wrong: Handed) -> None:
    uploads = uploads_of(app)
    opened = uploads.open(wrong.path.rpartition("/")[2])
    with uploads.store.write() as session:
        row = repo.find_report(session, opened.record, opened.choices.key, library.rules_version())
        assert row is not None
        body = row.body
        values = {column.name: getattr(row, column.name) for column in ReportRow.__table__.columns}
        session.merge(ReportRow(**{**values, "rules": "000000000000", "body": body}))
    page = client.get(wrong.at("en")).text
    assert "?rules=000000000000" in page
    earlier = client.get(wrong.at("en", "?rules=000000000000"))
    assert earlier.status_code == 200
    assert earlier.text.count('<article class="verdict ') == 3
    assert client.get(wrong.at("en", "/report.json?rules=000000000000")).status_code == 200
    assert client.get(wrong.at("en", "?rules=111111111111")).status_code == 404


# its owner


def test_only_the_owner_may_delete(client: FlaskClient) -> None:
    handed, other = hand_in(client, text=WRONG.decode()), hand_in(client, text=WRONG.decode())
    for own in ("", "x", other.own, handed.path.rpartition("/")[2]):
        assert client.get(handed.at("en", f"/delete?own={own}")).status_code == 404
        assert client.post(handed.at("en", "/delete"), data={"own": own}).status_code == 404
        assert "data-own=" not in client.get(handed.at("en", f"?own={own}")).text
    assert f'data-own="{handed.own}"' in client.get(handed.at("en", f"?own={handed.own}")).text
    asked = client.get(handed.at("fr", f"/delete?own={handed.own}"))
    assert f'value="{handed.own}"' in asked.text
    answer = client.post(handed.at("fr", "/delete"), data={"own": handed.own})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/fr/check/deleted")
    assert client.get(answer.headers["Location"]).status_code == 200
    for part in ("", "/report.json", "/original", "/summary.pdf", f"/delete?own={handed.own}"):
        gone = client.get(handed.at("fr", part))
        assert gone.status_code == 404
        assert gone.headers["Cache-Control"] == "private, no-store"
    assert client.get(other.at("en")).status_code == 200


def test_tokens_are_not_guessed_by_their_form(client: FlaskClient) -> None:
    for token in ("x", "a" * 22, "a" * 21, "a" * 23, "../../etc", "%00" * 22):
        assert client.get(f"/en/check/{token}").status_code == 404


def test_the_report_of_another_record_is_another(client: FlaskClient) -> None:
    one, two = hand_in(client, text=WRONG.decode()), hand_in(client, file=CLEAN)
    assert one.path != two.path
    assert send(client, text=WRONG.decode()).headers["Location"] != one.path


OPEN = """\
Game: Napoleonics
Scenario: Training 1: Two Slopes
{head}
B Attack Center: H6 H8 G7
H6-G6
F Attack Center: C7 B5
C7 > G7 | ICAFS
B Forwrd
C7 > B7
"""
ANOTHER = "Scenario hash: a6bd48ba899d1bd0\n"  # on which whatever is found is doubtful


@pytest.mark.parametrize(
    ("language", "said", "form"),
    [
        ("en", "1 point could not be verified", "Napoleonics: the values of your box"),
        ("fr", "1 point n’a pas pu être vérifié", "Napoleonics : les valeurs de votre boîte"),
        ("cs", "1 bod nešlo ověřit", "Napoleonics: hodnoty z vaší krabice"),
    ],
)
def test_what_is_not_verified_stands_before_the_mistakes(
    client: FlaskClient, language: str, said: str, form: str
) -> None:
    page = unescape(client.get(hand_in(client, text=OPEN.format(head="")).at(language)).text).replace("\u00a0", " ")
    assert page.index("<h1") < page.index(said) < page.index('id="findings"')
    assert f'<a class="btn" href="/{language}/napoleonics/box/">{form}</a>' in page


def test_where_all_is_known_nothing_stands_there(client: FlaskClient) -> None:
    page = client.get(hand_in(client, text=OPEN.format(head="Values: refsvc\n")).at("en")).text
    assert 'id="unverified"' not in page


def test_what_depends_on_an_unread_line_stands_beside_it(client: FlaskClient) -> None:
    """Not folded away among what follows, and each with an address of its own."""
    page = client.get(hand_in(client, text=OPEN.format(head=ANOTHER)).at("en")).text
    card = page[page.index('class="verdict verdict--misread"') :]
    card = card[: card.index("</article>")]
    beside = card[card.index('class="depending"') : card.index("</section>")]
    assert "By the one that was played, it may be none." in beside
    assert "verdict--doubtful" in beside
    assert 'class="fold following"' not in card
    assert "on how this line was meant" in card
