"""How Saladin is shown. What a hook needs is imported inside it: to check a record loads no drawing or print."""
# ruff: noqa: PLC0415  # see above

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.core.findings import Finding
from engine.core.game import BaseGame
from refsvc.presentation.base import Presentation
from refsvc.presentation.values import (
    Booklet,
    Drawing,
    Fact,
    Figures,
    Names,
    Narrator,
    Notation,
    Page,
    Pieces,
    Question,
    Trace,
    View,
)

if TYPE_CHECKING:
    from refsvc.presentation.subject import Subject


class SaladinPresentation(Presentation):
    """Saladin in the service."""

    def title(self, game: BaseGame[Any], view: View, language: str) -> str:
        """Battle, turn and phase in one line."""
        from refsvc.games.saladin import position_text

        return position_text.title(game, view, language)

    def describe(self, game: BaseGame[Any], view: View, language: str) -> list[str]:
        """The whole position in sentences."""
        from refsvc.games.saladin import position_text

        return position_text.describe(game, view, language)

    def differences(self, game: BaseGame[Any], before: View, after: View, language: str) -> list[str]:
        """What has changed between two positions, one line each."""
        from refsvc.games.saladin import position_text

        return position_text.differences(game, before, after, language)

    def draw(
        self,
        game: BaseGame[Any],
        view: View,
        language: str,
        marked: frozenset[str],
        only: frozenset[str] | None,
        lines: Sequence[Trace],
    ) -> Drawing | None:
        """The cards of both sides with their Lances and Orders."""
        from refsvc.games.saladin import board

        return board.draw(game, view, language, marked, only, lines)

    def dice(self, move: Mapping[str, Any], language: str) -> list[dict[str, str]]:
        """The dice of a roll."""
        from refsvc.games.saladin import board

        return board.dice(move, language)

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

    def facts(self, subject: Subject, finding: Finding, view: View) -> list[Fact]:
        """What a finding rests on."""
        from refsvc.games.saladin import findings

        return findings.facts(subject, finding, view)

    def pieces(self, subject: Subject, finding: Finding) -> Pieces:
        """The parts of a view that a finding is about."""
        from refsvc.games.saladin import findings

        return findings.pieces(subject, finding)

    def figures(self) -> Figures:
        """What the statistics count."""
        from refsvc.games.saladin import figures

        return Figures(figures.MEASURES, figures.measures, figures.dice, figures.LUCK)

    def narrator(self) -> Narrator:
        """How a game is told."""
        from refsvc.games.saladin import narrative, narrative_text

        return Narrator(
            narrative.units,
            narrative_text.sentence,
            narrative_text.turn_start,
            narrative_text.closing,
            narrative.weight,
            narrative.concerned,
        )

    def question(self) -> Question:
        """What can be asked about a position."""
        from refsvc.games.saladin import question

        return Question(question.fields, question.tree, question.chances, question.openings, question.shown)

    def notation(self) -> Notation:
        """Its own words and lines."""
        from refsvc.games.saladin.notation import reader, words, writer

        return Notation(words.SPEECH, reader.Reader, writer.Writer)

    def card_painter(self) -> Any:
        """How the cards are drawn."""
        from refsvc.games.saladin.print import card_faces

        return card_faces

    def aid_blocks(self, speaker: Any, scenario: str) -> list[dict[str, Any]]:
        """The blocks of the player aid."""
        from refsvc.games.saladin.print import aid_blocks

        return aid_blocks.blocks(speaker, scenario)

    def score_sheet(self, scenario: str, languages: Sequence[str], paper: str) -> dict[str, Any]:
        """The blank score sheet."""
        from refsvc.games.saladin.print import score_sheet

        return score_sheet.score_sheet(self.key, scenario, languages, paper)

    def notation_sheet(self, scenario: str, languages: Sequence[str]) -> dict[str, Any]:
        """How a record is written, on one sheet."""
        from refsvc.games.saladin.print import notation_sheet

        return notation_sheet.reference(self.key, scenario, languages)

    def booklet(self) -> Booklet:
        """What the rules booklet says of itself."""
        return Booklet("saladin.booklet.lede", "saladin.booklet.index-text", ("worked", ""))

    def indexed_names(self) -> Names:
        """The Actions of the cards."""
        from refsvc.games.saladin.print import index_names

        return index_names.actions(self.key)

    def documents(self) -> tuple[str, ...]:
        """The printed documents."""
        return ("cards", "aid", "rules", "notation", "score-sheet", "calibration")

    def box_sections(self, place: Any, given: Any) -> list[dict[str, Any]]:
        """The form for the values of one's own box."""
        from refsvc.games.saladin.pages import box

        return box.sections(place, given)

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
