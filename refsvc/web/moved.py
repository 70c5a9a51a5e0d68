"""Addresses that were given out once and lead elsewhere now."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from engine.core.rulebook import read_toml
from refsvc.web.site import Site


@cache
def moved_ids() -> Mapping[str, str]:
    """The new id of every id that has changed."""
    table: dict[str, str] = read_toml(Path(__file__).with_name("moved.toml"))["ids"]
    return table


def new_address(site: Site, path: str) -> str:
    """Where a page went: under its new id, or with the slash put right; empty if nowhere."""
    head, _, last = path.rstrip("/").rpartition("/")
    candidates = [path.rstrip("/"), path.rstrip("/") + "/"]
    if last in moved_ids():
        candidates += [f"{head}/{moved_ids()[last]}", f"{head}/{moved_ids()[last]}/"]
    return next((found for found in candidates if found != path and site.find(found)), "")
