"""Every way in which a line of Python is broken by `bin/prove mutants`: one small change each."""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random

SWAPPED = {
    "Lt LtE": "< <=", "Gt GtE": "> >=", "Eq NotEq": "== !=", "Is IsNot": "is is_not", "In NotIn": "in not_in",
    "And Or": "and or", "Add Sub": "+ -",
}  # fmt: skip
OPERATORS = {
    getattr(ast, kind): tuple(sign.replace("_", " ") for sign in signs)
    for kinds, both in SWAPPED.items()
    for kind, signs in zip(kinds.split(), (both.split(), both.split()[::-1]), strict=True)
}
NAMES = {"any": "all", "all": "any", "min": "max", "max": "min"}
BOUNDS = {"min", "max"}
SELECTIONS = {"filter", "exclude", "get"}
LOCK = "select_for_update"


@dataclass(frozen=True)
class Mutant:
    """The bytes from `start` to `end` of a file become `new`."""

    path: str
    start: int
    end: int
    new: str
    line: int
    function: str
    """The one it stands in."""
    before: str
    """The line as it is."""
    after: str
    is_lock: bool = False
    """Only a database with row locks can show it."""

    def compiles(self, source: bytes) -> bool:
        try:
            ast.parse(self.applied(source))
        except SyntaxError:
            return False
        return True

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.new.encode() + source[self.end :]


def mutants_of(path: str, source: bytes) -> list[Mutant]:
    """All of a file, in the order of its lines; what stands outside of functions is left alone."""
    found = {}
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        for statement in function.body:
            for node in ast.walk(statement):
                is_lock = isinstance(node, ast.Call) and getattr(node.func, "attr", "") == LOCK
                for start, end, new in _changes(node, source, starts):
                    number = bisect_right(starts, start)
                    first, last = starts[number - 1], source.find(b"\n", end)
                    before = " ".join(source[first:last].decode().split())
                    broken = source[first:start] + new.encode() + source[end:last]
                    after = " ".join(broken.decode().split())
                    mutant = Mutant(path, start, end, new, number, function.name, before, after, is_lock)
                    found.setdefault((start, end, new), mutant)
    return sorted(found.values(), key=lambda each: (each.start, each.new))


def one_a_line(paths: Iterable[Path], root: Path, dice: Random) -> Iterator[Mutant]:
    """Each line of these files, broken in one way, in an order by lot; but what does not compile any more."""
    found: dict[tuple[str, int], list[Mutant]] = {}
    for path in dict.fromkeys(paths):
        for mutant in mutants_of(path.relative_to(root).as_posix(), path.read_bytes()):
            found.setdefault((mutant.path, mutant.line), []).append(mutant)
    lines = [dice.choice(mutants) for _line, mutants in sorted(found.items())]
    dice.shuffle(lines)
    return (each for each in lines if each.compiles((root / each.path).read_bytes()))


def _changes(node: ast.AST, source: bytes, starts: list[int]) -> Iterator[tuple[int, int, str]]:
    def at(where: ast.expr | ast.stmt | ast.keyword) -> tuple[int, int]:
        end = starts[where.end_lineno - 1] + where.end_col_offset
        return starts[where.lineno - 1] + where.col_offset, end

    def swapped(left: ast.expr, operator: ast.AST, right: ast.expr) -> Iterator[tuple[int, int, str]]:
        """The operator between two expressions, parentheses around them left as they are."""
        old, new = OPERATORS.get(type(operator), ("", ""))
        between = source[at(left)[1] : at(right)[0]].decode()
        if old and between.count(old) == 1:
            start = at(left)[1] + len(between[: between.index(old)].encode())
            yield start, start + len(old), new

    match node:
        case ast.Compare(left=left, ops=operators, comparators=others):
            sides = [left, *others]
            for number, operator in enumerate(operators):
                yield from swapped(sides[number], operator, sides[number + 1])
        case ast.BoolOp(op=operator, values=values):
            for left, right in pairwise(values):
                yield from swapped(left, operator, right)
        case ast.BinOp(left=left, op=ast.Sub(), right=ast.Set()):
            yield at(left)[1], at(node)[1], ""
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as operator, right=right):
            if any(isinstance(side, ast.Constant) and isinstance(side.value, int) for side in (left, right)):
                yield from swapped(left, operator, right)
        case ast.AugAssign(target=target, op=ast.Add() | ast.Sub() as operator, value=value):
            yield from swapped(target, operator, value)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield at(node)[0], at(operand)[0], ""
        case ast.Constant(value=bool() as truth):
            yield *at(node), str(not truth)
        case ast.Constant(value=int() as number):
            yield *at(node), str(number + 1)
        case ast.Expr(value=ast.Call()):
            yield *at(node), "pass"
        case ast.Subscript(value=value, slice=ast.Slice(lower=ast.UnaryOp(op=ast.USub()), upper=None)):
            yield at(value)[1], at(node)[1], ""
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords) if name in NAMES:
            yield *at(node.func), NAMES[name]
            if name in BOUNDS and len(args) == 2 and not keywords:
                for each in args:
                    yield *at(node), f"({source[slice(*at(each))].decode()})"
        case ast.Call(func=ast.Attribute(value=value, attr=name)) if name == LOCK:
            yield at(value)[1], at(node)[1], ""
        case ast.Call(func=ast.Attribute(attr=name), args=args, keywords=keywords) if name in SELECTIONS:
            for keyword in [each for each in keywords if each.arg]:
                rest = [each for each in (*args, *keywords) if each is not keyword]
                kept = ", ".join([source[slice(*at(each))].decode() for each in rest])
                yield at(node.func)[1], at(node)[1], f"({kept})"
