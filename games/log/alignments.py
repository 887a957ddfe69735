"""The secret alignments of Good vs Evil: dealing them, and the only ways to read them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from django.db.models import QuerySet

from accounts.models import Player
from games.access import Viewer
from games.log.deals import Sealed, seal_seats
from games.models import Game, Seat, SecretAlignment, Status
from homeworlds.outcome import Alignment, evil_dealt
from homeworlds.rules import Variant
from upkeep.compression import hold_secret


def deal(game: Game, seats: Sequence[Seat], lots: random.Random, recorded: Sequence[Alignment] = ()) -> None:
    """As many Evil as the rules say: as `recorded` by seat, else by the deal that can be proven, and in games
    that have none by lot."""
    sealed = {} if recorded else seal_seats(game, seats)
    alignments = list(recorded) or _by_lot(len(seats), lots)
    SecretAlignment.objects.bulk_create(
        SecretAlignment(seat=seat, **sealed[seat.pk]._asdict())
        if sealed
        else SecretAlignment(seat=seat, alignment=alignment)
        for seat, alignment in zip(seats, alignments, strict=True)
    )


def _by_lot(players: int, lots: random.Random) -> list[Alignment]:
    evil = evil_dealt(players)
    alignments = [Alignment.EVIL] * evil + [Alignment.GOOD] * (players - evil)
    lots.shuffle(alignments)
    return alignments


def openings(game: Game) -> list[Sealed]:
    """Of all seats by place, once the game is over; empty before."""
    if game.status != Status.FINISHED:
        return []
    found = SecretAlignment.objects.filter(seat__game=game).order_by("seat__pk")
    return [Sealed(*each) for each in found.values_list("alignment", "salt")]


def alignment_of_viewer(game: Game, viewer: Viewer) -> Alignment | None:
    """The viewer's own alignment as it stands now; None without one. Nobody else's."""
    if game.variant != Variant.GOOD_VS_EVIL or viewer.is_anonymous:
        return None
    if game.status != Status.FINISHED:
        hold_secret()
    secret = (
        SecretAlignment.objects.filter(seat__game=game, seat__player_id=viewer.pk)
        .values_list("alignment", "seat__number")
        .first()
    )
    if secret is None:
        return None
    alignment, number = secret
    return Alignment.EVIL if number in game.fallen else Alignment(alignment)


def own_alignments(player: Player) -> QuerySet[SecretAlignment]:
    """The player's own alignments as dealt, in all games. Nobody else's."""
    hold_secret()
    return SecretAlignment.objects.filter(seat__player=player)


def alignments_for_judge(game: Game) -> tuple[Alignment, ...] | None:
    """All alignments as dealt, by seat, for `play` and `depart` only; None in other variants."""
    if game.variant != Variant.GOOD_VS_EVIL:
        return None
    hold_secret()
    dealt = SecretAlignment.objects.filter(seat__game=game).order_by("seat__number")
    return tuple(Alignment(alignment) for alignment in dealt.values_list("alignment", flat=True))
