"""What dice are for, told from what stands before them: the reader supplies it, the writer leaves it out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

OPENS = {"fire": "attack", "melee": "attack", "bonus": "attack", "first-strike": "first-strike", "square": "square",
         "battle-back": "battle-back", "leader-retreat": "escape"}  # fmt: skip
CARDS = {"elan": "elan", "rally": "rally"}  # cards whose dice come with them
# The dice that come after those; after the house rule of forming square they are those of a square that was formed.
AFTER = {"first-strike": "attack", "form-square": "square", "square": "attack", "escape": "escape"}
UNANSWERED = ("fire", "battle-back")  # an answer to these should not be: the dice that come next are still theirs
ANSWERS = ("first-strike", "square")
BETWEEN = ("order", "detach", "dissolve", "retire", "check-leader", "ignore-flags", "retreat", "note", "count")


class Dice:
    """Follows the moves of a record: `due` is what the next dice are for, or None where nothing tells."""

    def __init__(self) -> None:
        self.due: str | None = None
        self.is_announced = False  # a melee, and nothing else since
        self.aside: str | None = None  # what the dice would be for of an answer that should not be
        self._open = ""  # the step whose dice come next
        self._card = ""  # played last; what it copied, if it did

    def see(self, move: Mapping[str, Any]) -> None:
        """Take in a move."""
        do = move["do"]
        self.is_announced = do in ("melee", "bonus")
        if do in ANSWERS and self._open in UNANSWERED:
            self.aside = OPENS[do]
            return
        if do not in BETWEEN:
            self._open, self.aside = do, None
        if do == "play":
            card = str(move.get("as") or move["card"])
            self._card = self._card if card == "counter-attack" else card
            self.due = CARDS.get(self._card)
        elif do in OPENS:
            self.due = OPENS[do]
        elif do == "roll":
            self.due = AFTER.get(str(move.get("for")))
        elif do not in BETWEEN:
            self.due = None

    def lose(self) -> None:
        """Something could not be read: nobody knows what the next dice are for."""
        self.due = self.aside = None
        self._open = ""
        self.is_announced = False
