"""Whom an act of staff concerns finds a sign of it on every page until the list has been looked at."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from accounts.models import Player


def on_staff_act(sender: object, *, concerns: Collection[Player], **more: Any) -> None:
    there = Player.objects.filter(deleted_at=None, pk__in=[player.pk for player in concerns])
    # In the order of their ids, as whoever locks several does.
    locked = there.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True)
    Player.objects.filter(pk__in=list(locked)).update(acts_unread=True)


def acts_are_read(player: Player) -> None:
    if player.acts_unread:
        Player.objects.filter(pk=player.pk).update(acts_unread=False)
        player.acts_unread = False
