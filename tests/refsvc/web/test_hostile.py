"""What nobody should send: each is told as a clear problem, never a fault of ours, and costs nothing that is stored."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import msgspec
import pytest
from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app

from tests.refsvc.web.api import CHECK, JSON, TEXT, application, kind, multipart, problem, record, rows, send

HEAD = record()[:-1].partition(b', "moves"')[0]
MOVES = b'"moves": [{"do": "start", "first": "crusader"}]'
PACKED = gzip.compress(record())
FORM = "multipart/form-data; boundary=border"


def with_header(part: bytes) -> bytes:
    return HEAD + b", " + part + b", " + MOVES + b"}"


def with_move(move: bytes) -> bytes:
    return HEAD + b', "moves": [' + move + b"]}"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    with application(tmp_path_factory.mktemp("hostile")) as app:
        assert send(app.test_client(), record()).status_code == 200
        yield app


JSONS = {  # what is sent as JSON, the rule that it breaks, and where
    "half a bracket": (b"{", "record.syntax", ""),
    "brackets": (b"[" * 100_000 + b"]" * 100_000, "record.type", ""),
    "deep header": (with_header(b'"position": ' + b'{"a":' * 90_000 + b"1" + b"}" * 90_000), "record.too-deep", ""),
    "deep move": (with_move(b'{"do": "note", "text": ' + b"[" * 90_000 + b"]" * 90_000 + b"}"), "record.too-deep", ""),
    "NaN": (with_header(b'"position": {"turn": NaN}'), "record.syntax", ""),
    "NaN in a move": (with_move(b'{"do": "turn", "number": NaN}'), "record.syntax", ""),
    "Infinity": (with_header(b'"position": {"turn": -Infinity}'), "record.syntax", ""),
    "a float beyond all": (with_header(b'"position": {"turn": 1e999}'), "record.syntax", "/position"),
    "a huge integer": (with_header(b'"position": {"turn": ' + b"9" * 100_000 + b"}"), "record.syntax", "/position"),
    "half a character": (with_header(rb'"event": "\ud800"'), "record.syntax", ""),
    "half a character as a key": (with_header(rb'"\ud800": 1'), "record.syntax", ""),
    "half a character in a move": (with_move(rb'{"do": "note", "text": "\udfff"}'), "record.syntax", ""),
    "half a character in bytes": (with_header(b'"event": "\xed\xa0\x80"'), "record.syntax", "/event"),
    "no UTF-8": (with_header(b'"event": "\xff"'), "record.syntax", "/event"),
    "a key twice": (with_header(b'"game": "saladin"'), "record.twice", ""),
    "moves twice": (with_header(MOVES), "record.twice", ""),
    "a key of a move twice": (with_move(b'{"do": "pass", "side": "crusader", "side": "ayyubid"}'), "record.twice", ""),
    "a key twice, once escaped": (with_header(rb'"\u0067ame": "saladin"'), "record.twice", ""),
    "something after it": (record() + b"x", "record.syntax", ""),
    "two side by side": (record() + record(), "record.syntax", ""),
    "no object": (b"null", "record.type", ""),
    "a string": (b'"Game: Saladin"', "record.type", ""),
    "a list": (b"[]", "record.type", ""),
    "text": (b"Game: Saladin\nScenario: Arsuf\n\nC starts\n", "record.type", ""),
    "UTF-16": (record().decode().encode("utf-16"), "record.type", ""),
    "an unknown key": (with_header(b'"<script>": 1'), "record.key", "/<script>"),
    "no moves": (HEAD + b', "moves": []}', "record.no-moves", "/moves"),
    "moves of another kind": (HEAD + b', "moves": 5}', "record.type", "/moves"),
}


@pytest.mark.parametrize(("data", "rule", "path"), JSONS.values(), ids=JSONS)
def test_json_that_can_not_be(app: Flask, data: bytes, rule: str, path: str) -> None:
    before = rows(app)
    for body in (data, gzip.compress(data)):
        told = problem(send(app.test_client(), body))
        assert (told.status, told.rule, told.path) == (422, rule, path)
    assert rows(app) == before


@pytest.mark.parametrize(
    "move",
    [b"null", b"[]", b"{}", b'{"do": "turn", "number": 1' + b"0" * 400 + b"}", b'{"do": "turn", "number": 1e400}',
     b'{"do": "turn", "number": -1}', b'{"do": "turn", "number": 9223372036854775808}',
     b'{"do": "note", "text": "\xff"}', b'{"do": "{{7*7}}"}', b'{"do": "pass", "side": "\\u0000"}',
     b'{"do": "count", "orders": {"a": {"b": 1e5}}}'],
    ids=ascii,
)  # fmt: skip
def test_a_move_that_can_not_be_is_misread_where_it_stands(app: Flask, move: bytes) -> None:
    answer = send(app.test_client(), with_move(b'{"do": "start", "first": "crusader"}, ' + move))
    assert answer.status_code == 200
    assert [(found["move"], found["verdict"]) for found in answer.json["findings"]] == [(2, "misread")]  # type: ignore[index]


TYPES: dict[str, tuple[bytes, str | None, dict[str, str], int, str]] = {
    "nothing": (b"", JSON, {}, 422, "empty"),
    "blanks": (b" \n\t", TEXT, {}, 422, "empty"),
    "no kind": (record(), None, {}, 415, "media-type"),
    "another kind": (record(), "application/xml", {}, 415, "media-type"),
    "a form without files": (b"file=x", "application/x-www-form-urlencoded", {}, 415, "media-type"),
    "another character set": (record(), "text/plain; charset=iso-8859-1", {}, 415, "charset"),
    "another compression": (record(), JSON, {"Content-Encoding": "br"}, 415, "encoding"),
    "compressed twice": (gzip.compress(PACKED), JSON, {"Content-Encoding": "gzip, gzip"}, 415, "encoding"),
    "a lie about compression": (record(), JSON, {"Content-Encoding": "gzip"}, 400, "gzip"),
    "a lie about the kind": (record(), "application/gzip", {}, 400, "gzip"),
    "gzip cut short": (PACKED[:-1], JSON, {}, 400, "gzip"),
    "gzip cut in two": (PACKED[: len(PACKED) // 2], JSON, {}, 400, "gzip"),
    "the head of gzip": (PACKED[:2], JSON, {}, 400, "gzip"),
    "gzip and a byte": (PACKED + b"\0", JSON, {}, 400, "gzip"),
    "gzip twice in a row": (PACKED * 2, JSON, {}, 400, "gzip"),
    "gzip with another sum": (PACKED[:-8] + bytes(8), JSON, {}, 400, "gzip"),
    "gzip in gzip": (gzip.compress(PACKED), TEXT, {}, 422, "record.missing"),
    "a bomb": (gzip.compress(bytes(200_000_000)), JSON, {}, 413, "unpacked-too-large"),
    "no key": (record(), JSON, {"Idempotency-Key": ""}, 400, "key"),
    "a key with a blank": (record(), JSON, {"Idempotency-Key": "a b" * 8}, 400, "key"),
}


@pytest.mark.parametrize(("data", "type_", "headers", "status", "expected"), TYPES.values(), ids=TYPES)
def test_bodies(
    app: Flask, data: bytes, type_: str | None, headers: dict[str, str], status: int, expected: str
) -> None:
    before = rows(app)
    answer = send(app.test_client(), data, type_, headers=headers)
    assert (answer.status_code, kind(answer)) == (status, expected)
    assert rows(app) == before
    if expected == "encoding":
        assert answer.headers["Accept-Encoding"] == "gzip"


def part(head: bytes, body: bytes = record()) -> bytes:
    return b"--border\r\nContent-Disposition: form-data" + head + b"\r\n\r\n" + body + b"\r\n"


END = b"--border--\r\n"
FILE = part(b'; name="file"; filename="a.json"')
FORMS = {
    "without its end": (FILE, 400, "form"),
    "cut short": (FILE[:-20], 400, "form"),
    "nothing in it": (END, 400, "form"),
    "another border": (FILE.replace(b"--border", b"--other"), 400, "form"),
    "a part without a name": (FILE + part(b"", b"x") + END, 400, "form"),
    "a part that is none": (FILE + b"--border\r\nX: y\r\n\r\nx\r\n" + END, 400, "form"),
    "no file": (part(b'; name="edition"', b"cs") + END, 422, "empty"),
    "an empty file": (part(b'; name="file"; filename="a"', b"") + END, 422, "empty"),
    "an unknown field": (FILE + part(b'; name="colour"', b"red") + END, 400, "parameter-unknown"),
    "an unknown file": (FILE + part(b'; name="colour"; filename="x"', b"red") + END, 400, "parameter-unknown"),
    "a field twice": (FILE + part(b'; name="edition"', b"cs") * 2 + END, 400, "parameter-twice"),
    "a box twice": (FILE + part(b'; name="box"; filename="b"', b"") * 2 + END, 400, "parameter-twice"),
    "a wrong field": (FILE + part(b'; name="edition"', b"\xff\x00") + END, 400, "parameter"),
    "a ruling both ways": (
        FILE + part(b'; name="rulings"', b"DIF-01:optional,DIF-01:mandatory") + END, 422, "choice"
    ),
    "no box file": (FILE + part(b'; name="box"; filename="b"', b"[") + END, 422, "box"),
    "many fields": (part(b'; name="edition"', b"") * 2_000 + END, 413, "form-too-large"),
}  # fmt: skip


@pytest.mark.filterwarnings("ignore:Exception ignored in")  # werkzeug leaves it to the collector to close what it read
@pytest.mark.parametrize(("data", "status", "expected"), FORMS.values(), ids=FORMS)
def test_forms(app: Flask, data: bytes, status: int, expected: str) -> None:
    before = rows(app)
    answer = send(app.test_client(), data, FORM)
    assert (answer.status_code, kind(answer)) == (status, expected)
    assert kind(send(app.test_client(), data, "multipart/form-data")) == "form"
    assert rows(app) == before


@pytest.mark.parametrize(
    ("name", "shown"),
    [("../../etc/passwd", "passwd"), (r"C:\\games\\arsuf.txt", "arsuf.txt"), ("x" * 300, "x" * 80), ("a\u202eb", "ab"),
     ("", ""), ("..", ".."), ("<script>alert(1)</script>.txt", "script>.txt"), ("{{7*7}}", "{{7*7}}")],
    ids=ascii,
)  # fmt: skip
def test_names_of_files_are_only_shown(app: Flask, name: str, shown: str) -> None:
    answer = app.test_client().post(CHECK, **multipart(("file", name, record()), ("file", "b.json", record())))
    assert answer.json["reports"][0]["file"] == shown  # type: ignore[index]


def test_a_part_with_a_huge_head_is_part_of_the_size(app: Flask) -> None:
    head = b'; name="file"; filename="a.json"\r\nX-Long: ' + b"x" * 300_000
    assert send(app.test_client(), part(head) + END, FORM).status_code == 200
    longer = b'; name="file"; filename="a.json"\r\nX-Long: ' + b"x" * 3_000_000
    assert kind(send(app.test_client(), part(longer) + END, FORM)) == "sent-too-large"


LENGTHS: dict[str, tuple[dict[str, Any], bytes, int, str]] = {
    "more than is there": ({"CONTENT_LENGTH": "5000"}, record(), 400, "request"),
    "more than came before the connection broke": (
        {"CONTENT_LENGTH": "5000", "wsgi.input_terminated": True}, record(), 400, "request"
    ),
    "less than is there": ({"CONTENT_LENGTH": "50"}, record(), 422, "record.syntax"),
    "below nothing": ({"CONTENT_LENGTH": "-1"}, record(), 422, "empty"),
    "no number": ({"CONTENT_LENGTH": "many"}, record(), 422, "empty"),
    "far too much": ({"CONTENT_LENGTH": "99999999999999999999"}, record(), 413, "sent-too-large"),
    "none": ({"CONTENT_LENGTH": None}, record(), 422, "empty"),
    "in pieces without end": (
        {"CONTENT_LENGTH": None, "wsgi.input_terminated": True, "HTTP_TRANSFER_ENCODING": "chunked"},
        b" " * 3_000_000, 413, "sent-too-large",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("said", "data", "status", "expected"), LENGTHS.values(), ids=LENGTHS)
def test_what_is_said_of_the_length(app: Flask, said: dict[str, Any], data: bytes, status: int, expected: str) -> None:
    code, told = raw(app, said, data)
    assert (code, told["type"]) == (status, f"urn:refsvc:{expected}")


def test_in_pieces(app: Flask) -> None:
    code, told = raw(app, {"CONTENT_LENGTH": None, "wsgi.input_terminated": True}, record())
    assert (code, told["clean"]) == (200, True)


def raw(app: Flask, said: dict[str, Any], data: bytes) -> tuple[int, Any]:
    """What comes of a request whose length is said by itself."""
    builder = EnvironBuilder(path=CHECK, method="POST", input_stream=BytesIO(data), content_type=JSON)
    environ = {key: value for key, value in {**builder.get_environ(), **said}.items() if value is not None}
    body, status, _ = run_wsgi_app(app, environ)
    return int(status.split()[0]), msgspec.json.decode(b"".join(body))


@pytest.mark.parametrize(
    ("query", "expected", "name"),
    [("lang=de", "parameter", "lang"), ("lang=", "parameter", "lang"), ("lang=fr&lang=fr", "parameter-twice", "lang"),
     ("langue=fr", "parameter-unknown", "langue"), ("store=maybe", "parameter", "store"),
     ("edition=%ff", "parameter", "edition"),
     ("rulings=DIF-01", "parameter", "rulings"), ("%3Cb%3E=1", "parameter-unknown", "<b>"),
     ("%00%E2%80%AE=1", "parameter-unknown", "��"), ("a" * 200 + "=1", "parameter-unknown", "a" * 80)],
)  # fmt: skip
def test_parameters(app: Flask, query: str, expected: str, name: str) -> None:
    told = problem(send(app.test_client(), record(), path=f"{CHECK}?{query}"))
    assert (told.status, told.type, told.parameter) == (400, f"urn:refsvc:{expected}", name)


def test_what_a_form_takes_the_place_of_is_judged_too(app: Flask) -> None:
    body = FILE + part(b'; name="lang"', b"fr") + END
    headers = {"Content-Type": "multipart/form-data; boundary=border"}
    told = app.test_client().post(f"{CHECK}?lang=de", data=body, headers=headers)
    assert (told.status_code, told.get_json()["parameter"]) == (400, "lang")
    assert app.test_client().post(f"{CHECK}?lang=cs", data=body, headers=headers).headers["Content-Language"] == "fr"
