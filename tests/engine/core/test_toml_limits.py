"""TOML of users: what goes beyond the limits is refused at its place, what keeps them costs little."""

from __future__ import annotations

import tomllib
import tracemalloc

import pytest

from engine.core.toml_limits import MOST_DEPTH, MOST_LINE, MOST_PARTS, TomlLimitError, check_limits

PARTS = ".".join("abcdefgh")
MEGABYTE = 2**20
REFUSED = {
    "a line": (f"a = 1\n#{'x' * MOST_LINE}", (2, MOST_LINE + 1)),
    "a key": ("a.b = 1\n" + ".".join("a" * 16) + " = 1", (2, 1)),
    "a table": ("[" + ".".join("a" * 9) + "]", (1, 2)),
    "spaces and quotes in a key": ("""x = { a . 'b' . "c.d" . e.f.g.h.i.j = 1 }""", (1, 6)),
    "lists": (f"a = {'[' * 20}", (1, 5 + MOST_DEPTH)),
    "lists on lines of their own": ("a = " + "[\n" * 20, (MOST_DEPTH + 1, 1)),
    "tables": ("a = " + "{a = " * 20, (1, 5 + 5 * MOST_DEPTH)),
    "after a string that is open": ("a = 'x\n" + ".".join("a" * 9) + " = 1", (2, 1)),
}
READ = {
    "as many parts": f"{PARTS} = 1\n[x.{PARTS[:-2]}]",
    "dots in a string": 'a = "1.2.3.4.5.6.7.8.9.10"\nb = """\n1.2.3.4.5.6.7.8.9.0 [[[[[[[[[[[[[[[ \\""" """',
    "dots in a literal": "a = '1.2.3.4.5.6.7.8.9.10'\nb = '''\n1.2.3.4.5.6.7.8.9.0 [[[[[[[[[[[[[[[ \\'''",
    "dots in a comment": "a = 1 # 1.2.3.4.5.6.7.8.9.10 [[[[[[[[[[[[[[[",
    "many numbers": "a = [" + "1.5, " * 50 + "]",
    "many short lists": "a = [" + "[1], " * 50 + "]",
}
# The costliest that were found, of 64 kB.
COSTLY = {
    "tables": "\n".join(f"[a{i}.b.c.d.e.f.g.h]" for i in range(3000)),
    "keys": "\n".join(f"a{i}.b.c.d.e.f.g.h = 1" for i in range(2800)),
    "keys of a table": "[a.b.c.d.e.f.g.h]\n" + "\n".join(f"b.c.d.e.f.g.h.a{i} = 1" for i in range(2800)),
    "tables in tables": "\n".join(f"a{i}={{a={{a={{a={{a={{a={{a={{a=1}}}}}}}}}}}}}}" for i in range(2000)),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str) -> None:
    text, place = REFUSED[name]
    with pytest.raises(TomlLimitError) as refused:
        check_limits(text)
    assert (refused.value.line, refused.value.column) == place


def test_what_is_read() -> None:
    assert PARTS.count(".") + 1 == MOST_PARTS
    for text in READ.values():
        check_limits(text)
        assert tomllib.loads(text)


def test_what_is_read_takes_little_memory() -> None:
    tracemalloc.start()
    try:
        for text in COSTLY.values():
            check_limits(text)
            assert tomllib.loads(text)
        assert tracemalloc.get_traced_memory()[1] < 50 * MEGABYTE
    finally:
        tracemalloc.stop()
