"""The data of a blank score sheet: what is written where, and a key of the notation, for one battle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate
from typing import Any

from msgspec import to_builtins

from engine import find_game
from engine.core.cards import Card
from engine.core.chance import Seeded
from engine.core.playout import playout
from refsvc import library
from refsvc.games.saladin import GAME
from refsvc.i18n import sentences
from refsvc.i18n.catalogue import text
from refsvc.notation.words import game_words, punctuate
from refsvc.printing.score_sheets import head, header_of, held, in_order, short, sides_as_written, written

Move = Mapping[str, Any]
MOST_GAMES = 200  # that are looked through for a line to show
FACES = ("0", "1", "2", "order")
# What a battle has on its table besides Orders and losses, and the line of a card that brings it there.
MARKS = {"shield_wall": "shield-wall", "fire": "ignite", "horns": "horns"}
# The columns, in mm.
COLUMNS = {"side": 8, "acting": 51, "target": 29, "paid": 10, "reaction": 35, "red": 13, "green": 13, "losses": 27}
PITCH = 6.2  # mm between two lines: room for a pen
# Lines of the turns on the front and on the back, by paper and number of languages: the key takes the rest.
ROWS = {
    ("a4", 1): ((22,), (18, 18)),
    ("letter", 1): ((20,), (17, 17)),
    ("a4", 2): ((12,), (18, 18)),
    ("letter", 2): ((9,), (17, 17)),
}


def score_sheet(game: str, scenario: str, languages: Sequence[str], paper: str) -> dict[str, Any]:
    """What the sheet shows: its form in the first language, a key in each."""
    first = languages[0]
    words = game_words(game, scenario, first)
    battle = text(f"{game}.{scenario}.name", first)
    return {
        "form": f"{game}/pdf/score-sheet/turns",
        "language": first,
        "title": sentences.say("sheet.title", first, game=text(f"{game}.name", first), battle=battle),
        **head(game, scenario, languages),
        **form(first, ROWS[paper, len(languages)]),
        "turn": words.spell("TURN", "turn"),
        "count": words.spell("COUNT", "count") + punctuate(first),
        "verbs": {verb: words.spell(verb.upper(), verb) for verb in ("seizes", "starts")},
        "sides": [words.spell("SIDE", side) for side in sides_as_written(game)],
        "counted": list(counted(game, scenario, first)),
        "keys": [key(game, scenario, language) for language in languages],
    }


def form(language: str, blocks: tuple[tuple[int, ...], tuple[int, ...]]) -> dict[str, Any]:
    """The lines to write on: `blocks` of turns on the front and on the back, and the columns."""
    lefts = list(accumulate(COLUMNS.values(), initial=0))
    return {
        "width": lefts[-1],
        "pitch": PITCH,
        "columns": [
            {"label": text(f"saladin.sheet.column.{column}", language), "left": left, "width": width}
            for (column, width), left in zip(COLUMNS.items(), lefts, strict=False)
        ],
        "blocks": [
            [{"rows": rows, "label": sentences.say_number("sheet.rows", language, rows)} for rows in side]
            for side in blocks
        ],
    }


def counted(game: str, scenario: str, language: str) -> Iterator[str]:
    """What is worth counting at the end of a turn besides Orders, as the notation writes it."""
    words = game_words(game, scenario, language)
    for side in sides_as_written(game):
        yield f"{words.spell('SIDE', side)} {words.spell('LOSSES', 'losses')}"
    if library.load_scenario(game, scenario).town:
        yield words.spell("TOWN", "town")
    lines = {line.action for card in _cards(game, scenario) for line in card.lines}
    yield from (words.spell("MARK", mark) for mark, action in MARKS.items() if action in lines)


def _cards(game: str, scenario: str) -> tuple[Card, ...]:
    return find_game(game).cards(library.load_scenario(game, scenario))


# --- the key


def key(game: str, scenario: str, language: str) -> dict[str, Any]:
    """How a line is written, and every word that may stand in it, in one language."""
    words = game_words(game, scenario, language)
    cards = _cards(game, scenario)
    lines = [line for card in cards if not card.is_leader for line in card.lines]
    reactions = dict.fromkeys(line.action for line in lines if line.is_reaction)
    actions = dict.fromkeys(line.action for line in lines if not line.is_reaction)
    return {
        "language": language,
        "texts": {
            each: text(f"sheet.key.{each}", language)
            for each in ("title", "short", "actions", "reactions", "dice", "other", "optional")
        },
        "example": list(example(game, scenario, language)),
        "sides": [
            {
                "id": side,
                "name": sentences.name("side", side, GAME, language),
                "letter": words.spell("SIDE", side),
                "banners": [short(words, "PIECE", one) for one in getattr(library.load_scenario(game, scenario), side)],
                "leader": next(leader(game, scenario, c, language) for c in cards if c.is_leader and c.side == side),
            }
            for side in sides_as_written(game)
        ],
        "actions": in_order([short(words, "ACTION", action) for action in actions], language),
        "reactions": in_order([short(words, "ACTION", action) for action in reactions], language),
        "dice": [{"face": face, "word": words.spell("FACE", face)} for face in FACES],
        "colours": [words.spell("COLOUR", colour) for colour in ("red", "green")],
        "no_dice": words.spell("NO_DICE", "no-dice"),
        "others": list(others(game, scenario, language)),
    }


def leader(game: str, scenario: str, card: Card, language: str) -> list[str]:
    """What a Leader can do, as it is written."""
    known = game_words(game, scenario, language).ids("LEAD")
    moves = [{"do": "lead", "side": card.side, "action": line.action} for line in card.lines if line.action in known]
    return [held(written(game, scenario, [move], language)) for move in moves]


def example(game: str, scenario: str, language: str) -> Iterator[dict[str, str]]:
    """A whole line in its parts, each with what it is: what was written after adding a part, less what was there."""
    activate, react, roll = shown_moves(game, scenario)
    bare = {key: activate[key] for key in ("do", "side", "banner", "action")}
    thrown = {key: roll[key] for key in ("do", "red", "green")}
    stages: list[tuple[str, list[Move]]] = [
        ("acting", [bare]),
        ("target", [bare | {"target": activate["target"]}]),
        ("paid", [activate]),
        ("reaction", [activate, react]),
        ("dice", [activate, react, thrown]),
        ("losses", [activate, react, thrown | {"losses": roll["losses"]}]),
    ]
    before = game_words(game, scenario, language).spell("SIDE", activate["side"])
    yield {"text": before, "label": text("saladin.sheet.column.side", language)}
    for name, moves in stages:
        line = written(game, scenario, moves, language)
        yield {"text": line.removeprefix(before).strip(), "label": text(f"saladin.sheet.column.{name}", language)}
        before = line


@cache
def shown_moves(game: str, scenario: str) -> tuple[Move, Move, Move]:
    """An activation that was answered and cost both sides something, from random legal games."""
    table = library.open_game(header_of(game, scenario))
    for seed in range(1, MOST_GAMES):
        moves = [to_builtins(move) for move in playout(table, Seeded(seed), is_annotated=True)]
        for one, two, three in zip(moves, moves[1:], moves[2:], strict=False):
            if [one["do"], two["do"], three["do"]] == ["activate", "react", "roll"] and _is_telling(one, two, three):
                return one, two, three
    raise LookupError(f"no line to show for {game} {scenario}")


def _is_telling(activate: Move, react: Move, roll: Move) -> bool:
    """Whether a line has all parts, and is no longer than a row."""
    is_paid = activate.get("spent", 0) and react.get("spent", 0) and "target" in activate
    is_short = len(roll["red"]) == 1 and len(roll["green"]) == 1 and not roll.get("gone")
    return bool(is_paid and is_short and len(roll.get("losses", ())) == 1 and react["banner"] == activate["target"])


def others(game: str, scenario: str, language: str) -> Iterator[dict[str, str]]:
    """The other lines of a record, each with what it says."""
    one, two = sides_as_written(game)
    banner = getattr(library.load_scenario(game, scenario), one)[0]
    moves: dict[str, Move] = {
        "turn": {"do": "turn", "number": 2, "paid": {one: 1, two: 2}},
        "seize": {"do": "seize", "side": two},
        "start": {"do": "start", "side": one, "first": one},
        "lead": {"do": "lead", "side": one, "action": "restore-lance", "banner": banner},
        "pass": {"do": "pass", "side": one},
        "remove": {"do": "remove", "side": one, "banner": banner},
        "count": {"do": "count", "orders": {one: {"available": 8, "spent": 3}}, "banners": {banner: {"lances": 5}}},
        "result": {"do": "result", "winner": one, "by": "resignation"},
    }
    for name, move in moves.items():
        yield {
            "text": written(game, scenario, [move], language),
            "label": text(f"saladin.sheet.other.{name}", language),
        }
