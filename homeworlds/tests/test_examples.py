"""What the docstrings of the exported names show is what happens."""

from __future__ import annotations

import doctest
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


def test_the_lines_of_the_readme_print_what_stands_beside_them(capsys: pytest.CaptureFixture[str]) -> None:
    code = README.read_text(encoding="utf-8").partition("```python\n")[2].partition("```")[0]
    expected = re.findall(r"^print.*  # (.*)$", code, re.MULTILINE)
    assert len(expected) == 2
    exec(compile(code, str(README), "exec"), {})  # noqa: S102  our own readme
    assert capsys.readouterr().out.splitlines() == expected


def test_the_lines_of_the_readme_need_no_other_module() -> None:
    code = README.read_text(encoding="utf-8").partition("```python\n")[2].partition("```")[0]
    assert re.findall(r"^(?:from|import) (\S+)", code, re.MULTILINE) == ["homeworlds"]
