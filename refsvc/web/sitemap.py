"""Every address of the reference, by kind of page. One line makes a kind: see `Kind`, and CONTRIBUTING.md."""

from __future__ import annotations

from refsvc.web.pages import aid, api, box, cards, cases, check, glossary, home, printing, rules, scenarios, targets
from refsvc.web.site import Kind, Site

SITE = Site(
    (
        Kind("home", "", home.home),
        Kind("rules", "{game}/rules/", rules.rules, documents=rules.documents, in_menu=True),
        Kind("beside", "{game}/rules/with/{item}/", rules.beside, items=rules.other_languages),
        Kind("ruling", "{game}/rules/{item}", rules.ruling, items=rules.rule_ids),
        Kind("check", "check/", check.check, documents=check.documents, in_menu=True, needs_service=True),
        Kind("print", "print/", printing.listed, documents=printing.documents, in_menu=True, needs_service=True),
        Kind("document", "print/{item}", printing.document, items=printing.names, needs_service=True),
        Kind("cards", "{game}/cards/", cards.cards, documents=cards.documents, in_menu=True),
        Kind("card", "{game}/cards/{item}", cards.card, items=cards.card_ids),
        Kind("targets", "{game}/targets/", targets.targets),
        Kind("scenarios", "{game}/scenarios/", scenarios.scenarios, documents=scenarios.documents, in_menu=True),
        Kind("scenario", "{game}/scenarios/{item}", scenarios.scenario, items=scenarios.scenario_ids),
        Kind("aid", "{game}/aid/", aid.aid, documents=aid.documents, in_menu=True),
        Kind("aid-battle", "{game}/aid/{item}/", aid.aid_battle, items=scenarios.scenario_ids),
        Kind("glossary", "{game}/glossary/", glossary.glossary, documents=glossary.documents, in_menu=True),
        Kind("cases", "{game}/cases/", cases.cases, documents=cases.documents, in_menu=True),
        Kind("case", "{game}/cases/{item}", cases.case, items=cases.case_ids, is_kept=False),
        Kind("box", "{game}/box/", box.box, in_menu=True),
        Kind("api", "api/", api.api, needs_service=True),
        Kind("search", "search", home.search, asks=True),
        Kind("about", "about/", home.about),
        Kind("offline", "offline/", home.offline),
    )
)

# The reference as a static site, without the pages that would have nobody to answer them.
EXPORTED = Site(kind for kind in SITE.kinds.values() if not kind.needs_service)
