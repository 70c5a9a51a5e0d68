"""How a game is shown: the hooks that a game may fill, plain values, and words that every game shares."""
