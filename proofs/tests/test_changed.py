"""Which lines are broken for `bin/test changed`, and how what it says is told from nothing."""

import os
import subprocess
import sys
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree

import pytest

from bin import suite
from bin.suite import TIME_OVER, Count, counted
from proofs.belonging import GUARDS
from proofs.kit.processes import ROOT
from proofs.planted import changed
from proofs.planted.breaking import Mutant
from proofs.planted.changed import FAILED, PACKAGES, Checkout, lots
from proofs.planted.mutants import Known


def test_lines_of_every_package_are_broken_the_same_for_the_same_seed() -> None:
    assert list(lots(1)) == list(PACKAGES)
    some = list(islice(lots(1)["clubs"], 30))
    assert {mutant.path.partition("/")[0] for mutant in some} == {"clubs"}
    assert not [mutant for mutant in some if "/tests/" in mutant.path or mutant.is_lock]
    assert list(islice(lots(1)["clubs"], 3)) == some[:3] != list(islice(lots(2)["clubs"], 3))


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("FAILED a/tests/test_b.py::test_c[x] - assert 1", "a/tests/test_b.py::test_c[x]"),
        ("ERROR a/tests/test_b.py - ImportError", "a/tests/test_b.py"),
        ("The check ruff check found something; see above.", "ruff check"),
        ("12 passed, 0 failed, 1 skipped", None),
    ],
)
def test_what_found_it_is_read_from_what_was_said(said: str, found: str | None) -> None:
    match = FAILED.search(f"== checks\n{said}\n")
    assert (next(filter(None, match.groups())) if match else None) == found


def test_tests_that_did_not_run_for_want_of_time_are_counted(tmp_path: Path) -> None:
    suite = ElementTree.Element("testsuite", tests="4", failures="0", errors="0", skipped="2")
    for message in (TIME_OVER, "it needs PostgreSQL"):
        case = ElementTree.SubElement(suite, "testcase")
        ElementTree.SubElement(case, "skipped", message=message)
    ElementTree.ElementTree(suite).write(tmp_path / "report.xml")
    count = counted(tmp_path / "report.xml")
    assert (count.passed, count.skipped, count.late, count.all()) == (2, 2, 1, 4)


def test_a_test_that_begins_after_the_time_does_not_run(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    test = "proofs/tests/test_house.py"
    command = (
        f"{sys.executable} -m pytest -q -p no:cacheprovider --within=0 --junitxml={report} {test}".split()
    )
    mild = {name: value for name, value in os.environ.items() if name != "REQUIRE_ALL"}
    subprocess.run(command, cwd=ROOT, env=mild, check=True, stdout=subprocess.DEVNULL)
    count = counted(report)
    assert count.late == count.all() > 0


def test_the_app_of_a_file_is_that_of_its_folder_or_of_its_template() -> None:
    files = ["clubs/services/members.py", "templates/study/_lines.html", "templates/base.html", "manage.py"]
    assert [suite.app_of(file) for file in files] == ["clubs", "study", "base.html", "manage.py"]


@pytest.mark.parametrize(
    ("ended", "code", "last"),
    [
        (Count(passed=5), 0, "14 passed, 0 failed, 0 skipped"),
        (Count(passed=5, skipped=2), 0, "14 of 16 ran; the others are for bin/test."),
        (
            Count(passed=5, skipped=2, late=1),
            1,
            "14 of 16 ran: the time was over, and bin/test runs the others.",
        ),
        (Count(passed=4, failed=1), 1, "13 passed, 1 failed, 0 skipped"),
        (Count(), 1, "9 passed, 1 failed, 0 skipped"),
    ],
)
def test_it_is_green_only_when_all_that_was_chosen_has_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], ended: Count, code: int, last: str
) -> None:
    asked: list[str] = []

    def tests(name: str, arguments: list[str], database: str | None, minutes: float) -> Count:
        asked.extend([*arguments, str(database)])
        return ended

    monkeypatch.setattr(suite, "timed", lambda name, chosen, database: Count(passed=9))
    monkeypatch.setattr(suite, "differing", lambda *git: ["clubs/names.py"] if "--name-only" in git else [])
    monkeypatch.setattr(suite, "tests", tests)
    assert suite.changed(options=[]) == code
    assert capsys.readouterr().out.splitlines()[-1] == last
    assert asked[:2] == ["-n", str(os.cpu_count())] and asked[-1] == "None"
    assert asked[asked.index("--near") + 1] == "clubs"
    assert {"clubs/tests/test_services.py", *GUARDS} <= set(asked)


def test_a_miss_counts_only_when_some_test_would_have_found_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Of two lines the first is found by no test at all, so that the second takes its place."""
    mutants = [Mutant("clubs/a.py", 0, 0, "", line, "f", f"{line}", "") for line in (1, 2, 3)]
    monkeypatch.setattr(changed, "PACKAGES", ("clubs",))
    monkeypatch.setattr(changed, "lots", lambda seed: {"clubs": iter(mutants)})
    monkeypatch.setattr(changed, "finder", lambda mutant, *_: "test_x.py" if mutant.line == 3 else "")
    monkeypatch.setattr(changed, "failing", lambda *_: "")

    class Finds(Checkout):
        def __init__(self) -> None:
            self.folder = tmp_path

        def finds(self, mutant: Mutant) -> str:
            return "test_y.py" if mutant.line == 2 else ""

    packages, missed = changed.prove(2, 1, Known(tmp_path / "1.json"), Finds(), 1)
    assert (packages, missed) == (1, [mutants[2]])
