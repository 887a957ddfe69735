"""Whether a notice still says what is so."""

from __future__ import annotations

from typing import Final

from games.lobby.waiting import seat_agrees
from games.models import Answer, DrawVote, EntryKind, Game, Invitation, LogEntry, Notice, NoticeKind, Status

BEFORE_THE_START: Final = frozenset({NoticeKind.TERMS, NoticeKind.REMOVED, NoticeKind.CANCELLED})


def is_still_true(notice: Notice) -> bool:
    game = notice.game
    if notice.kind == NoticeKind.INVITATION:
        invitations = Invitation.objects.filter(pk=notice.news, player=notice.player, seat__game=game)
        return game.status == Status.OPEN and invitations.filter(answer=Answer.WAITING).exists()
    if notice.kind in BEFORE_THE_START:
        return _is_true_before_the_start(notice)
    seat = game.seats.filter(player=notice.player).values_list("number", flat=True).first()
    if seat is None:
        return False
    match notice.kind:
        case NoticeKind.DRAW:
            return _is_asked_for_a_draw(game, seat)
        case NoticeKind.TURN:
            return game.next_seat == seat and not _has_moved_since(game, seat, notice.news)
        case NoticeKind.START:
            return game.status == Status.RUNNING and seat not in game.departed
        case _:
            return game.status == Status.FINISHED


def _is_true_before_the_start(notice: Notice) -> bool:
    game = notice.game
    seat = game.seats.filter(player=notice.player).first()
    match notice.kind:
        case NoticeKind.TERMS:
            return game.status == Status.OPEN and seat is not None and not seat_agrees(game, seat)
        case NoticeKind.REMOVED:
            return game.status == Status.OPEN and seat is None
        case _:
            return game.status == Status.CANCELLED


def _is_asked_for_a_draw(game: Game, seat: int) -> bool:
    votes = set(DrawVote.objects.filter(game=game).values_list("seat", flat=True))
    return game.status == Status.RUNNING and seat not in votes and bool(votes)


def _has_moved_since(game: Game, seat: int, number: int) -> bool:
    """Then it is his turn again, and another notice says so."""
    return LogEntry.objects.filter(game=game, number__gt=number, kind=EntryKind.TURN, seat=seat).exists()
