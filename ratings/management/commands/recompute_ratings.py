"""Computes all ratings anew from the results of the rated games."""

from __future__ import annotations

from argparse import ArgumentParser
from time import monotonic
from typing import Any

from django.core.management.base import BaseCommand

from ratings.services.recomputing import recompute_ratings


class Command(BaseCommand):
    help = "Computes all ratings anew from the results of the games, and mends them; --check only compares."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="compare, change nothing")

    def handle(self, *args: Any, check: bool, **options: Any) -> None:
        began = monotonic()
        wrong = recompute_ratings(write=not check)
        for line in wrong:
            self.stdout.write(line)
        self.stdout.write(f"{len(wrong)} differences" if wrong else "all ratings agree")
        self.stdout.write(f"{monotonic() - began:.1f} seconds")
        if wrong and check:
            raise SystemExit(1)
