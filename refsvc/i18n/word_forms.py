"""Words within a sentence, which asks for the form that it needs: `{banner.genitive}`, `{due.orders}`.

A form of a name is a text with the id of the name and the form, `saladin.name.banner.sable#genitive`. What a number or
a list counts is a text with plural forms, `saladin.amount.orders`; nothing has one of its own where it reads otherwise,
`saladin.amount.no-orders-paid`.
"""

from __future__ import annotations

from collections.abc import Sequence

from refsvc.config import SOURCE_LANGUAGE
from refsvc.i18n.catalogue import has_text, plural_form, text


class Name(str):
    """A name of a game; a word of the record, which has no id, has no other form than the one that is written."""

    ids: tuple[str, ...]
    language: str

    def __new__(cls, word: str, ids: Sequence[str], language: str) -> Name:
        """The word, and the ids of the names that it may be."""
        name = super().__new__(cls, word)
        name.ids, name.language = tuple(ids), language
        return name

    def __getattr__(self, form: str) -> str:
        if form.startswith("__"):
            raise AttributeError(form)
        keys = (f"{each}#{form}" for each in self.ids)
        return next((text(key, self.language) for key in keys if has_text(key, self.language)), str(self))


class Amount(str):
    """So many of something."""

    number: int
    game: str
    language: str

    def __new__(cls, said: str, number: int, game: str, language: str) -> Amount:
        """How it is said, and the number that says which plural form goes with it."""
        amount = super().__new__(cls, said)
        amount.number, amount.game, amount.language = number, game, language
        return amount

    def __getattr__(self, form: str) -> str:
        if form.startswith("__"):
            raise AttributeError(form)
        if not self.number and has_text(none := f"{self.game}.amount.no-{form}", self.language):
            return text(none, self.language)
        mine = f"{self.game}.amount.{form}"
        key = mine if has_text(mine, SOURCE_LANGUAGE) else f"amount.{form}"
        return plural_form(key, self.language, self.number).format(n=self)


class Names(Amount):
    """Several names, with an “and” before the last; in a form that they have, or counted."""

    names: tuple[Name, ...]

    @classmethod
    def of(cls, names: Sequence[Name], game: str, language: str) -> Names:
        """These names as one list."""
        several = cls(enumeration(names, language), len(names), game, language)
        several.names = tuple(names)
        return several

    def __getattr__(self, form: str) -> str:
        if any(has_text(f"{each}#{form}", self.language) for name in self.names for each in name.ids):
            return enumeration([getattr(name, form) for name in self.names], self.language)
        return super().__getattr__(form)


def enumeration(words: Sequence[str], language: str) -> str:
    """A list within a sentence, with an “and” before its last word."""
    if len(words) < 2:
        return "".join(words)
    first = text("list.comma", language).join(words[:-1])
    return text("list.and", language).format(first=first, last=words[-1])
