"""The presentation of a game whose package has the modules that games agree on, each loaded when it is asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.core.findings import Finding
from engine.core.game import BaseGame
from refsvc.presentation import registry
from refsvc.presentation.base import Presentation
from refsvc.presentation.values import Drawing, Fact, Figures, Names, Narrator, Notation, Pieces, Question, Trace, View

if TYPE_CHECKING:
    from refsvc.presentation.speaker import Speaker
    from refsvc.presentation.subject import Subject
    from refsvc.records.box_file import Given

MOST_FACTS = 12  # of a finding


class PackagedPresentation(Presentation):
    """Hooks filled by `position_text`, `board.draw`, `findings`, `narrative` and the others in `refsvc.games.<key>`."""

    def module(self, name: str) -> Any:
        """A module of the package of the game."""
        return registry.module(self.key, name)

    def title(self, game: BaseGame[Any], view: View, language: str) -> str:
        """Battle, turn and phase in one line."""
        return str(self.module("position_text").title(game, view, language))

    def describe(self, game: BaseGame[Any], view: View, language: str) -> list[str]:
        """The whole position in sentences."""
        return list(self.module("position_text").describe(game, view, language))

    def differences(self, game: BaseGame[Any], before: View, after: View, language: str) -> list[str]:
        """What has changed between two positions, one line each."""
        return list(self.module("position_text").differences(game, before, after, language))

    def move_text(
        self, tree: Mapping[str, Any], game: BaseGame[Any], language: str, *, with_faces: bool = False
    ) -> str:
        """A move in words."""
        return str(self.module("move_text").move_text(tree, game, language, with_faces=with_faces))

    def draw(
        self,
        game: BaseGame[Any],
        view: View,
        language: str,
        marked: frozenset[str],
        only: frozenset[str] | None,
        lines: Sequence[Trace],
    ) -> Drawing | None:
        """The board of the game with its pieces."""
        drawn: Drawing = self.module("board.draw").draw(game, view, language, marked, only, lines)
        return drawn

    def dice(self, move: Mapping[str, Any], language: str) -> list[dict[str, str]]:
        """The dice of a roll."""
        return list(self.module("board.draw").dice(move, language))

    def facts(self, subject: Subject, finding: Finding, view: View) -> list[Fact]:
        """What a finding rests on."""
        found = dict(self.module("findings").facts(subject, finding, view))
        return [{"label": label, "value": value} for label, value in list(found.items())[:MOST_FACTS]]

    def pieces(self, subject: Subject, finding: Finding) -> Pieces:
        """The parts of a view that a finding is about."""
        marked, shown = self.module("findings").pieces(subject, finding)
        return marked, shown

    def figures(self) -> Figures:
        """What the statistics count."""
        own = self.module("figures")
        return Figures(own.MEASURES, own.measures, own.dice, own.LUCK)

    def narrator(self) -> Narrator:
        """How a game is told."""
        own, text = self.module("narrative"), self.module("narrative_text")
        return Narrator(own.units, text.sentence, text.turn_start, text.closing, own.weight, own.concerned)

    def question(self) -> Question:
        """What can be asked about a position."""
        own = self.module("question")
        return Question(own.fields, own.tree, own.chances, own.openings, own.shown)

    def notation(self) -> Notation:
        """Its own words and lines."""
        reader, words, writer = (self.module(f"notation.{name}") for name in ("reader", "words", "writer"))
        return Notation(words.SYNTAX, reader.Reader, writer.Writer)

    def card_painter(self) -> Any:
        """How the cards are drawn."""
        return self.module("print.card_faces")

    def aid_blocks(self, speaker: Speaker, scenario: str) -> list[dict[str, Any]]:
        """The blocks of the player aid."""
        return list(self.module("print.aid_blocks").blocks(speaker, scenario))

    def score_sheet(self, scenario: str, languages: Sequence[str], paper: str) -> dict[str, Any]:
        """The blank score sheet."""
        return dict(self.module("print.score_sheet").score_sheet(self.key, scenario, languages, paper))

    def notation_sheet(self, scenario: str, languages: Sequence[str]) -> dict[str, Any]:
        """How a record is written, on one sheet."""
        return dict(self.module("print.notation_sheet").reference(self.key, scenario, languages))

    def notation_asks(self, language: str) -> list[dict[str, str]]:
        """What writers of records ask."""
        return list(self.module("print.notation_sheet").asks(self.key, language))

    def indexed_names(self) -> Names:
        """What the cards and tables name, with the rules that explain it."""
        names: Names = self.module("print.index_names").names(self.key)
        return names

    def box_sections(self, place: Speaker, given: Given) -> list[dict[str, Any]]:
        """The form for the values of one's own box."""
        return list(self.module("pages.box").sections(place, given))
