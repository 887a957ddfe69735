"""Takes over the database of the release before, once, before this one's `migrate`."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any, Final

from django.core.management.base import BaseCommand

from upkeep.growing.taking_over import Release, give_back, take_over

TAKEN_OVER: Final = {
    Release.EMPTY: "There is nothing to take over: the database is empty. Run “migrate”.",
    Release.BEFORE: "The tables are right, and their history is that of this release. Run “migrate”.",
    Release.OURS: "There is nothing to do: the database is this release's already.",
}
GIVEN_BACK: Final = {
    Release.EMPTY: "There is nothing to give back: the database is empty.",
    Release.BEFORE: "There is nothing to do: the database is that of the release before.",
    Release.OURS: "The history of the tables is that of the release before.",
}


class Command(BaseCommand):
    help = "Takes over the database of the release before: looks at its tables and tells their history anew."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--back", action="store_true", help="gives it back to the release before")

    def handle(self, *args: Any, back: bool, **options: Any) -> None:
        self.stdout.write(GIVEN_BACK[give_back()] if back else TAKEN_OVER[take_over()])
