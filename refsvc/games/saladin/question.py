"""What can be asked of a position of Saladin: a Banner, an Action and a target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from engine.core.accounts import Account
from engine.core.moves import MoveBase
from refsvc import library
from refsvc.games.saladin import GAME, odds
from refsvc.games.saladin.card_lines import faces
from refsvc.i18n.alphabet import sort_key
from refsvc.presentation.subject import Subject
from refsvc.presentation.values import Trace

View = dict[str, Any]
MOST_LANCES = 4
COLOURS = ("red", "green")


def fields(subject: Subject, view: View) -> list[tuple[str, list[tuple[str, str]]]]:
    """The Banners of the side that is to move, the Actions of the battle by name, and whoever can be aimed at."""
    battle = subject.game.battle
    side = view["to_move"] or subject.game.SIDES[0]
    enemy = next(other for other in subject.game.SIDES if other != side)
    own = [banner for banner in getattr(battle, side) if "out" not in view["banners"][banner]]
    aims = [banner for banner in getattr(battle, enemy) if "out" not in view["banners"][banner]]
    if battle.town:
        aims.append(battle.town)
    nobody = ("none", subject.text("asking.nobody"))
    return [
        ("banner", [(banner, subject.name("banner", banner)) for banner in own]),
        ("action", actions(subject)),
        ("target", [nobody, *((banner, subject.name("banner", banner)) for banner in aims)]),
    ]


def actions(subject: Subject) -> list[tuple[str, str]]:
    """The Actions that the cards of the battle have, in the order of the reader’s alphabet."""
    printed = [card for face in faces(GAME) if face.scenario == subject.game.battle.id for card in face.cards]
    known = {line.action for each in printed for line in each.card.lines}
    named = [(action, subject.name("action", action)) for action in known]
    return sorted(named, key=lambda each: sort_key(each[1], subject.language))


def tree(_subject: Subject, view: View, chosen: Mapping[str, str]) -> View | None:
    """The Action of the Banner."""
    if not chosen.get("banner") or not chosen.get("action") or not view["to_move"]:
        return None
    made = {"do": "activate", "side": view["to_move"], "banner": chosen["banner"], "action": chosen["action"]}
    return made if chosen.get("target", "none") == "none" else made | {"target": chosen["target"]}


def chances(subject: Subject, _view: View, _asked: View, account: Account) -> list[tuple[str, Fraction]]:
    """How likely the dice of one colour take so many Lances or more, and whether they show an Order."""
    if account.of not in COLOURS or account.total <= 0:
        return []
    thrown = odds.thrown(odds.faces(library.numbers(subject.game.KEY)), account.total)
    colour = subject.name("symbol", account.of)
    found = [
        (
            subject.text("saladin.asking.odds.of", colour=colour, what=subject.plural("saladin.asking.odds.lances", n)),
            chance,
        )
        for n in range(1, MOST_LANCES + 1)
        if (chance := odds.lances_at_least(thrown, n))
    ]
    said = subject.text("saladin.asking.odds.of", colour=colour, what=subject.plural("saladin.asking.odds.orders", 1))
    return [*found, (said, odds.orders_at_least(thrown, 1))]


def openings(_subject: Subject, _state: Any) -> list[MoveBase]:
    """Nothing has to be played first."""
    return []


def shown(asked: View, _blocking: Sequence[str]) -> tuple[frozenset[str], list[Trace]]:
    """The Banner and its target."""
    return frozenset(asked[key] for key in ("banner", "target") if key in asked), []
