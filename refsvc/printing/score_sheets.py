"""What the score sheets of all games share: their head, and words and lines as the notation writes them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from engine import find_game
from engine.core.record import FORMAT, Header
from refsvc.config import LANGUAGES
from refsvc.i18n import alphabet, sentences
from refsvc.i18n.catalogue import has_text, text
from refsvc.i18n.sentences import own
from refsvc.notation.words import SHORTEST, Lexicon, common_words, game_words, punctuate, scenario_words, spellings
from refsvc.notation.write import write_text
from refsvc.printing.canvas import DOT

Move = Mapping[str, Any]
FIELDS = ("edition", "values", "date", "event", "place")  # lines of the header, besides the players
ALONE = re.compile(r"(?<= [^\W\d]) (?=\w)")  # behind a word of one letter, which ends no line: bonus k Útoku


def sides_as_written(game: str) -> tuple[str, ...]:
    """The sides in the order in which people write them: the one that marches first."""
    return tuple(reversed(find_game(game).SIDES))


def head(game: str, scenario: str, languages: Sequence[str]) -> dict[str, Any]:
    """What both pages are headed with: in a second language only the labels, for the record is in the first."""
    found = [fields(game, scenario, language) for language in languages]
    said = {key: [text(f"sheet.{key}", each) for each in languages] for key in ("name", "sheet", "result", "signed")}
    return {
        "texts": {key: DOT.join(dict.fromkeys(each)) for key, each in said.items()},
        "fields": [
            same[0] | {"second": "".join(one["label"] for one in same[1:] if one["label"] != same[0]["label"])}
            for same in zip(*found, strict=True)
        ],
    }


def header_of(game: str, scenario: str) -> Header:
    """The header of a record that is made up to show its lines."""
    return Header(format=FORMAT, game=game, scenario=scenario, values="refsvc")


def fields(game: str, scenario: str, language: str) -> list[dict[str, str]]:
    """The lines of a record's header; what the sheet knows already stands there."""
    common, colon = common_words(language), punctuate(language)
    known = {"game": common.spell("GAME", game), "scenario": scenario_words(game, language).spell("SCENARIO", scenario)}
    labels = {key: common.spell("HEADER", key) for key in known}
    labels |= {side: sentences.name("side", side, game, language) for side in sides_as_written(game)}
    labels |= {key: common.spell("HEADER", key) for key in FIELDS}
    return [{"id": key, "label": label + colon, "value": known.get(key, "")} for key, label in labels.items()]


def in_order(named: list[dict[str, str]], language: str) -> list[dict[str, str]]:
    """Words as a reader looks them up."""
    return sorted(named, key=lambda one: alphabet.sort_key("".join(one.values()), language))


def short(words: Lexicon, kind: str, word: str) -> dict[str, str]:
    """A name and, within it, the fewest letters that the notation understands as this name, or its code after it."""
    name = words.spell(kind, word)
    code = own(f"notation.code.{word}", words.syntax.game)
    if has_text(code, words.language):
        return {"before": f"{name} ", "short": spellings((code,), words.language)[0], "after": ""}
    starts = [0, *(n + 1 for n, letter in enumerate(name) if letter in " -’")]
    for length in range(SHORTEST, len(name) + 1):
        for start in starts:
            part = name[start : start + length]
            if len(part) == length and part == part.strip() and words.read(kind, part) == word:
                return {"before": name[:start], "short": part, "after": name[start + length :]}
    return {"before": "", "short": name, "after": ""}


def held(line: str) -> str:
    """A line of the notation, which has plain spaces, with its prepositions held to what follows."""
    return ALONE.sub("\N{NO-BREAK SPACE}", line)


def written(game: str, scenario: str, moves: Sequence[Move], language: str) -> str:
    """One line of the notation."""
    header = {"game": game, "scenario": scenario}
    return write_text(header, moves, language).rstrip("\n").rpartition("\n")[2]


# --- the page of the notation


def asks(game: str, ids: Sequence[str], language: str, quoted: Mapping[str, str]) -> list[dict[str, str]]:
    """What writers ask of a game, with the answers: texts in which the words of the notation are marked."""
    key = f"{game}.notation-page.ask.{{}}.{{}}"
    return [
        {"id": id_, **{part: sentences.say(key.format(id_, part), language, **quoted) for part in ("title", "text")}}
        for id_ in ids
    ]


def in_languages(game: str, scenario: str, language: str, words: Sequence[tuple[str, str, str]]) -> dict[str, Any]:
    """Words of the notation as each language writes them, that of the reader first; before each what it is called."""
    order = sorted(LANGUAGES, key=lambda one: one != language)
    return {
        "languages": order,
        "rows": [
            {"name": name, "words": [game_words(game, scenario, each).spell(kind, word) for each in order]}
            for name, kind, word in words
        ],
    }
