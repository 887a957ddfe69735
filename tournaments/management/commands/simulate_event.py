"""What to expect of an event before it is announced."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.models import Format
from tournaments.pairing.forecast import Forecast, simulate
from tournaments.pairing.refusals import Impossible


class Command(BaseCommand):
    help = (
        "Plays whole events with players of made-up strength, some of whom stay away from some round on, and "
        "prints what came of them on average."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--format", required=True, choices=[str(each) for each in Format])
        parser.add_argument("--entrants", type=int, required=True)
        parser.add_argument("--rounds", type=int, default=5, help="of formats that have them (5)")
        parser.add_argument("--size", type=int, default=4, help="of the tables of pods (4)")
        parser.add_argument("--absent", type=float, default=0.0, help="part of the entrants, from 0 to 1 (0)")
        parser.add_argument("--seed", type=int, default=1, help="the same gives the same again (1)")

    def handle(
        self,
        *args: Any,
        format: str,  # noqa: A002  as its option is called
        entrants: int,
        rounds: int,
        size: int,
        absent: float,
        seed: int,
        **options: Any,
    ) -> None:
        if not 0 <= absent <= 1:
            raise CommandError("--absent is a part of the entrants, from 0 to 1.")
        try:
            found = simulate(format, entrants=entrants, rounds=rounds, size=size, absent=absent, seed=seed)
        except Impossible as impossible:
            raise CommandError(str(impossible)) from impossible
        for line in lines_of(found):
            self.stdout.write(line)


def lines_of(found: Forecast) -> list[str]:
    return [
        f"{found.rounds:.1f} rounds, {found.games:.1f} games",
        f"{found.repeats:.1f} of {found.meetings:.1f} meetings are repeats",
        f"{found.hunted_again:.1f} times somebody hunts whom he has hunted before",
        f"nobody has a seat more than {found.seat_spread:.1f} times more often than another",
        f"the strongest wins {found.strongest_wins:.0%} of the events",
        f"an event takes {found.days:.0f} days, the longest {found.slowest_days:.0f}",
    ]
