"""An event starts: its players are seeded. What is played then is paired after that."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from tournaments.models import Entry, Event, EventStatus, Kind
from tournaments.notices import notify_put_off
from tournaments.refusals import EventRefusal, EventRefusalCode
from tournaments.rights import is_known
from tournaments.services.entering import move_up, take_out
from tournaments.services.keeping import check_not_started, lock_event, lock_to_direct, now_in, write_down
from tournaments.services.opening import give_up
from tournaments.sheet import divide
from tournaments.strengths import strengths_of
from tournaments.times import MOST_PUT_OFF, put_off_by


@transaction.atomic
def start_if_due(*, event_id: int) -> bool:
    """Starts an event whose time has come, or puts it off for want of entrants, or gives it up when that has
    happened often enough; whether it was due. Locks the event."""
    event = lock_event(event_id)
    now = now_in(event)
    if event.status != EventStatus.OPEN or event.starts_at is None or event.starts_at > now:
        return False
    _let_the_gone_go(event, now)
    if _inside(event) >= event.least:
        _start(event, now)
    elif event.put_off < MOST_PUT_OFF:
        _put_off(event, now)
    else:
        give_up(event, now)
    return True


@transaction.atomic
def start_now(*, event_id: int, director: Player) -> Event:
    """The director waits for no more entrants.

    Locks the event. Raises EventRefusal (DIRECTOR_ONLY, PEOPLE_ONLY, SUSPENDED, OVER, RUNS_ALREADY,
    TOO_FEW).
    """
    event = lock_to_direct(event_id, director)
    check_not_started(event)
    now = now_in(event)
    _let_the_gone_go(event, now)
    number = _inside(event)
    if number < event.least:
        raise EventRefusal(EventRefusalCode.TOO_FEW, number=number, least=event.least)
    _start(event, now, by=director)
    return event


def _inside(event: Event) -> int:
    return Entry.objects.filter(event=event, waits=False).count()


def _let_the_gone_go(event: Event, now: datetime) -> None:
    """Whoever cannot play any more does not start."""
    for entry in Entry.objects.filter(event=event).select_related("player").order_by("pk"):
        if not is_known(entry.player) or entry.player.is_suspended:
            take_out(event, entry, now, by=None)
    while Entry.objects.filter(event=event, waits=True).exists() and _inside(event) < event.most:
        move_up(event, now)


def _put_off(event: Event, now: datetime) -> None:
    event.put_off += 1
    event.starts_at = now + put_off_by(event.pace)
    event.save(update_fields=["put_off", "starts_at"])
    act = write_down(event, Kind.PUT_OFF, now, data={"until": event.starts_at.isoformat()})
    if event.put_off == 1:
        entered = Entry.objects.filter(event=event).select_related("player")
        notify_put_off(event, [entry.player for entry in entered], number=act.number, now=now)


def _start(event: Event, now: datetime, *, by: Player | None = None) -> None:
    """The event is locked. The strongest gets number 0."""
    entries = list(Entry.objects.filter(event=event, waits=False).select_related("player"))
    ratings = strengths_of(event, [entry.player for entry in entries])
    entries.sort(key=lambda entry: (-ratings[entry.player_id], entry.entered_at, entry.pk))
    for number, entry in enumerate(entries):
        entry.number, entry.rating = number, ratings[entry.player_id]
    divide(event, entries)
    Entry.objects.bulk_update(entries, ["number", "rating", "division"])
    event.status, event.started_at = EventStatus.RUNNING, now
    event.save(update_fields=["status", "started_at"])
    write_down(event, Kind.STARTED, now, by=by, data={"players": [entry.player_id for entry in entries]})
