"""The moves of Saladin in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.core.game import BaseGame
from refsvc.games.saladin import GAME
from refsvc.i18n.catalogue import text
from refsvc.i18n.sentences import comma, faces, name, say
from refsvc.presentation import move_text as plain

OWNED = ("activate", "react", "lead", "start")  # whoever acts says whose they are


def move_text(tree: Mapping[str, Any], game: BaseGame[Any], language: str, *, with_faces: bool = False) -> str:
    """A move in words, with what it states of itself: what was paid, and what was lost."""
    said: dict[str, Any] = {}
    kind = str(tree["do"])
    match kind:
        case "activate" if "target" in tree:
            kind = "activate-target"
        case "start":
            said["first"] = name("side", tree["first"], GAME, language)
        case "lead":
            said["leader"] = name("leader", game.leaders[tree["side"]], GAME, language)
            said["line"] = name("line", tree["action"], GAME, language)
            kind = "lead-banner" if "banner" in tree else kind
        case "roll":
            kind = "faces" if with_faces else kind
            said["dice"] = _dice(tree, kind, language)
            kind = kind if said["dice"] else "no-dice"
    shown = {key: value for key, value in tree.items() if key != "side"} if tree["do"] in OWNED else tree
    whole = plain.move_text(shown, game.KEY, language, kind=kind, **said)
    if "spent" in tree:
        return say("move.paid", language, move=whole, paid=tree["spent"])
    return _with_losses(whole, tree, language) if "losses" in tree or "gone" in tree else whole


def _dice(tree: Mapping[str, Any], kind: str, language: str) -> str:
    """The dice of each colour that was thrown: what they show, or how many they are."""
    return comma(
        [
            say(f"saladin.moves.{kind}-of.{colour}", language, faces=faces(thrown, GAME, language), n=len(thrown))
            for colour in ("red", "green")
            if (thrown := tree[colour])
        ],
        language,
    )


def _with_losses(said: str, tree: Mapping[str, Any], language: str) -> str:
    """Dice in words with what they took."""
    lost = [
        say("saladin.moves.loss", language, banner=name("banner", banner, GAME, language), n=n)
        for banner, n in tree.get("losses", {}).items()
    ]
    lost += [
        say("saladin.moves.gone", language, banner=name("banner", banner, GAME, language))
        for banner in tree.get("gone", ())
    ]
    return say(
        "saladin.moves.lost",
        language,
        move=said,
        lost=comma(lost or [text("saladin.moves.no-loss", language)], language),
    )
