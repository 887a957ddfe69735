"""What each player sees of a game: how far the log was looked at, and a map of one's own."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Case, F, Q, QuerySet, When

from accounts.models import Player
from board.map.places import tidy
from games.log.moments import moment_of
from games.models import Game, Seat, SeatKind, Status
from games.refusals import GameRefusal, GameRefusalCode
from games.services.log import lock_game, seat_held
from notices.services import see
from upkeep.services import write_down_act


@transaction.atomic
def open_table(*, game_id: int, player: Player) -> int:
    """The player opens the table and sees the log to its end, whose number is returned.

    `Seat.seen_number` becomes that number, and `seen_before` what it was; nothing changes when there is
    nothing new or the player has no seat. What the bell has of the game is seen with it. From then on the
    turn before cannot be taken back, so the page must be built from a game read afterwards, or one that stood
    at that number already. While the game runs, `Seat.has_come` becomes true. For pages that a player asks
    for; polls and previews show news to nobody in particular.

    Locks the game: a turn that is being taken back is either seen or gone, never both.
    """
    game = (
        Game.objects.select_for_update(no_key=True).only("public_id", "log_number", "status").get(pk=game_id)
    )
    own = Seat.objects.filter(game=game_id, player=player)
    is_new = Q(seen_number__lt=game.log_number)
    seen = {
        "seen_before": Case(When(is_new, then=F("seen_number")), default=F("seen_before")),
        "seen_number": game.log_number,
    }
    if game.status == Status.RUNNING:
        came = own.filter(is_new | Q(has_come=False)).update(**seen, has_come=True)
    else:
        came = own.filter(is_new).update(**seen)
    if came:
        see(player=player, key=game.public_id)
    return game.log_number


def keep_half_made(*, game: Game, seat: Seat, query: str) -> None:
    """Keeps the turn that the player has begun, as an address holds it, until that turn is over; an empty
    `query`: nothing is begun. Writes only what is new.

    Locks nothing: what comes too late belongs to a turn that is over, and is never read.
    """
    half_made = {"turns": game.turn_count, "query": query} if query else None
    if half_made != seat.half_made:
        seat.half_made = half_made
        seat.save(update_fields=["half_made"])


@transaction.atomic
def tidy_map(*, game_id: int, player: Player) -> Game:
    """Closes the gaps of the map in the player's own view; what comes later has its place in it as well.

    Neither the game nor the view of anybody else changes. Locks the game. Raises GameRefusal
    (NOT_A_PLAYER; NOT_RUNNING: it has not started).
    """
    game, seats = lock_game(game_id)
    seat = seat_held(seats, player)
    if game.started_at is None:
        raise GameRefusal(GameRefusalCode.NOT_RUNNING)
    moment = moment_of(game, seats)
    seat.tidied = tidy(moment.places, moment.state.position).to_json()
    seat.save(update_fields=["tidied"])
    return game


@transaction.atomic
def undo_tidying(*, game_id: int, player: Player) -> Game:
    """The player sees the map again as all do. Locks the game. Raises GameRefusal (NOT_A_PLAYER)."""
    game, seats = lock_game(game_id)
    seat = seat_held(seats, player)
    seat.tidied = None
    seat.save(update_fields=["tidied"])
    return game


def people_at(game: Game) -> QuerySet[Seat]:
    """The seats of those who read what staff do to the game."""
    return game.seats.filter(kind=SeatKind.PLAYER, player__isnull=False).select_related("player")


@transaction.atomic
def look_as_staff(*, staff: Player, game: Game, reason: str) -> None:
    """Lets staff look at a game that not everybody may watch; its players read that they did. Raises
    ValidationError without a reason."""
    write_down_act(
        staff=staff,
        act="look_as_staff",
        done_to=game,
        public_id=game.public_id,
        reason=reason,
        concerns=[seat.player for seat in people_at(game)],
    )
