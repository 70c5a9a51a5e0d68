"""What every game promises its readers: a page of each kind, a menu, a way to the other games, answers to questions."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest
from flask.testing import FlaskClient

from engine import GAMES, find_game
from refsvc import library
from refsvc.config import LANGUAGES
from refsvc.i18n.catalogue import text
from refsvc.records import box_file
from refsvc.reference import book, cards, worked_cases
from refsvc.web.rendering import menu
from refsvc.web.search_pages import index
from refsvc.web.sitemap import SITE

KINDS = ("rules", "beside", "ruling", "cards", "card", "scenarios", "scenario", "aid", "aid-battle", "glossary",
         "cases", "case", "box")  # fmt: skip
HELD = re.compile(r'<span class="nowrap">([^<]*)</span>')  # a word within which no line may end


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_game_has_every_kind_of_page(game: str, kind: str) -> None:
    assert [place for place in SITE.places("cs").values() if place.kind.name == kind and place.game == game]


@pytest.mark.parametrize("game", GAMES)
def test_the_menu_has_the_pages_of_the_game_and_no_others(client: FlaskClient, game: str) -> None:
    place = SITE.places("fr")[f"/fr/{game}/rules/"]
    paths = [entry["path"] for entry in menu(place)]
    assert all(path in SITE.places("fr") for path in paths)
    assert not [path for path in paths for other in GAMES if other != game and f"/{other}/" in path]
    html = client.get(place.path).text
    assert all(f'href="{path}"' in html for path in paths)


@pytest.mark.parametrize("kind", ["rules", "aid", "glossary", "box"])
def test_the_choice_of_a_game_keeps_the_kind_of_page(client: FlaskClient, kind: str) -> None:
    first, second = GAMES[:2]
    html = client.get(f"/en/{first}/{kind}/").text
    assert f'<li><a href="/en/{first}/{kind}/" aria-current="true">' in html
    assert f'<li><a href="/en/{second}/{kind}/">' in html


def test_where_no_game_is_meant_the_menu_names_none(client: FlaskClient) -> None:
    place = SITE.places("en")["/en/"]
    assert [entry["name"] for entry in menu(place)] == ["check", "print"]
    html = client.get("/en/").text
    assert all(f'href="/en/{game}/rules/"' in html for game in GAMES)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_a_page_and_is_listed(client: FlaskClient, game: str, language: str) -> None:
    html = client.get(f"/{language}/{game}/cards/").text
    for dealt in cards.deck(game).values():
        path = f"/{language}/{game}/cards/{dealt.id}"
        assert f'href="{path}"' in html
        assert path in SITE.places(language)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_battle_is_drawn_and_has_its_aid(client: FlaskClient, game: str, language: str) -> None:
    listed = client.get(f"/{language}/{game}/scenarios/").text
    assert listed.count('<svg class="board"') == len(library.in_order(game))
    for battle in library.in_order(game):
        html = client.get(f"/{language}/{game}/scenarios/{battle}").text
        assert html.count('<svg class="board"') == 1
        assert f'href="/{language}/{game}/aid/{battle}/"' in html
        for rule in library.load_scenario(game, battle).special:
            assert f'href="/{language}/{game}/rules/{rule}"' in html or f'id="{rule}"' in html


@pytest.mark.parametrize("game", GAMES)
def test_every_case_is_listed_and_passes(client: FlaskClient, game: str) -> None:
    html = client.get(f"/en/{game}/cases/").text
    every = book.cases(game)
    assert [case for case in every if not worked_cases.passes(game, case)] == []
    assert text("cases.passed", "en").format(all=len(every)) in html
    assert {case for ids in book.case_files(game).values() for case in ids} == every.keys()
    assert all(f'href="/en/{game}/cases/{case}"' in html for case in every)


@pytest.mark.parametrize("game", GAMES)
def test_differences_between_the_editions_stand_at_their_paragraphs(client: FlaskClient, game: str) -> None:
    html = unescape(client.get(f"/cs/{game}/rules/").text)
    said = HELD.sub(r"\1", html)
    rulings = find_game(game).rulebook().rulings.values()
    differing = [one for one in rulings if one.id.startswith("D") and one.rules]
    assert len(differing) >= 30
    for ruling in differing:
        assert f'id="{ruling.id}"' in html, ruling.id
        question = text(f"{game}.ruling.{ruling.id}#question", "cs")
        assert question.split("{")[0][:40] in said, ruling.id


@pytest.mark.parametrize("game", GAMES)
def test_the_form_has_every_value_that_a_box_can_give(client: FlaskClient, game: str) -> None:
    html = client.get(f"/en/{game}/box/").text
    names = re.findall(r'<(?:input|select) id="[^"]+" name="([^"]+)"', html)
    assert sorted(set(names) - {"q"}) == sorted(box_file.fields(game))


def test_names_that_no_rulebook_prints_are_marked_as_our_own(client: FlaskClient) -> None:
    html = unescape(client.get("/fr/saladin/glossary/").text)
    heads = dict(re.findall(r"<dt>([^<]+?)(?: <span[^>]*>\(([^)]*)\)</span>)?</dt>", html))
    assert {name: heads[name] for name in ("Tenir", "Parer la charge", "Escarmouche", "Poussée", "bannière")} == {
        "Tenir": "notre mot", "Parer la charge": "notre mot", "Escarmouche": "", "Poussée": "", "bannière": "",
    }  # fmt: skip
    assert 'Skirmish</span> <span class="small nowrap">(notre mot)</span>' in html


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_glossary_has_every_term_in_every_language(client: FlaskClient, game: str, language: str) -> None:
    html = unescape(client.get(f"/{language}/{game}/glossary/").text)
    for term in find_game(game).rulebook().glossary:
        assert f'id="{term.id}"' in html
        key = f"{game}.name.{term.name}" if term.name else f"{game}.term.{term.id}"
        for other in LANGUAGES:
            assert text(key, other) in html, term.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_documents_of_the_search_have_ids_of_their_own(language: str) -> None:
    found = [document.id for document in SITE.documents(language)]
    assert len(found) == len(set(found)) == len(index().documents[language])


@pytest.mark.parametrize("game", GAMES)
def test_pages_are_kept_for_use_without_network(client: FlaskClient, game: str) -> None:
    kept = json.loads(client.get(f"/cs/{game}/copy.json").data)["pages"]
    for kind in ("rules", "cards", "scenarios", "aid", "glossary", "box"):
        assert f"cs/{game}/{kind}/" in kept
    assert not [path for path in kept if f"/{game}/cases/" in path and not path.endswith("/cases/")]
    assert not [path for path in kept if not path.startswith(f"cs/{game}/")]
