"""Results that nobody played for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.log.moments import Moment
from games.log.words import BY_EVENT, NOBODY_PLAYED
from games.models import EntryKind, Game, LogEntry, Seat, SeatKind

_BY_THE_PLAYER: Final = (EntryKind.TURN, EntryKind.RESIGNATION)


def nobody_played(game: Game, seats: Sequence[Seat], moment: Moment) -> bool:
    """Whether a game that is over was won by nobody who was there, since a clock ran out before it was their
    turn: whoever made a turn was there, and in a game of two whoever came and waited. To give up is an act,
    and whoever is left has won by it.

    Two queries, and none once there were as many turns as seats: then all who are left have set up.
    """
    outcome = moment.state.outcome
    if outcome is None or moment.turns >= game.players:
        return False
    if game.players == 2 and any(seats[winner].has_come for winner in outcome.winners):
        return False
    entries = LogEntry.objects.filter(game=game)
    if not entries.filter(number=moment.number, kind=EntryKind.TIME).exists():
        return False
    return not entries.filter(seat__in=outcome.winners).standing_turns().exists()


def never_came(game: Game, seats: Sequence[Seat]) -> set[int | None]:
    """The seats whose players have not been at the table since it began, as far as that matters: once there
    were as many turns as seats nobody is looked for. A query, or none."""
    if game.turn_count >= game.players:
        return set()
    acts = LogEntry.objects.filter(game=game, kind__in=_BY_THE_PLAYER).standing()
    there = {*acts.values_list("seat", flat=True), *[seat.number for seat in seats if seat.has_come]}
    return {seat.number for seat in seats if seat.kind == SeatKind.PLAYER} - there


def stayed_away(game: Game, seats: Sequence[Seat]) -> set[int | None]:
    """The seats of those who never came to a game that is void because nobody played it, or whose time ran
    out in it; of any other void game there are none. Three queries at most."""
    entries = LogEntry.objects.filter(game=game)
    last = entries.order_by("-number").first()
    if last is None or not _says_nobody_played(last):
        return set()
    late = entries.filter(kind=EntryKind.TIME).standing()
    return {*late.values_list("seat", flat=True), *never_came(game, seats)}


def _says_nobody_played(entry: LogEntry) -> bool:
    """By itself, or when the time of its event was over."""
    by_event = entry.kind == EntryKind.DECISION and BY_EVENT.items() <= entry.data.items()
    return by_event or (entry.kind == EntryKind.VOID and entry.data == NOBODY_PLAYED)
