"""TomlPositions in a TOML text: every key and value where an editor shows it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis.strategies import SearchStrategy, text

from engine.core.toml_limits import MOST_DEPTH, MOST_LINE
from engine.core.toml_positions import KeyPath, TomlError, read_with_positions

TEXT = '''\
a = 1 # "no" [value]
b.c = "x = ] #"
"d.e" = 'lit\\'
[t."u x"]
l = ["A1", { at = "B2", blocks=2 }, [1,
 2, # two
 3]]
m = """
A " . ""
 B \\""" .
"""
n = \'\'\'
'' C\'\'\'
when = 1979-05-27 07:32:00
[[r]]
x = 1.5
[r.s]
y = true
[[r]]
x = +inf
[[r.q]]
z = ""
'''


@pytest.mark.parametrize(
    ("path", "key", "value"),
    [
        (("a",), (1, 1), (1, 5)),
        (("b", "c"), (2, 1), (2, 7)),
        (("d.e",), (3, 1), (3, 9)),
        (("t", "u x"), (4, 1), (4, 1)),
        (("t", "u x", "l"), (5, 1), (5, 5)),
        (("t", "u x", "l", 0), (5, 6), (5, 6)),
        (("t", "u x", "l", 1), (5, 12), (5, 12)),
        (("t", "u x", "l", 1, "blocks"), (5, 25), (5, 32)),
        (("t", "u x", "l", 2, 1), (6, 2), (6, 2)),
        (("t", "u x", "l", 2, 2), (7, 2), (7, 2)),
        (("t", "u x", "m"), (8, 1), (8, 5)),
        (("t", "u x", "n"), (12, 1), (12, 5)),
        (("t", "u x", "when"), (14, 1), (14, 8)),
        (("r", 0), (15, 1), (15, 1)),
        (("r", 0, "s", "y"), (18, 1), (18, 5)),
        (("r", 1, "x"), (20, 1), (20, 5)),
        (("r", 1, "q", 0, "z"), (22, 1), (22, 5)),
        (("r", 1, "absent"), (19, 1), (19, 1)),
        (("absent",), (1, 1), (1, 1)),
    ],
)
def test_everything_has_its_place(path: KeyPath, key: tuple[int, int], value: tuple[int, int]) -> None:
    _, places = read_with_positions(TEXT)
    assert (places.key(path), places.value(path)) == (key, value)


def scalars(node: Any, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Any]]:
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    if not isinstance(node, (dict, list)):
        yield path, node
    for key, item in items:
        yield from scalars(item, (*path, key))


def test_what_stands_at_a_place_is_the_value() -> None:
    tree, places = read_with_positions(TEXT)
    found = dict(scalars(tree))
    assert len(found) == 16
    for path, value in found.items():
        span = places.raw(path)
        assert span
        again = tomllib.loads(f"k = {TEXT[slice(*span)]}")["k"]
        assert again == value, path


@pytest.mark.parametrize(
    ("faulty", "place"),
    [
        ("a = ", (1, 5)),
        ("a = 1\nb = [1,\n", (3, 1)),
        ("a = 1\nb = x\n", (2, 5)),
        ("a = 1\na = 2\n", (2, 6)),
        ('a = """b', (1, 9)),
        (f"a = {'[' * 20}{']' * 20}", (1, 5 + MOST_DEPTH)),
        ("a = " + "[" * 9000, (1, MOST_LINE + 1)),
        ("a = " + "9" * 5000, (1, MOST_LINE + 1)),
        ("a = \n" + "b" * MOST_LINE, (1, 5)),
    ],
)
def test_what_is_no_toml_has_a_place_too(faulty: str, place: tuple[int, int]) -> None:
    with pytest.raises(TomlError) as caught:
        read_with_positions(faulty)
    assert (caught.value.line, caught.value.column) == place


noise: SearchStrategy[str] = text(alphabet="ab.=\"'[]{},# \\\n1-", max_size=60)


@given(noise)
def test_whatever_tomllib_reads_has_places(faulty: str) -> None:
    try:
        tree = tomllib.loads(faulty)
    except tomllib.TOMLDecodeError:
        with pytest.raises(TomlError) as caught:
            read_with_positions(faulty)
        assert caught.value.line <= faulty.count("\n") + 1
    else:
        places = read_with_positions(faulty)[1]
        assert {path for path, _ in scalars(tree)} <= places.values.keys()
