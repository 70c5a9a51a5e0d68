"""The reference as a table: kinds of pages, the places they are at, and the addresses of both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from markupsafe import Markup
from msgspec import Struct

from refsvc import inline
from refsvc.i18n import say
from refsvc.i18n.catalogue import LANGUAGES
from refsvc.library import SHOWN
from refsvc.search import Document
from refsvc.web import drawing


class Place(say.Speech):
    """Where a page stands: its kind, language, and the game and item it is about, if any. Speaks its language."""

    __slots__ = ("game", "item", "kind", "language", "site")

    def __init__(self, site: Site, kind: Kind, language: str, game: str = "", item: str = "") -> None:
        self.site = site
        self.kind = kind
        self.language = language
        self.game = game or SHOWN[0]
        self.item = item

    @property
    def path(self) -> str:
        """The address of this place."""
        return f"/{self.language}/" + self.kind.pattern.format(game=self.game, item=self.item)

    def twin(self, language: str) -> Place:
        """The same place in another language; of two languages side by side the other one goes first."""
        item = self.language if self.item == language else self.item
        return Place(self.site, self.kind, language, self.game, item)

    def link(self, kind: str, item: str = "", language: str = "", anchor: str = "") -> str:
        """The address of a page by its kind and item; it stays in this game, and in this language if none is named."""
        pattern = self.site.kinds[kind].pattern.format(game=self.game, item=item)
        return f"/{language or self.language}/{pattern}" + (f"#{anchor}" if anchor else "")

    def has(self, kind: str) -> bool:
        """Whether the site has such pages yet."""
        return kind in self.site.kinds

    def rich(self, text: str) -> Markup:
        """The HTML of a text with marks, links and symbols."""
        return inline.html(text, self.game, self.language, self._target, drawing.symbol)

    def paragraphs(self, text: str) -> list[Markup]:
        """The same, for a text whose paragraphs stand apart by an empty line."""
        return [self.rich(part) for part in text.split("\n\n") if part.strip()]

    def _target(self, scheme: str, rest: str) -> str:
        """Where `[words](rule:id)` or `[words](page:kind)` leads; a link that leads nowhere is an error."""
        kind, _, item = ("ruling", "", rest) if scheme == "rule" else rest.partition("/")
        path = self.link(kind, item)
        if path not in self.site.places(self.language):
            raise LookupError(f"a text links to {scheme}:{rest}, which is no page")
        return path


class Kind(Struct, frozen=True):
    """A kind of page: `pages/<name>.html` shows what `context` gives, at `pattern`, once for each of `items`.

    `{game}` in the pattern makes one for every game; `documents` is what the search is to find on pages of this kind.
    A page that `asks` shows something else when a question follows its address. Pages that are not kept are too many
    for the copy that a device keeps for use without network; those that need the service can't be part of it, nor of a
    static site.
    """

    name: str
    pattern: str
    context: Callable[[Place], dict[str, Any]]
    items: Callable[[Place], Iterable[str]] | None = None
    documents: Callable[[Place], Iterator[Document]] | None = None
    in_menu: bool = False
    asks: bool = False
    is_kept: bool = True
    needs_service: bool = False

    def places(self, site: Site, language: str) -> Iterator[Place]:
        """Every place of this kind."""
        for game in SHOWN if "{game}" in self.pattern else ("",):
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

    def kept(self, language: str) -> list[str]:
        """The addresses of a language that a device keeps for use without network."""
        return [
            path for path, place in self.places(language).items() if place.kind.is_kept and not place.kind.needs_service
        ]

    def find(self, path: str) -> Place | None:
        """The place of an address."""
        language = path[1:3]
        return self.places(language).get(path) if language in LANGUAGES else None

    def addresses(self) -> Iterator[str]:
        """Every address of the reference, in every language."""
        for language in LANGUAGES:
            yield from self.places(language)

    def documents(self, language: str) -> Iterator[Document]:
        """Everything the search can find, in one language."""
        for kind in self.kinds.values():
            if kind.documents is not None:
                for game in SHOWN:
                    yield from kind.documents(Place(self, kind, language, game))
