"""Replays the logs of games and compares, or mends, everything that is cached of them."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.access import with_seats
from games.log import rebuilding
from games.models import Game


class Command(BaseCommand):
    help = "Replays every started game from its log and writes its caches anew; --check only compares."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="compare, change nothing")
        parser.add_argument("--game", metavar="ID", help="only the game with this public id")

    def handle(self, *args: Any, check: bool, game: str | None, **options: Any) -> None:
        games = with_seats(Game.objects.filter(started_at__isnull=False).order_by("pk"))
        if game is not None:
            games = games.filter(public_id=game)
            if not games.exists():
                raise CommandError(f"There is no started game {game}.")
        agreed = total = 0
        for each in games.iterator(chunk_size=200):
            total += 1
            agreed += self.replay(each, check)
        self.stdout.write(f"{agreed} of {total} games agree")
        if agreed < total:
            raise SystemExit(1)

    def replay(self, game: Game, check: bool) -> bool:
        """Whether the caches agree with the log, or do now."""
        try:
            found = rebuilding.check(game) if check else rebuilding.rebuild(game_id=game.pk)
        except rebuilding.LogBroken as broken:
            self.stdout.write(f"{game}: {broken}")
            return False
        for difference in found:
            self.stdout.write(f"{game}: {difference}")
        return not found or not check
