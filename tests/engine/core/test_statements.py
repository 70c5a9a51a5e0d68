"""Each thing that a move states and that is not so is a finding of its own, at its own place in the move."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine import find_game
from engine.core.findings import Finding
from engine.core.replay import replay
from refsvc.library import load_scenario

ACTIVATION = {"turn": 3, "phase": "activation", "to_move": "crusader"}
CHARGE = {"do": "activate", "side": "crusader", "banner": "sable", "action": "charge", "target": "saphadin"}


def found(game: str, scenario: str, position: dict[str, Any], *moves: dict[str, Any]) -> list[Finding]:
    package = find_game(game)
    opened = package.open_game(load_scenario(game, scenario))
    return replay(opened, [msgspec.convert(move, package.MOVES) for move in moves], position).findings


def own(findings: list[Finding]) -> list[str]:
    return [finding.path for finding in findings if finding.because_of is None]


@pytest.mark.parametrize(
    ("moves", "paths"),
    [
        (
            [{**CHARGE, "status": "uncommitted", "spent": 3}, {"do": "roll", "red": ["0", "0"], "green": ["0"]}],
            ["/moves/0/spent"],
        ),
        (
            [CHARGE, {"do": "roll", "red": ["1", "0"], "green": ["1"], "losses": {"saphadin": 2, "sable": 0}}],
            ["/moves/1/losses/saphadin", "/moves/1/losses/sable"],
        ),
        (
            [CHARGE, {"do": "roll", "red": ["1", "0"], "green": ["1"], "losses": {}, "gone": ["sable"]}],
            ["/moves/1/losses", "/moves/1/losses", "/moves/1/gone/0"],
        ),
        (
            [{"do": "count", "turn": 9, "losses": {"crusader": 2}, "banners": {"sable": {"lances": 8}}, "fire": True}],
            ["/moves/0/turn", "/moves/0/losses/crusader", "/moves/0/banners/sable/lances", "/moves/0/fire"],
        ),
    ],
)
def test_a_statement_has_as_many_findings_as_faults(moves: list[dict[str, Any]], paths: list[str]) -> None:
    assert own(found("saladin", "arsuf", ACTIVATION, *moves)) == paths


@pytest.mark.parametrize(
    ("count", "paths", "others"),
    [
        ({"orders": {"crusader": {"available": 10, "spent": 1}}}, ["orders/crusader/available"], 1),
        ({"losses": {"ayyubid": 1}, "banners": {"saphadin": {"lances": 7}}}, ["losses/ayyubid"], 1),
        ({"banners": {"sable": {"status": "committed"}, "saphadin": {"status": "committed"}}},
         ["banners/sable/status"], 1),
        ({"banners": {"richard": {"lances": 2, "status": "committed", "card": "ordered"}}},
         ["banners/richard/lances"], 2),
        ({"orders": {"crusader": {"available": 10, "spent": 2}}},
         ["orders/crusader/available", "orders/crusader/spent"], 0),
    ],
)  # fmt: skip
def test_one_token_that_lies_elsewhere_is_one_mistake(count: dict[str, Any], paths: list[str], others: int) -> None:
    position = ACTIVATION | {
        "orders": {"crusader": {"available": 11, "spent": 0}},
        "losses": {"ayyubid": 2},
        "banners": {"saphadin": {"lances": 6}, "richard": {"out": "captured"}},
    }
    findings = found("saladin", "arsuf", position, {"do": "count", **count})
    assert own(findings) == [f"/moves/0/{path}" for path in paths]
    assert len(findings) - len(paths) == others


def test_a_count_of_napoleonics_too() -> None:
    position = {"to_move": "french", "units": {"E6": {"nation": "french", "unit": "light-infantry"}}, "leaders": {}}
    count = {"do": "count", "turn": 4, "units": {"E6": {"blocks": 2}, "C5": {"blocks": 1}}, "banners": {"french": 3}}
    paths = ["/moves/0/turn", "/moves/0/units/E6/blocks", "/moves/0/units/C5", "/moves/0/banners/french"]
    assert own(found("napoleonics", "training-3", position, count)) == paths
