"""The cards of a battle, put together from the data for whoever shows them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from engine.core.cards import Aim, BoxField, Card, CardLine
from engine.core.facts import Facts
from engine.saladin.state import SIDES
from engine.saladin.table import BOX_VALUES, LEADER_LINES, REACTIONS, Scenario, action_of, children_of, load_facts

HORNS = "horns"
# The rules that explain an Action; one that is not named here has a paragraph of its own name.
EXPLAINED: Mapping[str, tuple[str, ...]] = {
    "arsuf": ("saladin.arsuf.shot",),
    "block-charge": ("saladin.arsuf.block-charge",),
    "feed-fire": ("saladin.hattin.fire-lit", "saladin.hattin.fire-upkeep"),
    "feint": ("saladin.hattin.feint",),
    "ignite": ("saladin.hattin.fire-out", "saladin.hattin.fire-upkeep"),
    "sacrifice": ("saladin.arsuf.sacrifice",),
}
OF_THE_BATTLE: Mapping[str, str] = {  # explained once for the game and once for each battle
    "reinforce": "saladin.reinforce.receiver",
    "shield-wall": "saladin.shield-wall.die",
}
LED: Mapping[str, tuple[str, ...]] = {
    "recover-order": ("saladin.leader.recover",),
    "restore-lance": ("saladin.leader.restore", "saladin.leader.restore-where"),
    "charge-bonus": ("saladin.arsuf.bonus",),
    "horns": ("saladin.hattin.horns", "saladin.hattin.horns-duty"),
    "true-cross": ("saladin.hattin.true-cross",),
    "seize": ("saladin.initiative.seize",),
}
LEADER_FIELDS = {"die": "charge-bonus", "for": "charge-bonus", "not_in": "restore-lance"}


def facts(battle: Scenario) -> Facts:
    """Every value of a battle by key."""
    return load_facts(battle.id)


def box_fields(battle: Scenario) -> Mapping[str, BoxField]:
    """Every value of a battle that a player's own box can give, by key."""
    found = ((key, fact, BOX_VALUES.get(key.rpartition(".")[2])) for key, fact in load_facts(battle.id).items())
    return {key: BoxField(fact, allowed) for key, fact, allowed in found if allowed is not None}


@cache
def cards(battle: Scenario) -> tuple[Card, ...]:
    """The cards of a battle: those of the Banners side by side, then those for the Horns, then the Leaders'."""
    return tuple(_Deck(battle).cards())


class _Deck:
    """The data of one battle, asked for its cards."""

    def __init__(self, battle: Scenario) -> None:
        self.battle = battle
        self.facts: Facts = load_facts(battle.id)
        self.below = children_of(self.facts)
        self.banners = {side: getattr(battle, side) for side in SIDES}

    def cards(self) -> Iterator[Card]:
        for is_second in (False, True):
            for side, banners in self.banners.items():
                for banner in banners:
                    if not is_second or self._is_replaced(banner):
                        yield self._banner_card(banner, side, is_second=is_second)
        for side in SIDES:
            yield self._leader_card(side)

    def _is_replaced(self, banner: str) -> bool:
        return f"banners.{banner}.{HORNS}" in self.below

    def _at(self, banner: str, *, is_second: bool) -> str:
        """Where the targets of a Banner stand before and after the move to the Horns."""
        return f"banners.{banner}" + (f".{HORNS}" if is_second and self._is_replaced(banner) else "")

    def _banner_card(self, banner: str, side: str, *, is_second: bool) -> Card:
        card = f"{banner}-{HORNS}" if is_second else banner
        at = self._at(banner, is_second=is_second)
        fields = ("lances", "plus1", "plus2", "places")
        facts = {field: self.facts[f"banners.{banner}.{field}"] for field in fields}
        for field in ("partner", "only", "hit_by", "never_committed"):
            if found := self.facts.get(f"{at}.{field}"):
                facts[field] = found
        return Card(
            id=card,
            piece=banner,
            side=side,
            lines=tuple(self._line(card, line) for line in self.below[f"cards.{card}"]),
            facts=facts,
            targets=self._targets(banner, is_second=is_second),
            threats=self._threats(banner, side, is_second=is_second),
            rules=self._rules(banner, is_second=is_second),
            replaces=banner if is_second else "",
        )

    def _rules(self, banner: str, *, is_second: bool) -> tuple[str, ...]:
        """What the rules say of this card besides its lines."""
        found = []
        if f"{self._at(banner, is_second=is_second)}.never_committed" in self.facts:
            found.append("saladin.status.never")
        if self._is_replaced(banner):
            found.append("saladin.hattin.horns-cards")
        if banner in self.battle.to_box:
            found.append("saladin.hattin.husam-lulu")
        return tuple(found)

    def _line(self, card: str, line: str) -> CardLine:
        action, key = action_of(line), f"cards.{card}.{line}"
        if shared := OF_THE_BATTLE.get(action):
            rules: tuple[str, ...] = (shared, f"saladin.{self.battle.id}.{action}")
        else:
            rules = EXPLAINED.get(action) or (f"saladin.actions.{action}",)
        facts = {field: self.facts[f"{key}.{field}"] for field in self.below[key]}
        return CardLine(line, action, facts, rules, action in REACTIONS)

    def _targets(self, banner: str, *, is_second: bool) -> tuple[Aim, ...]:
        at = f"{self._at(banner, is_second=is_second)}.targets"
        found = ((target, self.facts[f"{at}.{target}"]) for target in self.below.get(at, ()))
        return tuple(Aim(target, fact.value, fact) for target, fact in found)

    def _threats(self, banner: str, side: str, *, is_second: bool) -> tuple[Aim, ...]:
        enemy = next(other for other in SIDES if other != side)
        return tuple(
            Aim(other, aim.when, aim.fact)
            for other in self.banners[enemy]
            for aim in self._targets(other, is_second=is_second)
            if aim.piece == banner
        )

    def _leader_card(self, side: str) -> Card:
        at = f"leaders.{side}"
        lines = []
        for line in self.below[at]:
            if line in LEADER_LINES:
                facts = {"line": self.facts[f"{at}.{line}"]}
                for field, of in LEADER_FIELDS.items():
                    if of == line and f"{at}.{field}" in self.facts:
                        facts[field] = self.facts[f"{at}.{field}"]
                lines.append(CardLine(line, line, facts, LED[line]))
        leader = self.facts[f"{at}.{lines[0].id}"].value
        return Card(f"leader-{leader}", leader, side, tuple(lines), is_leader=True)
