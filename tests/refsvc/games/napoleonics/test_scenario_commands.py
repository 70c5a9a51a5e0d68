"""Scenario files on the command line: begun, checked and shown, in three languages."""

from __future__ import annotations

import re
import string
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from engine.core.rulebook import read_toml
from engine.napoleonics.scenario import check_scenario, english
from engine.napoleonics.scenario.mistakes import HOME, KINDS
from refsvc import paths
from refsvc.commands.main import main
from refsvc.config import LANGUAGES
from refsvc.games.napoleonics.printed_battles import printed
from refsvc.games.napoleonics.scenario_commands import LONGEST, room
from refsvc.games.napoleonics.scenario_text import template_words
from refsvc.i18n.catalogue import has_text, text
from tests.engine.napoleonics.maps import shipped
from tests.engine.napoleonics.test_scenario_mistakes import CASES, changed

FOLDER = paths.data("scenarios") / "napoleonics"
DERIVED = {"unit", "what"}  # said besides the parameters of a mistake
# The six files of the facts that are wrong on purpose: exit code, and what is said in each language.
WRONG: dict[str, dict[str, str]] = {
    "12 cells in row C": {
        "en": "Row C: letters drawn 12, needed 13.",
        "fr": "Rangée C : lettres dessinées 12, attendues 13.",
        "cs": "Řada C: nakresleno písmen 12, má jich být 13.",
    },
    "gun in the river": {
        "en": "E9: Great Britain, FA (Foot Artillery): the unit can’t be here. Ground: river, drawn as “W”.",
        "fr": "E9 : Grande-Bretagne, FA (artillerie à pied) : l’unité ne peut pas être ici."
        " Terrain : rivière, dessiné « W ».",
        "cs": "E9: Velká Británie, FA (pěší dělostřelectvo): jednotka tu být nemůže. Terén: řeka, v nákresu „W“.",
    },
    "works with a gap": {
        "en": "G6: the sides of field works lie next to each other. Marked: NE, SE, W. Fitting: NE, E, SE; E, SE, SW;"
        " SE, SW, W; SW, W, NW; W, NW, NE; NW, NE, E.",
        "fr": "G6 : les côtés des ouvrages de campagne se suivent. Marqués : NE, SE, W. Possibles : NE, E, SE ;"
        " E, SE, SW ; SE, SW, W ; SW, W, NW ; W, NW, NE ; NW, NE, E.",
        "cs": "G6: strany polního opevnění leží vedle sebe. Vyznačeno: NE, SE, W. Možnosti: NE, E, SE; E, SE, SW;"
        " SE, SW, W; SW, W, NW; W, NW, NE; NW, NE, E.",
    },
    "two leaders": {
        "en": "H6: another leader stands here already (line 56); a hex has room for one.",
        "fr": "H6 : un autre chef s’y trouve déjà (ligne 56) ; un hexagone n’en reçoit qu’un.",
        "cs": "H6: už tu stojí jiný velitel (řádek 56); na hexu je místo jen pro jednoho.",
    },
    "French rifles": {
        "en": "France: “RL” is no unit of this nation; it has LN, LT, GR, YG, OG, MI, LC, HC, CU, GHC, FA, GFA, HA.",
        "fr": "France : « RL » n’est pas une unité de cette nation ; elle a LN, LT, GR, YG, OG, MI, LC, HC, CU, GHC,"
        " FA, GFA, HA.",
        "cs": "Francie: „RL“ není jednotka tohoto národa; ten má LN, LT, GR, YG, OG, MI, LC, HC, CU, GHC, FA, GFA, HA.",
    },
    "count off by one": {
        "en": "warning: hexes of terrain, forest: the total to compare with is 5, this file has 4.",
        "fr": "avertissement : hexagones de terrain, forêt : le total à comparer est 5, ce fichier a 4.",
        "cs": "upozornění: hexy terénu, les: součet k porovnání je 5, v tomto souboru 4.",
    },
}


def run(*arguments: object, data: bytes | None = None) -> Result:
    result = CliRunner().invoke(main, ["scenario", *map(str, arguments)], input=data)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def said(result: Result) -> str:
    return result.output.replace("\u00a0", " ")


def write(folder: Path, name: str) -> tuple[Path, tuple[int, int] | None]:
    """A file with the mistake of a case, and where it is."""
    case = CASES[name]
    made, place = changed(case.text, case.old, case.new)
    path = folder / "my.toml"
    path.write_text(made, "utf-8")
    return path, place


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", WRONG)
def test_the_files_that_are_wrong_on_purpose(name: str, language: str, tmp_path: Path) -> None:
    path, place = write(tmp_path, name)
    assert place is not None
    result = run("check", path, "--lang", language)
    assert result.exit_code == 1
    first, line, caret, *_ = said(result).splitlines()
    assert first == f"{path}:{place[0]}:{place[1]}: {WRONG[name][language]}"
    assert line.strip() == path.read_text("utf-8").splitlines()[place[0] - 1].strip()
    assert caret.index("^") == len("     ") + place[1] - 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", CASES)
def test_every_mistake_is_told(name: str, language: str, tmp_path: Path) -> None:
    path, place = write(tmp_path, name)
    result = run("check", path, "--lang", language)
    kind = CASES[name].rule
    assert result.exit_code == (
        2 if kind in ("toml", "too-long", "line-too-long") else 0 if kind == "unusual-banners" else 1
    )
    where = f"{path}:{place[0]}:{place[1]}: " if place else f"{path}:"
    assert where in result.output
    sentence = result.output.partition(where)[2].split("\n")[0]
    assert not re.search(r"\{[a-z]+\}|\[(?:draft|napoleonics|name)\.", sentence)


def test_every_kind_of_mistake_has_a_sentence_and_no_other_has() -> None:
    keys = {key for key in KINDS if has_text(HOME + key, "en")}
    assert keys == set(KINDS)
    for kind, params in KINDS.items():
        fields = {field for _, field, _, _ in string.Formatter().parse(text(HOME + kind, "en")) if field}
        assert fields - DERIVED <= set(params), kind
        assert set(params) - fields <= {"expected", "nation", "code", "key", "table"}, kind


def test_what_would_fit_is_told_after_a_word_that_does_not(tmp_path: Path) -> None:
    path, _ = write(tmp_path, "a key misspelt")
    assert "this may be meant: banners" in run("check", path).output
    path, _ = write(tmp_path, "an unknown side")
    assert "this can be written here: french, british" in run("check", path).output


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "units, Great Britain, LN (Line Infantry): the total to compare with is 5, this file has 4."),
        ("fr", "unités, Grande-Bretagne, LN (infanterie de ligne) : le total à comparer est 5, ce fichier a 4."),
        ("cs", "jednotky, Velká Británie, LN (řadová pěchota): součet k porovnání je 5, v tomto souboru 4."),
    ],
)
def test_published_counts_are_compared_with_both_numbers(language: str, words: str) -> None:
    counts = "{ LN = 5, LT = 1, LC = 1, FA = 1 }"
    changed_ = shipped("training-1").replace("british = 7 }", f"british = {counts} }}")
    result = run("check", "-", "--lang", language, data=changed_.encode())
    assert result.exit_code == 1
    assert words in said(result)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["5 mistakes, 2 warnings", "no mistakes"]),
        ("fr", ["5 erreurs, 2 avertissements", "aucune erreur"]),
        ("cs", ["5 chyb, 2 upozornění", "bez chyb"]),
    ],
)
def test_many_files_and_what_was_found_in_each(language: str, words: list[str], tmp_path: Path) -> None:
    changes = {
        'LT = ["C10"]': 'LT = ["B3"]',
        "E  . .": "E  . q",
        'first = "british"': 'firts = "british"',
        "banners = 4": "banners = 2",
        '"Colonel Reed"': "5",
    }
    made = shipped("training-1")
    for old, new in changes.items():
        made = made.replace(old, new)
    path = tmp_path / "my.toml"
    path.write_text(made, "utf-8")
    result = run("check", path, FOLDER / "training-2.toml", "--lang", language)
    assert result.exit_code == 1
    assert all(word in said(result) for word in words)


def test_ground_that_a_rule_made_is_told_without_a_letter() -> None:
    made = shipped("training-1").replace("C  . . F", "C  . F")  # a row that is too short has no letters
    rule = '[[rules]]\ntype = "terrain-as"\nhexes = ["C7"]\nterrain = "river"\n\n[expect]'
    result = run("check", "-", data=made.replace("[expect]", rule).encode())
    assert "C7: France, FA (Foot Artillery): the unit can’t be here. Ground: river, by a special rule." in result.output


@pytest.mark.parametrize("command", ["check", "show"])
def test_files_that_cannot_be_read(command: str, tmp_path: Path) -> None:
    wrong = tmp_path / "latin.toml"
    wrong.write_bytes("name = 'Roliça'".encode("latin-1"))
    for name in (tmp_path / "none.toml", tmp_path, "a\0b", wrong):
        assert run(command, name).exit_code == 2
    assert run(command, "-", data=b"#" * (LONGEST + 1)).exit_code == 2
    assert run(command, "-", data=b"#\n" * 20_000).exit_code == 2


def test_signs_that_a_terminal_obeys_are_not_passed_on() -> None:
    made = shipped("training-1").replace('top = "french"', 'top = "\\u001b[31m"')
    result = run("check", "-", data=made.encode())
    assert result.exit_code == 1
    assert "\x1b" not in result.output


def test_a_file_of_another_editor_is_the_same_file() -> None:
    made = shipped("training-1").replace('LT = ["C10"]', 'LT = ["B3"]')
    plain, marked = (run("check", "-", data=each) for each in (
        made.encode(), b"\xef\xbb\xbf" + made.replace("\n", "\r\n").encode()
    ))  # fmt: skip
    assert plain.output == marked.output


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("battle", sorted(path.stem for path in (FOLDER / "printed").glob("*.toml")))
def test_a_battle_is_begun_in_every_language(battle: str, language: str) -> None:
    result = run("new", battle, "--lang", language)
    assert result.exit_code == 0
    known = printed("napoleonics")[battle]
    assert result.output == run("new", known.number, "--lang", language).output
    made = tomllib.loads(result.output)
    assert made["id"] == battle
    scenario, mistakes = check_scenario(result.output)
    assert scenario is None
    assert {mistake.rule for mistake in mistakes} == {f"{HOME}unwritten"}
    if known.name:
        assert made["name"] == text(f"napoleonics.{battle}.name", language)


def test_only_words_differ_between_the_languages() -> None:
    """Comments and names: what is compared and judged is the same file."""
    for battle in printed("napoleonics"):
        bare = []
        for language in LANGUAGES:
            made = tomllib.loads(run("new", battle, "--lang", language).output)
            made.pop("name")
            for army in made["armies"].values():
                army.pop("commander")
            for rule in made.get("rules", ()):
                rule.pop("label", None)
            bare.append(made)
        assert bare[0] == bare[1] == bare[2]


def test_a_template_says_everything_in_its_language() -> None:
    begun = [run("new", "waterloo", "--lang", language).output for language in LANGUAGES]
    assert "# Hougoumont, La Haye Sainte and Papelotte." in begun[0]
    assert 'commander = "Napoléon"' in begun[1]
    assert 'label = "Belgo-Néerlandais"' in begun[1]
    assert "R strmý kopec" in begun[2].replace("\u00a0", " ")
    assert "R rugged hill" in begun[0]
    comments = [{line for line in made.splitlines() if line.startswith("# ")} for made in begun]
    shared = comments[0] & (comments[1] | comments[2])
    assert all('"' in line or line.startswith("# [") for line in shared), shared  # examples of the file’s own words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_word_of_a_template_is_there(language: str) -> None:
    words = template_words("napoleonics", room(), language)
    assert words.keys() == english().keys() | {"terrain"}
    assert words["ask"].keys() == english()["ask"].keys()
    asked = {rule.ask for battle in printed("napoleonics").values() for rule in battle.rules or () if rule.ask}
    assert asked == words["ask"].keys()
    assert (words["head"] == english()["head"]) == (language == "en")


def test_a_file_is_begun_and_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "coa.toml"
    assert run("new", 6, "-o", path).exit_code == 0
    assert path.read_bytes() == run("new", "river-coa").output.encode()
    path.write_text("mine", "utf-8")
    assert run("new", 6, "-o", path).exit_code == 2
    assert path.read_text("utf-8") == "mine"
    assert run("new", 6, "-o", tmp_path / "none" / "coa.toml").exit_code == 2


@pytest.mark.parametrize("word", ["16", "0", "austerlitz", ""])
def test_no_such_battle(word: str) -> None:
    result = run("new", word, "--lang", "cs")
    assert result.exit_code == 2
    assert "6 river-coa" in said(result)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Training 3: Squares at the Sand Quarry", "British: at the top, General Stone", "! B6 French 1",
                "R rugged hill", "GG Guard Grenadier", "small letters: British; capitals: French"]),
        ("fr", ["Exercice 3 – Les carrés de la sablière", "Britanniques : en haut, Général Stone", "! B6 Français 1",
                "R colline escarpée", "GG grenadiers de la Garde", "minuscules : Britanniques"]),
        ("cs", ["Výcvik 3: Čtverce u pískového lomu", "Britové: nahoře, generál Stone", "! B6 Francouzi 1",
                "R strmý kopec", "GG gardoví granátníci", "malá písmena: Britové; velká: Francouzi"]),
    ],
)  # fmt: skip
def test_a_scenario_is_drawn(language: str, words: list[str]) -> None:
    result = run("show", FOLDER / "training-3.toml", "--lang", language)
    assert result.exit_code == 0
    for word in [*words, "A  .     .     .hc*  .hc", "# C8 E SE SW"]:
        assert word in said(result)


def test_a_name_of_ones_own_stays_as_it_is() -> None:
    made = shipped("training-1").replace("Training 1: Two Slopes", "Home").replace("Colonel Blanc", "Tom")
    result = run("show", "-", "--lang", "cs", data=made.encode())
    assert said(result).splitlines()[:2] == [
        "Home",
        "Francouzi: nahoře, Tom, karet v ruce 5, vítězných zástav k výhře 4",
    ]


def test_a_scenario_with_mistakes_is_not_drawn(tmp_path: Path) -> None:
    path, _ = write(tmp_path, "two leaders")
    result = run("show", path)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "another leader" in result.stderr


def test_a_difference_in_counts_is_no_reason_not_to_draw(tmp_path: Path) -> None:
    path, _ = write(tmp_path, "count off by one")
    assert run("show", path).exit_code == 0


def test_shipped_files_are_clean() -> None:
    result = run("check", *sorted(FOLDER.glob("*.toml")))
    assert result.exit_code == 0
    assert result.output.count("no mistakes") == len(list(FOLDER.glob("*.toml")))


def test_sentences_of_mistakes_are_of_kinds_that_there_are() -> None:
    texts = read_toml(paths.home("napoleonics") / "messages" / "scenario_files.toml")
    assert {key.partition("#")[0] for key in texts["scenario"]} == set(KINDS)


DIFFERENT = {
    "en": ["French, cards in hand: 5 | 6", "E2, ground: clear | forest", "G8, unit: France, LT (Light Infantry) | –"],
    "fr": ["Français, cartes en main : 5 | 6", "E2, terrain : terrain dégagé | forêt", "4 différences"],
    "cs": ["Francouzi, karet v ruce: 5 | 6", "E2, terén: volný hex | les", "4 rozdíly"],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_files_are_compared_hex_by_hex(language: str, tmp_path: Path) -> None:
    one, other = tmp_path / "one.toml", tmp_path / "other.toml"
    one.write_text(shipped("training-3"), "utf-8")
    made = shipped("training-3").replace("cards = 5", "cards = 6").replace("E  . . R", "E  . F R")
    other.write_text(made.replace('LT = ["G8"]', 'LT = ["G9"]'), "utf-8")
    result = run("diff", one, other, "--lang", language)
    assert result.exit_code == 1
    assert all(line in said(result) for line in DIFFERENT[language])
    assert run("diff", one, one).exit_code == 0
    other.write_text("top = ?", "utf-8")
    assert run("diff", one, other).exit_code == 2


def test_a_file_is_turned_for_a_page_that_lies_the_other_way_round(tmp_path: Path) -> None:
    once, twice = tmp_path / "once.toml", tmp_path / "twice.toml"
    assert run("turn", FOLDER / "training-2.toml", "-o", once).exit_code == 0
    assert run("turn", once, "-o", twice, "--lang", "cs").exit_code == 0
    assert twice.read_text("utf-8") == shipped("training-2")
    assert run("turn", once, "-o", twice).exit_code == 2  # nothing is written over
    assert run("turn", "-", data=once.read_bytes()).output == shipped("training-2")
    assert run("turn", "-", data=b"top = ?").exit_code == 2
