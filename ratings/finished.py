"""What a finished game says to ratings: its terms, and how it ended for whom."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from games.models import (
    EntryKind,
    FormerPlayer,
    Game,
    Seat,
    SeatKind,
    SeatOrder,
    SeatResult,
    Visibility,
)
from homeworlds.outcome import Termination
from ratings.arithmetic.rating_list import Place
from ratings.what_counts import Terms

_SCORES: Final = {SeatResult.WON: 1.0, SeatResult.SHARED: 1.0, SeatResult.DRAWN: 0.5}
_FIRST_DAY: Final = datetime(1970, 1, 1, tzinfo=UTC)
_DEPARTURES: Final = (EntryKind.TIME, EntryKind.RESIGNATION)


def day_of(at: datetime) -> float:
    """In days since 1970-01-01 UTC, as ratings reckon."""
    return (at - _FIRST_DAY) / timedelta(days=1)


def moment_of_day(day: float) -> datetime:
    return _FIRST_DAY + timedelta(days=day)


def terms_for_ratings(game: Game, seats: Sequence[Seat]) -> Terms:
    """Before the start as well, when some seats are open; asks nothing."""
    return Terms(
        players=game.players,
        rated=game.rated,
        public=game.visibility == Visibility.PUBLIC,
        by_lot=game.seat_order == SeatOrder.LOT,
        handicapped=any(seat.timewarp or seat.one_star for seat in seats),
        with_bots=any(seat.kind == SeatKind.BOT for seat in seats),
        imported=game.imported,
    )


def places_of(game: Game, seats: Sequence[Seat]) -> list[Place]:
    """By order of moves. A query where a seat has a substitute, and one where somebody has left a table of
    three and more; hardly ever one for a game of two."""
    rated, on_time = _first_players(seats), _lost_on_time(game, seats)
    return [
        Place(
            player=rated[seat.pk],
            score=_SCORES.get(SeatResult(seat.result), 0.0),
            substituted=seat.has_substitute,
            lost_on_time=seat.number in on_time and not seat.has_substitute,
        )
        for seat in seats
    ]


def _first_players(seats: Sequence[Seat]) -> dict[int, int]:
    """Who is rated for each seat, by its id: who sat there at the start, whoever came as a substitute."""
    found = {seat.pk: seat.player_id for seat in seats if seat.player_id is not None}
    replaced = [seat.pk for seat in seats if seat.has_substitute]
    if replaced:
        former = FormerPlayer.objects.filter(seat__in=replaced).order_by("-log_number")
        found |= dict(former.values_list("seat_id", "player_id"))
    return found


def _lost_on_time(game: Game, seats: Sequence[Seat]) -> Collection[int | None]:
    """The seats that lost because their players stayed away: by the clock, or adrift when the game ended."""
    lost = {seat.number for seat in seats if seat.result == SeatResult.LOST}
    adrift = {seat.number for seat in seats if seat.adrift_since is not None}
    return lost & (adrift | _out_of_time(game))


def _out_of_time(game: Game) -> set[int | None]:
    ended = game.outcome["termination"] if game.outcome else None
    if not game.departed or (game.players == 2 and ended == Termination.RESIGNATION):
        return set()
    if game.players == 2 and ended == Termination.TIME:
        return set(game.departed)
    # Whatever was undone of a seat that has left comes before the entry by which it left.
    left = game.log.filter(kind__in=_DEPARTURES, seat__in=game.departed).order_by("number")
    last: dict[int | None, str] = dict(left.values_list("seat", "kind"))
    return {seat for seat, kind in last.items() if kind == EntryKind.TIME}
