"""What the statistics read of a game of Napoleonics: banners and blocks of a position, and on whom dice fall."""

from __future__ import annotations

from typing import Any

from engine.core.game import BaseGame
from refsvc.games.napoleonics import position_text as words
from refsvc.presentation.subject import Subject
from refsvc.presentation.values import Die, Throw

MEASURES = ("banners", "blocks")
LUCK = ("hits", "flags")  # what the dice take, and the face that is counted beside it
FACES = ("infantry", "cavalry", "artillery", "flag", "saber")
BY_DEFENDER = ("first-strike", "square", "battle-back")  # rolls of the unit that was attacked


def measures(game: BaseGame[Any], view: dict[str, Any]) -> dict[str, dict[str, int]]:
    """Banners, those of objectives counted in, and blocks on the board by side."""
    blocks = dict.fromkeys(game.SIDES, 0)
    for part in view["units"].values():
        blocks[words.side_of(game, part)] += part["blocks"]
    return {"banners": view["banners"], "blocks": blocks}


def dice(subject: Subject, number: int) -> list[Throw]:
    """The dice of a roll against a unit, by its side; those against a leader, or for a card, tell no luck in hits."""
    tree = subject.move(number)
    if tree is None or tree["do"] != "roll":
        return []
    game, view = subject.game, subject.game.view(subject.steps[number - 1].state)
    fight = view.get("pending")
    purpose = tree.get("for") or (fight or {}).get("for")
    if fight is None or purpose not in ("attack", *BY_DEFENDER):
        return []
    ends = (fight["unit"], fight["target"])
    attacker, target = reversed(ends) if purpose in BY_DEFENDER else ends
    hitting, hit = view["units"].get(attacker), view["units"].get(target)
    if hitting is None or hit is None:
        return []
    is_retiring = purpose == "attack" and "retires" in fight  # sabers find nobody there
    faces = faces_that_hit(game, hitting["unit"], hit["unit"], is_melee=fight["do"] == "melee" and not is_retiring)
    rolled = tree["faces"]
    taken = sum(face in faces for face in rolled)
    return [Throw(words.side_of(game, hit), die_of(game, faces), len(rolled), taken, list(rolled).count("flag"))]


def faces_that_hit(game: BaseGame[Any], attacker: str, target: str, *, is_melee: bool) -> tuple[str, ...]:
    """The faces that take a block of a kind of unit: its arm, and in melee sabers unless who rolls has none."""
    arm = str(_value(game, f"kinds.{target}.arm"))
    return (arm, "saber") if is_melee and _value(game, f"kinds.{attacker}.sabers") else (arm,)


def die_of(game: BaseGame[Any], hitting: tuple[str, ...]) -> Die:
    """A die by how many of its sides hit, and how many show a flag."""
    sides = {face: int(_value(game, f"box.faces.{face}")) for face in FACES}
    hits = sum(sides[face] for face in hitting)
    return Die((sum(sides.values()) - hits, hits), sides["flag"])


def _value(game: BaseGame[Any], key: str) -> Any:
    found = game.facts.get(key)
    if found is None:
        raise LookupError(key)
    return found.value
