"""A game of the stairs is over, or goes on after all: who moves, in that very transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Count, Q

from games.log.results import is_too_short, is_void
from games.models import EntryKind, FormerPlayer, Game, Seat, SeatResult
from ladders.arithmetic.steps import Ended, is_repeated, moved, moves
from ladders.models import StairsEvent, StairsPlayer, StairsSeat, StairsTable
from ladders.stairs.notices import notify_result
from ladders.stairs.services.keeping import Kind, Log, lock_stairs
from ladders.stairs.services.origin import ORIGIN


def settle_finished(sender: object, *, game: Game, seats: Sequence[Seat], by: Any, **more: Any) -> None:
    """Hears that a game has ended. Locks the stairs, after the game."""
    if game.origin_kind != ORIGIN:
        return
    stairs = lock_stairs()
    table = StairsTable.objects.filter(game=game, settled_number=None).first()
    if table is None:
        return
    sat = list(table.seats.select_related("player"))
    rows = {
        row.player_id: row for row in StairsPlayer.objects.filter(player__in=[each.player_id for each in sat])
    }
    log = Log(stairs, game.changed_at)
    ended = _with_repeated(how_it_ended(game, seats, sat), table)
    number = log.add(Kind.SETTLED, game=game.pk, data=_stored(ended))
    by_how_many = moves(ended)
    for each in sat:
        row = rows[each.player_id]
        row.played += 1
        row.won += each.player_id == ended.winner
        before, row.step = row.step, moved(row.step, by_how_many.get(each.player_id, 0))
        each.change = row.step - before
        if each.change:
            log.add(Kind.MOVED, player=each.player_id, game=game.pk, step=row.step)
    table.settled_number = number
    table.save(update_fields=["settled_number"])
    _save(sat, list(rows.values()))
    log.write()
    notify_result(game, [each.player for each in sat], number=number, by=by, now=log.at)


def undo_reopened(sender: object, *, game: Game, seats: Sequence[Seat], **more: Any) -> None:
    """Hears that a finished game goes on. What it has moved is moved back, unless a season has ended since:
    that one stands. Locks the stairs, after the game."""
    if game.origin_kind != ORIGIN:
        return
    stairs = lock_stairs()
    table = StairsTable.objects.filter(game=game, settled_number__isnull=False).first()
    if table is None or table.settled_number is None:
        return
    sat = list(table.seats.all())
    rows = {
        row.player_id: row for row in StairsPlayer.objects.filter(player__in=[each.player_id for each in sat])
    }
    log = Log(stairs, game.changed_at)
    log.add(Kind.REOPENED, game=game.pk)
    settled = StairsEvent.objects.get(number=table.settled_number)
    stands = StairsEvent.objects.filter(kind=Kind.SEASON, number__gt=table.settled_number).exists()
    for each in sat:
        row, change = rows[each.player_id], each.change or 0
        each.change = None
        if stands:
            continue
        row.played -= 1
        row.won -= each.player_id == settled.data["winner"]
        before, row.step = row.step, moved(row.step, -change)
        if row.step != before:
            log.add(Kind.MOVED, player=each.player_id, game=game.pk, step=row.step)
    table.settled_number = None
    table.save(update_fields=["settled_number"])
    _save(sat, list(rows.values()))
    log.write()


def _save(sat: list[StairsSeat], rows: list[StairsPlayer]) -> None:
    StairsSeat.objects.bulk_update(sat, ["change"])
    StairsPlayer.objects.bulk_update(rows, ["step", "played", "won"])


def how_it_ended(game: Game, seats: Sequence[Seat], sat: Sequence[StairsSeat]) -> Ended:
    """For those who sat down at it, whoever plays for them. Two queries at most."""
    numbers = {each.number: each.player_id for each in sat}
    won = [seat for seat in seats if seat.result == SeatResult.WON and not _is_away(seat)]
    winner = won[0] if len(won) == 1 else None
    drawn = any(seat.result == SeatResult.DRAWN for seat in seats)
    return Ended(
        players=list(numbers.values()),
        winner=None if winner is None or winner.number is None else numbers[winner.number],
        fell={numbers[number]: when for number, when in falls_of(game, seats).items()},
        is_played=not is_too_short(game),
        is_void=is_void(game) or drawn,
    )


def _with_repeated(ended: Ended, table: StairsTable) -> Ended:
    """Two queries, where somebody has won."""
    if ended.winner is None:
        return ended
    up = StairsSeat.objects.filter(player=ended.winner, change__gt=0, table__season=table.season_id)
    others = [player for player in ended.players if player != ended.winner]
    met = StairsSeat.objects.filter(table__in=up.values("table"), player__in=others).order_by()
    ups = dict(met.values("player").annotate(number=Count("pk")).values_list("player", "number"))
    return replace(ended, is_repeated=is_repeated(ups, others))


def falls_of(game: Game, seats: Sequence[Seat]) -> dict[int, int]:
    """By seat the entry of the log by which it went out: eliminated, resigned, out of time; whose player
    stayed away and was replaced, or had not come back at the end, went when the turns began to be passed."""
    found: dict[int, int] = {}
    away = {seat.number: seat for seat in seats if _is_away(seat)}
    entries = game.log.standing().filter(~Q(eliminated=[]) | Q(kind=EntryKind.CLOCK, data__what="adrift"))
    last_adrift: dict[int, int] = {}
    replaced = _replaced(list(away.values()))
    for number, kind, seat, eliminated in entries.order_by("number").values_list(
        "number", "kind", "seat", "eliminated"
    ):
        for each in eliminated:
            found.setdefault(each, number)
        if (
            kind == EntryKind.CLOCK
            and seat is not None
            and seat in away
            and number < replaced.get(seat, number + 1)
        ):
            last_adrift[seat] = number
    return found | last_adrift


def _is_away(seat: Seat) -> bool:
    """Whoever sat down there plays no more."""
    return seat.adrift_since is not None or seat.has_substitute


def _replaced(seats: Sequence[Seat]) -> dict[int | None, int]:
    """By seat the entry by which its first substitute came."""
    numbers = {seat.pk: seat.number for seat in seats if seat.has_substitute}
    if not numbers:
        return {}
    former = FormerPlayer.objects.filter(seat__in=numbers).order_by("-log_number")
    return {numbers[seat]: number for seat, number in former.values_list("seat", "log_number")}


def _stored(ended: Ended) -> dict[str, Any]:
    return {
        "players": list(ended.players),
        "winner": ended.winner,
        "fell": {str(player): when for player, when in ended.fell.items()},
        "is_played": ended.is_played,
        "is_void": ended.is_void,
        "is_repeated": ended.is_repeated,
    }


def ended_of(data: dict[str, Any]) -> Ended:
    """The same, read from the log."""
    fell = {int(player): when for player, when in data["fell"].items()}
    return Ended(**{**data, "fell": fell})
