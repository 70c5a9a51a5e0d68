"""The turn so far, read: the card, where everybody stood when it was played, and what has been done since."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.napoleonics.board import SECTIONS
from engine.napoleonics.deck import COUNTER_ATTACK
from engine.napoleonics.position.names import Names, card_id, hex_number, leader_names, refused, unit_names, unknown
from engine.napoleonics.position.parts import LEADER_MARKS, SYMBOLS, UNIT_MARKS, CardPart, GonePart, PositionPart
from engine.napoleonics.position.setup import halted_by_ground, laid
from engine.napoleonics.rules.cards.counter_attack import copied_card
from engine.napoleonics.rules.cards.scout import DISCARDED
from engine.napoleonics.rules.order import has_suitable, touched
from engine.napoleonics.state import GONE, NOBODY, SIDES, State
from engine.napoleonics.table import Table
from engine.napoleonics.working_pieces import WorkingPieces


def read_turn(table: Table, part: PositionPart, card: CardPart, state: State) -> State:
    """The state with its turn; objectives are counted as when the card is played, unless the position names them."""
    units, leaders = unit_names(table, state), leader_names(table, state)
    stood = _stood(units, part.stood, part.gone, "")
    stood_chiefs = _stood(leaders, part.stood_leaders, part.gone_leaders, "_leaders")
    state = _played(table, part, card, replace(state, stood=stood, stood_chiefs=stood_chiefs))
    state = _marked(table, part, state, units, leaders)
    symbols = () if part.symbols is None else tuple(part.symbols.get(face, 0) for face in SYMBOLS)
    for name in part.looks:
        card_id(table, name, "looks")
    state = replace(
        state,
        symbols=symbols,
        is_rolled=bool(symbols) or part.rolled,
        is_given=part.given,
        is_written=part.written,
        is_void=part.void,
        strikes=part.strikes,
        drawn=sum(1 << SIDES.index(side) for side in set(part.drawn)) | (DISCARDED if part.discarded else 0),
        looks=tuple(part.looks),
    )
    if part.objectives is not None or part.over is not None:
        return state
    pieces = WorkingPieces(table, state)
    pieces.claim_goals(state.side, is_turn=True)
    return pieces.settle().state


def _stood(names: Names, moved: dict[str, str], gone: dict[str, GonePart], suffix: str) -> bytes:
    """By number, the hex at the time of the card: as now, unless the position says otherwise."""
    found = bytearray(names.at)
    for name, then in moved.items():
        path = f"stood{suffix}/{name[:80]}"
        number = names.on[hex_number(name, path)] - 1
        if number < 0:
            raise refused(path, "nobody")
        found[number] = hex_number(then, path)
    for origin, part in gone.items():
        path = f"gone{suffix}/{origin[:80]}"
        number = names.numbers.get(origin, NOBODY)
        if number == NOBODY:
            raise unknown(path, origin)
        if names.is_there(number):
            raise refused(path, "twice")
        found[number] = hex_number(part.stood, f"{path}/stood")
    there = [hex_ for hex_ in found if hex_ != GONE]
    if len(set(there)) < len(there):
        raise refused(f"stood{suffix}", "stood")
    return bytes(found)


def _played(table: Table, part: PositionPart, card: CardPart, state: State) -> State:
    """The card on the table, and the one in effect; the rest follows from where everybody stood."""
    for key, name in (("card", card.card), ("as", card.as_)):
        if name is not None:
            card_id(table, name, f"card/{key}")
    if card.as_ is not None and not part.last:
        state = replace(state, last=(card.as_, False))
    name, mirrors = copied_card(state, card.card)
    if card.as_ is not None and (card.card != COUNTER_ATTACK or card.as_ != name):
        raise refused("card/as", "copied")
    then = laid(
        table,
        [(hex_, n, 1) for n, hex_ in enumerate(state.stood) if hex_ != GONE],
        [(hex_, n) for n, hex_ in enumerate(state.stood_chiefs) if hex_ != GONE],
    )
    then = replace(then, side=state.side, stood=state.stood, stood_chiefs=state.stood_chiefs)
    own = table.deck.get(name)
    then = replace(then, touched=touched(then, state.side, own))
    is_unable = own is not None and own.substitute == "unable" and not has_suitable(table, then, state.side, own)
    is_one = is_unable or card.use is not None
    return replace(
        state, played=card.card, card=name, mirrors=mirrors, touched=then.touched, is_one=is_one,
        section=NOBODY if card.section is None else SECTIONS.index(card.section),
    )  # fmt: skip


def _marked(table: Table, part: PositionPart, state: State, units: Names, leaders: Names) -> State:
    """Who was ordered, has moved, has battled; whoever has moved or battled was ordered."""
    marks: dict[str, Any] = {}
    for kinds, names, gone, suffix in (
        (UNIT_MARKS, units, part.gone, ""),
        (LEADER_MARKS, leaders, part.gone_leaders, "_leaders"),
    ):
        words = {key.removesuffix("_leaders"): field for key, field in kinds.items()}
        for key, field in kinds.items():
            marks[field] = sum({1 << names.find(name, key) for name in getattr(part, key) or ()})
        for origin, piece in gone.items():
            for word in piece.was:
                if word not in words:
                    raise unknown(f"gone{suffix}/{origin}/was", word, words)
                marks[words[word]] |= 1 << names.numbers[origin]
    marks["ordered"] |= marks["moved"] | marks["battled"]
    marks["ordered_chiefs"] |= marks["detached"] | marks["moved_chiefs"]
    state = replace(state, **marks)
    if part.halted is None:
        state = replace(state, halted=state.halted | halted_by_ground(table, state))
    return state
