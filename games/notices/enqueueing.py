"""Who is told what of a game, in the transaction that makes the news."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from typing import Any

from accounts.models import Player
from clubs.models import ClubReport
from games.models import Game, Invitation, Report, Seat, Status
from games.notices.kinds import NoticeKind
from games.notices.reports import waiting_reports
from notices.services import channels_for, tell, withdraw


def notify_moment(
    game: Game,
    seats: Sequence[Seat],
    *,
    was_next: int | None,
    by: Player | None,
    now: datetime,
    reachable: Collection[int] | None = None,
) -> None:
    """What follows for the players from the moment just saved; `by` made it and is not told.

    `was_next` is the seat that was to move before: who still is has been told already. `reachable` as
    `notices.services.tell` takes it.
    """
    if game.status == Status.FINISHED:
        notify_end(game, seats, by=by, now=now)
    elif game.log_number == 0:
        notify_start(game, seats, by=by, now=now)
    elif game.next_seat != was_next:
        notify_turn(game, seats, by=by, now=now, reachable=reachable)


def notify_turn(
    game: Game,
    seats: Sequence[Seat],
    *,
    by: Player | None,
    now: datetime,
    reachable: Collection[int] | None = None,
) -> None:
    """Tells the player to move. The game must be locked and running."""
    if game.next_seat is not None:
        mover = seats[game.next_seat].player
        _tell(NoticeKind.TURN, game, [mover], by, game.log_number, now, reachable)


def forget_turn(game: Game, number: int) -> None:
    """The turn of this number is taken back: who was not told yet will not be. The game must be locked.

    The turn that takes its place is news again, for whoever was told too soon as well.
    """
    withdraw(kind=NoticeKind.TURN, key=game.public_id, news=number)


def notify_start(game: Game, seats: Sequence[Seat], *, by: Player | None, now: datetime) -> None:
    """Tells all; who has the first turn is told of that too where that of the start does not come."""
    mailed = _tell(NoticeKind.START, game, [seat.player for seat in seats], by, game.log_number, now)
    first = None if game.next_seat is None else seats[game.next_seat].player
    if first is None:
        return
    if first.pk not in mailed:
        notify_turn(game, seats, by=by, now=now)
    elif set(channels_for(first, NoticeKind.TURN)) - set(channels_for(first, NoticeKind.START)):
        notify_turn(game, seats, by=by, now=now, reachable=())


def notify_end(game: Game, seats: Sequence[Seat], *, by: Player | None, now: datetime) -> None:
    """Tells all, also those who were out already."""
    _tell(NoticeKind.END, game, [seat.player for seat in seats], by, game.log_number, now)


def notify_invitation(invitation: Invitation) -> None:
    """Tells the player invited by name; a link is handed on by the inviter."""
    game = invitation.seat.game
    _tell(NoticeKind.INVITATION, game, [invitation.player], None, invitation.pk, invitation.created_at)


def notify_draw(game: Game, asked: Iterable[Player | None], *, by: Player, now: datetime) -> None:
    """Tells those whose agreement is missing. Offered again in the same position it is no news."""
    _tell(NoticeKind.DRAW, game, asked, by, game.log_number, now)


def notify_consent(game: Game, asked: Iterable[Player | None], *, by: Player, now: datetime) -> None:
    """Tells those who have not agreed yet to what somebody proposes about the clocks."""
    _tell(NoticeKind.CONSENT, game, asked, by, game.log_number, now)


def notify_terms(game: Game, seats: Sequence[Seat], *, by: Player, now: datetime) -> None:
    """Tells all who sit there that they must agree anew."""
    _tell(NoticeKind.TERMS, game, [seat.player for seat in seats], by, game.terms_number, now)


def notify_ready_check(game: Game, asked: Iterable[Player | None], *, by: Player, now: datetime) -> None:
    """Tells those who must confirm that the table is full; once each time it is."""
    _tell(NoticeKind.MUSTER, game, asked, by, game.musters, now)


def notify_unconfirmed(game: Game, players: Iterable[Player | None], *, now: datetime) -> None:
    """Tells those who have lost their seats because they did not confirm."""
    _tell(NoticeKind.UNCONFIRMED, game, players, None, game.musters, now)


def notify_removed(game: Game, seat_id: int, player: Player | None, *, by: Player, now: datetime) -> None:
    _tell(NoticeKind.REMOVED, game, [player], by, seat_id, now)


def notify_cancelled(game: Game, seats: Sequence[Seat], *, by: Player | None, now: datetime) -> None:
    """Tells all who sat there that the game will not begin; `by` is None when its time is over."""
    _tell(NoticeKind.CANCELLED, game, [seat.player for seat in seats], by, 0, now)


def notify_absence(kind: NoticeKind, game: Game, players: Iterable[Player | None], *, now: datetime) -> None:
    """Tells those whose clock runs short or ran out, or whose seat somebody has taken."""
    _tell(kind, game, players, None, game.log_number, now)


def notify_seat_open(game: Game, number: int, players: Iterable[Player], *, now: datetime) -> set[int]:
    """Tells volunteers that somebody is wanted, by this entry of the log; the ids of those who are told."""
    return _tell(NoticeKind.SEAT_OPEN, game, players, None, number, now)


def notify_reopened(game: Game, seats: Sequence[Seat], *, now: datetime) -> None:
    """Tells all that what the clocks had brought about is undone."""
    _tell(NoticeKind.REOPENED, game, [seat.player for seat in seats], None, game.log_number, now)


def notify_play_on(game: Game, asked: Iterable[Player | None], *, by: Player | None, now: datetime) -> None:
    """Tells whoever has lost on time that the winner would play on."""
    _tell(NoticeKind.PLAY_ON, game, asked, by, game.log_number, now)


def notify_report(report: Report | ClubReport, *, now: datetime) -> None:
    """Tells staff of a new one, unless they have been told of another that still waits."""
    if waiting_reports().total == 1:
        staff = Player.objects.filter(is_staff=True, is_active=True)
        key = "club-reports" if isinstance(report, ClubReport) else "reports"
        tell(kind=NoticeKind.REPORT, key=key, news=report.pk, players=staff, by=None, now=now)


def club_is_reported(sender: object, *, report: ClubReport, now: datetime, **more: Any) -> None:
    """Hears that somebody has reported what a club says of itself."""
    notify_report(report, now=now)


def _tell(
    kind: NoticeKind,
    game: Game,
    players: Iterable[Player | None],
    by: Player | None,
    news: int,
    now: datetime,
    reachable: Collection[int] | None = None,
) -> set[int]:
    """The ids of those who get a notice."""
    return tell(
        kind=kind, key=game.public_id, news=news, players=players, by=by, now=now, reachable=reachable
    )
