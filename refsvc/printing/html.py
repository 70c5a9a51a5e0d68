"""Data -> HTML: a document is a folder of templates, and what comes out holds its style and drawings itself."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from fontTools.ttLib import TTFont
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from refsvc import paths
from refsvc.i18n import rich_text, sentences
from refsvc.printing import svg_styles
from refsvc.version import __version__

SYMBOL = re.compile(r'<symbol id="([a-z0-9-]+)" viewBox="0 0 24 24">(.*?)</symbol>', re.DOTALL)
COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
HYPHENED = re.compile(r'<span class="nowrap">([^<]*)</span>')  # a word that stays whole
PARAGRAPH = re.compile(r"<p\b.*?</p>", re.DOTALL)
WORDS = re.compile(r"(?<=>)[^<]+")
# No line ends at these hyphens: compte-t-elle, je-li. Another hyphen would be found in the PDF wherever this one is.
# Nor at those of ad-Dín and al-Afdal, which Czech would repeat on the next line. What is held to the word goes with it.
ASKED = re.compile(
    r"(?:\b\w\u00a0)?(?:\w+-(?:t-)?(?:ils?|elles?|on|en|les?|la|ci|là|li)\b|\b[\w’]*a[dl]-\w+)(?:[\u00a0\u202f]?[?.,;:])?"
)
SMALL = "a-zà-öø-ÿčďěňřšťůž"
# A number alone does not begin a line, nor the dash before it; no line ends between a step or a turn and its number.
COUNTED = re.compile(
    rf"(?<!\s) (?=(?:– )?\d+(?:[\u00a0\u202f]?[,;)]|\.(?! [{SMALL}])|\u00a0→|$))|(?<=\b\d\.) (?=[{SMALL}])"
)
# A space before an element: WeasyPrint does not always see that the line can end there, and ends it early.
END = re.compile(r"(?<=[^\s>]) <(?=(?:a|b|em|i|span|strong|svg)\b)")
MAY_END = " \N{ZERO WIDTH SPACE}<"
# A word held to a link or a symbol: without a box of its own the line before it ends as early as it can.
HELD = re.compile(r"(?<=[^\s>]) (\w+\u00a0)<(?=(?:a|b|em|i|span|strong|svg)\b)")
IN_BOX = r" <span>\1</span><"
DRAWING_SCHEME = "refsvc:"  # before the name of a drawing that a document shows


@cache
def environment() -> Environment:
    """The templates of documents; a name that is not given is an error, never an empty place."""
    made = Environment(
        loader=FileSystemLoader(paths.templates("pdf")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals |= {
        "symbols": symbols(),
        "ink": svg_attributes,
        "placed": svg_styles.placed,
        "drawing_scheme": DRAWING_SCHEME,
        "version": __version__,
    }
    made.globals |= {"style": _style, "t": sentences.say, "in_each": in_each_language, "rich": rich}
    return made


@cache
def symbols() -> Mapping[str, Markup]:
    """What stands inside each symbol of the sprite; drawn in place, because print knows no outside `use`."""
    sprite = (paths.PACKAGE / "static" / "icons" / "symbols.svg").read_text("utf-8")
    return {name: Markup(drawn) for name, drawn in SYMBOL.findall(sprite)}


@cache
def svg_attributes(style: str) -> Markup:
    """The style of a shape, as attributes."""
    said = (Markup('{}="{}"').format(key, value) for key, value in svg_styles.attributes(style).items())
    return Markup(" ").join(said)


@cache
def symbol(token: str, name: str) -> Markup:
    """The symbol of a token within a text."""
    return Markup(_drawing().symbol(rich_text.drawing(token), name))


@cache
def _drawing() -> Any:
    return environment().get_template("_parts/drawing.html").module


def in_each_language(key: str, languages: Sequence[str]) -> list[dict[str, str]]:
    """A text in every language of a document."""
    return [{"language": language, "text": sentences.say(key, language)} for language in languages]


def rich(text: str, language: str, game: str) -> Markup:
    """The HTML of a text with marks and symbols; links stand as their words, since paper leads nowhere."""
    return unbroken_hyphens(rich_text.html(rich_text.unlinked(text), game, language, _nowhere, symbol), language)


def unbroken_hyphens(text: str, language: str) -> Markup:
    """The HTML of a text whose hyphened words stay whole by their hyphens; the French ones are held by `render`.

    Around words in a box of their own WeasyPrint ends lines early.
    """
    hyphen = "\N{NON-BREAKING HYPHEN}" if language == "cs" else "-"
    return Markup(HYPHENED.sub(lambda word: word[1].replace("-", hyphen), text))


def _nowhere(scheme: str, rest: str) -> str:
    raise LookupError(f"a document links to {scheme}:{rest}")


def render(document: str, paper: str, context: Mapping[str, Any]) -> str:
    """The HTML of a document on a paper, whole: style, drawings and text in one string."""
    template = environment().get_template(f"{document}/document.html")
    page = template.render(context, paper=paper, has_boxes=False)
    if set(page) - letters():
        page = template.render(context, paper=paper, has_boxes=True)
    return PARAGRAPH.sub(lambda found: line_breaks(WORDS.sub(_held_together, found[0])), page)


def line_breaks(text: str) -> Markup:
    """The HTML of a text whose lines may end wherever there is a space."""
    return Markup(END.sub(MAY_END, HELD.sub(IN_BOX, str(text))))  # a Markup would escape what is put in


def _held_together(words: re.Match[str]) -> str:
    """Words with what belongs on one line held together."""
    return COUNTED.sub("\N{NO-BREAK SPACE}", ASKED.sub(r'<span class="nowrap">\g<0></span>', words[0]))


@cache
def letters() -> frozenset[str]:
    """Every letter that one of our fonts has, and what is no letter; another one is printed as a box."""
    found = set("\n\t\r")
    for path in (paths.PACKAGE / "static" / "fonts").glob("*.otf"):
        with TTFont(path) as font:
            found |= set(map(chr, font.getBestCmap()))
    return frozenset(found)


@cache
def _style(name: str) -> Markup:
    """A style sheet of the documents; ours, so it goes in as it is."""
    sheet = next(sheet for folder in paths.templates("pdf") if (sheet := folder / name).is_file()).read_text("utf-8")
    return Markup(COMMENT.sub("", sheet).replace("@lettering;", svg_styles.lettering()))
