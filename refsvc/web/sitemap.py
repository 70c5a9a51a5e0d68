"""Every address of the reference, by kind of page. One line makes a kind: see `Kind`, and CONTRIBUTING.md.

`BY_GAME` in place of a function is for what the `pages` of each game show in its own way, or only some games have.
"""

from __future__ import annotations

from collections.abc import Iterable

from refsvc import library
from refsvc.reference import cards
from refsvc.web.pages import api, box, cases, check, glossary, home, notation, printing, rules
from refsvc.web.site import BY_GAME, Kind, Place, Site


def battle_ids(place: Place) -> Iterable[str]:
    """Every battle that can be played."""
    return library.in_order(place.game)


def card_ids(place: Place) -> Iterable[str]:
    """Every card."""
    return cards.deck(place.game)


SITE = Site(
    (
        Kind("home", "", home.home),
        Kind("rules", "{game}/rules/", rules.rules, documents=rules.documents, in_menu=True),
        Kind("beside", "{game}/rules/with/{item}/", rules.in_two_languages, items=rules.other_languages),
        Kind("ruling", "{game}/rules/{item}", rules.ruling, items=rules.rule_ids),
        Kind("check", "check/", check.check, documents=check.documents, in_menu=True, needs_service=True),
        Kind("notations", "notation/", notation.all_games),
        Kind("notation", "{game}/notation/", notation.notation, documents=notation.documents, in_menu=True),
        Kind("print", "print/", printing.listed, documents=printing.documents, in_menu=True, needs_service=True),
        Kind("document", "print/{item}", printing.document, items=printing.names, needs_service=True),
        Kind("cards", "{game}/cards/", BY_GAME, in_menu=True),
        Kind("card", "{game}/cards/{item}", BY_GAME, items=card_ids),
        Kind("targets", "{game}/targets/", BY_GAME),
        Kind("units", "{game}/units/", BY_GAME, in_menu=True),
        Kind("terrain", "{game}/terrain/", BY_GAME, in_menu=True),
        Kind("scenarios", "{game}/scenarios/", BY_GAME, in_menu=True),
        Kind("scenario", "{game}/scenarios/{item}", BY_GAME, items=battle_ids),
        Kind("aid", "{game}/aid/", BY_GAME, in_menu=True),
        Kind("aid-battle", "{game}/aid/{item}/", BY_GAME, items=battle_ids),
        Kind("glossary", "{game}/glossary/", glossary.glossary, documents=glossary.documents, in_menu=True),
        Kind("cases", "{game}/cases/", cases.cases, documents=cases.documents, in_menu=True),
        Kind("case", "{game}/cases/{item}", cases.case, items=cases.case_ids, is_offline=False),
        Kind("box", "{game}/box/", box.box, in_menu=True, only=box.is_of),
        Kind("api", "api/", api.api, needs_service=True),
        Kind("search", "search", home.search, asks=True),
        Kind("about", "about/", home.about),
        Kind("offline", "offline/", home.offline),
    )
)

# The reference as a static site, without the pages that would have nobody to answer them.
EXPORTED = Site(kind for kind in SITE.kinds.values() if not kind.needs_service)
