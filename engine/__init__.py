"""The rules of the games. Knows no language, web, database, clock or file but those handed to it."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import extend_path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.core.package import GamePackage
    from engine.core.scenario import DrawnScenarios

__path__ = extend_path(__path__, __name__)  # a folder `engine` elsewhere on the path of Python brings further games


def find_games() -> tuple[str, ...]:
    """The keys of all games: the folders with a rulebook, by the `place` of their `game.toml`, else by name."""
    rooms = [path.parent for portion in __path__ for path in Path(portion).glob("*/rulebook.toml")]
    return tuple(dict.fromkeys(room.name for room in sorted(rooms, key=_standing) if room.name != "core"))


def folder(key: str) -> Path:
    """Where the package of a game lies, with its rulebook, data and cases."""
    return next(room for room in (Path(portion) / key for portion in __path__) if room.is_dir())


def _standing(room: Path) -> tuple[float, str]:
    about = room / "game.toml"
    return (tomllib.loads(about.read_text("utf-8"))["place"] if about.is_file() else float("inf")), room.name


GAMES = find_games()
VERDICTS = 6  # part of the version of the rules: raise it with every change of verdicts; tests/contract/frozen notices


@cache
def find_drawn() -> tuple[str, ...]:
    """The keys of the games whose scenarios people draw in files of their own."""
    return tuple(key for key in GAMES if find_game(key).has_scenario_files)


def find_game(key: str) -> GamePackage:
    """What the package of one game offers."""
    package: GamePackage = import_module(f"engine.{key}").GAME
    return package


def drawn_scenarios(key: str) -> DrawnScenarios:
    """What a game of `find_drawn` offers to whoever reads, draws or begins scenario files."""
    module: DrawnScenarios = import_module(f"engine.{key}.scenario")
    return module
