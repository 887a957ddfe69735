"""The same again: one rematch for each game, with its people and its terms."""

from __future__ import annotations

import random
from collections.abc import Sequence

from django.db import transaction

from accounts.models import Player
from bots.levels import FORMER
from clubs.models import Club
from games.access import check_may_play
from games.lobby.terms import GameTerms
from games.models import Game, Seat, SeatKind, SeatOrder, Status
from games.refusals import GameRefusal, GameRefusalCode
from games.services.invitations import check_invited
from games.services.log import lock_game, seat_held
from games.services.seating import SeatWish, check_club, create_game, join_game
from games.services.starting import LOTS
from homeworlds.rules import Preset


@transaction.atomic
def ask_rematch(*, game_id: int, player: Player, contribution: str = "", lots: random.Random = LOTS) -> Game:
    """The rematch of a finished game: made by the first who asks, joined by the others.

    It has the rules, terms and handicaps of the old game and new lots. The people of the old game are
    invited; where one cannot be, the seat is open. Bots of the same levels sit down again, and
    others for those that are offered no more. Who asks later takes the seat kept for him, unless the terms
    have changed: then the table asks him first. A rematch that was cancelled gives way to a
    new one. It is of the same club while all are members. `contribution` as in `join_game`.

    Locks the game, then its rematch. Raises GameRefusal (NOT_A_PLAYER, NOT_FINISHED, and as
    `create_game`).
    """
    check_may_play(player)
    game, seats = lock_game(game_id)
    seat_held(seats, player)
    if game.status != Status.FINISHED:
        raise GameRefusal(GameRefusalCode.NOT_FINISHED)
    if (found := Game.objects.filter(rematch_of=game).first()) is not None:
        made, sitting = lock_game(found.pk)
        if made.status != Status.CANCELLED:
            return _joined(made, sitting, player, contribution, lots)
        made.rematch_of = None
        made.save(update_fields=["rematch_of"])
    wishes = [_wish(seat, player, contribution) for seat in seats]
    rematch = create_game(
        creator=player,
        rules=game.rules(),
        seats=wishes,
        seat_order=SeatOrder.NOVICE if game.seat_order == SeatOrder.NOVICE else SeatOrder.LOT,
        preset=Preset(game.preset) if game.preset else None,
        terms=GameTerms.of(game),
        club=_club_of(game, player, wishes),
        lots=lots,
    )
    rematch.rematch_of = game
    rematch.save(update_fields=["rematch_of"])
    return rematch


def _club_of(game: Game, asker: Player, wishes: Sequence[SeatWish]) -> Club | None:
    if game.club is None:
        return None
    try:
        check_club(game.club, asker, wishes)
    except GameRefusal:
        return None
    return game.club


def _joined(
    rematch: Game, seats: Sequence[Seat], player: Player, contribution: str, lots: random.Random
) -> Game:
    """Both games are locked."""
    if rematch.status != Status.OPEN or rematch.terms_number > 1 or _sits(seats, player):
        return rematch
    try:
        with transaction.atomic():
            return join_game(game_id=rematch.pk, player=player, contribution=contribution, lots=lots)
    except GameRefusal:
        return rematch  # the table says why not


def _sits(seats: Sequence[Seat], player: Player) -> bool:
    return any(seat.player_id == player.pk for seat in seats)


def _wish(seat: Seat, asker: Player, contribution: str) -> SeatWish:
    """The seat again, with its handicaps: they are its player's."""
    who = seat.player
    is_bot = seat.kind == SeatKind.BOT
    return SeatWish(
        player=asker if who == asker else None,
        bot_level=FORMER.get(who.bot_level, who.bot_level) if is_bot and who else "",
        invited=who if who and who != asker and not is_bot and _may_be_invited(asker, who) else None,
        novice=seat.novice,
        one_star=seat.one_star,
        timewarp=seat.timewarp,
        red_alert=seat.red_alert,
        contribution=contribution if who == asker else "",
    )


def _may_be_invited(asker: Player, other: Player) -> bool:
    try:
        check_invited(asker, other)
    except GameRefusal:
        return False
    return True
