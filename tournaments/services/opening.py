"""An event is announced, by its director or by a series, and may be given up before it starts."""

from __future__ import annotations

import random
from datetime import datetime
from typing import Any, Final

from django.db import transaction

from accounts.locking import lock_player
from accounts.models import Player
from accounts.selectors import blocked_among
from clubs.models import Club
from homeworlds.rules import check_players
from tournaments.models import Entry, Event, EventInvitation, EventStatus, Kind, Repeats, Round, Series
from tournaments.notices import notify_cancelled, notify_invited
from tournaments.plans import EventPlan, why_no_such_event
from tournaments.refusals import EventRefusal, EventRefusalCode
from tournaments.rights import is_invited, is_known, is_shut_out, may_add, why_not_open
from tournaments.services.keeping import check_not_started, lock_event, lock_to_direct, write_down
from upkeep.clock import database_now
from upkeep.public_ids import random_letters

LOTS: Final = random.SystemRandom()
SERIES_KEY_LENGTH: Final = 12


@transaction.atomic
def open_event(
    *, director: Player, plan: EventPlan, club: Club | None = None, repeats: Repeats = Repeats.NEVER
) -> Event:
    """Announces an event, or the first of several that follow each other; one can enter at once.

    Locks the director, whose events are counted, then the club. Raises EventRefusal (as `why_not_open` and
    `why_no_such_event`).
    """
    director = lock_player(director)
    if club is not None:
        club = Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if refusal := why_not_open(director, club):
        raise refusal
    now = database_now()
    if refusal := why_no_such_event(plan, now):
        raise refusal
    series = None
    if repeats != Repeats.NEVER:
        key = random_letters(SERIES_KEY_LENGTH)
        series = Series.objects.create(
            key=key, repeats=repeats, edition=1, next_at=plan.starts_at, created_at=now
        )
    return announce(plan, now, director=director, club=club, series=series)


def announce(
    plan: EventPlan,
    now: datetime,
    *,
    director: Player | None = None,
    club: Club | None = None,
    series: Series | None = None,
) -> Event:
    """The event of a plan that can be held. Of a hidden club nothing is rated: who may not see a game cannot
    infer it from a number. Raises Refusal: rules that cannot be played so."""
    check_players(plan.size, plan.rules.variant, plan.preset)
    fields = plan.fields()
    if club is not None and club.hidden:
        fields["rated"] = False
    event = Event.objects.create(
        director=director,
        club=club,
        series=series,
        edition=series.edition if series else 0,
        seed=LOTS.getrandbits(32),
        opens_at=now,
        created_at=now,
        **fields,
    )
    write_down(event, Kind.OPENED, now, by=director)
    return event


@transaction.atomic
def invite_to_event(*, event_id: int, director: Player, invited: Player) -> EventInvitation:
    """The director asks somebody, who gets a notice; twice is once. After the start whoever is asked may
    enter, or come back, as long as a round is left, where the format seats him; nobody is put into an event.

    Locks the event. Raises EventRefusal (DIRECTOR_ONLY, SUSPENDED, OVER, RUNS_ALREADY, CANNOT_BE_INVITED).
    """
    event = lock_to_direct(event_id, director)
    if not may_add(event, Round.objects.filter(event=event).count()):
        check_not_started(event)
    if not is_known(invited) or blocked_among(invited.pk, [director.pk]):
        raise EventRefusal(EventRefusalCode.CANNOT_BE_INVITED)
    if invited == director and event.started_at is not None:
        raise EventRefusal(EventRefusalCode.CANNOT_BE_INVITED)
    now = database_now()
    is_news = not is_invited(event, invited) or is_shut_out(event, invited)
    invitation, is_new = EventInvitation.objects.get_or_create(
        event=event, player=invited, defaults={"at": now}
    )
    if is_news and not is_new:
        invitation.at = now
        invitation.save(update_fields=["at"])
    if is_news:
        write_down(event, Kind.INVITED, now, by=director, player=invited)
        notify_invited(event, invited, by=director, now=now)
    return invitation


@transaction.atomic
def cancel_event(*, event_id: int, director: Player) -> Event:
    """The director gives an event up before it starts; a series ends with it.

    Locks its series, as who opens or closes all of it does first, then the event. Raises EventRefusal
    (DIRECTOR_ONLY, SUSPENDED, OVER, RUNS_ALREADY).
    """
    series = Series.objects.select_for_update(no_key=True).filter(events=event_id).first()
    event = lock_to_direct(event_id, director)
    check_not_started(event)
    now = database_now()
    if series is not None and series.ended_at is None:
        series.ended_at = now
        series.save(update_fields=["ended_at"])
    give_up(event, now, by=director)
    return event


def give_up(event: Event, now: datetime, *, by: Player | None = None) -> None:
    """The event is locked, and has not started."""
    event.status, event.finished_at = EventStatus.CANCELLED, now
    event.save(update_fields=["status", "finished_at"])
    write_down(event, Kind.CANCELLED, now, by=by)
    entered = Entry.objects.filter(event=event).select_related("player")
    notify_cancelled(event, [entry.player for entry in entered], by=by, now=now)


def club_closes(sender: object, *, club: Club, **more: Any) -> None:
    """Hears that a club is closed, whose row is locked: what has not started is not held, and what runs is
    played on."""
    # The series first: an edition that is being opened is waited for, and given up with the others.
    Series.objects.filter(events__club=club, ended_at=None).update(ended_at=database_now())
    opened = Event.objects.filter(club=club, status=EventStatus.OPEN).order_by("pk")
    for event_id in opened.values_list("pk", flat=True):
        _give_up_of_club(event_id)


@transaction.atomic
def _give_up_of_club(event_id: int) -> None:
    event = lock_event(event_id)
    if event.status == EventStatus.OPEN:
        give_up(event, database_now())
