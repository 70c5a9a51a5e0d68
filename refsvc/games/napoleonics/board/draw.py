"""The board of Napoleonics: the drawn map with its ground, and on it units, leaders and objectives.

The side whose edge is the upper one has its line above the map, the other below. An excerpt shows the hexes that it is
about and those around them; one that is about none, as of a hand of cards, shows the lines of the sides alone. Words
beside it name its battle, so its own heading is turn and phase, one line: two of them stand level. Lengths are in units
of the drawing; the middle of A1 is half a hex from its origin.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from engine.core.game import BaseGame
from refsvc.drawing.shapes import Shape, group, lines_of, number, path, symbol, width_of, words
from refsvc.games.napoleonics import GAME, codes, position_text
from refsvc.games.napoleonics.board import counters, ground
from refsvc.games.napoleonics.board.hexes import HALF, PLACES, THIRD, corner, cropped, middle, outline
from refsvc.games.napoleonics.board.traces import traces
from refsvc.games.napoleonics.position_text import fought, units_of
from refsvc.i18n import sentences
from refsvc.presentation import position_words
from refsvc.presentation.values import Trace

HEXES = tuple(PLACES)  # in the order of their numbers
PANEL, TITLE = 26, 22  # height of the line of a side, and of the title
LEAST = 344  # width of an excerpt: that of a phone
MARGIN = 6
SMALL = 11.0
ROOMY = 600  # from this width on there is room for pennons
FACES = ("infantry", "cavalry", "artillery", "flag", "saber")


class Plan(Struct, frozen=True):
    """What is fixed about the map of a battle."""

    terrain: dict[str, str]
    sections: dict[str, str]  # L, l, C, r or R for each hex
    works: tuple[Any, ...]
    objectives: tuple[tuple[str, str, int], ...]  # hex, side, banners
    exits: tuple[tuple[str, str], ...]
    top: str
    needed: dict[str, int]


class Scene(Struct, frozen=True):
    """One position to be drawn."""

    game: BaseGame[Any]
    plan: Plan
    view: dict[str, Any]
    language: str
    marked: frozenset[str]
    shown: tuple[str, ...]
    left: float
    width: float
    top: float
    bottom: float


def draw(
    game: BaseGame[Any],
    view: dict[str, Any],
    language: str,
    marked: frozenset[str],
    only: frozenset[str] | None,
    lines: Sequence[Trace] = (),
) -> dict[str, Any]:
    """The drawing of a position; see `drawing.boards.draw`. A view without pieces is the bare map."""
    scene = scene_of(game, view, language, marked, only)
    is_bare = "turn" not in view
    title = position_text.title(game, view, language)
    groups = list(_map(scene))
    fixed = len(groups)
    for side in game.SIDES:
        groups += list(_pieces(scene, side))
    groups += list(_marks(scene))
    shown = frozenset(scene.shown)
    if drawn := list(traces(lines or _pending(view), shown, view["units"])):
        groups.append(group("", *drawn))
    top, bottom = scene.top, scene.bottom
    if not is_bare:
        above = scene.plan.top
        below = next(side for side in game.SIDES if side != above)
        groups.append(panel(scene, above, top - PANEL))
        groups.append(panel(scene, below, bottom + 4))
        top, bottom = top - PANEL, bottom + PANEL + 4
    legend, bottom = _legend(scene, bottom + 4)
    groups.append(legend)
    heading = lines_of(title if only is None else position_text.moment(view, language), 13, scene.width)
    top -= 16 * len(heading) + 4
    x = scene.left + MARGIN
    groups.append(group("title", *(words(x, top + 13 + 16 * n, line, "b-name") for n, line in enumerate(heading))))
    return {
        "left": number(scene.left),
        "top": number(top),
        "width": scene.width,
        "height": number(bottom - top),
        "is_wide": scene.width > ROOMY,
        "title": title,
        "sentences": position_text.describe(game, view, language),
        "groups": groups,
        "fixed": fixed,
    }


def scene_of(
    game: BaseGame[Any], view: dict[str, Any], language: str, marked: frozenset[str], only: frozenset[str] | None
) -> Scene:
    """What is to be drawn, and which part of the map."""
    if only is not None and not only & PLACES.keys():
        return Scene(game, plan_of(game.battle), view, language, marked, (), 0, LEAST, 0, 0)
    (first, top), (last, bottom) = cropped(only if only is not None else frozenset())
    shown = tuple(hex_ for hex_, (x, y) in PLACES.items() if first <= x <= last and top <= y <= bottom)
    across = (last - first + 2) * HALF
    width = max(LEAST, across + 2 * MARGIN)
    left = first * HALF - (width - across) / 2
    plan = plan_of(game.battle)
    return Scene(
        game, plan, view, language, marked, shown, left, width, 3 * top * THIRD - 4, (3 * bottom + 4) * THIRD + 2
    )


def plan_of(battle: Any) -> Plan:
    """The map of a battle, from its file."""
    rules = [(type(rule).__name__, rule) for rule in battle.rules]
    return Plan(
        terrain=dict(zip(HEXES, battle.terrain, strict=True)),
        sections=_sections(battle),
        works=tuple(battle.works),
        objectives=tuple(
            (HEXES[n], rule.side, rule.banners) for kind, rule in rules if kind == "Objective" for n in rule.hexes
        ),
        exits=tuple((HEXES[n], rule.side) for kind, rule in rules if kind == "Exit" for n in rule.hexes),
        top=battle.top,
        needed={army.side: army.banners or 0 for army in battle.armies},
    )


def _sections(battle: Any) -> dict[str, str]:
    """The letter of each hex's section, a small one on a dotted line, as the player at the bottom calls them."""
    left, center, right = battle.section_masks()[1]
    found = {}
    for n, hex_ in enumerate(HEXES):
        is_left, is_center, is_right = (mask >> n & 1 for mask in (left, center, right))
        found[hex_] = ("l" if is_center else "L") if is_left else ("r" if is_center else "R") if is_right else "C"
    return found


def _map(scene: Scene) -> Iterator[dict[str, Any]]:
    """Ground, section lines, works, objectives, and the names of the hexes."""
    plan, shown = scene.plan, scene.shown
    if not shown:
        return
    yield group("ground", *ground.ground(plan.terrain, shown, codes.letters(scene.language)))
    yield group("", *ground.section_lines(plan.sections, shown))
    yield group("", *ground.works(plan.works, plan.terrain, shown, HEXES))
    for hex_, side, banners in plan.objectives:
        if hex_ in shown:
            yield group(f"objective.{hex_}", *_objective(hex_, side, banners))
    for hex_, side in plan.exits:
        if hex_ in shown:
            yield group("", path(ground.arrow_off(hex_), f"b-exit b-of-{side}"))
    yield group("", *ground.names(shown))


def _objective(hex_: str, side: str, banners: int) -> Iterator[Shape]:
    """A bracket at either side, open at name and letter, and a pennon for each banner: empty for both sides."""
    x, y = middle(hex_)
    yield path(ground.brackets(hex_, 4), f"b-goal b-of-{side}")
    for n in range(banners):
        yield path(
            ground.pennon(x + 9 + 7 * n, y + 24, 10),
            f"b-pennon b-of-{side}" if side == "both" else f"b-pennon b-{side}",
        )


def _pieces(scene: Scene, side: str) -> Iterator[dict[str, Any]]:
    """The units and leaders of a side."""
    units = scene.view["units"]
    own = units_of(scene.game, scene.view, side)
    led = set(scene.view["leaders"].get(side, ()))
    for hex_, part in own.items():
        if hex_ in scene.shown:
            yield group(hex_, *_unit(scene, hex_, part, side, is_led=hex_ in led))
    for hex_ in sorted(led - own.keys()):
        if hex_ in scene.shown:  # a unit there is the enemy’s, against the rules
            yield group(hex_, *counters.leader(hex_, side, is_attached=hex_ in units))


def _unit(scene: Scene, hex_: str, part: dict[str, Any], side: str, *, is_led: bool) -> Iterator[Shape]:
    kind, nation = part["unit"], part["nation"]
    arm = str(_value(scene.game, f"kinds.{kind}.arm"))
    full = _value(scene.game, f"units.{nation}.{kind}.blocks") or part["blocks"]
    code, sign = codes.code("unit", kind, scene.language), codes.code("nation", nation, scene.language)
    yield from counters.unit(hex_, part, side, code, arm, sign, max(full, part["blocks"]))
    if hex_ in scene.view.get("ordered", ()):
        yield path(counters.corner(hex_), f"b-{side}")
    if is_led:
        yield from counters.leader(hex_, side, is_attached=True)


def _value(game: BaseGame[Any], key: str) -> Any:
    found = game.facts.get(key)
    return None if found is None else found.value


def _marks(scene: Scene) -> Iterator[dict[str, Any]]:
    """A thick rim and a lozenge on every hex that is marked."""
    marks = [mark.split(".") for mark in sorted(scene.marked)]
    for hex_ in dict.fromkeys(mark[-1] for mark in marks if mark[0] in ("units", "leaders")):
        if hex_ in scene.shown:
            x, y = corner(hex_, 5, 2)
            lozenge = f"M{number(x)} {number(y - 5)}l5 5-5 5-5-5z"
            yield group(hex_, path(outline(hex_, 2), "b-hot"), path(lozenge, "b-flag"))


def _pending(view: dict[str, Any]) -> tuple[Trace, ...]:
    """The attack that is being fought."""
    fight = fought(view)
    return (Trace(fight["do"], (fight["unit"], fight["target"])),) if fight else ()


def panel(scene: Scene, side: str, y: float) -> dict[str, Any]:
    """What belongs to a side as a whole: banners, cards in hand, squares, the move."""
    view, language, x = scene.view, scene.language, scene.left + MARGIN
    won, needed = view["banners"][side], scene.plan.needed[side]
    is_to_move = view["to_move"] == side and "over" not in view
    shapes = [path(counters.frame(side, x, y + 5, 20, 14, 4), f"b-counter b-of-{side}")]
    if is_to_move:
        shapes.append(symbol("next", x + 4, y + 6, 12))
    shapes.append(words(x + 26, y + 17, sentences.name("side", side, GAME, language), "b-name"))
    said = [position_words.text("napoleonics.map.banners", language, won=won, needed=needed)]
    said.append(sentences.say_number("napoleonics.map.cards", language, view["hands"][side]))
    if squares := view["squares"][side]:
        said.append(sentences.say_number("napoleonics.map.squares", language, squares))
    end = scene.left + scene.width - MARGIN
    line = position_words.text("list.comma", language).join(said)
    shapes.append(words(end, y + 17, line, "b-small", "end"))
    if scene.width > ROOMY:
        staffs = [ground.pennon(x + 164 + 14 * n, y + 19, 13) for n in range(max(needed, won))]
        if won:
            shapes.append(path("".join(staffs[:won]), f"b-pennon b-{side}"))
        if needed > won:
            shapes.append(path("".join(staffs[won:]), "b-pennon b-of-both"))
    if f"banners.{side}" in scene.marked:
        shapes.append(path(f"M{number(end - width_of(line, SMALL))} {number(y + 22)}H{number(end)}", "b-hot"))
    return group(f"side.{side}", *shapes)


def _legend(scene: Scene, y: float) -> tuple[dict[str, Any], float]:
    """What the letters and codes of this drawing stand for, and where it ends."""
    lines = lines_of(legend(scene, scene.language), SMALL, scene.width - 2 * MARGIN)
    x = scene.left + MARGIN
    shapes = [words(x, y + 12 + 14 * n, line, "b-small") for n, line in enumerate(lines)]
    return group("legend", *shapes), y + 14 * len(lines) + 4


def legend(scene: Scene, written: str) -> str:
    """What the letters and codes of a drawing stand for, in the language of the scene; they are those of `written`."""
    parts = [part for hex_, part in scene.view["units"].items() if hex_ in scene.shown]
    kinds = {
        "terrain": {scene.plan.terrain[hex_] for hex_ in scene.shown} & set(codes.LETTERED),
        "unit": {part["unit"] for part in parts},
        "nation": {part["nation"] for part in parts},
    }
    said = {
        kind: [(codes.code(kind, word, written), sentences.name(kind, word, GAME, scene.language)) for word in words]
        for kind, words in kinds.items()
    }
    if any(HEXES[one.hex] in scene.shown for one in scene.plan.works):
        said["terrain"].append(("▲", sentences.name("terrain", "field-works", GAME, scene.language)))
    every = [f"{code} {name}".replace(" ", "\u00a0") for found in said.values() for code, name in sorted(found)]
    return ", ".join(every)


def dice(move: Mapping[str, Any], language: str) -> list[dict[str, str]]:
    """The dice of a roll as they fell, to be drawn; none of another move."""
    if move["do"] not in ("roll", "check-leader"):
        return []
    return [
        {"symbol": f"die-{face}", "name": sentences.name("face", face, GAME, language)}
        for face in move.get("faces", ())
        if face in FACES
    ]
