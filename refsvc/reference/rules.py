"""The rules as they are read: chapters, numbered paragraphs, and what the editions make of each."""

from __future__ import annotations

from typing import Any

from engine.core.rulebook import Ruling
from refsvc.i18n import rich_text
from refsvc.i18n.catalogue import has_text, is_stale, text
from refsvc.presentation.speaker import Speaker
from refsvc.reference import book


def chapters(speaker: Speaker) -> list[dict[str, Any]]:
    """The chapters with their paragraphs, in the language of a speaker."""
    return [
        {
            "id": chapter.id,
            "number": number,
            "title": book.chapter_title(speaker.game, chapter.id, speaker.language),
            "rules": [paragraph(speaker, rule.id) for rule in chapter.rules],
        }
        for number, chapter in enumerate(book.chapters(speaker.game), 1)
    ]


def paragraph(speaker: Speaker, rule: str) -> dict[str, Any]:
    """One paragraph: its number, heading and text, where it is printed, and what the editions make of it."""
    found = book.paragraphs(speaker.game)[rule]
    rulings = book.rulings_by_rule(speaker.game).get(rule, ())
    return {
        "id": rule,
        "number": found.number,
        "title": book.rule_title(rule, speaker.language),
        "text": speaker.paragraphs(text(rule, speaker.language)) if has_text(rule, speaker.language) else [],
        "lack": translation_gap(rule, speaker.language),
        "printed": found.rule.place.get(speaker.language, ""),
        "differences": [
            ruling_note(speaker, ruling) | {"is_home": ruling.rules[0] == rule}
            for ruling in rulings
            if is_difference(ruling)
        ],
        "questions": sum(not is_difference(ruling) for ruling in rulings),
        "examples": len(book.cases_by_rule(speaker.game).get(rule, ())),
    }


def translation_gap(rule: str, language: str) -> str:
    """What a translation lacks: `missing`, `stale`, or nothing."""
    keys = (rule, f"{rule}#title")
    if not all(has_text(key, language) for key in keys):
        return "missing"
    return "stale" if any(is_stale(key, language) for key in keys) else ""


def is_difference(ruling: Ruling) -> bool:
    """Whether the editions differ, rather than all leave the question open: DIF-07, D07."""
    return ruling.id.startswith("D")


def ruling_note(speaker: Speaker, ruling: Ruling) -> dict[str, Any]:
    """A question that the editions answer differently or not at all, and the ruling taken."""

    def part(name: str) -> str:
        key = f"{speaker.game}.ruling.{ruling.id}#{name}"
        return rich_text.with_numbers(text(key, speaker.language), speaker.game)

    return {
        "id": ruling.id,
        "is_home": True,  # its anchor on a page; false where it stands on the page a second time
        "is_difference": is_difference(ruling),
        "is_open": ruling.is_open,
        "question": part("question"),
        "taken": part(f"option.{ruling.recommended}") if ruling.is_open else part("fixed"),
        "reason": part("reason") if ruling.reason else "",
        "options": [
            {
                "id": option,
                "text": part(f"option.{option}"),
                "editions": [edition for edition, chosen in ruling.editions.items() if chosen == option],
                "is_taken": option == ruling.recommended,
            }
            for option in ruling.options
        ],
        "rules": [rule_link(speaker, rule) for rule in ruling.rules],
    }


def rule_link(speaker: Speaker, rule: str) -> dict[str, str]:
    """A rule to point at."""
    number = book.paragraphs(speaker.game)[rule].number
    title = book.rule_title(rule, speaker.language)
    return {"id": rule, "number": number, "title": title, "path": speaker.link("ruling", rule)}
