"""The bell with games in it: what is new, by game, until the table is opened."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import Player
from games.models import Game, Room, Visibility
from games.services import resign, say
from games.tests.browsing import HTMX, Browser
from games.tests.clocks import timed_table
from games.tests.play import play_turn, table_of
from homeworlds.rules import RuleSet, Variant
from notices.bell.page import bell_of
from notices.bell.subjects import standing_of
from notices.models import Dropped, Notice
from notices.services import see
from upkeep.clock import database_now
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
FIRST = "homeworld R1 B2 G3"
SECOND = "homeworld Y1 B3 G3"
BELL = "/bell/"


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    cache.clear()


@pytest.fixture
def game(alice, bob) -> Game:
    """Alice has made the first turn; it is Bob's."""
    game = table_of(alice, bob, rules=RuleSet())
    play_turn(game, FIRST)
    return Game.objects.get(pk=game.pk)


def table(game: Game) -> str:
    return reverse("games:table", args=[game.public_id])


def page(player, address=BELL):
    return page_of(Browser(player).open(address).page)


def only(among, style):
    [found] = among.select(style)
    return found


def unseen(player) -> int:
    return Notice.objects.filter(player=player, seen_at=None).exclude(dropped=Dropped.TAKEN_BACK).count()


def count_in_header(player) -> str:
    counts = page(player).select(".bell__count")
    return counts[0].text if counts else ""


def groups(player, *, seen=False):
    return [
        group
        for group in page(player).select(".news-group")
        if ("news-group--seen" in group["class"]) == seen
    ]


def test_what_is_new_stands_by_its_game_in_few_words(game, bob):
    [group] = groups(bob)
    assert only(group, ".news-group__title").text == "Alice"
    assert only(group, ".news-group__state").text == "Binary · your turn"
    lines = [line.text for line in group.select(".news-group__lines li > span")]
    assert lines[0].startswith("Alice set up with")
    assert lines[1] == "The game has begun."
    assert only(group, "a")["href"] == table(game)


def test_opening_the_table_reads_its_group_and_no_other(game, alice, bob):
    other = table_of(alice, bob, rules=RuleSet())
    before = unseen(bob)
    opened = page(bob, table(game))
    assert unseen(bob) == 1 and before == 3
    assert [each.text for each in opened.select(".bell__count")] == ["1"], "the header says so at once"
    [new], [seen] = groups(bob), groups(bob, seen=True)
    assert (only(new, "a")["href"], only(seen, "a")["href"]) == (table(other), table(game))


def test_a_table_that_is_fetched_ahead_or_asked_for_news_reads_nothing(game, bob):
    Browser(bob).client.get(table(game), headers={"Sec-Purpose": "prefetch"})
    Browser(bob).client.head(table(game))
    assert unseen(bob) == 2


def test_a_turn_that_comes_to_the_open_table_is_seen_there(game, alice, bob):
    page(bob, table(game))
    play_turn(game, SECOND)
    play_turn(game, "build G1 Alice")
    assert unseen(bob) == 1
    Browser(bob).client.get(reverse("games:news", args=[game.public_id]), headers=HTMX)
    assert unseen(bob) == 0


def test_all_seen_reads_what_the_page_showed(game, alice, bob):
    shown = page(bob)
    [form] = shown.select("form[action$='/seen/']")
    last = only(form, "[name=last]")["value"]
    table_of(alice, bob, rules=RuleSet())
    visitor = Browser(bob).client
    answer = visitor.post(reverse("notices:all_seen"), {"last": last})
    assert (answer.status_code, answer["Location"]) == (303, BELL)
    assert unseen(bob) == 1, "what came meanwhile is new"
    for junk in ("", "x", "9" * 30, "²"):
        visitor.post(reverse("notices:all_seen"), {"last": junk})
    assert unseen(bob) == 1


def test_nobody_reads_the_bell_of_somebody_else(game, alice, bob):
    see(player=alice)
    assert unseen(bob) == 2
    assert groups(alice) == []
    assert Client().get(BELL).status_code == 302


def test_what_is_taken_back_is_not_shown_and_not_counted(game, bob):
    Notice.objects.filter(player=bob, kind="turn").update(dropped=Dropped.TAKEN_BACK, due_at=None)
    [group] = groups(bob)
    assert [line.text for line in group.select("li > span")] == ["The game has begun."]
    assert count_in_header(bob) == "1"


def test_what_is_not_true_any_more_is_dim(game, alice, bob):
    play_turn(game, SECOND)
    [group] = groups(bob)
    first, *others = group.select("li")
    assert first["class"] == "is-over" and "(no longer so)" in first.text
    assert not any("class" in other for other in others)


def test_more_than_ninety_nine_are_a_plus(game, bob):
    now = database_now()
    Notice.objects.bulk_create(
        [Notice(player=bob, kind="end", key=f"game{n}", news=1, created_at=now) for n in range(98)]
    )
    assert count_in_header(bob) == "99+"
    assert "more than 99" in only(page(bob), "#bell").text
    page(bob, table(game))
    assert Notice.objects.filter(player=bob, key=game.public_id, seen_at=None).count() == 0
    assert count_in_header(bob) == "98"


def test_it_is_kept_for_thirty_days(game, bob):
    see(player=bob)
    assert len(groups(bob, seen=True)) == 1
    Notice.objects.update(created_at=database_now() - timedelta(days=31))
    assert groups(bob, seen=True) == []


def test_the_foot_leads_to_the_game_with_the_least_time(alice, bob):
    slow = timed_table(bob, alice)
    fast = timed_table(bob, alice)
    Game.objects.filter(pk=fast.pk).update(due_at=slow.due_at - timedelta(hours=1))
    link = only(page(bob), ".news__next a")
    assert link["href"] == table(fast)
    assert re.match(r"Next game: Alice · \d+ ", link.text)
    assert only(page(bob), "title").text.startswith("(2) ")
    assert page(alice).select(".news__next") == []


def test_an_empty_bell_says_who_moves_next_and_that_the_device_is_silent(alice, bob):
    timed_table(bob, alice)
    see(player=alice)
    told = page(alice)
    said = only(told, ".news__none").text
    assert "No game waits for you. 1 waits for somebody else. The next who may move is Bob, within" in said
    assert "Mail is on, push is off." in only(told, ".news__silent").text
    Player.objects.filter(pk=alice.pk).update(told_by={"push": ["turns"]})
    assert page(alice).select(".news__silent") == []


def test_a_private_game_is_not_named_to_who_has_lost_the_seat(game, bob, charlie):
    Game.objects.filter(pk=game.pk).update(visibility=Visibility.PRIVATE)
    Notice.objects.filter(player=bob).update(player=charlie)
    [group] = groups(charlie)
    assert only(group, ".news-group__title").text == "A game"
    assert "Alice" not in group.text and "Bob" not in group.text


def test_talk_stands_there_with_its_words_but_not_where_sides_are_secret(game, alice, bob, charlie):
    say(game_id=game.pk, player=alice, room=Room.PLAYERS, text="Peace until turn 40?", key="1")
    secret = table_of(alice, bob, charlie, rules=RuleSet(variant=Variant.GOOD_VS_EVIL))
    say(game_id=secret.pk, player=alice, room=Room.PLAYERS, text="You are Evil", key="2")
    said = only(page(bob), "main").text
    assert "Alice writes: “Peace until turn 40?”" in said
    assert "You are Evil" not in said and "Somebody has written at this table." in said


# --- What it costs


def statements(player, address=BELL, **headers) -> list[str]:
    client = Browser(player).client
    client.get(address)
    with CaptureQueriesContext(connection) as asked:
        client.get(address, **headers)
    return [each["sql"] for each in asked]


def of_notices(asked: list[str]) -> list[str]:
    return [sql for sql in asked if "games_notice" in sql]


def test_a_page_pays_one_query_for_its_header_and_a_poll_none(game, bob):
    assert len(of_notices(statements(bob, reverse("pages:rules")))) == 1
    assert len(of_notices(statements(bob, table(game)))) == 1
    news = reverse("games:news", args=[game.public_id])
    assert of_notices(statements(bob, news, headers=HTMX)) == []
    client = Client()
    with CaptureQueriesContext(connection) as asked:
        client.get(reverse("pages:rules"))
    assert of_notices([each["sql"] for each in asked]) == []


def test_the_statements_do_not_grow_with_the_games(alice, bob):
    def fill(number):
        for _ in range(number):
            play_turn(table_of(alice, bob, rules=RuleSet()), FIRST)

    fill(2)
    Notice.objects.filter(kind="start").delete()
    few = len(statements(bob))
    fill(6)
    Notice.objects.filter(kind="start").delete()
    assert len(bell_of(bob).new) == 8
    assert len(statements(bob)) == few


def test_how_games_stand_is_found_for_each_by_himself(game, alice, bob):
    assert standing_of(bob).waiting == 1 and standing_of(bob).for_others == 0
    assert standing_of(alice).waiting == 0 and standing_of(alice).mover == "Bob"
    resign(game_id=game.pk, player=bob, key="r", confirmed=True)
    assert standing_of(alice) == standing_of(bob)
