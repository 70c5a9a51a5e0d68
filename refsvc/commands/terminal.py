"""Reports as text for people: one paragraph a finding. Colour and layout only; the words come from i18n."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any

import click

from engine.core.findings import Finding
from engine.core.moves import MoveBase
from engine.core.record_errors import RecordError
from engine.core.replay import Replay
from refsvc import library
from refsvc.checking.check import families
from refsvc.checking.doubts import doubts
from refsvc.checking.read import Record
from refsvc.checking.unverified import unverified
from refsvc.i18n import sentences
from refsvc.notation.read import text_lines
from refsvc.presentation import registry
from refsvc.presentation.command_line import INDENT, with_caret
from refsvc.records.upload import Upload

COLOURS = {"misread": "magenta", "illegal": "red", "omitted": "yellow", "impossible": "red", "doubtful": "cyan"}
DICE = ("dice", "red", "green")  # sums that are of dice
MOST_MOVES_SHOWN = 3


def show(record: Record, played: Replay[Any], language: str) -> Iterator[str]:
    """The lines of a report."""
    game = sentences.say(f"{record.header.game}.name", language)
    scenario = sentences.battle_name(record.game.battle, record.header.game, language)
    title = sentences.say("check.title", language, file=record.upload.file, game=game, scenario=scenario)
    yield click.style(f"{title} – {counted(played.findings, language)}", bold=True)
    left = unverified(record, played.notes, language)
    yield from (f"  {sentence}" for sentence in (left["sentences"] if left else ()))
    for finding, following in families(played.findings):
        yield from show_finding(record, played, finding, language)
        for other in following:
            yield from _follower(record, other, language)
    yield from (f"  · {point['message']}" for point in (left["points"] if left else ()))
    outcome = played.outcome
    if outcome is None:
        yield "  " + sentences.say("check.unfinished", language)
    else:
        winner = sentences.name("side", outcome.winner or "draw", record.header.game, language)
        won = sentences.say("check.won", language, winner=winner, rule=outcome.rule)
        yield "  " + sentences.say("check.result", language, result=won)


def counted(findings: Sequence[Finding], language: str) -> str:
    """How many findings there are, those that only follow counted apart."""
    own = sum(finding.because_of is None for finding in findings)
    return sentences.finding_counts(own, len(findings) - own, language)


def _head(record: Record, finding: Finding, language: str) -> str:
    verdict = click.style(sentences.say(f"verdict.{finding.verdict}", language), fg=COLOURS[finding.verdict], bold=True)
    head = f"{finding.id}. " + sentences.say("check.finding", language, move=finding.move, verdict=verdict)
    if finding.move <= len(record.places):
        line, column = record.places[finding.move - 1]
        head += f" ({sentences.say('check.place', language, line=line, column=column)})"
    return head


def _follower(record: Record, finding: Finding, language: str) -> Iterator[str]:
    """A finding that only follows from another: in brief, indented under it."""
    head = [_head(record, finding, language), sentences.say("check.follows", language, id=finding.because_of)]
    yield INDENT + sentences.comma(head, language)
    yield f"{INDENT}   {sentences.refusal(finding.rule, finding.params, record.header.game, language)}"
    yield f"{INDENT}   {rule_place(record, finding.rule, language)}"
    for doubt in doubts(record.header, record.game, finding, language):
        yield f"{INDENT}   {doubt['message']}"
        yield from (f"{INDENT}   – {reading['message']}" for reading in doubt["readings"])


def show_finding(
    record: Record, played: Replay[Any], finding: Finding, language: str, also: Sequence[str] | None = None
) -> Iterator[str]:
    """A finding with everything that helps: its sentence, the words that would fit, its rule, what it rests on.

    `also` are the sentences of the other rules that it breaks, for whoever tells where numbers come from besides;
    without it these rules are only named, and the sum stands here.
    """
    yield "  " + _head(record, finding, language)
    yield INDENT + sentences.refusal(finding.rule, finding.params, record.header.game, language)
    view = record.game.view(played.steps[finding.move - 1].state)
    if pieces := registry.of(record.game.KEY).named_pieces(view, finding.params, language):
        yield INDENT + sentences.say("check.pieces", language, pieces=sentences.comma(pieces, language))
    if finding.verdict == "misread" and record.text_places is not None:
        yield from (INDENT + shown for shown in with_caret(record.lines, *record.text_places[finding.move - 1]))
    if finding.verdict == "misread" and finding.instead:
        yield INDENT + _moves("check.meant", record, finding, language)
    if words := sentences.known_words(finding.params, language):
        yield INDENT + words
    yield INDENT + rule_place(record, finding.rule, language)
    yield from (INDENT + sentence for sentence in also or ())
    if finding.also and not also:
        yield INDENT + sentences.say("check.also", language, rules=sentences.comma(finding.also, language))
    if finding.rulings:
        yield INDENT + sentences.say("check.because", language, reasons=sentences.comma(finding.rulings, language))
    if finding.verdict == "impossible" and also is None:
        yield from (INDENT + said for said in _sums(record, played, finding, language))
    for doubt in doubts(record.header, record.game, finding, language):
        yield INDENT + str(doubt["message"])
        yield from (f"{INDENT}– {reading['message']}" for reading in doubt["readings"])
    if finding.verdict != "misread" and finding.instead:
        yield INDENT + _moves("check.instead", record, finding, language)


def _moves(key: str, record: Record, finding: Finding, language: str) -> str:
    """What a move that was found may have been, or could have been."""
    shown, is_meant = registry.of(record.game.KEY), finding.verdict == "misread"
    told = [shown.move_text(tree, record.game, language, with_faces=is_meant) for tree in finding.instead]
    moves = list(dict.fromkeys(told))[:MOST_MOVES_SHOWN]
    return sentences.say(key, language, moves=sentences.semicolon(moves, language))


def _sums(record: Record, played: Replay[Any], finding: Finding, language: str) -> Iterator[str]:
    """Where the number of dice comes from that was due, term by term."""
    move = record.moves[finding.move - 1]
    if isinstance(move, MoveBase) and isinstance(move, record.game.ROLLS) and finding.params.get("due"):
        accounts = record.game.explain(played.steps[finding.move - 1].state, move)
        yield from (
            sentences.account(account, record.header.game, language) for account in accounts if account.of in DICE
        )


def rule_place(record: Record, rule: str, language: str) -> str:
    """The id of a rule, and where it is printed."""
    place = library.find_package(record.header.game).rulebook().rules[rule].place.get(language)
    key = "check.rule-place" if place else "check.rule"
    return sentences.say(key, language, rule=rule, place=place)


def show_error(error: RecordError, language: str, upload: Upload) -> Iterator[str]:
    """The lines for a record that can't be read; one without a sign is a file of which nothing could."""
    yield click.style(sentences.say("check.unreadable", language, file=upload.file), bold=True)
    is_text = bool(upload.data) and not upload.is_json
    places = []
    if error.line is not None:
        places.append(sentences.say("check.place", language, line=error.line, column=error.column))
    if error.path and not is_text:
        places.append(sentences.say("check.path", language, path=error.path))
    where = f" ({sentences.comma(places, language)})" if places else ""
    yield f"  {sentences.fault(error, language)}{where}"
    if is_text and error.line is not None:
        at = error.line - upload.line + 1
        yield from (INDENT + shown for shown in with_caret(text_lines(upload.text), at, error.column or 1))
    if words := sentences.known_words(error.params, language):
        yield f"  {words}"
    for mistake in registry.scenario_faults(error.params.get("mistakes", ()), language):
        place = sentences.say("check.place", language, line=mistake["line"], column=mistake["column"])
        yield f"{INDENT}{sentences.say('check.mistake', language, place=place, message=mistake['message'])}"


class Progress:
    """How many files are done, on standard error, only on a terminal and only where there are many."""

    MANY = 10
    CLEAR = "\r\x1b[K"

    def __init__(self, files: Sequence[str], language: str) -> None:
        self.language = language
        self.left = list(reversed(files))
        self.all = len(files)
        self.is_shown = self.all >= self.MANY and sys.stderr.isatty()

    def show(self, file: str) -> None:
        """A record of this file is done."""
        if not self.is_shown:
            return
        while self.left and self.left[-1] != file:
            self.left.pop()
        done = self.all - len(self.left) + 1
        sys.stderr.write(self.CLEAR + sentences.say("check.progress", self.language, done=done, all=self.all))
        sys.stderr.flush()

    def clear(self) -> None:
        """Take the line away before something else is written."""
        if self.is_shown:
            sys.stderr.write(self.CLEAR)
            sys.stderr.flush()
