"""How Napoleonics is shown. What a hook needs is imported inside it: to check a record loads no drawing or print."""
# ruff: noqa: PLC0415  # see above

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.core.findings import Finding
from refsvc.presentation.packaged import PackagedPresentation
from refsvc.presentation.values import Booklet, Page, Trace, View

if TYPE_CHECKING:
    import click

    from engine.core.scenario import Misplaced
    from refsvc.presentation.subject import Subject


class NapoleonicsPresentation(PackagedPresentation):
    """Commands & Colors: Napoleonics in the service."""

    def undrawn(self, view: View, language: str) -> list[str]:
        """What the map does not show, as the card in play."""
        from refsvc.games.napoleonics import position_text

        return list(position_text.given(view, language))

    def named_pieces(self, view: View, params: dict[str, Any], language: str) -> list[str]:
        """The units that a finding names by their hexes."""
        from refsvc.games.napoleonics import position_text

        return position_text.named(view, params, language)

    def around_dice(self, tree: Mapping[str, Any], language: str) -> tuple[str, str]:
        """What the dice of a roll are for, and whose they are."""
        from refsvc.games.napoleonics import move_text

        return move_text.around_dice(tree, language)

    def scenario_faults(self, faults: Sequence[Misplaced], language: str) -> list[dict[str, Any]]:
        """What is wrong in a scenario file."""
        from refsvc.games.napoleonics import scenario_text

        return scenario_text.listed(faults, language)

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

    def lines(self, subject: Subject, number: int, finding: Finding | None) -> list[Trace]:
        """Ways, attacks and sight lines of a move, or of a finding in it."""
        from refsvc.games.napoleonics import findings

        return findings.traces(subject, number, finding)

    def notation_sheet(self, scenario: str, languages: Sequence[str]) -> dict[str, Any]:
        """How a record is written, on one sheet."""
        from refsvc.games.napoleonics.print import score_sheet

        return score_sheet.reference(self.key, scenario, languages)

    def notation_asks(self, language: str) -> list[dict[str, str]]:
        """What writers of records ask."""
        from refsvc.games.napoleonics.print import score_sheet

        return score_sheet.asks(self.key, language)

    def booklet(self) -> Booklet:
        """What the rules booklet says of itself."""
        return Booklet("napoleonics.booklet.lede-deck", "napoleonics.booklet.index-deck", ("vectors", "T"), "hat")

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

    def sheet_data(self, choice: object) -> dict[str, Any]:
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
