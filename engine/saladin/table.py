"""The table: one battle with its cards, compiled from data, box and rulings into what the rules ask at every move."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.core.facts import Fact, Facts, Standing, overlay, read_facts, read_sources
from engine.core.rulebook import read_toml
from engine.saladin.state import AYYUBID, CRUSADER, NO_BANNER, SIDES

DATA = Path(__file__).with_name("data")
CHARGES = frozenset({"charge", "uncontrolled-charge"})
FIRE_LINES = frozenset({"ignite", "feed-fire"})
REACTIONS = frozenset({"evade", "feint", "block-charge"})
GIVES_LANCE = "reinforce"
SHOOTS_TOWN = "arsuf"
LEADER_LINES = ("recover-order", "restore-lance", "charge-bonus", "horns", "true-cross", "seize")
CHANGES = {"none": 0, "commit": 1, "release": -1}
MOST_LANCES = 24  # of one Banner, more than any board can hold
BOX_VALUES: Mapping[str, range | tuple[Any, ...]] = {
    "lances": range(1, MOST_LANCES + 1),
    "plus1": range(1, 26),
    "plus2": range(1, 26),
    "cost": range(7),
    "red": range(7),
    "green": range(7),
    "back": (True, False),
    "change": tuple(CHANGES),
}


class Horns(Struct, frozen=True, forbid_unknown_fields=True):
    """The move to the Horns: whose Lances go, and under how many Orders it is compulsory."""

    banner: str
    below: int


class Cross(Struct, frozen=True, forbid_unknown_fields=True):
    """The True Cross: the Banner that must have been lost."""

    lost: str


class Orders(Struct, frozen=True, forbid_unknown_fields=True):
    """Available Orders at the start."""

    ayyubid: int
    crusader: int


class Scenario(Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario file of Saladin."""

    id: str
    name: str
    year: int
    summary: str
    history: str
    tie: str
    orders: Orders
    ayyubid: tuple[str, ...]
    crusader: tuple[str, ...]
    special: tuple[str, ...]  # its special rules, in reading order
    town: str = ""
    twelfth_order: bool = False
    to_box: tuple[str, ...] = ()
    horns: Horns | None = None
    cross: Cross | None = None


@cache
def load_facts(scenario: str) -> Facts:
    """All values of one battle with their standing, by key (`banners.sable.lances`, `cards.sable.charge.red`)."""
    sources = read_sources(read_toml(DATA / "sources.toml"))
    tree = {name: read_toml(DATA / f"{name}.toml")[scenario] for name in ("banners", "cards", "leaders")}
    facts = dict(read_facts(tree, sources))
    for side, leader in tree["leaders"].items():
        for line, codes in leader["lines"].items():
            standing = min(sources[code].standing for code in codes.split())
            facts[f"leaders.{side}.{line}"] = Fact(leader["id"], standing, tuple(codes.split()))
    return facts


def action_of(line: str) -> str:
    """The action that a line of a card is: two lines of one name differ by status, or by the town."""
    return line.removesuffix("-uncommitted").removesuffix("-committed").removesuffix("-town")


ACTIONS = frozenset(
    action_of(key.split(".")[2])
    for scenario in read_toml(DATA / "cards.toml")
    for key in load_facts(scenario)
    if key.startswith("cards.")
)


def children_of(facts: Facts) -> dict[str, dict[str, None]]:
    """What stands below each part of a key, in the order of the data."""
    found: dict[str, dict[str, None]] = {}
    for key in facts:
        parts = key.split(".")
        for n in range(1, len(parts)):
            found.setdefault(".".join(parts[:n]), {})[parts[n]] = None
    return found


class Line(Struct, frozen=True):
    """One line of a card, ready to be asked."""

    key: str  # of its values: "cards.sable.charge"
    name: str
    action: str
    cost: int
    costs: tuple[int, ...]  # with the surcharge, by the Lances that the Banner has left
    committed: bool
    status_bit: int  # the Banner's own if the line is a Committed one, else 0
    red: int
    green: int
    back: bool
    change: int
    targets: int  # whom it may aim at
    aims: bool
    is_choosy: bool  # asks more of a target than to be on its list and in play
    is_charge: bool
    is_reaction: bool
    is_fire: bool
    spares_committed: bool
    is_dice_unsure: bool  # nothing printed says how many dice it rolls
    charges_of: int  # Reactions: whose charge they answer; 0 = a charge against the Banner itself
    town: Line | None = None  # the second line of the same name, for the town


class Face(Struct, frozen=True):
    """The cards in play: those of the set-up, or those of the Horns."""

    lines: tuple[dict[str, tuple[Line, Line]], ...]  # by Banner, action: (Uncommitted, Committed)
    by_name: tuple[dict[str, Line], ...]  # by Banner and line name
    targets: tuple[int, ...]  # by Banner: everyone that any of its lines may aim at
    aiming: tuple[tuple[int, int], ...]  # the same as (bit, targets), of those that have any
    partner: tuple[int, ...]
    cards: tuple[str, ...]  # card ids, for keys


class Table:
    """Everything fixed about one battle under chosen rulings and values. Immutable once made."""

    def __init__(self, scenario: Scenario, facts: Facts, rulings: Mapping[str, str], *, is_sure: bool) -> None:
        self.scenario = scenario
        self.facts = facts
        self.children = children_of(facts)  # "cards.sable" -> its lines
        self.rulings = dict(rulings)
        self.is_sure = is_sure  # every shipped value counts as printed
        self.banners = scenario.ayyubid + scenario.crusader
        self.pieces = self.banners + ((scenario.town,) if scenario.town else ())
        self.index = {name: n for n, name in enumerate(self.pieces)}
        self.number = {name: n for n, name in enumerate(self.banners)}  # the town is a piece, but no Banner
        self.town = self.index.get(scenario.town, NO_BANNER)
        self.side_of = tuple(CRUSADER if name in scenario.crusader else AYYUBID for name in self.pieces)
        self.own = tuple(
            sum(1 << n for n in range(len(self.banners)) if self.side_of[n] == side) for side in (AYYUBID, CRUSADER)
        )
        self.lances = tuple(self.value(f"banners.{name}.lances") for name in self.pieces)
        self.orders = (scenario.orders.ayyubid, scenario.orders.crusader)
        self.tie = SIDES.index(scenario.tie)
        self.leader_lines = tuple(
            frozenset(line for line in LEADER_LINES if f"leaders.{side}.{line}" in facts) for side in SIDES
        )
        self.leaders = tuple(facts[f"leaders.{side}.recover-order"].value for side in SIDES)
        start = self._face(horns=False)
        self.faces = (start, self._face(horns=True) if scenario.horns else start)
        shielders = [n for n in range(len(self.banners)) if "shield-wall" in start.by_name[n]]
        self.shielded = shielders[0] if shielders else NO_BANNER  # before whom the marker stands
        self.to_box = sum(1 << self.index[name] for name in scenario.to_box)
        self.horns = self.index[scenario.horns.banner] if scenario.horns else NO_BANNER
        self.horns_below = scenario.horns.below if scenario.horns else 0
        self.cross = self.index[scenario.cross.lost] if scenario.cross else NO_BANNER
        self.bonus_die: int = self.value("leaders.crusader.die") if "leaders.crusader.die" in facts else 0
        self.bonus_for = self.index[self.value("leaders.crusader.for")] if self.bonus_die else NO_BANNER
        self.must_remove = rulings["DIF-01"] == "mandatory"
        self.ignite_tends = rulings["DIF-05"] == "feed-or-ignite"
        self.cross_by_itself = rulings["DIF-06"] == "automatic"
        self.reaction_surcharge = rulings["AMB-16"] == "surcharge"
        self.reaction_paid = rulings["AMB-17"] == "paid"
        self.bonus_for_any = rulings["AMB-27"] == "any-crusader"

    def value(self, key: str) -> Any:
        """The value of one fact."""
        return self.facts[key].value

    def standing(self, key: str) -> Standing:
        """How sure a value is; printed where the players used the cards of this service."""
        fact = self.facts.get(key)
        return Standing.PRINTED if self.is_sure or fact is None else fact.standing

    def targetless(self, out: int, *, horns: bool) -> int:
        """Banners that once had targets and have none left in play, themselves in play or not."""
        found, left = 0, ~out
        for bit, targets in self.faces[horns].aiming:
            if not targets & left:
                found |= bit
        return found

    def target_keys(self, banner: int, *, horns: bool) -> tuple[str, ...]:
        """The values that a judgment about the target list of a card rests on: its completeness, then its entries."""
        name = self.pieces[banner]
        at = f"banners.{name}.horns" if self.faces[horns].cards[banner] != name else f"banners.{name}"
        return (f"{at}.only", *(f"{at}.targets.{target}" for target in self.children.get(f"{at}.targets", ())))

    def _costs(self, banner: int, cost: int) -> tuple[int, ...]:
        """A cost by the number of Lances left (saladin.cost.surcharge): with the highest symbol in sight, if any."""
        if not cost:
            return (0,) * (MOST_LANCES + 1)
        name = self.pieces[banner]
        one, two = self.value(f"banners.{name}.plus1"), self.value(f"banners.{name}.plus2")
        lost = [self.lances[banner] - left for left in range(MOST_LANCES + 1)]
        return tuple(cost + (2 if gone >= two else 1 if gone >= one else 0) for gone in lost)

    def _face(self, *, horns: bool) -> Face:
        lines, by_name, targets, partners, cards = [], [], [], [], []
        for n, name in enumerate(self.banners):
            is_replaced = horns and f"banners.{name}.horns" in self.children
            card = f"{name}-horns" if is_replaced else name
            at = f"banners.{name}.horns" if is_replaced else f"banners.{name}"
            partner = self.facts.get(f"{at}.partner")
            named = self._lines(n, card, at)
            lines.append(_by_action(named))
            by_name.append(named)
            # saladin.removal.target-left: a Banner that only gives Lances to its own side never had a target
            targets.append(_union(line.targets for line in named.values() if line.action != GIVES_LANCE))
            partners.append(self.index[partner.value] if partner else NO_BANNER)
            cards.append(card)
        aiming = tuple((1 << n, mask) for n, mask in enumerate(targets) if mask)
        return Face(tuple(lines), tuple(by_name), tuple(targets), aiming, tuple(partners), tuple(cards))

    def _lines(self, banner: int, card: str, at: str) -> dict[str, Line]:
        return {name: self._line(banner, f"cards.{card}.{name}", name, at) for name in self.children[f"cards.{card}"]}

    def _line(self, banner: int, key: str, name: str, at: str) -> Line:
        cell = {field: self.facts[f"{key}.{field}"].value for field in ("cost", "status", "red", "green", "back")}
        action = action_of(name)
        receivers = self.facts.get(f"{key}.to")
        answers = self.facts.get(f"{key}.charges_of")
        enemy_dice = cell["green"] if self.side_of[banner] == AYYUBID else cell["red"]
        if receivers:
            targets = _union(1 << self.index[r] for r in receivers.value)
        else:
            targets = self._targets(at, name, cell["status"])
        is_charge, is_reaction = action in CHARGES, action in REACTIONS
        return Line(
            key=key,
            name=name,
            action=action,
            cost=cell["cost"],
            costs=self._costs(banner, cell["cost"]),
            committed=cell["status"] == "committed",
            status_bit=1 << banner if cell["status"] == "committed" else 0,
            red=cell["red"],
            green=cell["green"],
            back=cell["back"],
            change=CHANGES[self.facts[f"{key}.change"].value],
            targets=targets,
            aims=not is_reaction and (bool(receivers) or is_charge or action == SHOOTS_TOWN or enemy_dice > 0),
            is_choosy=action == GIVES_LANCE or f"{key}.unless_committed" in self.facts,
            is_charge=is_charge,
            is_reaction=is_reaction,
            is_fire=action in FIRE_LINES,
            spares_committed=f"{key}.unless_committed" in self.facts,
            is_dice_unsure=max(self.standing(f"{key}.red"), self.standing(f"{key}.green")) == Standing.ASSUMED,
            charges_of=_union(1 << self.index[b] for b in answers.value) if answers else 0,
        )

    def _targets(self, at: str, line: str, status: str) -> int:
        """Whom a line in this status may aim at; the town is the target of one line only, and of no other."""
        mask = 0
        for target in self.children.get(f"{at}.targets", ()):
            when = self.value(f"{at}.targets.{target}")
            if (target == self.scenario.town) == (line == SHOOTS_TOWN) and (
                when in ("both", status) or (when == "reaction" and line in REACTIONS)
            ):
                mask |= 1 << self.index[target]
        return mask


def _union(masks: Any) -> int:
    mask = 0
    for part in masks:
        mask |= part
    return mask


def _by_action(named: Mapping[str, Line]) -> dict[str, tuple[Line, Line]]:
    """The lines of a card by action: (Uncommitted, Committed); a line for the town hangs on its namesake."""
    found: dict[str, tuple[Line, Line]] = {}
    for name, plain in named.items():
        if name.endswith("-town"):
            continue
        line = replace(plain, town=named.get(f"{name}-town"))
        other = found.get(line.action, (line, line))  # a line of one status only stands in for both; `check` tells
        found[line.action] = (other[0], line) if line.committed else (line, other[1])
    return found


def make_table(
    scenario: Scenario, rulings: Mapping[str, str], values: str = "refsvc", box: Mapping[str, Any] | None = None
) -> Table:
    """The table of a scenario: shipped data, the players' own box over it, and the chosen rulings."""
    facts = load_facts(scenario.id)
    if box:
        facts = overlay(facts, box, BOX_VALUES)
    return Table(scenario, facts, rulings, is_sure=values == "refsvc")
