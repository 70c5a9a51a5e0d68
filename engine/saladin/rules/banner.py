"""Banners in play and out of it."""

from __future__ import annotations

from engine.core.findings import Violation, broken


def banner_out(name: str) -> Violation:
    """The Banner has left play: it can do nothing any more."""
    return broken("saladin.banner.out", "impossible", banner=name, reads=(f"state.out.{name}",), families=("in-play",))
