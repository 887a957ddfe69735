"""The library stands alone: standard library only, no clock, no dice, and only the commands read or write."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import homeworlds

LIBRARY = Path(homeworlds.__file__).parent
MODULES = sorted(path for path in LIBRARY.rglob("*.py") if "tests" not in path.parts)
READING_AND_WRITING = {
    "argparse",
    "asyncio",
    "fileinput",
    "gzip",
    "http",
    "io",
    "logging",
    "multiprocessing",
    "os",
    "pathlib",
    "shutil",
    "socket",
    "sqlite3",
    "subprocess",
    "sys",
    "tempfile",
    "threading",
    "urllib",
}
CLOCK_AND_DICE = {"datetime", "random", "secrets", "time", "uuid"}
CALLS = {"open", "print", "input", "exec", "eval", "__import__"}


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            yield node.module or ""


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(LIBRARY)))
def test_a_module_uses_only_what_it_may(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    packages = {name.partition(".")[0] for name in _imports(tree)}
    assert packages <= set(sys.stdlib_module_names) | {"homeworlds", "__future__"}
    assert not packages & CLOCK_AND_DICE
    if path.name == "__main__.py" or path.parent.name == "commands":
        return
    assert not packages & READING_AND_WRITING
    called = {n.func.id for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
    assert not called & CALLS
