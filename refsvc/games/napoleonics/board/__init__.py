"""The map of Napoleonics as a drawing: ground, counters, hexes and traces."""
