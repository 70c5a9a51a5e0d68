"""Measures how planted mistakes are found, and prints it as a table."""

from __future__ import annotations

import random
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from engine import find_game
from engine.core.chance import Seeded
from engine.core.findings import Finding
from engine.core.playout import playout
from engine.core.replay import replay
from refsvc import library
from tests.planted.kinds import KINDS, Kinds
from tests.planted.planting import Plant, Played, plant, played
from tests.planted.slips import slip

SCENARIOS = [(game, scenario) for game in KINDS for scenario in library.scenario_ids(game)]
LANGUAGES = ("en", "fr", "cs")
SEEDS = 6  # games in which a place for a kind is looked for
CLASSES = ("hides no fact", "loses a fact", "notation slip")


class Job(NamedTuple):
    """One game to plant in: `kind` alone, or (empty) so many mistakes of any kind; `near`: in neighbouring moves."""

    game: str
    scenario: str
    seed: int
    mistakes: int
    kind: str = ""
    near: bool = False
    loses: bool = False  # one of the mistakes loses a fact


def listed(what: str) -> list[dict[str, Any]]:
    """The games in which not all mistakes are told apart yet, or the cases of unread lines, as the file has them."""
    games: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "not_yet.toml").read_text("utf-8")).get(
        what, []
    )
    return [{key: value for key, value in one.items() if key != "what"} for one in games]


def not_yet() -> set[Job]:
    """The games in which not all mistakes are told apart yet."""
    return {Job(**one) for one in listed("game")}


class Row(NamedTuple):
    """What became of the mistakes of one kind."""

    planted: int = 0
    placed: int = 0
    right: int = 0
    folded: int = 0
    surplus: int = 0

    def __add__(self, other: Any) -> Row:
        return Row(*(mine + its for mine, its in zip(self, other, strict=True)))


class Outcome(NamedTuple):
    """The rows of one job, and what went wrong in it."""

    job: Job
    rows: dict[str, Row]
    wrong: list[str]


@cache
def legal_game(game: str, scenario: str, seed: int) -> Played:
    """A random legal game, everything written down that was paid and lost."""
    kinds = KINDS[game]
    module = find_game(game)
    named = kinds.named(seed, (ruling.id for ruling in module.rulebook().open_rulings))
    table = module.open_game(library.load_scenario(game, scenario), named=named)
    first, player = kinds.first(seed), kinds.player(seed)
    return played(table, playout(table, Seeded(seed), is_annotated=True, first=first, player=player))


def jobs(game: str, scenario: str, mistakes: int, games: int) -> Iterator[Job]:
    """So many games: with one mistake every kind in turn, with more of them any kinds, near or far, one a lost fact."""
    kinds = [*KINDS[game].planters, *KINDS[game].slips, *KINDS[game].alone]
    for n in range(games):
        if mistakes == 1:
            yield Job(game, scenario, n // len(kinds), 1, kinds[n % len(kinds)])
        else:
            yield Job(game, scenario, n, mistakes, near=n % 2 == 1, loses=n % 4 >= 2)


def all_jobs(game: str, scenario: str) -> Iterator[tuple[int, list[Job]]]:
    """The games of a battle by the number of mistakes in each, in any order: a share of them has something of all."""
    for mistakes, games in KINDS[game].sizes.items():
        everything = list(jobs(game, scenario, mistakes, games))
        random.Random(scenario).shuffle(everything)
        yield mistakes, everything


def measure(job: Job) -> Outcome:
    """One game with its mistakes, replayed; where a kind has no place in it, the next one."""
    kinds = KINDS[job.game]
    tried = SEEDS if job.kind else 1
    for seed in range(job.seed, job.seed + tried):
        legal = legal_game(job.game, job.scenario, seed)
        outcome = (_slipped if job.kind in kinds.slips else _planted)(job, kinds, legal, random.Random(repr(job)))
        if outcome.rows:
            break
    return outcome


def _planted(job: Job, kinds: Kinds, legal: Played, rng: random.Random) -> Outcome:
    planters, losing = (kinds.alone if job.kind in kinds.alone else kinds.planters), kinds.losing
    able = sorted(planters.keys() - losing)
    own = rng.sample(able, len(able))
    names = [job.kind] if job.kind else [*([rng.choice(sorted(losing))] if job.loses else []), *own]
    record, plants = plant(legal, planters, losing, names, job.mistakes, rng, near=job.near)
    if not plants:
        return Outcome(job, {}, [])
    return _judged(job, plants, replay(legal.game, record).findings)


def _slipped(job: Job, kinds: Kinds, legal: Played, rng: random.Random) -> Outcome:
    header = {"game": job.game, "scenario": job.scenario, "values": "refsvc"}
    slipped = slip(kinds.slips, job.kind, header, legal.moves, LANGUAGES[job.seed % 3], rng)
    if slipped is None:
        return Outcome(job, {}, [])
    is_placed, is_right = bool(slipped.here), slipped.is_right
    row = Row(1, is_placed, is_right, 0, len(slipped.own) - is_placed)
    wrong = [] if is_right and not row.surplus else [f"{job.kind} {slipped}"]
    return Outcome(job, {job.kind: row}, wrong)


def _judged(job: Job, plants: list[Plant], findings: list[Finding]) -> Outcome:
    """Each mistake beside what was found: of its own, or folded under a fact that an earlier one has lost."""
    rows: dict[str, Row] = defaultdict(Row)
    left = [f for f in findings if f.because_of is None]
    losses: set[int] = set()  # findings under which others may be folded
    missed = []
    for one in plants:
        hit = next((f for f in left if f.move == one.at and f.rule in one.rules), None)
        is_folded = hit is None and bool(losses) and any(f.move == one.at and f.because_of for f in findings)
        is_placed = hit is not None or any(f.move == one.at for f in left)
        rows[one.kind] += Row(1, is_placed and not is_folded, hit is not None, is_folded)
        if hit is not None:
            left.remove(hit)
            if one.kind in KINDS[job.game].losing:
                losses.add(hit.id)
        elif not is_folded:
            missed.append(f"{one.kind} at {one.at} not found")
    for finding in left:
        before = [one.kind for one in plants if one.at <= finding.move] or [plants[0].kind if plants else "none"]
        rows[before[-1]] += Row(surplus=1)
    surplus = [f"{f.rule} at {f.move} not planted" for f in left]
    wrong = [f"{job} {[(p.kind, p.at) for p in plants]}: {'; '.join([*missed, *surplus])}"] if missed or surplus else []
    return Outcome(job, dict(rows), wrong)


def lines(outcomes: Iterable[Outcome]) -> Iterator[str]:
    """The table: every kind, by class."""
    rows: dict[tuple[str, str], Row] = defaultdict(Row)
    games = 0
    for outcome in outcomes:
        games += bool(outcome.rows)
        for kind, row in outcome.rows.items():
            of = KINDS[outcome.job.game]
            rows[CLASSES[2 if kind in of.slips else kind in of.losing], kind] += row
    for title in CLASSES:
        yield f"{title:34} planted  at its place  right rule  folded under a lost fact  surplus"
        mine = {kind: row for (of, kind), row in rows.items() if of == title}
        for kind, row in [*sorted(mine.items()), ("all of them", sum(mine.values(), Row()))]:
            yield f"  {kind:32} {row.planted:7}  {row.placed:12}  {row.right:10}  {row.folded:24}  {row.surplus:7}"
    yield f"{games} planted games"
