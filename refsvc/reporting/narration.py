"""How an account is spoken, whatever the game: clauses as sentences, and what every record can hold."""

from __future__ import annotations

import re
from typing import Any

from refsvc.i18n import sentences
from refsvc.presentation.subject import Subject

COUNTED = re.compile(r"(?:(?<=[\s(]\d)|(?<=[\s(]\d\d)) (?=[^\W\d_])")  # between a number and what it counts


class NarrativeVoice:
    """One language; the voice of a game adds the words of the game."""

    def __init__(self, subject: Subject) -> None:
        self.subject = subject
        self.language = subject.language

    def unread(self, first: int, last: int) -> str:
        """Moves that can't be read."""
        if first == last:
            return self.subject.text("account.unread.one", move=first)
        return self.subject.text("account.unread.many", first=first, last=last)

    def ending(self, by: str, **params: Any) -> str:
        """An end that the players made themselves."""
        return self.subject.text(f"account.end.{by}", **params)

    def joined(self, clauses: list[str]) -> str:
        """Clauses as one sentence, with a capital and a full stop; no line ends between a number and its word."""
        said = COUNTED.sub("\u00a0", sentences.semicolon(clauses, self.language))
        return said[:1].upper() + said[1:] + "."
