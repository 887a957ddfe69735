"""Reads games back: exported ones (docs/record-format.md) and the recorded games of 2005-2020."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from accounts.services import ensure_record_players
from records.reading import read_lines, read_record
from records.refusals import NotARecord
from records.services import AlreadyImported, ImportRefused, import_game, imported_links


class Command(BaseCommand):
    help = (
        "Makes finished, unrated games of the records in a file: a game exported as JSON or notation, or one "
        "record a line, plain or gzip. Names every record that is refused, and leaves nothing of it behind."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--limit", type=int, metavar="N", help="read the first N records only")

    def handle(self, *args: Any, file: Path, limit: int | None, **options: Any) -> None:
        try:
            self.accounts = ensure_record_players()
        except ValidationError as error:
            raise CommandError(f"The accounts for records cannot be made: {error.messages[0]}") from error
        self.known = imported_links()
        self.imported = self.again = self.refused = self.wrong = 0
        try:
            for number, line in enumerate(read_lines(file), start=1):
                if limit is not None and number > limit:
                    break
                self.take(f"{file.name}:{number}", line)
        except (NotARecord, OSError) as error:
            self.stderr.write(f"{file}: {error}")
            self.wrong += 1
        self.sum_up()

    def take(self, where: str, line: str) -> None:
        """One record, whatever comes of it."""
        try:
            record = read_record(line)
        except NotARecord as error:
            self.stdout.write(f"{where}: {error}")
            self.refused += 1
            self.wrong += 1
            return
        if record.link in self.known:
            self.again += 1
            return
        try:
            import_game(record=record, accounts=self.accounts)
        except AlreadyImported:
            self.again += 1
        except ImportRefused as refused:
            self.stdout.write(f"{where}: {record.title}: {refused}")
            self.refused += 1
            # The old server allowed more than our rules: only of games of this site it is a mistake.
            self.wrong += record.archived is None
        else:
            self.imported += 1
            self.known.add(record.link)

    def sum_up(self) -> None:
        if self.again:
            self.stdout.write(f"{self.again} are here already")
        total = self.imported + self.again + self.refused
        self.stdout.write(f"{self.imported} imported, {self.refused} refused of {total}")
        if self.wrong:
            raise SystemExit(1)
