"""One package for each game: what only that game shows, found by its key and imported by nobody directly."""
