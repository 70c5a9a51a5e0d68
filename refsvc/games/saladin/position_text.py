"""A position of Saladin in words, a sentence for each side and Banner."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from engine.core.game import BaseGame
from refsvc import library
from refsvc.games.saladin import GAME, move_text
from refsvc.i18n import sentences
from refsvc.i18n.catalogue import plural
from refsvc.presentation.position_words import View, battle_name, changed, line, text

Note = tuple[str, str, str]  # a symbol, the part of the view it is about, a sentence
UNSAID = ("to_move", "last_initiative", "tended", "must", "idle", "pending", "boxed", "paid", "used", "phase", "over")


def leader(card: str, language: str) -> str:
    """Which side of its card lies up."""
    return text("saladin.board.leader", language, card=sentences.name("card", card, GAME, language))


def title(game: BaseGame[Any], view: View, language: str) -> str:
    """Battle, turn and phase in one line."""
    battle = battle_name(game, language)
    phase = text(f"saladin.board.phase.{view['phase']}", language)
    return text("saladin.board.title", language, battle=battle, turn=view["turn"], phase=phase)


def describe(game: BaseGame[Any], view: View, language: str) -> list[str]:
    """The whole position, a sentence for each side and Banner."""
    battle = library.load_scenario(game.KEY, game.scenario)
    said = [text("board.sentence", language, words=title(game, view, language)), *_move(view, language)]
    for side in game.SIDES:
        said.append(_side(view, side, language))
        said += [_banner(game, view, banner, language) for banner in getattr(battle, side)]
        if battle.town and side == "ayyubid":
            lances = plural("saladin.board.lances", language, view["town"])
            said.append(line(sentences.name("banner", battle.town, GAME, language), [lances], language))
    return said + [sentence for _, _, sentence in notes(game, view, language)]


def _move(view: View, language: str) -> Iterator[str]:
    """Who has the initiative, who is to move, who has passed."""
    yield from _told("initiative", [view["initiative"]], language)
    if view["to_move"] and "over" not in view:
        yield text("board.say.to-move", language, side=sentences.named(("side",), view["to_move"], GAME, language))
    yield from _told("passed", view["passed"], language)


def _told(key: str, sides: Iterable[str], language: str) -> Iterator[str]:
    """What is so of these sides, a sentence each."""
    for side in sides:
        said = text(f"saladin.board.say.{key}", language, side=sentences.named(("side",), side, GAME, language))
        yield said[:1].upper() + said[1:]


def _side(view: View, side: str, language: str) -> str:
    pool = view["orders"][side]
    parts = [
        plural("saladin.board.available", language, pool["available"]),
        plural("saladin.board.spent", language, pool["spent"]),
        plural("saladin.board.lost", language, view["losses"][side]),
        text("saladin.board.say.leader", language, card=sentences.name("card", view["leaders"][side], GAME, language)),
    ]
    return line(sentences.name("side", side, GAME, language), parts, language)


def _banner(game: BaseGame[Any], view: View, banner: str, language: str) -> str:
    part = view["banners"][banner]
    who = sentences.name("banner", banner, GAME, language)
    if "out" in part:
        return line(who, [sentences.name("out", part["out"], GAME, language)], language)
    status = sentences.name("status", part["status"], GAME, language)
    if part["status"] == "committed" and (partner := facing(game, view, banner)):
        status = text(
            "saladin.board.say.facing",
            language,
            status=status,
            banner=sentences.name("banner", partner, GAME, language),
        )
    parts = [
        plural("saladin.board.lances", language, part["lances"]),
        status,
        sentences.name("card", part["card"], GAME, language),
    ]
    if more := surcharge(game, view, banner):
        parts.append(plural("saladin.board.surcharge", language, more))
    return line(who, parts, language)


def facing(game: BaseGame[Any], view: View, banner: str) -> str:
    """Whom a Banner faces; at the Horns the cards that came there say so."""
    at_horns = game.facts.get(f"banners.{banner}.horns.partner") if view["horns"] else None
    found = at_horns or game.facts.get(f"banners.{banner}.partner")
    return str(found.value) if found else ""


def surcharge(game: BaseGame[Any], view: View, banner: str) -> int:
    """What lost Lances add to the price of a Banner's Actions."""
    values = [game.facts.get(f"banners.{banner}.{key}") for key in ("lances", "plus1", "plus2")]
    if None in values:
        return 0
    lances, one, two = (fact.value for fact in values if fact)
    lost = lances - view["banners"][banner]["lances"]
    return 2 if lost >= two else 1 if lost >= one else 0


def notes(game: BaseGame[Any], view: View, language: str) -> list[Note]:
    """What stands on the board or is due besides the Banners."""
    found = [(sign, key) for sign, key in (("fire", "fire"), ("shield-wall", "shield_wall"), ("horns", "horns"))]
    said: list[Note] = [(sign, key, text(f"saladin.board.note.{key}", language)) for sign, key in found if view[key]]
    if "true-cross" in view["used"]:
        said.append(("true-cross", "used", text("saladin.board.note.true-cross", language)))
    if view.get("town") and library.load_scenario(game.KEY, game.scenario).twelfth_order:
        said.append(("order", "town", text("saladin.board.note.town", language)))
    if view["bonus"]:
        said.append(("red", "bonus", text("saladin.board.note.bonus", language)))
    if view["must"]:
        said.append(("horns", "must", text("saladin.board.note.must", language)))
    for banner in view["idle"]:
        name = sentences.name("banner", banner, GAME, language)
        said.append(("target", "idle", text("saladin.board.note.idle", language, banner=name)))
    if pending := view["pending"]:
        said.append(("die", "pending", _pending(game, pending, language)))
    if over := view.get("over"):
        winner = sentences.named(("side",), over["winner"] or "draw", GAME, language)
        said.append(("check", "over", text("board.note.over", language, winner=winner)))
    return said


def _pending(game: BaseGame[Any], pending: View, language: str) -> str:
    """An activation that awaits its answer or its dice."""
    last = pending.get("answer") or pending
    return text("saladin.board.note.pending", language, move=move_text.move_text(last, game, language))


def given(view: View, language: str) -> list[str]:  # noqa: ARG001  # as the hook is called
    """All cards lie on the board."""
    return []


def named(view: View, params: View, language: str) -> list[str]:  # noqa: ARG001  # as the hook is called
    """A Banner is named by its name."""
    return []


def differences(game: BaseGame[Any], before: View, after: View, language: str) -> list[str]:  # noqa: ARG001  # as the hook is called
    """What has changed between two positions, one line each."""
    return [
        changed(what, _value(old, language), _value(new, language), language)
        for what, old, new in _changed(before, after, language)
    ]


def _changed(before: View, after: View, language: str, at: tuple[str, ...] = ()) -> Iterator[tuple[str, Any, Any]]:
    for key, new in after.items():
        old = before.get(key)
        if old == new or key in UNSAID or isinstance(new, list):
            continue
        if isinstance(new, dict) and "out" in new:  # its Lances and status go with it
            yield _named((*at, key), language), "", new["out"]
        elif isinstance(new, dict) and isinstance(old, dict) and "out" in old:
            yield _named((*at, key), language), old["out"], ""
        elif isinstance(new, dict) and isinstance(old, dict):
            yield from _changed(old, new, language, (*at, key))
        else:
            yield _named((*at, key), language), old, new


def _named(path: tuple[str, ...], language: str) -> str:
    """The name of a part of a view: of Banners and leaders without saying that they are."""
    shown = path[1:] if len(path) > 1 and path[0] in ("banners", "orders") else path
    kinds = ("part", "side", "banner")
    return sentences.comma([_word(word, kinds, language) for word in shown], language)


def _word(word: str, kinds: tuple[str, ...], language: str) -> str:
    known = [kind for kind in kinds if sentences.is_named(kind, word, GAME)]
    return sentences.name(known[0], word, GAME, language) if known else text(f"saladin.board.part.{word}", language)


def _value(value: Any, language: str) -> str:
    if isinstance(value, bool):
        return text("value.yes" if value else "value.no", language)
    if value is None or value == "":
        return text("saladin.board.in-play" if value == "" else "value.none", language)
    kinds = [kind for kind in ("side", "status", "card", "out") if sentences.is_named(kind, value, GAME)]
    return sentences.name(kinds[0], value, GAME, language) if kinds else str(value)
