"""Counting whether others can rely on a player: from the turns of the last games, soon after one
of them is over.

Public games only: who may not see a game cannot infer it from a figure.
"""

from __future__ import annotations

import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db import DatabaseError, connection, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet

from accounts.models import Player
from games.clocks.reliability import (
    GAMES,
    LOOKED_AT,
    TURNS_OF_A_GAME,
    Attendance,
    Event,
    Figures,
    Tier,
    attendance,
    not_made_up_for,
    tier_of,
)
from games.log.words import TOO_LATE
from games.models import EntryKind, FormerPlayer, Game, LogEntry, Reliability, Seat, SeatKind, Visibility
from upkeep.clock import database_now

logger = logging.getLogger(__name__)

FIGURES: Final = ("tier", "finished", "judged", "turns", "missed", "left")
AT_ONCE: Final = 200
SET_ASIDE: Final = timedelta(hours=1)
PUBLIC: Final = {"visibility": Visibility.PUBLIC, "imported": False}
KINDS: Final = (EntryKind.TIME, EntryKind.CLOCK, EntryKind.SEAT_CHANGE)
EVENTS: Final = {"excused": Event.MISSED, "adrift": Event.ADRIFT, "back": Event.BACK}
"""By what entries of a clock or of a seat change tell."""


def game_changed(sender: object, *, game: Game, seats: Sequence[Seat], **more: Any) -> None:
    """Hears that a game has ended or goes on after all, in that transaction; see `ask`."""
    if _counts(game):
        ask(_people(seats), game.changed_at)


def ask(players: Collection[int], now: datetime) -> None:
    """Has the next sweep count these players anew: nobody who ends a turn waits for it, and nobody waits for
    the figures. Locks their rows in the order of their ids."""
    rows = [Reliability(player_id=player, tier=Tier.NEW, due_at=now) for player in sorted(players)]
    Reliability.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=["player"], update_fields=["due_at"]
    )


def due_counts(now: datetime) -> QuerySet[Reliability]:
    return Reliability.objects.filter(due_at__lte=now)


def recount_due() -> int:
    """Counts those of whom there is something new, a bounded number; returns how many. What fails is set
    aside and reported. Raises DatabaseError when the database is away."""
    players = list(due_counts(database_now()).order_by("due_at").values_list("player", flat=True)[:AT_ONCE])
    return sum(_recount_or_set_aside(player) for player in players)


def _recount_or_set_aside(player: int) -> bool:
    try:
        recount([player])
    except Exception as error:
        if isinstance(error, DatabaseError) and not connection.is_usable():
            raise
        logger.exception("The reliability of player %s could not be counted; tried again in an hour.", player)
        Reliability.objects.filter(player=player).update(due_at=database_now() + SET_ASIDE)
        return False
    return True


@transaction.atomic
def recount(players: Collection[int]) -> None:
    """Counts the last games of these players anew. Locks their rows in the order of their ids before it
    looks, so that what ends meanwhile is seen or asks again."""
    _new_rows(players)
    rows = list(Reliability.objects.filter(player__in=players).select_for_update().order_by("player_id"))
    found = figures_of([row.player_id for row in rows])
    for row in rows:
        _set(row, found[row.player_id])
        row.due_at = None
    Reliability.objects.bulk_update(rows, (*FIGURES, "due_at"))


def count_reliability(*, write: bool) -> list[str]:
    """Counts everybody anew, some at a time; returns what was stored otherwise, and with `write` mends it."""
    people = Player.objects.exclude(kind=Player.Kind.BOT).filter(
        Exists(Seat.objects.filter(player=OuterRef("pk")))
    )
    ids = list(people.order_by("pk").values_list("pk", flat=True))
    return [
        line for start in range(0, len(ids), AT_ONCE) for line in _mend(ids[start : start + AT_ONCE], write)
    ]


@transaction.atomic
def _mend(players: Sequence[int], write: bool) -> list[str]:
    stored = Reliability.objects.filter(player__in=players).select_for_update().order_by("player_id")
    was = {row.player_id: row for row in stored}
    found, wrong = figures_of(players), []
    for player in players:
        row = was.get(player) or Reliability(player_id=player, tier=Tier.NEW)
        before = _figures(row)
        _set(row, found[player])
        if _figures(row) != before:
            wrong.append(f"player {player}: stored {before}, counted {_figures(row)}")
    if write and wrong:
        recount(players)
    return wrong


def _new_rows(players: Iterable[int]) -> None:
    rows = [Reliability(player_id=player, tier=Tier.NEW) for player in sorted(players)]
    Reliability.objects.bulk_create(rows, ignore_conflicts=True)


def _figures(row: Reliability) -> tuple[Any, ...]:
    return tuple([getattr(row, name) for name in FIGURES])


def _set(row: Reliability, figures: Figures) -> None:
    row.tier = tier_of(figures)
    row.finished, row.judged, row.turns, row.missed, row.left = figures


def _counts(game: Game) -> bool:
    return all(getattr(game, name) == value for name, value in PUBLIC.items())


def _people(seats: Iterable[Seat]) -> set[int]:
    return {seat.player_id for seat in seats if seat.kind == SeatKind.PLAYER and seat.player_id is not None}


class _Ended(NamedTuple):
    """A game that is over for a player."""

    game: int
    at: datetime
    left: bool
    """Without the player: a substitute came, or turns were passed up to the end."""
    short: bool
    """Too short to say that anybody was there."""


def figures_of(players: Collection[int]) -> dict[int, Figures]:
    """What the last games of each player say. Two queries a player, at most four, and three for all."""
    last = {player: _last_games(player) for player in players}
    games = {ended.game for found in last.values() for ended in found}
    events, turns, faults = _events(last, games), _turns(last, games), _by_a_fault(games)
    return {player: _judged(player, found, events, turns[player], faults) for player, found in last.items()}


def _judged(
    player: int,
    ended: Sequence[_Ended],
    events: dict[tuple[int, int], list[Any]],
    turns: Sequence[tuple[int, datetime]],
    faults: Collection[int],
) -> Figures:
    kept = [_of_game(each, events[player, each.game]) for each in ended if each.game not in faults]
    full = {each.game for each in ended if not each.short}
    in_time = [at for game, at in turns if game in full]
    missed = not_made_up_for([at for each in kept for at in each.missed], in_time)
    left = not_made_up_for([at for each in kept for at in each.left], in_time)
    finished = GAMES if len(full) >= GAMES else _finished(player)
    return Figures(finished, len(ended), len(in_time), missed, left)


def _of_game(ended: _Ended, events: Iterable[tuple[datetime, Event]]) -> Attendance:
    found = attendance(events)
    return found._replace(left=(ended.at,)) if ended.left and not found.left else found


def _last_games(player: int) -> list[_Ended]:
    """With a clock, the last one first. A short one only says who stayed away from it."""
    timed = Q(game__clock_start__isnull=False)
    says_something = _long("game") | Q(missed__gt=0) | Q(adrift_since__isnull=False)
    played = _seats(player).filter(timed, says_something).order_by("-ended_at")
    found = [
        _Ended(game, at, since is not None, _is_short(turns, of))
        for game, at, since, turns, of in played.values_list(
            "game_id", "ended_at", "adrift_since", "game__turn_count", "game__players"
        )[:LOOKED_AT]
        if at is not None
    ]
    replaced = _former(player).order_by("-left_at")
    found += [
        _Ended(game, at, True, _is_short(turns, of))
        for game, at, turns, of in replaced.values_list(
            "seat__game_id", "left_at", "seat__game__turn_count", "seat__game__players"
        )[:LOOKED_AT]
    ]
    return sorted(found, key=lambda ended: ended.at, reverse=True)[:LOOKED_AT]


def _long(game: str) -> Q:
    """Of so many turns a side that all at the table were there; `game`: the way to it."""
    return Q(**{f"{game}__turn_count__gte": F(f"{game}__players") * TURNS_OF_A_GAME})


def _is_short(turns: int, players: int) -> bool:
    return turns < players * TURNS_OF_A_GAME


def _finished(player: int) -> int:
    """Games with other people that were not short, with a clock or without; as far as it matters."""
    others = Seat.objects.filter(game=OuterRef("game"), kind=SeatKind.PLAYER).exclude(player=player)
    played = _seats(player).filter(_long("game"), Exists(others))[:GAMES].count()
    return min(played + _former(player).filter(_long("seat__game"))[:GAMES].count(), GAMES)


def _seats(player: int) -> QuerySet[Seat]:
    public = Q(**{f"game__{name}": value for name, value in PUBLIC.items()})
    return Seat.objects.filter(public, player=player, ended_at__isnull=False)


def _former(player: int) -> QuerySet[FormerPlayer]:
    public = Q(**{f"seat__game__{name}": value for name, value in PUBLIC.items()})
    return FormerPlayer.objects.filter(public, player=player)


def _by_a_fault(games: Collection[int]) -> set[int]:
    """The games that were made void because clocks fell in them by a fault of the site."""
    entries = LogEntry.objects.filter(game__in=games, kind=EntryKind.VOID, data=dict(TOO_LATE))
    return set(entries.values_list("game", flat=True))


def _events(
    players: Collection[int], games: Collection[int]
) -> dict[tuple[int, int], list[tuple[datetime, Event]]]:
    """By player and game, in the order of the log, without what was undone."""
    found: dict[tuple[int, int], list[tuple[datetime, Event]]] = defaultdict(list)
    entries = LogEntry.objects.filter(game__in=games, kind__in=KINDS, player__in=players).standing()
    fields = entries.order_by("game_id", "number").values_list("player", "game", "kind", "data", "created_at")
    for player, game, kind, data, at in fields:
        event = Event.LOST if kind == EntryKind.TIME else EVENTS.get(data.get("what"))
        if event is not None and player is not None:
            found[player, game].append((at, event))
    return found


def _turns(players: Collection[int], games: Collection[int]) -> dict[int, list[tuple[int, datetime]]]:
    """By player the games and moments of the turns that he has made himself, without what was undone."""
    found: dict[int, list[tuple[int, datetime]]] = defaultdict(list)
    entries = LogEntry.objects.filter(game__in=games, player__in=players).standing_turns()
    for player, game, data, at in entries.values_list("player", "game", "data", "created_at"):
        if player is not None and not data.get("adrift"):
            found[player].append((game, at))
    return found
