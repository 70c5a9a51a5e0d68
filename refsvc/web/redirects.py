"""Addresses that were given out once and lead elsewhere now."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from engine import GAMES, find_game
from engine.core.rulebook import read_toml
from refsvc.web.site import Place, Site


@cache
def moved_ids() -> Mapping[str, str]:
    """The new id of every id that has changed."""
    table: dict[str, str] = read_toml(Path(__file__).with_name("moved_ids.toml"))["ids"]
    return table


def new_address(site: Site, path: str) -> str:
    """Where a page went: under its new id, with the slash put right, or to what it is part of; empty if nowhere."""
    head, _, last = path.rstrip("/").rpartition("/")
    new = moved_ids().get(last, last)
    candidates = [f"{head}/{new}", f"{head}/{new}/"]
    if last in GAMES:
        candidates.append(f"{head}/")  # the games stand on the home page
    found = next((found for found in candidates if found != path and site.find(found)), "")
    return found or _ruling(site, path, last.upper())


def _ruling(site: Site, path: str, ruling: str) -> str:
    """A ruling stands at the first rule that it is about."""
    for game in GAMES:
        found = find_game(game).rulebook().rulings.get(ruling)
        if found is not None and path.split("/")[2] == game:
            return Place(site, site.kinds["ruling"], path[1:3], game, found.rules[0]).path + f"#{ruling}"
    return ""
