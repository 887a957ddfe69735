"""What every service of an event does: lock it, write down what was done, ask who may do it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.db.models import Sum

from accounts.models import Player
from clubs.models import Club
from tournaments.hooks import post_act
from tournaments.models import Act, Entry, Event, EventStatus, EventTable, Kind, Round
from tournaments.refusals import EventRefusal, EventRefusalCode
from tournaments.rights import why_not_direct
from tournaments.wake import ring_for_events
from upkeep.clock import database_now

LONGEST_MESSAGE: Final = 1000


def lock_event(event_id: int) -> Event:
    """To the end of the transaction, after the rows of games. Raises Event.DoesNotExist."""
    locked = Event.objects.select_for_update(no_key=True, of=("self",))
    return locked.select_related("club", "director").get(pk=event_id)


def lock_club_of(event_id: int) -> None:
    """If it has one; before the event: whoever leaves a club locks it, and then its events."""
    list(Club.objects.select_for_update(no_key=True, of=("self",)).filter(events=event_id))


def now_in(event: Event) -> datetime:
    """The time, for whatever is done in an event whose row is locked: one of live games knows short outages,
    too."""
    return database_now(live=event.pace.is_live)


def lock_to_direct(event_id: int, director: Player) -> Event:
    """Raises EventRefusal (DIRECTOR_ONLY, PEOPLE_ONLY, SUSPENDED)."""
    event = lock_event(event_id)
    if refusal := why_not_direct(event, director):
        raise refusal
    return event


def write_down(
    event: Event,
    kind: Kind,
    now: datetime,
    *,
    by: Player | None = None,
    player: Player | int | None = None,
    other: Player | None = None,
    table: EventTable | None = None,
    data: Mapping[str, Any] | None = None,
) -> Act:
    """The next of its acts; the event is locked. Whatever it makes due is looked at after the commit."""
    event.last_number += 1
    event.save(update_fields=["last_number"])
    ring_for_events()
    act = Act.objects.create(
        event=event,
        number=event.last_number,
        kind=kind,
        at=now,
        by=by,
        player_id=player.pk if isinstance(player, Player) else player,
        other=other,
        table=table,
        data=dict(data or {}),
    )
    post_act(event, act)
    return act


def reason_of(words: str) -> str:
    """Raises EventRefusal (NO_WORDS)."""
    if not (said := words.strip()[:LONGEST_MESSAGE]):
        raise EventRefusal(EventRefusalCode.NO_WORDS)
    return said


def check_runs(event: Event) -> None:
    """Raises EventRefusal (NOT_RUNNING)."""
    if event.status != EventStatus.RUNNING:
        raise EventRefusal(EventRefusalCode.NOT_RUNNING)


def awaits_round(event: Event) -> bool:
    """Whether it runs, no round is open, and no table, if a game goes on after all, in those that are closed.
    To act on it the event must be locked."""
    if event.status != EventStatus.RUNNING or Round.objects.filter(event=event, closed_at=None).exists():
        return False
    tables = EventTable.objects.filter(round__event=event, annulled_at=None)
    return not tables.annotate(over=Sum("results__weight", default=0)).filter(over=0).exists()


def check_not_started(event: Event) -> None:
    """Raises EventRefusal (OVER, RUNS_ALREADY)."""
    if event.is_over:
        raise EventRefusal(EventRefusalCode.OVER)
    if event.status != EventStatus.OPEN:
        raise EventRefusal(EventRefusalCode.RUNS_ALREADY)


def entry_of(event: Event, player: Player) -> Entry | None:
    return Entry.objects.filter(event=event, player=player).select_related("player").first()


def found_no_pairing(event: Event) -> bool:
    """Whether its log says that the round after the last one cannot be paired."""
    number = Round.objects.filter(event=event).count() + 1
    return Act.objects.filter(event=event, kind=Kind.NO_PAIRING, data__round=number).exists()


def last_round(event: Event) -> Round | None:
    return Round.objects.filter(event=event).order_by("-number").first()
