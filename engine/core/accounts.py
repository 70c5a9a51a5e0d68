"""Accounts: where a number comes from, term by term."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

DONE = "done"  # what an account is `of` that lists what a move does; those of anything else are sums


class Term(Struct, frozen=True):
    """One term of an account: `what` names it, `rule` is where it comes from. No words, as in a violation."""

    what: str
    amount: int
    rule: str
    params: dict[str, Any] = {}


class Account(Struct, frozen=True):
    """Where a number comes from, term by term: `of` is what it counts, `who` whose it is."""

    of: str
    who: str
    terms: tuple[Term, ...]

    @property
    def total(self) -> int:
        """What the terms come to."""
        return sum(term.amount for term in self.terms)
