"""How sure values are: the mark beside one, and the reasons behind all that a page or sheet shows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine import find_game
from engine.core.facts import Fact, Standing
from refsvc.presentation.speaker import Speaker


def mark(speaker: Speaker, fact: Fact, what: str) -> dict[str, str]:
    """How sure a value is: the word, what is read aloud of it, and the source that says why."""
    sources = find_game(speaker.game).rulebook().sources
    code = next(code for code in fact.codes if sources[code].standing == fact.standing)
    standing = speaker.text(f"standing.{fact.standing.word}")
    return {
        "standing": fact.standing.word,
        "label": speaker.text("card.mark", what=what, standing=standing),
        "why": code,
    }


def reasons(speaker: Speaker, facts: Iterable[Fact]) -> list[dict[str, Any]]:
    """The sources of values by standing, the surest first."""
    known = find_game(speaker.game).rulebook().sources
    used = {code for fact in facts for code in fact.codes}
    return [
        {
            "standing": standing.word,
            "name": speaker.text(f"standing.{standing.word}"),
            "meaning": speaker.text(f"about.standing-{standing.word}"),
            "sources": [
                {"code": code, "text": speaker.text(f"{speaker.game}.source.{code}")}
                for code, source in known.items()
                if code in used and source.standing == standing
            ],
        }
        for standing in Standing
    ]


def cell(speaker: Speaker, fact: Fact, what: str, text: str = "") -> dict[str, Any]:
    """A value of a table: as it is shown, and how sure it is."""
    return {"value": fact.value, "text": text or str(fact.value), "mark": mark(speaker, fact, what)}
