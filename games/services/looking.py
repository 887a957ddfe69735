"""Who has seen what of a game."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F

from accounts.models import Player
from games.models import Game, Seat


@transaction.atomic
def open_table(*, game_id: int, player: Player) -> int:
    """The player opens the table and sees the log to its end, whose number is returned.

    `Seat.seen_number` becomes that number, and `seen_before` what it was; nothing changes when there is
    nothing new or the player has no seat. From then on the turn before cannot be taken back, so the page
    must be built from a game read afterwards, or one that stood at that number already. For pages that a
    player asks for; polls and previews show news to nobody in particular.

    Locks the game: a turn that is being taken back is either seen or gone, never both.
    """
    game = Game.objects.select_for_update(no_key=True).only("log_number").get(pk=game_id)
    own = Seat.objects.filter(game=game_id, player=player, seen_number__lt=game.log_number)
    own.update(seen_before=F("seen_number"), seen_number=game.log_number)
    return game.log_number
