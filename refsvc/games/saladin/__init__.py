"""Saladin in the service: board, words, notation, pages and print."""

GAME = "saladin"
