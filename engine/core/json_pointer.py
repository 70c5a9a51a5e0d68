"""JSON Pointers (RFC 6901): where in a document something stands."""

from __future__ import annotations


def json_pointer(*parts: object) -> str:
    """The pointer to a part of a part, each by its key or its number."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in parts)
