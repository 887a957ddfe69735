"""The accounts of the bots, after an update that brought new ones."""

from typing import Any

from django.core.management.base import BaseCommand

from accounts.services import ensure_bots


class Command(BaseCommand):
    help = "Creates the accounts of the bots that do not exist yet."

    def handle(self, *args: Any, **options: Any) -> None:
        ensure_bots()
