"""Why a rating changed, by full requests."""

import pytest

from accounts.tests.cast import person
from games.models import Game
from games.services import resign
from games.tests.play import long_enough, table_of
from homeworlds.rules import RuleSet, Variant
from pages.tests.visits import browser
from ratings.arithmetic.rating_list import Pool
from ratings.models import PlayerRating, RatedResult, RatingChange
from ratings.tests.rating import unguarded
from ratings.tests.rows import changed, ended
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db


def finished(*players, rated=True, **rules):
    """With the terms of a rated game, whatever was kept of it."""
    game = long_enough(table_of(*players, rules=RuleSet(**rules)))
    for loser in players[1:]:
        resign(game_id=game.pk, player=loser, key=f"r{loser.pk}", confirmed=True)
    Game.objects.filter(pk=game.pk).update(rated=rated)
    for kept in (RatingChange, RatedResult, PlayerRating):
        unguarded(kept).delete()
    game.refresh_from_db()
    return game


def page(game, viewer=None):
    response = browser(viewer).get(f"/games/{game.public_id}/rating/")
    assert response.status_code == 200
    return page_of(response)


def said(game):
    return " ".join(page(game).one("main").text.split())


@pytest.fixture
def counted(alice, bob):
    game = finished(alice, bob)
    ended(game, [alice, bob], number=7)
    changed(alice, game, 1600.0, 1617.4, number=7, opponents=[bob])
    changed(bob, game, 1500.0, 1488.2, number=7, why="lost", opponents=[alice])
    return game


def test_it_says_from_what_to_what_for_each_and_why(counted):
    rows = [row.text.split() for row in page(counted).select(".changes tbody tr")]
    assert rows == [["Alice", "1600", "1617", "+17"], ["Bob", "1500", "1488", "−12"]]
    words = said(counted)
    assert "Moving first, 66 of 100 such games were expected to be won. This one was won." in words
    assert "Moving second, 34 of 100 such games were expected to be won. This one was lost." in words
    assert "sure to ±92, after it to ±90" in words


def test_the_end_of_the_game_shows_the_change_beside_the_names_and_leads_to_the_reason(counted, alice):
    table = page_of(browser(alice).get(f"/games/{counted.public_id}/"))
    assert [row.text.split() for row in table.select(".ended-changes tbody tr")] == [
        ["Alice", "1600", "1617", "+17"],
        ["Bob", "1500", "1488", "−12"],
    ]
    assert f"/games/{counted.public_id}/rating/" in table.targets


def test_nothing_is_said_of_a_friendly_game_at_its_end_and_the_reason_on_its_page(alice, bob):
    game = finished(alice, bob, rated=False)
    assert not page_of(browser().get(f"/games/{game.public_id}/")).select(".ended-changes")
    assert "A friendly game: the result counts for no rating." in said(game)


@pytest.mark.parametrize(
    "why_not, withdrawn, words",
    [
        ("too-short", "", "It does not count for the ratings: it was too short."),
        ("pair-too-often", "", "have had 10 games that count with each other within 30 days"),
        ("", "reopened", "Its end was undone, so it counts for no rating."),
        ("", "excluded", "staff have taken a player’s results out"),
    ],
)
def test_why_a_game_does_not_count(alice, bob, why_not, withdrawn, words):
    game = finished(alice, bob)
    ended(game, [alice, bob], number=7, why_not=why_not, withdrawn=withdrawn)
    assert words in said(game)
    assert words in page_of(browser().get(f"/games/{game.public_id}/")).one("main").text


def test_a_table_says_each_share_and_the_weight(alice, bob, charlie):
    players = [alice, bob, charlie]
    game = finished(*players, variant=Variant.LAST_CAPTAIN_STANDING)
    ended(game, players, number=7, pool=Pool.TABLES)
    for player, after, why in zip(players, (1530, 1485, 1485), ("won", "lost", "lost"), strict=True):
        changed(player, game, 1500.0, after, number=7, why=why, pool=Pool.TABLES)
    words = said(game)
    assert words.count("33 of 100 such games at this table were expected to be won.") == 3
    assert "with 2/3 of the weight of a game of two" in words


def test_good_vs_evil_has_no_forecast(alice, bob, charlie):
    players = [alice, bob, charlie]
    game = finished(*players, variant=Variant.LAST_CAPTAIN_STANDING)
    ended(game, players, number=7, pool=Pool.GOOD_VS_EVIL)
    for player in players:
        changed(player, game, 1500.0, 1500.0, number=7, pool=Pool.GOOD_VS_EVIL)
    assert "were expected" not in said(game)


def test_a_leaver_alone_moves_when_the_substitute_wins(alice, bob):
    game = finished(alice, bob)
    ended(game, [alice, bob], number=7)
    changed(alice, game, 1600.0, 1580.0, number=7, why="left")
    words = said(game)
    assert "which is rated as a loss" in words
    assert "nobody else’s rating moves" in words


def test_a_rating_widened_by_an_absence_is_told(counted, bob):
    changed(bob, counted, 1488.2, 1488.2, number=7, why="absent")
    assert "Bob lost several games on time within three days" in said(counted)


def test_before_the_end_there_is_nothing(alice, bob):
    game = table_of(alice, bob, rules=RuleSet())
    Game.objects.filter(pk=game.pk).update(rated=True)
    ended(game, [alice, bob], number=7)
    assert browser(alice).get(f"/games/{game.public_id}/rating/").status_code == 404


def test_who_does_not_see_the_game_does_not_see_it(counted):
    Game.objects.filter(pk=counted.pk).update(visibility="private")
    assert browser(person("Zoe")).get(f"/games/{counted.public_id}/rating/").status_code == 404
