"""The presentation of a game, found by its key: that of `refsvc.games.<key>`, or the plain one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any

from engine import GAMES
from engine.core.scenario import Misplaced
from refsvc import paths
from refsvc.presentation.base import Presentation


@cache
def of(key: str) -> Presentation:
    """How a game is shown."""
    if not (paths.home(key) / "presentation.py").is_file():
        return Presentation(key)
    found: Presentation = module(key, "presentation").PRESENTATION
    return found


def module(key: str, name: str) -> Any:
    """A module of the package of a game (`notation.words`); nobody else imports from these packages."""
    return import_module(f"refsvc.games.{key}.{name}")


def first_sample(form: str) -> bytes:
    """The first sample of the first game, in a language or as `json`; as it is where there is none in this form."""
    found = [one for game in GAMES for one in of(game).samples()]
    return next((one for one in found if one.form == form), found[0]).data


def scenario_faults(faults: Sequence[Misplaced], language: str) -> list[dict[str, Any]]:
    """What is wrong in a scenario file, in words; the id of a mistake begins with the game."""
    return of(faults[0].rule.partition(".")[0]).scenario_faults(faults, language) if faults else []
