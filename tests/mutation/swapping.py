"""Puts a mutant into the modules that are loaded. No file is written, nothing is imported again."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

from tests.mutation.mutants import Mutant


def swap_in(mutant: Mutant) -> None:
    """From now on this process has the rules of the mutant; whoever has imported a function has the changed one."""
    module = sys.modules[mutant.module]
    changed = dict.fromkeys(("__name__", "__package__"), mutant.module) | {"__file__": module.__file__}
    exec(compile(mutant.text, str(module.__file__), "exec", dont_inherit=True), changed)
    new = dict(_functions(changed, mutant.module))
    for name, function in _functions(vars(module), mutant.module):
        if name in new:
            function.__code__ = new[name].__code__
            function.__defaults__ = new[name].__defaults__
            function.__kwdefaults__ = new[name].__kwdefaults__
    _swap_constants(module, changed)


def _functions(names: dict[str, Any], module: str) -> Iterator[tuple[str, FunctionType]]:
    """The functions and methods that a module defines itself, by name; those that are cached without their cache."""
    for value in names.values():
        for thing in vars(value).values() if inspect.isclass(value) and value.__module__ == module else (value,):
            function = inspect.unwrap(thing) if callable(thing) else thing
            if isinstance(function, FunctionType) and function.__module__ == module:
                yield function.__qualname__, function


def _swap_constants(module: ModuleType, changed: dict[str, Any]) -> None:
    """What else a module defines, if it has become another, wherever it was imported: a function may have made it."""
    for name, old in list(vars(module).items()):
        if name.startswith("__") or callable(old) or name not in changed or changed[name] == old:
            continue
        for other in list(sys.modules.values()):
            if other.__name__.startswith(("engine.", "refsvc.", "tests.")) and vars(other).get(name) is old:
                setattr(other, name, changed[name])
