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
from refsvc import library
from refsvc.checking.check import Checked, due, violations
from refsvc.commands import terminal
from refsvc.i18n import sentences, telling
from refsvc.presentation.command_line import INDENT


def show(checked: Checked, data: bytes, file: str, number: int, language: str) -> Iterator[str]:
    """The lines about move `number`, which counts from 1."""
    move = checked.moves[number - 1]
    findings = [finding for finding in checked.replay.findings if finding.move == number]
    yield click.style(
        sentences.say("why.title", language, file=file, move=number, text=_named(checked, move, language)), bold=True
    )
    accounts: tuple[Account, ...] = ()
    if isinstance(move, MoveBase):
        accounts = checked.game.explain(checked.replay.steps[number - 1].state, move)
    sums = [account for account in accounts if account.of != DONE]
    rules: dict[str, dict[str, Any]] = {rule: {} for found in findings for rule in (found.rule, *found.also)}
    rules |= {term.rule: term.params for account in sums for term in account.terms}
    if findings:
        yield from _findings(checked, data, findings, language)
        if sums:
            yield "  " + sentences.say("why.due", language)
    else:
        yield "  " + click.style(sentences.say("why.legal", language), fg="green")
    yield from (f"    {sentences.account(account, language)}" for account in sums)
    if owed := due(checked, number - 1, findings):
        yield "  " + sentences.say("why.owed", language)
        yield from (f"    {sentences.refusal(duty.rule, duty.params, language)}" for duty in owed)
        rules |= {duty.rule: duty.params for duty in owed}
    done = [term for account in accounts if account.of == DONE for term in account.terms]
    if done and not findings:
        yield "  " + sentences.say("why.happens", language)
        yield from (f"    {sentences.term(DONE, term, language)}" for term in done)
        rules |= {term.rule: term.params for term in done}
    for rule, params in rules.items():
        text = sentences.rule_text(rule, {**library.numbers(checked.header.game), **params}, language)
        yield "  " + sentences.say("why.text", language, rule=terminal.rule_place(checked, rule, language), text=text)


def _named(checked: Checked, move: Any, language: str) -> str:
    if isinstance(move, Misread):
        return sentences.say("verdict.misread", language)
    return telling.move(to_builtins(move), checked.game.leaders, language, with_faces=True)


def _findings(checked: Checked, data: bytes, findings: list[Finding], language: str) -> Iterator[str]:
    """Each finding of the move, and the sentence of every further rule that it breaks."""
    page = terminal.Page(checked, data)
    broken = violations(checked, findings[0].move)
    for finding in findings:
        also = list(_also(checked, finding, broken, language))
        yield from terminal.show_finding(page, finding, language, also)
        if finding.because_of is not None:
            yield INDENT + sentences.say("check.follows", language, id=finding.because_of)


def _also(checked: Checked, finding: Finding, broken: tuple[Violation, ...], language: str) -> Iterator[str]:
    """The sentence of every further rule that a finding is about; what only an unverified value says is left out."""
    said = {sentences.refusal(finding.rule, finding.params, language)}
    is_sure = checked.game.certainty() is None
    for violation in broken:
        message = sentences.refusal(violation.rule, violation.params, language)
        is_same = violation.rule == finding.rule and not violation.duty and is_sure
        if message not in said and (violation.rule in finding.also or is_same):
            said.add(message)
            rule = terminal.rule_place(checked, violation.rule, language)
            yield sentences.say("why.sentence", language, message=message, rule=rule)
