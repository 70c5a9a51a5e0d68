"""The worked cases: all of them by what they are about, and one with its positions before and after."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from refsvc.i18n import sentences
from refsvc.reference import book, worked_cases
from refsvc.reference.rules import rule_link
from refsvc.search.index import Document
from refsvc.web.site import Place


def cases(place: Place) -> dict[str, Any]:
    """Every case. That the engine passes all of them is held by a test: to run hundreds takes too long for a page."""
    return {
        "title": place.text("cases.title", game=place.text(f"{place.game}.name")),
        "all": len(book.cases(place.game)),
        "files": [
            {
                "id": file,
                "title": place.text(f"cases.file.{file}"),
                "cases": [
                    case_link(place, case)
                    | {
                        "moves": sentences.semicolon(
                            worked_cases.move_sentences(place.game, case, place.language), place.language
                        )
                    }
                    for case in ids
                ],
            }
            for file, ids in book.case_files(place.game).items()
        ],
    }


def case_link(place: Place, case_id: str) -> dict[str, Any]:
    """A case to point at, with what is to come of it."""
    case = book.cases(place.game)[case_id]
    verdicts = list(dict.fromkeys(found.verdict for found in case.expect.findings))
    return {
        "id": case_id,
        "title": worked_cases.case_title(place, case_id),
        "scenario": place.text(f"{place.game}.{case.scenario}.name"),
        "verdicts": [{"id": verdict, "name": place.text(f"verdict.{verdict}")} for verdict in verdicts],
        "path": place.link("case", case_id),
    }


def case(place: Place) -> dict[str, Any]:
    """One case in full."""
    found = book.cases(place.game)[place.item]
    shown = worked_cases.worked_case(place, place.item, is_whole=True)
    rules = dict.fromkeys([*found.against, *(one.rule for one in found.expect.findings), *found.rules])
    ids = ["", *book.cases(place.game), ""]
    at = ids.index(place.item)
    return {
        "title": place.text("case.title", id=place.item),
        "case": shown,
        "passes": worked_cases.passes(place.game, place.item),
        "conditions": worked_cases.conditions(place, found),
        "rules": [rule_link(place, rule) for rule in rules],
        "scenario": {
            "name": shown["scenario"],
            "path": place.link("scenario", found.scenario) if place.has("scenario") else "",
        },
        "before": case_link(place, ids[at - 1]) if ids[at - 1] else None,
        "after": case_link(place, ids[at + 1]) if ids[at + 1] else None,
    }


def case_ids(place: Place) -> Iterable[str]:
    """Every case has a page."""
    return book.cases(place.game)


def documents(place: Place) -> Iterator[Document]:
    """Every case: what is played in it, and the rules that are broken; it is not replayed for that."""
    for case_id, found in book.cases(place.game).items():
        said = worked_cases.move_sentences(place.game, case_id, place.language)
        said += [book.rule_title(one.rule, place.language) for one in found.expect.findings]
        title = f"{case_id} {worked_cases.case_title(place, case_id)}"
        yield Document(f"case.{place.game}.{case_id}", "cases", title, ". ".join(said), place.link("case", case_id))
