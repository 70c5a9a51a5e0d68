"""Templates -> HTML. What a template may use besides its own values is listed in `common`."""

from __future__ import annotations

from typing import Any

from engine import GAMES
from refsvc.config import LANGUAGES
from refsvc.presentation import registry
from refsvc.web import assets
from refsvc.web.site import Place
from refsvc.web.templates import environment


def shared_values(place: Place) -> dict[str, Any]:
    """What every template can use: texts, names, links, static files, symbols."""
    return {
        "place": place,
        "language": place.language,
        "languages": LANGUAGES,
        "version": assets.version(),
        "t": place.text,
        "plural": place.plural,
        "name": place.name,
        "link": place.link,
        "has": place.has,
        "rich": place.rich,
        "static": assets.static_root(),
        "style": assets.address(assets.STYLE),
        "menu": menu(place),
        "game_switch": games(place),
        "switch": switch(place),
        "legends": {game: registry.of(game).legend() for game in GAMES},
    }


def menu(place: Place) -> list[dict[str, Any]]:
    """The kinds of pages in the head of every page; those of a game only where it is clear of which one."""
    return [
        {
            "name": kind.name,
            "label": place.text(f"menu.{kind.name}"),
            "path": place.link(kind.name),
            "is_here": kind.name == place.kind.name,
        }
        for kind in place.site.kinds.values()
        if kind.in_menu and kind.is_of(place.game) and (place.kind.has_game or not kind.has_game)
    ]


def games(place: Place) -> list[dict[str, Any]]:
    """The games to choose from, each with the page of this kind; none where there is only one."""
    return [
        {
            "id": game,
            "name": place.text(f"{game}.name"),
            "path": place.in_game(game).path,
            "is_here": place.kind.has_game and game == place.game,
        }
        for game in GAMES
    ]


def switch(place: Place) -> list[dict[str, Any]]:
    """The languages, each with the address of this same place."""
    return [
        {
            "language": language,
            "label": place.text(f"language.{language}"),
            "path": twin.path if twin.path in place.site.places(language) else place.link("home", language=language),
            "is_here": language == place.language,
        }
        for language in LANGUAGES
        for twin in (place.twin(language),)
    ]


def render(place: Place, **values: Any) -> str:
    """The HTML of the page at a place; `values` are added to those of its context."""
    context = shared_values(place) | place.kind.shown(place) | values
    return environment().get_template(place.kind.template(place.game)).render(context)
