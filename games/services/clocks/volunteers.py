"""Who wants to hear of it is told that a seat is open: some at a time, nobody more than once a day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Player, Quiet
from accounts.selectors import confirmed_addresses_of
from games.clocks.absence import OPEN_TO_SUBSTITUTES, is_open_to_substitutes
from games.lobby.taking_over import Substitute
from games.models import EntryKind, Seat, Status, Visibility
from games.notices.enqueueing import notify_seat_open
from games.notices.kinds import NoticeKind
from games.services.log import lock_game
from notices.models import Notice
from upkeep.clock import database_now

LOOKED_AT: Final = 60.0
"""Seconds between two looks at the seats that are open."""
SEATS_AT_ONCE: Final = 12
MOST_TOLD: Final = 20
"""Of one seat."""
TOLD_ONCE_IN: Final = timedelta(days=1)


def call_for_substitutes() -> int:
    """Of the seats of public games that are open, those that went adrift last; returns how many volunteers
    are told. Each game is a transaction of its own, which locks it; done twice it tells nobody twice."""
    since = database_now() - OPEN_TO_SUBSTITUTES
    seats = Seat.objects.filter(
        adrift_since__gt=since, game__status=Status.RUNNING, game__visibility=Visibility.PUBLIC
    )
    found = seats.order_by("-adrift_since").values_list("game_id", "number")[:SEATS_AT_ONCE]
    return sum(call_for_substitute(game_id=game, seat=seat) for game, seat in found if seat is not None)


@transaction.atomic
def call_for_substitute(*, game_id: int, seat: int) -> int:
    """Tells volunteers who may take this seat that it is open; returns how many. Locks the game."""
    game, seats = lock_game(game_id)
    now = database_now()
    if game.status != Status.RUNNING or game.visibility != Visibility.PUBLIC:
        return 0
    if not is_open_to_substitutes(game, seats[seat], now):
        return 0
    adrift = game.log.filter(kind=EntryKind.CLOCK, seat=seat, data__what="adrift").order_by("-number")
    number = adrift.values_list("number", flat=True).first() or 0
    told = Notice.objects.filter(kind=NoticeKind.SEAT_OPEN, key=game.public_id, news=number).count()
    asked = [
        player
        for player in _volunteers(seats, now)[: max(0, MOST_TOLD - told)]
        if Substitute(player, [game]).why_not(game, seats) is None
    ]
    return len(notify_seat_open(game, number, asked, now=now))


def _volunteers(seats: Sequence[Seat], now: datetime) -> QuerySet[Player]:
    """By lot: whom mail reaches, who has been told of no seat lately, and who and the players of these seats
    have nothing against each other."""
    players = [seat.player_id for seat in seats if seat.player_id is not None]
    told = Notice.objects.filter(
        player=OuterRef("pk"), kind=NoticeKind.SEAT_OPEN, created_at__gt=now - TOLD_ONCE_IN
    )
    quiet = Quiet.objects.filter(
        Q(owner=OuterRef("pk"), other__in=players) | Q(owner__in=players, other=OuterRef("pk"))
    )
    free = Q(suspended_until=None) | Q(suspended_until__lte=now)
    volunteers = Player.objects.filter(
        free, ~Exists(told), ~Exists(quiet), Exists(confirmed_addresses_of(OuterRef("pk")))
    )
    return volunteers.filter(mail_open_seats=True, is_active=True).exclude(pk__in=players).order_by("?")
