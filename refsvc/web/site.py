"""The reference as a table: kinds of pages, the places they are at, and the addresses of both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import replace

from engine import GAMES
from refsvc import library
from refsvc.config import LANGUAGES
from refsvc.i18n import rich_text, sentences
from refsvc.presentation import registry
from refsvc.presentation.values import Page
from refsvc.search.index import Document
from refsvc.web import templates


class Place(sentences.Speech):
    """Where a page stands: its kind, language, and the game and item it is about, if any. Speaks its language."""

    __slots__ = ("game", "item", "kind", "language", "site")

    def __init__(self, site: Site, kind: Kind, language: str, game: str = "", item: str = "") -> None:
        self.site = site
        self.kind = kind
        self.language = language
        self.game = game or library.default_game()
        self.item = item

    @property
    def path(self) -> str:
        """The address of this place."""
        return f"/{self.language}/" + self.kind.pattern.format(game=self.game, item=self.item)

    def twin(self, language: str) -> Place:
        """This place in another language; on a page of two languages they change sides."""
        item = self.language if self.item == language else self.item
        return Place(self.site, self.kind, language, self.game, item)

    def link(self, kind: str, item: str = "", language: str = "", anchor: str = "") -> str:
        """The address of a page by its kind and item; it stays in this game, and in this language if none is named."""
        pattern = self.site.kinds[kind].pattern.format(game=self.game, item=item)
        return f"/{language or self.language}/{pattern}" + (f"#{anchor}" if anchor else "")

    def sheet(self, document: str) -> str:
        """The address of a document to print, of this game; the first game is what a document is of by itself."""
        return self.link("document", document) + ("" if self.game == library.default_game() else f"?game={self.game}")

    def has_document(self, document: str) -> bool:
        """Whether the game has such a document to print."""
        return document in registry.of(self.game).documents()

    def has(self, kind: str) -> bool:
        """Whether the site has such pages of this game."""
        return kind in self.site.kinds and self.site.kinds[kind].is_of(self.game)

    def of(self, game: str) -> Place:
        """This place, speaking of another game."""
        return Place(self.site, self.kind, self.language, game, self.item)

    def in_game(self, game: str) -> Place:
        """Where the reader of this page goes on in another game: the page of this kind, else the rules of that game."""
        is_there = self.kind.has_game and self.kind.is_of(game) and not self.kind.items
        return Place(self.site, self.kind if is_there else self.site.kinds["rules"], self.language, game)

    def rich(self, text: str) -> Markup:
        """The HTML of a text with marks, links and symbols."""
        return rich_text.html(text, self.game, self.language, self._target, templates.symbol)

    def symbol(self, token: str) -> Markup:
        """A symbol of the game, with the name by which it is spoken."""
        return templates.symbol(token, rich_text.symbol_name(token, self.game, self.language))

    def paragraphs(self, text: str) -> list[Markup]:
        """The HTML of each paragraph of a text; an empty line stands between two of them."""
        return [self.rich(part) for part in text.split("\n\n") if part.strip()]

    def _target(self, scheme: str, rest: str) -> str:
        """Where `[words](rule:id)` or `[words](page:kind)` leads; a link that leads nowhere is an error."""
        kind, _, item = ("ruling", "", rest) if scheme == "rule" else rest.partition("/")
        path = self.link(kind, item)
        if path not in self.site.places(self.language):
            raise LookupError(f"a text links to {scheme}:{rest}, which is no page")
        return path


Context = Callable[[Place], dict[str, Any]]
BY_GAME: Context | None = None  # each game has its own, in the `pages` of its presentation
Documents = Callable[[Place], Iterator[Document]]


class Kind(Struct, frozen=True):
    """A kind of page: `pages/<name>.html` shows what `context` gives, at `pattern`, once for each of `items`.

    `{game}` in the pattern makes one for every game; where `context` is `BY_GAME`, one for each game that has such a
    page, shown by `<game>/html/pages/<name>.html`. `documents` gives what the search is to find on pages of this kind.
    A page that `asks` shows something else when a question follows its address. Pages that are not kept are too many
    for the copy that a device keeps for use without network; those that need the service can't be part of it, nor of a
    static site.
    """

    name: str
    pattern: str
    context: Context | None
    items: Callable[[Place], Iterable[str]] | None = None
    documents: Documents | None = None
    in_menu: bool = False
    asks: bool = False
    is_offline: bool = True
    needs_service: bool = False
    only: Callable[[str], bool] | None = None  # the games that have such pages, where `context` is one for all

    @property
    def has_game(self) -> bool:
        """Whether its pages are about one game."""
        return "{game}" in self.pattern

    @property
    def games(self) -> tuple[str, ...]:
        """The games that have such pages; one without a name for pages that are about none."""
        return tuple(game for game in GAMES if self.is_of(game)) if self.has_game else ("",)

    def is_of(self, game: str) -> bool:
        """Whether a game has such pages; those that are about no game are there for all."""
        if self.context is None:
            return self.page_of(game) is not None
        return self.only is None or self.only(game)

    def shown(self, place: Place) -> dict[str, Any]:
        """What the template of a page is given."""
        if self.context is not None:
            return self.context(place)
        page = self.page_of(place.game)
        assert page is not None, (self.name, place.game)
        return page.show(place)

    def template(self, game: str) -> str:
        """The template of its pages, which is the game's own where what they show is."""
        return f"{game}/html/pages/{self.name}.html" if self.context is BY_GAME else f"pages/{self.name}.html"

    def found(self, place: Place) -> Iterable[Document]:
        """What the search is to find here."""
        page = self.page_of(place.game) if self.context is BY_GAME else None
        documents = page.documents if page else self.documents
        return documents(place) if documents else ()

    def page_of(self, game: str) -> Page | None:
        """What a game shows on pages of this kind."""
        return next(
            (page for page in registry.of(game or library.default_game()).pages() if page.kind == self.name), None
        )

    def places(self, site: Site, language: str) -> Iterator[Place]:
        """Every place of this kind."""
        for game in self.games:
            root = Place(site, self, language, game)
            if self.items is None:
                yield root
            else:
                yield from (Place(site, self, language, game, item) for item in self.items(root))


class Site:
    """Every page of the reference."""

    def __init__(self, kinds: Iterable[Kind]) -> None:
        self.kinds: Mapping[str, Kind] = {kind.name: kind for kind in kinds}
        self.places = cache(self._places)

    def _places(self, language: str) -> dict[str, Place]:
        """The places of a language by address."""
        found = (place for kind in self.kinds.values() for place in kind.places(self, language))
        return {place.path: place for place in found}

    def offline_paths(self, language: str, game: str = "") -> list[str]:
        """The addresses of a language that a device keeps for use without network: of a game, or those of none."""
        return [
            path
            for path, place in self.places(language).items()
            if place.kind.is_offline and not place.kind.needs_service and game == place.kind.has_game * place.game
        ]

    def find(self, path: str) -> Place | None:
        """The place of an address."""
        language = path[1:3]
        return self.places(language).get(path) if language in LANGUAGES else None

    def at(self, path: str) -> Place:
        """The place of an address that is known to be one."""
        return self.places(path[1:3])[path]

    def addresses(self) -> Iterator[str]:
        """Every address of the reference, in every language."""
        for language in LANGUAGES:
            yield from self.places(language)

    def documents(self, language: str) -> Iterator[Document]:
        """Everything the search can find, in one language."""
        for kind in self.kinds.values():
            for game in kind.games:
                for one in kind.found(Place(self, kind, language, game)):
                    yield one if one.game is not None else replace(one, game=game)
