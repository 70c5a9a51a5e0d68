"""How Saladin is shown. What a hook needs is imported inside it: to check a record loads no drawing or print."""
# ruff: noqa: PLC0415  # see above

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from refsvc.presentation.packaged import PackagedPresentation
from refsvc.presentation.values import Booklet, Page

if TYPE_CHECKING:
    pass


class SaladinPresentation(PackagedPresentation):
    """Saladin in the service."""

    def legend(self) -> tuple[str, ...]:
        """The texts that say how the drawing is read."""
        return tuple(
            f"saladin.board.legend.{part}" for part in ("sides", "status", "lances", "orders", "marked", "assumed")
        )

    def shown_pieces(self, moves: Sequence[dict[str, Any]], changed: frozenset[str]) -> frozenset[str] | None:
        """The Banners that moves name or change."""
        named = {move[key] for move in moves for key in ("banner", "target") if isinstance(move.get(key), str)}
        parts = [key.partition(".")[::2] for key in changed]
        touched = {rest for part, rest in parts if part == "banners"}
        return frozenset(named | touched | ({"arsuf-town"} if "town" in changed else set()))

    def booklet(self) -> Booklet:
        """What the rules booklet says of itself."""
        return Booklet("saladin.booklet.lede", "saladin.booklet.index-text", ("worked", ""))

    def documents(self) -> tuple[str, ...]:
        """The printed documents."""
        return ("cards", "aid", "rules", "notation", "score-sheet", "calibration")

    def pages(self) -> tuple[Page, ...]:
        """What the game shows in its own way."""
        from refsvc.games.saladin.pages import aid, cards, scenarios, targets

        return (
            Page("cards", cards.cards, cards.documents),
            Page("card", cards.card),
            Page("targets", targets.targets),
            Page("scenarios", scenarios.scenarios, scenarios.documents),
            Page("scenario", scenarios.scenario),
            Page("aid", aid.aid, aid.documents),
            Page("aid-battle", aid.aid_battle),
        )


PRESENTATION = SaladinPresentation("saladin")
