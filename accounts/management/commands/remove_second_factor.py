"""For an administrator who has lost the authenticator app, when no other superuser is there to help."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import Player
from accounts.staff.acts import remove_second_factor_at_the_machine


class Command(BaseCommand):
    help = "Removes the second factor of an account and writes down why. Make sure first who asks."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("address", help="the account's address of mail")
        parser.add_argument("--reason", required=True, help="all staff can read it, for ever")

    def handle(self, *args: Any, **options: Any) -> None:
        player = Player.objects.filter(email__iexact=options["address"]).first()
        if player is None:
            raise CommandError("No account has this address.")
        try:
            remove_second_factor_at_the_machine(player=player, reason=options["reason"])
        except ValidationError as refusal:
            raise CommandError(" ".join(refusal.messages)) from refusal
        self.stdout.write(f"{player.name} logs in without it and is asked to set up a new one.")
