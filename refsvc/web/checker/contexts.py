"""What the page of a report shows: the parts of `refsvc.reporting`, in portions that a page can hold, with links."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from refsvc import library
from refsvc.config import LANGUAGES
from refsvc.printing import PAPERS
from refsvc.reporting import narrative, question, statistics, steps, summary, verdicts, written
from refsvc.reporting.subject import Subject
from refsvc.uploads.stored import StoredRecord
from refsvc.web import language_choice
from refsvc.web.checker.addresses import Address
from refsvc.web.site import Place
from refsvc.web.upload_service import uploads

MOST_CARDS = 10  # of a page: the next ones stand on the next
MOST_MOVES = 300  # of the list beside the board
MOST_SENTENCES = 300  # of the narrative; the PDF has more
MOST_ROWS = 300  # of the record as it was written


class Wanted(Struct, frozen=True):
    """What a reader wants to see: the position after a move, a finding with its neighbours, rows of the record."""

    at: int
    finding: int | None = None
    row: int | None = None
    asked: Mapping[str, str] = {}  # about the position, as `question.why` takes it


def wanted(subject: Subject, asked: Mapping[str, str]) -> Wanted:
    """What an address asks for, as far as the record has it."""
    finding = subject.by_id.get(number(asked, "finding") or 0)
    at = number(asked, "at")
    if at is None:
        at = finding.move if finding else 0
    at = max(0, min(at, len(subject.moves)))
    return Wanted(at, finding.id if finding else None, number(asked, "row"), dict(asked))


def number(asked: Mapping[str, str], name: str) -> int | None:
    """A whole number of an address; None if it is none."""
    word = asked.get(name, "")
    return int(word) if word.isascii() and word.isdigit() and len(word) < 8 else None


def report(place: Place, address: Address, subject: Subject, opened: StoredRecord, want: Wanted) -> dict[str, Any]:
    """Everything on the page."""
    overview = summary.summary(subject)
    return {
        "title": title(place, overview["title"]),
        "summary": overview,
        "box": place.link("box") if place.has("box") else "",
        "file": opened.file,
        "findings": findings(address, subject, want),
        "way": way(address, subject, want),
        "replay": replay(address, subject, want),
        "record": record(address, subject, want),
        "statistics": statistics.statistics(subject),
        "account": narrative.narrative(subject, MOST_SENTENCES),
        "downloads": downloads(place, address),
        "versions": versions(address, opened),
        "days": language_choice.settings().kept_days,
        "switch": address.switch(place, at=want.at or None, finding=want.finding),
        **page_frame(address, opened.of, opened.number),
    }


def page_frame(address: Address, of: int, number: int = 0) -> dict[str, Any]:
    """What every page of an upload has: its addresses, the table it belongs to, and what is its owner's."""
    return {
        "path": address.path(),
        "share": address.share,
        "shared": address.shared,
        "table": address.whole.to() if of > 1 and number else "",
        "number": number,
        "of": of,
        "own": address.own,
        "own_base": address.whole.shared,
        "delete": address.whole.to("delete"),
    }


def title(place: Place, block: Mapping[str, Any]) -> str:
    """The battle, and who played it if the record says so."""
    named = [player["player"] for player in block["players"] if player["player"]]
    if not named:
        return str(block["scenario"]["name"])
    return place.text("checker.report.title", battle=block["scenario"]["name"], players=" – ".join(named))


def cards_shown(subject: Subject, want: Wanted) -> tuple[list[int], int]:
    """The ids of all mistakes, and the place of the first one on the page of the finding that is asked for."""
    ids = [finding.id for finding, _ in subject.families]
    asked = subject.by_id[want.finding] if want.finding else None
    own = (asked.because_of or asked.id) if asked else None
    return ids, ids.index(own) // MOST_CARDS * MOST_CARDS if own in ids else 0


def way(address: Address, subject: Subject, want: Wanted) -> Callable[[int], str]:
    """Leads to a finding: on the same page if it is there."""
    ids, start = cards_shown(subject, want)
    shown = frozenset(ids[start : start + MOST_CARDS])
    return lambda id_: f"#finding-{id_}" if id_ in shown else address.to(finding=id_, anchor=f"finding-{id_}")


def findings(address: Address, subject: Subject, want: Wanted) -> dict[str, Any]:
    """The verdict cards of the page that is asked for, and the way to the others."""
    ids, start = cards_shown(subject, want)
    cards = [verdicts.verdict(subject, id_) for id_ in ids[start : start + MOST_CARDS]]

    def page_at(first: int) -> str:
        return address.to(finding=ids[first], anchor="findings") if 0 <= first < len(ids) else ""

    return {
        "cards": cards,
        "first": start + 1,
        "last": start + len(cards),
        "count": len(ids),
        "before": page_at(start - MOST_CARDS),
        "after": page_at(start + MOST_CARDS),
        "asked": want.finding,
        "link": lambda id_: address.to(finding=id_, anchor=f"finding-{id_}"),
    }


def replay(address: Address, subject: Subject, want: Wanted) -> dict[str, Any]:
    """The position that is asked for, the ways on from it, and the moves around it."""

    def link(at: int | None) -> str:
        return address.to(at=want.at if at is None else at, finding=want.finding, anchor="replay")

    first = 1 if len(subject.moves) <= MOST_MOVES else max(0, want.at - 1) // MOST_MOVES * MOST_MOVES + 1
    position = steps.position(subject, want.at)
    last = position["last"]
    ways = {
        "first": 0 if want.at else None,
        "previous": position["previous"],
        "next": position["next"],
        "last": last if want.at < last else None,
        "previous_finding": position["previous_finding"],
        "next_finding": position["next_finding"],
    }
    return {
        **position,
        "ways": [{"name": name, "at": at, "path": link(at)} for name, at in ways.items()],
        "moves": [_marked(subject, move) for move in steps.moves(subject, first, MOST_MOVES)],
        "moves_before": link(first - 1) if first > 1 else "",
        "moves_after": link(first + MOST_MOVES) if first + MOST_MOVES <= len(subject.moves) else "",
        "link": link,
        "fetch": address.path("position"),
        "asked": _asked(address, subject, want),
    }


def _asked(address: Address, subject: Subject, want: Wanted) -> dict[str, Any]:
    """The form of a question about the position, and its answer."""
    kept = {"at": want.at, "finding": want.finding, "own": address.own}
    return {
        **question.why(subject, want.at, want.asked),
        "path": address.path(),
        "kept": [(key, value) for key, value in kept.items() if value not in (None, "")],
    }


def _marked(subject: Subject, move: dict[str, Any]) -> dict[str, Any]:
    """A move with the verdict of what was found there first."""
    found = subject.by_move.get(move["number"])
    verdict = found[0].verdict if found else ""
    return {**move, "verdict": verdict, "verdict_name": subject.text(f"verdict.{verdict}") if verdict else ""}


def record(address: Address, subject: Subject, want: Wanted) -> dict[str, Any]:
    """The record as it was written, around the row that is asked for or the position that is shown."""
    row = want.row or _row_of(subject, want.at)
    shown = written.written(subject, (row - 1) // MOST_ROWS * MOST_ROWS + 1, MOST_ROWS)

    def link(first: int) -> str:
        return address.to(row=first, at=want.at or None, anchor="record")

    return {
        **shown,
        "before": link(shown["first"] - MOST_ROWS) if shown["first"] > 1 else "",
        "after": link(shown["last"] + 1) if shown["last"] < shown["count"] else "",
    }


def _row_of(subject: Subject, move: int) -> int:
    """The row that a move stands in."""
    places = subject.record.text_places
    return max(1, move) if places is None or not move else places[move - 1][0]


def downloads(place: Place, address: Address) -> dict[str, Any]:
    """What can be taken away."""
    forms = [*((f"{language}.txt", place.text(f"language.{language}")) for language in LANGUAGES), ("json", "JSON")]
    return {
        "pdf": address.path("summary.pdf"),
        "papers": [{"id": paper, "name": place.text(f"checker.paper.{paper}")} for paper in PAPERS],
        "others": [other for other in LANGUAGES if other != place.language],
        "canonical": [{"path": address.path(f"record.{form}"), "name": name} for form, name in forms],
        "report": [
            {"path": address.path(part), "name": name, "text": place.text(f"checker.downloads.{key}")}
            for part, name, key in (
                ("report.json", "JSON", "json"),
                ("report.sarif", "SARIF", "sarif"),
                ("moves.csv", "CSV", "csv"),
            )
        ],
        "original": address.path("original"),
    }


def versions(address: Address, opened: StoredRecord) -> list[dict[str, Any]]:
    """Earlier versions of the rules that have judged this record; their verdicts stay."""
    today = library.rules_version()
    return [{"id": rules, "path": address.to(rules=rules)} for rules in uploads().versions(opened) if rules != today]
