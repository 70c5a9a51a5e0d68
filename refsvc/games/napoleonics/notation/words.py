"""The words of Napoleonics, and which of them may stand where."""

from __future__ import annotations

import re

from refsvc.notation.game_notation import ENDINGS, HEADERS, LINES, REASON, SIDE, Syntax

DEEDS = (
    "hand", "as", "one-unit", "order", "nobody", "detach", "dissolve", "rally", "sends", "leader", "leader-retreat",
    "first-strike", "square", "retire", "check", "ignore", "retreat", "lost", "back", "ground", "through", "bonus",
    "takes", "discard", "end-phase", "off", "melee",
)  # fmt: skip
COUNTED = ("empty", "no-square", "no-leader")

SYNTAX = Syntax(
    game="napoleonics",
    named={
        "FACES": ("faces", ("notation.letter.{}",)),
        **SIDE,
        "CARD": ("card", ("name.card.{}",)),
        "SECTION": ("section", ("name.section.{}",)),
        "HEX": ("unit", ()),
        "FACE": ("faces", ("name.face.{}",)),
        "PURPOSE": ("for", ("notation.purpose.{}", "name.purpose.{}")),
        "TALLY": ("fields:count", ("notation.tally.{}",)),
        **REASON,
    },
    fixed={
        **LINES,
        **{deed.upper().replace("-", "_"): {deed: f"notation.deed.{deed}"} for deed in DEEDS},
        **{each.upper().replace("-", "_"): {each: f"notation.counted.{each}"} for each in COUNTED},
        "NO_DICE": {"no-dice": "notation.roll.no-dice"},
        "NOTHING": {"nothing": "notation.roll.nothing"},
        **ENDINGS,
        **HEADERS,
    },
    kinds={
        "INT": "number",
        "TEXT": "text",
        "SIDE": "side",
        "HEX": "hex",
        "CARD": "command-card",
        "SECTION": "section",
        "FACES": "face",
        "FACE": "face",
        "PURPOSE": "purpose",
        "REASON": "reason",
        "$END": "line-end",
    },
    fields={"SIDE": "side", "CARD": "card", "SECTION": "section", "HEX": "unit"},
    starts=("head", "ordered", "step"),
    pieces=re.compile(
        r"(?P<hex>(?<![^\W_])[^\W\d_][0-9]+(?![^\W_]))"
        r"|(?P<word>[^\W\d_]+)|(?P<number>[0-9]+)|(?P<blank>[\s.!'&-])|(?P<sign>.)",
        re.DOTALL,
    ),
    listed=("TALLY",),
    shortened=("CARD", "SECTION"),
    shapes={"hex": "HEX"},
    letters="FACES",
    unclear={"CARD": "notation.unclear.{}"},
)
