"""The words of an account of Saladin in one language: sides, Banners, leaders and numbers within a sentence."""

from __future__ import annotations

from typing import Any

from refsvc.i18n.catalogue import has_text
from refsvc.i18n.sentences import named
from refsvc.i18n.word_forms import Name
from refsvc.reporting.narration import NarrativeVoice

MOST_WORDS = 6  # numbers up to this one are written as words


class Voice(NarrativeVoice):
    """One language, and the words of the game in it."""

    def text(self, key: str, **params: Any) -> str:
        """A text of the account."""
        return self.subject.text(f"saladin.account.{key}", **params)

    def has(self, key: str) -> bool:
        """Whether there is such a text."""
        return has_text(f"saladin.account.{key}", self.subject.language)

    def side(self, side: str) -> str:
        """A side within a sentence."""
        return self.text(f"the.{side}")

    def banner(self, banner: str) -> Name:
        """A Banner or the town, in the form that a sentence asks for."""
        return named(("banner",), banner, self.subject.game.KEY, self.language)

    def leader(self, side: str) -> str:
        """A leader within a sentence, told from the Banner of the same name."""
        return self.text(f"leader.{self.subject.game.leaders[side]}")

    def count(self, what: str, number: int) -> str:
        """So many `lances` or `orders`, as the object of a sentence."""
        if 1 <= number <= MOST_WORDS:
            return self.text(f"{what}-in-words.{number}")
        return self.subject.plural(f"saladin.account.{what}-counted", number)

    def alone(self, what: str, number: int) -> str:
        """The number of something that was just named."""
        return self.text(f"{what}-alone.{number}") if 1 <= number <= MOST_WORDS else str(number)
