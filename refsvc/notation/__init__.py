"""Text records <-> records: one grammar for all games; the words of a game come from the catalogues."""
