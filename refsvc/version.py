"""The version of the program; that of the rules is `refsvc.library.rules_version`."""

__version__ = "0.2.0"
