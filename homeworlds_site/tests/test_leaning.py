"""What we lean on that a library keeps to itself stands in `docs/leaning.md`, and nothing else does."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from proofs.house import app_layers, counted_files

ROOT: Final = Path(__file__).resolve().parents[2]
LIST: Final = ROOT / "docs" / "leaning.md"
OURS: Final = {name for layer in app_layers(ROOT) for name in layer} | {"benchmarks", "proofs"}
DOCUMENTED: Final = {
    "_meta", "_base_manager", "_default_manager", "_db", "_state",  # Django
    "_asdict", "_fields", "_replace", "_value_", "_exit",  # Python
}  # fmt: skip
"""Public all the same: the libraries' manuals say what they do."""
PRIVATE: Final = re.compile(r"_[a-z]\w*")
ROW: Final = re.compile(
    r"^\| (?P<what>.+?) \| `(?P<where>\S+?)` \| .+ \| `(?P<test>\S+?)::(?P<name>\S+?)` \|$"
)

Leaning = set[tuple[str, str]]
"""The file, and the name that is another's."""


def is_private(name: str) -> bool:
    return PRIVATE.fullmatch(name) is not None and not name.endswith("__") and name not in DOCUMENTED


def private_parts(module: str) -> Iterator[str]:
    return (part for part in module.split(".") if is_private(part) or part == "internal")


@cache
def trees() -> dict[str, ast.Module]:
    return {
        str(path.relative_to(ROOT)): ast.parse(path.read_bytes())
        for path in counted_files(ROOT)
        if path.relative_to(ROOT).parts[0] in OURS
    }


def named_in(tree: ast.AST) -> set[str]:
    """What a text makes itself: functions, classes, variables, and what objects keep of their own."""
    made = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            made.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            made.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and is_own(node.value):
            made.add(node.attr)
    return made


def is_own(value: ast.expr) -> bool:
    return isinstance(value, ast.Name) and value.id in ("self", "cls")


def asked_of_others(tree: ast.AST, ours: set[str]) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and is_private(node.attr) and node.attr not in ours:
            yield node.attr
        elif isinstance(node, ast.Call | ast.Subscript):
            yield from (name for name in names_given(node) if is_private(name) and name not in ours)
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] not in OURS:
            yield from private_parts(node.module)
            yield from (alias.name for alias in node.names if is_private(alias.name))
        elif isinstance(node, ast.Import):
            yield from (part for alias in node.names for part in private_parts(alias.name))


def names_given(node: ast.Call | ast.Subscript) -> Iterator[str]:
    """As `getattr(one, "name")` has them, `vars(one)["name"]` and `vars(one).get("name")`."""
    if isinstance(node, ast.Subscript):
        given = [node.slice]
    else:
        called = getattr(node.func, "id", getattr(node.func, "attr", ""))
        asks = called in {"getattr", "setattr", "hasattr", "delattr", "get", "pop", "setdefault"}
        given = node.args[:2] if asks else []
    for each in given:
        if isinstance(each, ast.Constant) and isinstance(each.value, str):
            yield each.value


def taken_over(path: str, tree: ast.Module) -> Iterator[str]:
    """Of the classes of a file what has another meaning, or is asked for, in a class of a library below."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.bases:
            mine = {
                name
                for each in ast.walk(node)
                if (name := getattr(each, "attr", getattr(each, "name", None))) and is_private(str(name))
            }
            if mine:
                found = getattr(importlib.import_module(module_of(path)), node.name)
                yield from mine & {name for base in libraries_of(found) for name in kept_in(base)}


def module_of(path: str) -> str:
    return path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")


def libraries_of(found: type) -> Iterator[type]:
    for base in found.__mro__:
        package = base.__module__.split(".")[0]
        if package not in OURS and package not in sys.stdlib_module_names:
            yield base


@cache
def kept_in(base: type) -> set[str]:
    try:
        return named_in(ast.parse(textwrap.dedent(inspect.getsource(base))))
    except (OSError, TypeError, SyntaxError):
        return set(vars(base))


def leaning() -> Leaning:
    ours = {name for tree in trees().values() for name in named_in(tree)}
    found = {(path, name) for path, tree in trees().items() for name in asked_of_others(tree, ours)}
    return found | {(path, name) for path, tree in trees().items() for name in taken_over(path, tree)}


def rows() -> list[re.Match[str]]:
    _heading, *lines = (
        line for line in LIST.read_text(encoding="utf-8").splitlines() if line.startswith("| ")
    )
    matches = [(line, ROW.match(line)) for line in lines]
    assert not [line for line, row in matches if row is None], "what, where, why, gain, and the test"
    return [row for _line, row in matches if row]


def listed() -> Leaning:
    return {
        (row["where"], name)
        for row in rows()
        for word in re.findall(r"`([^`]+)`", row["what"])
        for name in private_parts(word)
    }


def test_nothing_of_a_library_that_it_keeps_to_itself_is_used_but_what_is_listed() -> None:
    assert leaning() == listed(), "docs/leaning.md says what we lean on; do without, or write it there"


def test_each_line_of_the_list_names_a_test_that_there_is() -> None:
    for row in rows():
        text = (ROOT / row["test"]).read_text(encoding="utf-8")
        assert f"def {row['name']}(" in text, row["what"]
        assert (ROOT / row["where"]).is_file(), row["where"]


def test_what_is_private_is_found_however_it_is_asked_for() -> None:
    text = """
from library.internal.flows import run
from library import _hidden, shown
import library._core
one._secret
self._other
getattr(one, "_third"), vars(one)["_fourth"], f"{one}_fifth"
one._meta, one.__dict__, self._ours
"""
    found = list(asked_of_others(ast.parse(text), {"_ours"}))
    assert sorted(found) == ["_core", "_fourth", "_hidden", "_other", "_secret", "_third", "internal"]
