"""A challenge: its game begins at once."""

from __future__ import annotations

import random

from django.db import transaction
from django.utils.translation import gettext_noop

from accounts.models import Player
from games.lobby.terms import GameTerms
from games.models import Visibility
from games.services import Origin, SeatWish, create_game
from games.services.seating import NO_ORIGIN
from games.services.starting import LOTS
from homeworlds.rules import Preset
from ladders.arithmetic.order import EventKind
from ladders.ladder.notices import notify_challenged
from ladders.ladder.rights import Challenger
from ladders.ladder.services.keeping import append, lock_ladder, rungs_of
from ladders.models import Challenge, Ladder
from upkeep.clock import database_now

ORIGIN = "ladder"
SITE_LADDER = gettext_noop("Site ladder")


@transaction.atomic
def challenge(*, ladder_id: int, player: Player, other: Player, lots: random.Random = LOTS) -> Challenge:
    """Begins a game with somebody who stands higher, by the ladder's rules and clock; who moves first is
    drawn by lot. Nobody need accept it.

    Locks the ladder, and makes a game, whose row is nobody else's before the end of the transaction. Raises
    LadderRefusal, the one that `ladders.ladder.rights.Challenger.why_not` gives.
    """
    ladder = lock_ladder(ladder_id)
    now = database_now()
    rungs = rungs_of(ladder, [player.pk, other.pk])
    own, wanted = rungs.get(player.pk), rungs.get(other.pk)
    challenger = Challenger(ladder, player, own, now)
    challenger.look_at([wanted] if wanted else [])
    if refusal := challenger.why_not(wanted):
        raise refusal
    if own is None or wanted is None:
        raise ValueError("a challenge without two rungs")
    game = create_game(
        creator=player,
        rules=ladder.rules(),
        seats=[SeatWish(player=player), SeatWish(player=other)],
        preset=Preset(ladder.preset) if ladder.preset else None,
        terms=terms_of_games(ladder),
        arranged=True,
        origin=origin_of_games(ladder),
        club=ladder.club,
        lots=lots,
    )
    if own.challenge_by is not None:
        own.challenge_by = None
        own.save(update_fields=["challenge_by"])
    event = append(
        ladder,
        EventKind.CHALLENGED,
        player.pk,
        now,
        other=other.pk,
        game=game,
        data={"from": own.place, "to": wanted.place},
    )
    made = Challenge.objects.create(
        ladder=ladder,
        game=game,
        challenger=player,
        challenged=other,
        from_place=own.place,
        to_place=wanted.place,
        at=now,
    )
    notify_challenged(made, event, now=now)
    return made


def terms_of_games(ladder: Ladder) -> GameTerms:
    """Games of a hidden club are for nobody else's eyes, so they cannot be rated."""
    hidden = ladder.is_hidden
    visibility = Visibility.PRIVATE if hidden else Visibility.PUBLIC
    return GameTerms(visibility=visibility, clock=ladder.pace, rated=not hidden)


def origin_of_games(ladder: Ladder) -> Origin:
    if ladder.is_hidden:
        return NO_ORIGIN
    title = ladder.club.name if ladder.club else SITE_LADDER
    return Origin(ORIGIN, title, ladder.get_absolute_url())
