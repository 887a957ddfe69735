"""What a game of the stairs has moved, for the page of its end; where a player stands, for the profile."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import Player
from games.models import Game
from games.table.slots import ChangeRow, EndChanges
from ladders.models import StairsEvent, StairsPlayer, StairsSeat
from ladders.stairs.services.origin import ORIGIN
from ratings.presenters.figures import signed


def moved_by_stairs(game: Game) -> EndChanges | None:
    """None for other games, which costs nothing. Two queries."""
    if game.origin_kind != ORIGIN:
        return None
    sat = StairsSeat.objects.filter(table__game=game, table__settled_number__isnull=False)
    seats = list(sat.select_related("player"))
    if not seats:
        return None
    moves = StairsEvent.objects.filter(game=game, kind=StairsEvent.Kind.MOVED).order_by("number")
    steps = dict(moves.values_list("player", "step"))
    rows = [
        ChangeRow(
            seat.player.name,
            seat.player.get_absolute_url(),
            str(steps[seat.player_id] - seat.change),
            str(steps[seat.player_id]),
            signed(seat.change),
            seat.change,
        )
        for seat in seats
        if seat.change
    ]
    notes = () if rows else (gettext("This game moves nobody on the stairs."),)
    return EndChanges(gettext("Stairs"), tuple(rows), notes, reverse("ladders:stairs"), gettext("The stairs"))


def step_of(player: Player) -> int | None:
    """None: not on the stairs. One query."""
    found = StairsPlayer.objects.filter(player=player, left_at=None).values_list("step", flat=True)
    return found.first()
