"""What a game was asked while a record was replayed, and which open rulings it went by in each answer."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Generic, TypeVar

from engine.core.game import BaseGame

S = TypeVar("S")
QUESTIONS = ("setup", "check", "resolve", "claims", "count", "adopt", "duties")


def other_options(game: BaseGame[S]) -> Iterator[tuple[str, str, BaseGame[S]]]:
    """Each ruling that the record left open, each other option of it, and the game under that one."""
    for ruling, options in game.open_rulings.items():
        for option in options:
            yield ruling, option, game.with_ruling(ruling, option)


class Witness(Generic[S]):
    """Hears what a game is asked. Under another option it answers alike where it never went by that ruling.

    `game` is the one to be replayed; it is None where a game can't tell which rulings it goes by.
    """

    def __init__(self, game: BaseGame[S]) -> None:
        self.asked: set[str] = set()  # the rulings that the game went by since it was last looked at
        self.heard: dict[str, list[tuple[str, tuple[Any, ...], Any]]] = {}  # by ruling: question, about what, answer
        self.elsewhere: set[str] = set()  # the rulings that somebody went by who asked no such question
        self.game = game.watched(self.asked)
        if self.game is not None:
            for name in QUESTIONS:
                vars(self.game)[name] = partial(self._ask, name, getattr(self.game, name))

    def _ask(self, name: str, question: Any, *about: Any) -> Any:
        self.elsewhere |= self.asked
        self.asked.clear()
        answer = question(*about)
        for ruling in self.asked:
            self.heard.setdefault(ruling, []).append((name, about, answer))
        self.asked.clear()
        return answer

    def is_same(self, ruling: str, other: BaseGame[S]) -> bool:
        """Whether the game with another option of a ruling would have given every answer: the replay would be the same.

        Answers in which the game did not go by this ruling need not be asked for again.
        """
        if self.game is None or ruling in self.elsewhere | self.asked:
            return False
        return all(getattr(other, name)(*about) == answer for name, about, answer in self.heard.get(ruling, ()))
