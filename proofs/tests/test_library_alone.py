"""The library without the site: installed from its own folder into an empty environment, without an index."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import homeworlds
from proofs.kit.processes import ROOT

FOLDER = ROOT / "homeworlds"
LEFT_BEHIND = shutil.ignore_patterns("__pycache__", "build", "*.egg-info")
GAME = {
    "id": 1,
    "n": 2,
    "w": "N",
    "end": "board",
    "t": ["N h y1b2 g3", "S h r1b3 g3", "N b g1 N", "S s g3 S"],
    "fin": "N!y1b2 g1Ng3N",
}
LONG = "random_games or elimination_is_found or win_is_found or as_many_ends or agree_with_plain_enumeration"
"""Names of tests that take minutes and do not hang on where they run: only their import is tried here."""
REQUEST = {"id": 7, "rules": "modern", "variant": "binary", "players": 2, "turn": "homeworld R1 B2 G3"}


class Alone:
    """An environment that holds the library, and besides it what `lend` gives."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True)
        self.site = next((folder / "venv").glob("lib/python*/site-packages"))

    def python(self, *arguments: str, given: str = "", at: Path | None = None) -> str:
        """What it prints. Fails with all of it when the program fails."""
        done = subprocess.run(
            [self.folder / "venv" / "bin" / "python", *arguments],
            input=given,
            cwd=at or self.folder,
            env={"PATH": "/usr/bin:/bin", "HOME": str(self.folder), "PIP_CONFIG_FILE": "/dev/null"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def lend(self, name: str) -> None:
        """Puts there the files of a package that the suite has installed."""
        for file in distribution(name).files or ():
            if file.parts[0] != ".." and (path := Path(str(file.locate()))).exists():
                (self.site / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, self.site / file)


def needed(name: str) -> Iterator[str]:
    """The package and all that it needs here."""
    yield name
    for line in distribution(name).requires or ():
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            yield from needed(requirement.name)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Alone:
    alone = Alone(tmp_path_factory.mktemp("alone"))
    alone.lend("pip")
    alone.lend("setuptools")
    copy = alone.folder / "elsewhere"
    shutil.copytree(FOLDER, copy, ignore=LEFT_BEHIND)
    alone.python("-m", "pip", "install", "--quiet", "--no-index", "--no-build-isolation", ".", at=copy)
    shutil.rmtree(copy)
    return alone


def test_it_installs_with_every_module_and_its_licence(alone: Alone) -> None:
    assert (
        alone.python("-c", "import homeworlds; print(homeworlds.__version__)")
        == f"{homeworlds.__version__}\n"
    )
    kinds = ("*.py", "py.typed", "README.md")
    for kind in kinds:
        there = {
            path.relative_to(alone.site / "homeworlds") for path in (alone.site / "homeworlds").rglob(kind)
        }
        ours = {path.relative_to(FOLDER) for path in FOLDER.rglob(kind)}
        assert there == {path for path in ours if path.parts[0] != "tests"}, kind
    about = Distribution.at(next(alone.site.glob("homeworlds-*.dist-info")))
    assert about.metadata["License-Expression"] == "MIT"
    assert about.requires is None or all("extra ==" in line for line in about.requires)
    licence = (ROOT / "LICENSE").read_text()
    assert licence.startswith("MIT License")
    assert (FOLDER / "LICENSE").read_text() == licence
    assert any(path.read_text() == licence for path in alone.site.glob("homeworlds-*.dist-info/**/LICENSE"))


def test_its_commands_answer(alone: Alone) -> None:
    answer = json.loads(alone.python("-m", "homeworlds", "referee", given=json.dumps(REQUEST) + "\n"))
    assert (answer["id"], answer["position"]) == (7, "<1> P0 (0, r1b2) g3-")
    (alone.folder / "game.jsonl").write_text(json.dumps(GAME))
    told = alone.python("-m", "homeworlds", "replay", "game.jsonl")
    assert told.endswith("1 of 1 games replayed to their recorded end\n")


def test_its_tests_need_pytest_and_hypothesis_only(alone: Alone) -> None:
    shutil.copytree(FOLDER / "tests", alone.site / "homeworlds" / "tests", ignore=LEFT_BEHIND)
    for package in {*needed("pytest"), *needed("hypothesis")}:
        alone.lend(package)
    chosen = ("-k", f"not ({LONG})", "--pyargs", "homeworlds")
    told = alone.python("-m", "pytest", "-q", "-p", "no:cacheprovider", *chosen)
    passed = re.search(r"^(\d+) passed", told.splitlines()[-1])
    assert passed and int(passed[1]) > 900, told


def test_the_readme_of_the_site_shows_the_same_lines() -> None:
    shown = [
        re.search(r"```python\n(.*?)```", (folder / "README.md").read_text(encoding="utf-8"), re.DOTALL)
        for folder in (ROOT, FOLDER)
    ]
    assert shown[0] and shown[1] and shown[0][1] == shown[1][1]
