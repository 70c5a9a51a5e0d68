"""The page on which a record is handed in: what to send, what to judge it by, and samples to try."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from engine import GAMES, find_game
from refsvc import library
from refsvc.checking.conversion import convert
from refsvc.checking.read import read
from refsvc.config import Settings
from refsvc.i18n import rich_text
from refsvc.presentation import registry
from refsvc.presentation.values import Sample
from refsvc.printing import PAPERS, document_options
from refsvc.printing.document_choices import ScoreSheet
from refsvc.records import box_file, unpack
from refsvc.records.upload import Upload
from refsvc.search.index import Document
from refsvc.web.pages import printing
from refsvc.web.site import Place

RULING = "ruling."  # before the id of a ruling, in the names of the form's fields
MEGABYTE = 1_000_000


@cache
def samples() -> Mapping[str, Sample]:
    """The samples of all games by file name."""
    return {one.file: one for game in GAMES for one in registry.of(game).samples()}


def check(place: Place) -> dict[str, Any]:
    """The empty form."""
    return {
        "title": place.text("checker.title"),
        "most_bytes": unpack.MOST_SENT,
        "most_megabytes": unpack.MOST_SENT // MEGABYTE,
        "most_records": unpack.MOST_RECORDS,
        "most_kilobytes": box_file.LONGEST // 1024,
        "days": Settings.model_fields["kept_days"].default,
        "reading_path": f"/api/v1/read?lang={place.language}",
        "games": [game_help(place.of(game)) for game in GAMES],
        **filled(place, {}),
    }


def game_help(place: Place) -> dict[str, Any]:
    """What helps with one game: how its records are written, samples, blank sheets, the form for a box file."""
    return {
        "id": place.game,
        "name": place.text(f"{place.game}.name"),
        "how": place.text("checker.how-game"),
        "example": example(place),
        "notation": place.link("notation"),
        "box": place.link("box") if place.has("box") else "",
        "samples": shown_samples(place),
        "sheets": list(sheets(place)),
    }


def filled(place: Place, form: Mapping[str, str], fault: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The form as it was sent, and why it was not taken."""
    edition = form.get("edition", "")
    return {
        "written": form.get("text", ""),
        "editions": [
            {"id": id_, "text": edition_name(place, id_), "is_chosen": id_ == edition} for id_ in ("", *editions())
        ],
        "rulings": [
            {
                "name": place.text(f"{game}.name"),
                "rulings": list(rulings(place, game, form)),
                "is_open": any(form.get(RULING + ruling.id) for ruling in find_game(game).rulebook().open_rulings),
            }
            for game in GAMES
        ],
        "is_choosing": any(value for name, value in form.items() if name != "text"),
        "fault": fault,
    }


def edition_name(place: Place, edition: str) -> str:
    """An edition in words, with the games that have it if not all do; none is that of the record."""
    if not edition:
        return place.text("checker.as-recorded")
    text = place.text("report.edition.recommended" if edition == "recommended" else f"edition.{edition}")
    games = [game for game in GAMES if edition in find_game(game).EDITIONS]
    if len(games) == len(GAMES):
        return text
    return place.text(
        "checker.edition-of",
        edition=text,
        games=place.text("list.comma").join(place.text(f"{game}.name") for game in games),
    )


def editions() -> tuple[str, ...]:
    """Every edition that can be chosen, of all games."""
    return tuple(dict.fromkeys(edition for game in GAMES for edition in find_game(game).EDITIONS))


def rulings(place: Place, game: str, form: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """The open rulings of a game with their options."""
    for ruling in find_game(game).rulebook().open_rulings:
        texts = f"{game}.ruling.{ruling.id}#"
        chosen = form.get(RULING + ruling.id, "")
        yield {
            "id": ruling.id,
            "field": RULING + ruling.id,
            "question": rich_text.plain(place.text(f"{texts}question"), game, place.language),
            "path": place.of(game).link("ruling", ruling.rules[0], anchor=ruling.id),
            "options": [
                {
                    "id": option,
                    "text": rich_text.plain(place.text(f"{texts}option.{option}"), game, place.language),
                    "is_chosen": option == chosen,
                }
                for option in ruling.options
            ],
        }


def sheets(place: Place) -> Iterator[dict[str, Any]]:
    """The blank score sheets of a game: of every battle, on every paper."""
    for scenario in library.in_order(place.game) if place.has_document("score-sheet") else ():
        yield {
            "battle": place.text(f"{place.game}.{scenario}.name"),
            "papers": [
                {
                    "name": place.text(f"checker.paper.{paper}"),
                    "path": printing.address(_sheet(place, scenario, paper), place.language, ".pdf"),
                }
                for paper in PAPERS
            ],
        }


def _sheet(place: Place, scenario: str, paper: str) -> ScoreSheet:
    words = {"game": [place.game], "scenario": [scenario], "paper": [paper]}
    return document_options.read(ScoreSheet, words, place.language)


def shown_samples(place: Place) -> list[dict[str, Any]]:
    """The samples of a game by battle and kind, the reader's language first."""
    found: dict[tuple[str, str], list[Sample]] = {}
    for sample in registry.of(place.game).samples():
        if sample.kind != "begun":
            found.setdefault((sample.scenario, sample.kind), []).append(sample)
    return [
        {
            "title": place.text(f"checker.sample.{kind}", battle=place.text(f"{place.game}.{scenario}.name")),
            "text": place.text(f"checker.sample.{kind}-text"),
            "forms": [
                {
                    "file": one.file,
                    "label": "JSON" if one.form == "json" else place.text(f"language.{one.form}"),
                    "language": "" if one.form == "json" else one.form,
                    "path": f"{place.link('check')}samples/{one.file}",
                }
                for one in sorted(ones, key=lambda one: one.form != place.language)
            ],
        }
        for (scenario, kind), ones in found.items()
    ]


def example(place: Place) -> str:
    """A record of a game in the reader's language, to show how one is written; without the line that names the file."""
    forms = {one.form: one.data for one in registry.of(place.game).samples() if one.kind != "mistakes"}
    if place.language not in forms:
        return convert(read(Upload(forms["json"])), place.language)
    return "".join(forms[place.language].decode().splitlines(keepends=True)[1:])


def documents(place: Place) -> Iterator[Document]:
    """The page itself."""
    title, text = place.text("checker.title"), place.text("checker.lede")
    yield Document("check", "check", title, text, place.link("check"))
