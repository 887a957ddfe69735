"""My games, by full requests: what is listed, in which order, and in how many queries."""

import random
from datetime import timedelta

import pytest
from django.db.models import F
from django.test import Client

from accounts.tests.cast import person
from games.clocks.words import amount_in_short
from games.lists import next_game
from games.models import OF_EVENT, Game, Seat, SeatOrder
from games.services import SeatWish, cancel_game, create_game, join_game, resign, say
from games.tests.browsing import Browser
from games.tests.clocks import time_passes, timed_table
from games.tests.play import play_turn, table_of
from homeworlds.rules import Preset, RuleSet, Variant, preset_rules
from pages.tests.visits import browser
from upkeep.clock import database_now
from upkeep.tests.elements import Element, page_of

pytestmark = pytest.mark.django_db
MINE = "/games/mine/"
HOUR = timedelta(hours=1)
SINISTER = RuleSet(variant=Variant.SINISTER)


def mine(player, query="", client: Client | None = None) -> Element:
    response = (client or browser(player)).get(MINE + query)
    assert response.status_code == 200
    return page_of(response)


def rows(page: Element) -> list[Element]:
    return page.select(".game-list > .game-row")


def listed(page: Element) -> list[str]:
    """The public ids, in order."""
    return [row.targets[0].split("/")[2] for row in rows(page)]


def address(game: Game) -> str:
    return f"/games/{game.public_id}/"


def open_game(creator, rules=None, seats=1, **wishes) -> Game:
    all_seats = [SeatWish(player=creator), *[SeatWish()] * seats]
    return create_game(creator=creator, rules=rules or RuleSet(), seats=all_seats, **wishes)


def running(first, second) -> Game:
    """It is the first one's turn."""
    return join_game(game_id=open_game(first, seat_order=SeatOrder.FIXED).pk, player=second)


def finished(first, second) -> Game:
    game = running(first, second)
    resign(game_id=game.pk, player=second, key="r", confirmed=True)
    return game


def ids(*games: Game) -> list[str]:
    return [game.public_id for game in games]


def aged(game: Game, hours: int) -> Game:
    """As if nothing had happened for so long."""
    for model, field, chosen in ((Game, "changed_at", {"pk": game.pk}), (Seat, "ended_at", {"game": game})):
        model.objects.filter(**chosen).update(**{field: F(field) - timedelta(hours=hours)})
    return game


def test_what_waits_for_me_comes_first_and_other_states_have_their_own_lists(alice, bob):
    cancelled = cancel_game(game_id=open_game(alice).pk, player=alice)
    over, ready = finished(alice, bob), running(alice, bob)
    long_ready, theirs, is_open = aged(running(alice, bob), 5), running(bob, alice), open_game(alice)
    open_game(bob)  # of strangers
    page = mine(alice)
    assert listed(page) == ids(long_ready, ready, theirs, is_open)
    headings = [each.text for each in page.select(".rows-heading")]
    assert headings == ["Your turn 2 least time first", "Others are to move 1", "Waiting for players 1"]
    said = ["Your turn", "Your turn", "Bob is to move", "Waiting for 1 more player"]
    for row, sentence in zip(rows(page), said, strict=True):
        assert sentence in row.text
    tabs = page.one("navigation", "Which games").all("link")
    assert [tab.name for tab in tabs] == ["Running 4", "Finished 1", "Cancelled 1"]
    for tab, game, sentence in ((tabs[1], over, "Alice won"), (tabs[2], cancelled, "Cancelled before")):
        other = mine(alice, tab["href"])
        assert listed(other) == ids(game) and sentence in rows(other)[0].text
    assert page_of(browser(alice).get(MINE)).select("title")[0].text.startswith("(2) ")


def test_a_row_names_the_others_tells_the_last_turn_and_leads_to_the_table(alice, bob, charlie):
    people = [alice, bob, charlie, *map(person, ("Dora", "Emil", "Fred"))]
    game = table_of(*people, rules=preset_rules(Preset.BOOKLET, Variant.LAST_CAPTAIN_STANDING))
    (row,) = rows(mine(bob))
    assert "Nobody has made a turn yet." in row.text and "Alice is to move." in row.text
    play_turn(game, "homeworld G1 B2 Y3")
    say(game_id=game.pk, player=alice, room="players", text="hello", key="k")
    (row,) = rows(mine(bob))
    (link,) = row.select(".game-row__link")
    assert (link.text, link["href"]) == ("Alice, Charlie", address(game)), "as many as stand there whole"
    assert link["title"] == "Alice, Charlie, Dora, Emil, Fred" and "+3" in row.text
    assert "Alice set up with the stars G1 and B2 and the ship Y3" in row.text
    assert len(row.select(".game-row__last .badge.seat-0")) == 1
    assert row.select(".new-talk")[0]["href"] == f"{address(game)}?panel=talk#talk"
    assert row.select(".game-row__tag")[0].text == "Last Captain" and "turn 1" in row.text
    assert len(row.select("img[loading=lazy]")) == 1


def test_they_are_narrowed_down_by_name_event_and_variant_and_put_in_order(alice, bob, charlie):
    bobs, cup = aged(finished(alice, bob), 3), aged(finished(alice, bob), 2)
    theirs = finished(alice, charlie)
    sinister = table_of(alice, bob, charlie, rules=SINISTER)
    Game.objects.filter(pk=cup.pk).update(origin_kind="event", origin_title="Autumn Cup")
    for query, games in (
        ("?state=finished", [theirs, cup, bobs]),
        ("?state=finished&order=oldest", [bobs, cup, theirs]),
        ("?state=finished&words=charl", [theirs]),
        ("?state=finished&words=AUTUMN", [cup]),
        ("?state=finished&words=alice", []),
        ("?state=finished&variant=sinister", []),
        ("?words=bob", [sinister]),
        ("?variant=sinister", [sinister]),
        ("?variant=binary", []),
    ):
        assert listed(mine(alice, query)) == ids(*games), query
    nothing = mine(alice, "?variant=binary")
    assert nothing.one("link", "Show all")["href"] == "?"
    kept = mine(alice, "?words=charl&state=finished")
    assert kept.field("words").value == "charl"
    assert kept.one("link", "Running 1")["href"] == "?words=charl"
    assert len(kept.select("details.mine__filters[open]")) == 1


@pytest.mark.parametrize(
    "query",
    ["?state=x", "?variant=x&order=x", "?words=%00", "?words=" + "a" * 999, "?after=%00", "?after=zzzzzzzz",
     "?compact=x", "?state=finished&after=" + "9" * 99],
)  # fmt: skip
def test_what_cannot_be_read_asks_for_nothing(alice, bob, query):
    running(alice, bob), finished(alice, bob)
    assert len(listed(mine(alice, query))) == 1


@pytest.mark.parametrize(
    "query", ["?order=latest", "?order=oldest", "?state=finished", "?state=finished&order=oldest"]
)
def test_a_long_list_is_read_page_by_page_and_none_comes_twice(alice, bob, query, monkeypatch):
    monkeypatch.setattr("pages.views.PER_PAGE", 4)
    games = [running(alice, bob) for _ in range(3)] + [running(bob, alice) for _ in range(3)]
    games = [finished(alice, bob) for _ in range(6)] if "state" in query else [*games, open_game(alice)]
    # Some at the same moment.
    Seat.objects.filter(game__in=games[2:5], ended_at__isnull=False).update(ended_at=games[2].created_at)
    whole = []
    for row in (page := mine(alice, query)) and rows(page):
        whole.append(row.targets[0])
    further = page.one("link", "Further games", rel="next")
    rest = mine(alice, further["href"])
    whole += [row.targets[0] for row in rows(rest)]
    assert sorted(whole) == sorted(map(address, games)) and len(whole) == len(games)
    rest.one("link", "Back to the first")
    monkeypatch.setattr("pages.views.PER_PAGE", 60)
    assert [row.targets[0] for row in rows(mine(alice, query))] == whole


def test_without_maps_is_remembered(alice, bob):
    running(alice, bob)
    client = browser(alice)
    assert mine(alice, client=client).select(".mine--compact") == []
    mine(alice, "?compact=1", client)
    page = mine(alice, "?state=finished", client)
    assert page.select(".mine--compact") and page.one("button", "With maps")["value"] == "0"
    mine(alice, "?compact=0", client)
    assert mine(alice, client=client).select(".mine--compact") == []


def test_the_queries_do_not_grow(alice, bob, django_assert_max_num_queries):
    client, counts, first = browser(alice), {}, finished(alice, bob)
    for number in (2, 12):
        for _ in range(number):
            play_turn(running(bob, alice), "homeworld G1 B2 Y3")
            finished(alice, bob), open_game(alice, SINISTER, seats=3, arranged=True)
        further = f"?state=finished&order=oldest&after={first.public_id}"
        for query in ("", "?words=bob", "?state=finished", further):
            with django_assert_max_num_queries(14) as queries:
                mine(alice, query, client)
            counts.setdefault(query, set()).add(len(queries))
    assert all(len(seen) == 1 for seen in counts.values()), counts


def test_without_games_it_offers_some(alice):
    page = mine(alice).one("main")
    assert "You have no games yet." in page.texts("paragraph")
    assert {"/games/new/", "/games/open/"} <= set(page.targets)


def test_my_games_are_for_players():
    assert browser().get(MINE)["Location"] == f"/accounts/login/?next={MINE}"


@pytest.mark.parametrize(
    ("left", "shown", "heard"),
    [
        (timedelta(days=2, hours=11, minutes=9), "2 d 11 h", "2 days 11 hours left"),
        (timedelta(hours=5, minutes=12, seconds=50), "5 h 12 min", "5 hours 12 minutes left"),
        (timedelta(hours=24, seconds=-5), "23 h 59 min", "23 hours 59 minutes left"),
    ],
)
def test_the_time_left_is_short_to_see_and_whole_to_hear(alice, bob, left, shown, heard):
    game = timed_table(alice, bob)
    now = database_now()
    Game.objects.filter(pk=game.pk).update(
        clock_since=now, clock_left=[left // timedelta(milliseconds=1)] * 2
    )
    [row] = rows(mine(alice))
    [time] = row.select("time")
    assert (time.text, time["aria-hidden"]) == (shown, "true")
    assert ("is-urgent" in time["class"]) == (left < timedelta(hours=24))
    assert heard in row.text


def test_no_time_is_left_for_whose_clock_has_run_out():
    assert (
        amount_in_short(timedelta(seconds=-3)).split() == ["0", "s"]
        and amount_in_short(timedelta(seconds=40)) == "40\N{NO-BREAK SPACE}s"
    )


def test_the_list_and_next_go_through_eighty_games_in_one_order(alice, bob, django_assert_num_queries):
    paces = [None, timedelta(hours=5), timedelta(days=3), timedelta(days=3)]
    dice = random.Random(80)
    games = [running(alice, bob) if number % 4 == 0 else timed_table(alice, bob) for number in range(80)]
    for number, game in enumerate(games):
        due = paces[number % 4] and database_now() + paces[number % 4] * dice.random()
        Game.objects.filter(pk=game.pk).update(due_at=due, changed_at=database_now() - dice.random() * HOUR)
    client = browser(alice)
    first = mine(alice, client=client)
    order = [*listed(first), *listed(mine(alice, f"?after={listed(first)[-1]}", client))]
    assert sorted(order) == sorted(ids(*games))
    for here, there in zip(order, [*order[1:], order[0]], strict=True):
        with django_assert_num_queries(1):
            assert next_game(alice, here) == (there, 79)
    with django_assert_num_queries(1) as asked:
        assert next_game(alice, "nowhere") == (order[0], 80)
    assert asked[0]["sql"].endswith("LIMIT 1")


def test_whoever_plays_and_goes_on_plays_in_the_order_of_the_list_and_what_was_skipped_comes_last(alice, bob):
    games = [timed_table(alice, bob) for _ in range(6)]
    for number, game in enumerate(games):
        Game.objects.filter(pk=game.pk).update(due_at=database_now() + timedelta(days=1 + number * 5 % 6))
    surfer = Browser(alice)
    order = listed(mine(alice, client=surfer.client))
    skipped, at, played = order[0], order[1], []
    while len(played) < 5:
        form = surfer.open(f"/games/{at}/?turn=homeworld+G3+B1+Y3").form("turn", "key")
        played.append(at)
        at = surfer.send(form, go_on="1").url.split("/")[2]
    assert [*played, at] == [*order[1:], skipped]


@pytest.mark.parametrize(
    ("title", "tag"),
    [
        ("Club cup", "Club cup"),
        ("Winter Swiss of the house 2026", "Winter Swiss"),
        ("Autumn: the second", "Autumn: the"),
        ("Weltmeisterschaft", "Weltmeistersc…"),
    ],
)
def test_an_event_stands_in_a_row_by_its_first_words(alice, bob, title, tag):
    game = timed_table(alice, bob)
    Game.objects.filter(pk=game.pk).update(
        origin_kind=OF_EVENT, origin_title=title, origin_link="/events/none/"
    )
    page = mine(alice)
    shown = page.select(".game-row__tag")[-1]
    assert shown.text == tag and len(tag) <= 14
    assert len(title) <= 14 or shown["title"] == title


def test_in_a_duel_the_mover_is_heard_and_the_headline_names_him(alice, bob, charlie):
    play_turn(timed_table(bob, alice), "homeworld G3 B1 Y3")
    play_turn(timed_table(bob, alice, charlie), "homeworld G3 B1 Y3")
    page = mine(alice)
    said = {
        row.select(".game-row__link")[0].text: row.select(".game-row__words bdi")
        for row in page.select("[data-game]")
    }
    assert ["in-duel" in each.tag.get("class", []) for each in said["Bob"]] == [True]
    assert ["in-duel" in each.tag.get("class", []) for each in said["Bob, Charlie"]] == [False]


def test_many_games_have_an_index_by_the_time_that_is_left(alice, bob):
    for number in range(12):
        game = timed_table(alice, bob) if number < 9 else timed_table(bob, alice)
        time_passes(game, timedelta(hours=[92, 60, 0][number % 3]))
    page = mine(alice)
    links = page.select(".mine__index a")
    assert [link.text for link in links] == ["under 1 d 3", "1–3 d 3", "later 3", "others 3"]
    there = [row["id"] for row in page.select("[data-game]")]
    assert [there.index(link["href"][1:]) for link in links] == [0, 3, 6, 9]
    assert not mine(bob, "?state=finished").select(".mine__index")


def test_the_usual_order_is_the_one_that_is_shown_as_chosen(alice, bob):
    timed_table(alice, bob)
    page = mine(alice)
    assert page.by_id("id_order").select("option")[0].text == "Least time first"
    assert page.by_id("go-next").text == "Next (1)"
