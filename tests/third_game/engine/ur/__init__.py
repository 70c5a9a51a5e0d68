"""The Royal Game of Ur, seven pieces a side: the game that shows what a new game takes. `game.py` is the contract."""

from engine.ur.game import GAME, Ur

__all__ = ["GAME", "Ur"]
