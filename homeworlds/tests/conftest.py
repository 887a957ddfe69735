"""Lets the tests run with the library, pytest and Hypothesis alone; tells how many random games ended."""

from __future__ import annotations

from collections import Counter

import pytest

from homeworlds.tests import generated
from homeworlds.tests.archive import MARK, reason_without_archive, shared

__all__ = ["shared"]

generated.load()


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", MARK)
    config.addinivalue_line("markers", "long: takes many seconds")


def pytest_runtest_setup(item: pytest.Item) -> None:
    if reason := reason_without_archive(item):
        pytest.skip(reason)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    ended: Counter[str] = Counter()
    played: Counter[str] = Counter()
    for report in terminalreporter.stats.get("passed", []) + terminalreporter.stats.get("failed", []):
        properties = dict(getattr(report, "user_properties", []))
        if report.when == "call" and "random games" in properties:
            variant, games_ended, games_played = properties["random games"]
            ended[variant] += games_ended
            played[variant] += games_played
    for variant, games in played.items():
        share = ended[variant] / games
        terminalreporter.write_line(
            f"{variant}: {ended[variant]} of {games} random games ended ({share:.0%})."
        )
