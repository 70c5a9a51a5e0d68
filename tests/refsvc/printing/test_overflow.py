"""The guard finds what leaves its box, and only that: planted overflows, each beside its twin that fits."""

from __future__ import annotations

import pytest
from weasyprint import HTML

from refsvc.printing import overflow, pdf
from refsvc.printing.overflow import Overflow
from tests.refsvc.printing.paper import pictures

STYLE = """@page { size: 100mm 80mm; margin: 10mm } body { margin: 0 } p { margin: 0 }
    .box { position: absolute; left: 10mm; top: 10mm; width: 30mm; height: 10mm }
    p { font: 10pt/4mm "Reference Serif" } .wide { white-space: nowrap }"""
SHAPE = '<svg viewBox="0 0 9 9" style="display: block; width: {}mm; height: 4mm"><path d="M0 0h9v9z"/></svg>'


def found(body: str, language: str = "en", style: str = "") -> list[Overflow]:
    page = f"<html lang={language}><title>x</title><style>{STYLE}{style}</style><body>{body}"
    document = HTML(string=page, url_fetcher=pdf.DrawingFetcher()).render(font_config=pdf._fonts())
    return list(overflow.find(document.pages, "sample"))


# What sticks out, over which edge; and the twin that does not.
CASES = {
    "a word": ("right", '<div class="box" data-box="b"><p class="wide">{}</p></div>', "Saladin " * 4, "Saladin"),
    "a line": ("bottom", '<div class="box" data-box="b"><p>{}</p></div>', "Saladin " * 9, "Saladin " * 3),
    "a drawing": ("right", '<div class="box" data-box="b">{}</div>', SHAPE.format(31), SHAPE.format(30)),
    "a placed word": (
        "left",
        '<div class="box" data-box="b"><p style="position: absolute; left: {}mm">x</p></div>',
        "-1",
        "0",
    ),
    "a box in a box": (
        "bottom",
        '<div class="box" data-box="b"><div data-box="c" style="height: {}mm"></div></div>',
        "11",
        "10",
    ),
    "what is turned": (
        "left",
        '<div class="box" data-box="b"><div style="transform: rotate(180deg)"><p class="wide">{}</p></div></div>',
        "Saladin " * 4,
        "Saladin",
    ),
    "what is moved": (
        "right",
        '<div class="box" data-box="b"><p style="transform: translate({}mm)">x</p></div>',
        "29.5",
        "1",
    ),
    "what is in no box": ("right", '<p class="wide">{}</p>', "Saladin " * 9, "Saladin " * 4),
    "an empty box in a line": (
        "right",
        '<div class="box" data-box="b"><p><i style="display: inline-block; width: {}mm; height: 1mm"></i></p></div>',
        "31",
        "29",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_what_sticks_out_is_found(case: str) -> None:
    edge, body, too_much, enough = CASES[case]
    assert found(body.format(enough)) == []
    told = found(body.format(too_much))
    assert edge in {edge for one in told for edge in one.edges}, told


def test_it_says_where() -> None:
    head = '<div data-box="head" style="height: 5mm" lang="fr"><p class="wide">{}</p></div>'
    (one,) = found(f'<div class="box" data-box="card">{head.format("Bourgogne " * 4)}</div>', "cs")
    assert (one.document, one.page, one.box, one.language) == ("sample", 1, "card > head", "fr")
    assert one.edges.keys() == {"right"}
    assert str(one).startswith("sample, page 1, card > head [fr]: 'Bourgogne Bourgogne")


def test_letters_count_by_their_own_height() -> None:
    """Capitals with accents reach over a low box where small letters don't; room in the font is no letter."""
    body = '<div class="box" data-box="b" style="height: 2.6mm"><p style="line-height: 2.6mm">{}</p></div>'
    assert found(body.format("xoa")) == []
    assert {edge for one in found(body.format("ŘÚg")) for edge in one.edges} == {"top", "bottom"}


def test_a_tenth_of_a_millimetre_is_not_seen() -> None:
    body = '<div class="box" data-box="b">{}</div>'
    assert found(body.format(SHAPE.format(30.09))) == []
    assert found(body.format(SHAPE.format(30.15)))[0].edges == {"right": 0.15}


def test_a_broken_box_is_found() -> None:
    body = '<div style="height: 40mm"></div><div data-box="list">'
    assert found(body + "<p>x</p>" * 5) == []
    (one,) = found(body + "<p>x</p>" * 7)
    assert (one.page, one.box, one.edges) == (2, "list", {})
    assert "broken over two pages" in str(one)


def test_a_head_in_the_margin_stands_on_the_sheet() -> None:
    style = "@page {{ @top-left {{ content: '{}'; white-space: nowrap; font: 10pt 'Reference Serif' }} }}"
    assert found("<p>x</p>", style=style.format("Saladin")) == []
    assert found("<p>x</p>", style=style.format("Saladin " * 12))


def test_a_spoilt_sheet_is_not_printed() -> None:
    page = (
        f"<html lang=en><title>x</title><style>{STYLE}</style><div class=box data-box=b><p class=wide>Saladin Saladin"
    )
    assert pdf.write(page, fixed="sample").startswith(b"%PDF")
    assert pdf.write(page + " Saladin" * 3).startswith(b"%PDF")  # nobody said that it is ours
    with pytest.raises(overflow.OverfullError, match=r"sample, page 1, b \[en\]") as caught:
        pdf.write(page + " Saladin" * 3, fixed="sample")
    assert len(caught.value.found) == 1


def test_many_overflows_are_told_shortly() -> None:
    one = Overflow("sample", 1, "b", "en", "x", {"right": 1.0})
    assert str(overflow.OverfullError([one] * 40)).endswith("and 28 more")


@pytest.mark.parametrize("letter", "ÁŘgxŮ…—")
def test_how_far_a_letter_reaches(letter: str) -> None:
    """By pixels: the ink of the letter at 100 mm is where the guard thinks that it is."""
    style = """@page { size: 200mm 200mm; margin: 0 }
        p { position: absolute; margin: 0; left: 40mm; top: 0; font: 100mm/200mm "Reference Serif" }"""
    page = f"<html lang=en><title>x</title><style>{style}</style><p>{letter}"
    document = HTML(string=page, url_fetcher=pdf.DrawingFetcher()).render(font_config=pdf._fonts())
    anywhere = overflow._Around(overflow.Rect(0, 0, 1, 1), ())
    (text,) = [box for box, _ in overflow._within(document.pages[0]._page_box, anywhere)]
    base = (text.position_y + text.baseline) * overflow.MM
    picture = pictures(pdf.write(page), 72)[0].point(lambda value: 255 if value < 128 else 0)
    box = picture.getbbox()
    assert box is not None
    low, high = overflow.reach(letter)
    assert (base - box[1] * 25.4 / 72) / 100 <= high + 0.01
    assert (base - box[3] * 25.4 / 72) / 100 >= low - 0.01
    assert high - low < 1.3
