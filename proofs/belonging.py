"""Which tests belong to which modules, told from who imports whom."""

from collections.abc import Iterable
from pathlib import Path

import grimp

ROOT = Path(__file__).resolve().parent.parent


def belonging(paths: Iterable[str], root: Path = ROOT) -> list[str]:
    """The test files that belong to these Python files, nearest first; all paths are relative to the root.

    First those that import one of the files themselves, or through helpers of tests; then all that stand
    beside them (in a `tests` folder of their package or of one around it, where pages and services are
    asked that lead to them); last those that import a module that imports one of them. A changed test
    belongs to itself. Files of no package, and modules that are gone, have none. The packages of the root
    must be importable.
    """
    packages = sorted(path.parent.name for path in root.glob("*/__init__.py"))
    graph = grimp.build_graph(*packages, cache_dir=None)
    changed = {module_of(path) for path in paths} & graph.modules
    near = _testing(graph, changed)
    beside = {test for test in graph.modules if _is_test(test) and _stands_beside(test, changed)}
    importers = {user for module in changed for user in _importers(graph, module) if not _in_tests(user)}
    around = {user for module in importers for user in _importers(graph, module) if _is_test(user)}
    ordered = [*sorted(near), *sorted(beside - near), *sorted(around - beside - near)]
    return [module.replace(".", "/") + ".py" for module in ordered]


def module_of(path: str) -> str:
    """`games/services/__init__.py` is the module `games.services`."""
    parts = Path(path).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _testing(graph: grimp.ImportGraph, modules: set[str]) -> set[str]:
    """Tests among the modules, and tests that use them, themselves or through helpers of tests."""
    found, ahead = set(modules), list(modules)
    while ahead:
        new = _users_in_tests(graph, ahead.pop()) - found
        found |= new
        ahead += new
    return set(filter(_is_test, found))


def _users_in_tests(graph: grimp.ImportGraph, module: str) -> set[str]:
    folder, _, name = module.rpartition(".")
    if name == "conftest":  # pytest imports it for every test of its folder
        return set(filter(_is_test, graph.find_descendants(folder)))
    return {user for user in _importers(graph, module) if _in_tests(user)}


def _importers(graph: grimp.ImportGraph, module: str) -> set[str]:
    return graph.find_modules_that_directly_import(module)


def _stands_beside(test: str, modules: set[str]) -> bool:
    package = test.partition(".tests.")[0] + "."
    return any((module + ".").startswith(package) and not _in_tests(module) for module in modules)


def _in_tests(module: str) -> bool:
    return "tests" in module.split(".")


def _is_test(module: str) -> bool:
    return _in_tests(module) and module.rpartition(".")[2].startswith("test_")
