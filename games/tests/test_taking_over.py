"""Seats adrift of public games stand in the lobby, with who may take them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Player, Quiet
from accounts.quiet import quiet
from accounts.services import create_guest
from accounts.tests.cast import person
from games.clocks.absence import OPEN_TO_SUBSTITUTES
from games.clocks.paces import PACES
from games.clocks.reliability import Tier
from games.lobby.taking_over import seats_adrift
from games.models import Company, Game, Outage, Room, Seat, Visibility
from games.refusals import GameRefusalCode
from games.services import see_talk, substitute
from games.table.about import about_game
from games.tests.clocks import now, seat, set_up, time_runs_out, timed_table
from games.tests.seating import known, refused
from upkeep.clock import database_now

pytestmark = pytest.mark.django_db
NAMES = ("Alice", "Bob", "Cleo", "Dan")


@pytest.fixture
def erin() -> Player:
    return person("Erin")


def adrift(people: list[Player], **terms: object) -> Game:
    """The first of them stays away."""
    return time_runs_out(set_up(timed_table(*people, excuses=0, **terms)))


@pytest.fixture
def people() -> list[Player]:
    return [person(name) for name in NAMES]


def open_page(viewer: Player | None) -> str:
    client = Client()
    if viewer:
        client.force_login(viewer)
    text: str = client.get("/games/open/").content.decode()
    return text


def test_whoever_may_takes_it_by_one_button(people, erin):
    game = adrift(people)
    client = Client()
    client.force_login(erin)
    text = client.get("/games/open/").content.decode()
    take = f"/games/{game.public_id}/seats/0/take/"
    assert "Take over a seat" in text and "Play on for Alice" in text and take in text
    assert "open for 2 days 23 hours" in text
    assert client.post(take).status_code == 303
    assert seat(game, 0).player == erin
    assert "Take over a seat" not in client.get("/games/open/").content.decode()


def test_nobody_is_shown_a_section_without_seats(erin):
    assert "Take over a seat" not in open_page(erin)


def test_it_is_open_for_three_days_and_while_the_seat_lives(people, erin):
    game = adrift(people)
    (row,) = seats_adrift(erin, database_now())
    assert (row.name, row.players, row.turns, row.number) == ("Alice", 4, 4, 0)
    assert seats_adrift(erin, row.until) == [] != seats_adrift(erin, row.until - timedelta(seconds=1))
    Game.objects.filter(pk=game.pk).update(departed=[0])
    assert seats_adrift(erin, database_now()) == []


@pytest.mark.parametrize("visibility", [Visibility.PRIVATE, Visibility.UNLISTED])
def test_only_public_games_are_shown(people, erin, visibility):
    adrift(people, visibility=visibility)
    assert seats_adrift(erin, database_now()) == []


def test_who_may_not_is_told_why(people, erin):
    game = adrift(people)
    see_talk(game=game, player=erin, last_seen={Room.WATCHERS: 1})
    (row,) = seats_adrift(erin, database_now())
    assert not row.may_take and row.why_not.code is GameRefusalCode.HAS_READ_WATCHERS
    text = open_page(erin)
    assert "/take/" not in text and "You have read what the watchers of this game say" in text
    (row,) = seats_adrift(create_guest(), database_now())
    assert row.why_not.code is GameRefusalCode.NO_SUBSTITUTE
    (row,) = seats_adrift(AnonymousUser(), database_now())
    assert (row.may_take, row.why_not) == (False, None)
    assert "/take/" not in open_page(None)


def test_players_of_the_game_and_the_blocked_are_not_shown_it(people, erin):
    game = adrift(people)
    assert [seats_adrift(player, database_now()) for player in people] == [[]] * 4
    quiet(player=people[2], other=erin, kind=Quiet.Kind.MUTE)
    assert len(seats_adrift(erin, database_now())) == 1
    quiet(player=people[2], other=erin, kind=Quiet.Kind.BLOCK)
    assert seats_adrift(erin, database_now()) == []
    with refused(GameRefusalCode.NOT_WELCOME):
        substitute(game_id=game.pk, seat=0, player=erin, key="take")


def test_whom_the_creator_did_not_ask_for_is_no_substitute_either(people, erin):
    game = adrift(people, company=Company.RELIABLE)
    away = known(erin, Tier.AWAY)
    (row,) = seats_adrift(away, database_now())
    assert row.why_not.code is GameRefusalCode.OFTEN_AWAY
    with refused(GameRefusalCode.OFTEN_AWAY):
        substitute(game_id=game.pk, seat=0, player=away, key="take")


def test_the_queries_do_not_grow(people, erin):
    adrift(people)

    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            for row in seats_adrift(Player.objects.get(pk=erin.pk), database_now()):
                assert row.may_take
        return len(asked)

    before = queries()
    for _ in range(3):
        adrift(people)
    assert len(seats_adrift(erin, database_now())) == 4
    assert queries() == before


def test_a_table_says_when_the_site_was_away_while_it_ran(people):
    day, minute = timedelta(days=1), timedelta(minutes=1)
    game, now_ = timed_table(*people), database_now()
    Game.objects.filter(pk=game.pk).update(started_at=now_ - 3 * day)
    for days, live_only in ((5, False), (2, False), (1, True)):
        began = now_ - days * day
        Outage.objects.create(began_at=began, ended_at=began + 10 * minute, live_only=live_only)
    about = about_game(now(game), people[0])
    assert len(about.away) == 1 and "no clock counted it" in about.away[0]
    client = Client()
    client.force_login(people[0])
    assert about.away[0] in client.get(f"/games/{game.public_id}/about/").content.decode()
    live = PACES["live"]
    Game.objects.filter(pk=game.pk).update(
        clock_start=live.start, clock_increment=live.increment, clock_cap=live.cap
    )
    assert len(about_game(now(game), people[0]).away) == 2
    Game.objects.filter(pk=game.pk).update(clock_start=None)
    assert about_game(now(game), people[0]).away == ()


def test_the_list_needs_three_days_only_of_what_was_ever_adrift(people, erin):
    game = adrift(people)
    Seat.objects.filter(game=game, number=0).update(adrift_since=database_now() - OPEN_TO_SUBSTITUTES)
    with CaptureQueriesContext(connection) as asked:
        assert seats_adrift(erin, database_now()) == []
    assert sum("games_seat" in query["sql"] for query in asked) == 1
