"""A player tidies the own view of the map: nobody else sees a difference, and nothing moves in it later."""

from __future__ import annotations

import random
import re

import pytest
from django.urls import reverse

from board.map.places import Arrangement, Place, Places, is_tidy, place_turn, settle, tidy
from board.tests.map_reading import mapped
from board.tests.positions import piece, position_of
from board.tests.spots import Spot, drawn
from games.access import game_for_viewer
from games.log import rebuilding
from games.models import Game, Seat
from games.refusals import GameRefusalCode
from games.services import SeatWish, create_game, tidy_map, undo_tidying
from games.table.view import table_for
from games.tests.browsing import Browser
from games.tests.play import play_turn, table_of
from games.tests.seating import refused
from homeworlds.actions import Discover
from homeworlds.rules import Preset, RuleSet, Variant, preset_rules
from homeworlds.turn import HalfTurn
from upkeep.tests.elements import as_sent, page_of

THREE = ("Ann", "Ben", "Cyd")
ROWS = re.compile(r"\brows-(\d+)")
HOMES = "Ann (0, g3b2) y3g1--; Ben (1, y2b1) -y3-; Cyd (2, r1g2) --g3"


def test_gaps_are_closed_in_the_order_in_which_the_systems_stood():
    position = position_of(f"<0> {HOMES}; One (y1) -g1-; Two (b1) --g1; Big (r3) y1--", THREE)
    places = Places({"One": Place(1, 2), "Two": Place(1, 6), "Big": Place(3, 4)}, berths=7)
    order = tidy(places, position)
    assert [order.berth(place) for place in places.systems.values()] == [0, 1, 0]
    assert order.rows_for(places, places.systems.values()) == 4
    # The next discovery, in berth 0 for all, comes after those that lie there.
    assert places.next_berth(1, players=3, discoverer=0) == 0
    assert order.berth(Place(1, 0)) == 2


def test_of_two_players_each_has_the_systems_near_home():
    homes = "Ann (0, g3b2) y3g1-; Ben (1, y2b1) -y3"
    position = position_of(f"<0> {homes}; Mine (y1) g3-; Theirs (b1) -g3; Both (r1) r1-y2")
    places = Places({"Mine": Place(1, 0), "Theirs": Place(1, 4), "Both": Place(1, 1)}, berths=5)
    order = tidy(places, position)
    assert {name: order.berth(place) for name, place in places.systems.items()} == {
        "Mine": 3,
        "Theirs": 1,
        "Both": 0,
    }
    for seat, berth in ((0, 2), (1, 2)):
        following = places.next_berth(1, players=2, discoverer=seat)
        assert order.berth(Place(1, following)) in (2, 4), (seat, following, berth)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_an_arrangement_has_every_berth_once_and_is_tidy(players):
    lots = random.Random(players)
    names = ("Ann", "Ben", "Cyd", "Dan", "Eve", "Fay")[:players]
    for _ in range(50):
        systems, used = [], {}
        bag = [f"{colour}{size}" for colour in "rygb" for size in (1, 2, 3)] * (players + 1)
        lots.shuffle(bag)
        for number in range(lots.randrange(1, 9)):
            fleets = [""] * players
            star, fleets[lots.randrange(players)] = bag.pop(), bag.pop()
            size = int(star[1])
            systems.append(f"S{number} ({star}) {'-'.join(fleets)}")
            free = [berth for berth in range(9) if Place(size, berth) not in used.values()]
            used[f"S{number}"] = Place(size, lots.choice(free))
        position = position_of(f"<0> {'; '.join(systems)}", names)
        places = Places(used, berths=max(4, *[place.berth + 1 for place in used.values()]))
        order = tidy(places, position)
        for column, own in enumerate(order.own, 1):
            assert sorted(own) == list(range(len(own)))
            assert sorted(order.order(column, 12)) == list(range(12))
        assert is_tidy(places, position, order)
        assert Arrangement.from_json(order.to_json()) == order
        spots, _homes = drawn(mapped(position, places, arrangement=order))
        assert set(spots) == set(used)


def test_a_preview_shows_a_discovery_where_the_turn_puts_it():
    rules = preset_rules(Preset.MODERN, Variant.BINARY)
    position = position_of("<0> Ann (0, g3b2) y3g1-; Ben (1, y2b1) -y3; Old (y1) g1-")
    places = Places({"Old": Place(1, 4)}, {"Ann": 0, "Ben": 1}, 5)
    order = tidy(places, position)
    half = HalfTurn(rules, position).then(Discover(piece("g1"), "Ann", piece("b1"), "New"))
    preview = place_turn(places, half)
    ended = settle(preview, half.end().position)
    spots = [
        drawn(mapped(at, where, arrangement=order))[0]
        for at, where in ((position, places), (half.position, preview), (half.end().position, ended))
    ]
    assert spots[0]["Old"] == spots[1]["Old"] == spots[2]["Old"] == (1, 3)
    assert spots[1]["New"] == spots[2]["New"] == (1, 2)


# --- At the table

SETUPS = ("homeworld G3 B1 Y3", "homeworld G2 B1 R3")


def now(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def address(game: Game) -> str:
    return reverse("games:table", args=[game.public_id])


@pytest.fixture
def game(alice, bob) -> Game:
    """Alice has a system where Bob's lie: she took it from nobody, but it was placed so."""
    game = table_of(alice, bob, rules=RuleSet())
    for text in (*SETUPS, "build Y1 Alice", "pass", "discover Y1 Alice G2 Vega"):
        play_turn(game, text)
    places = {**now(game).places, "systems": {"Vega": [2, 4]}, "berths": 5, "used": [0, 4]}
    Game.objects.filter(pk=game.pk).update(places=places)
    return now(game)


@pytest.mark.django_db
def test_a_player_tidies_the_own_view_and_undoes_that(game, alice, bob):
    mine, theirs, watcher = Browser(alice), Browser(bob), Browser()
    before = {browser: shown(browser, game) for browser in (mine, theirs, watcher)}
    stored = Game.objects.filter(pk=game.pk).values().get()
    assert before[mine] == (2, {"Vega": (2, 4)})
    answer = mine.send(mine.open(address(game)).form(action="/tidy/"))
    assert (answer.status_code, answer["Location"]) == (303, address(game))
    assert shown(mine, game) == (1, {"Vega": (2, 3)})
    for browser in (theirs, watcher):
        assert shown(browser, game) == before[browser]
    assert Game.objects.filter(pk=game.pk).values().get() == stored
    panel = page_of(mine.open(address(game)).page).by_id("tidy")
    assert "You have tidied it: the others see every system where it was." in panel.texts("paragraph")
    assert mine.send(mine.form(action="/tidy/"), "undo").status_code == 303
    assert shown(mine, game) == before[mine]
    assert page_of(mine.open(address(game)).page).by_id("tidy").names("button") == ["Tidy my view"]


def shown(browser: Browser, game: Game) -> tuple[int, dict[str, Spot]]:
    """How many rows of the map take room, and where the systems are."""
    page = browser.open(address(game)).page
    region = page_of(page).one("region", "Map")
    (rows,) = {int(rows) for each in region.select("[class]") for rows in ROWS.findall(each["class"])}
    return rows, drawn(as_sent(page))[0]


@pytest.mark.django_db
def test_the_past_is_shown_in_the_same_order(game, alice):
    tidy_map(game_id=game.pk, player=alice)
    view = table_for(game_for_viewer(game.public_id, alice), alice, number=4)
    assert view.arrangement == table_for(game_for_viewer(game.public_id, alice), alice).arrangement
    assert not view.may_tidy
    assert table_for(game_for_viewer(game.public_id, alice), alice).viewer_seat == 0


@pytest.mark.django_db
def test_where_nothing_can_be_tidied_nothing_is_offered(alice, bob, charlie, game):
    for player in (charlie,):
        view = table_for(game_for_viewer(game.public_id, player), player)
        assert not view.may_tidy and view.arrangement is None
    fresh = table_of(alice, bob, rules=RuleSet())
    for text in (*SETUPS, "build Y1 Alice", "pass", "discover Y1 Alice G2 Vega"):
        play_turn(fresh, text)
    with pytest.raises(LookupError):
        Browser(alice).open(address(fresh)).form(action="/tidy/")


@pytest.mark.django_db
def test_the_turn_in_the_making_is_kept(game, bob):
    browser = Browser(bob).open(f"{address(game)}?turn=pass")
    form = browser.form(action="/tidy/")
    answer = browser.client.post(
        form.action, dict(form.filled()), headers={"Referer": f"http://testserver{address(game)}?turn=pass"}
    )
    assert answer["Location"] == f"{address(game)}?turn=pass"


@pytest.mark.django_db
def test_only_players_of_a_game_that_has_started_have_a_view_of_their_own(game, alice, charlie):
    for service in (tidy_map, undo_tidying):
        with refused(GameRefusalCode.NOT_A_PLAYER):
            service(game_id=game.pk, player=charlie)
    waiting = create_game(creator=alice, rules=RuleSet(), seats=[SeatWish(player=alice), SeatWish()])
    with refused(GameRefusalCode.NOT_RUNNING):
        tidy_map(game_id=waiting.pk, player=alice)
    assert not Seat.objects.exclude(tidied=None).exists()


@pytest.mark.django_db
def test_the_log_knows_nothing_of_it(alice, bob):
    fresh = table_of(alice, bob, rules=RuleSet())
    for text in (*SETUPS, "build Y1 Alice", "pass", "discover Y1 Alice G2 Vega"):
        play_turn(fresh, text)
    tidy_map(game_id=fresh.pk, player=alice)
    assert now(fresh).log_number == 5
    assert rebuilding.check(now(fresh)) == []
