"""A round is over, and the next is paired. Pairings are reckoned without a lock, which may take seconds, and
written only if nothing has happened meanwhile."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import Max, Prefetch, QuerySet

from accounts.models import Player
from games.models import SeatResult
from tournaments.models import (
    Entry,
    Event,
    EventStatus,
    EventTable,
    Format,
    Kind,
    Result,
    ResultKind,
    Round,
    TableSeat,
    Term,
    Why,
)
from tournaments.notices import notify_no_pairing, notify_to_pair
from tournaments.pairing.refusals import Impossible
from tournaments.refusals import EventRefusal, EventRefusalCode, Unconfirmed
from tournaments.rights import directors_of, is_known, plays_in
from tournaments.services.adjudicating import first_look, open_tables, open_terms
from tournaments.services.entering import see_out
from tournaments.services.keeping import (
    awaits_round,
    check_runs,
    found_no_pairing,
    last_round,
    lock_event,
    lock_to_direct,
    now_in,
    write_down,
)
from tournaments.services.receivers import append
from tournaments.sheet import (
    BYE,
    Paired,
    PairedRound,
    Placed,
    Sheet,
    count_results,
    next_legs,
    next_rounds,
    standing,
    unusual_by_hand,
    why_not_by_hand,
)
from tournaments.times import director_pairs_within, play_off_lasts, votes_before

TRIES: Final = 5
"""So often a pairing is reckoned anew because something has happened meanwhile; then the next sweep does."""


# --- a round is over


@transaction.atomic
def close_if_complete(*, event_id: int) -> bool:
    """Reads the results that have come, and closes the rounds that are complete by them; whether there was
    anything. An event that was over goes on when one of its games does, or has got another result. Locks the
    event."""
    event = lock_event(event_id)
    now = now_in(event)
    unread = dict(Result.objects.filter(table__round__event=event, read_at=None).values_list("pk", "kind"))
    Result.objects.filter(pk__in=unread).read(now)
    if unread and event.status == EventStatus.FINISHED:
        _go_on_after_all(event, now)
    if ResultKind.REOPENED in unread.values():
        _open_again(event, now)
    if event.status != EventStatus.RUNNING:
        return bool(unread)
    rounds = Round.objects.filter(event=event, closed_at=None, begun_at__isnull=False).order_by("number")
    closed = [round_ for round_ in rounds if not open_tables(round_, as_read=True)]
    for round_ in closed:
        _close(event, round_, now)
    return bool(unread or closed)


def _open_again(event: Event, now: datetime) -> None:
    """Rounds of which a game goes on after all, beside one that was paired since. Where its time is over it
    has a while still."""
    last = Round.objects.filter(event=event).count()
    for round_ in Round.objects.filter(event=event, begun_at__isnull=False).order_by("number"):
        tables = open_tables(round_, as_read=True)
        for term in open_terms(round_, tables) if tables else ():
            if term.look_at is None:
                _run_again(term, event, now)
        if tables and round_.closed_at is not None:
            round_.closed_at, round_.alone = None, round_.alone and round_.number == last
            round_.save(update_fields=["closed_at", "alone"])


def _run_again(term: Term, event: Event, now: datetime) -> None:
    """Nothing ran in it any more."""
    term.called_at = term.reminded_at = None
    if term.ends_at is not None:
        term.ends_at = max(term.ends_at, now + votes_before(event.pace))
        term.look_at = first_look(term, event)
    term.save(update_fields=["called_at", "reminded_at", "ends_at", "look_at"])


def _go_on_after_all(event: Event, now: datetime) -> None:
    event.status, event.finished_at = EventStatus.RUNNING, None
    event.save(update_fields=["status", "finished_at"])
    write_down(event, Kind.GOES_ON, now)


def _close(event: Event, round_: Round, now: datetime) -> None:
    """Whoever stayed away is in no further round."""
    round_.closed_at, round_.look_at = now, None
    round_.save(update_fields=["closed_at", "look_at"])
    round_.tables.filter(look_at__isnull=False).update(look_at=None)
    write_down(event, Kind.CLOSED, now, data={"round": round_.number})
    if _seats_again(event, round_):
        for entry in _stayed_away(round_):
            see_out(event, entry, Why.TIME, now)


def _seats_again(event: Event, round_: Round) -> bool:
    """Whether those who sat in the round may sit in another one."""
    if Format(event.format).seats_latecomers:
        return round_.number < event.rounds
    return event.format == Format.AT_ONCE and event.has_final and round_.number <= event.rounds


def _stayed_away(round_: Round) -> list[Entry]:
    """By the results that the event has read."""
    tables = _with_results(round_, Result.objects.filter(read_at__isnull=False))
    placed = [each for table in tables for each in _placed_at(table)]
    return [entry for entry, each in placed if each.is_away and entry.withdrawn_at is None]


def _with_results(round_: Round, results: QuerySet[Result] | None = None) -> list[EventTable]:
    """All results, or these."""
    tables = round_.tables.filter(annulled_at=None)
    counted = Prefetch("results", Result.objects.all() if results is None else results)
    return list(tables.order_by("number").prefetch_related(counted, "seats__entry__player"))


def _placed_at(table: EventTable) -> list[tuple[Entry, Placed]]:
    """Who sat there and how that ended; of a table that is not over nobody."""
    placed = standing(sorted(table.results.all(), key=lambda each: each.number)) or ()
    seats = sorted(table.seats.all(), key=lambda each: each.number)
    return [(seat.entry, each) for seat, each in zip(seats, placed, strict=False)]


# --- more games of a match


@transaction.atomic
def _see_out_absent(*, event_id: int) -> bool:
    """Both players of a match are out if neither came to its last game, which was never played; whether there
    were any. Locks the event."""
    event = lock_event(event_id)
    round_ = last_round(event)
    if event.status != EventStatus.RUNNING or round_ is None:
        return False
    now, found = now_in(event), list[Entry]()
    for table in _with_results(round_):
        seated = _placed_at(table)
        if seated and all(each.is_away and each.result is SeatResult.VOID for _, each in seated):
            found += [entry for entry, _ in seated if entry.withdrawn_at is None]
    for entry in found:
        see_out(event, entry, Why.TIME, now)
    return bool(found)


def add_legs_if_due(*, event_id: int) -> bool:
    """The next games of a knock-out's matches that are not decided by those so far; whether there were any,
    or a match is over for want of players.
    Each of those agreed on has as long as the first had, for itself; a play-off has its time for all its
    games."""
    event = Event.objects.get(pk=event_id)
    if event.format != Format.KNOCKOUT or event.status != EventStatus.RUNNING:
        return False
    if _see_out_absent(event_id=event_id):
        return True
    for _ in range(TRIES):
        sheet = Sheet(event)
        legs = next_legs(sheet, now_in(event))
        if not legs:
            return False
        if _write_legs(event_id=event_id, seen=sheet.fingerprint, legs=legs):
            break
    return True


@transaction.atomic
def _write_legs(*, event_id: int, seen: tuple[int, int], legs: Sequence[Paired]) -> bool:
    """Locks the event."""
    event = lock_event(event_id)
    round_ = last_round(event)
    if seen != (event.last_number, count_results(event)) or round_ is None:
        return False
    if event.status != EventStatus.RUNNING:
        return False
    now = now_in(event)
    numbers = _by_number(event)
    first = round_.tables.aggregate(last=Max("number"))["last"] + 1
    _begin_again(event, round_, now, _write_tables(round_, legs, numbers, now, first=first))
    data = {"round": round_.number, "tables": [list(leg.seats) for leg in legs]}
    write_down(event, Kind.PAIRED, now, data=data)
    return True


def _begin_again(event: Event, round_: Round, now: datetime, tables: Sequence[EventTable]) -> None:
    """These have come to a round that has begun. Whatever may last longer than it has an end of its own."""
    tables = [table for table in tables if table.has_game]
    round_.begun_at = round_.closed_at = None
    if round_.ends_at is not None:
        for table in tables:
            ends_at = _ends(event, round_, table, now)
            if ends_at > round_.ends_at:
                table.ends_at = ends_at
                table.look_at = first_look(table, event)
                table.save(update_fields=["ends_at", "look_at"])
        if round_.look_at is None and any(table.ends_at is None for table in tables):
            round_.look_at = first_look(round_, event)
    round_.save(update_fields=["begun_at", "closed_at", "look_at"])


def _ends(event: Event, round_: Round, table: EventTable, now: datetime) -> datetime:
    """When a table ends that is made now. The games of a play-off share the time that the first of them was
    given; one that is played anew has it again."""
    if table.leg <= event.best_of:
        return now + event.lasts
    before = round_.tables.filter(match=table.match, leg=table.leg - 1, annulled_at=None).first()
    if table.leg == event.best_of + 1 or table.replaces_id is not None or before is None:
        return now + play_off_lasts(event.lasts)
    return before.until or now


# --- the next one


def pair_if_due(*, event_id: int) -> bool:
    """Pairs the next round of an event that has none to be played; whether something was done. The director
    who wants to do so is asked first, and has a while. Locks the event, twice."""
    match _prepare(event_id=event_id):
        case None:
            return False
        case True:
            return True
    for _ in range(TRIES):
        sheet = Sheet(Event.objects.get(pk=event_id))
        try:
            rounds = next_rounds(sheet)
        except Impossible as fault:
            return _say_no_pairing(event_id=event_id, seen=sheet.fingerprint, fault=fault)
        if not rounds:
            return False
        if write_rounds(event_id=event_id, seen=sheet.fingerprint, rounds=rounds):
            return True
    return False


@transaction.atomic
def _prepare(*, event_id: int) -> bool | None:
    """None: nothing is to be paired now. True: the director was asked. False: it is to be paired. Whoever
    cannot play any more is withdrawn first."""
    event = lock_event(event_id)
    if not awaits_round(event):
        return None
    now = now_in(event)
    for entry in Entry.objects.filter(event=event, waits=False, withdrawn_at=None).select_related("player"):
        if not is_known(entry.player):
            see_out(event, entry, Why.DELETED, now)
        elif entry.player.is_suspended:
            see_out(event, entry, Why.SUSPENDED, now)
    if not _in_hand(event, now):
        return False
    if event.waits_until is None:
        event.waits_until = now + director_pairs_within(event.pace)
        event.save(update_fields=["waits_until"])
        number = Round.objects.filter(event=event).count() + 1
        notify_to_pair(event, _who_may_pair(event), number=number, now=now)
        return True
    return None


def _in_hand(event: Event, now: datetime) -> bool:
    """Whether a director wants to pair the next round and one may still do so. The event is locked."""
    if not event.by_hand or not _who_may_pair(event):
        return False
    return event.waits_until is None or event.waits_until > now


def _who_may_pair(event: Event) -> list[Player]:
    return [director for director in directors_of(event) if not plays_in(event, director)]


def _still_to_be_paired(event: Event, seen: tuple[int, int], now: datetime) -> bool:
    """Whether nothing has happened since the event was `seen`, and the next round is the site's to pair: what
    was asked before the pairing was reckoned is asked again under the lock under which it is written, for it
    may have been seen later than it was asked."""
    unchanged = seen == (event.last_number, count_results(event))
    return unchanged and awaits_round(event) and not _in_hand(event, now)


@transaction.atomic
def _say_no_pairing(*, event_id: int, seen: tuple[int, int], fault: Impossible) -> bool:
    """That nobody can pair the next round as things are is written down once, and who directs the event is
    told and has a while: until something has changed the event waits, and after that it is over with the
    rounds it has had. Nobody is waited for where nobody directs. Whether it was news. Locks the event."""
    event = lock_event(event_id)
    now = now_in(event)
    if not _still_to_be_paired(event, seen, now) or found_no_pairing(event):
        return False
    number = Round.objects.filter(event=event).count() + 1
    said: dict[str, object] = {"round": number, "code": fault.code}
    event.waits_until = None
    if directors := directors_of(event):
        event.waits_until = now + director_pairs_within(event.pace)
        said["until"] = event.waits_until.isoformat()
        notify_no_pairing(event, directors, number=number, now=now)
    event.save(update_fields=["waits_until"])
    write_down(event, Kind.NO_PAIRING, now, data=said)
    return True


@transaction.atomic
def write_rounds(*, event_id: int, seen: tuple[int, int], rounds: Sequence[PairedRound]) -> bool:
    """Stores what was paired; False when something has happened since the event was `seen`, or it awaits no
    round that the site pairs. Locks the event."""
    event = lock_event(event_id)
    now = now_in(event)
    if not _still_to_be_paired(event, seen, now):
        return False
    _write(event, rounds, now)
    return True


def _write(
    event: Event,
    rounds: Sequence[PairedRound],
    now: datetime,
    *,
    by: Player | None = None,
    confirmed: Sequence[str] = (),
) -> list[Round]:
    event.by_hand, event.waits_until = False, None
    event.save(update_fields=["by_hand", "waits_until"])
    last = Round.objects.filter(event=event).count()
    numbers = _by_number(event)
    made = []
    for number, paired in enumerate(rounds, last + 1):
        round_ = Round(event=event, number=number, kind=paired.kind, paired_at=now)
        round_.alone = not Format(event.format).begins_at_once
        round_.ends_at = now + event.lasts
        round_.look_at = first_look(round_, event)
        round_.save(force_insert=True)
        _write_tables(round_, paired.tables, numbers, now)
        seats = [list(table.seats) for table in paired.tables]
        data = {"round": number, "tables": seats, **({"confirmed": confirmed} if confirmed else {})}
        write_down(event, Kind.PAIRED, now, by=by, data=data)
        made.append(round_)
    return made


def _by_number(event: Event) -> dict[int, int]:
    """The ids of the entries."""
    entries = Entry.objects.filter(event=event, number__isnull=False)
    return {number: pk for number, pk in entries.values_list("number", "pk") if number is not None}


def _write_tables(
    round_: Round, tables: Sequence[Paired], entries: dict[int, int], now: datetime, *, first: int = 1
) -> list[EventTable]:
    made = EventTable.objects.bulk_create(
        [
            EventTable(
                round=round_,
                number=number,
                match=table.match,
                leg=table.leg,
                has_game=len(table.seats) > 1,
            )
            for number, table in enumerate(tables, first)
        ]
    )
    TableSeat.objects.bulk_create(
        [
            TableSeat(table=row, number=seat, entry_id=entries[number])
            for row, table in zip(made, tables, strict=True)
            for seat, number in enumerate(table.seats)
        ]
    )
    for row in made:
        if not row.has_game:
            append(row, ResultKind.BYE, 1, [BYE], now)
    return made


# --- by hand


@transaction.atomic
def take_pairing_in_hand(*, event_id: int, director: Player, by_hand: bool = True) -> Event:
    """The director pairs the next round, or leaves it to the site again.

    Locks the event. Raises EventRefusal (DIRECTOR_ONLY, PEOPLE_ONLY, SUSPENDED, NOT_BY_HAND, OVER,
    ONES_OWN_PAIRING).
    """
    event = lock_to_direct(event_id, director)
    if event.is_over:
        raise EventRefusal(EventRefusalCode.OVER)
    if not Format(event.format).seats_latecomers:
        raise EventRefusal(EventRefusalCode.NOT_BY_HAND)
    if by_hand and plays_in(event, director):
        raise EventRefusal(EventRefusalCode.ONES_OWN_PAIRING)
    event.by_hand = by_hand
    event.waits_until = event.waits_until if by_hand or found_no_pairing(event) else None
    event.save(update_fields=["by_hand", "waits_until"])
    write_down(event, Kind.BY_HAND, now_in(event), by=director, data={"by_hand": by_hand})
    return event


@transaction.atomic
def pair_by_hand(
    *,
    event_id: int,
    director: Player,
    tables: Sequence[Sequence[int]],
    confirmed: Collection[str] = (),
) -> Round:
    """The next round as the director wants it: the numbers of the players of each table in turn order, a
    single one having a bye. Everybody who plays must be seated, nobody twice. `confirmed`: the keys of what
    is unusual (`unusual_by_hand`) and wanted so.

    Locks the event. Raises EventRefusal (DIRECTOR_ONLY, PEOPLE_ONLY, SUSPENDED, NOT_RUNNING, NOT_BY_HAND,
    ONES_OWN_PAIRING, NOT_TO_BE_PAIRED, WRONG_PAIRING with the sentence of what is wrong, UNCONFIRMED_PAIRING
    with the sentences of what is unusual, by key).
    """
    event = lock_to_direct(event_id, director)
    check_runs(event)
    if not Format(event.format).seats_latecomers:
        raise EventRefusal(EventRefusalCode.NOT_BY_HAND)
    if plays_in(event, director):
        raise EventRefusal(EventRefusalCode.ONES_OWN_PAIRING)
    sheet = Sheet(event)
    if not awaits_round(event) or sheet.paired >= event.rounds:
        raise EventRefusal(EventRefusalCode.NOT_TO_BE_PAIRED)
    if sentence := why_not_by_hand(sheet, tables):
        raise EventRefusal(EventRefusalCode.WRONG_PAIRING, sentence=sentence)
    unusual = unusual_by_hand(sheet, tables)
    if not unusual.keys() <= set(confirmed):
        raise Unconfirmed(unusual)
    paired = PairedRound(tuple(Paired(tuple(seats)) for seats in tables))
    (made,) = _write(event, [paired], now_in(event), by=director, confirmed=list(unusual))
    return made


def seat_anew(event: Event, round_: Round, table: EventTable, now: datetime) -> EventTable:
    """A table with the same players in the same seats, instead of one that was annulled. The event is
    locked."""
    row = EventTable.objects.create(
        round=round_,
        number=round_.tables.aggregate(last=Max("number"))["last"] + 1,
        match=table.match,
        leg=table.leg,
        replaces=table,
    )
    TableSeat.objects.bulk_create(
        [
            TableSeat(table=row, number=seat.number, entry_id=seat.entry_id)
            for seat in table.seats.order_by("number")
        ]
    )
    _begin_again(event, round_, now, [row])
    return row
