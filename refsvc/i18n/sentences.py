"""Ids -> sentences: findings, notes, errors, names and moves in one language."""

from __future__ import annotations

import datetime
import difflib
import re
import string
from collections.abc import Mapping, Sequence
from typing import Any

from babel.dates import format_date

from engine.core.accounts import Account, Term
from engine.core.findings import Note
from engine.core.record import UNSEEN
from engine.core.record_errors import RecordError
from engine.core.rulebook import LINK, TOKEN
from refsvc.config import SOURCE_LANGUAGE
from refsvc.i18n.catalogue import has_text, plural, text
from refsvc.i18n.prepositions import vocalised
from refsvc.i18n.word_forms import Amount, Name, Names

# What a parameter of a sentence names, the first of these that has such a name; anything else is a number or a word of
# the record, shown as it is.
NAMES = {
    "banner": ("banner",),
    "target": ("banner",),
    "card": ("banner", "card"),
    "leader": ("leader",),
    "unit": ("side",),  # whose dice a card asks for
    "side": ("side",),
    "holder": ("side",),
    "winner": ("side",),
    "lucky": ("side",),
    "claimed": ("side",),
    "action": ("action",),
    "line": ("line",),
    "status": ("status",),
    "section": ("section",),
    "terrain": ("terrain",),
    "phase": ("phase",),
    "purpose": ("purpose",),
    "due": ("side", "card", "purpose"),
    "said": ("card", "purpose"),
    "as": ("card",),
    "for": ("purpose",),
}
HEADERS = ("scenario_hash", "reading")  # what a note may be about besides a value
# What a part of the key of a value names, and what the numbers in a key count, by its first part.
FACTS = ("banner", "action", "nation", "unit", "terrain", "card", "side", "line", "part")
NUMBERS = {"units": ("blocks",), "artillery": ("blocks", "distance")}
MOST_WORDS = 12
NEAREST = 3


def say(key: str, language: str, **params: Any) -> str:
    """A message of the service."""
    return vocalised(text(key, language).format(**params), language)


def day(date: datetime.date, language: str) -> str:
    """A day as the language writes it."""
    locale = "en_GB" if language == "en" else language  # as the texts are spelt
    written = str(format_date(date, "long", locale=locale))
    return written.replace("1 ", "1er ", 1) if language == "fr" and date.day == 1 else written


def comma(words: Sequence[str], language: str) -> str:
    """A list within a sentence."""
    return text("list.comma", language).join(words)


def semicolon(parts: Sequence[str], language: str) -> str:
    """A list of parts that may hold commas themselves."""
    return text("list.semicolon", language).join(parts)


def say_number(key: str, language: str, number: int) -> str:
    """A message that counts, in the plural form of the language."""
    return plural(key, language, number)


def own(key: str, game: str) -> str:
    """The id of what a game itself says under this id, where it does; else the id, which all games share."""
    mine = f"{game}.{key}"
    return mine if has_text(mine, SOURCE_LANGUAGE) else key


def name(kind: str, word: str, game: str, language: str) -> str:
    """The published name of an id of a game; an id without one is a word of the record and shown as it is."""
    kind, word = ("leader", word.removeprefix("leader.")) if word.startswith("leader.") else (kind, word)
    key = own(f"name.{kind}.{word}", game)
    return text(key, language) if has_text(key, language) else word


def is_named(kind: str, word: str, game: str) -> bool:
    """Whether a word of a game has a published name."""
    return has_text(own(f"name.{kind}.{word}", game), SOURCE_LANGUAGE)


def battle_name(scenario: Any, game: str, language: str) -> str:
    """The name of a scenario in a language: ours by its id, that of a file of somebody else's as it stands there."""
    key = f"{game}.{scenario.id}.name"
    is_ours = text(key, SOURCE_LANGUAGE) == scenario.name
    return text(key, language) if is_ours else UNSEEN.sub("\ufffd", scenario.name)


class Speech:
    """Whoever speaks one language: a page, a report, a printed document."""

    __slots__ = ()
    game: Any  # what is spoken of: a game or its key, if any
    language: str

    @property
    def game_key(self) -> str:
        """The key of the game that is spoken of; empty if of none."""
        return str(self.game)

    def own(self, key: str) -> str:
        """The id of what the game itself says under this id, where it does; else the id."""
        return own(key, self.game_key)

    def text(self, key: str, **params: Any) -> str:
        """A text in this language: in the words of the game, where it has some of its own for it."""
        return say(self.own(key), self.language, **params)

    def plural(self, key: str, number: int) -> str:
        """A text that counts."""
        return say_number(self.own(key), self.language, number)

    def name(self, kind: str, word: str) -> str:
        """The published name of an id."""
        return name(kind, word, self.game_key, self.language)


def refusal(rule: str, params: Mapping[str, Any], game: str, language: str) -> str:
    """The sentence of a broken rule."""
    shown = {key: _shown(rule, key, value, game, language) for key, value in params.items()}
    if rule == "record.type" and "found" in params:  # a sign or word of a text at the wrong place, or the end of a line
        at, many = "found" if params["found"] else "end", "-any" if len(params["expected"]) > MOST_WORDS else ""
        return text(f"misread.{at}{many}", language).format(**shown)
    if params.get("to") == "":  # a hex that the record had to name
        return text(own("unsaid.to", game), language).format(**shown)
    if "seen" in params and "what" in params:  # a duty without a sentence of its own, shown by a count
        shown = {key: count_text(key, value, game, language) for key, value in params.items()}
        return text("count.undone", language).format(**shown)
    said = text(_refusal_id(rule, params), language).format(**shown)
    sentence = vocalised(said[:1].upper() + said[1:], language)
    for key in ("seen", "arose"):
        if params.get(key):
            sentence += " " + text(f"count.{key}", language).format(**shown)
    return sentence


def _refusal_id(rule: str, params: Mapping[str, Any]) -> str:
    """The id of the sentence for what is so here: for its `why`, or for something that is nothing."""
    nothing = [key for key, value in params.items() if value in (0, "") and value is not False]
    keys = (f"{rule}#refusal.{case}" for case in (params.get("why"), *(f"no-{key}" for key in nothing)))
    return next((key for key in keys if has_text(key, SOURCE_LANGUAGE)), f"{rule}#refusal")


def fault(error: RecordError, language: str) -> str:
    """What is wrong with a record that can't be read; a fault of a position says which game has words for it."""
    return refusal(error.rule, error.params, str(error.params.get("game", "")), language)


def note(of: Note, game: str, language: str) -> str:
    """Something said without a verdict: of a value that can't be verified, or of the record as a whole."""
    message = refusal(of.rule, of.params, game, language)
    if of.about in HEADERS:
        return message
    return say("check.note", language, move=of.move, about=fact_name(of.about, game, language), message=message)


def _shown(rule: str, key: str, value: Any, game: str, language: str) -> Any:
    if rule == "record.count":
        return count_text(key, value, game, language)
    if rule == "record.position" and key == "what":
        return text(own(f"position.{value}", game), language)
    if key == "expected":
        return comma([_expected(str(word), game, language) for word in value], language)
    if key == "who":
        return named(("part", "side", "banner"), value, game, language)
    if key == "to" and has_text(place := own(f"moves.place.{value}", game), language):
        return text(place, language)
    return as_word(key, value, game, language)


def as_word(key: str, value: Any, game: str, language: str) -> Any:
    """A parameter of a sentence, as a word that has the forms which the sentence asks for."""
    if isinstance(value, (list, tuple)):
        kinds = NAMES.get(key.removesuffix("s"), ())
        return Names.of([named(kinds, str(each), game, language) for each in value], game, language)
    if isinstance(value, str):
        return named(NAMES.get(key, ()), value, game, language)
    if isinstance(value, int) and not isinstance(value, bool):
        return Amount(str(value), value, game, language)
    return value


def named(kinds: Sequence[str], word: str, game: str, language: str) -> Name:
    """A word by the first of these kinds of names that it has, with the forms of all of them; else as it is."""
    keys = [f"name.{word}"] if word.startswith("leader.") else [f"name.{kind}.{word}" for kind in kinds]
    ids = [key for each in keys if has_text(key := own(each, game), SOURCE_LANGUAGE)]
    return Name(text(ids[0], language) if ids else _without_controls(word), ids, language)


def _without_controls(word: str) -> str:
    """A word of the record without what a terminal would obey."""
    return UNSEEN.sub("\ufffd", word)


def _expected(word: str, game: str, language: str) -> str:
    """What belongs somewhere: a kind of thing by its name, a sign in quotation marks, a word as it is."""
    if has_text(key := own(f"kind.{word}", game), language):
        return text(key, language)
    return word if word[:1].isalnum() else text("list.quoted", language).format(word=word)


def count_text(key: str, value: Any, game: str, language: str) -> Any:
    """A part of a count (`orders.crusader.available`) and its value, in words."""
    if key == "what":
        if is_named("part", value, game):
            return name("part", value, game, language)
        return comma([_part(word, game, language) for word in str(value).split(".")], language)
    if isinstance(value, (list, tuple)):
        return comma([str(word) for word in value], language) or text("value.none", language)
    if isinstance(value, bool):
        return text("value.yes" if value else "value.no", language)
    if value is None:
        return text("value.none", language)
    if isinstance(value, str):
        for kind in ("status", "card", "out"):
            if is_named(kind, value, game):
                return name(kind, value, game, language)
    return value


def _part(word: str, game: str, language: str) -> str:
    for kind in ("part", "side", "banner"):
        if is_named(kind, word, game):
            return name(kind, word, game, language)
    return word


def fact_name(key: str, game: str, language: str) -> str:
    """What a value of a game is about (`cards.sable.charge.red`), in words."""
    table, *parts = key.split(".")
    counts = iter(NUMBERS.get(table, ()))
    words = []
    for part in parts:
        keys = [f"fact.{part}", *(f"name.{kind}.{part}" for kind in FACTS)]
        first = part.rpartition("-")[0]  # of two lines with the same name, or of two cards of a Banner
        keys.append(f"name.action.{first}")
        if part.isdecimal() and (count := next(counts, None)):
            words.append(say(own(f"fact.number.{count}", game), language, n=part))
        elif is_named("banner", first, game):
            words.append(say(own("aid.line.second", game), language, banner=name("banner", first, game, language)))
        else:
            words.append(_first_text(keys, part, game, language))
    return comma(words, language)


def fact_value(value: Any, game: str, language: str) -> str:
    """The value of a fact: a number, yes or no, a status, a name, or several of them."""
    if isinstance(value, (list, tuple)):
        return comma([fact_value(each, game, language) for each in value], language)
    if isinstance(value, Mapping):
        said = [f"{fact_value(who, game, language)} ({fact_value(how, game, language)})" for who, how in value.items()]
        return comma(said, language)
    if isinstance(value, bool):
        return text("value.yes" if value else "value.no", language)
    keys = [f"{kind}.{value}" for kind in ("fact-value", "name.status", "name.banner", "name.terrain")]
    return _first_text(keys, str(value), game, language)


def _first_text(keys: Sequence[str], word: str, game: str, language: str) -> str:
    """The text of the first of these ids that has one; the word where none has."""
    return next((text(key, language) for each in keys if has_text(key := own(each, game), language)), word)


def nearest_words(word: str, expected: Sequence[str]) -> list[str]:
    """The known words nearest to an unknown one."""
    return difflib.get_close_matches(word.casefold(), list(expected), NEAREST, 0.5)


def known_words(params: Mapping[str, Any], language: str) -> str:
    """What would fit in place of an unknown word: the nearest, else all there are if they are few."""
    expected = [str(word) for word in params.get("expected", ())]
    word = str(params.get("word") or params.get("key") or "")
    if not word:  # the sentence itself says what belongs here
        return ""
    near = params["nearest"] if "nearest" in params else nearest_words(word, expected)
    if near:
        return say("check.nearest", language, words=comma(near, language))
    shown = expected if len(expected) <= MOST_WORDS else [*expected[:MOST_WORDS], "…"]
    return say("check.expected", language, words=comma(shown, language)) if expected else ""


def finding_counts(own: int, following: int, language: str) -> str:
    """How many findings, those that only follow from others counted apart."""
    if not own and not following:
        return text("check.clean", language)
    words = [plural("check.findings", language, own)]
    if following:
        words.append(plural("check.following", language, following))
    return comma(words, language)


def summary(records: int, own: int, following: int, unread: int, language: str) -> str:
    """One line about many records."""
    words = [plural("check.records", language, records), plural("check.findings", language, own)]
    if following:
        words.append(plural("check.following", language, following))
    if unread:
        words.append(plural("check.unread", language, unread))
    return comma(words, language)


def rule_markup(rule: str, numbers: Mapping[str, Any], language: str) -> str:
    """What a rule says, with the numbers of the data put in, links and symbols still as they are written."""
    said = text(rule, language)
    fields = {field for _, field, _, _ in string.Formatter().parse(said) if field}
    return said.format(**numbers) if fields <= numbers.keys() else ""


def rule_text(rule: str, numbers: Mapping[str, Any], language: str) -> str:
    """What a rule says as plain text; empty if a number in it is not known here."""
    return plain(rule_markup(rule, numbers, language), rule.partition(".")[0], language)


def plain(markup: str, game: str, language: str) -> str:
    """A text without links and emphasis, its symbols by the names they are spoken by."""
    return TOKEN.sub(lambda token: _spoken(token, game, language), LINK.sub(r"\1", markup)).replace("*", "")


def _spoken(token: re.Match[str], game: str, language: str) -> str:
    """The name of a symbol, with a capital where a sentence begins with it."""
    spoken = name("symbol", token[1], game, language)
    return spoken[:1].upper() + spoken[1:] if token.string[: token.start()][-2:] in ("", ". ") else spoken


def term(kind: str, part: Term, game: str, language: str) -> str:
    """One term of a sum (`term`), or one thing that a move does (`done`), without its sign."""
    params = {key: _shown(part.rule, key, value, game, language) for key, value in part.params.items()}
    if "faces" in params:
        params["faces"] = faces(part.params["faces"], game, language)
    if "key" in params:
        params["of"] = fact_name(params["key"], game, language)
    params["title"] = text(f"{part.rule}#title", language)
    said = text(own(f"why.{kind}.{part.what}", game), language)
    amount = abs(part.amount)
    return said.format(n=Amount(str(amount), amount, game, language), rule=part.rule, **params)


def account(of: Account, game: str, language: str) -> str:
    """A sum: its terms with their signs, and what they come to if there is more than one; without any, nothing."""
    terms = term("term", of.terms[0], game, language) if of.terms else "0"
    for part in of.terms[1:]:
        terms += (" + " if part.amount >= 0 else " − ") + term("term", part, game, language)
    if len(of.terms) > 1:
        terms = say("why.total", language, terms=terms, total=of.total)
    key = own(f"why.sum.{of.of}", game)
    return say(key, language, who=bearer_name(of.who, game, language), terms=terms)


def faces(words: Sequence[str], game: str, language: str) -> str:
    """The faces of dice, as they fell: signs side by side, names with commas between them."""
    if all(is_named("face", word, game) for word in words):
        return comma([name("face", word, game, language) for word in words], language)
    return " ".join(text(own("face.order", game), language) if word == "order" else word for word in words)


def bearer_name(word: str, game: str, language: str) -> str:
    """The name of a side, a Banner or a leader."""
    return name("leader", word, game, language) if word.startswith("leader.") else _part(word, game, language)
