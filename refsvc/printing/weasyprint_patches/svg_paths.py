"""Plain paths of a drawing are read at once: WeasyPrint 70 takes them apart letter by letter, with many small calls.

A path of lines and curves becomes the same operators of PDF wherever it stands, so what was read is kept for a while.
Whatever else a path may hold (arcs, units, numbers without a blank between) is left to WeasyPrint.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

STEP = re.compile(r"([MLHVCZmlhvcz])([^A-Za-z]*)")
PLAIN = re.compile(r"[MLHVCZmlhvcz0-9. -]*")
NUMBERS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "z": 0}
OPERATORS = {"m": "m", "l": "l", "h": "l", "v": "l", "c": "c"}
KEPT = 1024  # paths


def read_at_once() -> None:
    """From now on plain paths are read here. Idempotent."""
    from weasyprint import svg  # noqa: PLC0415  # only after our fonts are known

    theirs = svg.TAGS["path"]
    if hasattr(theirs, "otherwise"):
        return

    def path(drawing: Any, node: Any, font_size: float) -> None:
        written = operators(node.get("d", ""))
        if written:
            drawing.stream.stream.append(written)
        else:
            theirs(drawing, node, font_size)

    path.otherwise = theirs  # type: ignore[attr-defined]  # the mark that it is done
    svg.TAGS["path"] = path


@lru_cache(maxsize=KEPT)
def operators(d: str) -> bytes | None:
    """A path as operators of PDF; None if it is not a plain one."""
    if not PLAIN.fullmatch(d):
        return None
    said: list[str] = []
    x = y = left = top = 0.0
    for letter, words in STEP.findall(d):
        step = letter.lower()
        try:
            numbers = [float(word) for word in words.split()]
        except ValueError:
            return None
        if len(numbers) != NUMBERS[step] or not (said or step == "m"):
            return None
        if step == "z":
            said.append("h")
            x, y = left, top
            continue
        if letter == step:  # relative
            base = (y,) if step == "v" else (x, y)
            numbers = [number + base[n % len(base)] for n, number in enumerate(numbers)]
        if step == "h":
            numbers.append(y)
        elif step == "v":
            numbers.insert(0, x)
        x, y = numbers[-2:]
        if step == "m":
            left, top = x, y
        said.append(f"{' '.join(map(_number, numbers))} {OPERATORS[step]}")
    return "\n".join(said).encode()


def _number(value: float) -> str:
    return f"{value:.6f}".rstrip("0").rstrip(".")
