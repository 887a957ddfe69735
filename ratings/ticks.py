"""Players somebody has ticked, to find them again in the list. Nobody else sees it, nobody is told."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import Q

from accounts.models import Player
from ratings.models import Tick


@transaction.atomic
def tick(*, owner: Player, player: Player) -> None:
    """The same again changes nothing; nobody ticks himself."""
    if owner != player:
        Tick.objects.get_or_create(owner=owner, player=player)


@transaction.atomic
def untick(*, owner: Player, player: Player) -> None:
    Tick.objects.filter(owner=owner, player=player).delete()


def has_ticked(owner: Player, player: Player) -> bool:
    return Tick.objects.filter(owner=owner, player=player).exists()


def forget_ticks(sender: object, *, player: Player, **more: Any) -> None:
    """Hears that an account is deleted: its own ticks go, and those on it, which lead nowhere now."""
    Tick.objects.filter(Q(owner=player) | Q(player=player)).delete()
