"""The other pages of an upload: while it is checked, a table of many, a record that can't be read, earlier verdicts."""

from __future__ import annotations

from typing import Any

from flask import Response, jsonify, request

from refsvc import files
from refsvc.desk import Opened, Row
from refsvc.i18n.catalogue import has_text
from refsvc.jobs.table import FAILED
from refsvc.web import reader
from refsvc.web.checker import faults
from refsvc.web.checker.addresses import Address, is_script, place_of
from refsvc.web.checker.contexts import shell
from refsvc.web.desks import desk
from refsvc.web.reference import HTML
from refsvc.web.rendering import render
from refsvc.web.site import Place

MOST_EARLIER = 200  # findings of an earlier report on its page; all of them are in the file
Switch = list[dict[str, Any]]
LOOK_AGAIN = 2  # seconds after which a page without script asks again


def waiting(address: Address, job: str, subject: str = "check", switch: Switch | None = None) -> Response:
    """How far a job is: the same address shows what it makes as soon as it is done."""
    place = place_of("waiting", address.language)
    status = files.job_status(desk(), job)
    is_failed = status is not None and status.state == FAILED
    done, total = (status.done, status.total) if status else (0, 1)
    values: dict[str, Any] = {
        "done": done,
        "total": total,
        "count": place.text("checker.waiting.count", done=done, total=total) if total > 1 else "",
        "fault": place.text(f"job.{status.fault}") if status and is_failed else "",
    }
    if is_script():
        answer = jsonify(is_waiting=not is_failed, **values)
        answer.status_code = 202
        return answer
    values |= {
        "title": place.text(f"checker.waiting.{'failed' if is_failed else subject}"),
        "subject": subject,
        "here": request.full_path.rstrip("?"),
        "back": address.to() if subject != "check" else "",
        "switch": switch or address.switch(place),
        "seconds": LOOK_AGAIN,
        **shell(address, 1),
    }
    return Response(render(place, **values), 500 if is_failed else 202, content_type=HTML)


def table(address: Address) -> Response:
    """What came of every record of an upload."""
    place = place_of("reports", address.language)
    rows = [shown(place, address, row) for row in desk().table(address.share, address.language)]
    values = {
        "title": place.plural("checker.table.title", len(rows)),
        "rows": rows,
        "clean": sum(row["is_clean"] for row in rows),
        "wrong": sum(bool(row["mistakes"]) for row in rows),
        "unread": sum(bool(row["problem"]) for row in rows),
        "days": reader.settings().kept_days,
        "switch": address.switch(place),
        **shell(address, len(rows)),
    }
    return Response(render(place, **values), content_type=HTML)


def shown(place: Place, address: Address, row: Row) -> dict[str, Any]:
    """One line of the table."""
    path = Address(address.language, address.share, row.number, address.own).to()
    base = {"number": row.number, "file": row.file, "path": path, "problem": "", "is_clean": False, "mistakes": 0}
    base |= {"players": "", "battle": "", "result": "", "following": 0}
    if row.report is None:
        return base | {"problem": row.problem["detail"] if row.problem else place.text("checker.table.unchecked")}
    record, outcome = row.report["record"], row.report["outcome"]
    own = sum(finding["because_of"] is None for finding in row.report["findings"])
    winner = place.name("side", outcome["winner"] or "draw") if outcome else place.text("checker.table.unfinished")
    return base | {
        "players": " – ".join(record.get("players", {}).values()),
        "battle": place.text(f"{record['game']}.{record['scenario']}.name"),
        "result": winner,
        "mistakes": own,
        "following": len(row.report["findings"]) - own,
        "is_clean": row.report["clean"],
    }


def unreadable(address: Address, opened: Opened) -> Response:
    """A record of which nothing can be said but why."""
    place = place_of("unreadable", address.language)
    known = (opened.problem or {})[address.language]
    values = {
        "title": place.text("checker.unreadable"),
        "fault": faults.shown(place, known, opened.data, opened.file, opened.line),
        "original": address.path("original"),
        "days": reader.settings().kept_days,
        "switch": address.switch(place),
        **shell(address, opened.of, opened.number),
    }
    return Response(render(place, **values), 422, content_type=HTML)


def earlier(address: Address, opened: Opened, rules: str) -> Response:
    """The report as an earlier version of the rules judged it, as it was kept: sentences and places."""
    told = desk().report(opened, address.language, rules)
    place = place_of("earlier", address.language, told["record"]["game"])
    has_page = {rule: bool(place.site.find(place.link("ruling", rule))) for rule in _rules(told)}
    values = {
        "title": place.text("checker.earlier.title"),
        "rules": rules,
        "told": told,
        "most": MOST_EARLIER,
        "has_page": has_page,
        "titles": {rule: place.text(f"{rule}#title") if has_text(f"{rule}#title", address.language) else rule
                   for rule in has_page},
        "today": address.to(),
        "json": address.path("report.json") + f"?rules={rules}",
        "switch": address.switch(place, rules=rules),
        **shell(address, opened.of, opened.number),
    }  # fmt: skip
    return Response(render(place, **values), content_type=HTML)


def _rules(told: dict[str, Any]) -> list[str]:
    return list(dict.fromkeys(finding["rule"] for finding in told["findings"]))
