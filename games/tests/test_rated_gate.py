"""Every door to a seat of a rated game is shut to whoever has confirmed no address."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import Player
from accounts.tests.cast import person
from games.clocks.paces import PACES
from games.lobby.taking_over import Substitute
from games.lobby.terms import GameTerms, Handicap
from games.models import Game, Invitation, Seat
from games.refusals import GameRefusal
from games.services import (
    SeatWish,
    accept_invitation,
    ask_rematch,
    change_terms,
    create_game,
    join_game,
    resign,
)
from games.tests.play import long_enough
from homeworlds.rules import RuleSet, Variant
from upkeep.clock import database_now

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
RATED = GameTerms(rated=True, clock=PACES["normal"])
FRIENDLY = GameTerms(clock=PACES["normal"])


@pytest.fixture
def unknown() -> Player:
    newcomer = person("Nell")
    newcomer.unconfirmed_since = database_now() - timedelta(hours=1)
    newcomer.save()
    return newcomer


def made(creator, *seats: SeatWish, terms=RATED) -> Game:
    return create_game(
        creator=creator, rules=RuleSet(), seats=[SeatWish(player=creator), *seats], terms=terms
    )


def refused(action, *args, **more) -> str:
    """Empty where it is done; the very same by a player with an address must be."""
    try:
        action(*args, **more)
    except GameRefusal as refusal:
        return str(refusal.code)
    return ""


def is_known_again(player: Player) -> None:
    player.unconfirmed_since = None
    player.save()


def test_making_one(unknown):
    assert refused(made, unknown, SeatWish()) == "rated-needs-address"
    assert refused(made, unknown, SeatWish(), terms=FRIENDLY) == ""
    is_known_again(unknown)
    assert refused(made, unknown, SeatWish()) == ""


def test_being_put_into_one_as_events_do(alice, unknown):
    assert refused(made, alice, SeatWish(player=unknown)) == "they-need-address"


def test_joining_one(alice, unknown):
    game = made(alice, SeatWish())
    assert refused(join_game, game_id=game.pk, player=unknown) == "rated-needs-address"
    is_known_again(unknown)
    assert refused(join_game, game_id=game.pk, player=unknown) == ""


def test_following_an_invitation_or_a_link(alice, unknown):
    for seat in (SeatWish(invited=unknown), SeatWish(by_link=True)):
        game = made(alice, seat)
        invitation = Invitation.objects.get(seat__game=game)
        asked = {"invitation_id": invitation.pk, "player": unknown, "terms": 1}
        assert refused(accept_invitation, **asked) == "rated-needs-address"


def test_taking_up_a_seat_adrift(alice, bob, unknown):
    game = long_enough(made(alice, SeatWish(player=bob)))
    seats = list(Seat.objects.filter(game=game))
    refusal = Substitute(unknown, [game]).why_not(game, seats)
    assert refusal is not None and str(refusal.code) == "rated-needs-address"
    is_known_again(unknown)
    assert Substitute(unknown, [game]).why_not(game, seats) is None


def test_asking_for_a_rematch(alice, unknown):
    is_known_again(unknown)
    game = long_enough(made(alice, SeatWish(player=unknown)))
    resign(game_id=game.pk, player=alice, key="r", confirmed=True)
    unknown.unconfirmed_since = database_now()
    unknown.save()
    assert refused(ask_rematch, game_id=game.pk, player=unknown) == "rated-needs-address"


def test_making_a_table_rated_at_which_such_a_player_sits(alice, unknown):
    game = create_game(
        creator=alice,
        rules=RuleSet(variant=Variant.LAST_CAPTAIN_STANDING),
        seats=[SeatWish(player=alice), SeatWish(), SeatWish()],
        terms=FRIENDLY,
    )
    join_game(game_id=game.pk, player=unknown)
    changed = {"shown": 1, "terms": RATED, "handicaps": [Handicap()] * 3}
    assert refused(change_terms, game_id=game.pk, player=alice, **changed) == "they-need-address"
    assert not Game.objects.get(pk=game.pk).rated
