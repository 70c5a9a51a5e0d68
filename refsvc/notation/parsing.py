"""A part of a line -> its tree: the grammar, the lexer that asks the words what may stand here, and what went wrong."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import takewhile
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedToken
from lark.lexer import Lexer, LexerState, PatternStr
from msgspec import Struct

from refsvc.i18n.folding import Folded
from refsvc.notation.speech import speech_of
from refsvc.notation.words import MOST_WORDS, Lexicon

SIGNS = ":>[]()|=,+-×?"
MOST_SHOWN = 80


class PartError(Exception):
    """What can't be read: the rule, where (a place in the folded line) and the parameters of the message."""

    def __init__(self, rule: str, at: int, kinds: tuple[str, ...] = (), **params: Any) -> None:
        super().__init__(rule)
        self.rule = rule
        self.at = at
        self.kinds = kinds
        self.params = params
        self.tokens: list[Token] = []


class Bit(Struct, frozen=True):
    """A word, number or sign of the folded line."""

    kind: str
    text: str
    start: int
    end: int


class Part(Struct, frozen=True):
    """What one parse reads: the rule that it begins with, a part of a line, and the words of its game."""

    rule: str
    line: Folded
    words: Lexicon
    seen: list[Token]

    def bits(self) -> list[Bit]:
        """The bits of the part; a hyphen between letters, full stops, apostrophes and exclamation marks part words."""
        found: list[Bit] = []
        text = self.line.text
        for match in self.words.speech.pieces.finditer(text):
            kind, start, end = str(match.lastgroup), match.start(), match.end()
            if kind == "blank":
                if match.group() != "-" or (start and text[start - 1].isalpha() and text[end : end + 1].isalpha()):
                    continue
                kind = "sign"
            found.append(Bit(kind, match.group(), start, end))
        return found

    def shown(self, start: int, end: int) -> str:
        """What stands in the line as it was written."""
        return self.line.line[self.line.places[start] : self.line.places[end]].strip()[:MOST_SHOWN]


class WordLexer(Lexer):
    """Makes of words the tokens that the grammar accepts at this place: which these are, the game's words say."""

    __future_interface__ = 2

    def __init__(self, lexer_conf: Any) -> None:
        self.names = {t.pattern.value: t.name for t in lexer_conf.terminals if isinstance(t.pattern, PatternStr)}
        self.kinds: dict[int, tuple[str, ...]] = {}

    def lex(self, lexer_state: LexerState, parser_state: Any) -> Iterator[Token]:
        """The tokens of a part, each chosen when the parser is ready for it."""
        part: Any = lexer_state.text
        states = parser_state.parse_conf.states
        bits = part.bits()
        at = 0
        while at < len(bits) or "TEXT" in states[parser_state.position]:
            accepted = states[parser_state.position]
            if "TEXT" in accepted:
                start, end = part.seen[-1].end_pos, len(part.line.text)
                token = Token("TEXT", part.line.line[part.line.places[start] :].strip(), start, end_pos=end)
                at = len(bits)
            elif bits[at].kind in part.words.speech.shapes:
                token = _shaped(part, bits[at])
                at += 1
            elif bits[at].kind == "word" and (kinds := self._word_kinds(part, parser_state.position, accepted)):
                token, at = _word(part, bits, at, kinds)
            else:
                token = self._other(part, bits[at], accepted)
                at += 1
            part.seen.append(token)
            yield token

    def _word_kinds(self, part: Part, state: int, accepted: dict[str, Any]) -> tuple[str, ...]:
        """The kinds of words that a state of the parser accepts."""
        if state not in self.kinds:
            self.kinds[state] = tuple(kind for kind in _all_kinds(part.words) if kind in accepted)
        return self.kinds[state]

    def _other(self, part: Part, bit: Bit, accepted: dict[str, Any]) -> Token:
        """A number, a sign, or a word where none belongs."""
        kind = self.names.get(bit.text, "UNKNOWN")
        if bit.kind == "number":
            kind = "INT"
            digits = part.words.speech.digits
            if digits in accepted and "INT" not in accepted:
                if bit.text not in part.words.ids(digits):
                    raise _unknown(part, bit.start, bit.end, (digits,))
                kind = digits
        return Token(kind, bit.text, bit.start, end_pos=bit.end)


def _all_kinds(words: Lexicon) -> tuple[str, ...]:
    """The kinds of words; what is known by its shape is none."""
    shaped = words.speech.shapes.values()
    return (*(kind for kind in words.speech.named if kind not in shaped), *words.speech.fixed)


def _shaped(part: Part, bit: Bit) -> Token:
    """A word that is known by its shape to be of one kind."""
    kind = part.words.speech.shapes[bit.kind]
    word = part.words.read(kind, bit.text)
    if word is None:
        raise _unknown(part, bit.start, bit.end, (kind,))
    return Token(kind, word, bit.start, end_pos=bit.end)


def _letters(part: Part, bits: list[Bit], at: int) -> Token | None:
    """Letters that were run together, each of them a word; what is followed by a colon names somebody."""
    kind = part.words.speech.letters
    words = [part.words.read(kind, letter) for letter in bits[at].text]
    if None in words or (at + 1 < len(bits) and bits[at + 1].text == ":"):
        return None
    return Token(kind, " ".join(map(str, words)), bits[at].start, end_pos=bits[at].end)


def _word(part: Part, bits: list[Bit], at: int, kinds: tuple[str, ...]) -> tuple[Token, int]:
    """The longest run of words that is known here, as one token."""
    run = at
    while run < len(bits) and bits[run].kind == "word" and run - at <= MOST_WORDS:
        run += 1
    letters = part.words.speech.letters
    found = part.words.find(tuple(kind for kind in kinds if kind != letters), [bit.text for bit in bits[at:run]])
    if letters in kinds and (found is None or found[0] == 1) and (token := _letters(part, bits, at)):
        return token, at + 1
    if found is None:
        last = at if len(part.seen) == 0 and part.rule == "head" else run - 1
        raise _unknown(part, bits[at].start, bits[last].end, kinds)
    number, meanings = found
    end = bits[at + number - 1].end
    if len(meanings) > 1:
        fault = _unknown(part, bits[at].start, end, ())
        fault.params["expected"] = sorted(part.words.spell(*meaning) for meaning in meanings)
        raise fault
    kind, word = next(iter(meanings))
    return Token(kind, word, bits[at].start, end_pos=end), at + number


def _unknown(part: Part, start: int, end: int, kinds: tuple[str, ...]) -> PartError:
    expected = part.words.expected(kinds)
    return PartError("record.word", start, kinds, word=part.shown(start, end), expected=expected)


@cache
def grammar(game: str) -> Lark:
    """The grammar of a game."""
    speech = speech_of(game)
    return Lark(speech.grammar, parser="lalr", lexer=WordLexer, start=list(speech.starts))


def parse(part: Part) -> Tree[Token]:
    """The tree of a part of a line, or a `PartError`."""
    try:
        return grammar(part.words.speech.game).parse(part, start=part.rule)
    except UnexpectedToken as error:
        fault = _misplaced(part, error)
        fault.tokens = part.seen[:-1] if part.seen and part.seen[-1] is error.token else part.seen
        raise fault from None
    except PartError as fault:
        fault.tokens = part.seen
        raise


def _misplaced(part: Part, error: UnexpectedToken) -> PartError:
    """A token where others belong: what they are, in plain kinds."""
    token = error.token
    if (name := _longer_name(part, token)) is not None:
        return name
    at = token.start_pos if token.type != "$END" and token.start_pos is not None else _end(part)
    end = token.end_pos if token.type != "$END" and token.end_pos is not None else at
    stack = (part.words.speech.game, *error.state.state_stack)
    if stack not in _ACCEPTED:
        _ACCEPTED[stack] = frozenset(error.accepts or error.expected)
    return PartError("record.type", at, found=part.shown(at, end), expected=_plain(part.words, _ACCEPTED[stack]))


def _longer_name(part: Part, token: Token) -> PartError | None:
    """A name that was known by its first words and goes on with words that nothing knows: the whole is unknown.

    What is known by its shape is whole in itself.
    """
    seen = [known for known in part.seen if known is not token]
    speech = part.words.speech
    names = speech.named.keys() - set(speech.shapes.values())
    if token.type != "UNKNOWN" or not seen or seen[-1].type not in names:
        return None
    run = list(takewhile(lambda bit: bit.kind == "word", (b for b in part.bits() if b.start >= (token.start_pos or 0))))
    if not run or part.words.find(_all_kinds(part.words), [bit.text for bit in run]) is not None:
        return None
    name = seen[-1]
    part.seen[:] = seen[:-1]
    return _unknown(part, name.start_pos or 0, run[-1].end, (name.type,))


# By the game and the states of its parser: a few hundred, all lists are left-recursive.
_ACCEPTED: dict[tuple[str | int, ...], frozenset[str]] = {}


def _end(part: Part) -> int:
    """The place after the last token of the part."""
    return part.seen[-1].end_pos or 0 if part.seen else 0


@lru_cache(2048)
def _plain(words: Lexicon, accepted: frozenset[str]) -> list[str]:
    """Terminals as kinds that i18n.say has words for, signs as they are, keywords as the header's language has them."""
    speech = words.speech
    signs = {t.name: t.pattern.value for t in grammar(speech.game).terminals if isinstance(t.pattern, PatternStr)}
    plain: list[str] = []
    others = (*speech.fixed, *(kind for kind in speech.named if kind not in speech.kinds))
    for name in (*speech.kinds, *others, *sorted(signs, key=lambda name: SIGNS.index(signs[name]))):
        if name in accepted:
            if name in speech.kinds:
                plain.append(speech.kinds[name])
            else:
                plain += [signs[name]] if name in signs else words.expected((name,))
    if "line-end" in plain:
        plain.remove("line-end")
        plain.append("line-end")
    return list(dict.fromkeys(plain))
