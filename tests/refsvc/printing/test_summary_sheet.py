"""The summary: what stands in it, in every language, on every paper; and nobody's words do more than stand there."""

from __future__ import annotations

import hashlib
import io
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
import pytest
import zxingcpp
from jinja2 import Environment
from PIL import Image

from engine.core.record_errors import RecordError
from refsvc import printing
from refsvc.checking.check import check, families
from refsvc.checking.read import read
from refsvc.checking.report import report
from refsvc.config import LANGUAGES
from refsvc.i18n.catalogue import text as text_of
from refsvc.printing import html, pdf, print_summary, summary_sheet
from refsvc.records.upload import Upload
from refsvc.reporting.weighing import Weight
from tests.long import IS_LONG
from tests.refsvc.printing.paper import (
    ADDRESS,
    MISTAKES,
    MISTAKES_OF,
    POINT,
    SAMPLES,
    SIZES,
    bookmarks,
    fonts,
    in_turn,
    opened,
    overlapping,
    pictures,
    summary,
    tags,
    text,
    whole_game,
)
from tests.replayed import replayed

SAMPLE = json.loads((SAMPLES / "saladin-arsuf-mistakes.json").read_bytes())


def plain(said: str) -> str:
    return re.sub(r"\s+", " ", said)


@pytest.mark.long
@pytest.mark.parametrize(("languages", "game", "paper"), in_turn(MISTAKES_OF, SIZES), ids=str)
def test_every_language_on_every_paper(game: str, languages: tuple[str, ...], paper: str) -> None:
    made = summary(languages, paper, game)
    file = opened(made)
    for page in file.pages:
        width, height = (float(page.mediabox[at]) * POINT for at in (2, 3))
        assert (width, height) == pytest.approx(SIZES[paper], abs=0.1)
    said = text(made)
    record = MISTAKES_OF[game]
    read, played = replayed(record)
    for language in languages:
        for finding in report(read, played, language)["findings"]:
            title = plain(text_of(f"{finding['rule']}#title", language))
            assert title in said
            assert plain(finding["message"]).split(":")[0] in said
        for key in ("heading.findings", "heading.account", "heading.signatures", "decision", "arbiter", "kind"):
            assert plain(text_of(f"summary.{key}", language)) in said
    for language in set(LANGUAGES) - set(languages):
        assert plain(text_of("summary.heading.account", language)) not in said
    assert "[summary" not in said
    assert f"1/{len(file.pages)}" in said.replace(" ", "")
    assert overlapping(made) == []


def test_it_is_tagged_and_titled() -> None:
    made = opened(summary(("cs", "fr")))
    assert str(made.Root.Lang) == "cs"
    assert bool(made.Root.MarkInfo.Marked)
    assert "Arsúf" in str(made.docinfo["/Title"])
    assert "/CreationDate" not in made.docinfo
    assert b"<pdfuaid:part>1" in made.Root.Metadata.read_bytes() or b'part="1"' in made.Root.Metadata.read_bytes()
    found = list(tags(made))
    kinds = [str(tag.S) for tag in found]
    assert {"/H1", "/H2", "/H3", "/P", "/Figure", "/L"} <= set(kinds)
    figures = [tag for tag in found if str(tag.S) == "/Figure"]
    assert all(str(tag.get("/Alt", "")) for tag in figures)


def test_its_bookmarks_are_its_sections() -> None:
    found = bookmarks(opened(summary(("en",))))
    sections = [title for depth, title in found if depth == 1]
    assert sections[:1] == ["Saladin: Arsuf"]
    assert [title for title in sections if title in {"The findings", "The game, turn by turn", "Signatures"}] == [
        "The game, turn by turn",
        "The findings",
        "Signatures",
    ]
    assert sum(title.startswith(("1 ", "2 ", "3 ")) for depth, title in found if depth == 2) == 3


def test_the_record_is_attached_as_it_was_sent() -> None:
    for data, name in ((MISTAKES, "record.txt"), (json.dumps(SAMPLE).encode(), "record.json")):
        made = print_summary(Upload(data))
        file = opened(made)
        assert list(file.attachments) == [name]
        assert file.attachments[name].get_file().read_bytes() == data
        assert hashlib.sha256(data).hexdigest() in text(made).replace(" ", "")


def test_the_day_is_written_as_in_each_language() -> None:
    def dated(date: str) -> str:
        return text(print_summary(Upload(json.dumps(SAMPLE | {"date": date}).encode()), languages=("en", "fr")))

    assert "1 May 2026 · 1er mai 2026" in dated("2026-05-01")
    assert "21 May 2026 · 21 mai 2026" in dated("2026-05-21")
    assert dated("one evening in May").count("one evening in May") == 1


@pytest.mark.parametrize("paper", SIZES)
def test_the_qr_code_leads_to_the_report(paper: str) -> None:
    page = pictures(summary(("en",), paper), 150)[0]
    (code,) = zxingcpp.read_barcodes(page)
    assert code.text == ADDRESS
    assert ADDRESS in text(summary(("en",), paper))


def test_without_an_address_there_is_no_code() -> None:
    made = print_summary(Upload(MISTAKES))
    assert not zxingcpp.read_barcodes(pictures(made, 150)[0])
    assert text_of("summary.address", "en") not in text(made)


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "file:///etc/passwd", "refsvc.example", "", "https://" + "x" * 493]
)
def test_no_other_address_is_printed(address: str) -> None:
    with pytest.raises(printing.AddressError):
        print_summary(Upload(MISTAKES), address=address)


def test_an_address_of_the_longest_kind_fits() -> None:
    address = ("https://refsvc.example/" + "x" * 500)[: printing.LONGEST_ADDRESS]
    (code,) = zxingcpp.read_barcodes(pictures(print_summary(Upload(MISTAKES), address=address), 200)[0])
    assert code.text == address


@pytest.mark.parametrize(
    ("languages", "paper"),
    [((), "a4"), (("en", "en"), "a4"), (("en", "fr", "cs"), "a4"), (("en",), "a5"), (("de",), "a4")],
)
def test_no_other_document_is_printed(languages: tuple[str, ...], paper: str) -> None:
    with pytest.raises(ValueError, match="no such document"):
        print_summary(Upload(MISTAKES), languages=languages, paper=paper)


def test_findings_stand_by_weight(monkeypatch: pytest.MonkeyPatch) -> None:
    record, played = replayed(MISTAKES)
    ids = [finding.id for finding in played.findings]
    values = ("no-difference", "undetermined", "changed-result")
    end = record.game.view(played.state)
    weights = {
        id_: Weight(value, view=end, played=end)  # type: ignore[arg-type]
        for id_, value in zip(ids, values, strict=True)
    }
    monkeypatch.setattr("refsvc.reporting.subject.weigh", lambda *_: weights)
    shown = summary_sheet.summary(record, played, ("en", "cs"), None)["findings"]
    assert [finding["cards"][0]["id"] for finding in shown] == ids[::-1]
    assert [finding["weight"] for finding in shown] == list(values[::-1])
    assert all([card["language"] for card in finding["cards"]] == ["en", "cs"] for finding in shown)


@pytest.mark.parametrize("scenario", ["arsuf", "hattin", "training-2"])
def test_a_clean_game_is_told_to_its_end(scenario: str) -> None:
    made = print_summary(Upload(whole_game(scenario, 3)), languages=("fr",))
    said = text(made)
    assert plain(text_of("report.mistakes.none", "fr")) in said
    assert plain(text_of("summary.heading.findings", "fr")) not in said
    assert plain(text_of("summary.heading.turning", "fr")) in said
    assert all(name.startswith("Reference-") for name in fonts(made))


@pytest.mark.parametrize("scenario", ["hattin", "training-3"])
def test_nothing_is_wrong_with_style_or_letters(scenario: str, caplog: pytest.LogCaptureFixture) -> None:
    """WeasyPrint warns of a property that it doesn't know, a font or a picture that it can't find."""
    print_summary(Upload(whole_game(scenario, 5)), languages=("cs", "en"), address=ADDRESS)
    assert [record.message for record in caplog.records] == []


# What people might write into a record; each must stand on the page as it is.
HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=file:///etc/passwd>",
    "<img src=http://127.0.0.1:1/x>",
    '<link rel=stylesheet href="http://127.0.0.1:1/">',
    '<link rel=attachment href="file:///etc/passwd">',
    "</style><style>@import url(http://127.0.0.1:1/);</style>",
    "{{7*7}}{% raw %}",
    "url(http://127.0.0.1:1/)",
    '<a href="javascript:alert(1)">x</a>',
    '"><svg onload=alert(1)>',
    "&lt;b&gt; &amp; ]]>",
]  # fmt: skip
FIELDS = ("event", "place", "ayyubid", "crusader", "note", "misread")


def spoilt(words: dict[str, str]) -> bytes:
    """The sample with these words in its fields."""
    record: dict[str, Any] = json.loads(json.dumps(SAMPLE))
    record |= {key: words[key] for key in ("event", "place") if key in words}
    record["players"] = {side: words.get(side, "") or "–" for side in ("ayyubid", "crusader")}
    record["moves"] = record["moves"][:-1]
    if "note" in words:
        record["moves"].append({"do": "note", "text": words["note"]})
    if "misread" in words:
        record["moves"].append({"do": "activate", "side": "crusader", "banner": words["misread"], "action": "charge"})
    return json.dumps(record).encode()


@pytest.mark.parametrize("words", HOSTILE)
def test_hostile_words_stand_there_as_words(words: str) -> None:
    made = print_summary(Upload(spoilt(dict.fromkeys(FIELDS, words))), languages=("en", "cs"))
    said = text(made).replace(" ", "")
    assert said.count(words.replace(" ", "")) >= len(FIELDS) - 1  # a note is told in no sentence
    file = opened(made)
    assert list(file.attachments) == ["record.json"]
    links = [note for page in file.pages for note in page.get("/Annots", [])]
    assert links == []
    assert "root:" not in said


@pytest.mark.parametrize("words", [words for words in HOSTILE if "127.0.0.1" in words or "file:" in words])
def test_only_escaping_keeps_them_words(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The twin: without escaping the same words ask for something, and the fetcher refuses it."""
    own = html.environment()
    bare = Environment(loader=own.loader, autoescape=False, trim_blocks=True, lstrip_blocks=True)
    bare.globals |= own.globals
    monkeypatch.setattr(html, "environment", lambda: bare)
    if words.startswith("url("):
        words = f'<p style="background: {words}">'
    with pytest.raises(pdf.RefusedAddressError):
        print_summary(Upload(spoilt(dict.fromkeys(FIELDS, words))))


def test_long_names_stay_on_the_page() -> None:
    made = print_summary(Upload(spoilt(dict.fromkeys(FIELDS, "W" * 80))), languages=("fr", "cs"))
    for page in pictures(made, 60):
        edge = round(page.width * 12 / 210)
        right = page.crop((page.width - edge, 0, page.width, page.height))
        assert sum(right.histogram()[:200]) == 0, "ink in the margin"


def test_letters_of_no_font_are_boxes_and_said_to_be() -> None:
    words = {"ayyubid": "صلاح الدين", "crusader": "漢字 \U0001f600"}
    made = print_summary(Upload(spoilt(words)), languages=("en",))
    said = text(made)
    assert plain(text_of("summary.boxes", "en")) in said
    assert "漢字" in said
    assert all(name.startswith("Reference-") for name in fonts(made))
    assert plain(text_of("summary.boxes", "en")) not in text(summary(("en",)))


@cache
def hopeless(moves: int) -> bytes:
    """A record in which nothing fits anything, as long as asked for."""
    kinds: list[dict[str, Any]] = [
        {"do": "activate", "side": "crusader", "banner": "saladin", "action": "charge", "target": "aslam", "spent": 9},
        {"do": "roll", "red": ["2"] * 5, "green": ["order"] * 5, "losses": {"richard": 9}},
        {"do": "lead", "side": "ayyubid", "action": "restore-lance", "banner": "richard"},
        {"do": "pass", "side": "ayyubid"},
        {"do": "count", "orders": {"crusader": {"available": 12}}, "banners": {"sable": {"lances": 1}}},
    ]
    record = {key: SAMPLE[key] for key in ("format", "game", "scenario", "values")}
    return json.dumps({**record, "moves": [kinds[n % len(kinds)] for n in range(moves)]}).encode()


def test_a_hopeless_record_is_bounded(tmp_path: Path) -> None:
    """As long as a record may be, in the short run a fifth, in two languages and a process of its own."""
    data = hopeless(printing.MOST_MOVES if IS_LONG else printing.MOST_MOVES // 5)
    file = tmp_path / "record.json"
    file.write_bytes(data)
    code = """
import re, sys, time
from pathlib import Path
from refsvc.printing import print_summary
from refsvc.records.upload import Upload
data = Path(sys.argv[1]).read_bytes()
made = print_summary(Upload(data), languages=("fr", "cs"), address="https://refsvc.example/check/x")
Path(sys.argv[2]).write_bytes(made)
# the peak of this program alone: what `resource` gives is at least that of the process which started it
print(time.process_time(), re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1])
"""
    out = tmp_path / "out.pdf"
    told = subprocess.run(
        [sys.executable, "-c", code, file, out],
        check=True,
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[3],
    )
    seconds, kibibytes = map(float, told.stdout.split())
    assert seconds < 20  # twice what a PDF may take: other tests run beside this one
    assert kibibytes < 2**20
    made = out.read_bytes()
    assert len(opened(made).pages) < 40
    left = len(families(check(read(Upload(data))).findings))
    assert f"{left - summary_sheet.MOST_HOPELESS} " in text(made)


def test_a_longer_record_is_refused() -> None:
    with pytest.raises(RecordError) as error:
        print_summary(Upload(hopeless(printing.MOST_MOVES + 1)))
    assert error.value.rule == "record.too-many-moves"


def test_turning_points_and_cards_are_drawn() -> None:
    """Ink where the boards stand: more than words alone would leave."""
    page = pictures(summary(("en",)), 60)[-2]
    assert isinstance(page, Image.Image)
    dark = sum(page.histogram()[:100])
    assert dark > 0.01 * page.width * page.height


@pytest.mark.parametrize("game", MISTAKES_OF)
@pytest.mark.parametrize("languages", [("cs",), ("fr", "en")], ids="-".join)
def test_every_drawing_is_set(game: str, languages: tuple[str, ...]) -> None:
    """Of each mistake with a place the position, of each turning point and statistic its picture."""
    context = summary_sheet.summary(*replayed(MISTAKES_OF[game]), languages, None)
    positions = [found["drawing"] for found in context["findings"] if found["drawing"] is not None]
    plates = [plate for part in ("turning", "charts") for row in context[part] for plate in row]
    assert len(positions) >= 3
    assert len(plates) >= 4
    page = html.render("summary", "a4", context)
    assert page.count('class="drawing"') == len(positions) + len(plates)


def test_pdfs_can_be_merged_and_mended() -> None:
    """A file that other programs can work with: nothing to mend in it."""
    file = pikepdf.open(io.BytesIO(summary(("en",))))
    assert file.check_pdf_syntax() == []
