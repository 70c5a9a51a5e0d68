"""The names of the second game: all that its data and files speak of, in three languages, each word clear."""

from __future__ import annotations

from typing import get_args

import pytest

from engine import GAMES, find_game
from engine.core.facts import names_below
from engine.core.rulebook import read_toml
from engine.napoleonics import moves
from engine.napoleonics.board import SECTIONS
from engine.napoleonics.facts import load_facts
from engine.napoleonics.scenario import grounds
from engine.napoleonics.scenario.model import ORIGINS, unit_kinds
from engine.napoleonics.scenario.special import SIDES, TYPES, Counted, Mode, Need, Owner, Trigger
from engine.napoleonics.terrain import LETTERS
from engine.napoleonics.units import ARMS, ClassName, make_units
from refsvc import paths
from refsvc.config import LANGUAGES
from refsvc.games.napoleonics import codes
from refsvc.i18n.catalogue import has_text, text
from refsvc.i18n.folding import spelling
from refsvc.i18n.source import source
from refsvc.notation.game_notation import syntax_of
from refsvc.notation.words import Lexicon, spellings

FACTS = load_facts()
BATTLES = {path.stem: read_toml(path) for path in sorted((paths.data("scenarios") / "napoleonics").rglob("*.toml"))}
SIDED = ("banners", "hands", "squares", "leaders")  # what is counted for each side
KINDS: dict[str, tuple[str, ...]] = {
    "side": get_args(Owner),
    "nation": names_below(FACTS, "nations"),
    "arm": ARMS,
    "class": get_args(ClassName),
    "unit": (*names_below(FACTS, "kinds"), "leader"),
    "terrain": (*names_below(FACTS, "terrain"), "water"),
    "section": SECTIONS,
    "face": get_args(moves.Face),
    "phase": ("command", "order", "movement", "combat", "draw"),
    "purpose": get_args(moves.Purpose),
    "card-kind": ("section", "tactic"),
    "card": names_below(FACTS, "cards"),
    "part": ("units", *moves.UnitCount.__struct_fields__, *(f"{part}.{side}" for part in SIDED for side in SIDES)),
    "rule-type": tuple(TYPES),
    "need": get_args(Need),
    "mode": get_args(Mode),
    "counted": get_args(Counted),
    "who": ("any",),
    "trigger": get_args(Trigger),
    "origin": ORIGINS,
    "drill": tuple(dict.fromkeys(drill for battle in BATTLES.values() for drill in battle.get("teaches", ()))),
    "symbol": tuple(find_game("napoleonics").rulebook().symbols),
}
SPOKEN = ("card", "unit", "terrain", "section", "face", "side", "nation")  # kinds that people write


def lexicon(kind: str, language: str) -> Lexicon:
    keys = {"CARD": {word: (f"napoleonics.name.{kind}.{word}",) for word in KINDS[kind]}}
    return Lexicon(keys, language, syntax_of("napoleonics"))


def test_everything_has_its_name_and_nothing_else_does() -> None:
    named = [key for key in source("napoleonics") if key.startswith("napoleonics.name.") and "#" not in key]
    assert named == [f"napoleonics.name.{kind}.{word}" for kind, words in KINDS.items() for word in words]


@pytest.mark.parametrize("beside", ["#aliases", "#code"])
def test_other_spellings_and_codes_belong_to_names(beside: str) -> None:
    for key in source("napoleonics"):
        name, mark, _ = key.partition(beside)
        assert not mark or name in source("napoleonics"), key


def test_games_share_no_name_but_under_one_text() -> None:
    seen: dict[str, object] = {}
    for game in GAMES:
        for key, words in source(game).items():
            assert seen.setdefault(key, words) == words, key


@pytest.mark.parametrize("kind", SPOKEN)
def test_a_spelling_means_one_thing_in_all_languages(kind: str) -> None:
    """But the letters of terrain: each language has its own, and that of a record comes first."""
    meant: dict[str, str] = {}
    for language in LANGUAGES:
        for word in KINDS[kind]:
            for each in spellings((f"napoleonics.name.{kind}.{word}",), language):
                if kind != "terrain" or len(each) > 1:
                    assert meant.setdefault(spelling(each), word) == word, (language, each)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", SPOKEN)
def test_every_spelling_is_read(kind: str, language: str) -> None:
    words = lexicon(kind, language)
    for word in KINDS[kind]:
        for each in spellings((f"napoleonics.name.{kind}.{word}",), language):
            assert words.read("CARD", each) == word, each


def test_a_bare_attack_is_no_card_in_czech() -> None:
    words = lexicon("card", "cs")
    assert words.read("CARD", "útok") is None
    found = words.find(("CARD",), ["utok"])
    assert found is not None
    assert {word for _, word in found[1]} == {
        f"{kind}-{section}" for kind in ("attack", "assault") for section in SECTIONS
    }


@pytest.mark.parametrize(
    ("written", "card"),
    [
        ("prozkoumat levé křídlo", "scout-left"),
        ("zkusit střed", "probe-center"),
        ("napadení pravé křídlo", "attack-right"),
        ("útok na střed", "assault-center"),
        ("útok na křídlech", "flank-attack"),
        ("protiútok", "counter-attack"),
        ("pochod", "force-march"),
        ("Dejte jim chladnou ocel", "cold-steel"),
        ("velké manévry", "la-grande-manoeuvre"),
        ("Elan", "elan"),
        ("La Grande Manoeuvre", "la-grande-manoeuvre"),
        ("counterattack", "counter-attack"),
        ("Scout Centre", "scout-center"),
        ("Éclaireurs, flanc gauche", "scout-left"),
        ("Patrouille, centre", "probe-center"),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_as_players_write_them(written: str, card: str, language: str) -> None:
    assert lexicon("card", language).read("CARD", written) == card


def drawn(kind: str) -> tuple[str, ...]:
    """What of a kind stands on maps with a code: all but leaders, open ground and field works, which have signs."""
    return {"unit": KINDS["unit"][:-1], "terrain": codes.LETTERED, "nation": KINDS["nation"]}[kind]


@pytest.mark.parametrize("language", LANGUAGES)
def test_codes_on_a_map_are_clear(language: str) -> None:
    """Each stands for one thing, also without accents and capitals; that of a nation is no letter of a terrain."""
    found = {kind: [codes.code(kind, word, language) for word in drawn(kind)] for kind in ("unit", "terrain", "nation")}
    every = [spelling(code) for each in found.values() for code in each]
    assert len(set(every)) == len(every), sorted(every)
    assert {len(code) for code in found["terrain"]} == {1}
    assert {len(code) for code in found["nation"]} == {2}, "so that no letter is both a nation and a terrain"


def test_the_codes_of_the_files_are_the_english_ones() -> None:
    """Files of scenarios have one set of signs for all languages."""
    assert {codes.code("unit", unit.kind, "en"): unit.kind for unit in make_units(FACTS).values()} == unit_kinds()
    assert {letter: word for word, letter in codes.letters("en").items()} | {".": "clear"} == LETTERS


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_unit_is_known_by_its_code_in_every_language(language: str) -> None:
    words = lexicon("unit", language)
    for written in LANGUAGES:
        for unit in drawn("unit"):
            assert words.read("CARD", codes.code("unit", unit, written)) == unit, (language, written, unit)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_battle_has_its_words(language: str) -> None:
    for key, battle in BATTLES.items():
        for part in ("name", "summary", "history"):
            assert has_text(f"napoleonics.{key}.{part}", language) == (part in battle)
        for side in SIDES:
            has_commander = "commander" in battle.get("armies", {}).get(side, {})
            assert has_text(f"napoleonics.{key}.armies.{side}.commander", language) == has_commander
        for ground in battle.get("standing", {}).values():
            assert has_text(f"napoleonics.ground.{ground}", language)
    assert all(has_text(f"napoleonics.ground.{ground}", language) for ground in grounds())


def test_titles_of_the_training_battles() -> None:
    titles = [
        [text(f"napoleonics.training-{n}.name", code).replace("\u00a0", " ") for n in (1, 2, 3)]
        for code in ("fr", "cs")
    ]
    assert titles == [
        ["Exercice 1 – Les deux pentes", "Exercice 2 – Le pont du moulin", "Exercice 3 – Les carrés de la sablière"],
        ["Výcvik 1: Dvě stráně", "Výcvik 2: Most u mlýna", "Výcvik 3: Čtverce u pískového lomu"],
    ]
