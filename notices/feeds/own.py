"""What the bell shows a player, as a feed."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import Player
from notices.feeds.registry import MOST, Content, Item
from notices.kinds import registered
from notices.models import Dropped, Notice


def notices_feed(player: Player) -> Content:
    """What has been told and is still so, the newest first."""
    kinds = registered()
    told = Notice.objects.filter(player=player, kind__in=list(kinds)).exclude(dropped=Dropped.TAKEN_BACK)
    items = []
    for notice in told.select_related("player").order_by("-pk")[:MOST]:
        kind = kinds[notice.kind]
        if not kind.is_still_true(notice):
            continue
        letter = kind.letter(notice)
        name = f"{notice.kind}.{notice.key}.{notice.news}.{player.public_id}"
        items.append(Item(name, letter.subject, letter.link.address, notice.created_at, letter.paragraphs))
    return Content(
        title=gettext("{site}: what is new for {name}").format(site=settings.SITE_NAME, name=player.name),
        link=settings.SITE_URL + reverse("notices:elsewhere"),
        since=player.date_joined,
        items=items,
    )
