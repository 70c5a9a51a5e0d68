"""The other pages of an upload: while it is checked, a table of many, a record that can't be read, earlier verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Response, jsonify, request
from msgspec import Struct

from refsvc.i18n import sentences
from refsvc.i18n.catalogue import has_text
from refsvc.jobs.table import FAILED
from refsvc.uploads import files
from refsvc.uploads.stored import Row, StoredRecord, parts_of
from refsvc.web import language_choice
from refsvc.web.checker import record_problems
from refsvc.web.checker.addresses import Address, is_script, place_of
from refsvc.web.checker.contexts import page_frame
from refsvc.web.reference_pages import HTML
from refsvc.web.rendering import render
from refsvc.web.site import Place
from refsvc.web.upload_service import uploads

MOST_EARLIER = 200  # findings of an earlier report on its page; all of them are in the file
Switch = list[dict[str, Any]]
LOOK_AGAIN = 2  # seconds after which a page without script asks again


class Cause(Struct, frozen=True):
    """What a finding follows from, if from another."""

    because_of: int | None


class Line(Struct, frozen=True):
    """What a line of the table says of a report; the rest of it is passed over."""

    record: dict[str, Any]
    outcome: dict[str, Any] | None
    clean: bool
    findings: list[Cause]


def waiting(address: Address, job: str, subject: str = "check", switch: Switch | None = None) -> Response:
    """How far the job of a report is."""
    place = place_of("waiting", address.language)
    back = address.to() if subject != "check" else ""
    return progress(place, job, subject, switch or address.switch(place), back=back, **page_frame(address, 1))


def progress(place: Place, job: str, subject: str, switch: Switch, **more: Any) -> Response:
    """How far a job is: the same address shows what it makes as soon as it is done."""
    values = status(place, job)
    is_failed = bool(values["fault"])
    if is_script():
        answer = jsonify(is_waiting=not is_failed, **values)
        answer.status_code = 202
        return answer
    values |= {
        "title": place.text(f"checker.waiting.{'failed' if is_failed else subject}"),
        "subject": subject,
        "here": request.full_path.rstrip("?"),
        "back": "",
        "back_text": "",
        "own": "",
        "switch": switch,
        "seconds": LOOK_AGAIN,
        **more,
    }
    return Response(render(place, **values), 500 if is_failed else 202, content_type=HTML)


def status(place: Place, job: str) -> dict[str, Any]:
    """How far a job is, and why it can't be done if it can't."""
    found = files.job_status(uploads(), job)
    done, total = (found.done, found.total) if found else (0, 1)
    return {
        "done": done,
        "total": total,
        "count": place.text("checker.waiting.count", done=done, total=total) if total > 1 else "",
        "fault": place.text(f"job.{found.fault}") if found and found.state == FAILED else "",
    }


def table(address: Address) -> Response:
    """What came of every record of an upload."""
    place = place_of("reports", address.language)
    rows = [shown(place, address, row) for row in uploads().table(address.share, address.language)]
    values = {
        "title": place.plural("checker.table.title", len(rows)),
        "rows": rows,
        "clean": sum(row["is_clean"] for row in rows),
        "wrong": sum(bool(row["mistakes"]) for row in rows),
        "unread": sum(bool(row["problem"]) for row in rows),
        "days": language_choice.settings().kept_days,
        "switch": address.switch(place),
        **page_frame(address, len(rows)),
    }
    return Response(render(place, **values), content_type=HTML)


def shown(place: Place, address: Address, row: Row) -> dict[str, Any]:
    """One line of the table."""
    path = Address(address.language, address.share, row.number, address.own).to()
    base = {"number": row.number, "file": row.file, "path": path, "problem": "", "is_clean": False, "mistakes": 0}
    base |= {"players": "", "battle": "", "result": "", "following": 0}
    if row.raw_report is None:
        return base | {"problem": row.problem["detail"] if row.problem else place.text("checker.table.unchecked")}
    line = msgspec.json.decode(row.raw_report, type=Line)
    record, outcome = line.record, line.outcome
    own = sum(finding.because_of is None for finding in line.findings)
    result = place.text("checker.table.unfinished")
    if outcome:
        result = sentences.name("side", outcome["winner"] or "draw", record["game"], place.language)
    return base | {
        "players": " – ".join(record.get("players", {}).values()),
        "battle": battle_name(place, record),
        "result": result,
        "mistakes": own,
        "following": len(line.findings) - own,
        "is_clean": line.clean,
    }


def battle_name(place: Place, record: Mapping[str, Any]) -> str:
    """The battle of a record; one that it brings itself by its id, which is all that a report keeps of it."""
    key = f"{record['game']}.{record['scenario']}.name"
    return place.text(key) if has_text(key, place.language) else str(record["scenario"])


def unreadable(address: Address, opened: StoredRecord) -> Response:
    """A record of which nothing can be said but why."""
    place = place_of("unreadable", address.language)
    known = (opened.problem or {})[address.language]
    values = {
        "title": place.text("checker.unreadable"),
        "fault": record_problems.shown(place, known, opened.data, opened.file, opened.line),
        "original": address.path("original"),
        "days": language_choice.settings().kept_days,
        "switch": address.switch(place),
        **page_frame(address, opened.of, opened.number),
    }
    return Response(render(place, **values), 422, content_type=HTML)


def earlier_verdicts(address: Address, opened: StoredRecord, rules: str) -> Response:
    """The report as an earlier version of the rules judged it, as it was kept: sentences and places."""
    place, values = kept_findings(address, opened, "earlier", rules)
    values |= {"today": address.to(), "json": address.path("report.json") + f"?rules={rules}"}
    return Response(render(place, **values), content_type=HTML)


def too_long(address: Address, opened: StoredRecord) -> Response:
    """The report on a record that takes too long to step through, as it was kept; what is kept can be taken away."""
    place, values = kept_findings(address, opened, "long")
    values |= {"json": address.path("report.json"), "original": address.path("original")}
    return Response(render(place, **values, days=language_choice.settings().kept_days), content_type=HTML)


def kept_findings(address: Address, opened: StoredRecord, kind: str, rules: str = "") -> tuple[Place, dict[str, Any]]:
    """The first findings of a report that is kept, with the titles of their rules, for a kind of page."""
    parts = parts_of(uploads().raw_report(opened, address.language, rules))
    first = msgspec.json.decode(parts["findings"], type=list[msgspec.Raw])[:MOST_EARLIER]
    findings = [msgspec.json.decode(finding) for finding in first]
    place = place_of(kind, address.language, msgspec.json.decode(parts["record"])["game"])
    named = dict.fromkeys(finding["rule"] for finding in findings)
    return place, {
        "title": place.text(f"checker.{kind}.title"),
        "rules": rules,
        "findings": findings,
        "has_page": {rule: bool(place.site.find(place.link("ruling", rule))) for rule in named},
        "titles": {rule: place.text(f"{rule}#title") if has_text(f"{rule}#title", address.language) else rule
                   for rule in named},
        "switch": address.switch(place, rules=rules),
        **page_frame(address, opened.of, opened.number),
    }  # fmt: skip
