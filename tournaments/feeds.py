"""Events in calendars and feeds."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.conf import settings
from django.utils.translation import gettext

from accounts.models import Player
from notices.feeds.registry import MOST, Content, Dated, Item, Reader
from tournaments.access import events_seen_by
from tournaments.hooks import address_of
from tournaments.models import Act, EventStatus, Kind, Round
from tournaments.words import act_sentence

TOLD: Final = (
    Kind.OPENED, Kind.PUT_OFF, Kind.STARTED, Kind.PAIRED, Kind.EXTENDED, Kind.CLOSED, Kind.FINISHED,
    Kind.GOES_ON, Kind.CANCELLED,
)  # fmt: skip
"""Of the log that stands on its page."""


def rounds_of(player: Player, now: datetime) -> Iterable[Dated]:
    """The open ones that end by a date, of events that the player is still in."""
    rounds = Round.objects.select_related("event__club").filter(
        closed_at=None,
        ends_at__isnull=False,
        event__status=EventStatus.RUNNING,
        event__entries__player=player,
        event__entries__withdrawn_at=None,
        event__entries__waits=False,
    )
    for round_ in rounds.order_by("ends_at", "pk"):
        event = round_.event
        yield Dated(
            uid=f"round-{event.public_id}-{round_.number}",
            title=gettext("{event}: round {number}").format(event=event.title, number=round_.number),
            begins=round_.paired_at,
            ends=round_.ends_at,
            link=address_of(event),
            words=gettext("Games that run at its end are adjudicated."),
        )


def feed_of(public_id: str, reader: Reader) -> Content | None:
    event = events_seen_by(reader).filter(public_id=public_id).first()
    if event is None:
        return None
    acts = Act.objects.filter(event=event, kind__in=TOLD).select_related("player", "other")
    link = address_of(event)
    items = [
        Item(f"act.{event.public_id}.{act.number}", act_sentence(act), link, act.at)
        for act in acts.order_by("-number")[:MOST]
    ]
    title = f"{event.title} · {settings.SITE_NAME}"
    return Content(title, link, event.created_at, items)
