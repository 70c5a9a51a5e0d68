"""One package for each game: what only that game shows, found by its key and imported by nobody directly."""

from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)  # a folder `refsvc/games` elsewhere on the path brings those of its games
