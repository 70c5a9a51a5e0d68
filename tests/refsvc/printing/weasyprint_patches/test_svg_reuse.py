"""A drawing that is shown again is in the file once, and looks the same wherever it stands."""

from __future__ import annotations

import pytest
from weasyprint.images import SVGImage

from refsvc.printing import pdf
from tests.refsvc.printing.paper import opened, pictures

STYLE = "@page { size: 100mm 60mm; margin: 5mm } img { width: 20mm; display: block; float: left; margin-right: 10mm }"
ARMS = '<img src="refsvc:arms/richard.svg" alt="Richard">'


def printed(*drawings: str) -> bytes:
    head = f'<html lang="en"><head><title>Arms</title><style>{STYLE}</style></head>'
    return pdf.write(f"{head}<body>{''.join(drawings)}</body></html>")


def test_it_is_drawn_once_for_each_size() -> None:
    small = ARMS.replace("<img", '<img style="width: 10mm"')
    file = opened(printed(ARMS, ARMS, small, '<p style="break-before: page">', ARMS))
    forms = {name: form for page in file.pages for name, form in page.Resources.XObject.items()}
    assert len(forms) == 2
    assert [page.Contents.read_bytes().count(b" Do") for page in file.pages] == [3, 1]


def test_it_looks_the_same_as_if_it_were_drawn_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    reused = pictures(printed(ARMS, ARMS))
    monkeypatch.setattr(SVGImage, "draw", SVGImage.draw.otherwise)
    drawn = printed(ARMS, ARMS)
    file = opened(drawn)
    assert not file.pages[0].Resources.get("/XObject")
    assert [picture.tobytes() for picture in pictures(drawn)] == [picture.tobytes() for picture in reused]
