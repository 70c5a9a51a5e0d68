"""Command cards: what a hand can hold, how each is played, and what tactic cards do (napoleonics.cards)."""
