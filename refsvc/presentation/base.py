"""How a game is shown: hooks that a game may fill, each with a plain default made of what the engine knows.

`registry.of(key)` finds the one of a game. A game fills the hooks that it has something better for, in
`refsvc/games/<key>/presentation.py`, and imports its drawing, printing and pages inside them: `refsvc check` loads none
of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.core.chance import Seeded
from engine.core.findings import Finding
from engine.core.game import BaseGame, legal_moves
from engine.core.playout import playout
from engine.core.record import FORMAT, Header, write_record
from engine.core.scenario import Misplaced
from refsvc import library, paths
from refsvc.config import LANGUAGES
from refsvc.i18n import sentences
from refsvc.presentation import move_text
from refsvc.presentation.position_words import battle_name
from refsvc.presentation.subject import Subject
from refsvc.presentation.values import (
    Booklet,
    Drawing,
    Fact,
    Figures,
    Names,
    NarrativeUnit,
    Narrator,
    Notation,
    Page,
    Pieces,
    Question,
    Sample,
    Trace,
    View,
)

if TYPE_CHECKING:
    import click

    from refsvc.presentation.speaker import Speaker
    from refsvc.records.box_file import Given

FEW = 8  # moves of a record that shows how one is written


class Presentation:
    """The plain presentation of a game: positions as lists of values, moves as sentences or as they are written."""

    def __init__(self, key: str) -> None:
        self.key = key

    # --- a position in words

    def title(self, game: BaseGame[Any], view: View, language: str) -> str:
        """Battle and turn in one line."""
        name = battle_name(game, language)
        return sentences.say("plain.title", language, battle=name, turn=view["turn"]) if "turn" in view else name

    def describe(self, game: BaseGame[Any], view: View, language: str) -> list[str]:  # noqa: ARG002  # as games fill it
        """The whole position: a line for each value."""
        return [
            sentences.say(
                "plain.value",
                language,
                what=sentences.count_text("what", what, self.key, language),
                value=_value(value, self.key, language),
            )
            for what, value in path_values(view)
        ]

    def undrawn(self, view: View, language: str) -> list[str]:  # noqa: ARG002
        """What the drawing of a position does not show, as the card in play."""
        return []

    def differences(self, game: BaseGame[Any], before: View, after: View, language: str) -> list[str]:  # noqa: ARG002
        """What has changed between two positions, one line each."""
        old = dict(path_values(before))
        return [
            sentences.say(
                "board.changed",
                language,
                what=sentences.count_text("what", what, self.key, language),
                before=_value(old.get(what, ""), self.key, language),
                after=_value(value, self.key, language),
            )
            for what, value in path_values(after)
            if old.get(what) != value
        ]

    def named_pieces(self, view: View, params: dict[str, Any], language: str) -> list[str]:  # noqa: ARG002
        """The pieces that a finding names by their places, as they stand there."""
        return []

    def scenario_faults(self, faults: Sequence[Misplaced], language: str) -> list[dict[str, Any]]:  # noqa: ARG002
        """What is wrong in a scenario file, the mistakes that come first."""
        return [{"rule": each.rule, "line": each.line, "column": each.column, "message": each.rule} for each in faults]

    # --- a move in words

    def move_text(
        self,
        tree: Mapping[str, Any],
        game: BaseGame[Any],  # noqa: ARG002  # as games fill it
        language: str,
        *,
        with_faces: bool = False,  # noqa: ARG002
    ) -> str:
        """A move of a record; a roll with the faces of its dice, or with how many they are."""
        return move_text.move_text(tree, self.key, language)

    def around_dice(self, tree: Mapping[str, Any], language: str) -> tuple[str, str]:  # noqa: ARG002
        """What stands before and after the dice of a move where they are drawn."""
        return sentences.say("case.dice", language), ""

    # --- drawings

    def draw(
        self,
        game: BaseGame[Any],
        view: View,
        language: str,
        marked: frozenset[str],
        only: frozenset[str] | None,
        lines: Sequence[Trace],
    ) -> Drawing | None:
        """The drawing of a position; None to show it in words."""

    def dice(self, move: Mapping[str, Any], language: str) -> list[dict[str, str]]:  # noqa: ARG002
        """The dice of a move as they fell, each the symbol to draw and its spoken name."""
        return []

    def legend(self) -> tuple[str, ...]:
        """The texts that say how a drawing is read."""
        return ()

    def shown_pieces(self, moves: Sequence[dict[str, Any]], changed: frozenset[str]) -> frozenset[str] | None:  # noqa: ARG002
        """The pieces that a drawing of these moves and changes must show; None for all."""
        return None

    # --- a report

    def facts(self, subject: Subject, finding: Finding, view: View) -> list[Fact]:  # noqa: ARG002
        """What a finding rests on: each a `label` and a `value`."""
        return [
            {"label": str(key), "value": str(value)} for key, value in finding.params.items() if isinstance(value, int)
        ]

    def pieces(self, subject: Subject, finding: Finding) -> Pieces:  # noqa: ARG002
        """The parts of a view that a finding is about, and the pieces to show with them."""
        return frozenset(), frozenset()

    def lines(self, subject: Subject, number: int, finding: Finding | None) -> list[Trace]:  # noqa: ARG002
        """The lines to draw over a board for a move, or for a finding in it."""
        return []

    def figures(self) -> Figures:
        """What the statistics of the game are made of: nothing but the findings."""
        return Figures((), lambda _game, _view: {}, lambda _subject, _number: [], ("", ""))

    def narrator(self) -> Narrator:
        """How the account of a game is told: every move as its sentence."""
        return Narrator(
            plain_units,
            lambda subject, unit: subject.move_text(unit.move),
            lambda _subject, _turn: "",
            lambda _subject, _winner: "",
            lambda _subject, _unit: (0, ""),
            lambda _subject, _unit, changed: changed,
        )

    def question(self) -> Question:
        """What can be asked about a position: any legal move."""
        return Question(_choices, _chosen, lambda *_: [], lambda *_: [], lambda *_: (frozenset(), []))

    # --- text records

    def notation(self) -> Notation | None:
        """How records are written as text; None for the moves as JSON, each on a line."""

    # --- print and pages

    def card_painter(self) -> Any:
        """How the cards are drawn; None where there is nothing to print."""

    def aid_blocks(self, speaker: Speaker, scenario: str) -> list[dict[str, Any]]:  # noqa: ARG002
        """The blocks of the player aid; empty where the game has none."""
        return []

    def score_sheet(self, scenario: str, languages: Sequence[str], paper: str) -> dict[str, Any]:  # noqa: ARG002
        """The data of the blank score sheet, for a game whose `documents` have one."""
        raise LookupError(scenario)

    def notation_sheet(self, scenario: str, languages: Sequence[str]) -> dict[str, Any]:  # noqa: ARG002
        """The data of the sheet that shows how a record is written, for a game whose `documents` have one."""
        raise LookupError(scenario)

    def notation_asks(self, language: str) -> list[dict[str, str]]:  # noqa: ARG002
        """What writers of its records ask, each an `id`, a `title` and a `text`, for the page of the notation."""
        return []

    def sheet_data(self, choice: object) -> dict[str, Any]:
        """The data of a document that only some games have, by the kind of its choice."""
        raise LookupError(type(choice).__name__)

    def booklet(self) -> Booklet:
        """What the rules booklet says of itself."""
        return Booklet()

    def indexed_names(self) -> Names:
        """What the index of the booklet lists besides the glossary, with the rules that explain it."""
        return {}

    def documents(self) -> tuple[str, ...]:
        """The printed documents that the game has."""
        return ("rules",)

    def document_parts(self) -> tuple[str, ...]:
        """What the tables of the game are of."""
        return ()

    def unasked(self, document: str) -> tuple[str, ...]:  # noqa: ARG002
        """The fields of a document that the game leaves nothing to choose for."""
        return ()

    def box_sections(self, place: Speaker, given: Given) -> list[dict[str, Any]]:  # noqa: ARG002
        """The sections of the form for the values of one's own box."""
        return []

    def pages(self) -> tuple[Page, ...]:
        """What the game shows in its own way: cards, scenarios, aid and others."""
        return ()

    def samples(self) -> tuple[Sample, ...]:
        """Records to try: mistakes first, in the order of the languages, then JSON; else how a random game begins."""
        found = [self._sample(path.name, path.read_bytes()) for path in (paths.home(self.key) / "samples").glob("*.*")]
        order = (*LANGUAGES, "json")
        found.sort(key=lambda one: (one.scenario, one.kind != "mistakes", order.index(one.form)))
        return tuple(found) or (self._played(),)

    def _sample(self, file: str, data: bytes) -> Sample:
        name, form = file.split(".")[:2]
        scenario, _, kind = name.removeprefix(f"{self.key}-").rpartition("-")
        return Sample(file, scenario, kind, form, data)

    def _played(self) -> Sample:
        header = Header(format=FORMAT, game=self.key, scenario=library.in_order(self.key)[0])
        moves = playout(library.open_game(header), Seeded(1), first=FEW)
        return self._sample(f"{self.key}-{header.scenario}-begun.json", write_record(header, moves))

    def usable_scenario(self, file: str, language: str) -> str | None:  # noqa: ARG002
        """The text of a scenario file that can be played, for a game that people draw scenarios of."""
        raise LookupError(file)

    def commands(self) -> tuple[click.Command, ...]:
        """Commands of the game on the command line."""
        return ()


def _value(value: Any, game: str, language: str) -> str:
    """A value of a view in words: a name where it is one."""
    if isinstance(value, str):
        return sentences.bearer_name(value, game, language)
    return str(sentences.count_text("counted", value, game, language))


def path_values(tree: View, at: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of a view with its path (`units.D5.blocks`)."""
    for key, value in tree.items():
        path = f"{at}.{key}" if at else str(key)
        if isinstance(value, dict):
            yield from path_values(value, path)
        else:
            yield path, value


def plain_units(subject: Subject) -> Iterator[NarrativeUnit]:
    """A unit for each move."""
    for number in range(1, len(subject.moves) + 1):
        yield NarrativeUnit("move", [number], number, subject.turns[number])


def _choices(subject: Subject, view: View) -> list[tuple[str, list[tuple[str, str]]]]:
    trees = _legal_trees(subject, view)
    texts = [subject.words(tree, with_faces=False) for tree in trees]
    return [("move", [(str(number), text) for number, text in enumerate(texts)])]


def _chosen(subject: Subject, view: View, chosen: Any) -> dict[str, Any] | None:
    trees = _legal_trees(subject, view)
    number = int(chosen["move"]) if chosen.get("move", "").isdecimal() else len(trees)
    return trees[number] if number < len(trees) else None


def _legal_trees(subject: Subject, view: View) -> list[dict[str, Any]]:
    import msgspec  # noqa: PLC0415  # only a question needs it

    state = subject.game.setup(view).state
    return [msgspec.to_builtins(move) for move in legal_moves(subject.game, state)]
