"""Compares every ladder with its log."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from ladders.services.ladder import check_ladders


class Command(BaseCommand):
    help = "Rebuilds the places of all ladders from their logs, and mends them; --check only compares."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="compare, change nothing")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        wrong = check_ladders(write=not check)
        for line in wrong:
            self.stdout.write(line)
        self.stdout.write(f"{len(wrong)} differences" if wrong else "all ladders agree with their logs")
        if wrong and check:
            raise SystemExit(1)
