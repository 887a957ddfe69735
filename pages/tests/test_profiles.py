"""Profiles, by full requests."""

import pytest

from accounts.models import Player, Quiet
from accounts.quiet import quiet
from accounts.services import create_guest, ensure_bots, ensure_record_players, rename
from accounts.tests.cast import person
from games.lobby.terms import GameTerms
from games.models import Game, SeatOrder, Visibility
from games.services import SeatWish, create_game, resign
from games.tests.play import long_enough, table_of
from homeworlds.rules import RuleSet, Variant
from pages.tests.visits import browser
from upkeep.tests.elements import nowhere_in, page_of

pytestmark = pytest.mark.django_db


def profile_of(player, viewer=None, query=""):
    response = browser(viewer).get(player.get_absolute_url() + query)
    assert response.status_code == 200
    return page_of(response)


def results_of(player):
    return profile_of(player).one("region", "Results").texts("row")[1:]


def said_of(player):
    """Who it is, below the name."""
    return profile_of(player).select(".profile__who")[0].text


def headings_below(player, viewer):
    return profile_of(player, viewer).names("heading")[1:]


def invites(page):
    return "Invite to a new game" in page.names("link")


def offers_quiet(page, player):
    return f"/accounts/quiet/{player.public_id}/?next=/players/{player.name}/" in page.targets


def finished(winner, loser, visibility=Visibility.PUBLIC):
    game = long_enough(running(winner, loser, visibility))
    resign(game_id=game.pk, player=loser, key="r", confirmed=True)
    return game


def running(first, second, visibility=Visibility.PUBLIC):
    seats = [SeatWish(player=first), SeatWish(player=second)]
    terms = GameTerms(visibility=visibility)
    return create_game(creator=first, rules=RuleSet(), seats=seats, seat_order=SeatOrder.FIXED, terms=terms)


def test_it_says_who_since_when_and_with_which_results(alice, bob):
    finished(alice, bob), finished(alice, bob), finished(bob, alice)
    goes_on = running(alice, bob)
    page = profile_of(alice)
    assert f"Here since {alice.date_joined:%B %Y}." in page.texts("paragraph")
    results, running_games, finished_games = page.all("region")
    assert results.texts("row") == ["Variant Played Won Shared Drawn Lost", "Binary 3 2 0 0 1"]
    assert "Only public games that were finished here" in results.texts("paragraph")[-1]
    assert (running_games.name, finished_games.name) == ("Running games", "Finished games")
    assert running_games.targets.count(f"/games/{goes_on.public_id}/") == 1
    assert len(finished_games.all("listitem")) == 3
    assert results.names("heading") == ["Results"] and not invites(page)


def test_games_of_several_variants_are_added_up(alice, bob):
    finished(alice, bob)
    table = table_of(alice, bob, person("Charlie"), rules=RuleSet(variant=Variant.SINISTER))
    game = long_enough(table)
    resign(game_id=game.pk, player=alice, key="r", confirmed=True)
    resign(game_id=game.pk, player=bob, key="r", confirmed=True)
    assert results_of(alice) == ["Binary 1 1 0 0 0", "Sinister 1 0 0 0 1", "Together 2 1 0 0 1"]


def test_against_me_is_seen_from_my_side(alice, bob):
    finished(alice, bob), finished(alice, bob), finished(bob, alice)
    for player, viewer, counted in [
        (bob, alice, "You won 2 Bob won 1"),
        (alice, bob, "You won 1 Alice won 2"),
    ]:
        results = profile_of(player, viewer).one("region", "Results")
        assert results.names("heading") == ["Results", "Against you"]
        assert f"You and {player} have finished 3 games together." in results.texts("paragraph")
        assert results.select("dl")[0].text.startswith(counted)
    for viewer in (alice, person("Charlie")):
        assert profile_of(alice, viewer).one("region", "Results").names("heading") == ["Results"]


@pytest.mark.parametrize("visibility", [Visibility.UNLISTED, Visibility.PRIVATE])
def test_games_that_not_everybody_may_see_leave_no_trace(alice, bob, visibility):
    before = profile_of(alice).text
    games = [finished(alice, bob, visibility), running(alice, bob, visibility)]
    assert profile_of(alice).text == before
    for viewer in (alice, bob):
        page = browser(viewer).get(alice.get_absolute_url())
        assert all(nowhere_in(page, game.public_id) for game in games)
        asked = profile_of(alice, viewer, f"?finished={games[0].public_id}")
        assert asked.one("region", "Finished games").all("listitem") == []


def test_a_long_list_is_read_page_by_page(alice, bob):
    games = [finished(alice, bob) for _ in range(45)]
    started = [running(alice, bob) for _ in range(23)]
    client, url, seen = browser(), alice.get_absolute_url(), []
    addresses = [url]
    while addresses:
        listed = page_of(client.get(addresses.pop())).one("region", "Finished games")
        seen += [each.targets[0] for each in listed.all("listitem")]
        addresses = [url + each["href"].partition("#")[0] for each in listed.all("link", "Older")]
    assert seen == [f"/games/{game.public_id}/" for game in reversed(games)]
    first = page_of(client.get(url)).one("region", "Running games")
    older = first.one("link", "Older", rel="next")["href"].partition("#")[0]
    page = page_of(client.get(url + older))
    rest, oldest = page.one("region", "Running games"), f"/games/{started[0].public_id}/"
    assert oldest in rest.targets and oldest not in first.targets
    rest.one("link", "Back to the latest")
    finished_older = page.one("region", "Finished games").one("link", "Older")["href"]
    assert f"finished={games[-20].public_id}" in finished_older


@pytest.mark.parametrize(
    "query", ["?finished=zzzzzzzz", "?running=%00", "?finished=" + "9" * 999, "?running="]
)
def test_a_page_that_is_not_there_is_the_first(alice, bob, query):
    game = finished(alice, bob)
    assert f"/games/{game.public_id}/" in profile_of(alice, query=query).targets


def test_the_queries_do_not_grow(alice, bob, django_assert_max_num_queries):
    counts = {}
    for number in (2, 25):
        for _ in range(number):
            finished(alice, bob), running(bob, alice), finished(alice, bob, Visibility.PRIVATE)
        for who, viewer in (("anonymous", None), ("bob", bob), ("alice", alice)):
            client = browser(viewer)
            with django_assert_max_num_queries(22) as queries:
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
        assert profile_of(person(name)).names("heading")[0] == name


def test_names_link_to_profiles(alice, bob):
    game = running(alice, bob)
    page = page_of(browser(alice).get(f"/games/{game.public_id}/"))
    assert {each["href"] for each in page.select("a.name") if each.name == "Bob"} == {"/players/Bob/"}


def test_a_seat_of_an_old_name_links_to_the_new_one(alice, bob):
    game = running(alice, bob)
    rename(player=bob, name="Robert")
    page = page_of(browser(alice).get(f"/games/{game.public_id}/"))
    assert {each["href"] for each in page.select("a.name") if each.name == "Bob"} == {"/players/Robert/"}


# --- Who it is, and what can be done


def test_bots_guests_and_accounts_of_records_say_what_they_are(alice):
    ensure_bots()
    rover, guest, record = Player.objects.get(name="Rover"), create_guest(), ensure_record_players()[0]
    assert said_of(rover) == "Bot, at random. How bots play"
    assert said_of(guest).startswith("guest Here since")
    assert "many people, one account" in said_of(record)
    assert headings_below(rover, None) == ["Results", "Finished games"]
    assert headings_below(record, None) == ["Finished games"]
    for player in (rover, guest, record):
        assert not invites(profile_of(player, alice))
    assert not offers_quiet(profile_of(rover, alice), rover)


def test_imported_games_are_marked(alice, bob):
    game = running(alice, bob)
    title = "Recorded game 17 of 2012"
    Game.objects.filter(pk=game.pk).update(imported=True, origin_kind="record", origin_title=title)
    long_enough(game)
    resign(game_id=game.pk, player=bob, key="r", confirmed=True)
    page = profile_of(alice)
    assert title in page.one("region", "Finished games").one("listitem").text
    assert "No game has been finished yet." in page.one("region", "Results").texts("paragraph")


def test_a_person_can_be_invited_muted_and_blocked_from_there(alice, bob):
    page = profile_of(bob, alice)
    assert page.one("link", "Invite to a new game")["href"] == "/games/new/?invite=Bob"
    assert page.one("link", "Mute or block")["href"] in page.targets and offers_quiet(page, bob)
    assert "Bob" in [
        each.value for each in page_of(browser(alice).get("/games/new/?invite=Bob")).select("input")
    ]
    for viewer in (None, create_guest()):
        page = profile_of(bob, viewer)
        assert not invites(page) and not offers_quiet(page, bob)


def test_a_block_is_told_to_its_owner_only(alice, bob):
    before = profile_of(alice, bob).text
    quiet(player=alice, other=bob, kind=Quiet.Kind.BLOCK)
    page = profile_of(bob, alice)
    assert "You have blocked Bob." in page.texts("paragraph") and not invites(page)
    assert profile_of(alice, bob).text == before
    quiet(player=alice, other=bob, kind=Quiet.Kind.MUTE)
    page = profile_of(bob, alice)
    assert "You have muted Bob." in page.texts("paragraph") and invites(page)


def test_a_closed_account_cannot_be_invited(alice, bob):
    assert invites(profile_of(bob, alice))
    Player.objects.filter(pk=bob.pk).update(is_active=False)
    assert said_of(bob).endswith("This account is closed.") and not invites(profile_of(bob, alice))


def test_my_own_page_leads_to_my_settings(alice):
    page = profile_of(alice, alice).one("main")
    assert page.one("link", "Settings")["href"] == "/accounts/settings/" and not invites(page)
    assert "/players/Alice/" in page_of(browser(alice).get("/accounts/settings/")).one("main").targets


def test_it_is_only_to_be_read(alice):
    assert browser(alice).post(alice.get_absolute_url()).status_code == 405
