"""Django's own, which writes down who became a superuser."""

from typing import Any, Final

from django.contrib.auth.management.commands import createsuperuser

from accounts.models import Player
from accounts.staff.acts import write_down_at_the_machine

REASON: Final = "At the server."


class Command(createsuperuser.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        before = set(Player.objects.filter(is_superuser=True).values_list("pk", flat=True))
        super().handle(*args, **options)
        for player in Player.objects.filter(is_superuser=True).exclude(pk__in=before):
            write_down_at_the_machine(act="make_staff", player=player, reason=REASON)
