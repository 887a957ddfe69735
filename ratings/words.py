"""What ratings say in words, wherever they say it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import Game, Seat, Status
from ratings import what_counts
from ratings.arithmetic.rating_list import pool_of
from ratings.finished import terms_for_ratings
from ratings.what_counts import MOST_OF_A_PAIR, PAIR_DAYS, Reason
from ratings.year import Year
from upkeep.clock import local_now

WHY_NOT: Final[Mapping[Reason, Promise]] = {
    Reason.IMPORTED: _("It does not count for the ratings: it was not played here."),
    Reason.FRIENDLY: _("A friendly game: the result counts for no rating."),
    Reason.NOT_PUBLIC: _("It does not count for the ratings: only games that everybody may watch do."),
    Reason.WITH_BOTS: _("It does not count for the ratings: a bot plays."),
    Reason.HANDICAPPED: _("It does not count for the ratings: a seat has a handicap."),
    Reason.NOT_BY_LOT: _("It does not count for the ratings: seats and first turn are not drawn by lot."),
    Reason.VOID: _("It does not count for the ratings: it is void."),
    Reason.TOO_SHORT: _("It does not count for the ratings: it was too short."),
    Reason.EXCLUDED: _("It does not count for the ratings: staff have taken a player’s results out."),
    Reason.PAIR_TOO_OFTEN: _(
        "It does not count for the ratings: its players have had {games} games that count with each other "
        "within {days} days."
    ),
}
"""Why a game does not count, as a sentence; one has gaps (see `why_not`)."""

WORDS_OF_ACTS: Final[Mapping[str, Promise]] = {
    "exclude_player": _("Staff have taken your results out of the ratings."),
    "readmit_player": _("Your results count for the ratings again."),
}


def why_not(reason: Reason) -> str:
    """A sentence in the language that is being spoken."""
    return str(WHY_NOT[reason]).format(games=MOST_OF_A_PAIR, days=PAIR_DAYS)


def why_it_will_not(game: Game, seats: Sequence[Seat]) -> str:
    """As can be told before the start, by the terms and, where all are known, by who plays; empty: it will
    count, if it ends as games do. Two queries at most, and none while a seat is free or once it has begun."""
    terms = terms_for_ratings(game, seats)
    reason = what_counts.why_not(terms)
    players = [seat.player_id for seat in seats if seat.player_id is not None]
    if reason is None and len(players) == terms.players and game.status == Status.OPEN:
        people = Year(players, local_now()).people(pool_of(game.variant, game.players))
        reason = what_counts.why_not(terms, people)
    return why_not(reason) if reason else ""
