"""What a director does besides pairing and adjudicating. Its players can read every act."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import Player
from games.log.words import BY_EVENT
from games.models import Status
from games.services.deciding import append_decision
from games.services.log import lock_game
from tournaments.models import Act, Entry, Event, EventTable, Format, Kind, Round, RoundKind, Term
from tournaments.notices import notify_message
from tournaments.refusals import EventRefusal, EventRefusalCode
from tournaments.rights import sits_at
from tournaments.services.adjudicating import began, first_look, open_tables, open_terms
from tournaments.services.entering import take_out
from tournaments.services.keeping import (
    check_not_started,
    check_runs,
    entry_of,
    last_round,
    lock_to_direct,
    now_in,
    reason_of,
    write_down,
)
from tournaments.services.pairing import seat_anew
from tournaments.sheet import kept_apart
from tournaments.times import LONGEST_ROUND, MOST_KEPT_APART


@transaction.atomic
def replace_entrant(*, event_id: int, director: Player, player: Player, by_player: Player) -> Entry:
    """Before the start somebody from the waiting list gets the place of somebody else.

    Locks the event. Raises EventRefusal (DIRECTOR_ONLY, PEOPLE_ONLY, SUSPENDED, OVER, RUNS_ALREADY,
    ONES_OWN_PLACE, NO_SUCH_ENTRANT, NOT_WAITING).
    """
    event = lock_to_direct(event_id, director)
    check_not_started(event)
    if director in (player, by_player):
        raise EventRefusal(EventRefusalCode.ONES_OWN_PLACE)
    leaves, comes = entry_of(event, player), entry_of(event, by_player)
    if leaves is None or leaves.waits:
        raise EventRefusal(EventRefusalCode.NO_SUCH_ENTRANT, name=player.name)
    if comes is None or not comes.waits:
        raise EventRefusal(EventRefusalCode.NOT_WAITING, name=by_player.name)
    now = now_in(event)
    comes.waits = False
    comes.save(update_fields=["waits"])
    write_down(event, Kind.REPLACED, now, by=director, player=by_player, data={"instead_of": player.pk})
    take_out(event, leaves, now, by=director)
    return comes


@transaction.atomic
def extend_round(*, event_id: int, director: Player, by: timedelta) -> Round:
    """What still runs in the last round ends later; no game lasts longer than LONGEST_ROUND by that.

    Locks the event. Raises EventRefusal (DIRECTOR_ONLY, PEOPLE_ONLY, SUSPENDED, NOT_RUNNING, ROUND_OVER,
    NO_DEADLINE, ONES_OWN_ROUND, EXTENDED_ENOUGH).
    """
    event = lock_to_direct(event_id, director)
    check_runs(event)
    round_ = last_round(event)
    if round_ is None or round_.closed_at is not None:
        raise EventRefusal(EventRefusalCode.ROUND_OVER)
    if round_.ends_at is None:
        raise EventRefusal(EventRefusalCode.NO_DEADLINE)
    now, tables = now_in(event), open_tables(round_)
    if any(sits_at(table, director) for table in tables):
        raise EventRefusal(EventRefusalCode.ONES_OWN_ROUND)
    ends = [_extend(term, event, by, now) for term in open_terms(round_, tables)]
    if not any(ends):
        raise EventRefusal(EventRefusalCode.EXTENDED_ENOUGH, days=LONGEST_ROUND.days)
    until = max(each for each in ends if each)
    write_down(
        event, Kind.EXTENDED, now, by=director, data={"round": round_.number, "until": until.isoformat()}
    )
    return last_round(event) or round_


def _extend(term: Term, event: Event, by: timedelta, now: datetime) -> datetime | None:
    """Its new end; None: that would be too late, or is over as well."""
    ends_at = (term.ends_at or now) + by
    if by <= timedelta(0) or ends_at <= now or ends_at > began(term) + LONGEST_ROUND:
        return None
    term.ends_at, term.reminded_at, term.called_at = ends_at, None, None
    term.look_at = first_look(term, event)
    term.save(update_fields=["ends_at", "reminded_at", "called_at", "look_at"])
    return ends_at


@transaction.atomic
def annul_table(*, table_id: int, director: Player, reason: str) -> EventTable:
    """A table of the last round counts no more and is played anew, in a game of its own; the old one stays
    on record, and is void if it still ran.

    Locks the game, then the event. Raises EventRefusal (DIRECTOR_ONLY, PEOPLE_ONLY, SUSPENDED, NO_WORDS,
    NOT_RUNNING, TABLE_HAS_NO_GAME, ANNULLED_ALREADY, NOT_THE_LAST_ROUND, ONES_OWN_TABLE).
    """
    found = EventTable.objects.select_related("round").get(pk=table_id)
    if found.game_id is None:
        raise EventRefusal(EventRefusalCode.TABLE_HAS_NO_GAME)
    game, seats = lock_game(found.game_id)
    event = lock_to_direct(found.round.event_id, director)
    check_runs(event)
    why = reason_of(reason)
    table = EventTable.objects.select_related("round__event").get(pk=table_id)
    if table.annulled_at is not None:
        raise EventRefusal(EventRefusalCode.ANNULLED_ALREADY)
    last = last_round(event)
    at_once = Format(event.format).begins_at_once and last is not None and last.kind == RoundKind.NORMAL
    if last is None or (table.round_id != last.pk and not at_once):
        raise EventRefusal(EventRefusalCode.NOT_THE_LAST_ROUND)
    if sits_at(table, director):
        raise EventRefusal(EventRefusalCode.ONES_OWN_TABLE)
    if game.status == Status.RUNNING:
        # Nobody should have to play two games for one table.
        append_decision(game, seats, {"winners": [], "draw": False, **BY_EVENT})
    table.annulled_at = now = now_in(event)
    table.save(update_fields=["annulled_at"])
    made = seat_anew(event, table.round, table, now)
    data = {"round": last.number, "table": table.number, "reason": why}
    write_down(event, Kind.ANNULLED, now, by=director, table=table, data=data)
    return made


@transaction.atomic
def keep_apart(*, event_id: int, director: Player, one: Player, other: Player) -> Act:
    """Two meet in no round that is paired from now on, by the site or by hand; games that run go on. Nobody
    keeps himself apart.

    Locks the event. Raises EventRefusal (DIRECTOR_ONLY, PEOPLE_ONLY, SUSPENDED, OVER, NOBODY_KEPT_APART,
    TWO_ARE_KEPT_APART, ONESELF_KEPT_APART, NO_SUCH_ENTRANT, KEPT_APART_ALREADY, KEPT_APART_ENOUGH).
    """
    event = _lock_to_keep_apart(event_id, director)
    one, other = _couple(event, one, other)
    if director in (one, other):
        raise EventRefusal(EventRefusalCode.ONESELF_KEPT_APART)
    kept = kept_apart(event)
    if (one.pk, other.pk) in kept:
        raise EventRefusal(EventRefusalCode.KEPT_APART_ALREADY, name=one.name, other=other.name)
    if len(kept) >= MOST_KEPT_APART:
        raise EventRefusal(EventRefusalCode.KEPT_APART_ENOUGH, most=MOST_KEPT_APART)
    return write_down(event, Kind.FORBIDDEN, now_in(event), by=director, player=one, other=other)


@transaction.atomic
def let_meet(*, event_id: int, director: Player, one: Player, other: Player) -> Act:
    """Two who were kept apart may meet again.

    Locks the event. Raises EventRefusal (DIRECTOR_ONLY, PEOPLE_ONLY, SUSPENDED, OVER, NOBODY_KEPT_APART,
    TWO_ARE_KEPT_APART, ONESELF_KEPT_APART, NO_SUCH_ENTRANT, NOT_KEPT_APART).
    """
    event = _lock_to_keep_apart(event_id, director)
    one, other = _couple(event, one, other)
    if director in (one, other):
        raise EventRefusal(EventRefusalCode.ONESELF_KEPT_APART)
    if (one.pk, other.pk) not in kept_apart(event):
        raise EventRefusal(EventRefusalCode.NOT_KEPT_APART, name=one.name, other=other.name)
    return write_down(event, Kind.LIFTED, now_in(event), by=director, player=one, other=other)


def _lock_to_keep_apart(event_id: int, director: Player) -> Event:
    event = lock_to_direct(event_id, director)
    if event.is_over:
        raise EventRefusal(EventRefusalCode.OVER)
    if not Format(event.format).seats_latecomers:
        raise EventRefusal(EventRefusalCode.NOBODY_KEPT_APART)
    return event


def _couple(event: Event, *couple: Player) -> tuple[Player, Player]:
    """The lower id first, as acts have them."""
    one, other = sorted(couple, key=lambda player: player.pk)
    if one == other:
        raise EventRefusal(EventRefusalCode.TWO_ARE_KEPT_APART)
    for player in (one, other):
        if entry_of(event, player) is None:
            raise EventRefusal(EventRefusalCode.NO_SUCH_ENTRANT, name=player.name)
    return one, other


@transaction.atomic
def notify_all(*, event_id: int, director: Player, words: str) -> None:
    """The director writes to all who are in the event; it stands in its log too.

    Locks the event. Raises EventRefusal (DIRECTOR_ONLY, PEOPLE_ONLY, SUSPENDED, SILENCED, NO_WORDS).
    """
    event = lock_to_direct(event_id, director)
    if director.is_silenced:
        raise EventRefusal(EventRefusalCode.SILENCED)
    said = reason_of(words)
    now = now_in(event)
    act = write_down(event, Kind.MESSAGE, now, by=director, data={"words": said})
    entries = Entry.objects.filter(event=event, withdrawn_at=None).select_related("player")
    notify_message(event, [entry.player for entry in entries], number=act.number, by=director, now=now)
