"""Games of a player's long list, a page at a time; where it goes on is said by a game, not by a number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from accounts.models import Player
from games.access import Viewer, with_seats
from games.lists import GameRow, rows_of
from games.models import Game, Seat


@dataclass(frozen=True, slots=True)
class SomeGames:
    """Games of a long list, and where it goes on."""

    rows: tuple[GameRow, ...]
    older: str
    """The public id of the last one; empty when no more follow."""
    is_start: bool


def some_games(
    seats: QuerySet[Seat], order: Sequence[str], viewer: Viewer, *, of: Player, after: str, per_page: int
) -> SomeGames:
    """The games of these seats of one player, in this order of the seats' fields, which must be one of all
    games; those that follow the game `after`, if it is one of them. Five queries, however long the list."""
    last = _keys_of(seats, order, after)
    if last:
        seats = seats.filter(_beyond(order, last))
    ids = list(seats.order_by(*order).values_list("game_id", flat=True)[: per_page + 1])
    games = {game.pk: game for game in with_seats(Game.objects.filter(pk__in=ids[:per_page]))}
    rows = rows_of([games[pk] for pk in ids[:per_page]], viewer, of=of)
    older = rows[-1].game.public_id if len(ids) > per_page else ""
    return SomeGames(rows=tuple(rows), older=older, is_start=not last)


def _keys_of(seats: QuerySet[Seat], order: Sequence[str], public_id: str) -> Mapping[str, Any]:
    """What was never a game of the list leads to its start."""
    if not public_id or "\0" in public_id:
        return {}
    fields = [each.removeprefix("-") for each in order]
    return seats.filter(game__public_id=public_id).values(*fields).first() or {}


def _beyond(order: Sequence[str], last: Mapping[str, Any]) -> Q:
    """All that comes after `last`; its first part, though implied, lets an index begin there."""
    first, beyond, same = _farther(order[0], last, "e"), Q(), Q()
    for each in order:
        beyond |= same & _farther(each, last)
        field = each.removeprefix("-")
        same &= Q(**{field: last[field]})
    return first & beyond


def _farther(ordered: str, last: Mapping[str, Any], or_same: str = "") -> Q:
    field = ordered.removeprefix("-")
    compared = "lt" if ordered.startswith("-") else "gt"
    return Q(**{f"{field}__{compared}{or_same}": last[field]})
