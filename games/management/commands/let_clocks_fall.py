"""Lets clocks fall again that the site holds because far too many ran out at once."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.services.clocks.sweeping import RELEASED, release


class Command(BaseCommand):
    help = (
        "When far too many clocks run out within an hour, the site lets none fall: something must be wrong "
        "with it. Whoever has looked and found nothing wrong lets them fall with this, for an hour or longer."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--hours", type=float, default=1.0, help="so long (1)")

    def handle(self, *args: Any, hours: float, **options: Any) -> None:
        if not timedelta(0) < timedelta(hours=hours) <= RELEASED:
            raise CommandError("Give a number of hours between 0 and 48.")
        until = release(timedelta(hours=hours))
        if until is None:
            raise CommandError("The sweep has never run here: there is nothing to let fall.")
        self.stdout.write(f"Clocks fall until {until:%Y-%m-%d %H:%M} (UTC), however many there are.")
