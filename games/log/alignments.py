"""The secret alignments of Good vs Evil: dealing them, and the only ways to read them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from django.db.models import QuerySet

from accounts.models import Player
from games.access import Viewer
from games.models import Game, Seat, SecretAlignment, Status
from homeworlds.outcome import Alignment, evil_dealt
from homeworlds.rules import Variant
from upkeep.compression import hold_secret


def deal(seats: Sequence[Seat], lots: random.Random) -> None:
    """As many Evil as the rules say, by lot."""
    evil = evil_dealt(len(seats))
    alignments = [Alignment.EVIL] * evil + [Alignment.GOOD] * (len(seats) - evil)
    lots.shuffle(alignments)
    SecretAlignment.objects.bulk_create(
        SecretAlignment(seat=seat, alignment=alignment)
        for seat, alignment in zip(seats, alignments, strict=True)
    )


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
