"""The styles of drawings as attributes: no style sheet of a document reaches into its SVG when it is printed.

The colours are those of the site, from its own style sheets, in the light scheme; paper is white.
"""

from __future__ import annotations

import re
from functools import cache

from refsvc import paths

CSS = paths.PACKAGE / "static" / "css"
SHEETS = ("board.css",)
RULE = re.compile(r"^((?:\.[a-z-]+)+) \{([^}]*)\}", re.MULTILINE)
TOKEN = re.compile(r"(--[a-z0-9-]+):\s*([^;]+);")
VARIABLE = re.compile(r"var\((--[a-z0-9-]+)\)")
ON_PAPER = {"--paper": "#fff", "--raised": "#fff", "--shade": "#f5f0e4"}
USED = ("fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "color",
        "font-size", "font-weight")  # fmt: skip


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
            if known:
                found.setdefault(frozenset(selector[1:].split(".")), {}).update(known)
    return found


@cache
def attributes(style: str) -> dict[str, str]:
    """The attributes of a shape whose classes these are; a class without a rule is an error."""
    classes = set(style.split())
    known = {name for names in _rules() for name in names}
    if classes - known:
        raise LookupError(f"no style for {sorted(classes - known)}")
    found: dict[str, str] = {}
    for names, said in sorted(_rules().items(), key=lambda rule: len(rule[0])):
        if names <= classes:
            found |= said
    return found
