"""The score sheet and the reference sheet of the notation for a game of turns with cards, moves and combats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate
from typing import Any

from engine import find_game
from refsvc.i18n import sentences
from refsvc.i18n.catalogue import text
from refsvc.notation.words import common_words, game_words
from refsvc.notation.write import write_text
from refsvc.printing import score_sheets as sheets

Move = Mapping[str, Any]
COLUMNS = {"turn": 11, "card": 54, "moves": 47, "combat": 61, "banners": 13}  # mm
PITCH = 10.4  # mm between two lines: room for two lines of a pen
# Turns on the front and on the back, by paper and number of languages: the key takes the rest.
ROWS = {("a4", 1): (16, 24), ("letter", 1): (14, 23), ("a4", 2): (9, 24), ("letter", 2): (7, 23)}
PLAYERS = ("Amira", "Benoît")
FACES = ("infantry", "cavalry", "artillery", "flag", "saber")
RULES = (
    "header", "values", "sides", "orders", "moves", "moved", "dice", "where", "optional", "names", "longer", "notes",
    "guess",
)  # fmt: skip
SPLIT = (RULES[:6], RULES[6:])  # the rules in their two columns, about as long in every language
ASKS = (
    "lines",
    "moved",
    "purpose",
    "card",
    "check",
    "retreat",
    "breakthrough",
    "optional",
    "count",
    "result",
)  # of the page, in order
# The beginning of a legal game, by the battle that it is of.
SHOWN = "training-1"
GAME: tuple[Move, ...] = (
    {"do": "play", "side": "british", "card": "attack-right"},
    {"do": "order", "units": ["I12", "H10"]},
    {"do": "move", "unit": "I12", "to": "F11", "via": ["H11", "G12"]},
    {"do": "move", "unit": "H10", "to": "G11"},
    {"do": "play", "side": "french", "card": "bombard"},
    {"do": "order", "units": ["C7"]},
    {"do": "fire", "unit": "C7", "target": "G7"},
    {"do": "roll", "faces": ["flag", "infantry", "saber"]},
    {"do": "retreat", "to": "H7"},
    {"do": "play", "side": "british", "card": "probe-right"},
    {"do": "order", "units": ["F11"]},
    {"do": "move", "unit": "F11", "to": "D9", "via": ["E11", "E10"]},
    {"do": "melee", "unit": "D9", "target": "C10"},
    {"do": "square", "slot": 1},
    {"do": "roll", "faces": ["flag"]},
    {"do": "retreat", "to": "E10"},
    {"do": "play", "side": "french", "card": "probe-left"},
    {"do": "order", "units": ["B10"]},
    {"do": "move", "unit": "B10", "to": "B9"},
    {"do": "count", "units": {"C10": {"square": True}, "G7": None}, "banners": {"french": 0, "british": 0}},
)
KINDS = ("card", "move", "card", "fire", "card", "move", "melee", "card", "move", "count")  # of its lines
# Lines of it in their parts, each with how many of its moves are said by then.
PARTS: Mapping[str, tuple[tuple[Move, ...], Mapping[str, int]]] = {
    "card": (GAME[0:2], {"card": 1, "orders": 2}),
    "move": (GAME[2:4], {"moves": 2}),
    "fire": (GAME[6:9], {"attack": 1, "dice": 2, "after": 3}),
}
MELEE: tuple[Move, ...] = ({"do": "melee", "unit": "E8", "target": "D8", "join": ["G8"]},)
THROWN = {"do": "roll", "faces": ["infantry", "flag", "saber"]}
PLAYED = {"do": "play", "side": "british", "card": "probe-left"}
# Other lines of a record, each with what it says; a melee stands before what follows one.
OTHERS: Mapping[str, tuple[Move, ...]] = {
    "hand": ({"do": "deal", "side": "french", "cards": ["rally", None]},),
    "detach": (PLAYED, {"do": "order", "units": ["H3"]}, {"do": "detach", "leader": "H5"}),
    "leader": ({"do": "move", "leader": "H5", "to": "G4"},),
    "joined": (*MELEE, THROWN),
    "check": (*MELEE, THROWN, {"do": "check-leader", "faces": ["saber", "infantry"]}),
    "ignore": (*MELEE, THROWN, {"do": "ignore-flags", "count": 1}),
    "blocked": (*MELEE, THROWN, {"do": "retreat", "to": "C8", "lost": 1}),
    "back": (*MELEE, THROWN, {"do": "battle-back"}, {"do": "roll", "faces": ["cavalry"]}),
    "strike": (*MELEE, {"do": "first-strike"}, {"do": "roll", "faces": ["saber"], "for": "first-strike"}),
    "retire": (*MELEE, {"do": "retire", "to": "B9", "via": ["C8"]}, THROWN),
    "ground": (*MELEE, THROWN, {"do": "take-ground"}),
    "through": (*MELEE, THROWN, {"do": "breakthrough", "to": "C8"}, {"do": "bonus", "target": "B8"}),
    "dissolve": (PLAYED, {"do": "dissolve", "unit": "H3"}),
    "rally": ({**PLAYED, "card": "rally"}, {"do": "roll", "faces": ["infantry", "flag"], "for": "rally"},
              {"do": "rally", "units": ["H3"]}),
    "supply": ({**PLAYED, "card": "short-supply"}, {"do": "short-supply", "unit": "C3", "to": "A3"}),
    "one-unit": ({**PLAYED, "card": "bombard", "use": "one-unit"}, {"do": "order", "units": ["H3"]}),
    "draw": ({"do": "draw", "cards": ["forward"]},),
    "result": ({"do": "result", "winner": "french", "by": "resignation"},),
}  # fmt: skip
KEYED = ("detach", "leader", "joined", "check", "ignore", "back", "through", "dissolve", "result")  # on the score sheet


# --- the score sheet


def score_sheet(game: str, scenario: str, languages: Sequence[str], paper: str) -> dict[str, Any]:
    """What the sheet shows: its title in the first language, its labels and a key in each."""
    first = languages[0]
    battle = text(f"{game}.{scenario}.name", first)
    lefts = list(accumulate(COLUMNS.values(), initial=0))
    return {
        "form": f"{game}/pdf/score-sheet/turns",
        "language": first,
        "title": sentences.say("sheet.title", first, game=text(f"{game}.name", first), battle=battle),
        **sheets.head(game, scenario, languages),
        "width": lefts[-1],
        "pitch": PITCH,
        "columns": [
            {
                "labels": [text(f"napoleonics.turn-sheet.column.{column}", language) for language in languages],
                "left": left,
                "width": width,
            }
            for (column, width), left in zip(COLUMNS.items(), lefts, strict=False)
        ],
        "blocks": [
            {"rows": rows, "label": sentences.say_number("sheet.rows", first, rows)}
            for rows in ROWS[paper, len(languages)]
        ],
        "keys": [key(game, language, KEYED) for language in languages],
    }


def key(game: str, language: str, named: Sequence[str]) -> dict[str, Any]:
    """How lines are written, and every word that may stand in them, in one language."""
    words = game_words(game, SHOWN, language)
    return {
        "language": language,
        "texts": {
            **{each: text(f"sheet.key.{each}", language) for each in ("title", "short", "dice", "other")},
            **{each: text(f"napoleonics.turn-sheet.key.{each}", language) for each in ("cards", "optional")},
        },
        "examples": [list(parts(game, language, kind)) for kind in ("card", "move", "fire")],
        "sides": [
            {"id": side, "letter": words.spell("SIDE", side), "name": sentences.name("side", side, game, language)}
            for side in find_game(game).SIDES
        ],
        "cards": sheets.in_order([sheets.short(words, "CARD", card) for card in words.ids("CARD")], language),
        "dice": [
            {"face": face, "letter": words.spell("FACES", face), "word": sentences.name("face", face, game, language)}
            for face in FACES
        ],
        "others": [other(game, language, name) for name in named],
    }


def written(game: str, moves: Sequence[Move], language: str) -> str:
    """One line of the notation."""
    return sheets.written(game, SHOWN, moves, language)


def other(game: str, language: str, name: str) -> dict[str, str]:
    """A further line with what it says; of one that goes on with a melee, only what comes then."""
    moves = OTHERS[name]
    line = written(game, moves, language)
    if moves[: len(MELEE)] == MELEE and name != "joined":
        before = written(game, moves[:2] if THROWN in moves[:2] else moves[:1], language)
        line = line.removeprefix(before).strip()
    return {"text": line, "label": text(f"napoleonics.turn-sheet.other.{name}", language)}


def parts(game: str, language: str, kind: str) -> Iterator[dict[str, str]]:
    """A line in its parts: what was written after a part was added, less what was there."""
    moves, stages = PARTS[kind]
    before = ""
    for label, count in stages.items():
        line = written(game, moves[:count], language)
        yield {
            "text": line.removeprefix(before).strip(),
            "label": text(f"napoleonics.turn-sheet.part.{label}", language),
        }
        before = line


# --- the reference sheet of the notation


def reference(game: str, _scenario: str, languages: Sequence[str]) -> dict[str, Any]:
    """What the sheet shows: a page for each language."""
    return {"languages": tuple(languages), "per_language": [page(game, language) for language in languages]}


@cache
def page(game: str, language: str) -> Mapping[str, Any]:
    """Everything about the notation in one language."""
    return {
        "form": f"{game}/pdf/notation/turns.html",
        "game": game,
        "language": language,
        "battle": text(f"{game}.name", language),
        "texts": {
            each: text(f"notation-sheet.{each}", language) for each in ("title", "record", "rules", "words", "lines")
        },
        "record": list(record(game, language)),
        "rules": [[rule(game, language, name) for name in column] for column in SPLIT],
        "example": (),
        "key": key(game, language, ()),
        "others": [other(game, language, name) for name in OTHERS],
        "groups": list(groups(game, language)),
        "dice": sheets.in_languages(
            game, SHOWN, language, [(sentences.name("face", face, game, language), "FACES", face) for face in FACES]
        ),
    }


def asks(game: str, language: str) -> list[dict[str, str]]:
    """What writers ask, with the answers."""
    return sheets.asks(game, ASKS, language, quoted(game, language))


def groups(game: str, language: str) -> Iterator[dict[str, Any]]:
    """The words by what they are, each with what is written of it in short."""
    shown = key(game, language, ())
    sides = [{"before": "", "short": side["letter"], "after": f" {side['name']}"} for side in shown["sides"]]
    yield {"title": text("notation-sheet.sides", language), "words": sides, "lines": ()}
    yield {"title": shown["texts"]["cards"], "words": shown["cards"], "lines": ()}


def record(game: str, language: str) -> Iterator[dict[str, str]]:
    """The beginning of a game line by line; the first line of each kind says what it is."""
    players = dict(zip(find_game(game).SIDES, PLAYERS, strict=True))
    whole = write_text({"game": game, "scenario": SHOWN, "players": players}, GAME, language).rstrip("\n")
    before, _, after = whole.partition("\n\n")
    lines = [*(("header", line) for line in before.split("\n")), ("", ""), *zip(KINDS, after.split("\n"), strict=True)]
    said = {""}
    for kind, line in lines:
        label = "" if kind in said else text(f"napoleonics.turn-sheet.kind.{kind}", language)
        said.add(kind)
        yield {"text": sheets.held(line), "label": label}


def rule(game: str, language: str, name: str) -> str:
    """One sentence on how to write; the words of the notation in it are marked."""
    return sentences.say(f"napoleonics.turn-sheet.rule.{name}", language, **quoted(game, language))


def quoted(game: str, language: str) -> dict[str, str]:
    """The words of the notation that the sentences quote."""
    common, words = common_words(language), game_words(game, SHOWN, language)
    headers = ("edition", "rulings", "values", "date", "event", "place")
    letters = [
        f"**{words.spell('FACES', face)}**\N{NO-BREAK SPACE}{sentences.name('face', face, game, language)}"
        for face in FACES
    ]
    one, two = (words.spell("SIDE", side) for side in find_game(game).SIDES)
    purposes = [f"**({words.spell('PURPOSE', each)})**" for each in words.ids("PURPOSE")]
    spelt = {
        "game": common.spell("HEADER", "game"), "scenario": common.spell("HEADER", "scenario"),
        "one": one, "two": two,
        "leader": words.spell("LEADER", "leader"), "order": words.spell("ORDER", "order"),
        "off": words.spell("OFF", "off"), "no_dice": words.spell("NO_DICE", "no-dice"),
        "note": words.spell("NOTE", "note"), "check": words.spell("CHECK", "check"),
        "through": words.spell("THROUGH", "through"), "bonus": words.spell("BONUS", "bonus"),
        "ignore": words.spell("IGNORE", "ignore"), "lost": words.spell("LOST", "lost"),
        "draw": words.spell("TAKES", "takes"), "ground": words.spell("GROUND", "ground"),
        "empty": words.spell("EMPTY", "empty"), "values": common.spell("HEADER", "values"),
        "box": common.spell("VALUES", "box"), "refsvc": common.spell("VALUES", "refsvc"),
    }  # fmt: skip
    return {
        **{name: f"**{word}**" for name, word in spelt.items()},
        "headers": sentences.comma([f"**{common.spell('HEADER', each)}**" for each in headers], language),
        "faces": sentences.comma(letters, language),
        "purposes": sentences.comma(purposes, language),
    }
