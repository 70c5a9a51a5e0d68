"""The cards as they lie, of which a record may say less: the pile, both hands, and what pays for squares."""

from __future__ import annotations

from engine.core.chance import Chance
from engine.napoleonics.state import GONE, SLOTS, State
from engine.napoleonics.table import Table


class DealtCards:
    """One deck in play. It follows the moves of a game in which nobody plays a card that he doesn’t hold."""

    def __init__(self, table: Table, chance: Chance) -> None:
        self._chance = chance
        self._all = [card.id for card in table.deck.values() for _ in range(card.count)]
        self._pile: list[str] = []
        self._on_track: dict[int, str] = {}  # by place on both tracks
        self._on_table = ""
        self.hands: tuple[list[str], list[str]] = ([], [])
        self.shuffle()
        for hand, size in zip(self.hands, table.hand_sizes, strict=True):
            hand += [self._pile.pop() for _ in range(size)]

    def shuffle(self) -> None:
        """A new pile of all cards that nobody holds and that lie neither on the table nor on a track."""
        left = [*self._all]
        for card in (*self.hands[0], *self.hands[1], *self._on_track.values(), self._on_table):
            if card:
                left.remove(card)
        self._pile = []
        while left:
            card = self._chance.pick(left)
            left.remove(card)
            self._pile.append(card)

    def play(self, side: int, card: str) -> None:
        """A card from a hand onto the table."""
        self.hands[side].remove(card)
        self._on_table = card

    def strike(self, side: int, card: str) -> None:
        """A card from a hand onto the discards."""
        self.hands[side].remove(card)

    def draw(self, side: int, number: int, *, is_own_turn: bool) -> tuple[str, ...]:
        """So many cards into a hand; the one on the table is discarded before those of its own side are drawn."""
        if is_own_turn:
            self._on_table = ""
        if len(self._pile) < number:
            self.shuffle()
        cards = tuple(self._pile.pop() for _ in range(number))
        self.hands[side].extend(cards)
        return cards

    def lay_for_square(self, side: int, slot: int, card: str) -> None:
        """A card from a hand onto a place of the track."""
        self.hands[side].remove(card)
        self._on_track[slot] = card

    def take_back(self, state: State) -> None:
        """The cards of squares that stand no more are in the hand again."""
        for slot in [slot for slot in self._on_track if state.slots[slot] == GONE]:
            self.hands[slot // SLOTS].append(self._on_track.pop(slot))
