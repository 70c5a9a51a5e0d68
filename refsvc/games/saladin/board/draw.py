"""The board of Saladin: the Ayyubids at the left, the Crusaders at the right, each Banner beside the one facing it.

A Crusader Banner that is Committed has moved up to the enemy; the Ayyubids stand where they stood, as on the printed
board. Lances are lost from the middle outwards. Lengths are in units of the drawing, which is as wide as a phone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from engine.core.game import BaseGame
from refsvc import library
from refsvc.drawing.shapes import (
    Shape,
    arms,
    box,
    circle,
    group,
    lines_of,
    number,
    path,
    shield,
    symbol,
    width_of,
    words,
)
from refsvc.games.saladin import GAME
from refsvc.games.saladin import position_text as positions
from refsvc.i18n import sentences
from refsvc.presentation.position_words import text
from refsvc.presentation.values import Trace

WIDTH = 344
TILE, HIGH, GAP = 156, 82, 6  # width and height of a Banner's place, and the space between two of them
FORWARD = WIDTH - 2 * TILE - 4  # how far a Committed Banner has moved up
PANEL = 104
NAME, SMALL = 13.0, 11.0  # sizes of letters, as the style has them
ARMS = 29
LANCE, ROOM = 17, 112  # height of a Lance, and width for all of a Banner
TOWN = 50
FACES = ("0", "1", "2", "order")


class Plan(Struct, frozen=True):
    """What is fixed about the board of a battle."""

    rows: tuple[tuple[str, str], ...]  # (Ayyubid, Crusader); those that never face anybody come last
    pairs: frozenset[tuple[str, str]]  # those of them that face each other from the start
    lances: dict[str, int]
    plus: dict[str, tuple[int, int]]  # lost Lances that uncover +1 and +2
    town: str
    shielded: str  # before whom the Shield wall stands
    horns: str  # who moves to the Horns
    leaders: dict[str, str]


class Scene(Struct, frozen=True):
    """One position to be drawn."""

    plan: Plan
    view: dict[str, Any]
    language: str
    marked: frozenset[str]


def draw(
    game: BaseGame[Any],
    view: dict[str, Any],
    language: str,
    marked: frozenset[str],
    only: frozenset[str] | None,
    traces: Sequence[Trace],  # noqa: ARG001  # nothing moves over this board
) -> dict[str, Any]:
    """The drawing of a position; see `refsvc.drawing.boards.draw`."""
    scene = Scene(plan_of(game), view, language, marked)
    title = positions.title(game, view, language)
    groups = [group("", words(WIDTH / 2, 15, title, "b-name", "middle"))]
    groups += [panel(scene, side, 0 if side == "ayyubid" else WIDTH - TILE, 24) for side in game.SIDES]
    y = 24 + PANEL + GAP
    for row in scene.plan.rows:
        if only is None or only & set(row):
            groups += list(pair(scene, row, y))
            y += HIGH + GAP
    if scene.plan.town and (only is None or scene.plan.town in only):
        groups.append(town(scene, y))
        y += TOWN + GAP
    for sign, key, sentence in positions.notes(game, view, language):
        if key == "town" and only is not None and scene.plan.town not in only:
            continue
        shapes, lines = note(sign, sentence, y, is_marked=key in marked)
        groups.append(group(key, *shapes))
        y += lines * 15 + 4
    return {
        "width": WIDTH,
        "height": number(y),
        "title": title,
        "sentences": positions.describe(game, view, language),
        "groups": groups,
    }


def plan_of(game: BaseGame[Any]) -> Plan:
    """The board of a battle, from its data."""
    battle = library.load_scenario(game.KEY, game.scenario)
    banners = (*battle.ayyubid, *battle.crusader)

    def value(key: str, default: Any = None) -> Any:
        found = game.facts.get(key)
        return default if found is None else found.value

    facing = {b: value(f"banners.{b}.horns.partner") or value(f"banners.{b}.partner", "") for b in banners}
    rows = [(b, facing[b]) for b in battle.ayyubid if facing[b]]
    alone = [[b for b in side if not facing[b]] for side in (battle.ayyubid, battle.crusader)]
    pieces = (*banners, battle.town) if battle.town else banners
    return Plan(
        rows=(*rows, *zip(*alone, strict=True)),
        pairs=frozenset(row for row in rows if value(f"banners.{row[0]}.partner")),
        lances={b: value(f"banners.{b}.lances") for b in pieces},
        plus={b: (value(f"banners.{b}.plus1"), value(f"banners.{b}.plus2")) for b in banners},
        town=battle.town,
        shielded=next((b for b in banners if game.facts.get(f"cards.{b}.shield-wall.cost")), ""),
        horns=battle.horns.banner if battle.horns else "",
        leaders=dict(game.leaders),
    )


def panel(scene: Scene, side: str, x: float, y: float) -> dict[str, Any]:
    """What belongs to a side as a whole: Leader, Orders, Losses Track, the initiative and the move."""
    view, language = scene.view, scene.language
    is_to_move = view["to_move"] == side and "over" not in view
    outline = box(x + 1, y, TILE - 2, PANEL - 2, 8) if side == "ayyubid" else shield(x + 1, y, TILE - 2, PANEL - 2, 8)
    shapes = [
        path(outline, "b-near b-edge" if is_to_move else "b-near"),
        symbol(f"side-{side}", x + 7, y + 5, 14, f"b-{side}"),
        words(x + 25, y + 16, sentences.name("side", side, GAME, language), "b-name"),
        *_leader(scene, side, x + 8, y + 23),
        *_orders(scene, side, x + 8, y + 43),
        *_losses(scene, side, x + 8, y + 70),
    ]
    if view["initiative"] == side:
        shapes.append(symbol("initiative", x + TILE - 23, y + 5, 15))
    if is_to_move or side in view["passed"]:
        shapes.append(symbol("next" if is_to_move else "close", x + 7, y + 87, 11))
        said = text("saladin.board.to-move" if is_to_move else "saladin.board.passed", language)
        shapes.append(words(x + 21, y + 96, said, "b-small b-strong"))
    return group(f"side.{side}", *shapes)


def _leader(scene: Scene, side: str, x: float, y: float) -> Iterator[Shape]:
    card = scene.view["leaders"][side]
    if f"leaders.{side}" in scene.marked:
        yield _mark(x - 4, y - 2, TILE - 8, 19)
    yield arms(f"leader-{scene.plan.leaders[side]}", x, y - 1, 14)
    yield symbol(card, x + 15, y + 1, 13)
    yield words(x + 29, y + 11, positions.leader(card, scene.language))


def _orders(scene: Scene, side: str, x: float, y: float) -> Iterator[Shape]:
    """Available tokens are full, Spent ones rings."""
    pool = scene.view["orders"][side]
    available, spent = pool["available"], pool["spent"]
    if f"orders.{side}" in scene.marked:
        yield _mark(x - 4, y - 1, TILE - 8, 27)
    at = [x + 5 + n * 11 for n in range(available + spent)]
    if available:
        yield path("".join(circle(c, y + 5, 4.5) for c in at[:available]), f"b-{side}")
    if spent:
        yield path("".join(circle(c, y + 5, 3.8) for c in at[available:]), "b-ring")
    said = text("saladin.board.orders", scene.language, available=available, spent=spent)
    yield words(x, y + 22, said)


def _losses(scene: Scene, side: str, x: float, y: float) -> Iterator[Shape]:
    """The spaces of the Losses Track, a bar on those that are taken."""
    lost, spaces = scene.view["losses"][side], library.numbers("saladin")["track"]
    if f"losses.{side}" in scene.marked:
        yield _mark(x - 4, y - 1, TILE - 8, 17)
    left = x + TILE - 17 - 13 * spaces
    yield words(x, y + 11, text("saladin.board.losses", scene.language, number=lost))
    yield path("".join(box(left + n * 13, y + 1, 11, 13) for n in range(spaces)), "b-line")
    if lost:
        yield path("".join(box(left + 3.5 + n * 13, y + 3, 4, 9) for n in range(lost)), f"b-{side}")


def pair(scene: Scene, row: tuple[str, str], y: float) -> Iterator[dict[str, Any]]:
    """Two Banners that face each other, and what ties them if they are Committed."""
    parts = [scene.view["banners"][banner] for banner in row]
    are_tied = all(part.get("status") == "committed" for part in parts)
    far = WIDTH - TILE
    are_facing = row in scene.plan.pairs or (scene.view["horns"] and scene.plan.horns in row)
    if are_facing and not are_tied and not any("out" in part for part in parts):
        yield group("", path(f"M{TILE} {number(y + HIGH / 2)}H{far}", "b-tie"))
    if are_tied:
        yield group("", path(shield(far, y, TILE, HIGH, 9), "b-left"))
    yield tile(scene, row[0], "ayyubid", 0, y)
    yield tile(scene, row[1], "crusader", far - FORWARD if are_tied else far, y)
    if are_tied:
        x, middle = TILE + 2.0, y + 20
        yield group("", path(circle(x, middle, 10), "b-badge"), symbol("committed", x - 7, middle - 7, 14))


def tile(scene: Scene, banner: str, side: str, x: float, y: float) -> dict[str, Any]:
    """A Banner at its place: coat of arms, name, card, Lances."""
    part = scene.view["banners"][banner]
    is_left, is_out = side == "ayyubid", "out" in part
    style = "b-left" if is_out else "b-near" if part["status"] == "committed" else "b-far"
    outline = box(x + 1, y, TILE - 2, HIGH, 9) if is_left else shield(x + 1, y, TILE - 2, HIGH, 9)
    shapes = [path(outline, style)]
    if f"banners.{banner}" in scene.marked:
        shapes.append(path(outline, "b-hot"))
        shapes.append(path(_flag(x + (TILE - 1 if is_left else 1), y), "b-flag"))
    shapes.append(arms(banner, x + 6 if is_left else x + TILE - 6 - ARMS, y + 6, ARMS, faded=is_out))
    inner = x + ARMS + 12 if is_left else x + TILE - ARMS - 12
    anchor = "start" if is_left else "end"
    names = lines_of(sentences.name("banner", banner, GAME, scene.language), NAME, TILE - ARMS - 20)
    top, pitch = (17, 13) if len(names) == 1 else (14, 12)  # two lines leave the Lances their room
    shapes += [words(inner, y + top + pitch * n, line, "b-name", anchor) for n, line in enumerate(names)]
    below = y + top + 1 + pitch * len(names)
    if is_out:
        said = sentences.name("out", part["out"], GAME, scene.language)
        shapes.append(words(inner, below + 1, said, "b-small", anchor))
        return group(banner, *shapes)
    shapes += _card(scene, part["card"], inner, below, is_left=is_left)
    shapes += _lances(scene, banner, side, x, y + 48)
    shapes += _signs(scene, banner, x + TILE - 17 if is_left else x + 3, y + 28)
    return group(banner, *shapes)


def _card(scene: Scene, card: str, x: float, y: float, *, is_left: bool) -> Iterator[Shape]:
    said = sentences.name("card", card, GAME, scene.language)
    if is_left:
        yield symbol(card, x - 1, y - 9, 12)
        yield words(x + 14, y + 1, said)
    else:
        yield symbol(card, x - 11, y - 9, 12)
        yield words(x - 14, y + 1, said, "b-small", "end")


def _lances(scene: Scene, banner: str, side: str, x: float, y: float) -> Iterator[Shape]:
    """The Lances left, the spaces of those lost, how many there are, and the surcharge that lies under which space."""
    left: int = scene.view["banners"][banner]["lances"]
    spaces = max(scene.plan.lances[banner], left)
    is_left = side == "ayyubid"
    pitch = min(9.6, ROOM / spaces)

    def at(n: int) -> float:
        """The left edge of a space, counted from the arms."""
        return x + 8 + n * pitch if is_left else x + TILE - 8 - n * pitch - (pitch - 2)

    yield path("".join(_lance(at(n), y, pitch - 2, side) for n in range(left)), f"b-{side}")
    if spaces > left:
        yield path("".join(_lance(at(n), y, pitch - 2, side) for n in range(left, spaces)), "b-empty")
    end = at(spaces) + (1 if is_left else pitch - 3)
    yield words(end, y + 14, str(left), "b-num", "start" if is_left else "end")
    in_force = max((n for n, at_loss in enumerate(scene.plan.plus[banner], 1) if spaces - left >= at_loss), default=0)
    for extra, at_loss in enumerate(scene.plan.plus[banner], 1):
        if at_loss <= spaces:
            middle = at(spaces - at_loss) + (pitch - 2) / 2
            if extra == in_force:
                yield path(box(middle - 9, y + 19, 18, 12, 3), "b-ink")
            yield words(middle, y + 29, f"+{extra}", "b-tiny b-inverse" if extra == in_force else "b-tiny", "middle")


@cache
def _lance(x: float, y: float, width: float, side: str) -> str:
    """A bar: round at the top for the Ayyubids, pointed for the Crusaders."""
    half, down, w = number(width / 2), number(LANCE - 4), number(width)
    if side == "ayyubid":
        return f"M{number(x)} {number(y + 4)}q0-4 {half}-4t{half} 4v{down}h-{w}z"
    return f"M{number(x)} {number(y + 4)}l{half}-4 {half} 4v{down}h-{w}z"


def _signs(scene: Scene, banner: str, x: float, y: float) -> Iterator[Shape]:
    """The markers at a Banner, one below the other."""
    view, plan = scene.view, scene.plan
    signs = [("shield-wall", view["shield_wall"] and banner == plan.shielded)]
    signs.append(("horns", view["horns"] and banner == plan.horns))
    shown = [sign for sign, is_there in signs if is_there]
    yield from (symbol(sign, x, y - n * 15, 14) for n, sign in enumerate(shown))


def town(scene: Scene, y: float) -> dict[str, Any]:
    """The town of Arsuf with its Lances, and the Order that lies there as long as it stands."""
    left, spaces = scene.view["town"], scene.plan.lances[scene.plan.town]
    outline = box(1, y, TILE - 2, TOWN, 9)
    shapes = [path(outline, "b-far" if left else "b-left")]
    if "town" in scene.marked:
        shapes += [path(outline, "b-hot"), path(_flag(TILE - 1, y), "b-flag")]
    shapes.append(arms(scene.plan.town, 6, y + 6, ARMS, faded=not left))
    name = sentences.name("banner", scene.plan.town, GAME, scene.language)
    shapes.append(words(ARMS + 12, y + 17, name, "b-name"))
    x = ARMS + 12.0
    full = [_lance(x + n * 9.6, y + 26, 7.6, "ayyubid") for n in range(spaces)]
    shapes.append(path("".join(full[:left]), "b-ayyubid") if left else path("".join(full), "b-empty"))
    if 0 < left < spaces:
        shapes.append(path("".join(full[left:]), "b-empty"))
    shapes.append(words(x + spaces * 9.6 + 3, y + 40, str(left), "b-num"))
    if left:
        shapes.append(path(circle(TILE - 18, y + 34, 7), "b-crusader"))
        shapes.append(words(TILE - 18, y + 38, "1", "b-tiny b-inverse", "middle"))
    return group(scene.plan.town, *shapes)


def note(sign: str, sentence: str, y: float, *, is_marked: bool) -> tuple[list[Shape], int]:
    """A sentence below the board with its sign, and how many lines it takes."""
    lines = lines_of(sentence, SMALL, WIDTH - 30)
    shapes = [symbol(sign, 4, y, 15)]
    shapes += [words(24, y + 12 + 15 * n, line) for n, line in enumerate(lines)]
    if is_marked:
        wide = max(width_of(line, SMALL) for line in lines)
        shapes.insert(0, _mark(1, y - 2, min(WIDTH - 2, wide + 30), 15 * len(lines) + 4))
    return shapes, len(lines)


def _mark(x: float, y: float, width: float, height: float) -> Shape:
    """A frame around one line of a panel."""
    return path(box(x, y, width, height, 3), "b-hot")


def _flag(x: float, y: float) -> str:
    """A lozenge on the upper inner corner of what is marked."""
    return f"M{number(x)} {number(y - 7)}l7 7-7 7-7-7z"


def dice(move: Mapping[str, Any], language: str) -> list[dict[str, str]]:
    """The dice of a roll as they fell, to be drawn; none of another move."""
    return [
        {
            "symbol": f"{colour}-{face}",
            "name": text(
                "saladin.case.die",
                language,
                colour=sentences.name("symbol", colour, GAME, language),
                face=sentences.name("symbol", f"die:{face}", GAME, language),
            ),
        }
        for colour in ("red", "green")
        for face in (move[colour] if move["do"] == "roll" else ())
        if face in FACES
    ]
