"""Undoes what clocks have brought about by a fault of the site."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import UTC, datetime
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.utils.dateparse import parse_datetime

from games.log.falls import Undoing, Way, undoing_of
from games.models import Game
from games.services.clocks.undoing import games_with_falls, undo_all
from upkeep.clock import database_now

WORDS: Final = {
    Way.GOES_ON: "goes on as before entry {number}",
    Way.VOID: "is void: its alignments are known",
    Way.STANDS: "stays as it is: people have gone on since, or alignments are known",
}


class Command(BaseCommand):
    help = (
        "Clocks fell by a fault of the site: the games in which that happened go on as they stood before, "
        "whether they had ended by it or not. What people did since then stands. Without --yes it only says "
        "what it would do."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--since", required=True, help="clocks that fell from then on: 2026-11-22T10:00 (UTC)"
        )
        parser.add_argument("--until", help="and not later than this (now)")
        parser.add_argument("--game", metavar="ID", help="only the game with this public id")
        parser.add_argument("--yes", action="store_true", help="do it")

    def handle(
        self, *args: Any, since: str, until: str | None, game: str | None, yes: bool, **options: Any
    ) -> None:
        began, ended = _moment(since), _moment(until) if until else database_now()
        if began >= ended:
            raise CommandError("The first moment must be the earlier one, and not in the future.")
        found = games_with_falls(began, ended)
        if game is not None:
            found = [each for each in found if each[1] == game]
        done = undo_all(found, began, ended) if yes else _looked_at(found, began, ended)
        failed = 0
        for public_id, undoing in done:
            failed += undoing is None
            self.stdout.write(f"{public_id}: {_words(undoing)}")
        self.stdout.write(f"{len(found)} games" + ("" if yes else "; nothing is done yet: add --yes"))
        if failed:
            raise SystemExit(1)


def _looked_at(
    games: list[tuple[int, str]], since: datetime, until: datetime
) -> list[tuple[str, Undoing | None]]:
    looked = []
    for game_id, public_id in games:
        game = Game.objects.get(pk=game_id)
        looked.append((public_id, undoing_of(game, list(game.seats.all()), since, until)))
    return looked


def _words(undoing: Undoing | None) -> str:
    if undoing is None:
        return "could not be undone, see the log"
    return WORDS[undoing.way].format(number=undoing.undone[0].number if undoing.undone else 0)


def _moment(text: str) -> datetime:
    """Without a zone: UTC, as everything that the site logs."""
    try:
        moment = parse_datetime(text)
    except ValueError:
        moment = None
    if moment is None:
        raise CommandError(f"“{text}” is no moment; write it like 2026-11-22T10:00.")
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
