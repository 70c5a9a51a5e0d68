"""What a part of a line that can't be read may have been: it is read again with something put in place of the fault."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lark.lexer import PatternStr
from msgspec.structs import replace

from engine.core.record_errors import UNREAD
from refsvc.i18n.folding import spelling
from refsvc.notation.parsing import MOST_LISTED, NUMBERS, Move, Part, PartError, Repair, grammar
from refsvc.notation.words import Lexicon

MOST_TRIED = 150  # ways to read one part again
MOST_FAULTS = 2  # in one part
MOST_WORDS = 3  # that may be one that can't be read
ENDING = "result"  # it makes everything after it wrong: nobody meant it who didn't nearly write it
ANYTHING: tuple[Move, ...] = ()  # beside what was tried a part may be anything else: too little of it was read
Found = tuple[list[Move], bool]  # the moves of a part that was read again, and whether enough of it was read
Understand = Callable[[Part], list[Move]]


def reread(part: Part, fault: PartError, understand: Understand) -> tuple[tuple[Move, ...], ...]:
    """The moves that a part may have been: with the fewest faults, of these the nearest words first.

    A word that is missing is `UNREAD` in them; an empty one says that it may be anything else too.
    """
    left = [MOST_TRIED]
    faults = [(part, fault)]
    for _ in range(MOST_FAULTS):
        found, faults = _mended(faults, understand, left)
        if found:
            moves = tuple(tuple(moves) for moves, _ in found)
            return moves if all(is_known for _, is_known in found) else (*moves, ANYTHING)
    return (ANYTHING,)


def _mended(
    faults: list[tuple[Part, PartError]], understand: Understand, left: list[int]
) -> tuple[list[Found], list[tuple[Part, PartError]]]:
    """What parts are with one repair more, and those that still have a fault, further on."""
    found: list[Found] = []
    more: list[tuple[Part, PartError]] = []
    for part, fault in faults:
        for repair in _repairs(part.words, part, fault):
            if not left[0]:
                return found, more
            left[0] -= 1
            tried = replace(part, seen=[], repairs=(*part.repairs, repair))
            try:
                moves = understand(tried)
            except PartError as other:
                if other.at >= repair.end and other.at > fault.at:
                    more.append((tried, other))
                continue
            if any(move["do"] == ENDING for move in moves) and not _is_near(part, repair):
                continue
            if all(moves != other for other, _ in found):
                found.append((moves, _kept(tried) >= len(tried.repairs)))
    return found, more


def _is_near(part: Part, repair: Repair) -> bool:
    """Whether a word is put in place of one that is much like it."""
    written = part.line.text[repair.start : repair.end]
    return (repair.kind, repair.word) in part.words.nearest_meanings((repair.kind,), written)


def _kept(part: Part) -> int:
    """How many words of a part were read as they stand."""
    put = {repair.start for repair in part.repairs if repair.kind}
    return sum(token.type.isupper() and token.start_pos not in put and token.value.isalnum() for token in part.seen)


def _repairs(words: Lexicon, part: Part, fault: PartError) -> Iterator[Repair]:
    """Tokens in place of what can't be read, the likeliest first; before a token that is out of place too."""
    start, end = fault.at, fault.end
    if fault.rule == "record.word":
        ends = [lexeme.end for lexeme in part.lexemes() if start < lexeme.end <= end]
        for stop in [end, *ends[: MOST_WORDS - 1]] if len(ends) > 1 else [end]:  # others may follow what was meant
            written = part.line.text[start:stop]
            fitting = [*words.nearest_meanings(fault.kinds, written), *fault.fitting]
            fitting += [each for kind in fault.kinds for each in _ids(words, kind, written)]
            yield from (Repair(kind, word, start, stop) for kind, word in dict.fromkeys(fitting))
    elif fault.rule == "record.type":
        signs = {
            t.name: t.pattern.value for t in grammar(words.syntax.game).terminals if isinstance(t.pattern, PatternStr)
        }
        fitting = [(kind, signs[kind]) for kind, _ in fault.fitting if kind in signs]
        fitting += [each for kind, _ in fault.fitting if kind not in signs for each in _ids(words, kind, "")]
        yield from (Repair(kind, word, start, start) for kind, word in fitting)
        if end > start:
            yield from (Repair(kind, word, start, end) for kind, word in fitting)
            yield Repair("", "", start, end)


def _ids(words: Lexicon, kind: str, written: str) -> list[tuple[str, str]]:
    """What a kind of token may be: each of its words, or only that it is one."""
    if kind == "TEXT":
        return []
    if kind == "INT":
        return [(kind, number) for number in NUMBERS]
    if kind == words.syntax.letters and written:
        letters = [words.read(kind, letter) or UNREAD for letter in spelling(written)]
        return [(kind, " ".join(letters))]
    ids = words.ids(kind)
    return [(kind, word) for word in (ids if len(ids) <= MOST_LISTED else (UNREAD,))]
