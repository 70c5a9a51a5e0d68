"""Who speaks: one language, one game, and what a link in a text leads to."""

from __future__ import annotations

from typing import Any, Protocol

from markupsafe import Markup


class Speaker(Protocol):
    """A page of the site, or a printed document."""

    game: str
    language: str

    def text(self, key: str, **params: Any) -> str:
        """A text in this language."""

    def plural(self, key: str, number: int) -> str:
        """A text that counts."""

    def name(self, kind: str, word: str) -> str:
        """The published name of an id of the game."""

    def link(self, kind: str, item: str = "", language: str = "", anchor: str = "") -> str:
        """Where something is shown, by its kind and item; empty where nothing can be followed."""

    def rich(self, text: str) -> Markup:
        """The HTML of a text with marks, links and symbols."""

    def paragraphs(self, text: str) -> list[Markup]:
        """The same, for a text whose paragraphs stand apart by an empty line."""
