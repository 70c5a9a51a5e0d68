"""Commands & Colors: Napoleonics (GMT). `game.py` is the contract of the game on one screen."""

from engine.napoleonics.game import GAME, Napoleonics

__all__ = ["GAME", "Napoleonics"]
