"""Every address of the reference, by kind of page. One line makes a kind: see `Kind`, and CONTRIBUTING.md."""

from __future__ import annotations

from refsvc.web.pages import box, cards, glossary, home, rules, targets
from refsvc.web.site import Kind, Site

SITE = Site(
    (
        Kind("home", "", home.home),
        Kind("rules", "{game}/rules/", rules.rules, documents=rules.documents, in_menu=True),
        Kind("beside", "{game}/rules/with/{item}/", rules.beside, items=rules.other_languages),
        Kind("ruling", "{game}/rules/{item}", rules.ruling, items=rules.rule_ids),
        Kind("cards", "{game}/cards/", cards.cards, documents=cards.documents, in_menu=True),
        Kind("card", "{game}/cards/{item}", cards.card, items=cards.card_ids),
        Kind("targets", "{game}/targets/", targets.targets),
        Kind("glossary", "{game}/glossary/", glossary.glossary, documents=glossary.documents, in_menu=True),
        Kind("box", "{game}/box/", box.box, in_menu=True),
        Kind("search", "search", home.search, asks=True),
        Kind("about", "about/", home.about),
        Kind("offline", "offline/", home.offline),
    )
)
