"""What is due on ladders, found by looking: newcomers who challenge nobody, people who must leave, places of
the day."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from clubs.models import Membership
from ladders.ladder.notices import notify_taken_off
from ladders.ladder.rights import Challenger, may_challenge
from ladders.ladder.services.founding import site_ladder
from ladders.ladder.services.joining import NEWCOMERS_CHALLENGE_WITHIN, see_out
from ladders.ladder.services.keeping import AT_ONCE, drop, end_limbo, lock_ladder, rung_of, running_games
from ladders.ladder.services.sinking import sink_holders
from ladders.models import Challenge, Ladder, Limbo, PlaceThen, Rung, WhyLeft
from upkeep.clock import database_now

MOST_A_SWEEP: Final = 100
DAYS_KEPT: Final = 9
LOOKED_AT: Final = 50
"""So many places above a newcomer: whether there was anybody to challenge."""


def sweep_ladders() -> int:
    """Takes off who must leave and the newcomers who have challenged nobody, and once a day keeps the places
    of the day and looks for places that are held without playing;
    returns how many players it was about. Each in a transaction of its own, which locks the ladder."""
    site_ladder()
    now = database_now()
    leaving = list(_must_leave(now))
    for ladder_id, player_id, why in leaving:
        see_out(ladder_id=ladder_id, player_id=player_id, why=why)
    done = list(_done().values_list("ladder", "player")[:MOST_A_SWEEP])
    for ladder_id, player_id in done:
        let_go(ladder_id=ladder_id, player_id=player_id)
    newcomers = list(_late_newcomers(now).values_list("ladder", "player")[:MOST_A_SWEEP])
    for ladder_id, player_id in newcomers:
        settle_newcomer(ladder_id=ladder_id, player_id=player_id)
    today = now.date()
    for ladder_id in Ladder.objects.filter(
        Q(sampled_on__isnull=True) | Q(sampled_on__lt=today), closed_at__isnull=True
    ).values_list("pk", flat=True):
        keep_places(ladder_id=ladder_id)
        sink_holders(ladder_id=ladder_id)
    return len(leaving) + len(done) + len(newcomers)


def _must_leave(now: datetime) -> Iterator[tuple[int, int, Limbo]]:
    stays = Rung.objects.filter(limbo__in=("", Limbo.CLOCK), ladder__closed_at__isnull=True)
    deleted, suspended = Q(player__deleted_at__isnull=False), Q(player__suspended_until__gt=now)
    member = Membership.objects.filter(club=OuterRef("ladder__club"), player=OuterRef("player"))
    for why, whom in (
        (Limbo.DELETED, deleted),
        (Limbo.SUSPENDED, suspended | Q(player__is_active=False, player__deleted_at__isnull=True)),
        (Limbo.CLUB, Q(ladder__club__isnull=False) & ~Exists(member)),
    ):
        for ladder_id, player_id in stays.filter(whom).values_list("ladder", "player")[:MOST_A_SWEEP]:
            yield ladder_id, player_id, why


def _done() -> QuerySet[Rung]:
    """In limbo, and no game runs any more."""
    games = Challenge.objects.filter(ladder=OuterRef("ladder"), settled_at__isnull=True)
    runs = games.filter(Q(challenger=OuterRef("player")) | Q(challenged=OuterRef("player")))
    return Rung.objects.filter(~Exists(runs), ~Q(limbo="")).order_by("pk")


def _late_newcomers(now: datetime) -> QuerySet[Rung]:
    """A vacation pauses their fortnight."""
    away = Q(player__vacation_since__lte=now, player__vacation_until__gt=now)
    return Rung.objects.filter(challenge_by__lte=now).exclude(away).order_by("challenge_by")


@transaction.atomic
def let_go(*, ladder_id: int, player_id: int) -> None:
    """Whoever is in limbo without games leaves. Locks the ladder."""
    ladder = lock_ladder(ladder_id)
    if rung := rung_of(ladder, player_id):
        end_limbo(ladder, rung, database_now())


@transaction.atomic
def settle_newcomer(*, ladder_id: int, player_id: int) -> bool:
    """A newcomer who has challenged nobody leaves, and is told; whether that is so. Not while a game of his
    runs there, and not if there was nobody whom he could have challenged: then he has another fortnight.
    Locks the ladder."""
    ladder = lock_ladder(ladder_id)
    rung, now = rung_of(ladder, player_id), database_now()
    if rung is None or rung.challenge_by is None or rung.challenge_by > now:
        return False
    _count_vacation(rung)
    if rung.challenge_by > now:
        pass
    elif running_games(ladder, player_id) or not _could_challenge(ladder, rung, now):
        rung.challenge_by = now + NEWCOMERS_CHALLENGE_WITHIN
    else:
        event = drop(ladder, rung, WhyLeft.NEWCOMER, now)
        notify_taken_off(ladder, event, player=rung.player, now=now)
        return True
    rung.save(update_fields=["challenge_by", "vacation_counted"])
    return False


def _count_vacation(rung: Rung) -> None:
    """The last vacation puts the newcomer's day off, once."""
    since, until = rung.player.vacation_since, rung.player.vacation_until
    if since is None or until is None or rung.challenge_by is None or since == rung.vacation_counted:
        return
    began = max(since, rung.joined_at)
    if began < min(until, rung.challenge_by):
        rung.challenge_by += until - began
        rung.vacation_counted = since


def _could_challenge(ladder: Ladder, rung: Rung, now: datetime) -> bool:
    challenger = Challenger(ladder, rung.player, rung, now)
    above = Rung.objects.filter(ladder=ladder, place__gte=challenger.highest, place__lt=rung.place)
    nearest = list(above.select_related("player").order_by("-place")[:LOOKED_AT])
    return bool(may_challenge(challenger, nearest))


@transaction.atomic
def keep_places(*, ladder_id: int) -> None:
    """Where everybody stands at the beginning of the day, once a day. Locks the ladder."""
    ladder = lock_ladder(ladder_id)
    today = database_now().date()
    if ladder.sampled_on is not None and ladder.sampled_on >= today:
        return
    ladder.sampled_on = today
    ladder.save(update_fields=["sampled_on"])
    rungs = Rung.objects.filter(ladder=ladder).values_list("player", "place")
    PlaceThen.objects.bulk_create(
        [PlaceThen(ladder=ladder, player_id=player, place=place, day=today) for player, place in rungs],
        batch_size=AT_ONCE,
        ignore_conflicts=True,
    )
    PlaceThen.objects.filter(ladder=ladder, day__lt=today - timedelta(days=DAYS_KEPT)).delete()
