"""How Napoleonics is shown. What a hook needs is imported inside it: to check a record loads no drawing or print."""
# ruff: noqa: PLC0415  # see above

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
    import click

    from engine.core.scenario import Misplaced
    from refsvc.presentation.subject import Subject


class NapoleonicsPresentation(Presentation):
    """Commands & Colors: Napoleonics in the service."""

    def title(self, game: BaseGame[Any], view: View, language: str) -> str:
        """Battle, turn and phase in one line."""
        from refsvc.games.napoleonics import position_text

        return position_text.title(game, view, language)

    def describe(self, game: BaseGame[Any], view: View, language: str) -> list[str]:
        """The whole position in sentences."""
        from refsvc.games.napoleonics import position_text

        return position_text.describe(game, view, language)

    def undrawn(self, view: View, language: str) -> list[str]:
        """What the map does not show, as the card in play."""
        from refsvc.games.napoleonics import position_text

        return list(position_text.given(view, language))

    def differences(self, game: BaseGame[Any], before: View, after: View, language: str) -> list[str]:
        """What has changed between two positions, one line each."""
        from refsvc.games.napoleonics import position_text

        return position_text.differences(game, before, after, language)

    def named_pieces(self, view: View, params: dict[str, Any], language: str) -> list[str]:
        """The units that a finding names by their hexes."""
        from refsvc.games.napoleonics import position_text

        return position_text.named(view, params, language)

    def scenario_faults(self, faults: Sequence[Misplaced], language: str) -> list[dict[str, Any]]:
        """What is wrong in a scenario file."""
        from refsvc.games.napoleonics import scenario_text

        return scenario_text.listed(faults, language)

    def draw(
        self,
        game: BaseGame[Any],
        view: View,
        language: str,
        marked: frozenset[str],
        only: frozenset[str] | None,
        lines: Sequence[Trace],
    ) -> Drawing | None:
        """The map with its units."""
        from refsvc.games.napoleonics.board import draw as board

        return board.draw(game, view, language, marked, only, lines)

    def dice(self, move: Mapping[str, Any], language: str) -> list[dict[str, str]]:
        """The dice of a roll."""
        from refsvc.games.napoleonics.board import draw as board

        return board.dice(move, language)

    def legend(self) -> tuple[str, ...]:
        """The texts that say how the drawing is read."""
        return tuple(
            f"napoleonics.map.legend.{part}" for part in ("sides", "pieces", "ground", "goals", "lines", "marked")
        )

    def shown_pieces(self, moves: Sequence[dict[str, Any]], changed: frozenset[str]) -> frozenset[str] | None:
        """Every hex that moves name or change."""
        from refsvc.games.napoleonics.board.hexes import PLACES

        named = {word for move in moves for word in words_in(move) if word in PLACES}
        parts = [key.partition(".")[::2] for key in changed]
        return frozenset(named | {rest for part, rest in parts if part == "units" and rest in PLACES})

    def facts(self, subject: Subject, finding: Finding, view: View) -> list[Fact]:
        """What a finding rests on."""
        from refsvc.games.napoleonics import findings

        return findings.facts(subject, finding, view)

    def pieces(self, subject: Subject, finding: Finding) -> Pieces:
        """The parts of a view that a finding is about."""
        from refsvc.games.napoleonics import findings

        return findings.pieces(subject, finding)

    def lines(self, subject: Subject, number: int, finding: Finding | None) -> list[Trace]:
        """Ways, attacks and sight lines of a move, or of a finding in it."""
        from refsvc.games.napoleonics import findings

        return findings.traces(subject, number, finding)

    def figures(self) -> Figures:
        """What the statistics count."""
        from refsvc.games.napoleonics import figures

        return Figures(figures.MEASURES, figures.measures, figures.dice, figures.LUCK)

    def narrator(self) -> Narrator:
        """How a game is told."""
        from refsvc.games.napoleonics import narrative, narrative_text

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
        from refsvc.games.napoleonics import question

        return Question(question.fields, question.tree, question.chances, question.openings, question.shown)

    def notation(self) -> Notation:
        """Its own words and lines."""
        from refsvc.games.napoleonics.notation import reader, words, writer

        return Notation(words.SPEECH, reader.Reader, writer.Writer)

    def card_painter(self) -> Any:
        """How the cards are drawn."""
        from refsvc.games.napoleonics.print import card_faces

        return card_faces

    def aid_blocks(self, speaker: Any, scenario: str) -> list[dict[str, Any]]:
        """The blocks of the player aid."""
        from refsvc.games.napoleonics.print import aid_blocks

        return aid_blocks.with_rules(speaker, scenario)

    def score_sheet(self, scenario: str, languages: Sequence[str], paper: str) -> dict[str, Any]:
        """The blank score sheet."""
        from refsvc.games.napoleonics.print import score_sheet

        return score_sheet.score_sheet(self.key, scenario, languages, paper)

    def notation_sheet(self, scenario: str, languages: Sequence[str]) -> dict[str, Any]:
        """How a record is written, on one sheet."""
        from refsvc.games.napoleonics.print import score_sheet

        return score_sheet.reference(self.key, scenario, languages)

    def booklet(self) -> Booklet:
        """What the rules booklet says of itself."""
        return Booklet("napoleonics.booklet.lede-deck", "napoleonics.booklet.index-deck", ("vectors", "T"), "hat")

    def indexed_names(self) -> Names:
        """Cards, kinds of units and terrain."""
        from refsvc.games.napoleonics.print import index_names

        return index_names.pieces(self.key)

    def documents(self) -> tuple[str, ...]:
        """The printed documents."""
        return (
            "cards", "aid", "rules", "notation", "score-sheet", "tables", "squares", "scenario", "calibration",
        )  # fmt: skip

    def document_parts(self) -> tuple[str, ...]:
        """The nations and the terrain have tables."""
        return ("french", "british", "portuguese", "terrain")

    def unasked(self, document: str) -> tuple[str, ...]:
        """Cards and notation are the same in every battle."""
        return ("scenario",) if document in ("cards", "notation") else ()

    def sheet_data(self, choice: Any) -> dict[str, Any]:
        """Tables, tracks for squares, and the sheet of a battle."""
        from refsvc.games.napoleonics.print import battle_sheets, tables, tracks
        from refsvc.printing import document_choices

        makers: dict[type, Any] = {
            document_choices.Tables: tables.tables,
            document_choices.Squares: tracks.tracks,
            document_choices.Battle: battle_sheets.sheet,
        }
        made: dict[str, Any] = makers[type(choice)](choice)
        return made

    def box_sections(self, place: Any, given: Any) -> list[dict[str, Any]]:
        """The form for the values of one's own box."""
        from refsvc.games.napoleonics.pages import box

        return box.sections(place, given)

    def pages(self) -> tuple[Page, ...]:
        """What the game shows in its own way."""
        from refsvc.games.napoleonics.pages import aid, cards, scenarios, tables

        return (
            Page("cards", cards.cards, cards.documents),
            Page("card", cards.card),
            Page("units", tables.units, tables.unit_documents),
            Page("terrain", tables.terrain, tables.terrain_documents),
            Page("scenarios", scenarios.scenarios, scenarios.documents),
            Page("scenario", scenarios.scenario),
            Page("aid", aid.aid, aid.documents),
            Page("aid-battle", aid.aid_battle),
        )

    def usable_scenario(self, file: str, language: str) -> str | None:
        """The text of a scenario file that can be played; what is wrong with any other is told."""
        from refsvc.games.napoleonics import scenario_commands

        return scenario_commands.usable(file, language)

    def commands(self) -> tuple[click.Command, ...]:
        """Scenario files."""
        from refsvc.games.napoleonics import scenario_commands

        return (scenario_commands.scenario,)


def words_in(tree: Any) -> Iterator[str]:
    """Every word of a move, however deep."""
    if isinstance(tree, str):
        yield tree
    elif isinstance(tree, Mapping):
        for part in tree.values():
            yield from words_in(part)
    elif isinstance(tree, list | tuple):
        for part in tree:
            yield from words_in(part)


PRESENTATION = NapoleonicsPresentation("napoleonics")
