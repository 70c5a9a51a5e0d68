"""The data of the rules booklet: every chapter with its notes, pictures and worked examples, contents and index."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from markupsafe import Markup

from engine.core.rulebook import Ruling
from refsvc import library
from refsvc.i18n.catalogue import text
from refsvc.i18n.rich_text import COUNTED
from refsvc.presentation import registry
from refsvc.printing import booklet_index
from refsvc.printing.print_speaker import PrintSpeaker
from refsvc.printing.weasyprint_patches import page_numbers
from refsvc.reference import battles, book, rules, worked_cases

LINKED = re.compile(r'<a href="#([a-z0-9.-]+)">.*?</a>')
LEGEND = ("sides", "lances", "orders", "assumed")  # what is to be known of a picture of the set-up
CONTENTS = {"a4": (242.0, 3.6), "letter": (229.0, 3.5)}  # mm: the height of a column, and of a line
TALL = 0.7  # of the width: boards so high have the words of an example beside them, flat ones above them
CHAPTER = 1.5  # lines that the name of a chapter takes, with the space before it
Entry = dict[str, Any]


def booklet(game: str, languages: Sequence[str], paper: str) -> dict[str, Any]:
    """Everything that the booklet shows; what is said stands there once for each language, in `said` or `titles`."""
    speakers = [PrintSpeaker(game, language, book.paragraphs(game)) for language in languages]
    chapters = [chapter(speakers, *numbered) for numbered in enumerate(book.chapters(game), 1)]
    return {
        "game": game,
        "languages": tuple(languages),
        "titles": [{"language": speaker.language, "text": speaker.text(f"{game}.name")} for speaker in speakers],
        "lede": registry.of(game).booklet().lede,
        "indexed": registry.of(game).booklet().indexed,
        "sign": registry.of(game).booklet().sign,
        "arms": [
            {"id": f"leader-{one}", "name": speakers[0].name("leader", one)}
            for one in battles.open_battle(game, library.in_order(game)[-1]).leaders.values()
        ],
        "chapters": chapters,
        "contents": list(contents(chapters, paper, len(languages))),
        "line": CONTENTS[paper][1],
        "indexes": [page for speaker in speakers for page in booklet_index.index(speaker, paper)],
    }


def chapter(speakers: Sequence[PrintSpeaker], number: int, found: Any) -> Entry:
    """A chapter with its paragraphs."""
    game = speakers[0].game
    return {
        "id": f"chapter.{found.id}",
        "number": number,
        "titles": [
            {"language": speaker.language, "text": book.chapter_title(game, found.id, speaker.language)}
            for speaker in speakers
        ],
        "is_battle": found.id in library.in_order(game),
        "rules": [paragraph(speakers, rule.id) for rule in found.rules],
    }


def paragraph(speakers: Sequence[PrintSpeaker], rule: str) -> Entry:
    """A paragraph in each language, and what belongs to it."""
    game = speakers[0].game
    rulings = book.rulings_by_rule(game).get(rule, ())
    said = [{"language": speaker.language, **paragraph_text(speaker, rule)} for speaker in speakers]
    return {
        "id": rule,
        "number": book.paragraphs(game)[rule].number,
        "said": said,
        "titles": [{"language": one["language"], "text": one["title"]} for one in said],
        "notes": [note(speakers, ruling) for ruling in rulings if ruling.rules[0] == rule],
        "elsewhere": [
            {"id": ruling.id, "page": page_numbers.page_of(ruling.id.lower())}
            for ruling in rulings
            if ruling.rules[0] != rule
        ],
        "set_up": set_up(speakers, rule),
        "examples": [example(speakers, case) for case in examples_by_rule(game).get(rule, ())],
    }


def paragraph_text(speaker: PrintSpeaker, rule: str) -> Entry:
    """What a paragraph says in one language; behind each link, where that rule stands."""
    found = rules.paragraph(speaker, rule)
    return {
        "title": found["title"],
        "text": [with_page_numbers(speaker, part) for part in found["text"]],
        "lack": found["lack"],
        "printed": found["printed"],
    }


def with_page_numbers(speaker: PrintSpeaker, html: Markup) -> Markup:
    """A text with the number and page of every rule that it links to."""

    def placed(found: re.Match[str]) -> str:
        number = book.paragraphs(speaker.game)[found[1]].number
        said = Markup.escape(speaker.text("booklet.see", number=number, page="\0"))
        return f'{found[0]} <span class="at">{said.replace(chr(0), page_numbers.page_of(found[1]))}</span>'

    return Markup(LINKED.sub(placed, str(html)))


def note(speakers: Sequence[PrintSpeaker], ruling: Ruling) -> Entry:
    """A question on which the editions differ, or which all leave open, in each language."""
    return {
        "id": ruling.id,
        "anchor": ruling.id.lower(),
        "said": [{"language": speaker.language, **rules.ruling_note(speaker, ruling)} for speaker in speakers],
    }


def set_up(speakers: Sequence[PrintSpeaker], rule: str) -> Entry | None:
    """The board before the first turn, at the paragraph that says how it is made ready."""
    game, battle, slug = rule.split(".") if rule.count(".") == 2 else ("", "", "")  # game.chapter.slug
    if slug != "setup" or battle not in library.in_order(speakers[0].game):
        return None
    return {
        "drawing": battles.set_up(speakers[0], battle),
        "said": [
            {
                "language": speaker.language,
                "title": speaker.text("booklet.set-up", battle=speaker.text(f"{game}.{battle}.name")),
                "legend": [without_links(speaker, f"board.legend.{part}") for part in LEGEND],
            }
            for speaker in speakers
        ],
    }


def without_links(speaker: PrintSpeaker, key: str) -> str:
    """A text of the site without its links, which lead to pages."""
    return re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text(speaker.own(key), speaker.language))


@cache
def examples_by_rule(game: str) -> Mapping[str, tuple[str, ...]]:
    """The worked examples of the rulebooks, each at the first rule that it shows; later parts may show none."""
    found: dict[str, tuple[str, ...]] = {}
    file, start = registry.of(game).booklet().examples
    home = ""
    for case_id in book.case_files(game).get(file, ()):
        if case_id.startswith(start):
            case = book.cases(game)[case_id]
            home = next(iter([*(one.rule for one in case.expect.findings), *case.rules, home]))
            found[home] = (*found.get(home, ()), case_id)
    return found


def example(speakers: Sequence[PrintSpeaker], case_id: str) -> Entry:
    """A worked example: drawn in the first language, told in each."""
    shown = [worked_cases.worked_case(speaker, case_id) for speaker in speakers]
    first = shown[0]
    drawings = () if first["is_still"] else (first["before"], first["after"])
    return {
        "id": case_id.partition("-")[0],  # a case may have several parts; to a reader it is one
        "drawings": drawings,
        "is_beside": any(float(one["height"]) > TALL * float(one["width"]) for one in drawings),
        "said": [
            {"language": speaker.language, **one, "changes": [COUNTED.sub("\u00a0", what) for what in one["changes"]]}
            for speaker, one in zip(speakers, shown, strict=True)
        ],
    }


# --- contents


def contents(chapters: Sequence[Entry], paper: str, languages: int) -> Iterator[list[list[Entry]]]:
    """The lines of the contents, page by page and column by column: two columns, in two languages one."""
    height, line = CONTENTS[paper]
    columns: list[list[Entry]] = [[]]
    left = height / line
    for one in chapters:
        entries = [one, *one["rules"]]
        for at, entry in enumerate(entries):
            takes = CHAPTER if at == 0 else 1
            follow = min(2, len(entries) - 1) if at == 0 else 0  # a chapter takes its first paragraphs with it
            if left < takes + follow:
                columns.append([])
                left = height / line
            columns[-1].append({**entry, "is_chapter": at == 0})
            left -= takes
    wide = 1 if languages > 1 else 2
    yield from (columns[at : at + wide] for at in range(0, len(columns), wide))
