"""The service: checks records of tabletop wargames and says what it found in three languages."""

__version__ = "0.1.0"
