"""The words of Napoleonics, and which of them may stand where."""

from __future__ import annotations

import re

from refsvc.notation.game_notation import ENDINGS, HEADERS, LINES, REASON, SIDE, Syntax

DEEDS = (
    "hand", "as", "one-unit", "order", "nobody", "detach", "dissolve", "rally", "sends", "leader", "leader-retreat",
    "first-strike", "square", "retire", "check", "ignore", "retreat", "lost", "back", "ground", "through", "bonus",
    "takes", "discard", "end-phase", "off", "melee",
)  # fmt: skip
SAID = (
    "plays", "in", "from", "to", "and", "moves", "fires", "at", "dice", "flags", "ignored", "ignores-one",
    "ignores-none", "blocks", "cards", "with", "unsure", "via", "escapes", "blocked", "leaves",
)  # fmt: skip
KINDS = ("scout", "probe", "attack", "assault")
UNITS = (
    "line-infantry", "light-infantry", "rifle-light", "grenadier", "guard-grenadier", "young-guard", "old-guard",
    "militia", "light-cavalry", "heavy-cavalry", "cuirassier", "guard-heavy-cavalry", "foot-artillery",
    "guard-foot-artillery", "horse-artillery", "guard-horse-artillery",
)  # fmt: skip
COUNTED = ("empty", "no-square", "no-leader")

STARTS = (
    "head", "ordered", "step", "said_head", "said_ordered", "said_step", "said_leader", "said_hexes", "said_escape",
    "said_dice", "said_result", "said_play", "said_kind", "said_play_dice",
)  # fmt: skip

SYNTAX = Syntax(
    game="napoleonics",
    named={
        "FACES": ("faces", ("notation.letter.{}",)),
        **SIDE,
        "CARD": ("card", ("name.card.{}", "notation.code.{}", "notation.call.{}")),
        "SECTION": ("section", ("name.section.{}", "notation.section.{}")),
        "HEX": ("unit", ()),
        "FACE": ("faces", ("name.face.{}", "notation.die.{}")),
        "PURPOSE": ("for", ("notation.purpose.{}", "name.purpose.{}")),
        "TALLY": ("fields:count", ("notation.tally.{}",)),
        **REASON,
    },
    fixed={
        **LINES,
        **{deed.upper().replace("-", "_"): {deed: f"notation.deed.{deed}"} for deed in DEEDS},
        **{each.upper().replace("-", "_"): {each: f"notation.counted.{each}"} for each in COUNTED},
        "NO_DICE": {"no-dice": "notation.roll.no-dice", "without": "notation.said.without"},
        "MANY": {number: f"notation.number.{number}" for number in "12345"},
        "TWICE": {number: f"notation.times.{number}" for number in "234"},
        "NOTHING": {"nothing": "notation.roll.nothing"},
        "SMALL": {"small": "notation.said.small"},  # in no rule: left out where no rule reads a part
        **{each.upper().replace("-", "_"): {each: f"notation.said.{each}"} for each in SAID},
        "TYPE": {"type": "notation.said.type", **{each: f"name.unit.{each}" for each in UNITS}},
        "KIND": {each: f"notation.kind-of-card.{each}" for each in KINDS},
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
    starts=STARTS,
    pieces=re.compile(
        r"(?P<hex>(?<![^\W_])[^\W\d_][0-9]+(?![^\W_]))"
        r"|(?P<word>[^\W\d_]+)|(?P<number>[0-9]+)|(?P<blank>[\s.!'&-])|(?P<sign>.)",
        re.DOTALL,
    ),
    listed=("TALLY",),
    shortened=("CARD", "SECTION", "KIND"),
    names=("CARD", "SECTION"),
    shapes={"hex": "HEX"},
    letters="FACES",
    unclear={"CARD": "notation.unclear.{}"},
    initials=("SECTION",),
    unsaid=("TYPE",),
    openings=("CARD", "KIND", "ORDER", "LEADER", "MOVES", "FIRES"),
)
