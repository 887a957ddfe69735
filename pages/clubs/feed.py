"""A club as a feed: its news, who has joined, and its games."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext

from clubs.access import clubs_seen_by
from clubs.hooks import address_of
from clubs.models import Membership
from games.feeds import feed_of_games
from games.lists import club_games_seen_by
from notices.feeds.registry import MOST, Content, Item, Reader


def feed_of(public_id: str, reader: Reader) -> Content | None:
    club = clubs_seen_by(reader).filter(public_id=public_id, closed_at=None).first()
    if club is None:
        return None
    link = address_of(club)
    items = feed_of_games(club_games_seen_by(club, reader))
    if club.news and club.news_at:
        items.append(Item(f"news.{public_id}.{club.news_at:%Y%m%d%H%M%S}", club.news, link, club.news_at))
    members = Membership.objects.filter(club=club).select_related("player").order_by("-joined_at", "-pk")
    for member in members[:MOST]:
        said = gettext("{name} has joined the club.").format(name=member.player.name)
        items.append(Item(f"member.{public_id}.{member.pk}", said, link, member.joined_at))
    items.sort(key=lambda item: (item.at, item.name), reverse=True)
    return Content(f"{club.name} · {settings.SITE_NAME}", link, club.created_at, items[:MOST])
