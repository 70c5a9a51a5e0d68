"""A position and a move for each open ruling that its options judge differently."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from engine.core.moves import MoveBase
from engine.napoleonics import Napoleonics
from engine.napoleonics.board import NUMBER
from engine.napoleonics.moves import (
    Bonus,
    Breakthrough,
    CheckLeader,
    Deal,
    Face,
    Fire,
    FirstStrike,
    IgnoreFlags,
    LeaderRetreat,
    Melee,
    Move,
    Order,
    Play,
    Rally,
    Retire,
    Retreat,
    Roll,
    Square,
    TakeGround,
)
from engine.napoleonics.scenario import Scenario, read_scenario
from engine.napoleonics.state import State
from tests.engine.napoleonics.maps import CLEAR

SIDES = {"F": "french", "B": "british"}
KINDS = {
    "LN": "line-infantry",
    "LT": "light-infantry",
    "GR": "grenadier",
    "MI": "militia",
    "LC": "light-cavalry",
    "HC": "heavy-cavalry",
    "FA": "foot-artillery",
    "HA": "horse-artillery",
}
INFANTRY: Final[Face] = "infantry"
CAVALRY: Final[Face] = "cavalry"
GUNS: Final[Face] = "artillery"
FLAG: Final[Face] = "flag"
SABER: Final[Face] = "saber"

SCENARIO = """
format = "ccn-scenario/1"
id = "rulings"
name = "Rulings"
top = "british"
first = "french"
map = '''
{map}
'''
[origin]
kind = "own-design"
[armies.french]
cards = 5
banners = 6
[armies.british]
cards = 5
banners = 6
{works}
[units.french]
LN = ["I1"]
[units.british]
LN = ["A1"]
"""


@dataclass(frozen=True)
class Case:
    """A map, a position, moves that are in order, and one more with the rule that each option says it breaks."""

    moves: tuple[MoveBase, ...]
    says: Mapping[str, str]  # by option: a rule, or nothing
    units: str = ""  # "E7 F LN 3 square, …": hex, side, kind, blocks
    leaders: Mapping[str, list[str]] = field(default_factory=dict)
    terrain: str = ""  # "D7 T, …"
    works: str = ""  # "D6 W NW NE"
    card: str = "attack-center"
    more: Mapping[str, Any] = field(default_factory=dict)
    then: tuple[MoveBase, ...] = ()  # what the last of the moves asks for, where it is allowed


@cache
def battle(terrain: str, works: str) -> Scenario:
    """Open ground with some terrain on it, and field works."""
    letters = CLEAR.split()
    for item in filter(None, terrain.split(", ")):
        name, letter = item.split()
        letters[NUMBER[name]] = letter
    rows, left = [], letters
    for row in range(9):
        width = 12 if row % 2 else 13
        rows.append(" ".join(["ABCDEFGHI"[row], *left[:width]]))
        left = left[width:]
    laid = ""
    if works:
        name, *sides = works.split()
        laid = f'[[fieldworks]]\nat = "{name}"\nsides = {sides}\n'.replace("'", '"')
    return read_scenario(SCENARIO.format(map="\n".join(rows), works=laid), "rulings.toml")


def position(case: Case) -> dict[str, Any]:
    """The position of a case, as a record has it."""
    units: dict[str, Any] = {}
    for item in filter(None, case.units.split(", ")):
        name, side, kind, *rest = item.split()
        units[name] = {"nation": SIDES[side], "unit": KINDS[kind], "square": "square" in rest}
        if blocks := [int(word) for word in rest if word.isdigit()]:
            units[name]["blocks"] = blocks[0]
    card = {"card": {"card": case.card}} if case.card else {}
    return {"to_move": "french", "units": units, "leaders": dict(case.leaders), **card, **case.more}


def roll(*faces: Any, of: int = 0, **said: Any) -> Roll:
    """Dice: the faces that matter, and guns up to a number."""
    return Roll((*faces, *([GUNS] * (of - len(faces)))), **said)


def after(played: Napoleonics, case: Case, number: int = -1) -> State:
    """The state before the last of the moves; all before it are in order."""
    state = played.setup(position(case)).state
    for move in case.moves[:number]:
        assert played.check(state, move) == (), move
        state = played.resolve(state, move).state
    return state


MELEE = Melee("E7", "D7")
VOLLEY = Fire("F7", "D6")
THROUGH = (MELEE, roll(INFANTRY, of=3), Breakthrough("D7"))

CASES: dict[str, Case] = {
    "D01": Case(
        (Fire("E7", "C8"),),
        {"canonical": "sight.blocked", "cs": ""},
        units="E7 F LN, C8 B LN",
        terrain="D7 T",
    ),
    "D02": Case(
        (Deal("french", ("attack-left",) * 5),),
        {"canonical": "cards.copies", "cs": ""},
        card="",
    ),
    "D05": Case(
        (Fire("E7", "C8"), roll(of=4)),
        {"canonical": "", "cs": "dice.count"},
        units="E7 F GR, C8 B LN",
    ),
    "D06": Case(
        (Fire("E7", "C8"), roll(of=1)),
        {"canonical": "", "cs": "dice.count"},
        units="E7 F MI 3, C8 B LN",
        more={"moved": ["E7"]},
    ),
    "D09": Case(
        (VOLLEY, roll(FLAG, of=4), Retreat("C6")),
        {"canonical": "", "cs": "retreat.way"},
        units="F7 F LN, D6 B LN",
        terrain="C6 S",
    ),
    "D10": Case(
        (MELEE, Square()),
        {"canonical": "", "cs": "square.terrain"},
        units="E7 F HC, D7 B LN",
        terrain="D7 V",
    ),
    "D11": Case(
        (MELEE, Square()),
        {"canonical": "", "cs": "square.field-works"},
        units="E7 F HC, D7 B LN",
        works="D7 NW NE E",
    ),
    "D15": Case(
        (Roll((INFANTRY, *[FLAG] * 4)), Rally(("G5",))),
        {"canonical": "", "cs": "cards.rally-count"},
        units="G5 F LN 2, G7 F LN 2, A5 B LN",
        card="rally",
    ),
    "D16": Case(
        (Order((), ("G7",)),),
        {"canonical": "", "cs": "order.card"},
        units="G5 F LN, A5 B LN",
        leaders={"french": ["G7"]},
        card="assault-center",
    ),
    "D23": Case(
        (MELEE, Square(), roll(INFANTRY, for_="form-square")),
        {"canonical": "dice.whose", "house-rule": ""},
        units="E7 F HC, D7 B LN",
    ),
    "D32": Case(
        (Fire("E7", "C8"),),
        {"canonical": "", "cs": "ranged.range"},
        units="E7 F HA, C8 B LN",
        more={"moved": ["E7"]},
    ),
    "A02": Case(
        (MELEE, roll(of=5)),
        {"yes": "", "no": "dice.count"},
        units="E7 F LN, D7 B LN square",
    ),
    "A04": Case(
        (MELEE,),
        {"allowed": "", "refused": "combat.no-dice"},
        units="E7 F HC 1, D7 B LN",
        terrain="D7 T",
    ),
    "A06": Case(
        (VOLLEY, roll(of=2)),
        {"both": "", "higher": "dice.count"},
        units="F7 F LN, D6 B LN",
        terrain="F7 V, D6 F",
    ),
    "A07": Case(
        (Fire("E7", "A7"),),
        {"anywhere": "sight.blocked", "same-place": ""},
        units="E7 F HA, A7 B LN",
        terrain="D6 F, B7 F",
        then=(roll(of=1),),
    ),
    "A08": Case(
        (Fire("E7", "C7"), roll(of=4)),
        {"both-sides": "", "one-side": "dice.count"},
        units="E7 F LN, C7 B LN",
        works="C7 SW W NW",
    ),
    "A09": Case(
        (Fire("E7", "C6"), roll(FLAG, FLAG, of=4), Retreat("B5", lost=1)),
        {"free": "", "longest": "retreat.way"},
        units="E7 F LN, C6 B LN, A5 B LN, A6 B LN",
    ),
    "A18": Case(
        (Melee("E7", "D7", ("F8",)), roll(FLAG), Retreat("F6"), Fire("F8", "D7")),
        {"spent": "combat.once", "free": ""},
        units="E7 F HC, F8 F FA, D7 B LN square",
        then=(roll(of=3),),
    ),
    "A20": Case(
        (Play("french", "counter-attack"), Play("british", "counter-attack", as_="attack-center")),
        {"chain": "", "nothing": "cards.copied"},
        units="E7 F LN, C8 B LN",
        card="",
        more={"last": "attack-center"},
    ),
    "A23": Case(
        (Roll((INFANTRY, INFANTRY, *[FLAG] * 3)), Rally(("G5", "G5"))),
        {"several": "", "one": "cards.rally"},
        units="G5 F LN 2, G7 F LN 2, A5 B LN",
        card="rally",
    ),
    "A37": Case(
        (*THROUGH, Bonus("C7")),
        {"no": "advance.bonus", "yes": ""},
        units="E7 F HC, D7 B LN 1, C7 B LN",
        terrain="D7 F",
        then=(roll(of=3),),
    ),
    "A39": Case(
        (Move("E7", unit="F7"), MELEE, roll(INFANTRY, of=4), TakeGround()),
        {"yes": "", "no": "advance.ground"},
        units="F7 F LT, D7 B LN 1",
        terrain="E7 F",
    ),
    "A51": Case(
        (Melee("I7", "H7"), FirstStrike(), roll(FLAG, of=4), roll(of=4)),
        {"attacks": "", "over": "dice.none"},
        units="I7 F LN, H7 B LN",
    ),
    "A52": Case(
        (Fire("E7", "C8"), roll(FLAG), IgnoreFlags(1)),
        {"not-ignored": "retreat.bounce", "ignored": ""},
        units="E7 F LN square, C8 B HC",
        leaders={"british": ["C8"]},
    ),
    "A54": Case(
        (Melee("E7", "D6"), Retire("B6")),
        {"second-hex": "", "barred": "retire.to"},
        units="E7 F LN, D6 B LC",
        leaders={"british": ["B6"]},
    ),
    "A56": Case(
        (MELEE, roll(INFANTRY, of=6), Breakthrough("D7"), Bonus("C7"), roll(of=6)),
        {"yes": "", "no": "dice.count"},
        units="E7 F HC, D7 B LN 1, C7 B LN",
        leaders={"french": ["E7"]},
        card="leadership",
    ),
    "A57": Case(
        (
            Melee("E7", "D6"),
            roll(INFANTRY, of=5),
            CheckLeader((INFANTRY,)),
            LeaderRetreat("B5", ("C6",)),
            roll(of=4),
        ),
        {"plain": "", "changed": "dice.count"},
        units="E7 F LN, C6 F LN, D6 B LN 1",
        leaders={"british": ["D6"]},
        terrain="C6 V",
    ),
    "V01": Case(
        (Fire("E7", "C8"),),
        {"no": "ranged.leader", "later": ""},
        units="E7 F LN, A5 B LN",
        leaders={"british": ["C8"]},
        then=(roll(of=4),),
    ),
}
