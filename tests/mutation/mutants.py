"""Mutants: small changes of the rules, each of which some test should notice.

The operators are those of mutmut: another operator, a number one higher, None for an argument, a branch forced.

What is no behaviour is not mutated: imports, annotations, decorators, docstrings, the fields of a class, text that
differs only in case. Nor are the grounds that a judgment names (`reads`, `rulings`, `families`, and functions that give
nothing else): they do not decide whether a move is legal but how findings hang together, which tests/planted proves.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Set
from pathlib import Path
from typing import NamedTuple

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, WhitespaceInclusivePositionProvider
from mutmut.mutation.mutators import mutation_operators

import engine

ENGINE = Path(engine.__file__).parent
GROUNDS = frozenset({"reads", "rulings", "families"})
GROUND_ENDINGS = ("_reads", "_rulings", "_keys", "_facts")  # of functions that give nothing else
NO_BEHAVIOUR = (cst.Annotation, cst.Decorator, cst.Import, cst.ImportFrom)


class Mutant(NamedTuple):
    """One change: `change` of `line` in `function` of `file`, the `nth` such change there; `text` is the whole file."""

    file: str  # below engine/
    function: str  # "" in the module itself
    line: str
    change: str
    nth: int
    number: int  # of the line, from 1
    text: str

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        """What stays the same when other lines of the file change."""
        return self[:5]

    @property
    def module(self) -> str:
        return "engine." + self.file.removesuffix(".py").replace("/", ".")


def files(game: str) -> list[Path]:
    """The rules of a game."""
    return sorted((ENGINE / game / "rules").rglob("*.py"))


def mutants_of(path: Path) -> list[Mutant]:
    """Every mutant of a file of the engine."""
    return mutants_of_text(path.relative_to(ENGINE).as_posix(), path.read_text("utf-8"))


def mutants_of_text(file: str, source: str) -> list[Mutant]:
    """Every mutant of a source, in the order of its lines."""
    wrapper = MetadataWrapper(cst.parse_module(source), unsafe_skip_copy=True)
    visitor = _Visitor(file, source)
    wrapper.visit(visitor)
    return visitor.found


def sample(mutants: list[Mutant], size: int, seed: int) -> list[Mutant]:
    """So many of them, drawn by the seed; all if there are no more."""
    return random.Random(seed).sample(mutants, min(size, len(mutants)))


class _Visitor(cst.CSTVisitor):
    """Makes the mutants of one file; each is spliced into the text at the place of its node."""

    METADATA_DEPENDENCIES = (WhitespaceInclusivePositionProvider,)

    def __init__(self, file: str, source: str) -> None:
        super().__init__()
        self.found: list[Mutant] = []
        self._file = file
        self._source = source
        self._lines = source.splitlines(keepends=True)
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))
        self._within: list[cst.FunctionDef | cst.ClassDef] = []
        self._seen: Counter[tuple[str, ...]] = Counter()
        self._plain = cst.Module([])

    def on_visit(self, node: cst.CSTNode) -> bool:
        is_in_class = bool(self._within) and isinstance(self._within[-1], cst.ClassDef)
        if isinstance(node, (cst.FunctionDef, cst.ClassDef)):
            self._within.append(node)
        if _is_no_behaviour(node, is_in_class=is_in_class):
            return False
        for kind, operator in mutation_operators:
            if isinstance(node, kind):
                for mutated in operator(node):
                    self._add(node, mutated)
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if isinstance(original_node, (cst.FunctionDef, cst.ClassDef)):
            self._within.pop()

    def _add(self, node: cst.CSTNode, mutated: cst.CSTNode) -> None:
        before, after = self._plain.code_for_node(node), self._plain.code_for_node(mutated)  # without indentation
        if before.lower() == after.lower() or _is_no_change(node, mutated):
            return
        span = self.get_metadata(WhitespaceInclusivePositionProvider, node)
        assert isinstance(span, CodeRange)
        start, end = (self._starts[at.line - 1] + at.column for at in (span.start, span.end))
        assert self._source[start:end].split() == before.split()
        line = " ".join(self._lines[span.start.line - 1].split())
        change = f"{' '.join(before.split())} -> {' '.join(after.split())}"
        where = (self._file, ".".join(scope.name.value for scope in self._within), line, change)
        nth = self._seen[where]
        self._seen[where] += 1
        text = self._source[:start] + after + self._source[end:]
        self.found.append(Mutant(*where, nth, span.start.line, text))


def _is_no_behaviour(node: cst.CSTNode, *, is_in_class: bool) -> bool:
    """Whether neither the node nor what is in it is mutated."""
    match node:
        case cst.FunctionDef():
            return node.name.value.endswith(GROUND_ENDINGS)
        case cst.Arg(keyword=cst.Name(value=name)):
            return name in GROUNDS
        case cst.Assign() | cst.AnnAssign() | cst.AugAssign():
            return is_in_class or set(_assigned(node)) <= GROUNDS
        case cst.Expr(value=cst.SimpleString()):
            return True  # a docstring
        case cst.SimpleString():
            return node.raw_value.startswith("state.")  # a ground, too
        case cst.If(test=cst.Name(value="TYPE_CHECKING")):
            return True
    return isinstance(node, NO_BEHAVIOUR)


def _assigned(node: cst.Assign | cst.AnnAssign | cst.AugAssign) -> Iterator[str]:
    """The names that are assigned to; "" for anything else."""
    targets = [target.target for target in node.targets] if isinstance(node, cst.Assign) else [node.target]
    for target in targets:
        parts = [element.value for element in target.elements] if isinstance(target, cst.Tuple) else [target]
        yield from (part.value if isinstance(part, cst.Name) else "" for part in parts)


def _is_no_change(node: cst.CSTNode, mutated: cst.CSTNode) -> bool:
    """Whether a call has an argument less, which is mostly an error of Python, or None for False or for a ground."""
    if not isinstance(node, cst.Call) or not isinstance(mutated, cst.Call):
        return False
    kept = {id(arg) for arg in mutated.args}
    changed = [arg for arg in node.args if id(arg) not in kept]
    return len(mutated.args) < len(node.args) or any(
        _names(arg.keyword, GROUNDS) or _names(arg.value, {"False"}) for arg in changed
    )


def _names(node: cst.CSTNode | None, names: Set[str]) -> bool:
    """Whether it is one of these names."""
    return isinstance(node, cst.Name) and node.value in names
