"""An event is over: its standings are final, until one of its games goes on after all."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from tournaments.models import Entry, Event, EventStatus, Kind
from tournaments.notices import notify_final
from tournaments.pairing.refusals import Impossible
from tournaments.refusals import EventRefusal, EventRefusalCode
from tournaments.rights import plays_in
from tournaments.services.keeping import (
    awaits_round,
    check_runs,
    found_no_pairing,
    lock_event,
    lock_to_direct,
    now_in,
    write_down,
)
from tournaments.sheet import Sheet, count_results, next_rounds, standings


def finish_if_due(*, event_id: int) -> bool:
    """Finishes an event of which all tables are over and no round follows; whether that was so. Reckoned
    without a lock, and written only if nothing has happened meanwhile."""
    event = Event.objects.get(pk=event_id)
    if not _may_be_over(event, now_in(event)):
        return False
    sheet = Sheet(event)
    return _nothing_follows(sheet) and _finish(sheet)


def _may_be_over(event: Event, now: datetime) -> bool:
    """Nothing is played, and nobody is waited for."""
    waits = event.waits_until is not None and event.waits_until > now
    return awaits_round(event) and not waits


def _nothing_follows(sheet: Sheet) -> bool:
    """What cannot be paired does not follow, once that is written down."""
    try:
        return next_rounds(sheet) is None
    except Impossible:
        return found_no_pairing(sheet.event)


@transaction.atomic
def end_event(*, event_id: int, director: Player) -> Event:
    """The director ends an event whose next round cannot be paired, with the rounds it has had.

    Locks the event. Raises EventRefusal (DIRECTOR_ONLY, PEOPLE_ONLY, SUSPENDED, NOT_RUNNING,
    NOT_TO_BE_ENDED, ONES_OWN_STANDING).
    """
    event = lock_to_direct(event_id, director)
    check_runs(event)
    sheet = Sheet(event)
    if not found_no_pairing(event) or not awaits_round(event):
        raise EventRefusal(EventRefusalCode.NOT_TO_BE_ENDED)
    if plays_in(event, director):
        raise EventRefusal(EventRefusalCode.ONES_OWN_STANDING)
    _write_standings(event, sheet, now_in(event), by=director)
    return event


@transaction.atomic
def _finish(sheet: Sheet) -> bool:
    """Locks the event."""
    event = lock_event(sheet.event.pk)
    now = now_in(event)
    # Asked again: since then a round may have been paired and seen, or the director given a while.
    if not _may_be_over(event, now) or sheet.fingerprint != (event.last_number, count_results(event)):
        return False
    _write_standings(event, sheet, now)
    return True


def write_standings_anew(event: Event, now: datetime) -> None:
    """Of an event that is over, and locked: something has changed in it."""
    over = event.finished_at
    _write_standings(event, Sheet(event), now)
    event.finished_at = over
    event.save(update_fields=["finished_at"])


def _write_standings(event: Event, sheet: Sheet, now: datetime, *, by: Player | None = None) -> None:
    found = standings(sheet)
    changed = []
    for lines in found:
        for line in lines:
            entry = sheet.by_number[line.player]
            entry.place, entry.score = line.place or None, line.points
            changed.append(entry)
    Entry.objects.bulk_update(changed, ["place", "score"])
    event.status, event.finished_at, event.waits_until = EventStatus.FINISHED, now, None
    event.save(update_fields=["status", "finished_at", "waits_until"])
    places = [[[line.player, line.place, line.points] for line in lines] for lines in found]
    act = write_down(event, Kind.FINISHED, now, by=by, data={"standings": places})
    notify_final(event, [entry.player for entry in sheet.entries], number=act.number, now=now)
