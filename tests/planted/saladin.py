"""Ways to break a rule of Saladin, to miss a duty or to lose a line, each planted in a game as it was played so far."""

from __future__ import annotations

import random

from msgspec.structs import replace

from engine.core.moves import Result, Turn
from engine.saladin.moves import Activate, Count, Lead, Pass, Pool, React, Remove, Roll, Seize, Start
from engine.saladin.rules.activation import could_both_pass, deployed_cards
from engine.saladin.state import SIDES
from tests.planted import saladin_dice, saladin_omissions
from tests.planted.planting import Made, Planter, Played, before, instead, pick, played_on, turn_twice


def resting(game: Played) -> list[int]:
    """TomlPositions between two activations, nothing pending, somebody's card still Deployed."""
    return [
        n
        for n in game.of(Activate, Lead, Pass)
        if game.states[n].phase == "activation"
        and game.states[n].pending is None
        and not could_both_pass(game.table, game.states[n])
    ]


def price(step: int) -> Planter:
    def plant(game: Played, rng: random.Random) -> Made:
        paid = [n for n in game.of(Activate) if game.moves[n].spent]  # type: ignore[attr-defined]
        n = pick(rng, paid)
        if n is None:
            return None
        spent = game.moves[n].spent + step  # type: ignore[attr-defined]
        return instead(n, game.moves[n], "saladin.cost.paid", "saladin.cost.surcharge", spent=spent)

    return plant


def reaction_price(game: Played, rng: random.Random) -> Made:
    n = pick(rng, game.of(React))
    return None if n is None else instead(n, game.moves[n], "saladin.reaction.paid", spent=game.moves[n].spent + 1)  # type: ignore[attr-defined]


def fewer_losses(game: Played, rng: random.Random) -> Made:
    n = pick(rng, [n for n in game.of(Roll) if game.moves[n].losses and not game.moves[n].gone])  # type: ignore[attr-defined]
    if n is None:
        return None
    losses = dict(game.moves[n].losses)  # type: ignore[attr-defined]
    losses[rng.choice(sorted(losses))] -= 1
    return instead(n, game.moves[n], "saladin.lances.losses", losses=losses)


def more_losses(game: Played, rng: random.Random) -> Made:
    n = pick(rng, [n for n in game.of(Roll) if game.moves[n].losses and not game.moves[n].gone])  # type: ignore[attr-defined]
    if n is None:
        return None
    losses = dict(game.moves[n].losses)  # type: ignore[attr-defined]
    name = rng.choice(sorted(losses))
    if losses[name] + 1 >= game.states[n].lances[game.table.index[name]]:
        return None
    losses[name] += 1
    return instead(n, game.moves[n], "saladin.lances.losses", losses=losses)


def gone_missing(game: Played, rng: random.Random) -> Made:
    n = pick(rng, [n for n in game.of(Roll) if game.moves[n].gone])  # type: ignore[attr-defined]
    return None if n is None else instead(n, game.moves[n], "saladin.lances.last", gone=game.moves[n].gone[1:])  # type: ignore[attr-defined]


def gone_too_early(game: Played, rng: random.Random) -> Made:
    n = pick(rng, [n for n in game.of(Roll) if game.moves[n].losses and not game.moves[n].gone])  # type: ignore[attr-defined]
    if n is None:
        return None
    hurt = [name for name in game.moves[n].losses if name in game.table.number]  # type: ignore[attr-defined]
    return instead(n, game.moves[n], "saladin.lances.last", gone=(hurt[0],)) if hurt else None


def chaos(step: int) -> Planter:
    def plant(game: Played, rng: random.Random) -> Made:
        n = pick(rng, [n for n in game.of(Turn) if game.moves[n].number > 1 and game.moves[n].paid])  # type: ignore[attr-defined]
        if n is None:
            return None
        paid = dict(game.moves[n].paid)  # type: ignore[attr-defined]
        side = rng.choice(SIDES)
        if game.states[n].available[SIDES.index(side)] - step < 2:
            return None
        paid[side] += step
        return instead(n, game.moves[n], "saladin.chaos.payment", paid=paid)

    return plant


def die(colour: str) -> Planter:
    def plant(game: Played, rng: random.Random) -> Made:
        n = pick(rng, [n for n in game.of(Roll) if getattr(game.moves[n], colour)])
        if n is None:
            return None
        return instead(n, game.moves[n], "saladin.dice.count", **{colour: (*getattr(game.moves[n], colour), "0")})

    return plant


def side_label(game: Played, rng: random.Random) -> Made:
    n = pick(rng, game.of(Activate))
    if n is None:
        return None
    other = SIDES[1 - SIDES.index(game.moves[n].side)]  # type: ignore[attr-defined]
    return instead(n, game.moves[n], "saladin.activation.own-banner", side=other)


def own_target(game: Played, rng: random.Random) -> Made:
    n = pick(rng, [n for n in game.of(Activate) if game.moves[n].target and game.moves[n].action != "reinforce"])  # type: ignore[attr-defined]
    if n is None:
        return None
    move = game.moves[n]
    own = [name for name, k in game.table.number.items() if SIDES[game.table.side_of[k]] == move.side]  # type: ignore[attr-defined]
    return instead(n, move, "saladin.action.target-listed", target=rng.choice(own))


def needless_target(game: Played, rng: random.Random) -> Made:
    n = pick(rng, [n for n in game.of(Activate) if game.moves[n].action in ("hold", "wait", "regroup", "withdraw")])  # type: ignore[attr-defined]
    if n is None:
        return None
    side = SIDES.index(game.moves[n].side)  # type: ignore[attr-defined]
    enemy = [name for name, k in game.table.number.items() if game.table.side_of[k] != side]
    return instead(n, game.moves[n], "saladin.action.target-none", target=rng.choice(enemy))


def status_label(game: Played, rng: random.Random) -> Made:
    n = pick(rng, [n for n in game.of(Activate) if game.moves[n].action in ("charge", "push", "loose", "skirmish")])  # type: ignore[attr-defined]
    if n is None:
        return None
    bit = game.states[n].committed >> game.table.number[game.moves[n].banner] & 1  # type: ignore[attr-defined]
    return instead(n, game.moves[n], "saladin.action.status", status=("committed", "uncommitted")[bit])


def no_start(game: Played, rng: random.Random) -> Made:
    """Whoever doesn't hold the initiative begins, and nobody said so."""
    n = pick(rng, [n for n in game.of(Start) if SIDES.index(game.moves[n].first) != game.states[n].initiative])  # type: ignore[attr-defined]
    return None if n is None else (n, 1, (), 0, {"saladin.initiative.start"})


def no_pass(game: Played, rng: random.Random) -> Made:
    n = pick(rng, [n for n in game.of(Pass) if n + 1 < len(game.moves)])
    return None if n is None else (n, 1, (), 0, {"saladin.activation.both-pass", "saladin.activation.alternate"})


def no_seizing(game: Played, rng: random.Random) -> Made:
    n = pick(rng, [n for n in game.of(Seize) if isinstance(game.moves[n + 1], Start)])
    return None if n is None else (n, 1, (), 0, {"saladin.initiative.holder"})


def no_reaction(game: Played, rng: random.Random) -> Made:
    n = pick(rng, game.of(React))
    return None if n is None else (n, 1, (), 0, {"saladin.dice.count"})


def early_pass(game: Played, rng: random.Random) -> Made:
    """A pass with cards still Deployed, taken back in silence: the side goes on."""
    able = []
    for n in resting(game):
        move = game.moves[n]
        if isinstance(move, (Activate, Lead)) and deployed_cards(game.table, game.states[n], SIDES.index(move.side)):
            able.append(n)
    at = pick(rng, able)
    return None if at is None else before(at, Pass(game.moves[at].side), "saladin.activation.pass")  # type: ignore[attr-defined]


def late_start(game: Played, rng: random.Random) -> Made:
    n = pick(rng, [n for n in resting(game) if not isinstance(game.moves[n], Pass)])
    return None if n is None else before(n, Start(rng.choice(SIDES)), "saladin.initiative.phase")


def late_seizing(game: Played, rng: random.Random) -> Made:
    n = pick(rng, [n for n in resting(game) if not isinstance(game.moves[n], Pass)])
    return None if n is None else before(n, Seize(rng.choice(SIDES)), "saladin.initiative.phase")


def wrong_holder(game: Played, rng: random.Random) -> Made:
    n = pick(rng, game.of(Start))
    if n is None:
        return None
    other = SIDES[1 - game.states[n].initiative]
    if other == "ayyubid" and "seize" in game.table.leader_lines[0]:
        return None  # could as well be a seizure that was left out
    return instead(n, game.moves[n], "saladin.initiative.holder", side=other)


def needless_reaction(game: Played, rng: random.Random) -> Made:
    n = pick(rng, [n for n in resting(game) if not isinstance(game.moves[n], Pass)])
    return None if n is None else before(n, React("ayyubid", "saphadin", "evade"), "saladin.reaction.window")


def targets_left(game: Played, rng: random.Random) -> Made:
    places = resting(game)
    n = pick(rng, places)
    if n is None:
        return None
    state, table = game.states[n], game.table
    able = [
        k for k in table.number.values() if table.faces[state.horns].targets[k] & ~state.out and not state.out >> k & 1
    ]
    k = rng.choice(able)
    return before(n, Remove(SIDES[table.side_of[k]], table.pieces[k]), "saladin.removal.target-left")


def wrong_turn(game: Played, rng: random.Random) -> Made:
    n = pick(rng, resting(game))
    return None if n is None else before(n, Turn(game.states[n].turn + 5), "record.turn")


def wrong_count(game: Played, rng: random.Random) -> Made:
    n = pick(rng, resting(game))
    if n is None or game.is_lost:
        return None
    state, side = game.states[n], rng.choice((0, 1))
    counted = Pool(available=state.available[side] + 4, spent=state.spent[side])  # no other slip comes to so much
    return before(n, Count(orders={SIDES[side]: counted}), "record.count")


def wrong_result(game: Played, _rng: random.Random) -> Made:
    if not game.is_whole:
        return None
    winner = game.states[-1].ended
    other = SIDES[0] if winner != SIDES[0] else SIDES[1]
    return before(len(game.moves), Result(other), "saladin.victory.result")


def after_the_end(game: Played, rng: random.Random) -> Made:
    return None if not game.is_whole else before(len(game.moves), Pass(rng.choice(SIDES)), "saladin.victory.over")


ACTED_TWICE = {
    "saladin.activation.alternate",
    "saladin.leader.once",
    "saladin.hattin.horns-once",
    "saladin.hattin.true-cross-once",
}


def tired_leader(game: Played, rng: random.Random) -> Made:
    """A leader acts a second time, between two activations of the enemy's: the turn is used up by it."""
    n = pick(
        rng, [n for n in game.of(Lead) if n + 1 < len(game.moves) and isinstance(game.moves[n + 1], (Activate, Lead))]
    )
    return None if n is None else (n, 1, (game.moves[n], game.moves[n]), 1, ACTED_TWICE)


def lost_roll(game: Played, rng: random.Random) -> Made:
    n = pick(rng, game.of(Roll))
    return None if n is None else (n, 1, (), 0 if n + 1 < len(game.moves) else -1, {"saladin.dice.due"})


def lost_target(game: Played, rng: random.Random) -> Made:
    """One of several that could have been chosen."""
    bare = {n: replace(game.moves[n], target=None) for n in game.of(Activate) if game.moves[n].target}  # type: ignore[attr-defined]
    n = pick(rng, [n for n, move in bare.items() if game.game.check(game.states[n], move)])
    return None if n is None else (n, 1, (bare[n],), 0, {"saladin.action.target"})


def lost_activation(game: Played, rng: random.Random) -> Made:
    n = pick(rng, [n for n in game.of(Activate) if isinstance(game.moves[n + 1], Roll)])
    return None if n is None else (n, 1, (), 0, {"saladin.dice.none"})


def lost_line(game: Played, rng: random.Random) -> Made:
    """A whole line: the activation and its dice."""
    able = []
    for n in game.of(Activate):
        rest = game.moves[n + 1 : n + 3]
        side = game.moves[n].side  # type: ignore[attr-defined]
        if (
            len(rest) == 2
            and isinstance(rest[0], Roll)
            and isinstance(rest[1], (Activate, Lead))
            and rest[1].side != side
        ):
            able.append(n)
    at = pick(rng, able)
    return None if at is None else (at, 2, (), 0, {"saladin.activation.alternate"})


def misspelt_banner(game: Played, rng: random.Random) -> Made:
    n = pick(rng, game.of(Activate))
    return None if n is None else instead(n, game.moves[n], "record.word", banner=game.moves[n].banner + "x")  # type: ignore[attr-defined]


KINDS: dict[str, Planter] = {
    "price too low": price(-1),
    "price too high": price(1),
    "price of a Reaction": reaction_price,
    "too few losses": fewer_losses,
    "too many losses": more_losses,
    "card kept": gone_missing,
    "card taken too early": gone_too_early,
    "Chaos paid short": chaos(-1),
    "Chaos overpaid": chaos(1),
    "a red die too many": die("red"),
    "a green die too many": die("green"),
    "side written wrongly": side_label,
    "own Banner as target": own_target,
    "needless target": needless_target,
    "status written wrongly": status_label,
    "start left out": no_start,
    "pass left out": no_pass,
    "seizing left out": no_seizing,
    "Reaction left out": no_reaction,
    "pass too early": early_pass,
    "start too late": late_start,
    "seizing too late": late_seizing,
    "start by the wrong side": wrong_holder,
    "Banner removed with targets left": targets_left,
    "wrong turn": wrong_turn,
    "wrong count": wrong_count,
    "wrong result": wrong_result,
    "a move after the end": after_the_end,
    "leader twice": tired_leader,
    "roll lost": lost_roll,
    "target lost": lost_target,
    "activation lost": lost_activation,
    "line lost": lost_line,
    "Banner misspelt": misspelt_banner,
    "Reaction to nothing": needless_reaction,
    **saladin_omissions.KINDS,
    **saladin_dice.KINDS,
}
LOSING = frozenset({
    "roll lost", "target lost", "activation lost", "line lost", "Banner misspelt", "Reaction to nothing",
    "a hit too many", "a die left out", "colours swapped",
})  # fmt: skip
ALONE: dict[str, Planter] = {
    "played on after the end": lambda game, _rng: played_on(game, "saladin.victory.over"),
    "a turn written twice": lambda game, rng: turn_twice(game, rng, Turn, "record.turn"),
}
