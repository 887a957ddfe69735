"""Saves the whole database to one file."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from upkeep.calling.ping import ping
from upkeep.saving.backup import all_in, save_to
from upkeep.selectors import BACKUP
from upkeep.services import tally

NAME: Final = "homeworlds-%Y%m%d-%H%M%S.backup"


class Command(BaseCommand):
    help = "Saves the database while the site runs: to a file, or in a folder to a new one named by the time."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the file, or a folder that is there")
        parser.add_argument("--overwrite", action="store_true", help="the file may be there already")
        parser.add_argument("--keep", type=int, metavar="N", help="in a folder: delete all but the newest N")

    def handle(self, *args: Any, file: Path, overwrite: bool, keep: int | None, **options: Any) -> None:
        folder = file if file.is_dir() else None
        if keep is not None and (folder is None or keep < 1):
            raise CommandError("--keep goes with a folder and a number from 1.")
        if folder:
            file = folder / datetime.now(UTC).strftime(NAME)
        if file.exists() and not overwrite:
            raise CommandError(f"{file} is there already; choose another name, or --overwrite it.")
        save_to(file)
        tally(BACKUP)
        if settings.BACKUP_PING_URL and (reason := ping(settings.BACKUP_PING_URL)):
            self.stderr.write(f"The ping to BACKUP_PING_URL was not heard: {reason}.")
        self.stdout.write(f"The database is saved in {file} ({file.stat().st_size / 1e6:.1f} MB).")
        if folder and keep:
            for old in all_in(folder)[:-keep]:
                old.unlink()
                self.stdout.write(f"{old} was deleted: {keep} are kept.")
