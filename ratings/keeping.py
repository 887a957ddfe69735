"""Between the books of the arithmetic and the tables that keep ratings.

Whoever writes here holds the counter (`lock_counter`), which is the last lock of its transaction: the game
comes first, then the tallies of its players. So numbers tell the order in which ratings changed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, astuple
from datetime import datetime, timedelta
from typing import Final, TypeAlias

from django.db.models import Max, Q, QuerySet

from games.models import Game, Seat
from ratings.arithmetic.absence import WITHIN_DAYS
from ratings.arithmetic.rating_list import Book, Change, Place, Pool, RatedGame
from ratings.arithmetic.shown import listed_days
from ratings.arithmetic.standing import Standing
from ratings.finished import day_of, moment_of_day
from ratings.models import PlayerRating, RatedResult, RatingChange, RatingCounter
from ratings.weights import Weighed

Key: TypeAlias = tuple[Pool, int]
"""Of a standing: the pool, and the player's id."""

THE_COUNTER: Final = 1
COUNTS: Final = Q(why_not="", withdrawn="")
AT_ONCE: Final = 1000


def lock_counter() -> RatingCounter:
    """To the end of the transaction."""
    locked = RatingCounter.objects.select_for_update()
    found = locked.filter(pk=THE_COUNTER).first()
    if found is None:
        RatingCounter.objects.bulk_create([RatingCounter(pk=THE_COUNTER)], ignore_conflicts=True)
        found = locked.get(pk=THE_COUNTER)
    return found


def next_number(counter: RatingCounter) -> int:
    """Of an event, by the locked counter."""
    counter.last_number += 1
    counter.save(update_fields=["last_number"])
    return counter.last_number


def stored_places(places: Iterable[Place]) -> list[dict[str, object]]:
    return [asdict(place) for place in places]


def stored_weights(weighed: Iterable[Weighed]) -> list[list[object]]:
    """Those that say something."""
    return [list(astuple(each)) for each in weighed if each.from_few or each.weight != 1]


def rated_game(result: RatedResult) -> RatedGame:
    """Raises ValueError: such a game cannot count."""
    places = tuple(Place(**place) for place in result.places)
    weights = {(player, opponent): weight for player, opponent, weight, _few in result.weights}
    return RatedGame(result.number, Pool(result.pool), places, day_of(result.ended_at), weights)


def rated_games(results: QuerySet[RatedResult]) -> Iterator[RatedGame]:
    """In the order of their numbers, however many."""
    for result in (
        results.only("number", "pool", "places", "weights", "ended_at").order_by("number").iterator()
    ):
        yield rated_game(result)


def rating_list_of(players: Collection[int]) -> Book:
    """All that stands of these players; one query."""
    rows = PlayerRating.objects.filter(player__in=players)
    return Book(standings={(Pool(row.pool), row.player_id): row.standing for row in rows})


def standings_before(number: int, players: Collection[int]) -> dict[Key, Standing]:
    """What the last change before an event left of these players. Rows are written under the counter's lock,
    so that the order of their ids is that of their numbers."""
    found: dict[Key, Standing] = {}
    ids = sorted(players)
    for first in range(0, len(ids), AT_ONCE):
        rows = RatingChange.objects.filter(number__lt=number, player__in=ids[first : first + AT_ONCE])
        found |= {(Pool(row.pool), row.player_id): row.after for row in last_changes(rows) if row.games_after}
    return found


def last_changes(rows: QuerySet[RatingChange]) -> QuerySet[RatingChange]:
    """Of these the last one of each player in each pool."""
    last = rows.order_by().values("player", "pool").annotate(last=Max("pk")).values("last")
    return RatingChange.objects.filter(pk__in=last)


def losses_on_time(games: Iterable[RatedGame]) -> dict[Key, float]:
    """The day of each player's first one of these in each pool."""
    found: dict[Key, float] = {}
    for game in games:
        for place in game.places:
            if place.lost_on_time and game.day is not None:
                found.setdefault((game.pool, place.player), game.day)
    return found


def recall_absences(book: Book, losses: Mapping[Key, float], before: int) -> None:
    """Tells the book which games these players lost on time before an event, as far as it matters for the
    next such loss, which each has on a day: back to the first of those that came within days of each other.
    A query for each player."""
    for key, day in losses.items():
        for earlier in reversed(list(_days_in_a_row(key, day, before))):
            book.absences[key].lost_on_time(earlier)


def _days_in_a_row(key: Key, next_day: float, before: int) -> Iterator[float]:
    """The last first."""
    pool, player = key
    sat = Seat.objects.filter(player=player, ended_at__isnull=False).values("game")
    results = RatedResult.objects.filter(COUNTS, pool=pool, game__in=sat, number__lt=before)
    for result in results.only("places", "ended_at").order_by("-number").iterator(chunk_size=100):
        day = day_of(result.ended_at)
        lost = any(each["player"] == player and each["lost_on_time"] for each in result.places)
        # Games that end at once may have their numbers in another order than their days.
        if next_day - day > WITHIN_DAYS + (0 if lost else 1):
            return
        if lost:
            yield day
            next_day = day


def write_changes(changes: Sequence[Change], game: Game, at: datetime) -> None:
    """What a game has done. Two statements."""
    RatingChange.objects.bulk_create(
        [
            change_row(
                change.number,
                (change.pool, change.player),
                change.before,
                change.after,
                why=RatingChange.Why(change.reason),
                opponents=change.opponents,
                game_id=game.pk,
                at=at,
            )
            for change in changes
        ]
    )
    write_standings({(each.pool, each.player): (each.number, each.after) for each in changes})


def change_row(
    number: int,
    key: Key,
    before: Standing,
    after: Standing,
    *,
    why: RatingChange.Why,
    game_id: int,
    at: datetime,
    opponents: Sequence[int] = (),
) -> RatingChange:
    return RatingChange(
        number=number,
        game_id=game_id,
        player_id=key[1],
        pool=key[0],
        why=why,
        opponents=list(opponents),
        at=at,
        rating_before=before.rating.value,
        deviation_before=before.rating.deviation,
        games_before=before.games,
        rating_after=after.rating.value,
        deviation_after=after.rating.deviation,
        games_after=after.games,
        day_after=after.day,
        back_to_after=after.back_to,
    )


def write_standings(standings: Mapping[Key, tuple[int, Standing]]) -> None:
    """Each with the number of the event that it is of. One statement."""
    PlayerRating.objects.bulk_create(
        [
            PlayerRating(
                player_id=player,
                pool=pool,
                number=number,
                rating=standing.rating.value,
                deviation=standing.rating.deviation,
                games=standing.games,
                day=standing.day,
                back_to=standing.back_to,
                listed_until=_listed_until(standing),
            )
            for (pool, player), (number, standing) in standings.items()
        ],
        update_conflicts=True,
        unique_fields=["player", "pool"],
        update_fields=["number", "rating", "deviation", "games", "day", "back_to", "listed_until"],
        batch_size=AT_ONCE,
    )


def _listed_until(standing: Standing) -> datetime | None:
    days = listed_days(standing)
    if days is None or standing.day is None:
        return None
    return moment_of_day(standing.day) + timedelta(days=days)
