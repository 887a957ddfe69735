"""Clearing away what nobody will look at again: games of guests who are gone, old answers, empty notes."""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.clearing import forget_guest, gone_guests
from accounts.models import Player
from games.log.moments import state_of
from games.models import Answer, Game, GameNote, Invitation, LogEntry, Seat, SeatKind, Status, TalkSeen
from games.refusals import GameRefusal
from games.services.log import lock_game
from games.services.seating import cancel_game, leave_game
from games.services.turns import resign
from upkeep.clock import database_now

AT_ONCE: Final = 500
GUESTS_AT_ONCE: Final = 50
KEPT_FOR: Final = timedelta(days=30)
KEY: Final = "guest-gone"


def clear_gone_guests() -> int:
    """Ends the games of guests who will not come back, and forgets the guests; how many.

    Who plays with somebody still there stays until that game is over: only the clock, or the others, may end
    it. Each game in a transaction of its own, which locks it.
    """
    gone = gone_guests()
    awaited = Seat.objects.filter(game=OuterRef("game"), kind=SeatKind.PLAYER, player__is_active=True)
    awaited = awaited.exclude(player=OuterRef("player")).exclude(player__in=gone.values("pk"))
    going_on = Seat.objects.filter(player=OuterRef("pk"), game__status=Status.RUNNING)
    lately = LogEntry.objects.filter(player=OuterRef("pk"), created_at__gt=database_now() - KEPT_FOR)
    waiting_for_nobody = gone.filter(~Exists(going_on.filter(Exists(awaited))), ~Exists(lately))
    guests = list(waiting_for_nobody.order_by("date_joined")[:GUESTS_AT_ONCE])
    for guest in guests:
        for game_id in _games_going_on(guest).values_list("pk", flat=True):
            _end_game(game_id, guest)
        forget_guest(guest=guest)
    return len(guests)


def _games_going_on(guest: Player) -> QuerySet[Game]:
    seated = Q(seats__player=guest, status__in=[Status.OPEN, Status.RUNNING])
    return Game.objects.filter(seated | Q(creator=guest, status=Status.OPEN)).order_by("pk").distinct()


@transaction.atomic
def _end_game(game_id: int, guest: Player) -> None:
    game, seats = lock_game(game_id)
    seat = next((seat for seat in seats if seat.player_id == guest.pk), None)
    with suppress(GameRefusal):  # it has begun or ended meanwhile; the next round sees it
        if game.status == Status.OPEN and game.creator_id == guest.pk:
            cancel_game(game_id=game_id, player=guest)
        elif game.status == Status.OPEN:
            leave_game(game_id=game_id, player=guest)
        elif seat is not None and seat.number in state_of(game, seats).position.living:
            resign(game_id=game_id, player=guest, key=KEY, confirmed=True)


def guest_goes(sender: object, *, player: Player, **more: Any) -> None:
    """Hears that a guest will not come back, in that transaction."""
    GameNote.objects.filter(player=player).delete()
    TalkSeen.objects.filter(player=player).delete()


def clear_invitations() -> int:
    """Deletes invitations that were answered, to games that wait for nobody any more; how many."""
    answered = Invitation.objects.exclude(answer=Answer.WAITING).exclude(seat__game__status=Status.OPEN)
    old = answered.filter(answered_at__lt=database_now() - KEPT_FOR)
    found = list(old.order_by("pk").values_list("pk", flat=True)[:AT_ONCE])
    return Invitation.objects.filter(pk__in=found).delete()[0] if found else 0


def clear_empty_notes() -> int:
    """Deletes notes that were begun and emptied again long ago; how many."""
    empty = GameNote.objects.filter(text="", changed_at__lt=database_now() - KEPT_FOR)
    found = list(empty.order_by("pk").values_list("pk", flat=True)[:AT_ONCE])
    return GameNote.objects.filter(pk__in=found, text="").delete()[0] if found else 0
