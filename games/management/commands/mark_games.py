"""Looks at finished games for missed wins, one after the other and without the queue."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.log.rebuilding import LogBroken
from games.models import Game, Status
from games.services import mark_whole_game


class Command(BaseCommand):
    help = (
        "Looks for missed wins in the finished games in which nobody has looked yet. "
        "Games end and are looked at by themselves; this is for games from before that, and with --imported "
        "for imported ones, which are looked at only so and count in nobody's profile."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--imported", action="store_true", help="the imported games instead")
        parser.add_argument("--most", type=int, metavar="N", help="so many games at most")

    def handle(self, *args: Any, imported: bool, most: int | None, **options: Any) -> None:
        games = Game.objects.filter(status=Status.FINISHED).exclude(
            marking__due_at=None, marking__isnull=False
        )
        games = games.filter(imported=imported)
        marked = 0
        for game in games.order_by("pk")[:most].iterator():
            try:
                marked += mark_whole_game(game_id=game.pk)
            except LogBroken as broken:
                self.stdout.write(f"{game}: {broken}")
        self.stdout.write(f"{marked} games looked at")
