"""What only the pages of Napoleonics show: a function for each kind, from a `Place` to the values of its template."""

from refsvc.games.napoleonics.pages import aid, cards, scenarios, tables

__all__ = ["aid", "cards", "scenarios", "tables"]
