"""A position of Napoleonics in words: each side as a whole, then its units from section to section."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from engine.core.game import BaseGame
from refsvc.games.napoleonics import GAME
from refsvc.i18n import sentences
from refsvc.i18n.catalogue import plural
from refsvc.presentation.position_words import View, battle_name, changed, line, text

SECTIONS = ("left", "center", "right")
ROWS, LONG = "ABCDEFGHI", 13  # rows of 13 hexes and, every other one, of 12


def title(game: BaseGame[Any], view: View, language: str) -> str:
    """Battle, turn and phase in one line; of a bare map, only the battle."""
    battle = battle_name(game, language)
    if "turn" not in view:
        return text("napoleonics.map.map", language, battle=battle)
    phase = sentences.name("phase", view["phase"], GAME, language)
    return text("napoleonics.map.title", language, battle=battle, turn=view["turn"], phase=phase)


def moment(view: View, language: str) -> str:
    """Turn and phase alone, for what stands beside the name of the battle."""
    return text(
        "napoleonics.map.moment",
        language,
        turn=view["turn"],
        phase=sentences.name("phase", view["phase"], GAME, language),
    )


def describe(game: BaseGame[Any], view: View, language: str) -> list[str]:
    """The whole position: sides, units by section, the ground."""
    said = [text("board.sentence", language, words=title(game, view, language))]
    if "turn" in view:
        said += _turn(view, language)
        for side in game.SIDES:
            said.append(_side(game, view, side, language))
            said += _sections(game, view, side, language)
            said += _alone(game, view, side, language)
    return said + list(_ground(game, language))


def _turn(view: View, language: str) -> Iterator[str]:
    """Whose turn it is, by which card, with whom, and the combat under way; or who has won."""
    if over := view.get("over"):
        yield text(
            "board.note.over", language, winner=sentences.named(("side",), over["winner"] or "draw", GAME, language)
        )
        return
    yield text("board.say.to-move", language, side=sentences.named(("side",), view["to_move"], GAME, language))
    yield from given(view, language)
    if ordered := view.get("ordered"):
        yield text("napoleonics.map.ordered", language, hexes=sentences.comma(ordered, language))
    if fight := fought(view):
        yield text(f"napoleonics.map.{fight['do']}", language, unit=fight["unit"], target=fight["target"])


def fought(view: View) -> View | None:
    """The attack that is being fought; one whose target has left its hex is not, even if an advance may follow."""
    fight: View | None = view.get("pending")
    if not fight or fight["unit"] == fight["target"]:  # it has moved in
        return None
    stands = fight["target"] in view["units"] or any(fight["target"] in led for led in view["leaders"].values())
    return fight if stands else None


def given(view: View, language: str) -> Iterator[str]:
    """What no map shows and a judgment may rest on: the card in play, cards known in a hand, those under squares."""
    if card := view.get("card"):
        yield text("napoleonics.map.card", language, card=sentences.name("card", card["card"], GAME, language))
    for side, cards in view.get("known", {}).items():
        if cards:
            said = sentences.comma([sentences.name("card", card, GAME, language) for card in cards], language)
            yield text("napoleonics.map.known", language, side=sentences.name("side", side, GAME, language), cards=said)
    for hex_, part in view["units"].items():
        if card := part.get("card"):
            yield text("napoleonics.map.track", language, hex=hex_, card=sentences.name("card", card, GAME, language))


def side_of(game: BaseGame[Any], part: View) -> str:
    """Whose a unit is."""
    fact = game.facts.get(f"nations.{part['nation']}.side")
    return str(fact.value) if fact else str(part["nation"])


def units_of(game: BaseGame[Any], view: View, side: str) -> dict[str, View]:
    """The units of a side by hex."""
    return {hex_: part for hex_, part in view["units"].items() if side_of(game, part) == side}


def _side(game: BaseGame[Any], view: View, side: str, language: str) -> str:
    own = units_of(game, view, side)
    needed = next((army.banners for army in game.battle.armies if army.side == side), 0)
    parts = [
        text("napoleonics.map.banners", language, won=view["banners"][side], needed=needed),
        plural("napoleonics.map.hand", language, view["hands"][side]),
        plural("napoleonics.map.units", language, len(own)),
        plural("napoleonics.map.blocks", language, sum(part["blocks"] for part in own.values())),
        plural("napoleonics.map.leaders", language, len(view["leaders"][side])),
    ]
    if squares := view["squares"][side]:
        parts.append(plural("napoleonics.map.squares", language, squares))
    return line(sentences.name("side", side, GAME, language), parts, language)


def unit(view: View, hex_: str, language: str, sides: Collection[str] = ()) -> str:
    """A unit with its hex and strength; a leader there is of one of these sides, or of any."""
    part = view["units"][hex_]
    parts = [plural("napoleonics.map.blocks", language, part["blocks"])]
    if part.get("square"):
        parts.append(text("napoleonics.map.square", language))
    if any(hex_ in led for side, led in view["leaders"].items() if side in (sides or (side,))):
        parts.append(text("napoleonics.map.led", language))
    name = sentences.name("unit", part["unit"], GAME, language)
    if part["nation"] == "portuguese":
        name = sentences.comma([name, sentences.name("nation", part["nation"], GAME, language)], language)
    return text("napoleonics.map.unit", language, hex=hex_, unit=name, parts=sentences.comma(parts, language))


def named(view: View, params: dict[str, Any], language: str) -> list[str]:
    """The units on the hexes that a finding names."""
    places = [place for value in params.values() for place in (value if isinstance(value, (list, tuple)) else (value,))]
    known = dict.fromkeys(place for place in places if isinstance(place, str) and place in view["units"])
    return [unit(view, place, language) for place in known]


def _sections(game: BaseGame[Any], view: View, side: str, language: str) -> Iterator[str]:
    """The units of a side from its left to its right; those on a dotted line stand between two sections."""
    found: dict[tuple[str, ...], list[str]] = {}
    for hex_ in units_of(game, view, side):
        found.setdefault(sections_of(game, side, hex_), []).append(unit(view, hex_, language, (side,)))
    for names in sorted(found, key=lambda names: sum(SECTIONS.index(name) for name in names) / len(names)):
        yield text(
            "napoleonics.map.section" if len(names) == 1 else "napoleonics.map.line",
            language,
            side=sentences.name("side", side, GAME, language),
            section=sentences.comma([sentences.name("section", name, GAME, language) for name in names], language),
            units=sentences.semicolon(found[names], language),
        )


def sections_of(game: BaseGame[Any], side: str, hex_: str) -> tuple[str, ...]:
    """The section of a hex as a side calls it; both on a dotted line."""
    battle = game.battle
    masks = battle.section_masks()[battle.seat_of(side)]
    return tuple(name for name, mask in zip(SECTIONS, masks, strict=True) if mask >> _number(hex_) & 1)


def terrain_of(game: BaseGame[Any], hex_: str) -> str:
    """What a hex counts as."""
    return str(game.battle.terrain[_number(hex_)])


def _number(hex_: str) -> int:
    """The number of a hex, from 0: rows of 13 and 12 in turn."""
    row = ROWS.index(hex_[0])
    return row * LONG - row // 2 + int(hex_[1:]) - 1


def _alone(game: BaseGame[Any], view: View, side: str, language: str) -> Iterator[str]:
    own = units_of(game, view, side)
    if alone := [hex_ for hex_ in view["leaders"][side] if hex_ not in own]:
        yield text(
            "napoleonics.map.alone",
            language,
            side=sentences.name("side", side, GAME, language),
            hexes=sentences.comma(alone, language),
        )


def _ground(game: BaseGame[Any], language: str) -> Iterator[str]:
    """The hexes of every terrain but open ground, and the objectives."""
    names = [f"{ROWS[row]}{n}" for row in range(len(ROWS)) for n in range(1, LONG + 1 - row % 2)]
    found: dict[str, list[str]] = {}
    for hex_, terrain in zip(names, game.battle.terrain, strict=True):
        if terrain != "clear":
            found.setdefault(terrain, []).append(hex_)
    if game.battle.works:
        found["field-works"] = [names[one.hex] for one in game.battle.works]
    for terrain, hexes in found.items():
        name = sentences.name("terrain", terrain, GAME, language)
        yield text(
            "napoleonics.map.terrain",
            language,
            terrain=name[0].upper() + name[1:],
            hexes=sentences.comma(hexes, language),
        )
    for rule in game.battle.rules:
        if type(rule).__name__ == "Objective":
            hexes = [names[n] for n in rule.hexes]
            side = sentences.name("side", rule.side, GAME, language)
            yield text("napoleonics.map.goal", language, side=side, hexes=sentences.comma(hexes, language))


def differences(game: BaseGame[Any], before: View, after: View, language: str) -> list[str]:
    """What has changed between two positions: units that moved, lost blocks or are gone, then the sides as a whole."""
    said = list(_units_changed(before["units"], after["units"], language))
    for side in game.SIDES:
        said += _leaders_changed(_leaders_of(before, side), _leaders_of(after, side), side, language)
        for part in ("banners", "hands", "squares"):
            old, new = before[part][side], after[part][side]
            if old != new:
                what = text(f"napoleonics.map.part-{part}", language, side=sentences.name("side", side, GAME, language))
                said.append(changed(what, str(old), str(new), language))
    return said


def _by_origin(units: dict[str, View]) -> dict[str, str]:
    """The hex of each unit by where it stood in the set-up, which tells it from all others."""
    return {part.get("from", hex_): hex_ for hex_, part in units.items()}


def moves_of(before: dict[str, View], after: dict[str, View]) -> list[tuple[str, str]]:
    """Units that stand elsewhere, from and to."""
    old, new = _by_origin(before), _by_origin(after)
    return [(old[unit], new[unit]) for unit in old if unit in new and old[unit] != new[unit]]


def _units_changed(before: dict[str, View], after: dict[str, View], language: str) -> Iterator[str]:
    old, new = _by_origin(before), _by_origin(after)
    for start, end in moves_of(before, after):
        unit_name = sentences.name("unit", before[start]["unit"], GAME, language)
        yield text("napoleonics.map.moved", language, unit=unit_name, before=start, after=end)
    for origin in old:
        if origin in new:
            yield from _strength(before[old[origin]], after[new[origin]], new[origin], language)
    for key, units, others in (("lost", before, new), ("came", after, old)):
        for hex_, part in units.items():
            if part.get("from", hex_) not in others:
                yield text(
                    f"napoleonics.map.{key}",
                    language,
                    unit=sentences.name("unit", part["unit"], GAME, language),
                    hex=hex_,
                )


def _strength(old: View, new: View, hex_: str, language: str) -> Iterator[str]:
    what = text("napoleonics.map.on", language, unit=sentences.name("unit", new["unit"], GAME, language), hex=hex_)
    if old["blocks"] != new["blocks"]:
        before, after = (plural("napoleonics.map.blocks", language, part["blocks"]) for part in (old, new))
        yield changed(what, before, after, language)
    if bool(old.get("square")) != bool(new.get("square")):
        before, after = (text("value.yes" if part.get("square") else "value.no", language) for part in (old, new))
        yield changed(
            sentences.comma([what, text("napoleonics.map.square", language)], language), before, after, language
        )


def _leaders_of(view: View, side: str) -> dict[str, str]:
    """The hex of each leader of a side by where he stood in the set-up."""
    origins = view.get("leaders_from", {})
    return {origins.get(hex_, hex_): hex_ for hex_ in view["leaders"][side]}


def _leaders_changed(before: dict[str, str], after: dict[str, str], side: str, language: str) -> Iterator[str]:
    name = sentences.name("side", side, GAME, language)
    for origin, hex_ in before.items():
        if origin not in after:
            yield text("napoleonics.map.leader-lost", language, side=name, hex=hex_)
        elif after[origin] != hex_:
            yield text("napoleonics.map.leader-moved", language, side=name, before=hex_, after=after[origin])
