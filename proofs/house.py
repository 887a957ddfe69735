"""The house in figures: how big the biggest app is, how full each folder, and whether modules go in a circle.

`python -m proofs.house` prints them. It fails if an app is too big or there is a circle; how full a folder
is, is advice. Which app may look at which stands in the first contract of import-linter (pyproject.toml),
which looks after it.
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final

import grimp

ROOT: Final = Path(__file__).resolve().parent.parent
LARGEST_SHARE: Final = 0.35
FULL: Final = 20
"""Modules of a folder; with more, look whether some are one thing."""
NOT_COUNTED: Final = {"tests", "migrations", ".venv", "build", "var"}


def main() -> int:
    files = [path.relative_to(ROOT) for path in counted_files(ROOT)]
    shares = shares_of({path: len((ROOT / path).read_bytes().splitlines()) for path in files})
    biggest, share = max(shares.items(), key=lambda item: item[1])
    folders = modules_by_folder(files)
    fullest, number = folders.most_common(1)[0]
    circle = circle_in(imports_between(sorted({name for layer in app_layers(ROOT) for name in layer})))
    print(f"Biggest app: {biggest}, {share:.1%} of the code (at most {LARGEST_SHARE:.0%}).")
    print(f"Fullest folder: {fullest}, {number} modules.")
    print(f"Circles: {'one' if circle else 'none'}.")
    wrong = [f"{app} holds {part:.1%} of the code" for app, part in shares.items() if part > LARGEST_SHARE]
    wrong += ["a circle: " + " > ".join(circle)] if circle else []
    for name, count in folders.items():
        if count > FULL:
            print(f"Advice: {name} holds {count} modules; are some of them one thing?")
    for sentence in wrong:
        print(f"{sentence}.")
    return 1 if wrong else 0


def counted_files(root: Path) -> Iterator[Path]:
    """Everything in Python but tests and migrations."""
    for path in sorted(root.rglob("*.py")):
        if not NOT_COUNTED & set(path.relative_to(root).parts) and path.name != "conftest.py":
            yield path


def shares_of(lines: Mapping[Path, int]) -> dict[str, float]:
    """How much of all lines each top folder holds, from 0 to 1."""
    by_app: Counter[str] = Counter()
    for path, number in lines.items():
        by_app[path.parts[0]] += number
    return {app: number / sum(by_app.values()) for app, number in by_app.items()}


def modules_by_folder(files: Iterable[Path]) -> Counter[str]:
    """How many modules lie in each folder; `__init__.py` stands for the folder itself."""
    return Counter(str(path.parent) for path in files if path.name != "__init__.py" and path.parent != Path())


def app_layers(root: Path) -> list[list[str]]:
    """The apps from the top down; those of one layer know nothing of each other."""
    said = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    layers = said["tool"]["importlinter"]["contracts"][0]["layers"]
    return [[name.strip() for name in layer.split("|")] for layer in layers]


def imports_between(apps: Iterable[str]) -> dict[str, set[str]]:
    """Which module imports which, tests and migrations left out."""
    graph = grimp.build_graph(*apps, cache_dir=None)
    modules = [name for name in graph.modules if not NOT_COUNTED & set(name.split("."))]
    return {
        name: {
            each
            for each in graph.find_modules_directly_imported_by(name)
            if not NOT_COUNTED & set(each.split("."))
        }
        for name in modules
    }


def circle_in(graph: Mapping[str, Iterable[str]]) -> list[str]:
    """The modules of one circle, the first again at the end; empty when there is none."""
    try:
        TopologicalSorter({name: set(names) for name, names in graph.items()}).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found
    return []


if __name__ == "__main__":
    sys.exit(main())
