"""A table that tells which open rulings it is asked about: those under another option of which the answer differs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

T = TypeVar("T")
Asked = set[str]  # the rulings asked about so far
Differing = Mapping[Any, frozenset[str]]  # by the name of a part: the rulings under which it is another one


class Watching(Generic[T]):
    """Makes copies of a table that tell which rulings they are asked about.

    `others` are the same table under the other options of each ruling. What differs there is looked for down to the
    fields of a struct and the items of a tuple or a dict. What a table keeps of earlier answers is made `anew` each
    time: whoever reads an answer that was kept asks nothing.
    """

    def __init__(
        self, table: T, others: Mapping[str, Iterable[T]], anew: Mapping[str, Callable[[T], Any]] | None = None
    ) -> None:
        self.parts = vars(table)
        self.inner: dict[str, Callable[[Asked], Any]] = {}
        found: dict[str, Any] = {name: property(make, _forget) for name, make in (anew or {}).items()}
        trees = {ruling: [vars(other) for other in tables] for ruling, tables in others.items()}
        for name, part in self.parts.items():
            if name in found:
                continue
            versions = {ruling: [tree[name] for tree in each if tree[name] != part] for ruling, each in trees.items()}
            versions = {ruling: each for ruling, each in versions.items() if each}
            if not versions:
                continue
            if (inner := _inner(part, versions)) is not None:
                self.inner[name] = inner
            else:
                found[name] = _told(name, frozenset(versions))
        self.type: type[T] = type(f"Watched{type(table).__name__}", (type(table),), found)

    def copy(self, asked: Asked) -> T:
        """The table, which puts the rulings that it is asked about into a set."""
        copied: T = object.__new__(self.type)
        vars(copied).update(self.parts, asked=asked)
        vars(copied).update((name, make(asked)) for name, make in self.inner.items())
        return copied


def _told(name: str, rulings: frozenset[str]) -> property:
    def part(table: Any) -> Any:
        table.asked.update(rulings)
        return vars(table)[name]

    return property(part)


def _forget(_table: Any, _kept: Any) -> None:
    """What was worked out is not kept."""


def _inner(part: Any, versions: Mapping[str, Sequence[Any]]) -> Callable[[Asked], Any] | None:
    """What stands for a part of which only some fields or items differ; None if it can't be looked into."""
    whole = frozenset(versions)
    if isinstance(part, Struct):
        differing = _differing(part.__struct_fields__, getattr, part, versions)
        return lambda asked: _Part(part, differing, whole, asked)
    if any(len(each) != len(part) for each in _all(versions) if isinstance(part, (tuple, list, dict))):
        return None
    if isinstance(part, dict):
        if any(each.keys() != part.keys() for each in _all(versions)):
            return None
        differing = _differing(part, lambda each, key: each[key], part, versions)
        return lambda asked: _Entries(part, differing, whole, asked)
    if isinstance(part, (tuple, list)):
        differing = _differing(range(len(part)), lambda each, key: each[key], part, versions)
        return lambda asked: _Items(part, differing, whole, asked)
    return None


def _all(versions: Mapping[str, Sequence[Any]]) -> Iterator[Any]:
    for each in versions.values():
        yield from each


def _differing(
    keys: Iterable[Any], get: Callable[[Any, Any], Any], part: Any, versions: Mapping[str, Sequence[Any]]
) -> Differing:
    found = {
        key: frozenset(r for r, each in versions.items() if any(get(one, key) != get(part, key) for one in each))
        for key in keys
    }
    return {key: rulings for key, rulings in found.items() if rulings}


class _Part:
    """A struct that tells which rulings it is asked about, by its fields."""

    def __init__(self, part: Any, differing: Differing, whole: frozenset[str], asked: Asked) -> None:
        self._part = part
        self._differing = differing
        self._whole = whole
        self._asked = asked

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        self._asked.update(self._differing.get(name, ()))
        return getattr(self._part, name)


class _Items(_Part):
    """The same for a tuple or a list, by its items; whatever looks at more than one of them asks about all."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        self._asked.update(self._whole)
        return getattr(self._part, name)

    def __getitem__(self, key: Any) -> Any:
        is_whole = isinstance(key, slice) or (isinstance(key, int) and key < 0)
        self._asked.update(self._whole if is_whole else self._differing.get(key, ()))
        return self._part[key]

    def __len__(self) -> int:
        return len(self._part)

    def __iter__(self) -> Iterator[Any]:
        self._asked.update(self._whole)
        return iter(self._part)

    def __eq__(self, other: object) -> bool:
        self._asked.update(self._whole)
        return bool(self._part == other)

    __hash__ = None  # type: ignore[assignment]  # an answer that is kept under it would ask nothing


class _Entries(_Items):
    """The same for a dict: its keys are the same under every ruling."""

    def __contains__(self, key: object) -> bool:
        return key in self._part

    def get(self, key: Any, default: Any = None) -> Any:
        """An entry, or what stands for one that is missing."""
        return self[key] if key in self._part else default
