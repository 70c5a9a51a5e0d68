"""Commands & Colors: Napoleonics in the service: board, words, notation, pages and print."""

GAME = "napoleonics"
