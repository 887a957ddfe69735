"""What an open table asks every few seconds: cheap while nothing happens, true when something does."""

import re

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from accounts.deletion import delete_account
from accounts.models import Player, Quiet
from accounts.quiet import quiet
from accounts.tests.cast import person
from games.lobby.terms import GameTerms
from games.models import Game, Leaver, Room, TalkMessage, Visibility
from games.services import (
    SeatWish,
    agree_to_draw,
    create_game,
    join_game,
    leave_game,
    resign,
    say,
    settle_leaver,
    withdraw_draw,
)
from games.services.talk import hide_message, show_message
from games.table import news
from games.tests.browsing import HTMX, Browser
from games.tests.play import play_turn, table_of
from homeworlds.rules import RuleSet, Variant
from upkeep.cache import DispensableRedisCache
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def empty_cache(calls):
    cache.clear()


@pytest.fixture
def game(alice, bob) -> Game:
    """Alice is to move."""
    return table_of(alice, bob, rules=RuleSet())


@pytest.fixture
def committed(django_capture_on_commit_callbacks):
    """Does what follows a commit, which the transaction around a test never sees."""
    return lambda: django_capture_on_commit_callbacks(execute=True)


def client_of(player: Player | None) -> Client:
    return Browser(player).client


def table(game: Game) -> str:
    return f"/games/{game.public_id}/"


def asked_by(answer: HttpResponse, id_: str) -> str:
    """The address at which the news, the talk or the draw of a page asks."""
    return page_of(answer).by_id(id_)["hx-get"]


def address_on(client: Client, game: Game, query: str = "") -> str:
    """Where the table that this visitor has open asks for news."""
    return asked_by(client.get(table(game) + query), "news")


def ask(client: Client, address: str):
    return client.get(address, headers=HTMX)


@pytest.mark.parametrize("who", ["player to move", "other player", "stranger", "anonymous"])
def test_nothing_new_asks_neither_database_nor_session(
    game, alice, bob, charlie, who, monkeypatch, django_assert_num_queries
):
    player = {"player to move": alice, "other player": bob, "stranger": charlie}.get(who)
    client = client_of(player)
    address = address_on(client, game)
    assert ask(client, address).status_code == 204

    def forbidden(*arguments):
        raise AssertionError("a session was asked for")

    monkeypatch.setattr(SessionStore, "__init__", forbidden)
    with django_assert_num_queries(0):
        for _ in range(3):
            answer = ask(client, address)
            assert (answer.status_code, answer.content) == (204, b"")
    assert answer["Cache-Control"] == "private, no-store"
    assert not hasattr(answer.wsgi_request, "session")


def test_of_many_changes_in_one_transaction_the_last_is_told_once(game, committed, monkeypatch):
    told = []
    monkeypatch.setattr(cache, "set", lambda key, value, timeout: told.append(value))
    with committed():
        for number in (1, 2, 3):
            game.log_number = number
            news.publish_version(game)
        last = news.version_of(game)
    assert told == [last]


def asked_of(client: Client, game: Game, id_: str) -> str:
    """The address at which the talk or the draw on an open table asks."""
    return asked_by(client.get(table(game)), id_)


@pytest.mark.parametrize("topic", ["talk-said", "draw"])
def test_quiet_talk_and_draw_ask_neither_database_nor_session(
    game, bob, topic, monkeypatch, django_assert_num_queries
):
    client = client_of(bob)
    address = asked_of(client, game, topic)
    with django_assert_num_queries(3):
        assert ask(client, address).status_code == 204

    def forbidden(*arguments):
        raise AssertionError("a session was asked for")

    monkeypatch.setattr(SessionStore, "__init__", forbidden)
    with django_assert_num_queries(0):
        assert ask(client, address).status_code == 204


def words(game: Game, player: Player, text: str) -> TalkMessage:
    return say(game_id=game.pk, player=player, room=Room.PLAYERS, text=text, key=text)


def test_talk_is_told_at_once_and_so_is_what_staff_takes_away(game, alice, bob, committed):
    client = client_of(bob)
    address = asked_of(client, game, "talk-said")
    assert ask(client, address).status_code == 204
    with committed():
        said = words(game, alice, "Hello")
    told = ask(client, address)
    assert [each.text for each in page_of(told).select(".talk-words")] == ["Hello"]
    newer = asked_by(told, "talk-said")
    assert ask(client, newer).status_code == 204
    staff = person("Staff")
    for act in (hide_message, show_message):
        with committed():
            act(staff=staff, message_id=said.pk, reason="Asked for it.")
        answer = ask(client, newer)
        assert (answer.status_code, act is show_message) in {(200, False), (204, True)}


def test_a_draw_is_told_at_once_and_so_is_that_it_is_taken_back(game, alice, bob, committed):
    client = client_of(bob)
    address = asked_of(client, game, "draw")
    assert ask(client, address).status_code == 204
    with committed():
        agree_to_draw(game_id=game.pk, player=alice, answers=0, key="d")
    told = ask(client, address)
    assert "Accept the draw" in page_of(told).names("button")
    newer = asked_by(told, "draw")
    assert ask(client, newer).status_code == 204
    with committed():
        withdraw_draw(game_id=game.pk, player=alice)
    assert "Offer a draw" in page_of(ask(client, newer)).names("button")


def test_the_end_of_the_game_opens_the_talk_of_the_watchers(game, bob, charlie, committed):
    client = client_of(bob)
    with committed():
        say(game_id=game.pk, player=charlie, room=Room.WATCHERS, text="Bob wins", key="w")
    address = asked_of(client, game, "talk-said")
    assert ask(client, address).status_code == 204
    with committed():
        resign(game_id=game.pk, player=bob, key="r", confirmed=True)
    assert [each.text for each in page_of(ask(client, address)).select(".talk-words")] == ["Bob wins"]


def test_who_has_muted_somebody_hears_the_others(game, alice, bob, committed):
    with committed():
        words(game, alice, "Unheard")
    quiet(player=bob, other=alice, kind=Quiet.Kind.MUTE)
    client = client_of(bob)
    address = asked_of(client, game, "talk-said")
    assert ask(client, address).status_code == 204
    with committed():
        words(game, alice, "Still unheard")
    assert ask(client, address).status_code == 204
    with committed():
        words(game, bob, "My own")
    assert [each.text for each in page_of(ask(client, address)).select(".talk-words")] == ["My own"]


def test_a_seal_of_one_topic_is_none_of_another(game, bob, django_assert_num_queries):
    client = client_of(bob)
    query = asked_of(client, game, "draw").partition("?")[2]
    assert ask(client, f"{table(game)}talk/said/?{query}").status_code == 200


def test_without_the_cache_it_takes_one_query_by_the_id(game, bob, monkeypatch, django_assert_num_queries):
    client = client_of(bob)
    address = address_on(client, game)
    away = DispensableRedisCache("redis://127.0.0.1:1", {"OPTIONS": {"socket_connect_timeout": 0.1}})
    monkeypatch.setattr(news, "cache", away)
    for _ in range(2):
        with django_assert_num_queries(1) as asked:
            assert ask(client, address).status_code == 204
        assert f'"games_game"."public_id" = \'{game.public_id}\'' in asked.captured_queries[0]["sql"]


def test_a_commit_is_told_at_once(game, bob, committed, django_assert_num_queries):
    client = client_of(bob)
    address = address_on(client, game)
    assert ask(client, address).status_code == 204
    with committed():
        play_turn(game, "homeworld G1 B2 G3 Alice")
    answer = ask(client, address)
    assert answer.status_code == 200
    assert page_of(answer).find_id("order-form")
    newer = asked_by(answer, "news")
    with django_assert_num_queries(0):
        assert ask(client, newer).status_code == 204


def test_what_is_rolled_back_is_never_told(game, bob, committed, django_assert_num_queries):
    client = client_of(bob)
    address = address_on(client, game)
    with committed(), transaction.atomic():
        play_turn(game, "homeworld G1 B2 G3 Alice")
        transaction.set_rollback(True)
    assert ask(client, address).status_code == 204
    with django_assert_num_queries(0):
        assert ask(client, address).status_code == 204
    assert news.version_now(game.public_id) == "0"


def test_a_reader_who_comes_late_does_not_hide_a_commit(game, committed, monkeypatch):
    """The query sees the old number; before it is in the cache a turn is committed."""

    class SlowToStore:
        get = staticmethod(cache.get)

        @staticmethod
        def add(*arguments):
            with committed():
                monkeypatch.setattr(news, "cache", cache)
                play_turn(game, "homeworld G1 B2 G3 Alice")
            return cache.add(*arguments)

    monkeypatch.setattr(news, "cache", SlowToStore)
    assert news.version_now(game.public_id) == "0"
    assert news.version_now(game.public_id) == "1"


def test_what_the_cache_has_wrong_does_not_last(game, bob, monkeypatch):
    kept = []
    monkeypatch.setattr(cache, "add", lambda key, version, seconds: kept.append(seconds))
    ask(client_of(bob), address_on(client_of(None), game))
    news.version_now(game.public_id)
    assert kept and max(kept) <= 20


def test_a_wrong_number_in_the_cache_costs_a_look_and_nothing_else(game, bob):
    client = client_of(bob)
    address = address_on(client, game)
    cache.set(f"version:{game.public_id}", "7")
    answer = ask(client, address)
    assert answer.status_code == 204
    assert hasattr(answer.wsgi_request, "session")


@pytest.mark.parametrize(
    "spoil",
    [
        lambda address: address.replace("seal=", "seal=x"),
        lambda address: re.sub(r"seal=[^&]*", "seal=", address),
        lambda address: re.sub(r"seal=[^&]*", "seal=%00é", address),
    ],
)
def test_a_seal_that_is_not_ours_gets_a_true_answer_and_a_new_one(game, bob, spoil):
    client = client_of(bob)
    answer = ask(client, spoil(address_on(client, game)))
    assert (answer.status_code, answer["HX-Retarget"]) == (200, "#news")
    assert page_of(answer).ids == ["news"]
    again = ask(client, asked_by(answer, "news"))
    assert (again.status_code, hasattr(again.wsgi_request, "session")) == (204, False)


def test_a_seal_is_for_one_game_one_version_and_one_visitor(game, alice, bob, charlie):
    other = table_of(alice, bob, rules=RuleSet())
    client = client_of(bob)
    address = address_on(client, game)
    for asked, asker in (
        (address.replace(game.public_id, other.public_id), client),
        (address.replace("after=0", "after=1"), client),
        (address, client_of(charlie)),
        (address, client_of(None)),
    ):
        assert hasattr(ask(asker, asked).wsgi_request, "session")


def test_a_seal_wears_out_within_a_day(game, bob, monkeypatch):
    client = client_of(bob)
    monkeypatch.setattr(news.time, "time", lambda: 1_800_000_000.0)
    address = address_on(client, game, "?at=Alice")
    assert ask(client, address).status_code == 204
    monkeypatch.setattr(news.time, "time", lambda: 1_800_000_000.0 + 24 * 3600)
    answer = ask(client, address)
    assert (answer.status_code, answer["HX-Retarget"]) == (200, "#news")
    assert "at=Alice" in asked_by(answer, "news")


def test_whoever_has_logged_out_is_told_nothing_of_a_private_game(alice, bob):
    game = private_game(alice, bob)
    client = client_of(bob)
    address = address_on(client, game)
    client.logout()
    assert ask(client, address).status_code == 404


def private_game(*players: Player) -> Game:
    return create_game(
        creator=players[0],
        rules=RuleSet(variant=Variant.BINARY),
        seats=[SeatWish(player=player) for player in players],
        terms=GameTerms(visibility=Visibility.PRIVATE),
    )


def test_a_private_game_does_not_exist_for_strangers_whatever_they_bring(alice, bob, charlie):
    game = private_game(alice, bob)
    address = address_on(client_of(bob), game)
    assert ask(client_of(charlie), address).status_code == 404
    assert ask(client_of(None), address).status_code == 404
    assert ask(client_of(None), table(game) + "news/?after=0&seal=").status_code == 404


def test_who_leaves_a_private_game_is_told_no_more_of_it(alice, bob, charlie, committed):
    game = create_game(
        creator=alice,
        rules=RuleSet(variant=Variant.LAST_CAPTAIN_STANDING),
        seats=[SeatWish(player=alice), SeatWish(player=bob), SeatWish(by_link=True)],
        terms=GameTerms(visibility=Visibility.PRIVATE),
    )
    client = client_of(bob)
    address = address_on(client, game)
    assert ask(client, address).status_code == 204
    with committed():
        leave_game(game_id=game.pk, player=bob)
    assert ask(client, address).status_code == 404


def test_before_the_start_every_change_is_told(alice, bob, charlie, committed, django_assert_num_queries):
    game = create_game(
        creator=alice,
        rules=RuleSet(variant=Variant.LAST_CAPTAIN_STANDING),
        seats=[SeatWish(player=alice), SeatWish(), SeatWish()],
    )
    client = client_of(None)
    for player in (bob, charlie):
        address = address_on(client, game)
        ask(client, address)
        with django_assert_num_queries(0):
            assert ask(client, address).status_code == 204
        with committed():
            join_game(game_id=game.pk, player=player)
        seats = page_of(ask(client, address)).select(".seat-list")[0]
        assert player.name in seats.names("link")


def test_the_first_seal_by_a_watching_link_is_renewed_once_there_is_a_session(alice, bob):
    game = create_game(
        creator=alice,
        rules=RuleSet(),
        seats=[SeatWish(player=alice), SeatWish(player=bob)],
        terms=GameTerms(visibility=Visibility.UNLISTED),
    )
    client = client_of(None)
    address = address_on(client, game, f"?watch={game.watch_token}")
    first = ask(client, address)
    assert first["HX-Retarget"] == "#news"
    second = ask(client, asked_by(first, "news"))
    assert (second.status_code, hasattr(second.wsgi_request, "session")) == (204, False)


def test_news_does_not_take_the_place_of_a_turn_in_the_making(alice, bob, charlie, committed):
    game = table_of(alice, bob, charlie, rules=RuleSet(variant=Variant.LAST_CAPTAIN_STANDING))
    client = client_of(alice)
    address = address_on(client, game, "?star=y1")
    assert ask(client, address).status_code == 204
    with committed():
        resign(game_id=game.pk, player=charlie, key="r", confirmed=True)
    page = page_of(ask(client, address))
    assert page.ids == ["news", "news-show"]
    assert "Something has happened in this game" in page.by_id("news").text
    shown = page.by_id("news-show")["hx-get"]
    assert "star=Y1" in shown
    fresh = page_of(client.get(shown + "&turn=homeworld+Y1", headers=HTMX))
    assert any("This is how it stands now." in alert for alert in fresh.texts("alert"))
    assert fresh.by_id("order-text").value == "homeworld Y1"


def test_an_order_that_cannot_be_made_any_more_is_kept(game, alice, committed):
    client = client_of(alice)
    address = address_on(client, game)
    with committed():
        play_turn(game, "homeworld G1 B2 G3 Alice")
    shown = asked_by(ask(client, address), "news-show")
    page = page_of(client.get(shown + "&turn=homeworld+Y1+B2+G3", headers=HTMX))
    assert page.by_id("kept-order").value == "homeworld Y1 B2 G3"


@pytest.mark.parametrize("seat", [0, 1])
def test_news_keeps_the_side_a_spectator_looks_from(game, charlie, committed, seat):
    client = client_of(charlie)
    address = address_on(client, game, f"?seat={seat}")
    with committed():
        play_turn(game, "homeworld G1 B2 G3 Alice")
    told = ask(client, address)
    assert f"seat={seat}" in asked_by(told, "news")
    assert f"{table(game)}turns/1/?seat={seat}" in page_of(told).by_id("turns").targets


def test_nothing_is_asked_once_the_game_is_over(game, alice, bob, committed):
    client = client_of(bob)
    address = address_on(client, game)
    with committed():
        resign(game_id=game.pk, player=alice, key="r", confirmed=True)
    page = page_of(ask(client, address))
    assert "You won" in page.by_id("turn-heading").text
    assert page.select('[hx-get*="/news/"]') == []


def test_no_game_has_no_version(db):
    assert news.version_now("22222222") is None


def test_a_seat_that_is_called_otherwise_is_told(alice, bob, charlie, committed):
    game = table_of(alice, bob, charlie, rules=RuleSet(variant=Variant.LAST_CAPTAIN_STANDING))
    resign(game_id=game.pk, player=charlie, key="r", confirmed=True)
    client = client_of(bob)
    address = address_on(client, game)
    assert ask(client, address).status_code == 204
    delete_account(player=charlie)
    with committed():
        settle_leaver(leaver_id=Leaver.objects.get().pk)
    seats = page_of(ask(client, address)).select(".seat-list")[0]
    assert "Former-player-1" in seats.names("link")
