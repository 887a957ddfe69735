"""The tallies of players and of pairs: how their games ended. Bots are counted like people, but not against
each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, groupby
from typing import Any, Final, TypeAlias

from django.db import connection, transaction
from django.db.models import Prefetch

from games.log.results import is_counted, result_of
from games.models import Game, Seat, SeatKind, SeatResult, Status
from ratings.models import PairTally, PlayerTally

_Steps: TypeAlias = Mapping[str, int]
"""So much more of each of a row's numbers."""

PLAYER_NUMBERS: Final = ("won", "shared", "drawn", "lost")
SEATS_AT_ONCE: Final = 500
OF_GAME: Final = (
    "public_id", "variant", "players", "visibility", "imported", "turn_count", "outcome", "finished_at",
)  # fmt: skip
"""All that counting needs of a game."""
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
    Keeps in mind one player's results at a time, however many games there are.

    No game can end meanwhile: the tallies are locked as a whole.
    """
    if connection.vendor == "postgresql":
        tables = ", ".join([PlayerTally._meta.db_table, PairTally._meta.db_table])
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {tables} IN SHARE ROW EXCLUSIVE MODE")
    wrong: list[str] = []
    players = _Stored(PlayerTally, ("player_id", "variant"), PLAYER_NUMBERS, write)
    pairs = _Stored(PairTally, ("one_id", "other_id"), PAIR_NUMBERS, write)
    for player, seats in groupby(_seats_by_player(), key=lambda seat: seat.player_id):
        of_player: dict[tuple[int, str], Counter[str]] = {}
        of_pairs: dict[tuple[int, int], Counter[str]] = {}
        for seat in seats:
            # The others of the game are right in mind, whatever is stored of them.
            around = [_right(seat.game, each) for each in seat.game.seats.all()]
            wrong += _mend_seat(seat, write)
            if player is None or not is_counted(seat.game):
                continue
            for key, number in _player_steps(seat.game, [seat]):
                of_player.setdefault(key, Counter())[number] += 1
            for pair, number in _pair_steps(around):
                if pair[0] == player:
                    of_pairs.setdefault(pair, Counter())[number] += 1
        if player is not None:
            wrong += players.held_to(player, of_player)
            wrong += pairs.held_to(player, of_pairs)
    return wrong + players.rest() + pairs.rest()


def _seats_by_player() -> Iterator[Seat]:
    """Of all finished games, with these; those of nobody too."""
    games = Game.objects.only(*OF_GAME).prefetch_related("seats")
    seats = Seat.objects.filter(game__status=Status.FINISHED).order_by("player_id", "pk")
    return seats.prefetch_related(Prefetch("game", games)).iterator(chunk_size=SEATS_AT_ONCE)


def _right(game: Game, seat: Seat) -> Seat:
    seat.result, seat.ended_at = str(result_of(game, seat)), game.finished_at
    return seat


def _mend_seat(seat: Seat, write: bool) -> list[str]:
    game, stored = seat.game, (seat.result, seat.ended_at)
    _right(game, seat)
    if stored == (seat.result, seat.ended_at):
        return []
    if write:
        seat.save(update_fields=["result", "ended_at"])
    return [f"game {game}, seat {seat.number}: stored {stored[0]!r}, counted {seat.result!r}"]


_Tallies: TypeAlias = Mapping[tuple[int, Any], Counter[str]]


class _Stored:
    """The rows of a table of tallies, which come by in the order of the player that is their first key."""

    def __init__(
        self,
        model: type[PlayerTally | PairTally],
        names: tuple[str, str],
        numbers: Sequence[str],
        write: bool,
    ) -> None:
        self._model, self._names, self._numbers, self._write = model, names, numbers, write
        rows = model._default_manager.order_by(*names).iterator(chunk_size=SEATS_AT_ONCE)
        self._groups = groupby(rows, key=lambda row: getattr(row, names[0]))
        self._next = next(self._groups, None)

    def held_to(self, player: int, counted: _Tallies) -> list[str]:
        """What is stored otherwise of this player, and of those before, of whom nothing was counted."""
        wrong = self._uncounted(player)
        stored: list[Any] = []
        if self._next and self._next[0] == player:
            stored = list(self._next[1])
            self._next = next(self._groups, None)
        return wrong + self._compared(player, stored, counted)

    def rest(self) -> list[str]:
        return self._uncounted(None)

    def _uncounted(self, before: int | None) -> list[str]:
        wrong: list[str] = []
        while self._next and (before is None or self._next[0] < before):
            player, rows = self._next
            wrong += self._compared(player, list(rows), {})
            self._next = next(self._groups, None)
        return wrong

    def _compared(self, player: int, stored: Sequence[Any], counted: _Tallies) -> list[str]:
        was = {tuple([getattr(row, name) for name in self._names]): self._steps(row) for row in stored}
        now = {key: {name: steps[name] for name in self._numbers} for key, steps in counted.items()}
        # Of games that were taken back nothing may be left but a row of noughts.
        none = dict.fromkeys(self._numbers, 0)
        wrong = sorted(key for key in was.keys() | now.keys() if was.get(key, none) != now.get(key, none))
        if wrong and self._write:
            self._model._default_manager.filter(**{self._names[0]: player}).delete()
            rows = [
                self._model(**dict(zip(self._names, key, strict=True)), **steps) for key, steps in now.items()
            ]
            self._model._default_manager.bulk_create(rows, batch_size=500)
        title = self._model._meta.verbose_name
        return [f"{title} {key}: stored {was.get(key)}, counted {now.get(key)}" for key in wrong]

    def _steps(self, row: PlayerTally | PairTally) -> dict[str, int]:
        return {name: getattr(row, name) for name in self._numbers}
