"""An event is over: its standings are final, until one of its games goes on after all."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from tournaments.models import Entry, Event, EventStatus, Kind, Round
from tournaments.notices import tell_final
from tournaments.paired import next_rounds
from tournaments.pairing.refusals import Impossible
from tournaments.ranking import standings
from tournaments.refusals import EventRefusal, EventRefusalCode
from tournaments.services.keeping import (
    check_runs,
    found_no_pairing,
    lock_event,
    lock_to_direct,
    write_down,
)
from tournaments.sheet import Sheet, count_results
from upkeep.clock import database_now


def finish_if_due(*, event_id: int) -> bool:
    """Finishes an event of which all tables are over and no round follows; whether that was so. Reckoned
    without a lock, and written only if nothing has happened meanwhile."""
    event = Event.objects.get(pk=event_id)
    if event.status != EventStatus.RUNNING:
        return False
    if event.waits_until is not None and event.waits_until > database_now():
        return False
    if Round.objects.filter(event=event, closed_at=None).exists():
        return False
    sheet = Sheet(event)
    return sheet.is_all_over and _nothing_follows(sheet) and _finish(sheet)


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
    NOT_TO_BE_ENDED).
    """
    event = lock_to_direct(event_id, director)
    check_runs(event)
    open_rounds = Round.objects.filter(event=event, closed_at=None)
    sheet = Sheet(event)
    if not found_no_pairing(event) or open_rounds.exists() or not sheet.is_all_over:
        raise EventRefusal(EventRefusalCode.NOT_TO_BE_ENDED)
    _write_standings(event, sheet, database_now(), by=director)
    return event


@transaction.atomic
def _finish(sheet: Sheet) -> bool:
    """Locks the event."""
    event = lock_event(sheet.event.pk)
    if event.status != EventStatus.RUNNING:
        return False
    if sheet.fingerprint != (event.last_number, count_results(event)):
        return False
    _write_standings(event, sheet, database_now())
    return True


def _write_standings(event: Event, sheet: Sheet, now: datetime, *, by: Player | None = None) -> None:
    found = standings(sheet)
    changed = []
    for lines in found:
        for line in lines:
            entry = sheet.by_number[line.player]
            entry.place, entry.score = line.place, line.points
            changed.append(entry)
    Entry.objects.bulk_update(changed, ["place", "score"])
    event.status, event.finished_at, event.waits_until = EventStatus.FINISHED, now, None
    event.save(update_fields=["status", "finished_at", "waits_until"])
    places = [[[line.player, line.place, line.points] for line in lines] for lines in found]
    act = write_down(event, Kind.FINISHED, now, by=by, data={"standings": places})
    tell_final(event, [entry.player for entry in sheet.entries], number=act.number, now=now)
