"""The home page and the lists of games, by full requests."""

import pytest
from django.core.cache import cache

from accounts.services import create_guest, ensure_bots
from accounts.tests.cast import person
from games.models import SeatOrder
from games.services import SeatWish, cancel_game, create_game, join_game, resign
from homeworlds.rules import Preset, RuleSet, Variant, preset_rules, with_options
from pages.tests.visits import browser

pytestmark = pytest.mark.django_db
HOME, OPEN, MINE = "/", "/games/open/", "/games/mine/"
BINARY = preset_rules(Preset.BOOKLET, Variant.BINARY)


def text(client, url):
    response = client.get(url)
    assert response.status_code == 200
    return response.content.decode()


def open_game(creator, rules=BINARY, seats=1, **wishes):
    all_seats = [SeatWish(player=creator), *[SeatWish()] * seats]
    return create_game(creator=creator, rules=rules, seats=all_seats, **wishes)


def running(first, second):
    """It is the first one's turn."""
    return join_game(game_id=open_game(first, seat_order=SeatOrder.FIXED).pk, player=second)


def finished(first, second):
    game = running(first, second)
    resign(game_id=game.pk, player=second, key="r", confirmed=True)
    return game


# --- Home


def test_home_says_what_this_is_and_offers_a_bot():
    page = text(browser(), HOME)
    for words in ("fleets and stars", "Play a bot now", "/accounts/signup/", "/accounts/login/", OPEN):
        assert words in page
    assert 'class="map seats-2"' in page and 'name="key"' in page


def test_home_shows_what_waits_for_me_and_not_the_rest(alice, bob):
    mine, his = running(alice, bob), running(bob, alice)
    page = text(browser(alice), HOME)
    assert f"/games/{mine.public_id}/" in page and f"/games/{his.public_id}/" not in page
    assert "These games wait for you" not in text(browser(person("Charlie")), HOME)


# --- My games


def test_my_games_begin_with_those_that_wait_for_me_and_show_every_state(alice, bob):
    cancelled = cancel_game(game_id=open_game(alice).pk, player=alice)
    games = [running(alice, bob), running(bob, alice), open_game(alice), finished(alice, bob), cancelled]
    page = text(browser(alice), MINE)
    places = [page.index(f"/games/{game.public_id}/") for game in games]
    assert places == sorted(places)
    for words in (
        "Your turn",
        "Bob is to move",
        "Waiting for 1 more player",
        "Alice won",
        "Cancelled before it began",
    ):
        assert words in page
    strangers = open_game(bob)
    assert strangers.public_id not in text(browser(alice), MINE)


def test_without_games_it_offers_some(alice):
    assert "You have no games yet." in text(browser(alice), MINE)


def test_my_games_are_for_players():
    assert browser().get(MINE)["Location"] == f"/accounts/login/?next={MINE}"


# --- Open games


def test_an_open_game_names_variant_goal_creator_and_rules_that_differ(alice, bob):
    open_game(alice)
    open_game(bob, with_options(RuleSet(variant=Variant.SINISTER), {"attack": "smaller"}), seats=3)
    page = text(browser(), OPEN)
    for words in (
        "Binary",
        "Sinister",
        "Eliminate the next player to your left in your own turn.",
        'Made by <bdi><a class="name" href="/players/Bob/">Bob</a></bdi>',
        "4 players",
        "3 open seats",
        "Rules of the booklet.",
        "A ship captures only ships smaller than itself.",
        "Log in to join",
    ):
        assert words in page


def test_the_buttons_are_those_that_make_sense(alice, bob):
    game = open_game(alice)
    join, leave, cancel = [f"/games/{game.public_id}/{what}" for what in ("join/", "leave/", "#cancel")]
    for client, shown in [
        (browser(), set()),
        (browser(alice), {leave, cancel}),
        (browser(bob), {join}),
        (browser(create_guest()), set()),
    ]:
        page = text(client, OPEN)
        assert {url for url in (join, leave, cancel) if url in page} == shown


def test_an_empty_list_says_so():
    assert "No game waits for players just now." in text(browser(), OPEN)


# --- All lists


@pytest.mark.parametrize("page", ["0", "-1", "99", "x", "", "1e9", "9" * 300, "\x00"])
def test_a_page_that_is_not_there_is_the_nearest(alice, page):
    for url in (OPEN, MINE):
        assert browser(alice).get(url, {"page": page}).status_code == 200


def test_many_games_are_paged(alice):
    for _ in range(51):
        open_game(alice)
    for url in (OPEN, MINE):
        assert "Page 1 of 2" in text(browser(alice), url)
        second = text(browser(alice), f"{url}?page=2")
        assert 'rel="prev"' in second and second.count('#cancel"') == (url == OPEN)


def test_the_queries_do_not_grow(alice, bob, django_assert_max_num_queries):
    """Nor with the games, nor with the players."""
    ensure_bots()
    client, counts = browser(alice), {}
    for number in (2, 30):
        for _ in range(number):
            running(alice, bob)
            open_game(bob)
            open_game(alice, RuleSet(variant=Variant.GOOD_VS_EVIL), seats=5)
            finished(bob, alice)
        for url in (HOME, MINE, OPEN):
            cache.clear()
            with django_assert_max_num_queries(12) as queries:
                text(client, url)
            counts.setdefault(url, set()).add(len(queries))
    assert all(len(seen) == 1 for seen in counts.values()), counts


@pytest.mark.parametrize("url", [HOME, OPEN, MINE])
def test_they_are_only_to_be_read(alice, url):
    response = browser(alice).post(url)
    assert response.status_code == 405 and b"<h1>" in response.content


@pytest.mark.parametrize("url", [HOME, OPEN, MINE])
def test_a_name_is_text(alice, url):
    alice.name = "<b>Al</b>"
    alice.save()
    running(alice, person("Bob")), open_game(alice)
    assert "<b>Al</b>" not in text(browser(alice), url)
