"""Whom an act of staff concerns finds a sign of it on every page until the list has been looked at."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from accounts.models import Player


def hear_of_act(sender: object, *, concerns: Collection[Player], **more: Any) -> None:
    Player.objects.filter(pk__in=[player.pk for player in concerns]).update(acts_unread=True)


def acts_are_read(player: Player) -> None:
    if player.acts_unread:
        Player.objects.filter(pk=player.pk).update(acts_unread=False)
        player.acts_unread = False
