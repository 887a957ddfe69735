"""`take_over` and `migrate` for a site that starts together with its database."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any, Final

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection

from upkeep.growing.at_once import make_first_tables
from upkeep.growing.taking_over import take_over

PAUSE: Final = 2.0


class Command(BaseCommand):
    help = "Updates the tables as soon as the database answers, and begins anew when it goes away meanwhile."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seconds", type=float, default=120.0, help="how long it is tried")

    def handle(self, *args: Any, seconds: float, **options: Any) -> None:
        give_up, last = time.monotonic() + seconds, ""
        while reason := self._try():
            if time.monotonic() > give_up:
                raise CommandError(f"The tables were not updated within {seconds:g} seconds: {reason}")
            if reason != last:
                self.stderr.write(f"The database is not ready, it is tried again: {reason}")
            last = reason
            time.sleep(PAUSE)

    def _try(self) -> str:
        """Why it did not work, in the database's words; empty when it did."""
        try:
            if not make_first_tables():
                take_over()
                call_command("migrate", "--no-input", stdout=self.stdout)
        except OperationalError as error:
            connection.close()
            return " ".join(str(error).split())
        return ""
