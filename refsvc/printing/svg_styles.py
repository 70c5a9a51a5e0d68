"""The styles of drawings for print, where no style sheet of a document reaches into its SVG: shapes carry attributes.

Words and coats of arms are set beside the SVG, over it: WeasyPrint sets text within an SVG letter by letter, without
kerning and at a higher price. The colours are those of the site, from its own style sheets, in the light scheme;
paper is white.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from refsvc import paths

CSS = paths.PACKAGE / "static" / "css"
SHEETS = ("board.css", "charts.css")
RULE = re.compile(r"^((?:(?:\.[a-z-]+)|:is\([^)]*\))+) \{([^}]*)\}", re.MULTILINE)
EITHER = re.compile(r":is\(([^)]*)\)")
TOKEN = re.compile(r"(--[a-z0-9-]+):\s*([^;]+);")
VARIABLE = re.compile(r"var\((--[a-z0-9-]+)\)")
ON_PAPER = {"--paper": "#fff", "--raised": "#fff", "--shade": "#f5f0e4"}
DRAWN = ("b-", "c-")  # how the classes of boards and charts begin
BASE = 0.337  # em from the middle of a line to its base line: half of what our sans has above it more than below
USED = (
    "fill", "fill-rule", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity",
    "color", "font-size", "font-weight",
)  # fmt: skip


@cache
def _rules() -> dict[frozenset[str], dict[str, str]]:
    """What the style sheets say of each class, or of several together; later ones win."""
    light = (CSS / "tokens.css").read_text("utf-8").partition("@media")[0]
    tokens = dict(TOKEN.findall(light)) | ON_PAPER
    found: dict[frozenset[str], dict[str, str]] = {}
    for sheet in SHEETS:
        for selector, body in RULE.findall((CSS / sheet).read_text("utf-8")):
            said = dict(part.strip().split(": ", 1) for part in body.split(";") if ": " in part)
            known = {key: VARIABLE.sub(lambda m: tokens[m[1]], said[key]) for key in USED if key in said}
            for names in _named(selector) if known else ():
                found.setdefault(names, {}).update(known)
    return found


def _named(selector: str) -> list[frozenset[str]]:
    """The classes that a selector asks for together; several times where it says `:is(.one, .other)`."""
    either = EITHER.search(selector)
    if either is None:
        return [frozenset(selector[1:].split("."))]
    others = EITHER.sub("", selector)
    return [found for one in either[1].split(", ") for found in _named(one + others)]


@cache
def attributes(style: str) -> dict[str, str]:
    """The attributes of a shape whose classes these are; without a rule it would be black, so that is an error."""
    classes = set(style.split())
    if not any(names <= classes for names in _rules()):
        raise LookupError(f"no style for {style}")
    found: dict[str, str] = {}
    for names, said in sorted(_rules().items(), key=lambda rule: len(rule[0])):
        if names <= classes:
            found |= said
    return found


def _size(style: str) -> float:
    """The size of letters, in units of the drawing."""
    return float(attributes(style)["font-size"].removesuffix("px"))


def placed(shape: Mapping[str, Any], drawing: Mapping[str, Any]) -> str:
    """Where a line of words stands over a drawing, in units of its own letters."""
    size = _size(shape["style"])
    left, top = (float(drawing.get(key, 0)) for key in ("left", "top"))
    x, y, end = (float(shape["x"]) - left) / size, (float(shape["y"]) - top) / size, float(drawing["width"]) / size
    # a width of their own spares the search for the one that the words need
    room = {"start": (x, end - x), "end": (0, x), "middle": (x - min(x, end - x), 2 * min(x, end - x))}
    at, wide = room[shape["anchor"]]
    return f"left:{at:.2f}em;top:{y - BASE:.2f}em;width:{wide:.2f}em"


@cache
def lettering() -> str:
    """A style sheet for words over drawings, by the classes of theirs."""
    rules = []
    for names, said in _rules().items():
        name = next(iter(names))
        if len(names) == 1 and name.startswith(DRAWN) and said.keys() & {"font-size", "font-weight"}:
            letters = {"font-size": said.get("font-size", "").replace("px", "em"), "color": said.get("fill", "")}
            letters["font-weight"] = said.get("font-weight", "")
            rules.append(f".{name}{{{';'.join(f'{key}:{value}' for key, value in letters.items() if value)}}}")
    return "".join(rules)
