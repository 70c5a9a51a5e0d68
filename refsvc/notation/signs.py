"""Signs as people write them: those that look alike or are typed for one another become one, before a line is parsed.

What an arrow stands for, and which signs may be left out, each game says (`Syntax.alike`, `soft`, `left_out`).
"""

from __future__ import annotations

import re

from refsvc.i18n.folding import Folded

ARROW = "→"
# What is written -> what is read; longer ones first. A sign that becomes a blank parts words.
SIGNS = {
    ARROW: ("-->", "==>", "->", "=>", "⇒", "⟶", "➔", "➜", "➝", "►", "▶", "›"),
    ",": (";", "·"),
    "|": ("¦", "│", "‖", "||"),
    ":": ("∶", "："),
    "'": ("′",),
    " ": ("«", "»", '"', "„", "“", "”", "‟", "…", "*", "_", "✓"),
}
PLAIN = {written: plain for plain, all_written in SIGNS.items() for written in all_written}
WRITTEN = re.compile("|".join(re.escape(each) for each in sorted(PLAIN, key=len, reverse=True)))
# What stands before a line of a list: a bullet, or a number with a full stop or bracket (but "1. kolo" is a turn).
BULLET = re.compile(r"\s*(?:[-–—=•◦▪‣●∙·*>]+\s+|\(?(?P<number>[0-9]{1,4})[.)]\s+)(?=\S)")
REMARK = re.compile(r"\s(?:#(?!\d)|//|--\s|\{[^{}]*\}$|[:;]-?[()DP]$)")  # the last is a face
# What may be a remark at the end of a line: in brackets, in quotation marks or after a dash.
ASIDE = re.compile(
    r"""\s*[(\[]([^()\[\]|>]*)[)\]]\W*$|\s+[-–—]+\s+([^-–—|>:\[\]]*)$|\s["„“«]([^"„“”«»|>]*)["“”»]\W*$|\s/\*([^*|>]*)\*/$"""
)
RULED = re.compile(r"\s+[-–—=*]+\s*$")  # what ends a line that is ruled on both sides: == Turn 1 ==


def plain(folded: Folded) -> Folded:
    """A folded line with plain signs; every sign keeps the place of what was written."""
    found = list(WRITTEN.finditer(folded.text))
    if not found:
        return folded
    letters: list[str] = []
    places: list[int] = []
    last = 0
    for match in found:
        letters += [folded.text[last : match.start()], PLAIN[match.group()]]
        places += [*folded.places[last : match.start()], folded.places[match.start()]]
        last = match.end()
    return Folded(folded.line, "".join([*letters, folded.text[last:]]), [*places, *folded.places[last:]])
