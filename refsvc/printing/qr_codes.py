"""QR codes."""

from __future__ import annotations

from typing import Any

import segno


def qr_code(address: str) -> dict[str, Any]:
    """The QR code of an address as one path, a square of its side for each module: to be stroked, 1 thick.

    A line for each run of modules is half of what their outlines would take to set.
    """
    rows = segno.make_qr(address, error="m").matrix
    runs = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            width = next((n for n, dark in enumerate(row[x:]) if not dark), len(row) - x)
            if width:
                runs.append(f"M{x} {y}.5h{width}")
            x += width or 1
    return {"size": len(rows), "d": "".join(runs)}
