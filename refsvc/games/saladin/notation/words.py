"""The words of Saladin, and which of them may stand where."""

from __future__ import annotations

import re

from refsvc.notation.game_notation import ENDINGS, HEADERS, LINES, REASON, SIDE, Syntax

VERBS = ("starts", "chooses", "seizes", "passes", "removes", "leaves", "loses")
PARTS = ("losses", "leader", "town", "banner", "toward", "they", "answer", "orders", "dice", "lances")

SYNTAX = Syntax(
    game="saladin",
    named={
        **SIDE,
        "PIECE": ("banner", ("name.banner.{}", "name.leader.{}")),
        "TARGET": ("target", ("name.banner.{}",)),
        "ACTION": ("action", ("name.action.{}",)),
        "LEAD": ("lead.action", ("notation.lead.{}", "name.line.{}")),
        "STATUS": ("status", ("notation.status.{}", "name.status.{}")),
        "CARD": ("card", ("notation.card.{}", "name.card.{}")),
        "OUT": ("out", ("notation.out.{}", "name.out.{}")),
        "FACE": ("red", ("notation.face.{}",)),
        **REASON,
        "COLOUR": ("fields:roll", ("notation.colour.{}",)),
        "MARK": ("fields:count", ("notation.mark.{}",)),
    },
    fixed={
        **LINES,
        **{verb.upper(): {verb: f"notation.verb.{verb}"} for verb in VERBS},
        **ENDINGS,
        **{part.upper(): {part: f"notation.part.{part}"} for part in PARTS},
        "NO_DICE": {"no-dice": "notation.roll.no-dice"},
        "GONE": {"gone": "notation.roll.gone"},
        "NOTHING": {"nothing": "notation.roll.nothing"},
        "NONE_GONE": {"none-gone": "notation.roll.none-gone"},
        "YES_NO": {"true": "notation.yes-no.true", "false": "notation.yes-no.false"},
        **HEADERS,
    },
    kinds={
        "INT": "number",
        "TEXT": "text",
        "SIDE": "side",
        "PIECE": "banner",
        "TARGET": "target",
        "ACTION": "action",
        "LEAD": "lead",
        "STATUS": "status",
        "CARD": "card",
        "OUT": "out",
        "COLOUR": "colour",
        "FACE": "face",
        "REASON": "reason",
        "$END": "line-end",
    },
    fields={"SIDE": "side", "PIECE": "banner", "ACTION": "action", "LEAD": "action", "TARGET": "target"},
    starts=("line", "answer", "dice", "head", "reaction", "roll"),
    pieces=re.compile(r"(?P<word>[^\W\d_]+)|(?P<number>[0-9]+)|(?P<blank>[\s.!'?-])|(?P<sign>.)", re.DOTALL),
    more={"OUT": ("true", "false")},
    listed=("COLOUR", "MARK"),
    shortened=("PIECE", "TARGET", "ACTION", "LEAD", "STATUS", "CARD"),
    digits="FACE",
    initials=("COLOUR", "FACE"),
    openings=("PIECE", "LEADER", "COLOUR", "DICE", "STARTS"),
    unsaid=(
        "NTH",
        "TOWARD",
        "THEY",
        "ANSWER",
        "ORDERS",
        "LANCES",
        "DICE",
        "BANNER",
        "LEADER",
        "CHOOSES",
        "LEAVES",
        "LOSES",
        "(",
        "+",
        "[",
    ),
    alike={"→": (">", "="), "|": (",", "="), "/": (",",), "+": (",",), "&": (",",)},
    soft=":,|/()[]{}°º&→-",
    left_out={
        "COLOUR": ",|/([{+&:-", "DICE": ",|/([{+&:-", "NO_DICE": ",|/([{&:-", "FACE": ",/+:-",
        "TOWARD": ",/:-", "PASSES": ",",
    },
)
