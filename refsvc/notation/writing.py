"""Moves -> lines: what the writers of all games share."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.core.record import UNSEEN
from engine.core.record_errors import Misread
from refsvc import library
from refsvc.i18n.folding import composed
from refsvc.notation.read import TextMisread
from refsvc.notation.words import Lexicon, game_words, punctuate

Move = Mapping[str, Any]
Line = tuple[Move | Misread, str]


class LineWriter(ABC):
    """Writes the lines of one record, of any game."""

    def __init__(self, header: Mapping[str, Any], language: str) -> None:
        self.game, self.scenario = str(header["game"]), str(header["scenario"])
        self.words: Lexicon = game_words(self.game, self.scenario, language)
        self.colon = punctuate(language)
        self.sides = library.find_package(self.game).SIDES

    @abstractmethod
    def lines(self, moves: Sequence[Move | Misread]) -> Iterator[Line]:
        """Each line with its first move."""

    def misread(self, move: Misread) -> str:
        """A part that could not be read, as it was written."""
        return move.text if isinstance(move, TextMisread) else f"# {move.rule}"

    def shared(self, move: Move) -> str | None:
        """The line of a turn, a result or a note, if it is one."""
        say = self.words.spell
        match move["do"]:
            case "turn":
                return f"{say('TURN', 'turn')} {move['number']}{self._paid(move)}"
            case "result":
                return f"{say('RESULT', 'result')}{self.colon} {self._ending(move)}"
            case "note":
                return f"{say('NOTE', 'note')}{self.colon} {quoted(move['text'])}".rstrip()
        return None

    def _paid(self, move: Move) -> str:
        if "paid" not in move:
            return ""
        paid = (f"{self.words.spell('SIDE', side)} {number}" for side, number in move["paid"].items())
        return f" [{', '.join(paid)}]"

    def _ending(self, move: Move) -> str:
        say = self.words.spell
        winner, by = move["winner"], move.get("by")
        others = [side for side in self.sides if side != winner]
        if by == "resignation" and len(others) == 1:
            return f"{say('SIDE', others[0])} {say('RESIGNS', 'resigns')}"
        reason = f" {say('REASON', by)}" if by else ""
        if winner is None:
            return f"{say('DRAW', 'draw')}{reason}"
        return f"{say('SIDE', winner)} {say('WINS', 'wins')}{reason}"


def quoted(text: str) -> str:
    """A text as it is, or as a JSON string where a line would not give it back."""
    is_same = text == composed(text).strip()
    return text if is_same and text and not text.startswith('"') and not UNSEEN.search(text) else json.dumps(text)
