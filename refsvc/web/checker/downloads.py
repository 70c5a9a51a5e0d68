"""What can be taken away of a record: the printed summary, the report as data, the record in every form, its moves."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from urllib.parse import quote

import msgspec
from flask import Blueprint, Response, request
from werkzeug.http import dump_options_header
from werkzeug.wrappers import Response as WerkzeugResponse

from refsvc.checking import sarif
from refsvc.config import LANGUAGES
from refsvc.printing import PAPERS
from refsvc.reporting import steps
from refsvc.reporting.subject import Subject
from refsvc.uploads import files, replay_cache
from refsvc.uploads.replay_cache import TooLong
from refsvc.uploads.stored import StoredRecord, parts_of
from refsvc.web.checker import status_pages
from refsvc.web.checker.addresses import IN_RECORD, IN_REPORT, Address, keep_private, place_of
from refsvc.web.checker.subjects import readable, subject_of
from refsvc.web.upload_service import uploads

blueprint = Blueprint("downloads", __name__)
blueprint.after_request(keep_private)
FORMS = (*(f"{language}.txt" for language in LANGUAGES), "json")
TEXT, JSON = "text/plain; charset=utf-8", "application/json"
FORMULA = re.compile(r"^[\s'\"]*[=+\-@\t\r\n|%]")  # what a table calculation takes for one, however it is led in


@blueprint.get(IN_REPORT + "/summary.pdf")
@blueprint.get(IN_RECORD + "/summary.pdf")
def summary(language: str, share: str, number: int | None = None) -> WerkzeugResponse:
    """The printed summary; while it is made, a page that says so."""
    opened = readable(share, number or 1)
    address = Address(language, share, opened.number if opened.of > 1 else None)
    paper, second = request.args.get("paper", PAPERS[0]), request.args.get("with", "")
    languages = (language, second) if second and second != language else (language,)
    asked = files.summary(uploads(), opened, languages, paper, address.shared, request.remote_addr or "")
    if asked.body is None:
        assert asked.job is not None
        switch = address.switch(place_of("waiting", language), "summary.pdf", paper=paper)
        return status_pages.waiting(address, asked.job, "pdf", switch)
    return printed(asked.body, asked.key, f"{stem(opened, language)}-{'-'.join(languages)}.pdf")


def printed(body: bytes, key: str, name: str) -> WerkzeugResponse:
    """A PDF, to be looked at."""
    answer = Response(body, content_type="application/pdf")
    answer.headers["Content-Disposition"] = disposition("inline", name)
    answer.set_etag(key)
    return answer.make_conditional(request)


@blueprint.get(IN_REPORT + "/report.json")
@blueprint.get(IN_RECORD + "/report.json")
def report(language: str, share: str, number: int = 1) -> Response:
    """The report as data, by today's rules or those of `?rules=`."""
    opened = readable(share, number)
    body = msgspec.json.format(uploads().raw_report(opened, language, request.args.get("rules", "")))
    return attached(body, JSON, f"{stem(opened, language)}-report.json")


@blueprint.get(IN_REPORT + "/report.sarif")
@blueprint.get(IN_RECORD + "/report.sarif")
def log(language: str, share: str, number: int = 1) -> Response:
    """The report as SARIF, for editors and code hosts."""
    opened = readable(share, number)
    results = sarif.results(uploads().report(opened, language), file_name(opened), opened.number - 1, language)
    body = msgspec.json.encode(sarif.log(results, language))
    return attached(body, "application/sarif+json", f"{stem(opened, language)}.sarif")


@blueprint.get(IN_REPORT + f"/record.<any({','.join(FORMS)}):form>")
@blueprint.get(IN_RECORD + f"/record.<any({','.join(FORMS)}):form>")
def canonical(language: str, share: str, form: str, number: int = 1) -> Response:
    """The record in its canonical form; a record of which a part can't be read has none."""
    opened = readable(share, number)
    body = replay_cache.canonical(opened, form.removesuffix(".txt"))
    return attached(body, JSON if form == "json" else TEXT, f"{stem(opened, language)}.{form}")


@blueprint.get(IN_REPORT + "/original")
@blueprint.get(IN_RECORD + "/original")
def original(language: str, share: str, number: int = 1) -> Response:
    """The record as it was uploaded; it is handed over, and never shown as anything."""
    opened = uploads().open(share, number)
    answer = attached(opened.data, JSON if opened.sent.is_json else TEXT, file_name(opened))
    answer.headers["Content-Language"] = language
    return answer


@blueprint.get(IN_REPORT + "/moves.csv")
@blueprint.get(IN_RECORD + "/moves.csv")
def moves(language: str, share: str, number: int = 1) -> Response:
    """The moves as a table for other programs."""
    opened = readable(share, number)
    body = moves_csv(subject_of(opened, language)).encode("utf-8-sig")
    return attached(body, "text/csv; charset=utf-8", f"{stem(opened, language)}-moves.csv")


def moves_csv(subject: Subject) -> str:
    """Number, turn, side, move in words, verdicts of every move; no cell can be taken for a formula."""
    made = io.StringIO()
    table = csv.writer(made)
    table.writerow([subject.text(f"checker.csv.{key}") for key in ("number", "turn", "side", "move", "verdicts")])
    for move in steps.moves(subject):
        found = [subject.text(f"verdict.{subject.by_id[id_].verdict}") for id_ in move["findings"]]
        said = " ".join(part for part in (move["text"], move["comment"]) if part)
        cells = [str(move["number"]), str(move["turn"]), move["side_name"], said, ", ".join(found)]
        table.writerow([defused(cell) for cell in cells])
    return made.getvalue()


def defused(cell: str) -> str:
    """A cell that a table calculation shows as it is."""
    return f"'{cell}" if FORMULA.match(cell) else cell


def attached(body: bytes, kind: str, name: str) -> Response:
    """Bytes as a file."""
    return Response(body, content_type=kind, headers={"Content-Disposition": disposition("attachment", name)})


def disposition(how: str, name: str) -> str:
    """How a file is to be handled, with its name; one with other letters than ASCII comes twice (RFC 6266)."""
    if name.isascii():
        return dump_options_header(how, {"filename": name})
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return dump_options_header(how, {"filename": plain, "filename*": f"UTF-8''{quote(name, safe='')}"})


def stem(opened: StoredRecord, language: str) -> str:
    """The beginning of a file's name, of our own words only."""
    try:
        record = msgspec.json.decode(parts_of(uploads().raw_report(opened, language))["record"])
    except TooLong:
        return f"record-{opened.record[:8]}"
    return f"{record['game']}-{record['scenario']}-{opened.record[:8]}"


def file_name(opened: StoredRecord) -> str:
    """What the record was called when it was uploaded, unpacked; one that was pasted gets a name."""
    return opened.file.removesuffix(".gz") or f"record-{opened.number}.{'json' if opened.sent.is_json else 'txt'}"
