"""The facts behind a finding of Saladin, and the pieces it is about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.core.findings import Finding
from refsvc import library
from refsvc.games.saladin import GAME
from refsvc.i18n import sentences
from refsvc.presentation.subject import Subject, values_read

View = dict[str, Any]
# The figures of a finding, in the order in which they are compared: what the rules say, then what was written.
FIGURES = (
    "cost", "available", "due", "paid", "lost", "left", "before", "now", "orders", "below", "known", "counted",
    "turn", "number", "winner", "claimed",
)  # fmt: skip
NOT_ON_CARD = "saladin.action.on-card"  # is judged by the card as a whole: another line of it explains nothing
MARKERS = ("fire", "horns", "shield_wall", "bonus")
PARTS = {"pool": "orders", "track": "losses"}  # how a view calls what a side has


def facts(subject: Subject, finding: Finding, view: View) -> Iterator[tuple[str, str]]:
    """Figures of the finding, then the parts of the position and the values of the cards that it read."""
    yield from _figures(subject, finding)
    for key in finding.reads:
        if key.startswith("state."):
            _, part, *names = key.split(".")
            yield from _state(subject, view, part, names)
        else:
            yield from () if finding.rule == NOT_ON_CARD else values_read(subject, [key])


def _figures(subject: Subject, finding: Finding) -> Iterator[tuple[str, str]]:
    params = finding.params
    if "what" in params:
        yield (
            subject.text("report.fact.what"),
            str(sentences.count_text("what", params["what"], GAME, subject.language)),
        )
    for key in FIGURES:
        if key in params:
            is_side = key in ("winner", "claimed")
            said = (
                subject.name("side", params[key])
                if is_side
                else sentences.count_text(key, params[key], GAME, subject.language)
            )
            yield subject.text(f"report.fact.{key}"), str(said)
    for label, red, green in (("dice-due", "red", "green"), ("dice-rolled", "rolled_red", "rolled_green")):
        if red in params:
            said = subject.text("saladin.report.fact.dice", red=params[red], green=params[green])
            yield subject.text(f"saladin.report.fact.{label}"), said


def _state(subject: Subject, view: View, part: str, names: list[str]) -> Iterator[tuple[str, str]]:
    """One part of the position, by the name that a violation reads it under."""
    who = ".".join(names)
    match part:
        case "pool":
            yield _label(subject, who, "orders"), subject.text("saladin.board.orders", **view["orders"][who])
        case "track":
            yield _label(subject, who, "losses"), str(view["losses"][who])
        case "card" if names[0] == "leader":
            card = view["leaders"][_side_of_leader(subject, names[1])]
            yield _label(subject, who, "card"), subject.name("card", card)
        case "lances" | "status" | "card" | "out":
            yield from _piece(subject, view, part, who)
        case "passed":
            said = subject.text("value.yes" if who in view["passed"] else "value.no")
            yield subject.text("saladin.report.fact.passed", side=subject.name("side", who)), said
        case "turn":
            to_move = view["to_move"]
            yield subject.text("report.fact.turn"), str(view["turn"])
            said = subject.name("side", to_move) if to_move else subject.text("saladin.report.fact.nobody")
            yield subject.text("report.fact.to-move"), said
        case "pending":
            yield subject.text("saladin.report.fact.pending"), _pending(subject, view)
        case _ if part in MARKERS:
            label = subject.text("saladin.board.part.bonus") if part == "bonus" else subject.name("part", part)
            yield label, subject.text("value.yes" if view.get(part) else "value.no")


def _piece(subject: Subject, view: View, part: str, name: str) -> Iterator[tuple[str, str]]:
    """A Banner's Lances, status, card or life, or the town's Lances."""
    banner = view["banners"].get(name)
    if banner is None:
        if "town" in view:
            yield _label(subject, name, "lances"), str(view["town"])
    elif "out" in banner:
        yield subject.name("banner", name), subject.name("out", banner["out"])
    elif part == "out":
        yield subject.name("banner", name), subject.text("saladin.board.in-play")
    elif part == "lances":
        yield _label(subject, name, "lances"), str(banner["lances"])
    else:
        yield _label(subject, name, part), subject.name(part, banner[part])


def _label(subject: Subject, who: str, part: str) -> str:
    named = sentences.bearer_name(who, GAME, subject.language)
    return subject.text("saladin.report.fact.of", who=named, part=subject.name("part", part))


def _pending(subject: Subject, view: View) -> str:
    pending = view["pending"]
    if pending is None:
        return subject.text("saladin.report.fact.nothing")
    return subject.words({key: value for key, value in pending.items() if key not in ("dice", "answer")})


def _side_of_leader(subject: Subject, leader: str) -> str:
    return next(side for side, name in subject.game.leaders.items() if name == leader)


def pieces(subject: Subject, finding: Finding) -> tuple[frozenset[str], frozenset[str]]:
    """The parts of the view that the finding names or read, and the Banners to be shown: those, and the move's own."""
    params = finding.params
    view = subject.view(subject.judged_at(finding))
    marked = {_marked(subject, str(params[key]), view) for key in ("banner", "target") if key in params}
    for key in finding.reads:
        if key.startswith("state."):
            _, part, *names = key.split(".")
            whole = f"{PARTS[part]}.{names[0]}" if part in PARTS else ""
            marked.add(whole or _marked(subject, ".".join(names) or part, view))
    if isinstance(params.get("what"), str):
        marked.add(".".join(params["what"].split(".")[:2]))
    tree = subject.move(finding.move) or {}
    shown = {tree[key] for key in ("banner", "target") if isinstance(tree.get(key), str)}
    if pending := view["pending"]:
        shown |= {pending[key] for key in ("banner", "target") if key in pending}
    shown |= {name.removeprefix("banners.") for name in marked if name.startswith("banners.")}
    if "town" in marked:
        shown.add(_town(subject))
    return frozenset(marked - {""}), frozenset(shown)


def _marked(subject: Subject, name: str, view: View) -> str:
    """The part of a view that a name stands for: a Banner, a leader's card, the town, a marker; else nothing."""
    if name in view["banners"]:
        return f"banners.{name}"
    leader = name.removeprefix("leader.")
    if name.startswith("leader.") and leader in subject.game.leaders.values():
        return f"leaders.{_side_of_leader(subject, leader)}"
    if name == "pending" or name in MARKERS:
        return name
    return "town" if "town" in view and name == _town(subject) else ""


def _town(subject: Subject) -> str:
    return str(library.load_scenario(subject.game.KEY, subject.game.scenario).town)
