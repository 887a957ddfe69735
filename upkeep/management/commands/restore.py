"""Brings the database back from a file of `manage.py backup`, and proves it whole."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.cache import cache
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from redis.exceptions import RedisError

from upkeep.growing.taking_over import take_over
from upkeep.saving.restore import bring_back, check_fits, holds_data, newest, use_database


class Command(BaseCommand):
    help = "Brings the database back from a backup, updates its tables, and replays every game to check it."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the backup, or a folder: the newest one in it")
        parser.add_argument(
            "--beside",
            metavar="NAME",
            help="into the database (or file) of this name instead of the site's own",
        )
        parser.add_argument(
            "--replace", action="store_true", help="people and games in the database may be destroyed"
        )

    def handle(self, *args: Any, file: Path, beside: str | None, replace: bool, **options: Any) -> None:
        file = newest(file) if file.is_dir() else file
        if beside:
            use_database(beside)
        check_fits(file)
        if holds_data() and not replace:
            raise CommandError(
                "There are people or games in the database, and they would be lost. "
                "Save them with `manage.py backup` first, then say --replace."
            )
        bring_back(file)
        self.stdout.write(f"The database is as it was saved in {file}.")
        take_over()
        call_command("migrate", "--no-input", verbosity=0, stdout=self.stdout)
        if not beside:
            self._forget_cached()
        call_command("replay_games", "--check", stdout=self.stdout)

    def _forget_cached(self) -> None:
        try:
            cache.clear()  # log-ins kept there are of the time after the backup
        except (RedisError, OSError):
            self.stderr.write("The cache cannot be reached and was not emptied.")
