"""What the docstrings of the exported names show is what happens."""

from __future__ import annotations

import ast
import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import homeworlds

NAMES = [name for name in homeworlds.__all__ if name != "__version__"]
README = Path(homeworlds.__file__).with_name("README.md")


@pytest.mark.parametrize("name", NAMES)
def test_the_example_of_a_name_gives_what_it_says(name: str) -> None:
    exported = getattr(homeworlds, name)
    module = __import__(exported.__module__, fromlist=["*"])
    found = doctest.DocTestFinder(recurse=False).find(exported, name, module)
    examples = [example for test in found for example in test.examples]
    assert any(name in example.source for example in examples), f"{name} has no example that uses it"
    told: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    for test in found:
        runner.run(test, out=told.append)
    assert not told, "".join(told)


@pytest.mark.parametrize(
    "module", sorted(pkgutil.iter_modules(homeworlds.__path__), key=lambda each: each.name)
)
def test_every_example_of_a_module_gives_what_it_says(module: pkgutil.ModuleInfo) -> None:
    if not module.ispkg and module.name != "__main__":
        told = doctest.testmod(importlib.import_module(f"homeworlds.{module.name}"))
        assert not told.failed


def readme_code() -> str:
    return "\n".join(re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL))


def test_the_lines_of_the_readme_print_what_stands_beside_them(capsys: pytest.CaptureFixture[str]) -> None:
    expected = re.findall(r"^ *print.*  # (.*)$", readme_code(), re.MULTILINE)
    assert len(expected) == 10
    exec(compile(readme_code(), str(README), "exec"), {})  # noqa: S102  our own readme
    assert capsys.readouterr().out.splitlines() == expected


def test_the_lines_of_the_readme_show_every_name_and_need_no_other_module() -> None:
    used = {node.id for node in ast.walk(ast.parse(readme_code())) if isinstance(node, ast.Name)}
    assert set(NAMES) <= used
    assert set(re.findall(r"^(?:from|import) (\S+)", readme_code(), re.MULTILINE)) == {"homeworlds"}
