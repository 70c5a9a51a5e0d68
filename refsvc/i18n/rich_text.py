"""The text of a paragraph as HTML: bold and italic, links to rules, symbols drawn with their spoken names.

One filter for the site and for print. Anything else in a text is shown as it is; HTML is escaped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from markupsafe import Markup

from engine import find_game
from engine.core.rulebook import LINK, TOKEN
from refsvc.i18n import catalogue, sentences
from refsvc.library import numbers

Target = Callable[[str, str], str]  # (scheme, rest of the address) -> path
Draw = Callable[[str, str], Markup]  # (token, spoken name) -> a drawing that is read aloud by its name
SCHEME = re.compile(r"(rule|page):([a-z0-9./-]+)")
PLACEHOLDER = re.compile(r"\{([a-z0-9_.]+)\}")
# What stays on the line of a symbol: stops, and words that a text holds to it.
AFTER = re.compile(r"[\u00a0\u202f]?[).,;:!?]+|(?:\u00a0\S+)+")
COUNTED = re.compile(r"(?<=\d) (?=[^\W\d])")  # between a number and what is counted, where no line ends
CLOSING = re.compile(r"(?<=[\w:]) (?=\d+(?:[).,;]|[\u00a0\u202f][;:]))")  # before a number that would stand alone
BEGINNING, ENDING = re.compile(r" [^\W\d]"), re.compile(r"[^\W\d] $")  # of a text beside a symbol
HYPHENED = {  # words that stay whole: a Czech one broken at its hyphen would need a second hyphen
    "cs": re.compile(r"[\w’]+(?:-\w+)+"),
    "fr": re.compile(r"\w+-(?:t-)?(?:ils?|elles?|on|en|ce|ci|là|la|les?)\b"),
}
# Drawings that are called otherwise than the token of a text.
DRAWN = {
    "available": "order-available",
    "spent": "order-spent",
    "commit": "to-committed",
    "release": "to-uncommitted",
    "plus:1": "cost-1",
    "plus:2": "cost-2",
}


def html(text: str, game: str, language: str, target: Target, draw: Draw) -> Markup:
    """The HTML of one paragraph; `target` gives the address of a link, `draw` the drawing of a symbol."""
    env = {"game": game, "language": language, "target": target, "draw": draw, "symbols": symbols(game)}
    return Markup(_markdown().renderInline(with_numbers(text, game), env))


def plain(text: str, game: str, language: str) -> str:
    """A text without marks, links and drawings, its symbols by their names: what a search looks through."""
    return sentences.plain(with_numbers(text, game), game, language)


def with_numbers(text: str, game: str) -> str:
    """The text with the numbers of the data in place of `{…}`; one that is not known stays as it is."""
    known = numbers(game)
    return PLACEHOLDER.sub(lambda m: str(known.get(m[1], m[0])), text)


def symbols(game: str) -> Mapping[str, str]:
    """The tokens of a game's symbols, and their English names."""
    return find_game(game).rulebook().symbols


def symbol_name(token: str, game: str, language: str) -> str:
    """What a symbol is called when it is read aloud."""
    return catalogue.text(f"{game}.name.symbol.{token}", language)


def unlinked(text: str) -> str:
    """The text with its links as plain words, for where nothing can be followed."""
    return LINK.sub(r"\1", text)


def drawing(token: str) -> str:
    """The id of the drawing that stands for a token, in the sprite of symbols."""
    return DRAWN.get(token, token.replace(":", "-"))


def _symbol(state: StateInline, silent: bool) -> bool:
    """Reads a token in brackets where a symbol of this name exists."""
    found = TOKEN.match(state.src, state.pos)
    if found is None or found[1] not in state.env["symbols"]:
        return False
    if not silent:
        state.push("symbol", "", 0).content = found[1]
    state.pos = found.end()
    return True


def _symbol_html(_self: RendererHTML, tokens: Sequence[Token], at: int, _options: OptionsDict, env: Any) -> str:
    token = tokens[at].content
    drawn = str(env["draw"](token, symbol_name(token, env["game"], env["language"])))
    before, after = _opening(tokens, at), escapeHtml(_closing(tokens, at))
    return _unbroken(before + drawn + after) if before or after else drawn


def _text_html(_self: RendererHTML, tokens: Sequence[Token], at: int, _options: OptionsDict, env: Any) -> str:
    text = tokens[at].content.removeprefix(_closing(tokens, at - 1)).removesuffix(_opening(tokens, at + 1))
    text = CLOSING.sub("\u00a0", COUNTED.sub("\u00a0", _tied(text, tokens, at)))
    hyphened = HYPHENED.get(env["language"])
    return hyphened.sub(lambda m: _unbroken(m[0]), escapeHtml(text)) if hyphened else escapeHtml(text)


def _tied(text: str, tokens: Sequence[Token], at: int) -> str:
    """The text with no end of a line between a symbol and its word: the one before it, or after a stop the next one."""
    if ENDING.search(tokens[at].content) and at + 1 < len(tokens) and tokens[at + 1].type == "symbol":
        text = f"{text[:-1]}\u00a0"
    is_after = BEGINNING.match(tokens[at].content) and at and tokens[at - 1].type == "symbol"
    if is_after and not (at > 1 and ENDING.search(tokens[at - 2].content)):
        text = f"\u00a0{text[1:]}"
    return text


def _opening(tokens: Sequence[Token], at: int) -> str:
    """The bracket that stands right before a symbol and has to stay on its line."""
    is_symbol = 0 < at < len(tokens) and tokens[at].type == "symbol"
    return "(" if is_symbol and tokens[at - 1].type == "text" and tokens[at - 1].content.endswith("(") else ""


def _closing(tokens: Sequence[Token], at: int) -> str:
    """What stands right after a symbol and has to stay on its line."""
    is_symbol = 0 <= at < len(tokens) - 1 and tokens[at].type == "symbol"
    found = AFTER.match(tokens[at + 1].content) if is_symbol and tokens[at + 1].type == "text" else None
    return found[0] if found else ""


def _unbroken(html: str) -> str:
    return f'<span class="nowrap">{html}</span>'


def _link_html(self: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: Any) -> str:
    href = str(tokens[at].attrs["href"])
    if not (found := SCHEME.fullmatch(href)):
        raise LookupError(f"a text links to {href}, which is neither a rule nor a page")
    tokens[at].attrs["href"] = env["target"](found[1], found[2])
    return self.renderToken(tokens, at, options, env)


@cache
def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("zero").enable(["emphasis", "link", "escape"])
    markdown.inline.ruler.before("link", "symbol", _symbol)
    markdown.add_render_rule("symbol", _symbol_html)
    markdown.add_render_rule("text", _text_html)
    markdown.add_render_rule("link_open", _link_html)
    return markdown
