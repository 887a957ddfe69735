"""Profiles, by full requests."""

import re

import pytest

from accounts.models import Player, Quiet
from accounts.quiet import quiet
from accounts.services import create_guest, ensure_bots, ensure_record_players, rename
from accounts.tests.cast import person
from games.lobby.terms import GameTerms
from games.models import Game, SeatOrder, Visibility
from games.services import SeatWish, create_game, resign
from games.tests.play import table_of
from homeworlds.rules import RuleSet, Variant
from pages.tests.visits import browser

pytestmark = pytest.mark.django_db


def page_of(player, viewer=None, query=""):
    response = browser(viewer).get(player.get_absolute_url() + query)
    assert response.status_code == 200
    return response.content.decode()


def words(page):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page))


def finished(winner, loser, visibility=Visibility.PUBLIC):
    game = running(winner, loser, visibility)
    resign(game_id=game.pk, player=loser, key="r", confirmed=True)
    return game


def running(first, second, visibility=Visibility.PUBLIC):
    seats = [SeatWish(player=first), SeatWish(player=second)]
    terms = GameTerms(visibility=visibility)
    return create_game(creator=first, rules=RuleSet(), seats=seats, seat_order=SeatOrder.FIXED, terms=terms)


def test_it_says_who_since_when_and_with_which_results(alice, bob):
    finished(alice, bob), finished(alice, bob), finished(bob, alice)
    goes_on = running(alice, bob)
    page = page_of(alice)
    said = words(page)
    assert f"Here since {alice.date_joined:%B %Y}." in said
    assert "Binary 3 2 0 0 1" in said and "Only public games that were finished here" in said
    assert page.index("Running games") < page.index(goes_on.public_id) < page.index("Finished games")
    assert "Against you" not in said and "Invite" not in said


def test_games_of_several_variants_are_added_up(alice, bob):
    finished(alice, bob)
    game = table_of(alice, bob, person("Charlie"), rules=RuleSet(variant=Variant.SINISTER))
    resign(game_id=game.pk, player=alice, key="r", confirmed=True)
    resign(game_id=game.pk, player=bob, key="r", confirmed=True)
    said = words(page_of(alice))
    assert "Binary 1 1 0 0 0" in said and "Sinister 1 0 0 0 1" in said and "Together 2 1 0 0 1" in said


def test_against_me_is_seen_from_my_side(alice, bob):
    finished(alice, bob), finished(alice, bob), finished(bob, alice)
    assert "You and Bob have finished 3 games together. You won 2 Bob won 1" in words(page_of(bob, alice))
    assert "You and Alice have finished 3 games together. You won 1 Alice won 2" in words(page_of(alice, bob))
    assert "Against you" not in words(page_of(alice, alice))
    assert "Against you" not in words(page_of(alice, person("Charlie")))


@pytest.mark.parametrize("visibility", [Visibility.UNLISTED, Visibility.PRIVATE])
def test_games_that_not_everybody_may_see_leave_no_trace(alice, bob, visibility):
    before = words(page_of(alice))
    games = [finished(alice, bob, visibility), running(alice, bob, visibility)]
    assert words(page_of(alice)) == before
    for viewer in (alice, bob):
        page = page_of(alice, viewer)
        assert all(game.public_id not in page for game in games)
        assert page_of(alice, viewer, f"?finished={games[0].public_id}").count("game-row") == 0


def test_a_long_list_is_read_page_by_page(alice, bob):
    games = [finished(alice, bob) for _ in range(45)]
    started = [running(alice, bob) for _ in range(23)]
    client, url, seen = browser(), alice.get_absolute_url(), []
    addresses = [url]
    while addresses:
        page = client.get(addresses.pop()).content.decode()
        listed = page[page.index('id="finished-heading"') :]
        seen += re.findall(r'href="/games/(\w{8})/"', listed)
        addresses = [
            url + each.replace("&amp;", "&")
            for each in re.findall(r'rel="next" href="(\?finished[^"#]*)', listed)
        ]
    assert seen == [game.public_id for game in reversed(games)]
    page = client.get(url).content.decode()
    older = re.search(r'rel="next" href="(\?running=[^"#]*)', page)[1]
    rest = client.get(url + older).content.decode()
    assert started[0].public_id in rest and started[0].public_id not in page
    assert "Back to the latest" in rest and f"finished={games[-20].public_id}" in rest


@pytest.mark.parametrize(
    "query", ["?finished=zzzzzzzz", "?running=%00", "?finished=" + "9" * 999, "?running="]
)
def test_a_page_that_is_not_there_is_the_first(alice, bob, query):
    game = finished(alice, bob)
    assert game.public_id in page_of(alice, query=query)


def test_the_queries_do_not_grow(alice, bob, django_assert_max_num_queries):
    counts = {}
    for number in (2, 25):
        for _ in range(number):
            finished(alice, bob), running(bob, alice), finished(alice, bob, Visibility.PRIVATE)
        for who, viewer in (("anonymous", None), ("bob", bob), ("alice", alice)):
            client = browser(viewer)
            with django_assert_max_num_queries(13) as queries:
                client.get(alice.get_absolute_url())
            counts.setdefault(who, set()).add(len(queries))
    assert all(len(seen) == 1 for seen in counts.values()), counts


# --- Names


def test_an_old_name_leads_to_the_new_one_and_is_kept(alice):
    rename(player=alice, name="Alicia")
    for old in ("Alice", "alice", "A1ice"):
        assert browser().get(f"/players/{old}/")["Location"] == "/players/Alicia/"
    assert browser().get("/players/ALICIA/")["Location"] == "/players/Alicia/"
    assert browser().get("/players/Nobody-Here/").status_code == 404
    assert browser().get("/players/a/b/").status_code == 404


def test_a_name_of_any_letters_has_an_address():
    for name in ("李小龍", "What?", "100%", "a#b", "Jean.Luc", "a+b", "[x]"):
        assert name in words(page_of(person(name)))


def test_names_link_to_profiles(alice, bob):
    game = running(alice, bob)
    for url in (f"/games/{game.public_id}/", "/games/mine/"):
        assert '<a class="name" href="/players/Bob/">Bob</a>' in browser(alice).get(url).content.decode()


def test_a_seat_of_an_old_name_links_to_the_new_one(alice, bob):
    game = running(alice, bob)
    rename(player=bob, name="Robert")
    page = browser(alice).get(f"/games/{game.public_id}/").content.decode()
    assert '<a class="name" href="/players/Robert/">Bob</a>' in page


# --- Who it is, and what can be done


def test_bots_guests_and_accounts_of_records_say_what_they_are(alice):
    ensure_bots()
    rover, guest, record = Player.objects.get(name="Rover"), create_guest(), ensure_record_players()[0]
    assert "Bot, at random." in words(page_of(rover, alice)) and "Here since" not in page_of(rover)
    assert "guest Here since" in words(page_of(guest))
    assert "many people, one account" in words(page_of(record)) and "Results" not in page_of(record)
    for player in (rover, guest, record):
        page = page_of(player, alice)
        assert "?invite=" not in page
    assert "/accounts/quiet/" not in page_of(rover, alice)


def test_imported_games_are_marked(alice, bob):
    game = running(alice, bob)
    Game.objects.filter(pk=game.pk).update(origin_kind="record", origin_title="Recorded game 17 of 2012")
    resign(game_id=game.pk, player=bob, key="r", confirmed=True)
    said = words(page_of(alice))
    assert "Recorded game 17 of 2012" in said and "No game has been finished yet." in said


def test_a_person_can_be_invited_muted_and_blocked_from_there(alice, bob):
    page = page_of(bob, alice)
    assert "/games/new/?invite=Bob" in page and f"/accounts/quiet/{bob.public_id}/?next=/players/Bob/" in page
    assert 'value="Bob"' in browser(alice).get("/games/new/?invite=Bob").content.decode()
    for viewer in (None, create_guest()):
        assert "?invite=" not in page_of(bob, viewer) and "/accounts/quiet/" not in page_of(bob, viewer)


def test_a_block_is_told_to_its_owner_only(alice, bob):
    before = words(page_of(alice, bob))
    quiet(player=alice, other=bob, kind=Quiet.Kind.BLOCK)
    page = page_of(bob, alice)
    assert "You have blocked Bob." in page and "?invite=" not in page
    assert words(page_of(alice, bob)) == before
    quiet(player=alice, other=bob, kind=Quiet.Kind.MUTE)
    page = page_of(bob, alice)
    assert "You have muted Bob." in page and "?invite=" in page


def test_a_closed_account_cannot_be_invited(alice, bob):
    Player.objects.filter(pk=bob.pk).update(is_active=False)
    page = page_of(bob, alice)
    assert "This account is closed." in page and "?invite=" not in page


def test_my_own_page_leads_to_my_settings(alice):
    page = page_of(alice, alice)
    assert "/accounts/settings/" in page and "?invite=" not in page
    assert "/players/Alice/" in browser(alice).get("/accounts/settings/").content.decode()


def test_it_is_only_to_be_read(alice):
    assert browser(alice).post(alice.get_absolute_url()).status_code == 405
