"""`docs/asvs.md` has each line of the standard's levels 1 and 2 once, and what it names exists."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Final

import pytest
from django.test import Client

ROOT: Final = Path(__file__).resolve().parents[2]
LINES: Final = (ROOT / "docs" / "asvs.md").read_text(encoding="utf-8").splitlines()
ROW: Final = re.compile(
    r"\| (?P<number>\d+\.\d+\.\d+) \| (?P<level>[12]) \| (?P<what>[^|]+) "
    r"\| (?P<state>met|not met|does not apply) \| (?P<shown>[^|]{5,}) \|"
)
NAMED: Final = re.compile(r"`([^`\s]+\.(?:py|md|txt|html|js|toml|conf|cfg|yml))(?:::(\w+))?`")
SECTIONS: Final = {
    "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2, "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1, "3.2": 2,
    "3.3": 4, "3.4": 6, "3.5": 5, "3.7": 2, "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4, "5.1": 1, "5.2": 3,
    "5.3": 2, "5.4": 3, "6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4, "7.1": 3,
    "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2, "8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1, "9.1": 3,
    "9.2": 4, "10.1": 2, "10.2": 2, "10.3": 4, "10.4": 11, "10.5": 5, "10.6": 2, "10.7": 3, "11.1": 2,
    "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1, "12.1": 3, "12.2": 2, "12.3": 4, "13.1": 1,
    "13.2": 5, "13.3": 2, "13.4": 5, "14.1": 2, "14.2": 4, "14.3": 3, "15.1": 3, "15.2": 3, "15.3": 7,
    "16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3, "17.1": 1, "17.2": 4, "17.3": 2,
}  # fmt: skip
"""How many lines of levels 1 and 2 each section has; in version 5.0.0 they come first in each."""


def rows(lines: list[str]) -> list[re.Match[str]]:
    written = [(line, ROW.fullmatch(line)) for line in lines if re.match(r"\| \d", line)]
    assert not [line for line, row in written if row is None]
    return [row for _line, row in written if row]


def test_each_line_is_there_once() -> None:
    expected = [f"{section}.{n + 1}" for section, count in SECTIONS.items() for n in range(count)]
    assert Counter(row["number"] for row in rows(LINES)) == Counter(expected)


def missing(lines: list[str]) -> list[str]:
    """What is named and is not there, and what is met without naming anything."""
    found = []
    for row in rows(lines):
        named = NAMED.findall(row["shown"])
        found += [f"{row['number']} {path}" for path, _test in named if not (ROOT / path).is_file()]
        found += [
            f"{row['number']} {path}::{test}"
            for path, test in named
            if test and (ROOT / path).is_file() and f"def {test}(" not in (ROOT / path).read_text()
        ]
        if row["state"] == "met" and not named and not re.search(r"`[\w./]+`|\]\(", row["shown"]):
            found.append(f"{row['number']} names nothing")
    return found


def test_what_is_named_exists() -> None:
    assert missing(LINES) == []


@pytest.mark.parametrize(
    "shown",
    ["by `accounts/tests/test_gone.py`", "by `homeworlds_site/tests/test_asvs.py::test_gone`", "so it is"],
)
def test_what_is_missing_is_found(shown: str) -> None:
    assert len(missing([f"| 1.1.1 | 2 | Words | met | {shown} |"])) == 1


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/accounts/login/", "/games/open/", "/robots.txt", "/livez"])
def test_nobody_gets_his_request_back(path: str) -> None:
    answer = Client().generic("TRACE", path, HTTP_X_SECRET="s3same")
    assert answer.status_code == 405 and b"s3same" not in answer.content
