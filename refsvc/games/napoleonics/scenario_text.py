"""Scenario files that people write, in words: what is wrong in one, the comments of one that is begun, its legend."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from engine import drawn_scenarios
from engine.core.record import UNSEEN
from engine.core.scenario import Differing, DrawnScenarios, Misplaced
from refsvc.config import SOURCE_LANGUAGE
from refsvc.games.napoleonics import GAME
from refsvc.i18n.catalogue import has_text, plural, text
from refsvc.i18n.sentences import comma, known_words, name, say, semicolon

SUGGESTED = ("unknown-key", "word")  # kinds of mistakes after which the words that fit are told
DIFFERING = {"top": "side", "first": "side", "ground": "terrain"}  # differences that are ids, and of what
NAMED = {"nation": "nation", "terrain": "terrain"}  # parameters that are ids, and of what
MOST_LISTED = 20  # mistakes of a file that a problem tells
ALLY = "'"  # of a drawn unit


def mistake(found: Misplaced, room: DrawnScenarios, language: str) -> str:
    """The sentence of a mistake."""
    key, params = found.rule, found.params
    shown = {field: _shown(field, value, language) for field, value in params.items()}
    if "code" in params and "expected" not in params:
        shown["unit"] = _unit(params["code"], room, language)
    if "counted" in params:
        shown["what"] = _counted(params, room, language)
    if params.get("letter", "?") in ("", None):
        key += "#end" if "text" in params else "#rule"
    return text(key, language).format(**shown)


def listed(mistakes: Sequence[Misplaced], language: str) -> list[dict[str, Any]]:
    """The mistakes of a scenario file as a problem tells them, those that come first."""
    return [
        {"rule": each.rule, "line": each.line, "column": each.column, "message": mistake(each, _room(each), language)}
        for each in mistakes[:MOST_LISTED]
    ]


def _room(found: Misplaced) -> DrawnScenarios:
    """The room of the game that a mistake belongs to."""
    return drawn_scenarios(found.rule.partition(".")[0])


def fitting(found: Misplaced, language: str) -> str:
    """The words that would fit in place of one that doesn't; empty for other mistakes."""
    return known_words(found.params, language) if found.rule.rpartition(".")[2] in SUGGESTED else ""


def _shown(field: str, value: Any, language: str) -> Any:
    if field == "expected" and isinstance(value, str) and has_text(f"napoleonics.draft.kind.{value}", language):
        return text(f"napoleonics.draft.kind.{value}", language)
    if isinstance(value, list):
        return _listed(value, language)
    if isinstance(value, str):
        return UNSEEN.sub("\ufffd", name(NAMED[field], value, GAME, language) if field in NAMED else value)
    return value


def _listed(words: Sequence[Any], language: str) -> str:
    """A list, or a list of lists; rows that are missing may be none."""
    if words and isinstance(words[0], list):
        return semicolon([comma(each, language) for each in words], language)
    return comma(words, language) or text("value.none", language)


def _unit(code: str, room: DrawnScenarios, language: str) -> str:
    kind = room.unit_kinds().get(code, "")
    return say("napoleonics.draft.unit.sign", language, code=code, unit=name("unit", kind, GAME, language))


def _counted(params: Mapping[str, Any], room: DrawnScenarios, language: str) -> str:
    """What a total is of: `units, Great Britain, LN (Line Infantry)`."""
    table, nation, key = params["table"], params["nation"], params["key"]
    words = [text(f"napoleonics.draft.table.{table}", language)]
    if nation:
        words += [name("nation", nation, GAME, language), _unit(key, room, language)]
    elif key != table:
        words.append(name("terrain" if table == "terrain" else "nation", key, GAME, language))
    return comma(words, language)


def counts(file: str, mistakes: int, warnings: int, language: str) -> str:
    """One line about a file."""
    if not mistakes and not warnings:
        return say("napoleonics.draft.clean", language, file=file)
    said = [plural("napoleonics.draft.mistakes", language, mistakes)] if mistakes else []
    said += [plural("napoleonics.draft.warnings", language, warnings)] if warnings else []
    return say("napoleonics.draft.found", language, file=file, counts=comma(said, language))


def template_words(game: str, room: DrawnScenarios, language: str) -> dict[str, Any]:
    """The comments of a file that is begun, in a language, with the names of the terrain that letters mean."""
    words = _translated(room.english(), f"{game}.template", language)
    return words | {"terrain": {word: name("terrain", word, GAME, language) for word in room.LETTERS.values()}}


def _translated(tree: Mapping[str, Any], at: str, language: str) -> dict[str, Any]:
    return {
        key: text(f"{at}.{key}", language) if isinstance(node, str) else _translated(node, f"{at}.{key}", language)
        for key, node in tree.items()
    }


def in_language(battle: Any, game: str, language: str) -> Any:
    """A printed battle, or a scenario, with its names in a language, as far as they are ours."""

    def said(path: str, known: str) -> str:
        key = f"{game}.{battle.id}.{path}"
        return text(key, language) if text(key, SOURCE_LANGUAGE) == known else known

    armies = [replace(army, commander=said(f"armies.{army.side}.commander", army.commander)) for army in battle.armies]
    return replace(battle, name=said("name", battle.name), armies=tuple(armies))


def labelled(battle: Any, game: str, language: str) -> Any:
    """A printed battle with the labels in its special rules in a language."""

    def said(key: str, value: Any) -> Any:
        return text(key, language) if has_text(key, language) else value

    rules = battle.rules and tuple(
        replace(rule, known=tuple((k, said(f"{game}.{battle.id}.rules.{n}.{k}", v)) for k, v in rule.known))
        for n, rule in enumerate(battle.rules, 1)
    )
    return replace(battle, rules=rules)


def heading(scenario: Any, language: str) -> Iterator[str]:
    """What stands above a drawn map: the battle, and what each side has and needs, the one at the top first."""
    yield (
        say("napoleonics.draft.show.date", language, name=scenario.name, date=scenario.date)
        if scenario.date
        else scenario.name
    )
    for army in sorted(scenario.armies, key=lambda army: army.side != scenario.top):
        seat = "top" if army.side == scenario.top else "bottom"
        parts = [text(f"napoleonics.draft.show.{seat}", language), *([army.commander] if army.commander else [])]
        parts += [say(f"napoleonics.draft.show.{key}", language, n=getattr(army, key)) for key in ("cards", "banners")]
        parts += [text("napoleonics.draft.show.first", language)] if army.side == scenario.first else []
        yield say(
            "napoleonics.draft.show.army",
            language,
            side=name("side", army.side, GAME, language),
            parts=comma(parts, language),
        )


def legend(scenario: Any, room: DrawnScenarios, language: str) -> Iterator[str]:
    """What the signs of a drawn map mean, those that it has."""
    letters = [f"{letter} {name('terrain', word, GAME, language)}" for letter, word in room.LETTERS.items()]
    yield comma([said for said in letters if said[0] in scenario.letters], language)
    codes = {unit.code for unit in scenario.units}
    kinds = [(code, kind) for code, kind in room.unit_kinds().items() if code in codes]
    yield comma([f"{code} {name('unit', kind, GAME, language)}" for code, kind in kinds], language)
    sides = [name("side", army.side, GAME, language) for army in scenario.armies]
    top, bottom = sides if scenario.armies[0].side == scenario.top else sides[::-1]
    yield say("napoleonics.draft.show.small", language, top=top, bottom=bottom, ally=ALLY)
    if scenario.works:
        yield text("napoleonics.draft.show.works", language)
    types = {rule.__struct_config__.tag for rule in scenario.rules}
    yield from (text(f"napoleonics.draft.show.{kind}", language) for kind in ("objective", "exit") if kind in types)


def differences(
    found: Sequence[Differing], files: tuple[str, str], room: DrawnScenarios, language: str
) -> Iterator[str]:
    """Two files side by side: a line for each difference, and how many there are."""
    yield say("napoleonics.draft.diff.heading", language, one=files[0], other=files[1])
    for each in found:
        what = text(f"napoleonics.draft.diff.what.{each.what}", language)
        if each.place:
            what = say(
                "napoleonics.draft.diff.place", language, place=name("side", each.place, GAME, language), what=what
            )
        one, other = (_differing(each.what, value, room, language) for value in (each.one, each.other))
        is_whole = each.one is None and each.other is None
        yield what if is_whole else say("napoleonics.draft.diff.line", language, what=what, one=one, other=other)
    yield (
        plural("napoleonics.draft.diff.number", language, len(found))
        if found
        else text("napoleonics.draft.diff.same", language)
    )


def _differing(what: str, value: Any, room: DrawnScenarios, language: str) -> str:
    """One side of a difference: a name, a number, a piece or a rule."""
    if value is None:
        return text("napoleonics.draft.diff.nothing", language)
    if isinstance(value, list):
        return comma(value, language)
    if not isinstance(value, Mapping):
        return name(DIFFERING.get(what, what), str(value), GAME, language)
    if "code" in value:
        blocks = [say("napoleonics.fact.number.blocks", language, n=value["blocks"])] if value["blocks"] else []
        return comma(
            [name("nation", value["nation"], GAME, language), _unit(value["code"], room, language), *blocks], language
        )
    words = [name("rule-type", value["type"], GAME, language)] if "type" in value else []
    return comma([*words, *_parts(value, language)], language)


def _parts(value: Mapping[str, Any], language: str) -> Iterator[str]:
    """The parts of a special rule, or of a piece, in words."""
    for key, part in value.items():
        if isinstance(part, list):
            yield " ".join(map(str, part))
        elif isinstance(part, int):
            shown = part if type(part) is int else text("value.yes" if part else "value.no", language)
            yield say(f"napoleonics.draft.diff.part.{key}", language, n=shown)
        elif key not in ("type", "name") and part is not None:
            yield UNSEEN.sub("\ufffd", name(key, str(part), GAME, language))


def side_names(scenario: Any, language: str) -> dict[str, str]:
    """The sides of drawn rules by id, in a language."""
    return {side: name("side", side, GAME, language) for side in (*(army.side for army in scenario.armies), "both")}
