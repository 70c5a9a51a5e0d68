"""The rules: all of them, two languages side by side, and one ruling with everything that belongs to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from engine import find_game
from engine.core.rulebook import Ruling
from refsvc import library
from refsvc.config import LANGUAGES
from refsvc.i18n import rich_text, sentences
from refsvc.i18n.catalogue import text
from refsvc.i18n.synonyms import looked_for
from refsvc.reference import book, cards, worked_cases
from refsvc.reference.cards import card_link
from refsvc.reference.rules import chapters, paragraph, rule_link, ruling_note
from refsvc.search.index import Document
from refsvc.web.site import Place

RECORDS = "records"  # how records are written: said of every game, and an answer to no question about one
MOST_EXAMPLES = 2  # that break a rule, and as many that keep it


def rules(place: Place) -> dict[str, Any]:
    """All chapters."""
    return {
        "title": place.text("rules.title", game=place.text(f"{place.game}.name")),
        "lede": place.text("rules.lede"),
        "chapters": chapters(place),
        "others": [language for language in LANGUAGES if language != place.language],
    }


def in_two_languages(place: Place) -> dict[str, Any]:
    """All chapters in two languages, paragraph by paragraph; the second language is the item of the page."""
    own, other = chapters(place), chapters(place.twin(place.item))
    return {
        "title": place.text(
            "beside.title",
            game=place.text(f"{place.game}.name"),
            mine=place.text(f"language.{place.language}"),
            other=place.text(f"language.{place.item}"),
        ),
        "other": place.item,
        "ways": [(chapter["id"], f"{chapter['number']} {chapter['title']}") for chapter in own],
        "chapters": [
            {**mine, "theirs": theirs["title"], "pairs": list(zip(mine["rules"], theirs["rules"], strict=True))}
            for mine, theirs in zip(own, other, strict=True)
        ],
    }


def other_languages(place: Place) -> list[str]:
    """The languages that can stand beside that of the page."""
    return [language for language in LANGUAGES if language != place.language]


def ruling(place: Place) -> dict[str, Any]:
    """One paragraph with everything that belongs to it."""
    found = book.paragraphs(place.game)[place.item]
    examples, more = chosen_examples(place)
    rulings = book.rulings_by_rule(place.game).get(place.item, ())
    return {
        "title": book.rule_title(place.item, place.language),
        "rule": paragraph(place, place.item),
        "chapter": {"id": found.chapter.id, "title": chapter_of(place)},
        "beside": [
            {"language": language, **paragraph(place.twin(language), place.item)} for language in other_languages(place)
        ],
        "printed": [{"language": edition, "place": page} for edition, page in found.rule.place.items()],
        "rulings": [ruling_note(place, ruling) for ruling in rulings],
        "examples": [worked_cases.worked_case(place, case) for case in examples],
        "more": more,
        "referring": [rule_link(place, rule) for rule in book.referring(place.game).get(place.item, ())],
        "cards": [card_link(place, printed) for printed in cards.cards_by_rule(place.game).get(place.item, ())],
        "checker": checker(place),
        "before": rule_link(place, found.before) if found.before else None,
        "after": rule_link(place, found.after) if found.after else None,
    }


def chosen_examples(place: Place) -> tuple[list[str], list[str]]:
    """A few cases that break the rule and a few that keep it, those of the rulebooks first; and the others."""
    every = sorted(book.cases_by_rule(place.game).get(place.item, ()), key=lambda case: "-" in case)
    broken = [case for case in every if replay_breaks(place, case)]
    kept = [case for case in every if case not in broken]
    examples = kept[:1] + broken[:MOST_EXAMPLES] + kept[1:MOST_EXAMPLES]
    return examples, [case for case in every if case not in examples]


def replay_breaks(place: Place, case: str) -> bool:
    """Whether a case shows the rule of the page broken."""
    return any(found.rule == place.item for found in book.cases(place.game)[case].expect.findings)


def chapter_of(place: Place) -> str:
    """The heading of the chapter that a ruling stands in."""
    return book.chapter_title(place.game, book.paragraphs(place.game)[place.item].chapter.id, place.language)


def checker(place: Place) -> dict[str, Any] | None:
    """What the checker says of what breaks this rule; None if nothing can.

    As it said it of the worked cases; of a rule on how records are written, which no case breaks, without its values.
    """
    if not book.paragraphs(place.game)[place.item].rule.is_checkable:
        return None
    found = worked_cases.breaches(place.game, place.item)
    return {
        "verdicts": list(dict.fromkeys(one.verdict for one in found)),
        "sentence": (
            sentences.refusal(found[0].rule, found[0].params, place.game, place.language)
            if found
            else rich_text.PLACEHOLDER.sub("…", text(f"{place.item}#refusal", place.language))
        ),
    }


def rule_ids(place: Place) -> Iterable[str]:
    """Every rule has a page."""
    return book.paragraphs(place.game)


def documents(place: Place) -> Iterator[Document]:
    """Every paragraph with what is asked about it, and every ruling at the first rule that it is about."""
    terms = terms_by_rule(place)
    for rule, found in book.paragraphs(place.game).items():
        is_shared = not rule.startswith(place.game)
        if is_shared and place.game != library.default_game():
            continue  # what all games share is found once
        asked = [question_of(place, one) for one in book.rulings_by_rule(place.game).get(rule, ())]
        yield Document(
            rule,
            RECORDS if is_shared else "rules",
            f"{found.number} {book.rule_title(rule, place.language)}",
            rich_text.plain(text(rule, place.language), place.game, place.language),
            place.link("ruling", rule),
            game="" if is_shared else place.game,
            chapter=book.chapter_title(place.game, found.chapter.id, place.language),
            names=" ".join([*terms.get(rule, ()), *looked_for(rule, place.game, place.language)]),
            questions=" ".join(asked),
        )
    for rule, notes in book.rulings_by_rule(place.game).items():
        for one in notes:
            if one.rules[0] == rule:
                note = ruling_note(place, one)
                said = " ".join([note["taken"], *(option["text"] for option in note["options"]), note["reason"]])
                yield Document(
                    one.id,
                    "rulings",
                    f"{one.id} {note['question']}",
                    said,
                    place.link("ruling", rule, anchor=one.id),
                    chapter=book.rule_title(rule, place.language),
                )


def question_of(place: Place, one: Ruling) -> str:
    """What a ruling answers."""
    return rich_text.plain(text(f"{place.game}.ruling.{one.id}#question", place.language), place.game, place.language)


def terms_by_rule(place: Place) -> dict[str, list[str]]:
    """The terms of the glossary that each rule explains: those that name it first."""
    found: dict[str, list[str]] = {}
    for term in find_game(place.game).rulebook().glossary:
        if term.rules:
            said = found.setdefault(term.rules[0], [])
            said.append(book.term_word(place.game, term, place.language))
            said += [book.other_names(f"{place.game}.name.{term.name}", place.language)] if term.name else []
    return found
