"""Names that a record may say, by what they stand for."""

from __future__ import annotations

from typing import NoReturn, TypeVar

V = TypeVar("V")


class UnknownNameError(LookupError):
    """A move names something that there is not: a game says which, as `record.word`."""


class Names(dict[str, V]):
    """Things by name; to ask for one that there is not raises an error that nothing else raises."""

    def __missing__(self, name: str) -> NoReturn:
        raise UnknownNameError(name)
