"""What a table that is over counts for, in any round, by its director's word: its game stays as it was
played, and so do ratings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction

from accounts.models import Player
from games.models import SeatResult
from games.services.log import lock_game
from tournaments.models import DRAW, NOBODY, EventStatus, EventTable, Format, Kind, Result, ResultKind
from tournaments.notices import notify_corrected
from tournaments.refusals import EventRefusal, EventRefusalCode
from tournaments.rights import sits_at, took_part
from tournaments.services.keeping import last_round, lock_to_direct, now_in, reason_of, write_down
from tournaments.services.receivers import append
from tournaments.sheet import Placed, standing


@transaction.atomic
def correct_result(*, table_id: int, director: Player, seat: int, reason: str) -> Result:
    """`seat`: who has won; DRAW: all draw; NOBODY: it brings nobody anything. Standings are reckoned anew,
    those of an event that is over too; rounds that are paired stay.

    Locks the game, then the event. Raises EventRefusal (TABLE_HAS_NO_GAME, DIRECTOR_ONLY, PEOPLE_ONLY,
    SUSPENDED, NO_WORDS, NOT_RUNNING, ANNULLED_ALREADY, ONES_OWN_TABLE, ONES_OWN_EVENT, MATCH_FOLLOWED,
    TABLE_GOES_ON, NOT_LIVING).
    """
    found = EventTable.objects.select_related("round").get(pk=table_id)
    if found.game_id is None:
        raise EventRefusal(EventRefusalCode.TABLE_HAS_NO_GAME)
    lock_game(found.game_id)
    event = lock_to_direct(found.round.event_id, director)
    why = reason_of(reason)
    if event.status not in (EventStatus.RUNNING, EventStatus.FINISHED):
        raise EventRefusal(EventRefusalCode.NOT_RUNNING)
    table = EventTable.objects.select_related("round__event", "game").get(pk=table_id)
    if table.annulled_at is not None:
        raise EventRefusal(EventRefusalCode.ANNULLED_ALREADY)
    if sits_at(table, director):
        raise EventRefusal(EventRefusalCode.ONES_OWN_TABLE)
    if took_part(event, director):
        raise EventRefusal(EventRefusalCode.ONES_OWN_EVENT)
    last = last_round(event)
    if event.format == Format.KNOCKOUT and last is not None and table.round_id != last.pk:
        raise EventRefusal(EventRefusalCode.MATCH_FOLLOWED)
    placed = standing(list(table.results.order_by("number")))
    if placed is None:
        raise EventRefusal(EventRefusalCode.TABLE_GOES_ON)
    if seat not in (DRAW, NOBODY, *range(len(placed))):
        raise EventRefusal(EventRefusalCode.NOT_LIVING)
    now = now_in(event)
    append(table, ResultKind.REOPENED, -1, [], now)
    made = append(table, ResultKind.CORRECT, 1, _placed(placed, seat), now)
    data = {"round": table.round.number, "table": table.number, "seat": seat, "reason": why}
    seats = list(table.seats.select_related("entry__player").order_by("number"))
    winner = seats[seat].entry.player if seat >= 0 else None
    act = write_down(event, Kind.CORRECTED, now, by=director, player=winner, table=table, data=data)
    people = [each.entry.player for each in seats]
    notify_corrected(event, people, number=act.number, by=director, now=now)
    return made


def _placed(before: Sequence[Placed], seat: int) -> list[Placed]:
    """Those who have not won are placed as they fell."""
    if seat == NOBODY:
        return [replace(each, result=SeatResult.VOID) for each in before]
    if seat == DRAW:
        return [replace(each, result=SeatResult.DRAWN, is_away=False) for each in before]
    return [
        replace(each, result=SeatResult.WON, fell=None, is_away=False)
        if number == seat
        else replace(each, result=SeatResult.LOST)
        for number, each in enumerate(before)
    ]
