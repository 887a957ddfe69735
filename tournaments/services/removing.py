"""Somebody is taken out of an event by its director, or has no place in it any more."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from tournaments.models import Entry, Event, EventInvitation, EventStatus, Kind, Why
from tournaments.notices import notify_disqualified, notify_removed
from tournaments.refusals import EventRefusal, EventRefusalCode
from tournaments.rights import took_part
from tournaments.services.entering import see_out, take_out
from tournaments.services.finishing import write_standings_anew
from tournaments.services.keeping import entry_of, lock_event, lock_to_direct, now_in, reason_of, write_down
from tournaments.times import BANNED, LOOKED_BACK
from upkeep.clock import database_now


@transaction.atomic
def remove_player(*, event_id: int, director: Player, player: Player, reason: str) -> None:
    """Before the start the player is out, and who waits longest gets the place; after it he sits in no
    further round, and games that run go on. He comes back only once he is invited again.

    Locks the event. Raises EventRefusal (DIRECTOR_ONLY, PEOPLE_ONLY, SUSPENDED, NO_WORDS, OVER,
    ONESELF_REMOVED, ONES_OWN_EVENT, NO_SUCH_ENTRANT, WITHDRAWN_BEFORE).
    """
    event = lock_to_direct(event_id, director)
    why = reason_of(reason)
    if event.is_over:
        raise EventRefusal(EventRefusalCode.OVER)
    entry = _entry_to_judge(event, director, player)
    if entry.withdrawn_at is not None:
        raise EventRefusal(EventRefusalCode.WITHDRAWN_BEFORE, name=player.name)
    now = now_in(event)
    if event.status == EventStatus.OPEN:
        # Else he would be welcome still.
        EventInvitation.objects.filter(event=event, player=player).delete()
        act = take_out(event, entry, now, by=director, reason=why)
    else:
        act = see_out(event, entry, Why.REMOVED, now, by=director, reason=why)
    notify_removed(event, player, number=act.number, by=director, now=now)


@transaction.atomic
def disqualify(*, event_id: int, director: Player, player: Player, reason: str) -> None:
    """The player has no place, and whoever stood behind moves up, after the end too; he sits in no further
    round. Results stay as they were played: a single one is corrected at its table.

    Locks the event. Raises EventRefusal (DIRECTOR_ONLY, PEOPLE_ONLY, SUSPENDED, NO_WORDS, NOT_RUNNING,
    ONESELF_REMOVED, ONES_OWN_EVENT, NO_SUCH_ENTRANT, DISQUALIFIED_ALREADY).
    """
    event = lock_to_direct(event_id, director)
    why = reason_of(reason)
    if event.status not in (EventStatus.RUNNING, EventStatus.FINISHED):
        raise EventRefusal(EventRefusalCode.NOT_RUNNING)
    entry = _entry_to_judge(event, director, player)
    if entry.waits:
        raise EventRefusal(EventRefusalCode.NO_SUCH_ENTRANT, name=player.name)
    if entry.disqualified_at is not None:
        raise EventRefusal(EventRefusalCode.DISQUALIFIED_ALREADY, name=player.name)
    _disqualify(event, entry, now_in(event), why, by=director)


def _entry_to_judge(event: Event, director: Player, player: Player) -> Entry:
    """Of somebody else, by a director who plays for no place beside him once the event has started."""
    if player == director:
        raise EventRefusal(EventRefusalCode.ONESELF_REMOVED)
    if event.started_at is not None and took_part(event, director):
        raise EventRefusal(EventRefusalCode.ONES_OWN_EVENT)
    entry = entry_of(event, player)
    if entry is None:
        raise EventRefusal(EventRefusalCode.NO_SUCH_ENTRANT, name=player.name)
    return entry


def _disqualify(event: Event, entry: Entry, now: datetime, reason: str, *, by: Player | None = None) -> None:
    """The event is locked."""
    entry.disqualified_at = now
    entry.withdrawn_at, entry.why = entry.withdrawn_at or now, entry.why or Why.OUT
    entry.save(update_fields=["disqualified_at", "withdrawn_at", "why"])
    data = {"reason": reason} if by else {}
    act = write_down(event, Kind.DISQUALIFY, now, by=by, player=entry.player, data=data)
    notify_disqualified(event, entry.player, number=act.number, by=by, now=now)
    if event.status == EventStatus.FINISHED:
        write_standings_anew(event, now)


def disqualify_the_banned() -> int:
    """Whoever is suspended for longer than BANNED has no place in events that run, or were over less than
    LOOKED_BACK ago; how many that were. Each is a transaction of its own that locks the event."""
    now = database_now()
    banned = Entry.objects.filter(
        disqualified_at=None, number__isnull=False, player__suspended_until__gt=now + BANNED
    )
    ends = banned.filter(event__status=EventStatus.FINISHED, event__finished_at__gt=now - LOOKED_BACK)
    runs = banned.filter(event__status=EventStatus.RUNNING)
    found = [*runs.values_list("event", "player"), *ends.values_list("event", "player")]
    return sum(disqualify_banned(event_id=event, player_id=player) for event, player in sorted(found))


@transaction.atomic
def disqualify_banned(*, event_id: int, player_id: int) -> bool:
    """Whether that was news. Locks the event."""
    event = lock_event(event_id)
    entry = Entry.objects.filter(event=event, player=player_id).select_related("player").first()
    until = entry.player.suspended_until if entry is not None else None
    now = now_in(event)
    if entry is None or entry.disqualified_at is not None or until is None or until <= now + BANNED:
        return False
    _disqualify(event, entry, now, "")
    return True
