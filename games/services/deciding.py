"""What staff do in a game: resign for a player, give time, end it, correct its result. All of it through the
log."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import timedelta
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.clocks.deadlines import given_since, hold, keep_left, left_of, pace_of, ticking
from games.clocks.pulse import time_of
from games.log.alignments import alignments_for_judge
from games.log.moments import after_decision, moment_of
from games.log.words import BY_EVENT, BY_STAFF
from games.models import EntryKind, Game, Seat, SeatKind, Status
from games.services.clocks.falling import note
from games.services.log import append_entry, lock_game, save_moment
from games.services.looking import people_at
from games.services.turns import resign_seat
from games.signals import game_reopened
from upkeep.services import write_down_act

LEAST_GIVEN: Final = timedelta(minutes=1)
"""A clock that is full holds a moment less by the time one asks."""


class NotInThisGame(ValidationError):
    def __init__(self) -> None:
        super().__init__(_("This cannot be done in this game as it stands."), code="not_in_this_game")


@transaction.atomic
def resign_for(*, staff: Player, game: Game, seat: int, reason: str) -> Game:
    """Resigns for a person who keeps others waiting, in or out of turn; the log says by whom.

    Locks the game. Raises ValidationError (no_reason; not_in_this_game: it is not running, the seat is no
    person's or out already).
    """
    game, seats = lock_game(game.pk)
    held = seats[seat] if seat in range(len(seats)) else None
    if game.status != Status.RUNNING or held is None or held.kind != SeatKind.PLAYER:
        raise NotInThisGame
    if seat not in moment_of(game, seats).state.position.living:
        raise NotInThisGame
    resign_seat(game, seats, held, key="", confirmed=True, data=BY_STAFF)
    _write_down("resign_for", staff, game, reason)
    return game


@transaction.atomic
def decide_game(
    *, staff: Player, game: Game, reason: str, winners: Collection[int] = (), draw: bool = False
) -> Game:
    """Ends a game that has started, or changes how it ended: these seats have won, or drawn; without any the
    game is void and counts for nobody. What followed from the result it had is undone in the same commit.

    Locks the game. Raises ValidationError (no_reason; not_in_this_game: not started, no such seats, a draw of
    fewer than two, or it ended so already).
    """
    game, seats = lock_game(game.pk)
    if game.status not in (Status.RUNNING, Status.FINISHED):
        raise NotInThisGame
    decided: dict[str, Any] = {"winners": sorted(set(winners)), "draw": draw}
    if not set(winners) <= set(range(len(seats))) or (draw and len(set(winners)) < 2):
        raise NotInThisGame
    if game.outcome is not None and {name: game.outcome[name] for name in decided} == decided:
        raise NotInThisGame
    append_decision(game, seats, decided)
    _write_down("decide_game", staff, game, reason)
    return game


@transaction.atomic
def extend_clock(*, staff: Player, game: Game, hours: int, reason: str) -> Game:
    """Gives the player to move so much more time, as far as the clock holds it; the log says so, and why.

    Locks the game. Raises ValidationError (no_reason; not_in_this_game: no clock is to run, or it holds no
    more).
    """
    game, seats = lock_game(game.pk)
    pace, now = pace_of(game), time_of(game)
    if game.next_seat is None or pace is None or ticking(game) is None:
        raise NotInThisGame
    hold(game, now)
    left, before = left_of(game, game.next_seat), list(game.clock_left)
    keep_left(game, game.next_seat, pace.given(left, timedelta(hours=hours)))
    if left_of(game, game.next_seat) - left < LEAST_GIVEN:
        raise NotInThisGame
    data = {"what": "extended", "reason": reason, "amounts": given_since(game, before)}
    note(game, seats, seats[game.next_seat], EntryKind.CLOCK, data, now)
    _write_down("extend_clock", staff, game, reason)
    return game


def append_decision(game: Game, seats: list[Seat], decided: Mapping[str, Any]) -> Game:
    """Writes the decision, of seats that there are, and all that follows from it; by staff, unless it is
    BY_EVENT. The game must be locked."""
    if game.status == Status.FINISHED:
        game_reopened.send(sender=Game, game=game, seats=seats)
    data: dict[str, Any] = {"winners": list(decided["winners"]), "draw": decided["draw"]}
    if BY_EVENT.items() <= decided.items():
        data |= BY_EVENT
    moment, played = after_decision(moment_of(game, seats), data, alignments_for_judge(game))
    now = time_of(game)
    append_entry(game, EntryKind.DECISION, moment, played, now=now, data=data)
    save_moment(game, seats, moment, now)
    return game


def _write_down(act: str, staff: Player, game: Game, reason: str) -> None:
    write_down_act(
        staff=staff,
        act=act,
        done_to=game,
        public_id=game.public_id,
        reason=reason,
        concerns=[seat.player for seat in people_at(game)],
    )
