"""A round comes to its end while games go on: their tables vote, then the director decides, then those left
draw. Whatever is decided ends the game by its log, and the event hears of it like of any other end."""

from __future__ import annotations

import enum
import logging
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import DatabaseError, connection, transaction
from django.db.models import Q, Sum

from accounts.models import Player
from games.clocks.deadlines import is_timed
from games.log.moments import state_of
from games.log.unplayed import never_came
from games.log.words import BY_EVENT
from games.models import Game, Seat, SeatKind, Status
from games.services.deciding import append_decision
from games.services.log import lock_game
from tournaments.models import DRAW, Event, EventStatus, EventTable, Kind, Round, Term, Vote
from tournaments.notices import notify_adjudicate, notify_deadline
from tournaments.refusals import EventRefusal, EventRefusalCode
from tournaments.rights import directors_of, sits_at, why_not_act, why_not_direct
from tournaments.services.keeping import check_runs, lock_event, now_in, write_down
from tournaments.times import director_decides_within, reminded_before, votes_before
from upkeep.clock import database_now
from upkeep.dates import exact
from upkeep.watching.logs import bind

logger = logging.getLogger(__name__)
SET_ASIDE: Final = timedelta(hours=1)
"""A table that cannot be adjudicated waits for so long before it is tried again."""
VOTE: Final = "vote"
DIRECTOR: Final = "director"
END: Final = "end"
VOID: Final = "void"
"""Who has adjudicated; VOID: time, and nobody has played."""


def began(term: Term) -> datetime:
    """When its time began; that of a table that has no game yet begins now."""
    if isinstance(term, EventTable):
        return term.game.created_at if term.game is not None else database_now()
    return term.paired_at


def first_look(term: Term, event: Event) -> datetime | None:
    """When time brings something about where an end was set just now."""
    if term.ends_at is None:
        return None
    lasts = term.ends_at - began(term)
    return term.ends_at - min(reminded_before(event.pace), lasts / 3)


def open_tables(round_: Round, *, as_read: bool = False) -> list[EventTable]:
    """Those whose games are not over. `as_read`: by the results that the event has read; one that comes
    meanwhile is for the next time."""
    tables = EventTable.objects.filter(round=round_, annulled_at=None).select_related("round", "game")
    counted = Q(results__read_at__isnull=False) if as_read else None
    over = Sum("results__weight", filter=counted, default=0)
    return list(tables.annotate(over=over).filter(over=0).order_by("number"))


def open_terms(round_: Round, tables: Collection[EventTable]) -> list[Term]:
    """Of these open tables: the round, where one ends with it, and each table that has an end of its own."""
    own: list[Term] = [table for table in tables if table.ends_at is not None]
    return own if len(own) == len(tables) else [round_, *own]


def _open_tables_of(term: Term) -> list[EventTable]:
    """That end with it."""
    if isinstance(term, EventTable):
        return [table for table in open_tables(term.round) if table.pk == term.pk]
    return [table for table in open_tables(term) if table.ends_at is None]


# --- the table votes


@transaction.atomic
def vote(*, table_id: int, player: Player, seat: int) -> Vote:
    """How a player who is still in the game would have it adjudicated, should it outlast its round: who has
    won, or DRAW. A later vote takes the place of the first. When all agree at the end, it is so.

    Locks the game, then the event. Raises EventRefusal (PEOPLE_ONLY, SUSPENDED, TABLE_HAS_NO_GAME,
    NOT_RUNNING, TABLE_OVER, NO_DEADLINE, TOO_EARLY_TO_VOTE, NOT_AT_TABLE, NOT_LIVING).
    """
    if refusal := why_not_act(player):
        raise refusal
    game, seats = _lock_game_of(table_id)
    event = lock_event(_table(table_id).round.event_id)
    table, now = _table(table_id), now_in(event)
    check_runs(event)
    left = _left(table, game, seats)
    if table.until is None:
        raise EventRefusal(EventRefusalCode.NO_DEADLINE)
    begins = table.until - votes_before(event.pace)
    if now < begins:
        raise EventRefusal(EventRefusalCode.TOO_EARLY_TO_VOTE, from_=exact(begins))
    own = next((each.number for each in seats if each.player_id == player.pk), None)
    entry = next((each.entry for each in table.seats.all() if each.entry.player_id == player.pk), None)
    if own is None or own not in left or entry is None:
        raise EventRefusal(EventRefusalCode.NOT_AT_TABLE)
    if seat != DRAW and seat not in left:
        raise EventRefusal(EventRefusalCode.NOT_LIVING)
    given, _ = Vote.objects.update_or_create(table=table, entry=entry, defaults={"seat": seat, "at": now})
    return given


def _table(table_id: int) -> EventTable:
    return (
        EventTable.objects.select_related("round").prefetch_related("seats__entry__player").get(pk=table_id)
    )


def _lock_game_of(table_id: int) -> tuple[Game, list[Seat]]:
    """Before the event. Raises EventRefusal (TABLE_HAS_NO_GAME)."""
    game_id = EventTable.objects.values_list("game", flat=True).get(pk=table_id)
    if game_id is None:
        raise EventRefusal(EventRefusalCode.TABLE_HAS_NO_GAME)
    return lock_game(game_id)


def _left(table: EventTable, game: Game, seats: list[Seat]) -> set[int]:
    """The seats of those who are still in the game and play. Raises EventRefusal (TABLE_OVER)."""
    if table.annulled_at is not None or game.status != Status.RUNNING:
        raise EventRefusal(EventRefusalCode.TABLE_OVER)
    living = state_of(game, seats).position.living
    return {number for number in living if is_timed(seats[number])}


# --- the director decides


@transaction.atomic
def adjudicate(*, table_id: int, director: Player, winners: Collection[int]) -> EventTable:
    """The director ends a game: one seat has won, or these draw. Not at a table of his own, whoever plays on
    there.

    Locks the game, then the event. Raises EventRefusal (DIRECTOR_ONLY, PEOPLE_ONLY, SUSPENDED,
    TABLE_HAS_NO_GAME, NOT_RUNNING, TABLE_OVER, ONES_OWN_TABLE, NOT_LIVING).
    """
    game, seats = _lock_game_of(table_id)
    event = lock_event(_table(table_id).round.event_id)
    if refusal := why_not_direct(event, director):
        raise refusal
    check_runs(event)
    table = _table(table_id)
    left = _left(table, game, seats)
    if sits_at(table, director):
        raise EventRefusal(EventRefusalCode.ONES_OWN_TABLE)
    if not winners or not set(winners) <= left:
        raise EventRefusal(EventRefusalCode.NOT_LIVING)
    _decide(event, table, game, seats, set(winners), DIRECTOR, by=director)
    return table


def _decide(
    event: Event,
    table: EventTable,
    game: Game,
    seats: list[Seat],
    winners: Collection[int],
    how: str,
    *,
    by: Player | None = None,
) -> None:
    decided = {"winners": sorted(winners), "draw": len(winners) > 1}
    append_decision(game, seats, {**decided, **BY_EVENT})
    write_down(event, Kind.ADJUDICATED, game.changed_at, by=by, table=table, data={**decided, "how": how})


# --- time


class Stage(enum.Enum):
    NOTHING = enum.auto()
    """It was not time, or another worker was there first."""
    TOLD = enum.auto()
    DECIDES = enum.auto()
    """Whatever still runs is to be adjudicated."""


def look_at_rounds(*, event_id: int) -> bool:
    """Does what time has brought about in the rounds of an event and at tables with an end of their own:
    reminds their players, asks the director, adjudicates; whether there was anything. Each table is a
    transaction of its own."""
    now = database_now()
    due: Term | None = Round.objects.filter(event=event_id, look_at__lte=now).order_by("number").first()
    if due is None:
        due = EventTable.objects.filter(round__event=event_id, look_at__lte=now).order_by("pk").first()
    if due is None:
        return False
    stage = pass_stage(due, event_id=event_id)
    if stage is Stage.DECIDES:
        _adjudicate_all(due)
    return stage is not Stage.NOTHING


@transaction.atomic
def pass_stage(term: Term, *, event_id: int) -> Stage:
    """What a round, or a table with an end of its own, is due for; it is read anew. It stays due for being
    adjudicated until nothing runs any more. Locks the event."""
    event = lock_event(event_id)
    term.refresh_from_db()
    now = now_in(event)
    if term.look_at is None or term.look_at > now or term.ends_at is None:
        return Stage.NOTHING
    tables = _open_tables_of(term)
    if event.status != EventStatus.RUNNING or not tables:
        term.look_at = None
    elif now < term.ends_at:
        _remind(event, term, tables, now)
    elif term.called_at is None:
        _call(event, term, tables[0].round, now)
    else:
        return Stage.DECIDES
    term.save(update_fields=["look_at", "reminded_at", "called_at"])
    return Stage.TOLD


def _remind(event: Event, term: Term, tables: Collection[EventTable], now: datetime) -> None:
    """Of what ends together is told once."""
    term.look_at = term.ends_at
    if term.reminded_at is None:
        together = _ends_together(term)
        if not any(each.reminded_at for each in together):
            late = [table for each in together for table in _open_tables_of(each)]
            notify_deadline(event, next(iter(tables)).round, _people_at([*tables, *late]), now=now)
        term.reminded_at = now


def _ends_together(term: Term) -> list[Term]:
    """The other rounds of its event, or the other tables of its round."""
    if isinstance(term, EventTable):
        tables = EventTable.objects.filter(round=term.round_id, ends_at=term.ends_at)
        return list(tables.exclude(pk=term.pk).select_related("round"))
    return list(Round.objects.filter(event=term.event_id, ends_at=term.ends_at).exclude(pk=term.pk))


def _call(event: Event, term: Term, round_: Round, now: datetime) -> None:
    """The director has a while, unless there is none."""
    term.called_at = term.look_at = now
    if directors := directors_of(event):
        term.look_at = now + director_decides_within(event.pace)
        if not any(each.called_at for each in _ends_together(term)):
            notify_adjudicate(event, round_, directors, now=now)


def _people_at(tables: Collection[EventTable]) -> list[Player]:
    people = Player.objects.filter(event_entries__seats__table__in=[table.pk for table in tables])
    return list(people.distinct().order_by("pk"))


def _adjudicate_all(term: Term) -> None:
    """One that fails is set aside and reported; the others go on. Raises DatabaseError when the database is
    away."""
    for table in _open_tables_of(term):
        try:
            adjudicate_at_end(table_id=table.pk)
        except Exception as error:
            if isinstance(error, DatabaseError) and not connection.is_usable():
                raise
            logger.exception("Table %s could not be adjudicated; it is tried again in an hour.", table.pk)
            _set_aside(term, event_id=table.round.event_id)


@transaction.atomic
def _set_aside(term: Term, *, event_id: int) -> None:
    """Unless it has been given more time meanwhile. Locks the event."""
    lock_event(event_id)
    term.refresh_from_db()
    if _is_called(term):
        term.look_at = database_now() + SET_ASIDE
        term.save(update_fields=["look_at"])


@transaction.atomic
def adjudicate_at_end(*, table_id: int) -> bool:
    """Ends a game whose time is over: as all who are left there want it, else they draw; a single one has
    won. Who never came has no share in it, and without a turn it is void. False where it is over already, or
    has been given more time. Locks the game, then the event."""
    try:
        game, seats = _lock_game_of(table_id)
        event = lock_event(_table(table_id).round.event_id)
        check_runs(event)
        table = _table(table_id)
        left = _left(table, game, seats)
    except EventRefusal:
        return False
    if not _is_to_be_decided(table):
        return False
    bind(game=game.public_id)
    voted = {_seat_of(each, seats): each.seat for each in table.votes.select_related("entry")}
    choices = {voted.get(number) for number in left}
    if left and len(choices) == 1 and (chosen := choices.pop()) is not None:
        winners = left if chosen == DRAW else {chosen} & left
        if winners:
            _decide(event, table, game, seats, winners, VOTE)
            return True
    winners = (left or _people(seats)) - never_came(game, seats)
    if game.turn_count == 0 or not winners:
        _decide(event, table, game, seats, (), VOID)
    else:
        _decide(event, table, game, seats, winners, END)
    return True


def _is_to_be_decided(table: EventTable) -> bool:
    """Whether the time of the table is over, and the director was asked since. The event is locked."""
    return _is_called(table if table.ends_at is not None else table.round)


def _is_called(term: Term) -> bool:
    return term.called_at is not None and term.ends_at is not None and term.ends_at <= database_now()


def _seat_of(vote_: Vote, seats: list[Seat]) -> Any:
    return next((seat.number for seat in seats if seat.player_id == vote_.entry.player_id), None)


def _people(seats: list[Seat]) -> set[int]:
    """Where nobody plays on, which ends a game by itself, nobody is favoured."""
    return {seat.number for seat in seats if seat.kind == SeatKind.PLAYER and seat.number is not None}
