"""What the timekeeper thinks of the database's clock, and what staff say of it."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from upkeep import clock
from upkeep.models import Outage
from upkeep.timekeeping.beats import NothingToSay, Said, accept_clock, take_outage_back

SHOWN = 5


class Command(BaseCommand):
    help = (
        "When the clock of the database jumps, the site goes on in the time it had, and tells. This says how "
        "far it has jumped; that it is right after all (--accept); or that an outage was none, but a jump "
        "that nobody was there to see (--take-back). Either moves all open deadlines, once, so that "
        "everybody has as much time left as before."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_mutually_exclusive_group()
        what.add_argument("--accept", action="store_true", help="what the clock shows now is right")
        what.add_argument(
            "--take-back", type=int, metavar="OUTAGE", help="this outage was a jump of the clock"
        )

    def handle(self, *args: Any, accept: bool, take_back: int | None, **options: Any) -> None:
        try:
            if accept:
                self._tell(accept_clock())
            elif take_back is not None:
                self._tell(take_outage_back(outage_id=take_back))
        except NothingToSay as nothing:
            raise CommandError(
                "There is no such outage." if take_back is not None else "The clock is believed as it is."
            ) from nothing
        self._show()

    def _tell(self, said: Said) -> None:
        self.stdout.write(f"{said.moved} open deadlines were moved by {said.by}.")

    def _show(self) -> None:
        read = clock.reading()
        now = clock.believed(read)
        self.stdout.write(f"The database's clock shows {read.clock:%Y-%m-%d %H:%M:%S} (UTC).")
        self.stdout.write(f"The time of the site is    {now:%Y-%m-%d %H:%M:%S} (UTC).")
        if read.heart is not None and read.heart.ahead:
            self.stdout.write(
                f"It has jumped by {read.heart.ahead}. Set right it is believed again by itself; if it is "
                "right now, say --accept."
            )
        outages = Outage.objects.filter(live_only=False).order_by("-pk")[:SHOWN]
        for each in outages:
            self.stdout.write(
                f"Outage {each.pk}: {each.began_at:%Y-%m-%d %H:%M} to {each.ended_at:%Y-%m-%d %H:%M} (UTC), "
                "no deadline counts it."
            )
