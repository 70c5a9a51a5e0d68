"""What only the pages of Saladin show: a function for each kind, from a `Place` to the values of its template."""

from refsvc.games.saladin.pages import aid, cards, scenarios, targets

__all__ = ["aid", "cards", "scenarios", "targets"]
