"""The seating of a day: who waits is seated by lot, and the games begin at once."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from itertools import combinations
from typing import Any, Final

from django.db import transaction
from django.db.models import Case, Count, Q, When
from django.urls import reverse

from accounts.models import Player, Quiet
from accounts.vacation.keeping import vacation_of
from board.words.refusals import SiteRefusal
from games.lobby.terms import GameTerms
from games.models import Game
from games.services import Origin, SeatWish, create_game
from homeworlds.refusals import Refusal
from homeworlds.rules import DEFAULT_PRESET, Variant, preset_rules
from ladders.arithmetic.seating import HUNTS, Past, Table, Waiting, seat
from ladders.begun import Drawn
from ladders.models import Stairs, StairsPlayer, StairsSeason, StairsSeat, StairsTable
from ladders.stairs.notices import notify_seated
from ladders.stairs.services.asking import leave
from ladders.stairs.services.keeping import Kind, Log, by_id, lock_stairs, season_now
from ladders.stairs.services.origin import ORIGIN, TITLE
from ladders.stairs.services.seasons import end_season
from ladders.stairs.times import MOST_TABLES, last_seating_day, season_ends
from ladders.terms import LADDER_PACE
from upkeep.clock import database_now

LOTS: Final = random.SystemRandom()
REMEMBERED: Final = timedelta(days=180)
"""Earlier meetings."""
HALVED_WITHIN: Final = 30
"""Days: a meeting so long ago weighs half."""
TERMS: Final = GameTerms(rated=True, clock=LADDER_PACE, excuses=1)


def seat_if_due() -> int:
    """The sweep asks again and again; there is one seating a day, and one after an outage. Returns how many
    tables were drawn."""
    day = last_seating_day(database_now())
    if not Stairs.objects.filter(last_day__lt=day).exists():
        return 0
    return len(seat_day())


@transaction.atomic
def seat_day(*, now: datetime | None = None, lots: random.Random = LOTS) -> list[Game]:
    """Draws the tables of the last day on which a seating was due, unless that is done, and begins their
    games. With it a season may end. `now` is for proofs, which make days pass.

    Locks the stairs.
    """
    stairs = lock_stairs()
    now = now or database_now()
    day = last_seating_day(now)
    if day <= stairs.last_day:
        return []
    log, season = Log(stairs, now), season_now()
    if day >= season_ends(season.began_on):
        season = end_season(log, season, day)
    rows = by_id(_who_can_be_seated(_who_waits(log), now))
    drawn = seat(_waiting(rows), _past(rows, now), lots)
    games = [game for table in drawn if (game := _begin(log, rows, season, day, table))]
    _pass_over([row for row in rows.values() if row.asked_at is not None])
    left = sorted(row.player_id for row in rows.values() if row.asked_at is not None)
    log.add(Kind.SEATING, data={"day": day.isoformat(), "passed": left})
    stairs.last_day = day
    log.write("last_day")
    return games


def _who_waits(log: Log) -> list[StairsPlayer]:
    """Whom staff have suspended, and whose account is closed, leaves the stairs. One statement reads all:
    whoever is gone by then is not seated, and whoever goes later is at a table when the account is closed."""
    gone = Q(player__suspended_until__gt=log.at) | Q(player__is_active=False)
    rows = StairsPlayer.objects.filter(gone | Q(asked_at__lte=log.at), left_at=None)
    is_gone = rows.annotate(is_gone=Case(When(gone, then=True), default=False)).select_related("player")
    found = list(is_gone.order_by("player"))
    leaving = [row for row in found if row.is_gone]
    for row in leaving:
        leave(log, row)
    StairsPlayer.objects.bulk_update(leaving, ["asked_at", "passed", "left_at"])
    return [row for row in found if not row.is_gone]


def _who_can_be_seated(waiting: Sequence[StairsPlayer], now: datetime) -> list[StairsPlayer]:
    """Not on vacation, nor at enough tables."""
    rows = [row for row in waiting if vacation_of(row.player, now) is None]
    running = (
        StairsSeat.objects.filter(player__in=[row.player_id for row in rows], table__settled_number=None)
        .values("player")
        .annotate(number=Count("pk"))
        .filter(number__gte=MOST_TABLES)
    )
    full = set(running.values_list("player", flat=True))
    return [row for row in rows if row.player_id not in full]


def _waiting(rows: Mapping[int, StairsPlayer]) -> list[Waiting]:
    refused: dict[int, set[int]] = {player: set() for player in rows}
    blocks = Quiet.objects.filter(owner__in=rows, other__in=rows, kind=Quiet.Kind.BLOCK)
    for owner, other in blocks.values_list("owner", "other"):
        refused[owner].add(other)
        refused[other].add(owner)
    return [
        Waiting(
            player=player,
            step=row.step,
            passed=row.passed,
            variants=frozenset(row.variants),
            sizes=frozenset(row.sizes),
            refuses=frozenset(refused[player]),
        )
        for player, row in rows.items()
    ]


def _past(players: Collection[int], now: datetime) -> Past:
    """Whom these people have met on the stairs, and hunted. One query."""
    since = now.date() - REMEMBERED
    tables = StairsTable.objects.filter(day__gt=since, seats__player__in=players)
    seats = StairsSeat.objects.filter(table__in=tables).order_by("table", "number")
    found: dict[tuple[int, date, str], list[int]] = {}
    for table, day, variant, player in seats.values_list(
        "table", "table__day", "table__game__variant", "player"
    ):
        found.setdefault((table, day, variant), []).append(player)
    past = Past({}, {})
    for (_, day, variant), people in found.items():
        weight = 0.5 ** ((now.date() - day).days / HALVED_WITHIN)
        _add(past.met, map(frozenset, combinations(people, 2)), weight)
        if variant == HUNTS:
            _add(past.hunted, zip(people, [*people[1:], people[0]], strict=True), weight)
    return past


def _add(figures: Any, keys: Iterable[Any], weight: float) -> None:
    for key in keys:
        figures[key] = figures.get(key, 0.0) + weight


def _begin(
    log: Log, rows: Mapping[int, StairsPlayer], season: StairsSeason, day: date, table: Table
) -> Game | None:
    """None: it cannot begin after all; its players wait on."""
    people = [rows[player].player for player in table.players]
    try:
        with transaction.atomic():
            game = _game(people, Variant(table.variant))
    except (SiteRefusal, Refusal):
        return None
    made = StairsTable.objects.create(game=game, season=season, day=day)
    StairsSeat.objects.bulk_create(
        [
            StairsSeat(table=made, player_id=player, number=number, step=rows[player].step)
            for number, player in enumerate(table.players)
        ]
    )
    log.add(
        Kind.SEATED,
        game=game.pk,
        data={"day": day.isoformat(), "variant": table.variant, "players": list(table.players)},
    )
    for player in table.players:
        rows[player].asked_at, rows[player].passed = None, 0
    StairsPlayer.objects.filter(player__in=table.players).update(asked_at=None, passed=0)
    notify_seated(game, people, now=log.at)
    return game


def _game(people: Sequence[Player], variant: Variant) -> Game:
    return create_game(
        creator=people[0],
        rules=preset_rules(DEFAULT_PRESET, variant),
        preset=DEFAULT_PRESET,
        seats=[SeatWish(player=player) for player in people],
        terms=TERMS,
        arranged=True,
        origin=Origin(ORIGIN, TITLE, reverse("ladders:stairs")),
        lots=Drawn(),
    )


def _pass_over(rows: Iterable[StairsPlayer]) -> None:
    """They wait on, and count for more in the next seating."""
    passed = list(rows)
    for row in passed:
        row.passed += 1
    StairsPlayer.objects.bulk_update(passed, ["passed"])
