"""The outbox: who is told what, written in the transaction that makes the news."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from django.conf import settings

from accounts.models import Player
from accounts.selectors import confirmed_addresses
from games.models import Game, Invitation, Notice, NoticeKind, Seat, Status
from games.notices.letters import SWITCH_OF
from games.wake import wake_notice


class Dropped(enum.StrEnum):
    """Why a notice was not sent."""

    STALE = "stale"
    TAKEN_BACK = "taken-back"
    """The turn that it tells of."""
    SWITCHED_OFF = "switched-off"
    NO_ADDRESS = "no-address"
    REFUSED = "refused"
    """The mail server says that there is no such address."""
    TOO_MANY_TRIES = "too-many-tries"


def notify_moment(
    game: Game, seats: Sequence[Seat], *, was_next: int | None, by: Player | None, now: datetime
) -> None:
    """What follows for the players from the moment just saved; `by` made it and is not told.

    `was_next` is the seat that was to move before: who still is has been told already.
    """
    if game.status == Status.FINISHED:
        notify_end(game, seats, by=by, now=now)
    elif game.log_number == 0:
        notify_start(game, seats, by=by, now=now)
    elif game.next_seat != was_next:
        notify_turn(game, seats, by=by, now=now)


def notify_turn(game: Game, seats: Sequence[Seat], *, by: Player | None, now: datetime) -> None:
    """Tells the player to move. The game must be locked and running."""
    if game.next_seat is not None:
        _write(NoticeKind.TURN, game, [seats[game.next_seat].player], by, game.log_number, now)


def forget_turn(game: Game, number: int) -> None:
    """The turn of this number is taken back: who was not told yet will not be. The game must be locked.

    The turn that takes its place is news again, for whoever was told too soon as well.
    """
    unsent = Notice.objects.filter(game=game, kind=NoticeKind.TURN, news=number, due_at__isnull=False)
    unsent.update(due_at=None, dropped=Dropped.TAKEN_BACK)


def notify_start(game: Game, seats: Sequence[Seat], *, by: Player | None, now: datetime) -> None:
    """Tells all; who has the first turn and wants no mail of starts gets the one of turns instead."""
    told = _write(NoticeKind.START, game, [seat.player for seat in seats], by, game.log_number, now)
    first = None if game.next_seat is None else seats[game.next_seat].player_id
    if first not in told:
        notify_turn(game, seats, by=by, now=now)


def notify_end(game: Game, seats: Sequence[Seat], *, by: Player | None, now: datetime) -> None:
    """Tells all, also those who were out already."""
    _write(NoticeKind.END, game, [seat.player for seat in seats], by, game.log_number, now)


def notify_invitation(invitation: Invitation) -> None:
    """Tells the player invited by name; a link is handed on by the inviter."""
    game = invitation.seat.game
    _write(NoticeKind.INVITATION, game, [invitation.player], None, invitation.pk, invitation.created_at)


def notify_draw(game: Game, asked: Iterable[Player | None], *, by: Player, now: datetime) -> None:
    """Tells those whose agreement is missing. Offered again in the same position it is no news."""
    _write(NoticeKind.DRAW, game, asked, by, game.log_number, now)


def notify_terms(game: Game, seats: Sequence[Seat], *, by: Player, now: datetime) -> None:
    """Tells all who sit there that they must agree anew."""
    _write(NoticeKind.TERMS, game, [seat.player for seat in seats], by, game.terms_number, now)


def notify_removed(game: Game, seat_id: int, player: Player | None, *, by: Player, now: datetime) -> None:
    _write(NoticeKind.REMOVED, game, [player], by, seat_id, now)


def notify_cancelled(game: Game, seats: Sequence[Seat], *, by: Player | None, now: datetime) -> None:
    """Tells all who sat there that the game will not begin; `by` is None when its time is over."""
    _write(NoticeKind.CANCELLED, game, [seat.player for seat in seats], by, 0, now)


def _write(
    kind: NoticeKind,
    game: Game,
    players: Iterable[Player | None],
    by: Player | None,
    news: int,
    now: datetime,
) -> set[int]:
    """The ids of those who get a mail: people with a confirmed address and the switch on, but not `by`.

    Without such people it takes no query. The same news written twice is one notice.
    """
    wanted = [player for player in players if player is not None and player != by and _wants(player, kind)]
    due = now + timedelta(seconds=settings.SWEEP_SECONDS)
    rows = [
        Notice(player_id=player_id, game=game, kind=kind, news=news, created_at=now, due_at=due)
        for player_id in (confirmed_addresses(wanted) if wanted else ())
    ]
    # Updating nothing where the notice exists, so that its id comes back in either case.
    keys = ["player", "game", "kind", "news"]
    for notice in Notice.objects.bulk_create(
        rows, update_conflicts=True, unique_fields=keys, update_fields=["news"]
    ):
        wake_notice(notice_id=notice.pk, tries=0)
    return {row.player_id for row in rows}


def _wants(player: Player, kind: NoticeKind) -> bool:
    return player.is_human and bool(player.email) and bool(getattr(player, SWITCH_OF[kind]))
