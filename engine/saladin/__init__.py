"""Saladin (Shakos): both battles. `game.py` is the contract of the game on one screen."""

from engine.saladin.game import GAME, Saladin

__all__ = ["GAME", "Saladin"]
