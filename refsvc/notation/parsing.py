"""A part of a line -> its tree: the grammar, the lexer that asks the words what may stand here, and what went wrong."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from functools import cache, lru_cache
from itertools import dropwhile, takewhile
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedToken
from lark.lexer import Lexer, LexerState, PatternStr
from msgspec import Struct

from engine.core.record import UNSEEN
from refsvc.i18n.folding import Folded, spelling
from refsvc.notation.game_notation import Syntax, syntax_of
from refsvc.notation.words import MOST_WORDS, Lexicon

Move = dict[str, Any]
Fitting = tuple[str, str]  # the kind of a token and its id; the id of a kind with many is `UNREAD`
MOST_LISTED = 8  # ids of one kind that are tried one by one
NUMBERS = tuple(str(number) for number in range(7))  # that may stand where one can't be read
SIGNS = ":>[]()|=,+-×?"
MOST_SHOWN = 80
MOST_SIGNS = 12  # signs and words in which is looked for what a sign stands before


class PartError(Exception):
    """What can't be read: the rule, where (a place in the folded line) and the parameters of the message."""

    def __init__(self, rule: str, at: int, kinds: tuple[str, ...] = (), **params: Any) -> None:
        super().__init__(rule)
        self.rule = rule
        self.at = at
        self.kinds = kinds
        self.params = params
        self.tokens: list[Token] = []
        self.end = at  # of what can't be read, in the folded line ...
        self.fitting: tuple[Fitting, ...] = ()  # ... what may stand in its place, or before a token out of place
        self.meant: tuple[tuple[Move, ...], ...] = ()  # what the part may have been, the likeliest first
        self.readings: tuple[tuple[Move, ...], ...] = ()  # what it is, if that is more than one thing: all complete


def unclear(readings: tuple[tuple[Move, ...], ...]) -> PartError:
    """What can be read in more than one way: the position may choose (refsvc/checking/readings.py)."""
    fault = PartError("record.readings", 0)
    fault.readings = readings
    return fault


class Lexeme(Struct, frozen=True):
    """A word, number or sign of the folded line."""

    kind: str
    text: str
    start: int
    end: int


class Repair(Struct, frozen=True):
    """A token put into a line in place of what stands from `start` to `end`; no kind: that is left out."""

    kind: str
    word: str
    start: int
    end: int


class Part(Struct, frozen=True):
    """What one parse reads: the rule that it begins with, a part of a line, and the words of its game."""

    rule: str
    line: Folded
    words: Lexicon
    seen: list[Token]
    repairs: tuple[Repair, ...] = ()  # in their order

    def lexemes(self) -> list[Lexeme]:
        """Its lexemes; a hyphen between letters, full stops, apostrophes and exclamation marks part words."""
        found: list[Lexeme] = []
        text = self.line.text
        for match in self.words.syntax.pieces.finditer(text):
            kind, start, end = str(match.lastgroup), match.start(), match.end()
            if kind == "blank":
                if match.group() != "-" or (start and text[start - 1].isalpha() and text[end : end + 1].isalpha()):
                    continue
                kind = "sign"
            found.append(Lexeme(kind, match.group(), start, end))
        return found

    def shown(self, start: int, end: int) -> str:
        """What stands in the line as it was written."""
        written = self.line.line[self.line.places[start] : self.line.places[end]].strip()
        return UNSEEN.sub("\ufffd", written[:MOST_SHOWN])


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
        lexemes = part.lexemes()
        at = 0
        repairs = list(part.repairs)
        while at < len(lexemes) or repairs or "TEXT" in states[parser_state.position]:
            accepted = states[parser_state.position]
            if repairs and (at == len(lexemes) or lexemes[at].start >= repairs[0].start):
                repair = repairs.pop(0)
                at += sum(lexeme.start < repair.end for lexeme in lexemes[at:])
                if not repair.kind:
                    continue
                token = Token(repair.kind, repair.word, repair.start, end_pos=repair.end)
            elif "TEXT" in accepted:
                start, end = part.seen[-1].end_pos, len(part.line.text)
                token = Token("TEXT", part.line.line[part.line.places[start] :].strip(), start, end_pos=end)
                at = len(lexemes)
            elif lexemes[at].kind in part.words.syntax.shapes:
                token = _shaped(part, lexemes[at])
                at += 1
            elif self._is_left_out(part, lexemes, at, accepted):
                at += 1
                continue
            elif run := _run_together(part, lexemes[at], accepted):
                part.seen.extend(run[:-1])
                yield from run[:-1]
                token, at = run[-1], at + 1
            elif lexemes[at].kind == "word" and (kinds := self._word_kinds(part, parser_state.position, accepted)):
                word, at = _word(part, lexemes, at, kinds)
                if word is None:
                    continue
                token = word
            elif _is_idle(part, lexemes[at]):
                at += 1
                continue
            else:
                token = self._other(part, lexemes[at], accepted)
                at += 1
            part.seen.append(token)
            yield token

    def _word_kinds(self, part: Part, state: int, accepted: dict[str, Any]) -> tuple[str, ...]:
        """The kinds of words that a state of the parser accepts."""
        if state not in self.kinds:
            self.kinds[state] = tuple(kind for kind in _all_kinds(part.words) if kind in accepted)
        return self.kinds[state]

    def _sign(self, syntax: Syntax, sign: str, accepted: Container[str]) -> str | None:
        """What a sign is: itself or what it may stand for, the first that the parser accepts; None if none fits."""
        kinds = (self.names.get(each) for each in (sign, *syntax.alike.get(sign, ())))
        return next((kind for kind in kinds if kind in accepted), None)

    def _is_left_out(self, part: Part, lexemes: list[Lexeme], at: int, accepted: dict[str, Any]) -> bool:
        """Whether a sign says nothing here: before a word that needs none, or where no sign belongs."""
        syntax, sign = part.words.syntax, lexemes[at].text
        is_filler = (
            lexemes[at].kind == "word" and part.seen and syntax.fillers and part.words.means(syntax.fillers, sign)
        )
        if not is_filler and lexemes[at].kind != "sign":
            return False
        left_out = syntax.left_out.items()
        kinds = tuple(kind for kind, signs in left_out if kind in accepted and (is_filler or sign in signs))
        if kinds:
            rest = list(dropwhile(lambda each: each.kind == "sign", lexemes[at + 1 : at + 1 + MOST_SIGNS]))
            words = [each.text for each in takewhile(lambda each: each.kind == "word", rest)]
            if words and part.words.find(kinds, words) is not None:
                return True
            is_free = self._sign(syntax, sign, accepted) is None  # before a face; it may be a number
            if is_free and rest and rest[0].kind == "number" and syntax.digits in kinds:
                return True
        return not is_filler and sign in syntax.soft and self._sign(syntax, sign, accepted) is None

    def _other(self, part: Part, lexeme: Lexeme, accepted: dict[str, Any]) -> Token:
        """A number, a sign, or a word where none belongs."""
        kind = self._sign(part.words.syntax, lexeme.text, accepted) or self.names.get(lexeme.text, "UNKNOWN")
        if lexeme.kind == "number":
            kind = "INT"
            digits = part.words.syntax.digits
            if digits in accepted and "INT" not in accepted:
                if lexeme.text not in part.words.ids(digits):
                    raise _unknown(part, lexeme.start, lexeme.end, (digits,))
                kind = digits
        return Token(kind, lexeme.text, lexeme.start, end_pos=lexeme.end)


def _all_kinds(words: Lexicon) -> tuple[str, ...]:
    """The kinds of words; what is known by its shape is none."""
    shaped = words.syntax.shapes.values()
    return (*(kind for kind in words.syntax.named if kind not in shaped), *words.syntax.fixed)


def _shaped(part: Part, lexeme: Lexeme) -> Token:
    """A word that is known by its shape to be of one kind."""
    kind = part.words.syntax.shapes[lexeme.kind]
    word = part.words.read(kind, lexeme.text)
    if word is None:
        raise _unknown(part, lexeme.start, lexeme.end, (kind,))
    return Token(kind, word, lexeme.start, end_pos=lexeme.end)


def _run_together(part: Part, lexeme: Lexeme, accepted: Container[str]) -> list[Token]:
    """Faces written without blanks, the colour before them too: `02` is 0 and 2, `ro` is red and an order."""
    syntax = part.words.syntax
    faces, ahead = syntax.digits, next(iter(syntax.initials), "")
    first = [ahead] if lexeme.kind == "word" and ahead in accepted else []
    if not faces or len(lexeme.text) < 2 or not (first or (lexeme.kind == "number" and faces in accepted)):
        return []
    if "INT" in accepted if lexeme.kind == "number" else part.words.find(_all_kinds(part.words), [lexeme.text]):
        return []
    kinds = [*first, *[faces] * (len(lexeme.text) - len(first))]
    read = [part.words.read(kind, letter) for kind, letter in zip(kinds, lexeme.text, strict=True)]
    if None in read:
        return []
    places = range(lexeme.start, lexeme.end)
    return [Token(k, str(w), at, end_pos=at + 1) for k, w, at in zip(kinds, read, places, strict=True)]


def _letters(part: Part, lexemes: list[Lexeme], at: int) -> Token | None:
    """Letters that were run together, each of them a word; what is followed by a colon names somebody."""
    kind = part.words.syntax.letters
    words = [part.words.read(kind, letter) for letter in lexemes[at].text]
    if None in words or (at + 1 < len(lexemes) and lexemes[at + 1].text == ":"):
        return None
    return Token(kind, " ".join(map(str, words)), lexemes[at].start, end_pos=lexemes[at].end)


def _word(part: Part, lexemes: list[Lexeme], at: int, kinds: tuple[str, ...]) -> tuple[Token | None, int]:
    """The longest run of words that is known here, as one token; None is a word that says nothing."""
    run = at
    while run < len(lexemes) and lexemes[run].kind == "word" and run - at <= MOST_WORDS:
        run += 1
    letters = part.words.syntax.letters
    found = part.words.find(
        tuple(kind for kind in kinds if kind != letters), [lexeme.text for lexeme in lexemes[at:run]]
    )
    if letters in kinds and (found is None or found[0] == 1) and (token := _letters(part, lexemes, at)):
        return token, at + 1
    if _is_idle(part, lexemes[at]) and (found is None or _is_article(part, lexemes[at], found)):
        return None, at + 1
    if found is None and not (said := _said(part.words.syntax, kinds)):
        return Token("UNKNOWN", lexemes[at].text, lexemes[at].start, end_pos=lexemes[at].end), at + 1
    if found is None:
        token = Token("UNKNOWN", lexemes[at].text, lexemes[at].start, end_pos=lexemes[at].end)
        before = next((each for each in reversed(lexemes[:at]) if each.text not in part.words.idle), None)
        if before and _goes_on(part, before) and (name := _longer_name(part, token)):
            raise name
        last = at if len(part.seen) == 0 and part.rule == "head" else run - 1
        while last > at and letters and all(part.words.read(letters, each) for each in lexemes[last].text):
            last -= 1  # dice behind what can't be read
        raise _unknown(part, lexemes[at].start, lexemes[last].end, said)
    number, meanings = found
    end = lexemes[at + number - 1].end
    if len(meanings) > 1:
        fault = _unknown(part, lexemes[at].start, end, ())
        fault.params["expected"] = sorted(part.words.spell(*meaning) for meaning in meanings)
        fault.fitting = tuple(sorted(meanings))
        raise fault
    kind, word = next(iter(meanings))
    return Token(kind, word, lexemes[at].start, end_pos=end), at + number


def _is_idle(part: Part, lexeme: Lexeme) -> bool:
    """Whether a word may say nothing; a letter in capitals is a side, or the slip of one."""
    return lexeme.text in part.words.idle and (len(lexeme.text) > 1 or part.shown(lexeme.start, lexeme.end).islower())


def _is_article(part: Part, lexeme: Lexeme, found: tuple[int, set[tuple[str, str]]]) -> bool:
    """Whether a letter in small behind one of its kind in capitals is a word that says nothing: "C a passé"."""
    last = part.seen[-1] if part.seen else None
    if last is None or found[0] > 1 or {kind for kind, _ in found[1]} != {last.type} or len(lexeme.text) > 1:
        return False
    between = part.line.text[last.end_pos : lexeme.start]
    before, written = part.shown(last.start_pos or 0, last.end_pos or 0), part.shown(lexeme.start, lexeme.end)
    return not between.strip() and before[:1].isupper() and written.islower()


def _goes_on(part: Part, before: Lexeme) -> bool:
    """Whether the name that ends here is the beginning of a longer one: what follows was meant to belong to it."""
    last = part.seen[-1] if part.seen else None
    if last is None or last.end_pos != before.end or last.type not in part.words.syntax.named:
        return False
    return part.words.goes_on(last.type, spelling(part.line.text[last.start_pos : last.end_pos]))


def _said(syntax: Syntax, kinds: tuple[str, ...]) -> tuple[str, ...]:
    """The kinds of words that are said to fit; those that need not stand in a line are not."""
    return tuple(kind for kind in kinds if kind not in syntax.unsaid)


def _unknown(part: Part, start: int, end: int, kinds: tuple[str, ...]) -> PartError:
    expected = part.words.expected(kinds)
    fault = PartError("record.word", start, kinds, word=part.shown(start, end), expected=expected)
    fault.end = end
    return fault


@cache
def grammar(game: str) -> Lark:
    """The grammar of a game."""
    syntax = syntax_of(game)
    return Lark(syntax.grammar, parser="lalr", lexer=WordLexer, start=list(syntax.starts))


def parse(part: Part) -> Tree[Token]:
    """The tree of a part of a line, or a `PartError`."""
    try:
        return grammar(part.words.syntax.game).parse(part, start=part.rule)
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
    stack = (part.words.syntax.game, *error.state.state_stack)
    if stack not in _ACCEPTED:
        _ACCEPTED[stack] = frozenset(error.accepts or error.expected)
    accepted = _ACCEPTED[stack]
    fault = PartError("record.type", at, found=part.shown(at, end), expected=_plain(part.words, accepted))
    fault.end = end
    fault.fitting = tuple((kind, "") for kind in sorted(accepted) if kind != "$END")
    return fault


def _longer_name(part: Part, token: Token) -> PartError | None:
    """A name that was known by its first words and goes on with words that nothing knows: the whole is unknown.

    What is known by its shape is whole in itself.
    """
    seen = [known for known in part.seen if known is not token]
    syntax = part.words.syntax
    names = syntax.named.keys() - set(syntax.shapes.values())
    is_initial = token.type in syntax.initials and (token.end_pos or 0) - (token.start_pos or 0) == 1
    if not (token.type == "UNKNOWN" or is_initial) or not seen or seen[-1].type not in names:
        return None
    after = (lexeme for lexeme in part.lexemes() if lexeme.start >= (token.start_pos or 0))
    run = list(takewhile(lambda lexeme: lexeme.kind == "word", after))
    kinds = tuple(kind for kind in _all_kinds(part.words) if kind not in syntax.initials)
    if not run or part.words.find(kinds, [lexeme.text for lexeme in run]) is not None:
        return None
    name = seen[-1]
    others = tuple(names - {name.type})
    rest = [lexeme.text for lexeme in run[: MOST_WORDS + 1]]
    known = (n for n in range(1, len(rest)) if (part.words.find(others, rest[n:]) or (0,))[0] == len(run) - n)
    run = run[: next(known, len(run))]  # the name ends before a word that is another's: a section, not the card
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
    syntax = words.syntax
    signs = {t.name: t.pattern.value for t in grammar(syntax.game).terminals if isinstance(t.pattern, PatternStr)}
    plain = _named(words, accepted, signs, syntax.unsaid)
    if not plain:  # nothing but what needn't stand in a line fits here
        plain = _named(words, accepted, signs, ())
    if "line-end" in plain:
        plain.remove("line-end")
        plain.append("line-end")
    return list(dict.fromkeys(plain))


def _named(words: Lexicon, accepted: frozenset[str], signs: Mapping[str, str], unsaid: tuple[str, ...]) -> list[str]:
    """What is accepted, without what is not said to be missing."""
    syntax, plain = words.syntax, list[str]()
    others = (*syntax.fixed, *(kind for kind in syntax.named if kind not in syntax.kinds))
    for name in (*syntax.kinds, *others, *sorted(signs, key=lambda name: SIGNS.index(signs[name]))):
        if name in accepted and name not in unsaid and signs.get(name) not in unsaid:
            if name in syntax.kinds:
                plain.append(syntax.kinds[name])
            else:
                plain += [signs[name]] if name in signs else words.expected((name,))
    return plain
