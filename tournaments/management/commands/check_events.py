"""Compares every event with its games."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from tournaments.services.checking import check_events


class Command(BaseCommand):
    help = "Compares the results and standings of all events with their games; changes nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        wrong = check_events()
        for line in wrong:
            self.stdout.write(line)
        self.stdout.write(f"{len(wrong)} differences" if wrong else "all events agree with their games")
        if wrong:
            raise SystemExit(1)
