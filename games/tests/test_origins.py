"""A game says what it belongs to, and leads there; that alone makes it no imported one."""

import pytest
from django.urls import reverse

from games.log.results import is_counted
from games.models import Game, Visibility
from games.services import Origin, SeatWish, create_game
from games.table.about import about_game
from homeworlds.rules import RuleSet

pytestmark = pytest.mark.django_db
LADDER = Origin("ladder", "Stairs", "/stairs/")


@pytest.fixture
def game(alice, bob):
    seats = [SeatWish(player=alice), SeatWish(player=bob)]
    return create_game(creator=alice, rules=RuleSet(), seats=seats, arranged=True, origin=LADDER)


def test_a_game_of_a_ladder_starts_at_once_and_is_not_imported(game):
    assert game.started_at is not None and not game.imported
    game.turn_count, game.visibility = 40, Visibility.PUBLIC
    assert is_counted(game)
    game.imported = True
    assert not is_counted(game)


def test_the_page_about_it_leads_there(game, client):
    page = client.get(reverse("games:about", args=[game.public_id])).content.decode()
    assert '<a href="/stairs/">Stairs</a>' in page


def test_what_comes_from_elsewhere_leads_nowhere(game, alice):
    Game.objects.filter(pk=game.pk).update(origin_link="https://elsewhere.example/17", imported=True)
    assert about_game(Game.objects.get(pk=game.pk), alice).origin is None
