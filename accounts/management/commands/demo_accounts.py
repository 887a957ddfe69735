"""Accounts to try the site with, for `bin/serve`.

Never give a known password on a site that other people can reach.
"""

import secrets
from pathlib import Path
from typing import Any

from allauth.account.models import EmailAddress
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from accounts.models import Player
from accounts.services import check_free_name, ensure_bots

DEMO = (("Alice", "alice@example.com"), ("Bob", "bob@example.com"))


class Command(BaseCommand):
    help = "Creates the bots and two demo players, Alice and Bob, and prints how to log in."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--password-file", type=Path, help="holds their password; without it one is made")

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        ensure_bots()
        password = _read(options["password_file"]) or secrets.token_urlsafe(9)
        for name, email in DEMO:
            if Player.objects.filter(email=email).exists():
                self.stdout.write(f"{email} exists already and keeps the password it was made with.")
                continue
            player = Player.objects.create_player(name=check_free_name(name), email=email, password=password)
            EmailAddress.objects.create(user=player, email=email, verified=True, primary=True)
            self.stdout.write(f"{name}: log in with {email} and the password {password}")


def _read(file: Path | None) -> str:
    try:
        return file.read_text().strip() if file else ""
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
