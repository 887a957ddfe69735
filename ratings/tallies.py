"""The tallies of players and of pairs: how their games ended. Bots are counted like people, but not against
each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, Final, TypeAlias, TypeVar

from django.db import connection, transaction
from django.db.models import QuerySet

from games.log.results import is_counted, result_of
from games.models import Game, Seat, SeatKind, SeatResult, Status
from ratings.models import PairTally, PlayerTally

_Steps: TypeAlias = Mapping[str, int]
"""So much more of each of a row's numbers."""

PLAYER_NUMBERS: Final = ("won", "shared", "drawn", "lost")
PAIR_NUMBERS: Final = ("one_won", "other_won", "both_won", "drawn", "neither")


def count_finished(sender: object, *, game: Game, seats: Sequence[Seat], **more: Any) -> None:
    """Hears that a game has ended, in that transaction.

    Locks the tallies of its players in the order of their ids, those of each one before those of pairs.
    """
    _count(game, seats, 1)


def count_reopened(sender: object, *, game: Game, seats: Sequence[Seat], **more: Any) -> None:
    """Hears that a game goes on after all, with the results its seats had; locks as `count_finished`."""
    _count(game, seats, -1)


def _count(game: Game, seats: Sequence[Seat], step: int) -> None:
    if is_counted(game):
        _add_to_players({key: {number: step} for key, number in _player_steps(game, seats)})
        _add_to_pairs({key: {number: step} for key, number in _pair_steps(seats)})


def _player_steps(game: Game, seats: Sequence[Seat]) -> Iterator[tuple[tuple[int, str], str]]:
    for seat in seats:
        if seat.player_id is not None:
            yield (seat.player_id, game.variant), str(seat.result)


def _pair_steps(seats: Sequence[Seat]) -> Iterator[tuple[tuple[int, int], str]]:
    for one, other in combinations(sorted(seats, key=lambda seat: seat.player_id or 0), 2):
        bots = one.kind == other.kind == SeatKind.BOT
        if one.player_id is not None and other.player_id is not None and not bots:
            yield (one.player_id, other.player_id), _meeting(one.result, other.result)


def _meeting(one: str, other: str) -> str:
    """Who of the two came off better. A draw of some is better than a loss."""
    if one == other == SeatResult.LOST:
        return "neither"
    if one == other == SeatResult.DRAWN:
        return "drawn"
    if SeatResult.LOST not in (one, other):
        return "both_won"
    return "other_won" if one == SeatResult.LOST else "one_won"


def _add_to_players(steps: Mapping[tuple[int, str], _Steps]) -> None:
    keys = sorted(steps)
    PlayerTally.objects.bulk_create(
        [PlayerTally(player_id=player, variant=variant) for player, variant in keys], ignore_conflicts=True
    )
    found = PlayerTally.objects.filter(player__in=[key[0] for key in keys], variant__in={k[1] for k in keys})
    rows = list(found.select_for_update().order_by("player_id", "variant"))
    for row in rows:
        _add(row, steps.get((row.player_id, row.variant), {}))
    PlayerTally.objects.bulk_update(rows, PLAYER_NUMBERS)


def _add_to_pairs(steps: Mapping[tuple[int, int], _Steps]) -> None:
    keys = sorted(steps)
    PairTally.objects.bulk_create(
        [PairTally(one_id=one, other_id=other) for one, other in keys], ignore_conflicts=True
    )
    ids = [key[0] for key in keys], [key[1] for key in keys]
    found = PairTally.objects.filter(one__in=ids[0], other__in=ids[1])
    rows = [
        row
        for row in found.select_for_update().order_by("one_id", "other_id")
        if (row.one_id, row.other_id) in steps
    ]
    for row in rows:
        _add(row, steps[row.one_id, row.other_id])
    PairTally.objects.bulk_update(rows, PAIR_NUMBERS)


def _add(row: PlayerTally | PairTally, steps: _Steps) -> None:
    for number, more in steps.items():
        setattr(row, number, getattr(row, number) + more)


@transaction.atomic
def count_results(*, write: bool) -> list[str]:
    """Counts the results of all games anew; returns what was stored otherwise, and with `write` mends it.

    No game can end meanwhile: the tallies are locked as a whole.
    """
    if connection.vendor == "postgresql":
        tables = ", ".join([PlayerTally._meta.db_table, PairTally._meta.db_table])
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {tables} IN SHARE ROW EXCLUSIVE MODE")
    wrong, players, pairs = _counted(write)
    of_players = [
        PlayerTally(player_id=player, variant=variant, **numbers)
        for (player, variant), numbers in sorted(players.items())
    ]
    of_pairs = [
        PairTally(one_id=one, other_id=other, **numbers) for (one, other), numbers in sorted(pairs.items())
    ]
    wrong += _replace(PlayerTally.objects.all(), of_players, ("player_id", "variant"), PLAYER_NUMBERS, write)
    wrong += _replace(PairTally.objects.all(), of_pairs, ("one_id", "other_id"), PAIR_NUMBERS, write)
    return wrong


_Counted: TypeAlias = tuple[
    list[str], dict[tuple[int, str], Counter[str]], dict[tuple[int, int], Counter[str]]
]


def _counted(write: bool) -> _Counted:
    wrong: list[str] = []
    players: dict[tuple[int, str], Counter[str]] = {}
    pairs: dict[tuple[int, int], Counter[str]] = {}
    games = Game.objects.filter(status=Status.FINISHED).prefetch_related("seats").order_by("pk")
    for game in games.iterator(chunk_size=200):
        seats = list(game.seats.all())
        wrong += _mend_seats(game, seats, write)
        if is_counted(game):
            for key, number in _player_steps(game, seats):
                players.setdefault(key, Counter())[number] += 1
            for pair, number in _pair_steps(seats):
                pairs.setdefault(pair, Counter())[number] += 1
    return wrong, players, pairs


def _mend_seats(game: Game, seats: Sequence[Seat], write: bool) -> list[str]:
    wrong = []
    for seat in seats:
        stored, right = (seat.result, seat.ended_at), (str(result_of(game, seat)), game.finished_at)
        if stored != right:
            wrong.append(f"game {game}, seat {seat.number}: stored {stored[0]!r}, counted {right[0]!r}")
        seat.result, seat.ended_at = right
    if wrong and write:
        Seat.objects.bulk_update(seats, ["result", "ended_at"])
    return wrong


_Row = TypeVar("_Row", PlayerTally, PairTally)


def _replace(
    stored: QuerySet[_Row], counted: Sequence[_Row], names: Sequence[str], numbers: Sequence[str], write: bool
) -> list[str]:
    """What is stored otherwise than counted; with `write` it is counted from then on."""

    def table(rows: Iterable[_Row]) -> dict[tuple[Any, ...], dict[str, int]]:
        return {
            tuple([getattr(row, name) for name in names]): {name: getattr(row, name) for name in numbers}
            for row in rows
        }

    was, now = table(stored), table(counted)
    # Of games that were taken back nothing may be left but a row of noughts.
    none = dict.fromkeys(numbers, 0)
    wrong = sorted(key for key in was.keys() | now.keys() if was.get(key, none) != now.get(key, none))
    if write and wrong:
        stored.delete()
        stored.bulk_create(counted, batch_size=500)
    title = stored.model._meta.verbose_name
    return [f"{title} {key}: stored {was.get(key)}, counted {now.get(key)}" for key in wrong]
