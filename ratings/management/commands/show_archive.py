"""Shows what the ratings of this site make of old results, as a list for itself at /ratings/archive/."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ratings.archives import hide_archive, show_archive
from ratings.measuring.results import BadResults, read_results
from ratings.models import Archive


class Command(BaseCommand):
    help = (
        "Rates the results of a file, one game a line in JSON, whose players have numbers and no names, and "
        "shows the list under a label; never mixed with the players of this site. --remove takes it away."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path, nargs="?")
        parser.add_argument("--label", required=True, help="what visitors read above the list")
        parser.add_argument("--remove", action="store_true", help="show the list of this label no more")

    def handle(self, *args: Any, file: Path | None, label: str, remove: bool, **options: Any) -> None:
        longest = Archive._meta.get_field("label").max_length
        if not 0 < len(label) <= longest:
            raise CommandError(f"A label has one to {longest} characters.")
        if remove == (file is not None):
            raise CommandError("Give either a file of results, or --remove.")
        if file is None:
            self.stdout.write("removed" if hide_archive(label=label) else "there is no list of this label")
            return
        try:
            games = read_results(file)
        except BadResults as error:
            raise CommandError(str(error)) from error
        archive = show_archive(label=label, games=games)
        self.stdout.write(
            f"{archive.games} games that count, {archive.standings.count()} standings: /ratings/archive/"
        )
