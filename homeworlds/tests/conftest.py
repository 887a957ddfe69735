"""Tells after a run how many of the random games ended."""

from __future__ import annotations

from collections import Counter

import pytest


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
