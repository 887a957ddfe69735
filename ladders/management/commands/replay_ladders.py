"""Compares every ladder, and the stairs, with their logs."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from ladders.ladder.services import check_ladders
from ladders.stairs.services.replaying import check_stairs


class Command(BaseCommand):
    help = (
        "Rebuilds the places of all ladders from their logs, and mends them; --check only compares. "
        "The stairs are compared in any case."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="compare, change nothing")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        ladders, stairs = check_ladders(write=not check), check_stairs()
        wrong = [*ladders, *stairs]
        for line in wrong:
            self.stdout.write(line)
        self.stdout.write(f"{len(wrong)} differences" if wrong else "all ladders agree with their logs")
        if stairs or (wrong and check):
            raise SystemExit(1)
