"""Words in the forms that sentences ask for, and that every sentence is one."""

from __future__ import annotations

import re
import string

import pytest

from engine import GAMES
from refsvc.config import LANGUAGES
from refsvc.i18n import sentences
from refsvc.i18n.catalogue import _texts, has_text
from refsvc.i18n.prepositions import vocalised
from refsvc.i18n.source import DOMAINS, source
from refsvc.i18n.word_forms import Amount, Name, Names

SENTENCES = re.compile(r"#refusal(\.[a-z-]+)?$|^misread\.|^count\.|^doubt\.|^check\.note$|\.unsaid\.")
TOLD = re.compile(r"\.account\.(?!the\.|course\.|why\.|luck\.|count\.|lances-|orders-|leader\.|unit$|face$|off$)")
# "range: 2", "Počet kostek: {n}", "{banner}: …": a label and what it is, or a head with something left to say.
TELEGRAM = re.compile(
    r"^\{[\w.-]+\}\s?: |: \{(?:due|rolled|paid|most|distance|range|dice|flags|lost|left|cards|copies|known)\}[.;,)]"
)
AMOUNT = re.compile(r"(?:\w+\.)?amount\.(?:no-)?")
ALL = {key: key.partition(".")[0] for domain in DOMAINS for key in source(domain)}


def asked(text: str) -> list[tuple[str, str]]:
    """The words of a text that are asked for in a form, and the form."""
    names = (name for _, name, _, _ in string.Formatter().parse(text) if name and "." in name)
    return [(word, form) for word, _, form in (name.partition(".") for name in names)]


def _words(key: str) -> set[str]:
    names = (name for _, name, _, _ in string.Formatter().parse(_texts("en")[key][0]) if name)
    return {name.partition(".")[0] for name in names}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_that_a_sentence_asks_for_exists(language: str) -> None:
    """As one of every name of a kind that the word may have, or as a text that counts."""
    wrong = []
    for key, home in ALL.items():
        for text in _texts(language)[key]:
            for word, form in asked(text):
                kinds = [*sentences.NAMES.get(word, ()), *sentences.NAMES.get(word.removesuffix("s"), ()), "banner"]
                named = all(
                    any(each.endswith(f"#{form}") and each.startswith(starts) for each in source(game))
                    for game in ([home] if home in GAMES else GAMES)  # a text that games share asks each of them
                    for starts in [tuple(f"{game}.name.{kind}." for kind in kinds)]
                )
                if (
                    not named
                    and not has_text(f"{home}.amount.{form}", language)
                    and not has_text(f"amount.{form}", language)
                ):
                    wrong.append((key, word, form))
    assert wrong == []


def test_every_name_of_a_kind_has_the_forms_that_another_has() -> None:
    for game in GAMES:
        names = [key for key in source(game) if key.startswith(f"{game}.name.")]
        forms = {(key.split(".")[2], key.partition("#")[2]) for key in names if "#" in key}
        forms = {(kind, form) for kind, form in forms if form not in ("aliases", "spoken", "code")}
        plain = [key for key in names if "#" not in key]
        missing = [
            f"{key}#{form}" for kind, form in forms for key in plain
            if key.split(".")[2] == kind and f"{key}#{form}" not in source(game)
        ]  # fmt: skip
        assert missing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_counts_has_every_plural_form_of_its_language(language: str) -> None:
    counts = {key: 1 if AMOUNT.sub("", key) != key.rpartition("amount.")[2] else 3 if language == "cs" else 2
              for key in ALL if ".amount." in f".{key}"}  # fmt: skip
    assert [key for key, number in counts.items() if len(_texts(language)[key]) != number] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_a_telegram(language: str) -> None:
    said = [key for key in ALL if SENTENCES.search(key) or TOLD.search(f".{key}")]
    assert len(said) > 400
    assert [(key, text) for key in said for text in _texts(language)[key] if TELEGRAM.search(text)] == []


def test_the_sentence_for_nothing_of_something_leaves_it_out_and_asks_for_nothing_else() -> None:
    wrong = []
    for key in ALL:
        rule, _, case = key.partition("#refusal.")
        if case.startswith("no-"):
            plain, found = (_words(each) for each in (f"{rule}#refusal", key))
            if found != plain - {case.removeprefix("no-")}:
                wrong.append((key, plain, found))
    assert wrong == []


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Sablé / Sablé"), ("fr", "Sablé / de la bannière de Sablé"),
     ("cs", "Robert ze Sablé / korouhve Roberta ze Sablé")],
)  # fmt: skip
def test_a_name_in_a_form(language: str, said: str) -> None:
    name = sentences.named(("banner",), "sable", "saladin", language)
    assert f"{name} / {name.genitive}".replace("\u00a0", " ") == said


def test_a_word_of_the_record_is_put_in_as_it_is() -> None:
    assert Name("E6", (), "cs").genitive == "E6"
    assert sentences.named(("banner",), "no\x1bbody", "saladin", "cs").genitive == "no\ufffdbody"


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", ["none was paid", "1 Order was paid", "2 Orders were paid", "5 Orders were paid"]),
     ("fr", ["aucun n’a été payé", "1 ordre a été payé", "2 ordres ont été payés", "5 ordres ont été payés"]),
     ("cs", ["nezaplatil se žádný", "zaplacen byl 1 rozkaz", "zaplaceny byly 2 rozkazy", "zaplaceno bylo 5 rozkazů"])],
)  # fmt: skip
def test_a_number_with_what_it_counts(language: str, said: list[str]) -> None:
    found = [getattr(Amount(str(n), n, "saladin", language), "orders-paid") for n in (0, 1, 2, 5)]
    assert [each.replace("\u00a0", " ") for each in found] == said


def test_a_list_is_counted_or_put_in_a_form() -> None:
    sections = [sentences.named(("section",), each, "napoleonics", "cs") for each in ("left", "center")]
    inside = getattr(Names.of(sections, "napoleonics", "cs"), "in")
    assert inside.replace("\u00a0", " ") == "na levém křídle a ve středu"
    hexes = Names.of([Name(each, (), "cs") for each in ("A2", "B3", "C4")], "napoleonics", "cs")
    assert getattr(hexes, "in-the-way").replace("\u00a0", " ") == "v cestě jsou A2, B3 a C4"


def test_a_preposition_before_a_number_is_vocalised_as_it_is_spoken() -> None:
    long = [n for n in range(1, 100) if vocalised(f"v\u00a0{n}. kole", "cs").startswith("ve")]
    assert long == [2, 3, 4, 12, 13, 14, *range(20, 50)]
    assert vocalised("zápis 1 z 12, v 25. kole, v 2500 partiích", "cs") == "zápis 1 ze 12, ve 25. kole, v 2500 partiích"
    assert vocalised("v 2. kole", "fr") == "v 2. kole"


@pytest.mark.parametrize(
    ("rule", "params", "said"),
    [("saladin.activation.pass", {"cards": ["sable"]},
      "Pasovat zatím nelze: karta Robert ze Sablé je stále sešikovaná."),
     ("saladin.activation.pass", {"cards": ["leader.richard", "sable"]},
      "Pasovat zatím nelze: karty Richard Lví srdce (vůdce) a Robert ze Sablé jsou stále sešikované."),
     ("napoleonics.order.section", {"unit": "A2", "card": "assault-center", "sections": ["right"], "why": "elsewhere"},
      "A2 stojí na pravém křídle; karta Zteč ve středu tam rozkazy nedává."),
     ("napoleonics.move.way", {"unit": "A2", "to": "D3", "why": "gap", "hex": "C2", "next": "D3"},
      "A2 se takto na D3 nedostane: C2 a D3 spolu nesousedí."),
     ("napoleonics.retreat.ignore", {"unit": "D5", "ignored": 1, "most": 0},
      "D5 nesmí ignorovat žádný prapor; ignorován byl 1 prapor.")],
)  # fmt: skip
def test_a_refusal_says_what_is_so(rule: str, params: dict[str, object], said: str) -> None:
    assert sentences.refusal(rule, params, rule.partition(".")[0], "cs").replace("\u00a0", " ") == said
