"""One field of a box form, and the fields of one card: what is shown here, how sure it is, what can be entered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Any

from engine.core.cards import BoxField
from engine.core.facts import Standing
from refsvc.presentation.speaker import Speaker
from refsvc.records import box_file

FieldName = Callable[[Speaker, str], str]  # a key, or what its group has in common -> what the form calls it
ValueText = Callable[[Speaker, str, Any], str]  # the last part of a key and a value -> the value in words


class Wording:
    """How a game words the fields of its form."""

    def __init__(self, group: FieldName, label: FieldName, value: ValueText) -> None:
        self.group = group
        self.label = label
        self.value = value


def entry(place: Speaker, wording: Wording, keys: list[str], given: box_file.Given) -> dict[str, Any]:
    """The fields of one card: what is not printed first, line by line, and what is known apart."""
    known = box_file.fields(place.game)
    unsure = [key for key in keys if known[key].fact.standing != Standing.PRINTED]
    sure = [key for key in keys if key not in unsure]
    return {
        "keys": keys,
        "assumed": sum(known[key].fact.standing == Standing.ASSUMED for key in keys),
        "inferred": len(unsure),
        "groups": groups(place, wording, unsure, given),
        "known": groups(place, wording, sure, given),
        "is_open": any(key in given.words for key in keys),
        "is_known_open": any(key in given.words for key in sure),
    }


def groups(place: Speaker, wording: Wording, keys: list[str], given: box_file.Given) -> list[dict[str, Any]]:
    """Fields by what they have in common before their last part."""
    found = groupby(keys, key=lambda key: key.rpartition(".")[0])
    return [
        {"name": wording.group(place, at), "fields": [field(place, wording, key, given) for key in own]}
        for at, own in found
    ]


def field(place: Speaker, wording: Wording, key: str, given: box_file.Given) -> dict[str, Any]:
    """One field of the form."""
    known = box_file.fields(place.game)[key]
    last = key.rpartition(".")[2]
    said = given.words.get(key, "")
    return {
        "key": key,
        "label": wording.label(place, key),
        "standing": known.fact.standing.word,
        "standing_name": place.text(f"standing.{known.fact.standing.word}"),
        "here": wording.value(place, last, known.fact.value),
        "here_word": box_file.as_word(known.fact.value),
        "value": said,
        "error": what_is_allowed(place, known) if key in given.wrong else "",
        **choices(place, wording, last, known, said),
    }


def choices(place: Speaker, wording: Wording, last: str, known: BoxField, said: str) -> Mapping[str, Any]:
    """What can be entered: a number from low to high, or one of a few words."""
    if isinstance(known.allowed, range):
        return {"low": known.allowed.start, "high": known.allowed.stop - 1, "options": []}
    options = [(box_file.as_word(value), wording.value(place, last, value)) for value in known.allowed]
    return {"options": [{"word": word, "text": text, "is_chosen": word == said} for word, text in options]}


def what_is_allowed(place: Speaker, known: BoxField) -> str:
    """What a value has to be."""
    if isinstance(known.allowed, range):
        return place.text("box.wrong-number", low=known.allowed.start, high=known.allowed.stop - 1)
    return place.text("box.wrong-choice")
