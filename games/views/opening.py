"""Opening the table: which requests count as having looked at a game."""

from __future__ import annotations

from django.http import HttpRequest

from games.access import game_for_request, seat_of
from games.models import Game, Status
from games.services import TurnTaken, open_table
from games.table.view import RunningTable, Table, table_for
from notices.presence import note_open


def opened_game(request: HttpRequest, public_id: str) -> Game:
    """The game of `game_for_request`, which its player has opened with this. Raises Http404.

    Writes only when there is something new to the player. What a browser fetches in advance shows nothing
    to anybody yet.
    """
    game = game_for_request(request, public_id)
    seat = seat_of(game, request.user)
    if seat is None or is_fetched_ahead(request):
        return game
    note_open(player=request.user.public_id, key=public_id)
    if seat.seen_number >= game.log_number:
        return game
    number = open_table(game_id=game.pk, player=request.user)
    if number != game.log_number:
        return game_for_request(request, public_id)
    seat.seen_before, seat.seen_number = seat.seen_number, number
    return game


def table_after_turn(request: HttpRequest, taken: TurnTaken) -> Table:
    """The table for the answer to a turn of who asks. As long as it goes on, and nobody has answered already,
    the game is not read or written again for it: the player's own turn is all that is new to him, and he has
    seen the rest."""
    game = taken.game
    if not taken.repeated and game.status == Status.RUNNING:
        table = table_for(game, request.user)
        if isinstance(table, RunningTable) and table.is_present:
            note_open(player=request.user.public_id, key=game.public_id)
            return table
    return table_for(opened_game(request, game.public_id), request.user)


def is_fetched_ahead(request: HttpRequest) -> bool:
    """Whether nobody looks at the answer yet."""
    purposes = (request.headers.get(name, "") for name in ("Sec-Purpose", "Purpose", "X-Moz"))
    return request.method == "HEAD" or any("prefetch" in purpose for purpose in purposes)
