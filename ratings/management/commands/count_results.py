"""Counts the results of all finished games anew: the tallies that profiles show."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from ratings.tallies import count_results


class Command(BaseCommand):
    help = "Counts the results that profiles show anew from the games; --check only compares."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="compare, change nothing")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        wrong = count_results(write=not check)
        for line in wrong:
            self.stdout.write(line)
        self.stdout.write(f"{len(wrong)} differences" if wrong else "all results agree")
        if wrong and check:
            raise SystemExit(1)
