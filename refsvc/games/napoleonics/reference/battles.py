"""The battles of Napoleonics: those that can be played, complete, and those of the box as far as they are known."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from engine import drawn_scenarios, find_game
from engine.core.facts import Standing, names_below
from refsvc import library
from refsvc.games.napoleonics import GAME, codes
from refsvc.games.napoleonics.printed_battles import printed
from refsvc.games.napoleonics.reference import facts
from refsvc.i18n import sentences
from refsvc.presentation.speaker import Speaker

SIDES = ("british", "french")
TERMS = ("need", "mode", "counted")  # of an objective, in words


def hex_names(hexes: Any, language: str) -> str:
    """The names of hexes; what is no list of them is not known, or all that there are."""
    names = find_game(GAME).vocabulary(None)["unit"]
    if not isinstance(hexes, (list, tuple)):
        return sentences.say(
            "napoleonics.battle.every-hex" if hexes in (None, "all") else "napoleonics.battle.unknown", language
        )
    return sentences.comma([one if isinstance(one, str) else names[one] for one in hexes], language)


def battle(speaker: Speaker, scenario: str) -> dict[str, Any]:
    """A battle that can be played: who begins, hands, banners, what it teaches, its forces and its special rules."""
    found = library.load_scenario(GAME, scenario)
    return {
        "name": speaker.text(f"{GAME}.{scenario}.name"),
        "summary": speaker.text(f"{GAME}.{scenario}.summary"),
        "origin": speaker.name("origin", found.origin.kind),
        "teaches": [speaker.name("drill", drill) for drill in found.teaches],
        "glance": glance(speaker, found),
        "forces": [force(speaker, found, nation) for nation in nations(found)],
        "rules": [
            {"text": special(speaker, scenario, n, rule), "path": speaker.link("ruling", paragraph_of(found, rule))}
            for n, rule in enumerate(found.rules, 1)
        ],
    }


def glance(speaker: Speaker, found: Any) -> list[tuple[str, str]]:
    """What a battle decides: seats, first player, and of each side its commander, cards and banners."""
    rows = [
        (speaker.text("napoleonics.battle.first"), speaker.name("side", found.first)),
        (speaker.text("napoleonics.battle.top"), speaker.name("side", found.top)),
    ]
    for army in found.armies:
        said = [speaker.plural("napoleonics.battle.cards", army.cards), banners(speaker, army.banners)]
        if army.commander:
            said.insert(0, speaker.text(f"{GAME}.{found.id}.armies.{army.side}.commander"))
        rows.append((speaker.name("side", army.side), sentences.semicolon(said, speaker.language)))
    return rows


def banners(speaker: Speaker, number: int) -> str:
    """So many banners to win."""
    return speaker.plural("napoleonics.battle.banners", number)


def nations(found: Any) -> list[str]:
    """The nations that take part, in the order of the data."""
    there = {unit.nation for unit in found.units} | {leader.nation for leader in found.leaders}
    return [key.split(".")[1] for key in facts() if key.startswith("nations.") and key.endswith(".side") and
            key.split(".")[1] in there]  # fmt: skip


def force(speaker: Speaker, found: Any, nation: str) -> dict[str, Any]:
    """The units of a nation by kind, with the hexes they stand on, and its leaders."""
    kinds = drawn_scenarios(GAME).unit_kinds()
    names = find_game(GAME).vocabulary(None)["unit"]
    by_code: dict[str, list[Any]] = {}
    for unit in found.units:
        if unit.nation == nation:
            by_code.setdefault(unit.code, []).append(unit)
    order = names_below(facts(), f"units.{nation}")
    taken = {unit.hex for unit in found.units}
    return {
        "id": nation,
        "name": speaker.name("nation", nation),
        "side": found.side_of(nation),
        "units": [
            {
                "code": codes.code("unit", kinds[code], speaker.language),
                "name": speaker.name("unit", kinds[code]),
                "count": len(placed),
                "blocks": facts()[f"units.{nation}.{kinds[code]}.blocks"].value,
                "hexes": sentences.comma([names[unit.hex] for unit in placed], speaker.language),
                "path": speaker.link("ruling", f"{GAME}.units.{kinds[code]}"),
            }
            for code in sorted(by_code, key=lambda code: order.index(kinds[code]))
            for placed in [by_code[code]]
        ],
        "leaders": [
            {
                "name": leader.name or speaker.name("unit", "leader"),
                "hex": names[leader.hex],
                "is_attached": leader.hex in taken,
            }
            for leader in found.leaders
            if leader.nation == nation
        ],
    }


def paragraph_of(found: Any, rule: Any) -> str:
    """The id of the paragraph behind a special rule of a battle."""
    ids: tuple[str, ...] = replace(found, rules=(rule,)).special
    return ids[0]


def special(speaker: Speaker, scenario: str, number: int, rule: Any) -> str:
    """A special rule in words; `rule` is one of the game's, or what is known of a printed one."""
    known: Mapping[str, Any] = to_builtins(rule)
    kind = known["type"]
    language = speaker.language
    said: dict[str, str] = {"hexes": hex_names(known.get("hexes"), language)}
    if "banners" in known:
        said["banners"] = banners(speaker, known["banners"])
    for field, names in (("side", "side"), ("nation", "nation"), ("terrain", "terrain"), ("trigger", "trigger")):
        if field in known:
            said[field] = speaker.name(names, known[field])
    match kind:
        case "objective":
            many = isinstance(known["hexes"], (list, tuple)) and len(known["hexes"]) > 1
            terms = [
                speaker.name(field, known[field]) for field in TERMS if field in known and (many or field != "need")
            ]
            said["terms"] = sentences.semicolon(terms, language)
        case "river":
            kind = "ford" if known["fordable"] else "river"
        case "exit":
            said["who"] = speaker.name("who" if known["who"] == "any" else "arm", known["who"])
        case "blocks-as":
            said["label"] = speaker.text(f"{GAME}.{scenario}.rules.{number}.label")
        case "reinforcement":
            kinds = drawn_scenarios(GAME).unit_kinds()
            said["units"] = sentences.comma([speaker.name("unit", kinds[code]) for code in known["units"]], language)
            said["turn"] = str(known["turn"])
        case "note":
            said["text"] = known["text"]
    return speaker.text(f"napoleonics.special.{kind}", **said)


def boxed(speaker: Speaker) -> list[dict[str, Any]]:
    """The battles of the box in the order of the book: what is known of each, how sure it is, and why."""
    return [known_battle(speaker, one) for one in printed(GAME).values()]


def known_battle(speaker: Speaker, one: Any) -> dict[str, Any]:
    """One of them; a value that is not known is None."""
    armies = {army.side: army for army in one.armies}
    return {
        "id": one.id,
        "number": one.number,
        "name": value(speaker, one, "name", speaker.text(f"{GAME}.{one.id}.name") if one.name else None),
        "date": value(speaker, one, "date", day(one.date, speaker.language)),
        "first": value(speaker, one, "first", speaker.name("side", one.first) if one.first else None),
        "armies": [
            {
                "id": side,
                "name": speaker.name("side", side),
                "commander": value(speaker, one, f"armies.{side}.commander", commander(speaker, one, side)),
                "cards": value(speaker, one, f"armies.{side}.cards", armies[side].cards if side in armies else None),
                "banners": value(
                    speaker, one, f"armies.{side}.banners", armies[side].banners if side in armies else None
                ),
            }
            for side in SIDES
        ],
        "rules": known_rules(speaker, one),
    }


def commander(speaker: Speaker, one: Any, side: str) -> str | None:
    """The commander of a side as the language writes him."""
    named = any(army.side == side and army.commander for army in one.armies)
    return speaker.text(f"{GAME}.{one.id}.armies.{side}.commander") if named else None


def known_rules(speaker: Speaker, one: Any) -> dict[str, Any] | None:
    """The special rules of a battle as far as they are known, one in a line."""
    if one.rules is None:
        return None
    lines = [known_rule(speaker, one.id, n, rule) for n, rule in enumerate(one.rules, 1)]
    lines = lines or [speaker.text("value.none")]
    found = value(speaker, one, "rules", sentences.semicolon(lines, speaker.language))
    return found and found | {"lines": lines}


def known_rule(speaker: Speaker, battle_id: str, number: int, rule: Any) -> str:
    """A special rule of the book in words; one that leaves something to ask has its own."""
    known = dict(rule.known)
    if not rule.ask:
        return special(speaker, battle_id, number, {"type": rule.type, **known})
    said = {"side": speaker.name("side", known["side"])} if "side" in known else {}
    if isinstance(known.get("banners"), int):
        said["banners"] = banners(speaker, known["banners"])
    return speaker.text(f"napoleonics.battle.told.{rule.ask}", **said)


def day(date: str, language: str) -> str | None:
    """A date as far as it is known: a day, a month or a year."""
    if len(date) < len("2000-01-01"):
        return date or None
    return sentences.day(datetime.date.fromisoformat(date), language)


def value(speaker: Speaker, one: Any, field: str, text: Any) -> dict[str, Any] | None:
    """A value with how sure it is and the id of what it rests on; None where it is not known."""
    if text is None:
        return None
    known = dict(one.standing)
    at = field
    while at and at not in known:
        at = at.rpartition(".")[0]
    standing: Standing = one.standing_of(field)
    what = speaker.text(f"napoleonics.battle.field.{field.rpartition('.')[2]}")
    label = speaker.text("card.mark", what=what, standing=speaker.text(f"standing.{standing.word}"))
    return {"text": str(text), "mark": {"standing": standing.word, "label": label, "why": known.get(at, "owner")}}


def grounds(speaker: Speaker) -> list[dict[str, Any]]:
    """What the known facts of the printed battles rest on, the surest first; totals are not among those shown."""
    used = {ground for one in printed(GAME).values() for field, ground in one.standing if field != "expect"}
    every = drawn_scenarios(GAME).grounds()
    found = sorted((source for code, source in every.items() if code in used), key=lambda source: source.standing)
    return [
        {
            "code": source.code,
            "standing": source.standing.word,
            "name": speaker.text(f"standing.{source.standing.word}"),
            "text": speaker.text(f"{GAME}.ground.{source.code}"),
        }
        for source in found
    ]
