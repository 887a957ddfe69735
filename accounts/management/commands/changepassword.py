"""Django's own, which writes down whose password was changed, and why."""

from typing import Any

from django.contrib.auth.management.commands import changepassword
from django.core.management.base import CommandError, CommandParser

from accounts.models import Player
from accounts.staff.acts import write_down_at_the_machine


class Command(changepassword.Command):
    help = "Changes the password of an account and writes down why. Make sure first who asks."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--reason", required=True, help="all staff can read it, for ever")

    def handle(self, *args: Any, **options: Any) -> str:
        if not options["reason"].strip():
            raise CommandError("Please say why.")
        said: str = super().handle(*args, **options)
        player = Player.objects.get(email=options["username"])
        write_down_at_the_machine(act="change_password", player=player, reason=options["reason"])
        return said
