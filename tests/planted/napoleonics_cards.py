"""Ways to go wrong with cards and turns of Napoleonics, and with what was counted."""

from __future__ import annotations

import random
from collections.abc import Iterator

from engine.core.moves import Result, Turn
from engine.napoleonics import moves as m
from engine.napoleonics.board import ADJACENT, NAME, NUMBER, hexes_of
from engine.napoleonics.rules.cards.hands import unknown_cards
from engine.napoleonics.rules.order import ASSAULTS
from engine.napoleonics.rules.turn import end_turn
from engine.napoleonics.state import SIDES
from tests.planted.napoleonics_places import Rest, anywhere, at_rest, rests, rewritten
from tests.planted.napoleonics_turns import put_in
from tests.planted.planting import Made, Planter, Played, before, instead

RULE = "napoleonics."


# cards and turns


def plays(place: Rest, rng: random.Random) -> Iterator[Made]:
    """The same side plays another card."""
    cards = [card for card in place.table.deck.values() if card.kind == "section"]
    left = [card.id for card in cards if place.state.seen[card.number] < card.count]
    if left:
        yield put_in(place, m.Play(SIDES[place.state.side], rng.choice(left)), "turn.alternate")


def other_card(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    """A card of which every copy lies on the discard pile."""
    move, state = game.moves[n], end_turn(game.table, at_rest(game, n))
    assert isinstance(move, m.Play)
    if move.section is not None or move.use is not None:
        return
    side = SIDES.index(move.side)
    known = [*state.seen, *state.kept]
    for card in game.table.deck.values():
        if known.count(card.id) >= card.count and "answers" not in card.effects and unknown_cards(state, side) > 0:
            yield instead(n, move, RULE + "cards.copies", card=card.id)


def answer_played(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    move = game.moves[n]
    yield instead(n, move, RULE + "cards.answer", card="first-strike", section=None, use=None)


def needless_section(game: Played, n: int, rng: random.Random) -> Iterator[Made]:
    move = game.moves[n]
    assert isinstance(move, m.Play)
    if game.table.deck[move.card].kind == "section":
        yield instead(n, move, RULE + "cards.section-none", section=rng.choice(("left", "center", "right")))


def needless_one(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    move = game.moves[n]
    assert isinstance(move, m.Play)
    if game.table.deck[move.card].kind == "section" and move.card != "counter-attack":
        yield instead(n, move, RULE + "cards.one-unit", use="one-unit")


def no_section(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    move = game.moves[n]
    assert isinstance(move, m.Play)
    if move.section is not None:
        yield instead(n, move, RULE + "cards.section", section=None)


def wrong_copy(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    move = game.moves[n]
    assert isinstance(move, m.Play)
    if move.card != "counter-attack":
        yield instead(n, move, RULE + "cards.copied", as_="forward" if move.card != "forward" else "bombard")


def drawn_twice(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    """Two cards drawn at the end of a turn that gives one."""
    state = at_rest(game, n)
    card = game.table.deck.get(state.card)
    if state.phase in (1, 2, 3) and card is not None and card.draws == 1:
        yield before(n, m.Draw(cards=(None, None)), RULE + "turn.draw")


def drawn_and_counted(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    """Two cards drawn at the end of a turn that gives one, and the hand counted: it is what it is."""
    state = at_rest(game, n)
    for made in drawn_twice(game, n, _rng):
        rolled = any(isinstance(move, m.Play) and move.card in ("rally", "elan", *ASSAULTS) for move in game.moves[n:])
        if made is not None and not rolled:  # as many dice and orders as cards
            side = SIDES[state.side]
            put = (*made[2], m.Count(hands={side: state.sizes[state.side] + 1}))
            yield n, 0, put, 0, made[4]


def not_in_hand(game: Played, rng: random.Random) -> Made:
    """The first card of the game is none of those that its side was dealt."""
    first = game.moves[0]
    is_answered = any(isinstance(move, (m.FirstStrike, m.Square)) for move in game.moves)  # more cards, not written
    if game.low or not isinstance(first, m.Play) or game.found or is_answered:
        return None
    plays = [move.card for move in game.moves if isinstance(move, m.Play)]
    side = SIDES.index(first.side)
    left = [card.id for card in game.table.deck.values() for _ in range(card.count - plays.count(card.id) - 1)]
    left = [card for card in left if card not in plays and game.table.deck[card].is_played]
    size = game.table.hand_sizes[side]
    if len(left) < size:
        return None
    return 0, 0, (m.Deal(first.side, tuple(rng.sample(left, size))),), 1, {RULE + "cards.hand"}


def no_discard(game: Played, n: int, rng: random.Random) -> Iterator[Made]:
    """Both cards that Scout draws are written down, and not the one that goes back: none that is played later."""
    state = at_rest(game, n)
    card = game.table.deck.get(state.card)
    if state.phase not in (1, 2, 3) or card is None or card.draws == 1:
        return
    played = {"first-strike", *(move.card for move in game.moves if isinstance(move, m.Play))}
    kept = {*state.kept, *state.hands[0], *state.hands[1]}
    left = [one for one in game.table.deck if one not in played and one not in kept]
    if len(left) > 1:
        yield n, 0, (m.Draw(cards=tuple(rng.sample(left, 2))),), 1, {RULE + "cards.scout-due"}


def wrong_side(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    state = at_rest(game, n)
    yield instead(n, game.moves[n], RULE + "turn.side", side=SIDES[1 - state.side])


def supply_hex(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    move, state = game.moves[n], at_rest(game, n)
    assert isinstance(move, m.ShortSupply)
    for hex_ in hexes_of(ADJACENT[NUMBER[move.unit]]):
        if NAME[hex_][0] in "DEF" and not state.on[hex_] and not state.led[hex_]:
            yield instead(n, move, RULE + "cards.short-supply-hex", to=NAME[hex_])


def rally_full(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    """A block for a unit that has all of its own."""
    move, state = game.moves[n], at_rest(game, n)
    assert isinstance(move, m.Rally)
    for hex_ in hexes_of(state.units[state.side]):
        if state.blocks[state.on[hex_] - 1] == game.table.blocks[state.on[hex_] - 1]:
            yield instead(n, move, RULE + "cards.rally", units=(*move.units, NAME[hex_]))


def rally_of_enemy(game: Played, n: int, _rng: random.Random) -> Iterator[Made]:
    move, state = game.moves[n], at_rest(game, n)
    assert isinstance(move, m.Rally)
    for hex_ in hexes_of(state.units[1 - state.side]):
        yield instead(n, move, RULE + "cards.rally", units=(NAME[hex_], *move.units[1:]))


# counts and ends


def wrong_turn(place: Rest, _rng: random.Random) -> Iterator[Made]:
    yield put_in(place, Turn(place.state.plays // 2 + 6), "turn.number")


def wrong_blocks(game: Played, rng: random.Random) -> Made:
    places = [] if game.is_lost else rests(game)
    if not places:
        return None
    place = rng.choice(places)
    unit = rng.choice(place.own)
    full, has = place.table.blocks[unit], place.state.blocks[unit]
    counted = has - 1 if has > 1 else full
    if counted == has:
        return None
    return before(place.n, m.Count(units={place.name(unit): m.UnitCount(blocks=counted)}), "record.count")


def wrong_banners(game: Played, rng: random.Random) -> Made:
    places = [] if game.is_lost else rests(game)
    if not places:
        return None
    place = rng.choice(places)
    seen = game.game.view(place.state)["banners"]
    side = rng.choice(SIDES)
    if seen[side] + 2 >= place.table.banners[SIDES.index(side)]:
        return None
    return before(place.n, m.Count(banners={side: seen[side] + 1}), "record.count")


def wrong_result(game: Played, _rng: random.Random) -> Made:
    if game.high != len(game.moves):
        return None
    winner = game.states[-1].ended
    if not winner:
        return before(len(game.moves), Result(SIDES[0]), RULE + "victory.not-over")
    return before(len(game.moves), Result(SIDES[winner == SIDES[0]]), RULE + "victory.result")


def after_the_end(game: Played, rng: random.Random) -> Made:
    if not game.is_whole:
        return None
    return before(len(game.moves), m.Play(rng.choice(SIDES), "forward"), RULE + "turn.over")


KINDS: dict[str, Planter] = {
    "same side plays twice": anywhere(plays),
    "one copy too many": rewritten(m.Play, other_card),
    "First Strike played as a command": rewritten(m.Play, answer_played),
    "needless section": rewritten(m.Play, needless_section),
    "section left out": rewritten(m.Play, no_section),
    "one unit where the card has orders": rewritten(m.Play, needless_one),
    "copy written wrongly": rewritten(m.Play, wrong_copy),
    "a card too many drawn": rewritten(m.Play, drawn_twice),
    "a card too many, and counted": rewritten(m.Play, drawn_and_counted),
    "a card not in hand": not_in_hand,
    "Scout keeps both cards": rewritten(m.Play, no_discard),
    "side written wrongly": rewritten(m.Move, wrong_side),
    "Short Supply to a wrong hex": rewritten(m.ShortSupply, supply_hex),
    "rally above strength": rewritten(m.Rally, rally_full),
    "rally of an enemy": rewritten(m.Rally, rally_of_enemy),
    "wrong turn": anywhere(wrong_turn),
    "wrong count of blocks": wrong_blocks,
    "wrong count of banners": wrong_banners,
    "wrong result": wrong_result,
    "a move after the end": after_the_end,
}
