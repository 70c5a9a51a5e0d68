"""The facts behind a finding of Napoleonics, the hexes it is about, and the lines to draw between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.core.findings import Finding
from refsvc.games.napoleonics import GAME
from refsvc.games.napoleonics import position_text as words
from refsvc.games.napoleonics.board.hexes import PLACES, distance
from refsvc.i18n import sentences
from refsvc.presentation.subject import Subject, values_read
from refsvc.presentation.values import Trace

View = dict[str, Any]
# The figures of a finding, in the order in which they are compared: what the rules say, then what was written.
FIGURES = (
    "due", "rolled", "said", "most", "moved", "range", "distance", "dice", "flags", "ignored", "lost", "given",
    "ordered", "copies", "printed", "drawn", "cards", "slot", "known", "counted", "turn", "number", "winner", "claimed",
)  # fmt: skip
ENDS = ("unit", "target")  # of an attack
ATTACKS = ("fire", "melee", "bonus")


def facts(subject: Subject, finding: Finding, view: View) -> Iterator[tuple[str, str]]:
    """Figures of the finding, the units it names with section and ground, sight, and the values that it read."""
    yield from _figures(subject, finding)
    yield from _between(subject, finding)
    yield from _units(subject, finding, view)
    yield from _state(subject, finding, view)
    yield from values_read(subject, finding.reads)


def _figures(subject: Subject, finding: Finding) -> Iterator[tuple[str, str]]:
    params = finding.params
    if "what" in params:
        yield (
            subject.text("report.fact.what"),
            str(sentences.count_text("what", params["what"], GAME, subject.language)),
        )
    for key in FIGURES:
        value = params.get(key)
        if value is None or (isinstance(value, str) and value in PLACES):
            continue
        yield subject.text(f"report.fact.{key}"), _shown(subject, key, value)


def _shown(subject: Subject, key: str, value: Any) -> str:
    """A figure in words: a side, a card, a purpose, or as it is counted."""
    kinds = ("side",) if key in ("winner", "claimed") else ("side", "card", "purpose")
    if isinstance(value, str):
        named = (subject.name(kind, value) for kind in kinds)
        return next((name for name in named if name != value), value)
    if isinstance(value, (list, tuple)):
        return sentences.comma([_shown(subject, key, each) for each in value], subject.language)
    return str(sentences.count_text(key, value, GAME, subject.language))


def _between(subject: Subject, finding: Finding) -> Iterator[tuple[str, str]]:
    """How far an attack goes, and what blocks its sight."""
    if ends := _ends(subject, finding):
        yield subject.text("napoleonics.report.fact.distance"), str(distance(*ends))
    if blocking := _blocking(finding):
        yield subject.text("napoleonics.report.fact.by"), sentences.comma(list(blocking), subject.language)


def _units(subject: Subject, finding: Finding, view: View) -> Iterator[tuple[str, str]]:
    """The units that the finding names: what they are, how strong, where."""
    for hex_ in hexes_of(finding) or _fighting(view):
        where = _where(subject, hex_, view)
        if hex_ in view["units"]:
            yield (
                subject.text("napoleonics.report.fact.on", hex=hex_),
                sentences.comma([_unit(subject, view, hex_), *where], subject.language),
            )
        elif any(hex_ in led for led in view["leaders"].values()):
            said = [subject.name("unit", "leader"), *where]
            yield subject.text("napoleonics.report.fact.on", hex=hex_), sentences.comma(said, subject.language)
        elif where:
            yield subject.text("napoleonics.report.fact.on", hex=hex_), sentences.comma(where, subject.language)


def _unit(subject: Subject, view: View, hex_: str) -> str:
    said = words.unit(view, hex_, subject.language)
    return said.removeprefix(f"{hex_} ")


def _where(subject: Subject, hex_: str, view: View) -> list[str]:
    """The ground of a hex, and the section as whose turn it is calls it."""
    terrain = words.terrain_of(subject.game, hex_)
    sections = words.sections_of(subject.game, view["to_move"], hex_)
    named = [subject.name("terrain", terrain)] if terrain != "clear" else []
    return [*named, sentences.comma([subject.name("section", each) for each in sections], subject.language)]


def _state(subject: Subject, finding: Finding, view: View) -> Iterator[tuple[str, str]]:
    """The card, the turn, hands and banners, where the judgment rests on them."""
    reads = {key.removeprefix("state.") for key in finding.reads if key.startswith("state.")}
    if "turn" in reads:
        yield subject.text("report.fact.turn"), str(view["turn"])
        yield subject.text("report.fact.to-move"), subject.name("side", view["to_move"])
        yield subject.text("napoleonics.report.fact.phase"), subject.name("phase", view["phase"])
    if "orders" in reads and (card := view.get("card")):
        yield subject.text("napoleonics.report.fact.card"), subject.name("card", card["card"])
        if ordered := view.get("ordered"):
            yield subject.text("napoleonics.report.fact.ordered"), sentences.comma(ordered, subject.language)
    if "fight" in reads and (fight := view.get("pending")):
        yield subject.text("napoleonics.report.fact.pending"), subject.words(fight)
    for part in ("banners", "hands"):
        if ("cards" if part == "hands" else part) in reads:
            for side, number in view[part].items():
                yield subject.text(f"napoleonics.map.part-{part}", side=subject.name("side", side)), str(number)


def hexes_of(finding: Finding) -> list[str]:
    """The hexes that a finding names."""
    found = [
        word for value in finding.params.values() for word in (value if isinstance(value, (list, tuple)) else (value,))
    ]
    return list(dict.fromkeys(word for word in found if isinstance(word, str) and word in PLACES))


def _fighting(view: View) -> list[str]:
    """The hexes of the combat that is under way."""
    fight = view.get("pending")
    return [fight[end] for end in ENDS] if fight else []


def _ends(subject: Subject, finding: Finding) -> tuple[str, str] | None:
    """From where to where an attack goes that a finding is about."""
    tree = subject.move(finding.move) or {}
    ends = [str(tree.get(key) or finding.params.get(key) or "") for key in ENDS]
    if tree.get("do") in ATTACKS and all(end in PLACES for end in ends):
        return ends[0], ends[1]
    return None


def _blocking(finding: Finding) -> tuple[str, ...]:
    blocking = finding.params.get("by", ())
    return tuple(hex_ for hex_ in (blocking if isinstance(blocking, (list, tuple)) else (blocking,)) if hex_ in PLACES)


def pieces(subject: Subject, finding: Finding) -> tuple[frozenset[str], frozenset[str]]:
    """The hexes that the finding names or read, to be marked, and those to be shown: with them, those of the move."""
    fighting = _fighting(subject.view(subject.judged_at(finding)))
    named = set(hexes_of(finding) or fighting)
    what = finding.params.get("what")
    if isinstance(what, str):
        named |= {part for part in what.split(".") if part in PLACES}
    tree = subject.move(finding.move) or {}
    shown = named | set(hexes_in(tree)) | set(fighting)
    return frozenset(f"units.{hex_}" for hex_ in named), frozenset(shown)


def hexes_in(tree: dict[str, Any]) -> list[str]:
    """The hexes of a move as written."""
    parts = [tree.get(key) for key in ("unit", "leader", "target", "to", "by")]
    parts += [
        hex_
        for key in ("via", "join", "units", "leaders")
        if not isinstance(tree.get(key), dict)
        for hex_ in tree.get(key) or ()
    ]
    return [hex_ for hex_ in parts if isinstance(hex_, str) and hex_ in PLACES]


def traces(subject: Subject, number: int, finding: Finding | None = None) -> list[Trace]:
    """The lines that tell a move: its way, its attack; of a finding about sight, the sight and what blocks it."""
    tree = subject.move(number) if 1 <= number <= len(subject.moves) else None
    if tree is None:
        return []
    if finding is not None and (blocking := _blocking(finding)) and (ends := _ends(subject, finding)):
        return [Trace("sight", ends, blocking)]
    do = tree["do"]
    if do in ATTACKS:
        unit = tree.get("unit") or (subject.view(number).get("pending") or {}).get("unit", "")
        return [Trace("fire" if do == "fire" else "melee", (unit, tree["target"]))]
    if do in ("move", "short-supply"):
        start = tree.get("unit") or tree.get("leader") or ""
        return [Trace("move", (start, *(tree.get("via") or ()), tree["to"]))]
    if do in ("retreat", "leader-retreat", "retire", "take-ground", "breakthrough") and finding is None:
        before, after = subject.view(number - 1)["units"], subject.view(number)["units"]
        kind = "retreat" if do in ("retreat", "leader-retreat", "retire") else "move"
        return [Trace(kind, way) for way in words.moves_of(before, after)]
    return []
