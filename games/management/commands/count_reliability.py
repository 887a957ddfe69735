"""Counts anew who keeps their turns and who is often away."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.services.clocks.reliability import count_reliability


class Command(BaseCommand):
    help = "Counts the reliability that stands beside names anew from the games; --check only compares."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="compare, change nothing")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        wrong = count_reliability(write=not check)
        for line in wrong:
            self.stdout.write(line)
        self.stdout.write(f"{len(wrong)} differences" if wrong else "all figures agree")
        if wrong and check:
            raise SystemExit(1)
