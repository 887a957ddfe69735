"""A table that asks for a rating: who sits down there, who does not and why, and how it is asked for."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from games.lists import open_games
from games.lobby.rating_range import OwnRating, around, range_in_short
from games.lobby.terms import GameTerms, summary, terms_of
from games.models import Company, Game
from games.refusals import GameRefusalCode
from games.services import SeatWish, accept_invitation, create_game, join_game
from games.tests.seating import new_game, refused
from homeworlds.rules import Preset, Variant, preset_rules
from ratings.arithmetic.rating_list import Pool
from ratings.tests.rows import rated

pytestmark = pytest.mark.django_db
FORM = {
    "variant": "binary", "players": "2", "rule_set": "booklet", "seat_order": "lot",
    "seat_1": "me", "seat_2": "open", "clock": "normal",
}  # fmt: skip


def asking(creator, low=None, high=None, *others, **game):
    return new_game(creator, *others, terms=GameTerms(rating_from=low, rating_to=high), **game)


def pages_of(player, game):
    client = Client()
    client.force_login(player)
    return [client.get(page).content.decode() for page in ("/games/open/", f"/games/{game.public_id}/")]


@pytest.mark.parametrize(
    ("low", "high", "asked"),
    [
        (1400, 1700, ""), (1612, 1612, ""), (1400, None, ""), (None, 1700, ""),
        (1613, 1700, "1613–1700"), (1613, None, "1613 or more"), (None, 1611, "up to 1611"),
    ],
)  # fmt: skip
def test_who_is_within_joins_and_who_is_not_reads_why(alice, bob, low, high, asked):
    rated(bob, 1612.4)
    game = asking(alice, low, high)
    shown = pages_of(bob, game)
    if not asked:
        assert all(f"/games/{game.public_id}/join/" in text for text in shown)
        join_game(game_id=game.pk, player=bob)
        return
    for text in shown:
        assert f"/games/{game.public_id}/join/" not in text
        assert f"Your rating is 1612. Whoever made this game asks for {asked}." in text
    with refused(GameRefusalCode.RATING_OUTSIDE):
        join_game(game_id=game.pk, player=bob)


def test_the_rating_is_that_of_such_games(alice, bob):
    rated(bob, 1900, pool=Pool.TABLES)
    rated(bob, 1500)
    three = preset_rules(Preset.MODERN, Variant.LAST_CAPTAIN_STANDING)
    join_game(game_id=asking(alice, 1850, None, SeatWish(), SeatWish(), rules=three).pk, player=bob)
    with refused(GameRefusalCode.RATING_OUTSIDE):
        join_game(game_id=asking(alice, 1850).pk, player=bob)


def test_a_newcomer_is_told_no_number_and_taken_for_what_the_site_presumes(alice, bob):
    game = asking(alice, 1800)
    shown = pages_of(bob, game)
    for text in shown:
        assert "You have no rating yet. Whoever made this game asks for 1800 or more." in text
        assert "1500" not in text.split("<main")[1]
    with refused(GameRefusalCode.NO_RATING_YET):
        join_game(game_id=game.pk, player=bob)
    join_game(game_id=asking(alice, 1400, 1600).pk, player=bob)


def test_who_made_it_and_who_is_invited_come_in_any_case(alice, bob):
    rated(alice, 1500), rated(bob, 1500)
    game = asking(alice, 1800, None, SeatWish(invited=bob))
    accept_invitation(invitation_id=bob.invitations.get().pk, player=bob, terms=1)
    assert Game.objects.get(pk=game.pk).started_at
    own = create_game(
        creator=alice,
        rules=preset_rules(Preset.BOOKLET, Variant.BINARY),
        seats=[SeatWish(), SeatWish()],
        terms=GameTerms(rating_from=1800),
    )
    join_game(game_id=own.pk, player=alice)


def test_the_row_and_the_terms_say_it(alice, bob):
    game = asking(alice, 1400, 1700)
    said = {term.title: term for term in terms_of(game, list(game.seats.all()))}
    assert said["Rating"].sentence == "Whoever joins without an invitation is rated 1400–1700."
    assert "whoever joins uninvited is rated 1400–1700" in summary(GameTerms.of(game), [])
    assert "rated" not in summary(GameTerms(company=Company.RELIABLE), [])
    new_game(alice)
    listed = Client().get("/games/open/").content.decode()
    assert "<bdi>1400–1700</bdi>" in listed and ">any rating</span>" in listed
    # The row says it: it is none of the things that are different besides.
    assert "lobby-row__differs" not in listed
    with translation.override("fr"):
        assert range_in_short(1800, None) == "1800 ou plus"


def test_the_form_asks_for_a_range_or_for_who_is_near(alice):
    rated(alice, 1637)
    client = Client()
    client.force_login(alice)
    for asked, ends in (
        ({"strength": "own", "rating_from": "1400", "rating_to": "1700"}, (1400, 1700)),
        ({"strength": "own", "rating_from": "", "rating_to": "1700"}, (None, 1700)),
        ({"strength": "200", "rating_from": "1", "rating_to": "2"}, (1400, 1850)),
        ({"strength": ""}, (None, None)),
        ({}, (None, None)),
    ):
        assert client.post("/games/new/", FORM | asked).status_code == 303
        game = Game.objects.latest("pk")
        assert (game.rating_from, game.rating_to) == ends, asked
    answer = client.post(
        "/games/new/", FORM | {"strength": "own", "rating_from": "1800", "rating_to": "1700"}
    )
    assert answer.status_code == 422 and "The higher rating comes second." in answer.content.decode()
    # Changed before the start it is a change of the terms, and what is left out stays.
    game = asking(alice, 1400, 1700)
    address = f"/games/{game.public_id}/terms/"
    assert 'value="own" selected' in client.get(address).content.decode()
    kept = {"terms": "1", "clock": "normal", "excuses": "1"}
    assert client.post(address, kept).status_code == 303
    game.refresh_from_db()
    assert (game.rating_from, game.rating_to) == (1400, 1700)
    changed = kept | {"terms": str(game.terms_number), "strength": "100"}
    assert client.post(address, changed).status_code == 303
    number = game.terms_number
    game.refresh_from_db()
    assert (game.rating_from, game.rating_to, game.terms_number) == (1500, 1750, number + 1)


def test_what_is_near_tells_no_more_than_fifty_points_of_a_rating():
    assert around(OwnRating(1637, is_shown=True), 100) == (1500, 1750)
    assert around(OwnRating(60, is_shown=True), 100) == (0, 200)


def test_many_tables_take_one_query_more(alice, bob):
    rated(bob, 1612)
    new_game(alice)

    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            list(open_games(bob).rows)
        return len(captured)

    before = queries()
    for _game in range(4):
        asking(alice, 1700)
        asking(alice, None, 1700)
    assert queries() == before + 1
