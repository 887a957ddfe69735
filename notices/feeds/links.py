"""Making, giving and renewing the secret links."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import transaction
from django.urls import reverse

from accounts.models import Player
from notices.feeds.models import CalendarMark, FeedLink, new_token
from upkeep.clock import database_now


def token_of(player: Player) -> str:
    """It is made when it is first asked for."""
    link = FeedLink.objects.filter(player=player).first()
    if link is None:
        link, _ = FeedLink.objects.get_or_create(player=player, defaults={"made_at": database_now()})
    return link.token


@transaction.atomic
def renew_links(*, player: Player) -> None:
    """The links that there were lead nowhere from now on."""
    FeedLink.objects.update_or_create(
        player=player, defaults={"token": new_token(), "made_at": database_now()}
    )


def player_of(token: str) -> Player | None:
    """Whose link it is, while the account is there."""
    link = FeedLink.objects.select_related("player").filter(token=token).first()
    if link is None or not link.player.is_active or link.player.is_former:
        return None
    return link.player


def player_leaves(sender: object, *, player: Player, **more: Any) -> None:
    """Hears that an account is deleted, in the deletion's transaction."""
    FeedLink.objects.filter(player=player).delete()
    CalendarMark.objects.filter(player=player).delete()


def calendar_link(player: Player) -> str:
    return settings.SITE_URL + reverse("notices:calendar", args=[token_of(player)])


def feed_link(player: Player) -> str:
    return settings.SITE_URL + reverse("notices:own_feed", args=[token_of(player)])
