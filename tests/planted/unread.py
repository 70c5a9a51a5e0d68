"""A line that can't be read, and a real mistake after it: the line is one finding, and hides no other.

In the text of a game one line is garbled, and later a mistake is planted, perhaps with all of the board counted in
between. The mistake has to be found as its own, unless some reading of the line explains it: then the finding is
doubtful, hangs under the line, and names a reading with which nothing is wrong.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from msgspec import ValidationError, convert, to_builtins

from engine.core.findings import Finding
from engine.core.moves import CountBase, MoveBase
from refsvc.checking.read import Record, read
from refsvc.notation.words import game_words
from refsvc.notation.write import write_text
from refsvc.records.upload import Upload
from tests.planted.kinds import KINDS
from tests.planted.planting import Played, plant, played
from tests.planted.slips import Slip, is_read_as
from tests.planted.table import LANGUAGES, legal_game, listed
from tests.replayed import replayed

COUNTED = ("losses", "banners", "leaders", "town", "horns", "fire", "shield_wall", "units", "squares")
LEAST = 20  # moves of the game before a line is garbled
NEAR = 40  # moves after the line in which the mistake stands


class Garbled(NamedTuple):
    """One record: what was garbled and planted, the lines of both, and every finding with its line."""

    slip: str
    kind: str
    text: str
    line: int
    mistake: int | None
    rules: frozenset[str]
    findings: list[Finding]
    lines: list[int]

    def at(self, line: int | None) -> list[Finding]:
        """What was found in a line."""
        return [f for f, place in zip(self.findings, self.lines, strict=True) if place == line]

    @property
    def is_one(self) -> bool:
        """Whether the line is one finding of its own."""
        return len([f for f in self.at(self.line) if f.verdict == "misread" and f.because_of is None]) == 1

    @property
    def is_own(self) -> bool:
        """Whether the mistake stands as its own finding."""
        return any(f.because_of is None and f.rule in self.rules for f in self.at(self.mistake))

    @property
    def is_doubtful(self) -> bool:
        """Whether it is doubtful under the line."""
        causes = {f.id for f in self.at(self.line) if f.verdict == "misread"}
        return any(f.verdict == "doubtful" and f.because_of in causes for f in self.at(self.mistake))

    @property
    def surplus(self) -> list[str]:
        """What was found as a mistake of its own and is none."""
        return [
            f"{f.rule} in line {line}"
            for f, line in zip(self.findings, self.lines, strict=True)
            if f.because_of is None and not (line == self.line and f.verdict == "misread") and line != self.mistake
        ]


def garbled(game: str, scenario: str, seed: int, slip: str, kind: str = "", *, counts: bool = False) -> Garbled | None:
    """A game with one garbled line, and perhaps a mistake of a kind after it; None where there is no place for them."""
    rng = random.Random(f"{game} {scenario} {seed} {slip} {kind} {counts}")
    legal = legal_game(game, scenario, seed)
    language = LANGUAGES[seed % 3]
    header = {"game": game, "scenario": scenario, "values": "refsvc"}
    after = rng.randrange(min(LEAST, len(legal.moves) // 2), max(LEAST + 1, len(legal.moves) - NEAR))
    moves, at, rules = legal.moves, None, frozenset[str]()
    if counts and (counted := _counted(legal, after)) is not None:
        after, count = counted
        moves = [*moves[:after], count, *moves[after:]]
    if kind:
        place = played(legal.game, moves)._replace(low=after + 1, high=min(len(moves), after + NEAR))
        planters = KINDS[game].planters
        moves, plants = plant(place, {kind: planters[kind]}, KINDS[game].losing, [kind], 1, rng, near=False)
        if not plants:
            return None
        at, rules = plants[0].at, plants[0].rules
        if at <= after + 1:
            return None
    text = write_text(header, to_builtins(moves), language)
    made = _garble(text, game, scenario, language, slip, rng, _line(text, after) - counts)
    if made is None:
        return None
    line, garbled_text = made
    if is_read_as(text, garbled_text):
        return None
    mistake = None if at is None else _line(text, at)
    record, replay = replayed(garbled_text.encode())
    return Garbled(slip, kind, garbled_text, line, mistake, rules, replay.findings, _lines(record, replay.findings))


def _line(text: str, move: int) -> int:
    """The line of a move, counted from 1."""
    return read(Upload(text.encode())).places[move - 1][0]


def _lines(record: Record, findings: list[Finding]) -> list[int]:
    return [record.places[min(f.move, len(record.places)) - 1][0] for f in findings]


def _garble(
    text: str, game: str, scenario: str, language: str, slip: str, rng: random.Random, before: int
) -> tuple[int, str] | None:
    """The text with the last line before another that has a place for the slip garbled."""
    lines = text.split("\n")
    words = game_words(game, scenario, language)
    for at in range(min(before, len(lines)) - 1, lines.index(""), -1):
        made: list[Slip] = list(KINDS[game].slips[slip](lines[at], words))
        if made:
            lines[at] = rng.choice(made).line
            return at + 1, "\n".join(lines)
    return None


def _counted(game: Played, after: int) -> tuple[int, MoveBase] | None:
    """The first place from here on where all that lies on the table can be counted, and the count."""
    for n in range(after, min(after + NEAR // 2, len(game.moves))):
        count = _count_of(game.game, game.states[n])
        if count is not None and not game.game.count((game.states[n],), count) and _is_resting(game, n):
            return n, count
    return None


def _is_resting(game: Played, n: int) -> bool:
    """Whether nothing is open before a move: an activation or a card begins with it."""
    return type(game.moves[n]).__name__ in ("Activate", "Play", "Lead", "Pass")


def _count_of(game: Any, state: Any) -> CountBase | None:
    """Everything on the table that a count can hold."""
    view = game.view(state)
    kind = next(each for each in game.package.MOVES.__args__ if issubclass(each, CountBase))
    tree = {key: view[key] for key in COUNTED if key in view}
    if "orders" in view:
        tree["orders"] = view["orders"]
    if "units" in tree:
        tree["units"] = {hex_: {"blocks": unit["blocks"]} for hex_, unit in tree["units"].items()}
        tree |= {key: view[key] for key in ("leaders", "banners", "hands")}
    else:
        tree["banners"] = {
            name: {key: part[key] for key in ("lances", "status", "card", "out") if key in part}
            for name, part in tree["banners"].items()
        }
    try:
        found: CountBase = convert({"do": "count", **tree}, kind)
    except ValidationError:
        return None
    return found


KINDS_AFTER = {  # mistakes that stand after the line: a wrong side or target, too many dice, a wrong section, too far
    "saladin": ("side written wrongly", "own Banner as target", "a red die too many", "price too high"),
    "napoleonics": (
        "enemy ordered",
        "fires out of range",
        "a die too many",
        "order in a wrong section",
        "moves too far",
    ),
}


class Case(NamedTuple):
    """What is garbled and planted, and whether all of the board is counted in between; no kind: only garbled."""

    game: str
    scenario: str
    seed: int
    slip: str
    kind: str = ""
    counts: bool = False

    def made(self) -> Garbled | None:
        """The record of it."""
        return garbled(self.game, self.scenario, self.seed, self.slip, self.kind, counts=self.counts)


def cases(game: str, scenario: str, seeds: range) -> Iterator[Case]:
    """Every slip by itself, and every mistake after every slip, with and without a count in between."""
    for seed in seeds:
        for slip in KINDS[game].slips:
            yield Case(game, scenario, seed, slip)
            for kind in KINDS_AFTER[game]:
                yield Case(game, scenario, seed, slip, kind)
                yield Case(game, scenario, seed, slip, kind, counts=True)


def wrong(case: Case, made: Garbled) -> str:
    """What is not as it should be in a record; empty: nothing."""
    faults = [] if made.is_one else ["the line is not one finding"]
    faults += [f"surplus: {found}" for found in made.surplus]
    if case.kind and not made.is_own:
        faults.append(f"{case.kind} in line {made.mistake}: {'doubtful' if made.is_doubtful else 'hidden'}")
    line = next((f.id for f in made.at(made.line) if f.verdict == "misread"), 0)
    following = [f for f in made.findings if f.because_of == line]
    faults += [f"{f.rule} at {f.move} is {f.verdict}" for f in following if f.verdict != "doubtful"]
    return f"{case}: {'; '.join(faults)}" if faults else ""


def not_yet() -> set[Case]:
    """The cases that are not as they should be yet."""
    return {Case(**one) for one in listed("unread")}


def table(game: str, outcomes: Iterable[tuple[Case, Garbled | None]]) -> Iterator[str]:
    """How many mistakes stand as their own after a line that can't be read, by kind."""
    rows: dict[str, Counter[str]] = {}
    for case, made in outcomes:
        if made is not None:
            row = rows.setdefault(f"{case.kind or 'nothing'}{', counted before' * case.counts}", Counter())
            row["planted"] += 1
            row["one"] += made.is_one
            row["own"] += made.is_own
            row["doubtful"] += made.is_doubtful and not made.is_own
            row["surplus"] += len(made.surplus)
    yield f"{game}, after a line that can't be read    planted  one line  own  doubtful  surplus"
    for kind, row in rows.items():
        yield f"  {kind:44} {row['planted']:5} {row['one']:8} {row['own']:5} {row['doubtful']:8} {row['surplus']:8}"
