"""The pages of ladders: what to do next, the words before the button, as many queries for thousands."""

from __future__ import annotations

import re
import sys
from datetime import timedelta
from time import process_time

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Player
from games.clocks.paces import PACES
from games.lobby.terms import GameTerms
from games.models import Game
from games.services import SeatWish, create_game
from homeworlds.rules import RuleSet
from ladders.ladder.services import leave_ladder, site_ladder, sweep_ladders
from ladders.models import Limbo, PlaceThen, Rung
from ladders.tests import crowds
from ladders.tests.climbing import (
    beats,
    challenged,
    falls,
    gives_up,
    ladder_of,
    names,
    people,
    place,
    unguarded,
)
from ladders.tests.crowds import on_ladder
from ratings.models import PlayerRating
from ratings.presenters.forecasts import forecast_of
from upkeep.clock import database_now
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
MANY = 5000
URL = "/ladders/site/"


def page(client, player=None, url=URL):
    if player is not None:
        client.force_login(player)
    answer = client.get(url)
    assert answer.status_code == 200
    return page_of(answer)


def crowd(number: int) -> list[Player]:
    """A ladder of so many."""
    players = crowds.crowd(number)
    on_ladder(site_ladder(), players)
    return players


def queries(client, player, url):
    client.force_login(player)
    client.get(url)
    with CaptureQueriesContext(connection) as found:
        assert client.get(url).status_code == 200
    return len(found)


def test_a_visitor_reads_the_ladder_and_may_log_in(client):
    beats(*reversed(joined(3)[1:]))
    shown = page(client)
    assert "Climber3" in shown.text and "Log in to join" in shown.names("link")
    assert "Challenge" not in shown.names("button")


def joined(number):
    players = people(number)
    ladder_of(*players)
    return players


def test_one_joins_and_is_told_until_when_to_challenge(client, alice):
    joined(3)
    assert "Join the ladder" in page(client, alice).names("button")
    answer = client.post(reverse("ladders:join", args=["site"]), follow=True)
    shown = page_of(answer)
    assert "You may challenge places 1 to 3." in shown.text and "You are new here" in shown.text
    assert place(alice) == 4


def test_the_reason_stands_before_the_button_and_the_button_starts_a_game(client):
    players = joined(14)
    for challenger in players[11:]:
        challenged(challenger, players[9])
    shown = page(client, players[10])
    assert "You may challenge places 1 to 10." in shown.text
    assert (
        "A challenge starts its game at once, for each 5 days and 1 day 12 hours more a turn." in shown.text
    )
    assert "This player has 3 challenges already, as many as at this place one takes." not in shown.text
    challenged(players[10], players[9])
    shown = page(client, players[10])
    assert "A game between you two is running already." in shown.text
    assert "Challenge Climber10" not in shown.names("button")
    assert "Challenge Climber9" in shown.names("button")
    answer = client.post(reverse("ladders:challenge", args=["site", players[8].public_id]))
    game = Game.objects.get(challenge__challenged=players[8])
    assert answer.status_code == 303 and answer["Location"] == f"/games/{game.public_id}/"
    answer = client.post(reverse("ladders:challenge", args=["site", players[8].public_id]))
    assert answer.status_code == 409 and "already" in answer.content.decode()


def test_what_a_challenge_may_bring_stands_beside_its_button(client):
    one, two, three = joined(3)
    for player, rating in ((two, 1750.0), (three, 1500.0)):
        PlayerRating.objects.create(
            player=player, pool="two", number=1, rating=rating, deviation=60, games=30, day=20000
        )
    terms = GameTerms(rated=True, clock=PACES["normal"])
    seats = [SeatWish(player=two), SeatWish()]
    game = create_game(creator=two, rules=RuleSet(), seats=seats, terms=terms)
    number = int(forecast_of(game, list(game.seats.all()), three).split()[0])
    said = page(client, three).text
    assert number < 35 and f"you win {number} of 100 · 1 place up" in said
    assert re.search(r"you win about \d+ of 100 · 2 places up", said)
    assert "of 100" not in page(client, one).text


def test_ranges_of_strangers_are_a_row_and_unfold_by_a_link(client):
    players = crowd(60)
    shown = page(client, players[39])
    lists = shown.select("ul.rungs")
    challenges, others, everybody = [[row.text for row in each.select(".rung__name")] for each in lists]
    assert challenges == ["Places 24 to 29", *[f"Crowd{number}" for number in range(29, 39)]]
    assert others == ["Places 1 to 23"]
    assert "6 players" in lists[0].text and "from place 40 you reach place 24" in lists[1].text
    near = [*[f"Crowd{number}" for number in range(36, 39)], "Crowd39 you", "Crowd40", "Crowd41", "Crowd42"]
    assert everybody == ["Crowd0", "Crowd1", "Crowd2", "Places 4 to 36", *near, "Places 44 to 60"]
    unfolded = page(client, players[39], f"{URL}?page=1")
    assert "Challenge Crowd23" in unfolded.names("button")
    assert "Challenge Crowd22" not in unfolded.names("button")
    assert "?page=2#all-heading" in unfolded.targets


def test_whoever_can_send_none_reads_why_once(client):
    players = crowd(8)
    for other in players[:3]:
        challenged(players[6], other)
    said = page(client, players[6])
    assert said.text.count("You have sent 3 challenges already.") == 1 + ("Nothing to do now" in said.text)
    assert not [name for name in said.names("button") if name.startswith("Challenge")]


def test_what_waits_for_me_stands_first(client):
    one, two = joined(2)
    challenged(two, one, first=False)
    shown = page(client, one)
    assert "Climber2 challenges you" in shown.text and "Make your turn" in shown.names("link")
    assert "your turn" in shown.text
    assert "their turn" in page(client, two).text


def test_who_ran_out_of_time_may_say_that_he_is_back(client):
    one, two = joined(2)
    challenged(two, one)
    Rung.objects.filter(player=one).update(limbo=Limbo.CLOCK)
    assert "I am back" in page(client, one).names("button")
    client.post(reverse("ladders:back", args=["site"]))
    assert Rung.objects.get(player=one).limbo == ""


def test_one_leaves_from_the_page(client):
    one, _ = joined(2)
    assert "Leave the ladder" in page(client, one).names("button")
    client.post(reverse("ladders:leave", args=["site"]))
    assert names(site_ladder()) == ["Climber2"]


def test_movement_since_a_week_ago_is_shown(client):
    one, _, three = joined(3)
    sweep_ladders()
    PlaceThen.objects.update(day=database_now().date() - timedelta(days=6))
    beats(three, one)
    shown = page(client, three)
    assert "▲ 2" in shown.text and "−1 since a week ago" in shown.text


def test_history_says_everything_that_happened(client):
    one, two, three, four = joined(4)
    beats(three, two)
    falls(challenged(four, one, first=False))
    leave_ladder(ladder_id=site_ladder().pk, player=two)
    text = page(client, url="/ladders/site/events/").text
    for said in (
        "Climber1 joins at place 1.",
        "Climber3 at place 3 challenges Climber2 at place 2.",
        "Climber3 wins against Climber2 and moves up from place 3 to 2.",
        "Climber1 made fewer than three turns: Climber4 moves up from place 4 to 3.",
        "Climber1 came to no turn and drops out from place 1.",
        "Climber2 has left",
    ):
        assert said in text


def test_the_end_of_a_game_shows_what_it_moved_and_leads_to_the_ladder(client):
    one, two = joined(2)
    game = gives_up(challenged(two, one), one)
    shown = page(client, two, f"/games/{game.public_id}/")
    assert "Climber2 wins against Climber1 and moves up from place 2 to 1." in shown.text
    assert URL in shown.targets
    about = page(client, two, f"/games/{game.public_id}/about/")
    assert URL in about.targets


def test_a_profile_shows_the_place(client):
    _, two = joined(2)
    assert "2 of 2" in page(client, url=two.get_absolute_url()).text


def seconds(client, url) -> float:
    """Of the processor; the quickest of some."""
    taken = []
    for _ in range(7):
        began = process_time()
        client.get(url)
        taken.append(process_time() - began)
    return min(taken)


@pytest.mark.parametrize("url", [URL, f"{URL}?page=2", "/ladders/", "/ladders/site/events/"])
def test_thousands_of_players_take_no_more_queries_than_fifty_and_hardly_more_time(client, url):
    few = crowd(50)
    before = queries(client, few[-2], url)
    quick = seconds(client, url)
    unguarded()._raw_delete(unguarded().db)
    Rung.objects.all().delete()
    Player.objects.filter(name__startswith="Crowd").delete()
    many = crowd(MANY)
    assert queries(client, many[-2], url) == before <= 20
    assert queries(client, many[2500], url) <= before
    ratio = seconds(client, url) / quick
    sys.stdout.write(f"{url}: {MANY} players take {ratio:.2f} times as long as 50\n")
    assert ratio < 3
