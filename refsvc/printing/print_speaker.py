"""A printed document speaks: one language, and links that lead to another place of the same document, or nowhere."""

from __future__ import annotations

from collections.abc import Collection

from markupsafe import Markup

from refsvc.i18n import rich_text, sentences
from refsvc.printing import html


class PrintSpeaker(sentences.Speech):
    """The `Speaker` of a document in one language; `anchors` are the rules that stand in it."""

    __slots__ = ("anchors", "game", "language")

    def __init__(self, game: str, language: str, anchors: Collection[str] = ()) -> None:
        self.game = game
        self.language = language
        self.anchors = frozenset(anchors)

    def link(self, kind: str, item: str = "", language: str = "", anchor: str = "") -> str:  # noqa: ARG002  # a Speaker
        """The place of a rule in this document; empty for anything that is not in it."""
        return f"#{item}" if kind == "ruling" and item in self.anchors else ""

    def rich(self, text: str) -> Markup:
        """The HTML of a text with marks and symbols, and with links as far as the document has where they lead."""
        if not self.anchors:
            return html.rich(text, self.language, self.game)
        return html.unbroken_hyphens(
            rich_text.html(text, self.game, self.language, self._target, html.symbol), self.language
        )

    def paragraphs(self, text: str) -> list[Markup]:
        """The HTML of each paragraph of a text; an empty line stands between two of them."""
        return [self.rich(part) for part in text.split("\n\n") if part.strip()]

    def _target(self, scheme: str, rest: str) -> str:
        if scheme != "rule" or rest not in self.anchors:
            raise LookupError(f"a document links to {scheme}:{rest}, which is not in it")
        return f"#{rest}"
