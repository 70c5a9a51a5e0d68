"""Who speaks: one language, one game, and where a link in a text leads; a page of the site is about an item besides."""

from __future__ import annotations

from typing import Any, Protocol

from markupsafe import Markup


class Texts(Protocol):
    """The texts of one language."""

    language: str

    def text(self, key: str, **params: Any) -> str:
        """A text in this language."""

    def plural(self, key: str, number: int) -> str:
        """A text that counts."""

    def name(self, kind: str, word: str) -> str:
        """The published name of an id of the game."""


class Speaker(Texts, Protocol):
    """A page of the site, or a printed document, about one game."""

    game: str

    def link(self, kind: str, item: str = "", language: str = "", anchor: str = "") -> str:
        """Where something is shown, by its kind and item; empty where nothing can be followed."""

    def rich(self, text: str) -> Markup:
        """The HTML of a text with marks, links and symbols."""

    def paragraphs(self, text: str) -> list[Markup]:
        """The HTML of each paragraph of a text; an empty line stands between two of them."""


class Place(Speaker, Protocol):
    """Where a page of the site stands: the game and the item that it is about (empty for a page about none)."""

    item: str

    def symbol(self, token: str) -> Markup:
        """A symbol of the game, with the name by which it is spoken."""

    def has(self, kind: str) -> bool:
        """Whether the site has pages of this kind for this game."""
