"""What a report is about: a record, its replay and a language, with everything that is looked up in them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any

from msgspec import to_builtins

from engine.core.duties import owed_at_end
from engine.core.events import Event, Step
from engine.core.findings import Finding
from engine.core.game import BaseGame
from engine.core.moves import Turn
from engine.core.record import UNSEEN
from engine.core.record_errors import Misread
from engine.core.replay import Replay
from engine.core.rulebook import Rulebook
from refsvc import library
from refsvc.checking.check import families, violations
from refsvc.checking.read import Place, Record
from refsvc.i18n import catalogue, rich_text, sentences
from refsvc.presentation import registry
from refsvc.reporting.weighing import Weight, weigh

MOST_SHOWN = 200  # characters of a line of the record that are quoted
MOST_VIEWS = 8  # positions that are kept, for whoever asks for one and its neighbours


class Subject(sentences.Speech):
    """A replayed record in one language. `view`, `move` and `turn` count moves from 1; 0 is the set-up."""

    game: BaseGame[Any]

    def __init__(self, record: Record, replay: Replay[Any], language: str) -> None:
        self.record = record
        self.replay = replay
        self.language = language
        self.header = record.header
        self.game = record.game
        self.moves = record.moves
        self.steps: Sequence[Step[Any]] = replay.steps
        self.findings: Sequence[Finding] = replay.findings
        self.view = lru_cache(MOST_VIEWS)(self._view)

    @property
    def game_key(self) -> str:
        """The key of the game."""
        return str(self.game.KEY)

    @cached_property
    def places(self) -> list[Place]:
        """Line and column of each move; empty where nothing is to be said."""
        return self.record.places if self.findings or self.replay.notes else []

    def place(self, number: int) -> tuple[int | None, int | None]:
        """Line and column of a move, if they are known."""
        return self.places[number - 1] if 1 <= number <= len(self.places) else (None, None)

    @cached_property
    def battle(self) -> str:
        """The name of the scenario, also of one that the record brings."""
        return sentences.battle_name(self.game.battle, self.game.KEY, self.language)

    @cached_property
    def families(self) -> list[tuple[Finding, list[Finding]]]:
        """Each finding of its own with those that only follow from it."""
        return families(self.findings)

    @cached_property
    def by_id(self) -> dict[int, Finding]:
        """The findings by their number."""
        return {finding.id: finding for finding in self.findings}

    @cached_property
    def by_move(self) -> dict[int, list[Finding]]:
        """The findings that stand at each move."""
        found: dict[int, list[Finding]] = {}
        for finding in self.findings:
            found.setdefault(finding.move, []).append(finding)
        return found

    @cached_property
    def wrong_moves(self) -> list[int]:
        """The moves at which a mistake of its own stands, in order."""
        return sorted({finding.move for finding, _ in self.families})

    @cached_property
    def moves_by_line(self) -> dict[int, list[int]]:
        """The moves that stand in each line of a text."""
        found: dict[int, list[int]] = {}
        for number, (line, _) in enumerate(self.record.text_places or (), 1):
            found.setdefault(line, []).append(number)
        return found

    @cached_property
    def weights(self) -> dict[int, Weight]:
        """What the mistakes have changed, by the id of their finding, as far as they were weighed."""
        return weigh(self.record, self.replay)

    @cached_property
    def turns(self) -> list[int]:
        """The turn that each move belongs to, the set-up first: a line that opens a turn belongs to the new one."""
        borders = dict(self.borders)
        now = borders[0]
        found = [now]
        for number, move in enumerate(self.moves[: len(self.steps) - 1], 1):
            after = borders.get(number, now)
            is_opening = isinstance(move, (Turn, *self.game.TURN_STARTS))
            found.append(after if is_opening else now)
            now = after
        return found

    @cached_property
    def borders(self) -> list[tuple[int, int]]:
        """Where turns begin: (move, turn), the set-up being move 0; a number that comes back is a border of its own.

        A game whose turns have no line of their own begins them with a move, which its position then counts.
        """
        game = self.game
        now: int = game.view(self.steps[0].state).get("turn", 1)  # a game may count none
        found = [(0, now)]
        for number, (before, step) in enumerate(pairwise(self.steps), 1):
            if before.state is step.state:
                continue
            move, line = self.moves[number - 1], game.turn_line(before.state, step.state)
            if isinstance(line, Turn):
                found.append((number, line.number))
            elif isinstance(move, game.TURN_STARTS):
                turn = game.view(step.state).get("turn", 1)
                if turn != found[-1][1]:
                    found.append((number, turn))
        return found

    def _view(self, number: int) -> dict[str, Any]:
        """The position after a move."""
        return self.game.view(self.steps[number].state)

    def judged_at(self, finding: Finding) -> int:
        """The position that a finding is about: before its move, or the last one, where the record leaves it undone."""
        last = len(self.moves)
        if finding.move < last or finding.seen is not None or finding.verdict == "misread":
            return finding.move - 1
        undone = {violation.rule for violation in owed_at_end(self.game.duties(self.steps[last].state))}
        broken = {violation.rule for violation in violations(self.record, self.replay, last)}
        return last if finding.rule in undone - broken else last - 1

    def events(self, number: int) -> tuple[Event, ...]:
        """What a move did; a line that did nothing stands at the step before it."""
        step = self.steps[number]
        return () if step is self.steps[number - 1] else step.events

    def is_lost(self, number: int) -> bool:
        """Whether a move holds a word that nobody knows, so that it did nothing."""
        if self.steps[number].state is not self.steps[number - 1].state:
            return False
        return any(finding.verdict == "misread" for finding in self.by_move.get(number, ()))

    def move(self, number: int) -> dict[str, Any] | None:
        """A move as it stands in a record; None for one that could not be read."""
        move = self.moves[number - 1]
        return None if isinstance(move, Misread) else to_builtins(move)

    def move_text(self, number: int) -> str:
        """A move in words."""
        tree = self.move(number)
        return self.text("report.move.misread") if tree is None else self.words(tree)

    def words(self, tree: dict[str, Any], *, with_faces: bool = True) -> str:
        """Any move of this game in words, with the faces of its dice or with their number."""
        return registry.of(self.game_key).move_text(tree, self.game, self.language, with_faces=with_faces)

    def source(self, number: int) -> dict[str, Any] | None:
        """The line that a move stands in, as written: `text`, the `column` in it, whether it was cut at either end."""
        line, column = self.place(number)
        if line is None or column is None:
            return None
        lines, at = self.record.lines, line - self.record.upload.line  # the line of the file that the record starts in
        return quoted(lines[at], column) if 0 <= at < len(lines) else None

    @property
    def rulebook(self) -> Rulebook:
        """The rules of the game."""
        return library.find_package(self.header.game).rulebook()

    def rule(self, rule: str) -> dict[str, str]:
        """A rule: `id`, `title`, `printed` (the place in the edition of this language), `text`, `markup`."""
        markup = sentences.rule_markup(rule, library.numbers(self.header.game), self.language)
        return {
            "id": rule,
            "title": catalogue.text(f"{rule}#title", self.language),
            "printed": self.rulebook.rules[rule].place.get(self.language, ""),
            "text": sentences.plain(markup, self.game.KEY, self.language),
            "markup": markup,
        }

    def ruling(self, ruling: str, option: str = "") -> dict[str, str]:
        """A ruling: `id`, `question`, `option` (empty where it is fixed), `text` and `markup` of the answer."""
        texts = f"{self.header.game}.ruling.{ruling}#"
        markup = rich_text.with_numbers(
            catalogue.text(texts + (f"option.{option}" if option else "fixed"), self.language), self.header.game
        )
        question = rich_text.with_numbers(catalogue.text(f"{texts}question", self.language), self.header.game)
        return {
            "id": ruling,
            "question": sentences.plain(question, self.game.KEY, self.language),
            "option": option,
            "text": sentences.plain(markup, self.game.KEY, self.language),
            "markup": markup,
        }


def quoted(line: str, column: int = 1) -> dict[str, Any]:
    """What stands around a column of a line, bounded; signs that can't be seen are shown as such."""
    start = max(0, column - 1 - MOST_SHOWN // 2) if len(line) > MOST_SHOWN else 0
    shown = line[start : start + MOST_SHOWN]
    return {
        "text": visible(shown),
        "column": min(column - start, len(shown) + 1),
        "is_cut_before": start > 0,
        "is_cut_after": start + MOST_SHOWN < len(line),
    }


def visible(text: str) -> str:
    """Words of a record without signs that steer a terminal or turn the direction of writing; a tab is a space."""
    return UNSEEN.sub("\ufffd", text.replace("\t", " "))
