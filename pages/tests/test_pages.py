"""The home page and the lists of games, by full requests."""

import pytest
from django.core.cache import cache

from accounts.services import create_guest, ensure_bots
from accounts.tests.cast import person
from games.clocks.reliability import Tier
from games.lobby.terms import GameTerms
from games.models import Company, Game, SeatOrder, Visibility
from games.services import SeatWish, create_game, join_game, resign
from games.tests.play import play_turn
from games.tests.seating import known
from homeworlds.rules import Preset, RuleSet, Variant, preset_rules, with_options
from pages.tests.visits import browser
from upkeep.tests.elements import nowhere_in, page_of

pytestmark = pytest.mark.django_db
HOME, OPEN, MINE = "/", "/games/open/", "/games/mine/"
BINARY = preset_rules(Preset.BOOKLET, Variant.BINARY)


def page_at(client, url):
    response = client.get(url)
    assert response.status_code == 200
    return page_of(response)


def address(game):
    return f"/games/{game.public_id}/"


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
    page = page_at(browser(), HOME).one("main")
    assert "fleets and stars" in page.text
    form = next(each for each in page.all("form") if "Play a bot now" in each.names("button"))
    assert form.field("key").value
    assert {"/accounts/signup/", "/accounts/login/", OPEN} <= set(page.targets)
    assert len(page.by_id("living").select(".map.seats-2")) == 1


def test_home_has_one_gold_button_and_beneath_what_goes_on_and_what_can_be_joined(alice, bob):
    is_open, private = open_game(alice), GameTerms(visibility=Visibility.PRIVATE)
    hidden = [open_game(alice, terms=private), running(alice, bob)]
    Game.objects.filter(pk=hidden[1].pk).update(visibility=Visibility.UNLISTED, log_number=1)
    seen = running(alice, bob)
    play_turn(seen, "homeworld G1 B2 Y3")
    for viewer, may_join in ((None, False), (person("Charlie"), True)):
        answer = browser(viewer).get(HOME)
        page = page_of(answer)
        gold = page.select(".button:not(.button--quiet)")
        assert [button.name for button in gold] == ["Play a bot now"]
        assert page.one("link", "Learn in ten minutes") and page.one("link", "Read the rules")
        joinable = page.one("region", "You can join at once")
        assert joinable.targets[0] == address(is_open)
        assert (f"{address(is_open)}join/" in joinable.targets) is may_join
        going_on = page.one("region", "Being played")
        assert going_on.targets == [address(seen)] and "Alice set up with" in going_on.text
        assert all(nowhere_in(answer, game.public_id) for game in hidden)
    assert "You can join at once" not in page_at(browser(alice), HOME).names("region")


def test_home_shows_what_waits_for_me_and_not_the_rest(alice, bob):
    mine, his = running(alice, bob), running(bob, alice)
    waiting = page_at(browser(alice), HOME).one("region", "These games wait for you")
    assert address(mine) in waiting.targets and address(his) not in waiting.targets
    assert page_at(browser(alice), HOME).by_id("learn")["href"] == "/learn/"
    theirs = page_at(browser(person("Charlie")), HOME)
    assert theirs.names("heading")[0] == "Play Homeworlds, a turn at a time"
    assert "These games wait for you" not in theirs.names("region")


# --- Open games


def test_an_open_game_is_a_row_that_names_who_sits_there_and_what_is_not_as_usual(alice, bob):
    open_game(alice)
    open_game(bob, with_options(RuleSet(variant=Variant.SINISTER), {"attack": "smaller"}), seats=3)
    page = page_at(browser(), OPEN)
    by_name = {row.names("link")[0]: row for row in page.select(".game-list > .lobby-row")}
    binary, sinister = by_name["Alice"], by_name["Bob"]
    assert "Binary" in binary.text and "1 open seat" in binary.text and not binary.select("details")
    assert "Sinister" in sinister.text and "3 open seats" in sinister.text
    (differs,) = sinister.select("details")
    assert "smaller than your largest ship there, of whatever colour." in differs.text
    assert [len(row.select(".ring > i")) for row in (binary, sinister)] == [2, 4]
    assert page.one("link", "Log in to join")["href"] == f"/accounts/login/?next={OPEN}"


def test_the_buttons_are_those_that_make_sense(alice, bob):
    game = open_game(alice)
    join, leave = [f"/games/{game.public_id}/{what}" for what in ("join/", "leave/")]
    for client, shown in [
        (browser(), set()),
        (browser(alice), {leave}),
        (browser(bob), {join}),
        (browser(create_guest()), set()),
    ]:
        assert {join, leave} & set(page_at(client, OPEN).targets) == shown


def test_games_stand_by_what_one_can_do_and_an_equal_reason_is_said_once(alice, bob):
    reliable = GameTerms(company=Company.RELIABLE)
    own, wide = open_game(bob), open_game(alice, RuleSet(variant=Variant.SINISTER), seats=3)
    refused = [open_game(alice, terms=reliable) for _ in range(2)]
    narrow = open_game(alice)
    page = page_at(browser(known(bob, Tier.NEW)), OPEN)
    rows = {
        section["aria-labelledby"]: [row.targets[0].split("/")[2] for row in section.select(".lobby-row")]
        for section in page.select("#lobby > section")
    }
    assert rows["joinable-heading"] == [narrow.public_id, wide.public_id]
    assert rows["own-heading"] == [own.public_id]
    assert rows["refused-heading"] == [game.public_id for game in refused]
    assert page.text.count("asks for reliable players") == 1
    assert page.select(".lobby__refused > summary")[0].text.startswith("2 games ")


def test_on_day_one_the_lobby_says_so_and_offers_what_is_there():
    page = page_at(browser(), OPEN)
    assert page.names("heading")[1:] == ["You are the first here", "They sit down at once", "Somebody real"]
    assert {"Play Cadet", "Play Scout", "Play Pilot", "Make a link"} <= set(page.names("button"))
    # The way to a game of now is gold, and nothing is filtered where nothing is.
    assert [gold.text for gold in page.select("main .button:not(.button--quiet)")] == ["Play a bot"]
    assert not page.select(".filters")


def test_in_a_quiet_hour_one_waits_at_one_press(alice, bob, charlie):
    play_turn(running(bob, charlie), "homeworld G3 B1 Y3")
    alice = known(alice)
    client = browser(alice)
    page = page_at(client, OPEN)
    assert page.names("heading")[1] == "Nobody waits just now" and "Being played" in page.names("heading")
    (form,) = page.select(".quiet-lobby form")
    client.post(form["action"], {field["name"]: field["value"] for field in form.select("input")})
    page = page_at(client, OPEN)
    assert page.names("heading")[1:3] == ["You wait for anybody", "Nobody else waits just now"]
    assert not page.select(".quiet-lobby form")


# --- All lists


@pytest.mark.parametrize("number", ["0", "-1", "99", "x", "", "1e9", "9" * 300, "\x00"])
def test_a_page_that_is_not_there_is_the_nearest(alice, number):
    assert browser(alice).get(OPEN, {"page": number}).status_code == 200


def test_many_games_are_paged(alice):
    for _ in range(51):
        open_game(alice)
    assert "Page 1 of 2" in page_at(browser(alice), OPEN).one("navigation", "Pages").text
    second = page_at(browser(alice), f"{OPEN}?page=2")
    assert len(second.all("link", rel="prev")) == 1
    assert len(second.select(".game-list > li")) == 1


def test_the_queries_do_not_grow(alice, bob, django_assert_max_num_queries):
    """Nor with the games, nor with the players."""
    alice, bob = known(alice), known(bob)
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
            with django_assert_max_num_queries(14) as queries:
                page_at(client, url)
            counts.setdefault(url, set()).add(len(queries))
    assert all(len(seen) == 1 for seen in counts.values()), counts


@pytest.mark.parametrize("url", [HOME, OPEN, MINE])
def test_they_are_only_to_be_read(alice, url):
    response = browser(alice).post(url)
    assert response.status_code == 405 and len(page_of(response).select("h1")) == 1


@pytest.mark.parametrize("url", [HOME, OPEN, MINE])
def test_a_name_is_text(alice, url):
    alice.name = "<b>Al</b>"
    alice.save()
    running(alice, person("Bob")), open_game(alice)
    page = page_at(browser(alice), url)
    assert page.select("bdi b") == [] and "<b>Al</b>" in page.text


def test_home_offers_only_what_one_may_join(alice, bob):
    open_game(alice, terms=GameTerms(company=Company.RELIABLE))
    mine_to_join = open_game(alice)
    page = page_at(browser(known(bob, Tier.NEW)), HOME)
    (region,) = page.all("region", "You can join at once")
    assert [row.targets[0] for row in region.select(".game-row")] == [address(mine_to_join)]
