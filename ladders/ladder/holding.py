"""Who holds a high place without playing for it, or lets no stranger come near.

**Friends** are two who have met here twice within half a year. A game with anybody else is one with a
stranger.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db.models import F, Q

from accounts.models import Quiet
from ladders.arithmetic.order import Result
from ladders.arithmetic.reach import OFTEN, OFTEN_WITHIN_DAYS, highest_reached
from ladders.models import Challenge, Ladder, Rung

TOP: Final = 10
"""Places that must be played for."""
IDLE: Final = timedelta(days=30)
NOTICE: Final = timedelta(days=7)
"""From the warning to the first place lost, and from each to the next."""
OFFER_STANDS: Final = timedelta(days=7)
"""So long one stranger more may challenge whoever offers a game."""


class Holds(enum.StrEnum):
    IDLE = "idle"
    """No game with a stranger has begun for a month, and none was offered."""
    BLOCKS = "blocks"
    """Has blocked somebody who could challenge from below."""
    LIMBO = "limbo"
    """Is about to leave, and takes no challenge meanwhile."""


def often_met(ladder: Ladder, players: Collection[int], now: datetime) -> Counter[frozenset[int]]:
    """How often each of these players met whom within half a year, games that run among them. One query."""
    since = now - timedelta(days=OFTEN_WITHIN_DAYS)
    games = Challenge.objects.filter(ladder=ladder, at__gt=since).exclude(result=Result.VOID)
    of_these = games.filter(Q(challenger__in=players) | Q(challenged__in=players))
    return Counter(map(frozenset, of_these.values_list("challenger", "challenged")))


def offers(rung: Rung, now: datetime) -> bool:
    """Whether one more stranger may challenge the player."""
    return rung.offered_at is not None and now - rung.offered_at < OFFER_STANDS


def held_places(ladder: Ladder, rungs: Sequence[Rung], now: datetime) -> dict[int, Holds]:
    """By players: those of these places that are not played for. Three queries."""
    players = [rung.player_id for rung in rungs]
    last, blocking = _last_with_strangers(ladder, players, now), _blocking(ladder, players)
    found = {}
    for rung in rungs:
        fresh = max(filter(None, (rung.joined_at, rung.offered_at, last.get(rung.player_id))))
        if rung.limbo:
            found[rung.player_id] = Holds.LIMBO
        elif rung.player_id in blocking:
            found[rung.player_id] = Holds.BLOCKS
        elif now - fresh > IDLE:
            found[rung.player_id] = Holds.IDLE
    return found


def _last_with_strangers(ladder: Ladder, players: Collection[int], now: datetime) -> Mapping[int, datetime]:
    met = often_met(ladder, players, now)
    games = Challenge.objects.filter(ladder=ladder, at__gt=now - IDLE).exclude(result=Result.VOID)
    last: dict[int, datetime] = {}
    for one, other, at in games.order_by("at").values_list("challenger", "challenged", "at"):
        if met[frozenset((one, other))] <= OFTEN:
            last[one] = last[other] = at
    return last


def _blocking(ladder: Ladder, players: Collection[int]) -> set[int]:
    """Who has blocked somebody below who could challenge."""
    pairs: Iterable[tuple[int, int, int]] = Quiet.objects.filter(
        owner__in=players,
        kind=Quiet.Kind.BLOCK,
        owner__rungs__ladder=ladder,
        other__rungs__ladder=ladder,
        other__rungs__limbo="",
        other__rungs__place__gt=F("owner__rungs__place"),
    ).values_list("owner", "owner__rungs__place", "other__rungs__place")
    return {owner for owner, above, below in pairs if highest_reached(below) <= above}
