"""Commands & Colors: Napoleonics. Not yet a game of `engine.GAMES`: its board, its sight and its values."""
