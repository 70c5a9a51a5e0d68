"""The game stands on the path of Python or not: with it, all of it is tested; without it, that it can be put there."""

from engine import GAMES

collect_ignore = ["test_alone.py"] if "ur" in GAMES else ["test_service.py"]
