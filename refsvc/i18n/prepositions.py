"""Czech prepositions before a number in digits: "v 5. kole", but "ve 2. kole"."""

from __future__ import annotations

import re

# Spoken, these begin with dv-, tř-, čt- or st-: 2 to 4, 12 to 14, 20 to 49 and 100 to 499.
CLUSTERED = r"(?:[234]|1[234]|[234]\d|[1-4]\d\d)(?!\d)"
BEFORE_CLUSTER = re.compile(rf"\b([vzskVZSK])(?=[\u00a0 ]{CLUSTERED})")


def vocalised(said: str, language: str) -> str:
    """A Czech text with "ve", "ze", "se", "ke" where the number after it asks for them; other texts as they are."""
    if language != "cs":
        return said
    return BEFORE_CLUSTER.sub(r"\1e", said)
