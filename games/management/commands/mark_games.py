"""Looks at finished games for missed wins, and how the balance moved, one after the other and without the
queue."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db.models import Q

from games.log.rebuilding import LogBroken
from games.models import Game, Status
from games.services import analyse_whole_game, mark_whole_game


class Command(BaseCommand):
    help = (
        "Looks for missed wins in the finished games in which nobody has looked yet. "
        "Games end and are looked at by themselves; this is for games from before that, and with --imported "
        "for imported ones, which are looked at only so and count in nobody's profile."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--imported", action="store_true", help="the imported games instead")
        parser.add_argument(
            "--balance", action="store_true", help="also how the balance moved: about a minute for each game"
        )
        parser.add_argument("--most", type=int, metavar="N", help="so many games at most")

    def handle(self, *args: Any, imported: bool, balance: bool, most: int | None, **options: Any) -> None:
        done = Q(marking__due_at=None, marking__isnull=False)
        if balance:
            done &= Q(analysis__due_at=None, analysis__isnull=False) | Q(turn_count=0)
        games = Game.objects.filter(status=Status.FINISHED, imported=imported).exclude(done)
        marked = 0
        for game in games.order_by("pk")[:most].iterator():
            try:
                looked = mark_whole_game(game_id=game.pk)
                if balance and game.turn_count:
                    looked |= analyse_whole_game(game_id=game.pk)
            except LogBroken as broken:
                self.stdout.write(f"{game}: {broken}")
            else:
                marked += looked
        self.stdout.write(f"{marked} games looked at")
