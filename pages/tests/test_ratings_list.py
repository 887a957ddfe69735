"""The list of ratings, by full requests."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.deletion import delete_account
from accounts.models import Player
from accounts.services import create_guest
from accounts.tests.cast import person
from games.tests.play import table_of
from homeworlds.rules import RuleSet
from pages.tests.visits import browser
from ratings.arithmetic.rating_list import Pool
from ratings.models import Tick
from ratings.tests.rows import changed, rated
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db


def list_for(viewer=None, query=""):
    response = browser(viewer).get(f"/ratings/{query}")
    assert response.status_code == 200
    return page_of(response)


def rows(viewer=None, query=""):
    """Place, name and figure of each row."""
    found = []
    for row in list_for(viewer, query).select(".ratings tbody tr"):
        cells = [cell.get_text(" ", strip=True) for cell in row.tag.select("td, th")]
        found.append((cells[0], cells[1], cells[3]))
    return found


def crowd(number, pool=Pool.TWO):
    for each in range(number):
        player = Player.objects.create_player(name=f"Crowd{each}", email=None, password=None)
        rated(player, 1900.0 - each, pool=pool)


def tick(owner, player, **more):
    return browser(owner).post(f"/ratings/ticks/{player.public_id}/", more)


def test_the_best_stand_first_with_their_places(alice, bob):
    rated(alice, 1612.4), rated(bob, 1700.6)
    assert rows() == [("1", "Bob", "1701"), ("2", "Alice", "1612")]


def test_who_is_not_sure_yet_or_long_away_is_not_listed(alice, bob, charlie):
    rated(alice, 1612, listed=False, games=5, deviation=180)
    rated(bob, 1700, days_ago=366)
    rated(charlie, 1400)
    assert rows() == [("1", "Charlie", "1400")]


def test_each_pool_has_a_list_of_its_own(alice, bob):
    rated(alice, 1612), rated(bob, 1700, pool=Pool.TABLES), rated(alice, 1555, pool=Pool.GOOD_VS_EVIL)
    assert rows(query="?pool=tables") == [("1", "Bob", "1700")]
    assert rows(query="?pool=good-vs-evil") == [("1", "Alice", "1555")]
    assert rows(query="?pool=nothing") == [("1", "Alice", "1612")]


def test_a_name_is_found_by_its_beginning_with_its_place_among_all(alice, bob):
    crowd(7)
    rated(alice, 1896.6), rated(bob, 1512, listed=False, games=5, deviation=180)
    assert rows(query="?name=ali") == [("5", "Alice", "1897")]
    assert rows(query="?name=bo") == [("–", "Bob", "1512?")]
    assert [place for place, _name, _figure in rows(query="?name=crowd")] == list("1234678")


def test_of_equal_ratings_each_has_a_place_of_its_own(alice, bob, charlie):
    rated(alice), rated(bob), rated(charlie)
    assert [row[:2] for row in rows(query="?name=char")] == [("3", "Charlie")]
    assert [row[0] for row in rows()] == ["1", "2", "3"]


def test_fifty_to_a_page_and_the_way_to_the_own_place(alice):
    crowd(60)
    rated(alice, 1300)
    page = list_for(alice)
    assert len(page.select(".ratings tbody tr")) == 50
    assert "?pool=two&page=2#me" in page.targets or "?page=2#me" in page.targets
    assert [row[:2] for row in rows(alice, "?page=2")][-1] == ("61", "Alice")


def test_the_change_of_thirty_days_is_from_the_number_before_them(alice, bob, charlie):
    game = table_of(alice, bob, rules=RuleSet())
    rated(alice, 1650), rated(bob, 1480), rated(charlie, 1400)
    changed(alice, game, 1500, 1600, number=1, days_ago=40)
    changed(alice, game, 1600, 1620, number=2, days_ago=20)
    changed(alice, game, 1620, 1650, number=3, days_ago=10)
    changed(bob, game, 1500, 1480, number=4, days_ago=10)
    said = [cell.text for cell in list_for().select(".ratings tbody .ratings__change")]
    assert said == ["+50", "−20", "±0"]


def test_ticked_players_are_found_again_by_who_ticked_them_alone(alice, bob, charlie):
    rated(alice, 1700), rated(bob, 1600, listed=False, games=5, deviation=180), rated(charlie, 1500)
    assert tick(alice, bob).status_code == 303
    tick(alice, bob)
    assert rows(alice, "?ticked=on") == [("1", "Alice", "1700"), ("–", "Bob", "1600?")]
    assert rows(charlie, "?ticked=on") == [("2", "Charlie", "1500")]
    assert rows(None, "?ticked=on") == [("1", "Alice", "1700"), ("2", "Charlie", "1500")]
    tick(alice, bob, off="1")
    assert rows(alice, "?ticked=on") == [("1", "Alice", "1700")]


def test_a_tick_leads_back_within_the_site_only(alice, bob):
    assert tick(alice, bob, next="/ratings/?page=2")["Location"] == "/ratings/?page=2"
    assert tick(alice, bob, next="https://elsewhere.example/")["Location"] == "/ratings/"


def test_nobody_ticks_himself_and_guests_sign_up_first(alice):
    tick(alice, alice)
    assert tick(create_guest(), alice)["Location"] == "/accounts/keep/"
    assert not Tick.objects.exists()


def test_ticks_go_with_an_account(alice, bob):
    tick(alice, bob), tick(bob, alice)
    delete_account(player=bob)
    assert not Tick.objects.exists()


@pytest.mark.parametrize("query", ["", "?name=crowd", "?ticked=on"])
def test_it_asks_as_often_for_a_full_page_as_for_two_rows(alice, query):
    def asked():
        client = browser(alice)
        with CaptureQueriesContext(connection) as captured:
            assert client.get(f"/ratings/{query}").status_code == 200
        return len(captured)

    crowd(2)
    rated(alice, 1300)
    person("Zoe")
    for player in Player.objects.filter(name__startswith="Crowd"):
        tick(alice, player)
    few = asked()
    for each in range(2, 70):
        player = Player.objects.create_player(name=f"Crowd{each}", email=None, password=None)
        rated(player, 1900.0 - each)
        Tick.objects.create(owner=alice, player=player)
    # Among them the page of the list by number, and its rows: who stands before them is never read.
    assert asked() == few <= 11
