"""Coming into an event, and leaving it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max

from accounts.models import Player
from tournaments.models import (
    Act,
    CoDirector,
    Entry,
    Event,
    EventInvitation,
    EventStatus,
    Format,
    Kind,
    Round,
    Series,
    StandingEntry,
    Why,
)
from tournaments.notices import notify_withdrawn
from tournaments.refusals import EventRefusal, EventRefusalCode
from tournaments.rights import is_shut_out, why_no_member, why_not_act, why_not_enter
from tournaments.services.keeping import (
    check_not_started,
    check_runs,
    entry_of,
    lock_club_of,
    lock_event,
    now_in,
    write_down,
)
from tournaments.strengths import strengths_of


@transaction.atomic
def enter_event(*, event_id: int, player: Player) -> Entry:
    """The player is in, or on the waiting list when all places are taken; who comes after the start sits in
    the next round. An event that starts when it is full does so by this.

    Locks the club, so that nobody who leaves it meanwhile comes in, then the event. Raises EventRefusal (as
    `why_not_enter`, and FULL).
    """
    lock_club_of(event_id)
    event = lock_event(event_id)
    now = now_in(event)
    if refusal := why_not_enter(event, player, now):
        raise refusal
    return take_in(event, player, now)


def take_in(event: Event, player: Player, now: datetime) -> Entry:
    """The event is locked, and the player may enter it. Raises EventRefusal (FULL)."""
    entries = Entry.objects.filter(event=event)
    inside = entries.filter(waits=False).count()
    if entries.count() >= 2 * event.most:
        raise EventRefusal(EventRefusalCode.FULL)
    entry = Entry(event=event, player=player, entered_at=now, waits=inside >= event.most)
    if event.status == EventStatus.RUNNING:
        if entry.waits:
            raise EventRefusal(EventRefusalCode.FULL)
        _seed_latecomer(event, entry)
    entry.save(force_insert=True)
    write_down(event, Kind.ENTERED, now, by=player, player=player, data={"waits": entry.waits})
    if event.starts_when_full and event.status == EventStatus.OPEN and inside + 1 == event.most:
        event.starts_at = now
        event.save(update_fields=["starts_at"])
    return entry


def _seed_latecomer(event: Event, entry: Entry) -> None:
    last = Entry.objects.filter(event=event).aggregate(last=Max("number"))["last"]
    entry.number = (last if last is not None else -1) + 1
    entry.rating = strengths_of(event, [entry.player])[entry.player_id]
    entry.from_round = Round.objects.filter(event=event).count() + 1


@transaction.atomic
def leave_event(*, event_id: int, player: Player) -> None:
    """Before the start; who waits longest for a place gets it.

    Locks the event. Raises EventRefusal (OVER, RUNS_ALREADY, NOT_ENTERED).
    """
    event = lock_event(event_id)
    check_not_started(event)
    entry = entry_of(event, player)
    if entry is None:
        raise EventRefusal(EventRefusalCode.NOT_ENTERED)
    take_out(event, entry, now_in(event), by=player)


def take_out(event: Event, entry: Entry, now: datetime, *, by: Player | None, reason: str = "") -> Act:
    """The event is locked, and has not started. `reason`: of a director who removes somebody."""
    player, waited = entry.player, entry.waits
    entry.delete()
    act = write_down(event, Kind.LEFT, now, by=by, player=player, data={"reason": reason} if reason else {})
    if not waited:
        move_up(event, now)
    return act


def move_up(event: Event, now: datetime) -> None:
    """Who waits longest gets a free place. The event is locked, and has not started."""
    entries = Entry.objects.filter(event=event)
    if entries.filter(waits=False).count() >= event.most:
        return
    following = entries.filter(waits=True).select_related("player").order_by("entered_at", "pk").first()
    if following is not None:
        following.waits = False
        following.save(update_fields=["waits"])
        write_down(event, Kind.MOVED_UP, now, player=following.player)


@transaction.atomic
def withdraw_from_event(*, event_id: int, player: Player) -> Entry:
    """The player sits in no further round. Games that run go on: they are played, resigned or lost on time.

    Locks the event. Raises EventRefusal (NOT_RUNNING, NOT_ENTERED, WITHDRAWN_ALREADY).
    """
    event = lock_event(event_id)
    check_runs(event)
    entry = entry_of(event, player)
    if entry is None or entry.waits:
        raise EventRefusal(EventRefusalCode.NOT_ENTERED)
    if entry.withdrawn_at is not None:
        raise EventRefusal(EventRefusalCode.WITHDRAWN_ALREADY)
    see_out(event, entry, Why.LEFT, now_in(event), by=player)
    return entry


def see_out(
    event: Event, entry: Entry, why: Why, now: datetime, *, by: Player | None = None, reason: str = ""
) -> Act:
    """No further round is for this player, who is told unless it was his own doing. The event is locked, and
    runs."""
    entry.withdrawn_at, entry.why = now, why
    entry.save(update_fields=["withdrawn_at", "why"])
    data = {"why": why, "reason": reason} if reason else {"why": why}
    act = write_down(event, Kind.WITHDRAWN, now, by=by, player=entry.player, data=data)
    if why in (Why.TIME, Why.SUSPENDED, Why.CLUB):
        notify_withdrawn(event, entry.player, number=act.number, now=now)
    return act


@transaction.atomic
def return_to_event(*, event_id: int, player: Player) -> Entry:
    """Whoever has withdrawn, or was withdrawn, sits in the next round again.

    Locks the club, then the event. Raises EventRefusal (PEOPLE_ONLY, SUSPENDED, NOT_RUNNING, NOT_ENTERED,
    NOT_WITHDRAWN, DISQUALIFIED, SHUT_OUT, NO_WAY_BACK, MEMBERS_ONLY).
    """
    if refusal := why_not_act(player):
        raise refusal
    lock_club_of(event_id)
    event = lock_event(event_id)
    check_runs(event)
    entry = entry_of(event, player)
    if entry is None or entry.waits:
        raise EventRefusal(EventRefusalCode.NOT_ENTERED)
    if entry.withdrawn_at is None:
        raise EventRefusal(EventRefusalCode.NOT_WITHDRAWN)
    if entry.disqualified_at is not None:
        raise EventRefusal(EventRefusalCode.DISQUALIFIED)
    if is_shut_out(event, player):
        raise EventRefusal(EventRefusalCode.SHUT_OUT)
    paired = Round.objects.filter(event=event).count()
    if not Format(event.format).seats_latecomers or paired >= event.rounds:
        raise EventRefusal(EventRefusalCode.NO_WAY_BACK)
    if refusal := why_no_member(event, player):
        raise refusal
    entry.withdrawn_at, entry.why = None, ""
    entry.save(update_fields=["withdrawn_at", "why"])
    write_down(event, Kind.RETURNED, now_in(event), by=player, player=player)
    return entry


# --- for every edition


@transaction.atomic
def enter_every_edition(*, event_id: int, player: Player) -> StandingEntry:
    """The player is entered for each following edition when it opens, until he says otherwise; twice is once.

    Locks the event. Raises EventRefusal (PEOPLE_ONLY, SUSPENDED, NOT_A_SERIES).
    """
    if refusal := why_not_act(player):
        raise refusal
    event = lock_event(event_id)
    series = Series.objects.filter(pk=event.series_id, ended_at=None).first() if event.series_id else None
    if series is None:
        raise EventRefusal(EventRefusalCode.NOT_A_SERIES)
    standing, _ = StandingEntry.objects.get_or_create(
        series=series, player=player, defaults={"since": now_in(event)}
    )
    return standing


@transaction.atomic
def end_every_edition(*, event_id: int, player: Player) -> None:
    """From now on the player enters each edition himself; what he is entered for already stays."""
    StandingEntry.objects.filter(series__events=event_id, player=player).delete()


# --- people who are gone


def player_leaves(sender: object, *, player: Player, **more: Any) -> None:
    """Hears that a deleted player's affairs are settled, outside of any transaction that locks the player:
    takes his words out of his events, and him out of all that are not over, each a transaction of its own
    that locks the event."""
    Act.objects.filter(by=player).forget_words()
    Event.objects.filter(director=player).exclude(about="").update(about="")
    EventInvitation.objects.filter(player=player).delete()
    CoDirector.objects.filter(player=player).delete()
    StandingEntry.objects.filter(player=player).delete()
    entries = Entry.objects.filter(player=player, withdrawn_at=None)
    running = entries.filter(event__status__in=(EventStatus.OPEN, EventStatus.RUNNING))
    for event_id in running.order_by("event").values_list("event", flat=True):
        let_go(event_id=event_id, player_id=player.pk, why=Why.DELETED)


def member_leaves(sender: object, *, club: Any, player: Player, **more: Any) -> None:
    """Hears that somebody is no member of a club any more, whose row is locked."""
    entries = Entry.objects.filter(player=player, withdrawn_at=None, event__club=club)
    running = entries.filter(event__status__in=(EventStatus.OPEN, EventStatus.RUNNING))
    for event_id in running.order_by("event").values_list("event", flat=True):
        let_go(event_id=event_id, player_id=player.pk, why=Why.CLUB)


@transaction.atomic
def let_go(*, event_id: int, player_id: int, why: Why) -> bool:
    """Somebody must leave, before the start or in the middle; whether that is news. Locks the event."""
    event = lock_event(event_id)
    entry = Entry.objects.filter(event=event, player=player_id).select_related("player").first()
    if entry is None or entry.withdrawn_at is not None or event.is_over:
        return False
    now = now_in(event)
    if event.status == EventStatus.OPEN:
        take_out(event, entry, now, by=None)
    else:
        see_out(event, entry, why, now)
    return True
