"""The data of the reference sheet of the notation: how a record of one battle is written, a page for each language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from msgspec import to_builtins

from engine import find_game
from engine.core.chance import Seeded
from engine.core.game import BaseGame
from engine.core.playout import playout
from refsvc import library
from refsvc.games.saladin import GAME
from refsvc.games.saladin.print import score_sheet
from refsvc.i18n import sentences
from refsvc.i18n.catalogue import text
from refsvc.notation.words import common_words, game_words, punctuate
from refsvc.notation.write import write_text
from refsvc.printing import score_sheets as sheets
from refsvc.printing.score_sheets import header_of, held, written

Move = dict[str, Any]
PLAYERS = ("Benoît", "Amira")
SEEDS = {"hattin": 63, "arsuf": 238}  # from which on a game to show is looked for: those that are found, by now
LINES = 6  # of the worked example, besides those that begin and end it
MOST_GAMES = 400  # that are looked through for one to show
LONGEST = 92  # letters of a line that stays on one line in English
RULES = (
    "header", "values", "sides", "target", "reaction", "dice", "gone", "optional", "count", "names", "leader", "longer",
    "notes", "guess",
)  # fmt: skip
UNSAID = ("gone", "losses")  # where there is nothing to say
SPLIT = (RULES[:7], RULES[7:])  # the rules in their two columns
ASKS = ("starts", "optional", "target", "leader", "reaction", "dice", "count", "result")  # of the page, in order


def reference(game: str, scenario: str, languages: Sequence[str]) -> dict[str, Any]:
    """What the sheet shows."""
    return {"languages": tuple(languages), "per_language": [page(game, scenario, language) for language in languages]}


@cache
def page(game: str, scenario: str, language: str) -> Mapping[str, Any]:
    """Everything about the notation in one language."""
    named = text(f"{game}.name", language)
    texts = ("title", "record", "parts", "rules", "words", "lines")
    key = score_sheet.key(game, scenario, language)
    return {
        "form": f"{game}/pdf/notation/turns.html",
        "game": game,
        "language": language,
        "battle": sentences.say("sheet.title", language, game=named, battle=text(f"{game}.{scenario}.name", language)),
        "texts": {each: text(f"notation-sheet.{each}", language) for each in texts},
        "record": list(record(game, scenario, language)),
        "rules": [[rule(game, scenario, language, name) for name in column] for column in SPLIT],
        "example": key["example"],
        "key": key,
        "others": [*score_sheet.others(game, scenario, language), *more(game, scenario, language)],
        "groups": list(groups(key)),
        "dice": dice(game, scenario, language),
    }  # fmt: skip


def asks(game: str, language: str) -> list[dict[str, str]]:
    """What writers ask, with the answers."""
    scenario = library.in_order(game)[0]
    cards = find_game(game).cards(library.load_scenario(game, scenario))
    leader = next(sentences.name("leader", card.piece, GAME, language) for card in cards if card.is_leader)
    town = game_words(game, scenario, language).spell("TOWN", "town")
    more_words = {"leader": f"**{leader}**", "town": f"**{town}**"}
    return sheets.asks(game, ASKS, language, {**quoted(game, scenario, language), **more_words})


def groups(key: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The words by what they are, each with what is written of it in short, and whole lines."""
    for side in key["sides"]:
        title = f"{side['letter']} · {side['name']}"
        yield {"title": title, "words": side["banners"], "lines": side["leader"]}
    for kind in ("actions", "reactions"):
        yield {"title": key["texts"][kind], "words": key[kind], "lines": ()}


def dice(game: str, scenario: str, language: str) -> dict[str, Any]:
    """Colours and faces as each language writes them."""
    kinds = (("COLOUR", "red"), ("COLOUR", "green"), *(("FACE", face) for face in score_sheet.FACES))
    words = [("", kind, word) for kind, word in (*kinds, ("NO_DICE", "no-dice"))]
    return sheets.in_languages(game, scenario, language, words)


def rule(game: str, scenario: str, language: str, name: str) -> str:
    """One sentence on how to write; the words of the notation in it are marked."""
    return sentences.say(f"saladin.notation-sheet.rule.{name}", language, **quoted(game, scenario, language))


@cache
def quoted(game: str, scenario: str, language: str) -> Mapping[str, str]:
    """The words of the notation that the sentences quote."""
    common, words = common_words(language), game_words(game, scenario, language)
    headers = ("edition", "rulings", "values", "date", "event", "place")
    one, two = (words.spell("SIDE", side) for side in reversed(find_game(game).SIDES))
    banner, action = reaction_of_another(game, scenario)
    spelt = {
        "game": common.spell("HEADER", "game"),
        "scenario": common.spell("HEADER", "scenario"),
        "headers": sentences.comma([f"**{common.spell('HEADER', key)}**" for key in headers], language),
        "one": one,
        "two": two,
        "committed": f"({words.spell('STATUS', 'committed')})",
        "uncommitted": f"({words.spell('STATUS', 'uncommitted')})",
        "named": ", " + sentences.name("banner", banner, GAME, language) + punctuate(language) + " "
        + words.spell("ACTION", action),
        "faces": sentences.comma([f"**{words.spell('FACE', face)}**" for face in score_sheet.FACES], language),
        "no_dice": f"| {words.spell('NO_DICE', 'no-dice')}",
        "gone": words.spell("GONE", "gone"),
        "nothing": words.spell("NOTHING", "nothing"),
        "none_gone": words.spell("NONE_GONE", "none-gone"),
        "note": words.spell("NOTE", "note") + punctuate(language),
        "turn": words.spell("TURN", "turn"),
        "count": words.spell("COUNT", "count"),
        **{each: common.spell("VALUES", each) for each in ("box", "refsvc")},
        "values": common.spell("HEADER", "values"),
    }  # fmt: skip
    lists = ("headers", "faces")
    return {key: word if key in lists else f"**{word}**" for key, word in spelt.items()}


def reaction_of_another(game: str, scenario: str) -> tuple[str, str]:
    """A Banner and its Reaction to a charge that may be aimed at somebody else."""
    cards = find_game(game).cards(library.load_scenario(game, scenario))
    lines = ((card.piece, line) for card in cards for line in card.lines if line.is_reaction)
    return next((banner, line.action) for banner, line in lines if "charges_of" in line.facts)


def record(game: str, scenario: str, language: str) -> Iterator[dict[str, str]]:
    """The beginning of a legal game, line by line; the first line of each kind says what it is."""
    said: set[str] = set()
    for kind, line in lines_of(game, scenario, language):
        label = text(f"saladin.notation-sheet.kind.{kind}", language) if kind and kind not in said else ""
        said.add(kind)
        yield {"text": held(line), "label": label}


def lines_of(game: str, scenario: str, language: str) -> Iterator[tuple[str, str]]:
    """Every line with its kind; that of the empty line after the header is empty."""
    players = dict(zip(reversed(find_game(game).SIDES), PLAYERS, strict=True))
    header = {"game": game, "scenario": scenario, "players": players}
    moves = shown_game(game, scenario)
    before = write_text(header, [], language).rstrip("\n").split("\n")
    yield from (("header", line) for line in before if line)
    yield "", ""
    written = [write_text(header, moves[:n], language).rstrip("\n").split("\n") for n in range(len(moves) + 1)]
    for at, (shorter, longer) in enumerate(pairwise(written), 1):
        if len(longer) > len(shorter):  # a new line, which what follows may still make longer
            last = written[-1][len(longer) - 1]
            yield moves[at - 1]["do"], last


@cache
def shown_game(game: str, scenario: str) -> tuple[Move, ...]:
    """The beginning of a legal game in which much happens in few lines; at its end, what lies on the table."""
    table = library.open_game(header_of(game, scenario))
    start = SEEDS.get(scenario, 1)
    for seed in range(start, start + MOST_GAMES):
        moves = tuple(opening(table, seed))
        if is_telling(game, scenario, moves):
            return moves
    raise LookupError(f"no game to show for {game} {scenario}")


def opening(table: BaseGame[Any], seed: int) -> Iterator[Move]:
    """The first lines of a random game, without what the notation leaves out, and a count."""
    begun = 0
    played = []
    for move in playout(table, Seeded(seed), is_annotated=True):
        tree = to_builtins(move)
        begun += tree["do"] not in ("turn", "start", "seize", "react", "roll")
        if begun > LINES:
            break
        played.append(move)
        yield shortened(tree)
    state = table.setup().state
    for move in played:
        state = table.resolve(state, move).state
    orders = table.view(state)["orders"]
    yield {"do": "count", "orders": {side: dict(orders[side]) for side in reversed(table.SIDES)}}


def shortened(tree: Move) -> Move:
    """A move as people write it: nothing is said of what was not paid or lost, nor of who chose to start."""
    unsaid = {"paid", *(key for key in UNSAID if not tree.get(key))}
    if tree["do"] == "start" and tree.get("side") == tree["first"]:
        unsaid.add("side")
    return {key: value for key, value in tree.items() if key not in unsaid}


def is_telling(game: str, scenario: str, moves: Sequence[Move]) -> bool:
    """Whether a beginning shows an activation with everything, a Leader and a loss, in lines that are not too long."""
    kinds = [move["do"] for move in moves]
    is_short = all(
        len(line) <= LONGEST for line in write_text({"game": game, "scenario": scenario}, moves, "en").split("\n")
    )
    losses = [move for move in moves if move.get("losses")]
    led = [move["action"] for move in moves if move["do"] == "lead"]
    is_plain = ["side" not in move for move in moves if move["do"] == "start"] == [True]  # who has the choice begins
    return is_short and kinds.count("react") == 1 and led == ["recover-order"] and is_plain and len(losses) > 1


def more(game: str, scenario: str, language: str) -> Iterator[dict[str, str]]:
    """Further lines that a record may have: more that can be counted, other ends."""
    one, two = reversed(find_game(game).SIDES)
    banner, other = getattr(library.load_scenario(game, scenario), one)[:2]
    told = {"status": "committed", "card": "ordered"}
    moves: list[tuple[str, Move]] = [
        ("banners", {"do": "count", "banners": {banner: {"lances": 7, **told}, other: {"out": "captured"}}}),
        ("losses", {"do": "count", "losses": {one: 3, two: 0}}),
        ("time", {"do": "result", "winner": two, "by": "time"}),
        ("draw", {"do": "result", "winner": None, "by": "agreement"}),
    ]
    for name, move in moves:
        yield {
            "text": written(game, scenario, [move], language),
            "label": text(f"saladin.notation-sheet.line.{name}", language),
        }
