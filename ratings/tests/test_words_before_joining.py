"""Whether a game counts is said in its terms, before anybody joins."""

from __future__ import annotations

import pytest

from games.clocks.paces import PACES
from games.lobby.terms import GameTerms, terms_of
from games.models import SeatOrder, Visibility
from games.services import SeatWish, create_game
from homeworlds.rules import RuleSet
from ratings.what_counts import Reason
from ratings.words import WHY_NOT, why_not

pytestmark = pytest.mark.django_db


def said_of(creator, seat=None, seat_order=SeatOrder.LOT, **terms):
    """The sentence on the result of an open game."""
    game = create_game(
        creator=creator,
        rules=RuleSet(),
        seats=[SeatWish(player=creator), seat or SeatWish()],
        seat_order=seat_order,
        terms=GameTerms(**{"rated": True, "clock": PACES["normal"], **terms}),
    )
    return next(words.sentence for words in terms_of(game, game.seats.all()) if words.title == "Result")


def test_a_game_that_will_count_says_so(alice):
    assert "it counts for the ratings" in said_of(alice)
    assert said_of(alice, rated=False) == "A friendly game: the result counts for no rating."


@pytest.mark.parametrize(
    ("reason", "terms"),
    [
        (Reason.NOT_PUBLIC, {"visibility": Visibility.UNLISTED}),
        (Reason.NOT_PUBLIC, {"visibility": Visibility.PRIVATE}),
        (Reason.NOT_BY_LOT, {"seat_order": SeatOrder.FIXED}),
        (Reason.HANDICAPPED, {"seat": SeatWish(timewarp=2)}),
        (Reason.HANDICAPPED, {"seat": SeatWish(one_star=True)}),
    ],
)
def test_a_game_that_will_not_count_says_why(alice, reason, terms):
    said = said_of(alice, **terms)
    assert said == f"A rated game in which nobody has Red Alert. {why_not(reason)}"


def test_so_does_one_with_a_bot(alice, bots):
    assert "a bot plays" in said_of(alice, SeatWish(bot_level="random"))


def test_every_reason_has_its_words():
    assert set(WHY_NOT) == set(Reason)
    assert "10 games" in why_not(Reason.PAIR_TOO_OFTEN) and "30 days" in why_not(Reason.PAIR_TOO_OFTEN)
