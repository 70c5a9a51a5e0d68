"""Why a move is as it is: the accounts of a legal one, every rule against a forbidden one, as lines for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click
from msgspec import to_builtins

from engine.core.accounts import DONE, Account
from engine.core.findings import Finding, Violation
from engine.core.moves import MoveBase
from engine.core.record_errors import Misread
from engine.core.replay import Replay
from refsvc import library
from refsvc.checking.check import due, violations
from refsvc.checking.read import Record
from refsvc.commands import terminal
from refsvc.i18n import sentences
from refsvc.presentation import registry
from refsvc.presentation.command_line import INDENT


def show(record: Record, played: Replay[Any], number: int, language: str) -> Iterator[str]:
    """The lines about move `number`, which counts from 1."""
    move = record.moves[number - 1]
    findings = [finding for finding in played.findings if finding.move == number]
    yield click.style(
        sentences.say("why.title", language, file=record.upload.file, move=number, text=_named(record, move, language)),
        bold=True,
    )
    accounts: tuple[Account, ...] = ()
    if isinstance(move, MoveBase):
        accounts = record.game.explain(played.steps[number - 1].state, move)
    sums = [account for account in accounts if account.of != DONE]
    rules: dict[str, dict[str, Any]] = {rule: {} for found in findings for rule in (found.rule, *found.also)}
    rules |= {term.rule: term.params for account in sums for term in account.terms}
    if findings:
        yield from _findings(record, played, findings, language)
        if sums:
            yield "  " + sentences.say("why.due", language)
    else:
        yield "  " + click.style(sentences.say("why.legal", language), fg="green")
    yield from (f"    {sentences.account(account, record.header.game, language)}" for account in sums)
    if owed := due(record, played, number - 1, findings):
        yield "  " + sentences.say("why.owed", language)
        yield from (f"    {sentences.say(f'{duty.rule}#title', language)}" for duty in owed)
        rules |= {duty.rule: duty.params for duty in owed}
    done = [term for account in accounts if account.of == DONE for term in account.terms]
    if done and not findings:
        yield "  " + sentences.say("why.happens", language)
        yield from (f"    {sentences.term(DONE, term, record.header.game, language)}" for term in done)
        rules |= {term.rule: term.params for term in done}
    for rule, params in rules.items():
        text = sentences.rule_text(rule, {**library.numbers(record.header.game), **params}, language)
        yield "  " + sentences.say("why.text", language, rule=terminal.rule_place(record, rule, language), text=text)


def _named(record: Record, move: Any, language: str) -> str:
    if isinstance(move, Misread):
        return sentences.say("verdict.misread", language)
    return registry.of(record.game.KEY).move_text(to_builtins(move), record.game, language, with_faces=True)


def _findings(record: Record, played: Replay[Any], findings: list[Finding], language: str) -> Iterator[str]:
    """Each finding of the move, and the sentence of every further rule that it breaks."""
    broken = violations(record, played, findings[0].move)
    for finding in findings:
        also = list(_also(record, finding, broken, language))
        yield from terminal.show_finding(record, played, finding, language, also)
        if finding.because_of is not None:
            yield INDENT + sentences.say("check.follows", language, id=finding.because_of)


def _also(record: Record, finding: Finding, broken: tuple[Violation, ...], language: str) -> Iterator[str]:
    """The sentence of every further rule that a finding is about; what only an unverified value says is left out."""
    said = {sentences.refusal(finding.rule, finding.params, record.header.game, language)}
    is_sure = record.game.certainty() is None
    for violation in broken:
        message = sentences.refusal(violation.rule, violation.params, record.header.game, language)
        is_same = violation.rule == finding.rule and not violation.duty and is_sure
        if message not in said and (violation.rule in finding.also or is_same):
            said.add(message)
            rule = terminal.rule_place(record, violation.rule, language)
            yield sentences.say("why.sentence", language, message=message, rule=rule)
