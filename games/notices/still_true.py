"""Whether a notice still says what is so of its game."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Final, TypeAlias

from django.db.models import Value

from accounts.vacation.keeping import vacation_of
from games.clocks.absence import is_adrift, is_open_to_substitutes
from games.lobby.taking_over import Substitute
from games.lobby.waiting import is_here, seat_agrees
from games.log.votes import standing_votes
from games.models import Answer, Consent, EntryKind, Game, Invitation, LogEntry, PlayOn, Seat, Status
from games.notices.about import Judged, game_of
from games.notices.reports import waiting_reports
from notices.models import Notice
from upkeep.clock import database_now
from upkeep.kept.compiled_query import CompiledQuery
from upkeep.watching.logs import bind

RINGS_AT_NIGHT: Final = timedelta(hours=2)
_Judge: TypeAlias = Callable[[Notice, Game, Sequence[Seat]], bool]


def _of_its_game(judge: _Judge) -> Callable[..., bool]:
    @functools.wraps(judge)
    def is_still_true(notice: Notice, known: Judged | None = None) -> bool:
        bind(game=str(notice.key))
        now = known or game_of(notice)
        return now is not None and judge(notice, now.game, now.seats)

    return is_still_true


@_of_its_game
def is_invited(notice: Notice, game: Game, seats: Sequence[Seat]) -> bool:
    invitations = Invitation.objects.filter(pk=notice.news, player=notice.player, seat__game=game)
    return game.status == Status.OPEN and invitations.filter(answer=Answer.WAITING).exists()


@_of_its_game
def must_agree(notice: Notice, game: Game, seats: Sequence[Seat]) -> bool:
    seat = _seat_of(notice, seats)
    return game.status == Status.OPEN and seat is not None and not seat_agrees(game, seat)


@_of_its_game
def must_confirm(notice: Notice, game: Game, seats: Sequence[Seat]) -> bool:
    seat = _seat_of(notice, seats)
    return game.musters_until is not None and seat is not None and not is_here(game, seat)


@_of_its_game
def has_no_seat(notice: Notice, game: Game, seats: Sequence[Seat]) -> bool:
    return game.status == Status.OPEN and _seat_of(notice, seats) is None


@_of_its_game
def is_cancelled(notice: Notice, game: Game, seats: Sequence[Seat]) -> bool:
    return game.status == Status.CANCELLED


@_of_its_game
def is_asked_for_a_draw(notice: Notice, game: Game, seats: Sequence[Seat]) -> bool:
    seat = _seat_of(notice, seats)
    votes = standing_votes(game)
    return game.status == Status.RUNNING and seat is not None and seat.number not in votes and bool(votes)


@_of_its_game
def is_asked_to_consent(notice: Notice, game: Game, seats: Sequence[Seat]) -> bool:
    seat = _seat_of(notice, seats)
    if game.status != Status.RUNNING or seat is None or not game.asks_consent:
        return False
    return not Consent.objects.filter(game=game, seat__in=[seat.number]).exists()


@_of_its_game
def is_to_move(notice: Notice, game: Game, seats: Sequence[Seat]) -> bool:
    """Who has moved meanwhile and is to move again is told so by another notice."""
    seat = _seat_of(notice, seats)
    if seat is None or seat.number is None or game.next_seat != seat.number:
        return False
    return not _LATER_TURNS(game.pk, seat.number, notice.news)


_LATER_TURNS: Final = CompiledQuery(
    lambda game, seat, number: LogEntry.objects.filter(
        game=game, kind=EntryKind.TURN, seat=Value(seat), number__gt=Value(number)
    ).values_list("pk")[:1],
    int,
    int,
    int,
)


@_of_its_game
def has_begun(notice: Notice, game: Game, seats: Sequence[Seat]) -> bool:
    seat = _seat_of(notice, seats)
    return game.status == Status.RUNNING and seat is not None and seat.number not in game.departed


@_of_its_game
def is_over(notice: Notice, game: Game, seats: Sequence[Seat]) -> bool:
    return game.status == Status.FINISHED and _seat_of(notice, seats) is not None


def answer_until(notice: Notice) -> datetime | None:
    """Until when the turn can be made; None: there is no clock, or it does not run."""
    return Game.objects.filter(public_id=notice.key).values_list("due_at", flat=True).first()


@_of_its_game
def runs_short(notice: Notice, game: Game, seats: Sequence[Seat]) -> bool:
    """It is still the same turn."""
    gone_on = game.log.filter(number__gt=notice.news).played()
    return game.due_at is not None and _is_mover(notice, game, seats) and not gone_on.exists()


@_of_its_game
def has_hardly_time(notice: Notice, game: Game, seats: Sequence[Seat]) -> bool:
    """So little that its player may be woken."""
    return game.due_at is not None and game.due_at - database_now() < RINGS_AT_NIGHT


@_of_its_game
def is_on_vacation(notice: Notice, game: Game, seats: Sequence[Seat]) -> bool:
    return runs_short(notice, Judged(game, seats)) and vacation_of(notice.player, database_now()) is not None


@_of_its_game
def is_away(notice: Notice, game: Game, seats: Sequence[Seat]) -> bool:
    seat = _seat_of(notice, seats)
    return game.status == Status.RUNNING and seat is not None and is_adrift(game, seat)


@_of_its_game
def has_a_substitute(notice: Notice, game: Game, seats: Sequence[Seat]) -> bool:
    return game.status == Status.RUNNING and _seat_of(notice, seats) is None


@_of_its_game
def is_wanted(notice: Notice, game: Game, seats: Sequence[Seat]) -> bool:
    """A seat is open, and to this player."""
    now = database_now()
    if game.status != Status.RUNNING or not any(is_open_to_substitutes(game, seat, now) for seat in seats):
        return False
    return Substitute(notice.player, [game]).why_not(game, list(seats)) is None


@_of_its_game
def goes_on(notice: Notice, game: Game, seats: Sequence[Seat]) -> bool:
    return game.status == Status.RUNNING and _seat_of(notice, seats) is not None


@_of_its_game
def is_asked_to_play_on(notice: Notice, game: Game, seats: Sequence[Seat]) -> bool:
    offers = PlayOn.objects.filter(game=game, accepted=False, until__gt=database_now())
    return game.status == Status.FINISHED and offers.exists()


def _is_mover(notice: Notice, game: Game, seats: Sequence[Seat]) -> bool:
    seat = _seat_of(notice, seats)
    return seat is not None and game.next_seat == seat.number


def _seat_of(notice: Notice, seats: Sequence[Seat]) -> Seat | None:
    return next((seat for seat in seats if seat.player_id == notice.player_id), None)


def is_reported(notice: Notice) -> bool:
    """That something waits for staff."""
    return notice.player.is_staff and waiting_reports().total > 0
