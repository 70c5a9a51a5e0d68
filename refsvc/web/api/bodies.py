"""What a request brings: its parameters, and the files of its body or form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeVar

from flask import request
from pydantic import ValidationError
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import RequestEntityTooLarge

from engine.core.record import UNSEEN
from engine.core.record_errors import RecordError
from refsvc.checking.unreadable import Unreadable, unreadable_as_problem
from refsvc.i18n.problems import Problem
from refsvc.records import box_file
from refsvc.records.box_file import Box
from refsvc.records.choices import Choices
from refsvc.records.unpack import GZIP, LONGEST_NAME, MOST_SENT, SentFile, unpack
from refsvc.records.upload import Upload
from refsvc.web.api.call import JSON, Judging, Query

TEXT, PACKED, FORM = "text/plain", "application/gzip", "multipart/form-data"
RECORDS = (JSON, TEXT, PACKED, FORM)  # what a record may come as
CHARSETS = ("utf-8", "utf8", "utf-16", "us-ascii", "ascii")
FILES = ("file", "box")  # fields of a form that are no parameters
LISTS = ("rulings", "cards")
KEY = re.compile(r"[!-~]{16,80}")
Q = TypeVar("Q", bound=Query)


class WrongParameter(Problem):
    """A parameter that can't be, by its name."""

    def __init__(self, kind: str, name: str, value: str = "") -> None:
        self.name = _shown(name)
        super().__init__(kind, 400, name=self.name, value=_shown(value))

    def to_dict(self, language: str) -> dict[str, object]:
        """The problem with the name of the parameter."""
        return super().to_dict(language) | {"parameter": self.name}


def _shown(word: str) -> str:
    return UNSEEN.sub("\ufffd", word[:LONGEST_NAME])


def parameters(kind: type[Q]) -> Q:
    """The parameters of the address, or of a form in place of them; `Problem` for the first that can't be."""
    given = _once(request.args)
    if request.mimetype == FORM:
        fields = {name: value for name, value in _fields().items() if name not in FILES}
        if fields.keys() & given.keys():  # what the form takes the place of has to be right as well
            _valid(kind, fields | given)
        given |= fields
    return _valid(kind, given)


def _valid(kind: type[Q], given: dict[str, str]) -> Q:
    try:
        return kind.model_validate(given)
    except ValidationError as error:
        fault = error.errors()[0]
        name = str(fault["loc"][0])
        words = {"extra_forbidden": "parameter-unknown", "missing": "parameter-missing"}
        raise WrongParameter(words.get(fault["type"], "parameter"), name, given.get(name, "")) from None


def _fields() -> dict[str, str]:
    """The fields of the form, files left out."""
    try:
        names = [*request.form, *request.files]
    except RequestEntityTooLarge:
        if (request.content_length or 0) > MOST_SENT:
            raise
        raise Problem("form-too-large", 413, most=request.max_form_parts) from None
    if not names or None in names:
        raise Problem("form", 400)
    return _once(request.form)


def _once(words: MultiDict[str, str]) -> dict[str, str]:
    """Words by name; one that stands twice is refused, unless it is a list or a file."""
    for name, values in words.lists():
        if len(values) > 1 and name not in (*FILES, *LISTS):
            raise WrongParameter("parameter-twice", name)
    return {name: ",".join(values) if name in LISTS else values[0] for name, values in words.lists()}


def check_type(takes: tuple[str, ...]) -> None:
    """`Problem` where the body is of a kind that is not taken; bodies are told what they are, never guessed."""
    if request.mimetype not in takes:
        raise Problem("media-type", 415)
    charset = request.mimetype_params.get("charset", CHARSETS[0])
    if request.mimetype != PACKED and charset.casefold() not in CHARSETS:
        raise Problem("charset", 415)
    encoding = request.headers.get("Content-Encoding", "identity").strip().casefold()
    if encoding not in ("identity", "gzip") or (encoding == "gzip" and request.mimetype == FORM):
        raise Problem("encoding", 415)


def records() -> list[Upload]:
    """The records of the body, or of the fields `file` of the form; what is sent as JSON has to be JSON."""
    with unreadable_as_problem():
        found = unpack(list(_files()))
    if request.mimetype == JSON and not found[0].is_json:
        raise Unreadable(RecordError("record.type", expected=["object"]))
    return found


def one_record() -> Upload:
    """The one record that was sent."""
    found = records()
    if len(found) > 1:
        raise Problem("one-record", 422)
    return found[0]


def _files() -> Iterator[SentFile]:
    if request.mimetype != FORM:
        yield SentFile("", _body())
        return
    for name in request.files:
        if name not in FILES:
            raise WrongParameter("parameter-unknown", name)
    for file in request.files.getlist("file"):
        yield SentFile(file.filename or "", file.stream.read())
    for text in request.form.getlist("file"):
        yield SentFile("", text.encode("utf-8", "surrogateescape"))


def _body() -> bytes:
    data = request.get_data(cache=False)
    if len(data) < (request.content_length or 0):  # the connection broke; the server says so by an early end only
        raise Problem("request", 400)
    is_packed = request.mimetype == PACKED or "gzip" in request.headers.get("Content-Encoding", "").casefold()
    if is_packed and not data.startswith(GZIP):
        raise Problem("gzip", 400)
    return data


def choices(asked: Judging) -> Choices:
    """What the sender chooses to judge by."""
    rulings: dict[str, str] = {}
    for word in asked.rulings or ():
        ruling, _, option = word.partition(":")
        if rulings.setdefault(ruling, option) != option:
            raise Problem("choice", 422, name="rulings", value=word)
    return Choices(asked.edition, rulings, _box())


def _box() -> Box | None:
    """The box file of the form, if there is one."""
    if request.mimetype != FORM:
        return None
    given = [file.stream.read(box_file.LONGEST + 1) for file in request.files.getlist("box")]
    given += [text.encode("utf-8", "surrogateescape") for text in request.form.getlist("box")]
    if len(given) > 1:
        raise WrongParameter("parameter-twice", "box")
    if not given or not given[0].strip():
        return None
    return box_file.read_box(given[0])


def key() -> str:
    """The sender's own name for this request (`Idempotency-Key`); empty without one."""
    given = request.headers.get("Idempotency-Key")
    if given is not None and not KEY.fullmatch(given):
        raise WrongParameter("key", "Idempotency-Key", given)
    return given or ""
