"""Draws and rematches on the table, the next game, and how things stand."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.urls import reverse

from accounts.models import Quiet
from accounts.quiet import quiet
from accounts.tests.cast import person
from games.access import game_for_viewer
from games.lists import next_game
from games.lobby.terms import GameTerms, Handicap
from games.models import Answer, DrawVote, Game, Invitation, SeatKind, Status, Visibility
from games.refusals import GameRefusalCode
from games.services import (
    SeatWish,
    agree_to_draw,
    agree_to_terms,
    ask_rematch,
    cancel_game,
    create_game,
    decline_invitation,
    resign,
)
from games.services.terms import change_terms
from games.table.around import draw_for, rematch_for, standing_of
from games.table.view import table_for
from games.tests.agreements import SETUPS, agree
from games.tests.browsing import HTMX, Browser
from games.tests.play import play_turn, table_of
from games.tests.seating import refused
from homeworlds.rules import Preset, RuleSet, Variant, preset_rules
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db
NOBODY = AnonymousUser()


@pytest.fixture
def two(alice, bob):
    game = table_of(alice, bob, rules=RuleSet())
    for text in SETUPS:
        play_turn(game, text)
    return Game.objects.get(pk=game.pk)


@pytest.fixture
def over(two, alice):
    resign(game_id=two.pk, player=alice, key="end", confirmed=True)
    return Game.objects.get(pk=two.pk)


def url(name, game, *more):
    return reverse(f"games:{name}", args=[game.public_id, *more])


def view_of(game, viewer):
    return table_for(game_for_viewer(game.public_id, viewer), viewer)


def draw_of(game, viewer):
    return draw_for(view_of(game, viewer), viewer)


def rematch_of(game, viewer):
    return rematch_for(view_of(game, viewer), viewer)


# --- draws on the table


def test_a_draw_is_offered_and_accepted_on_the_page(two, alice, bob):
    form = Browser(bob).open(url("table", two)).form("answers", action="draw/agree")
    browser = Browser(bob)
    assert browser.send(form).url == url("table", two)
    draw = page_of(Browser(alice).open(url("table", two)).page).by_id("draw")
    assert "Bob offers a draw" in draw.name and "open" in draw.by_id("draw-more")
    browser = Browser(alice)
    form = browser.open(url("table", two)).form("answers", "accepting", action="draw/agree")
    assert browser.send(form).status_code == 303
    assert Game.objects.get(pk=two.pk).status == Status.FINISHED
    # Sent again it has counted already.
    assert browser.send(form).status_code == 303


def test_the_turn_in_the_making_is_kept(two, alice):
    browser = Browser(alice)
    form = browser.open(url("table", two)).form("answers", action="draw/agree")
    referer = f"http://testserver{url('table', two)}?turn=pass"
    answer = browser.client.post(form.action, dict(form.fields), headers={"referer": referer})
    assert answer.url == f"{url('table', two)}?turn=pass"
    evil = {"referer": "https://evil.example/x?turn=pass"}
    answer = browser.client.post(url("draw_withdraw", two), headers=evil)
    assert answer.url == url("table", two)
    assert not DrawVote.objects.exists()


def test_a_stale_or_late_answer_is_told_why(two, alice, bob):
    form = {"answers": 1, "key": "k"}
    answer = Browser(alice).client.post(url("draw_agree", two), form)
    assert answer.status_code == 409
    (alert,) = page_of(answer).texts("alert")
    assert "has happened in this game since you looked" in alert
    late = {"answers": 2, "key": "k", "accepting": "1"}
    assert Browser(bob).client.post(url("draw_agree", two), late).status_code == 409
    assert Browser(bob).client.post(url("draw_claim", two), {"answers": 2, "key": "c"}).status_code == 409
    for junk in ({}, {"answers": "x", "key": "k"}, {"answers": 2}):
        assert Browser(bob).client.post(url("draw_agree", two), junk).status_code == 409
    assert not DrawVote.objects.exists()


def test_only_players_have_to_do_with_draws(two, charlie):
    for name in ("draw_agree", "draw_withdraw", "draw_claim"):
        form = {"answers": 2, "key": "k"}
        assert Browser(charlie).client.post(url(name, two), form).status_code == 403
        assert Browser().client.post(url(name, two), form).status_code == 302
        assert Browser(charlie).client.get(url(name, two)).status_code == 405
    assert draw_of(two, charlie) is None
    assert draw_of(two, NOBODY) is None
    assert Browser(charlie).client.get(url("draw", two)).status_code == 204


def test_news_of_an_offer_reach_the_player_who_makes_a_turn(two, alice, bob):
    version = draw_of(two, alice).version
    client = Browser(alice).client
    assert client.get(url("draw", two), {"after": version}, headers=HTMX).status_code == 204
    agree(two, bob)
    answer = client.get(url("draw", two), {"after": version}, headers=HTMX)
    assert "Bob offers a draw" in page_of(answer).by_id("draw").name
    # The table that is shown is old: its own news come first.
    play_turn(two, "pass")
    assert client.get(url("draw", two), {"after": version}, headers=HTMX).status_code == 204


def test_a_vote_of_three_is_secret(alice, bob, charlie):
    game = table_of(alice, bob, charlie, rules=RuleSet(variant=Variant.SINISTER))
    agree(game, bob)
    shown = draw_of(game, alice)
    assert shown.state == "1 of 3 has voted."
    assert "Bob" not in "".join([shown.heading, shown.explanation, shown.state])
    assert draw_of(game, bob).may_withdraw


def test_the_claim_is_there_when_the_position_is(two, alice):
    assert not draw_of(two, alice).may_claim
    for _ in range(4):
        play_turn(two, "pass")
    browser = Browser(alice)
    form = browser.open(url("table", two)).form("answers", action="draw/claim")
    assert browser.send(form).status_code == 303
    page = page_of(browser.open(url("table", two)).page)
    assert page.by_id("turn-heading").text == "A draw"
    assert page.select(".ended-how")[0].text == "A draw: the position occurred for the third time."


# --- rematch


def test_a_rematch_has_the_terms_and_the_people(alice, bob, charlie, bots):
    rules = preset_rules(Preset.BOOKLET, Variant.LAST_CAPTAIN_STANDING)
    game = create_game(
        creator=alice,
        rules=rules,
        preset=Preset.BOOKLET,
        seats=[
            SeatWish(player=alice),
            SeatWish(player=bob, timewarp=2, one_star=True),
            SeatWish(bot_level="pilot"),
        ],
        terms=GameTerms(visibility=Visibility.UNLISTED, days_per_turn=3, talk_allowed=False),
    )
    for player in (alice, bob):
        resign(game_id=game.pk, player=player, key="r", confirmed=True)
    game.refresh_from_db()
    assert game.status == Status.FINISHED
    new = ask_rematch(game_id=game.pk, player=bob)
    assert (new.creator, new.status, new.rematch_of) == (bob, Status.OPEN, game)
    assert (new.rules(), new.preset, GameTerms.of(new)) == (rules, game.preset, GameTerms.of(game))
    seats = {(seat.player, seat.kind, seat.timewarp, seat.one_star) for seat in new.seats.all()}
    bot = game.seats.get(kind=SeatKind.BOT).player
    assert {seat[1:] for seat in seats if seat[0] == bob} == {("player", 2, True)}
    assert bot.bot_level in {seat[0].bot_level for seat in seats if seat[1] == SeatKind.BOT}
    assert Invitation.objects.get(seat__game=new).player == alice
    assert ask_rematch(game_id=game.pk, player=alice) == new
    new.refresh_from_db()
    assert agree_to_terms(game_id=new.pk, player=bob, terms=new.terms_number).status == Status.RUNNING
    assert Game.objects.filter(rematch_of=game).count() == 1


def test_the_rematch_on_the_page(over, alice, bob, charlie):
    browser = Browser(bob)
    form = browser.open(url("table", over)).form(action="/rematch/")
    new = Game.objects.get(public_id=browser.send(form).url.split("/")[2])
    assert rematch_of(over, bob).may_ask is False
    shown = rematch_of(over, alice)
    assert (shown.made, shown.may_ask) == (new.public_id, True)
    assert rematch_of(over, charlie).made == new.public_id
    browser = Browser(alice)
    form = browser.open(url("table", over)).form(action="/rematch/")
    assert browser.send(form).url == url("table", new)
    assert Game.objects.get(pk=new.pk).status == Status.RUNNING
    assert browser.send(form).url == url("table", new)


def test_strangers_ask_for_no_rematch_and_see_no_private_one(over, alice, bob, charlie):
    assert Browser(charlie).client.post(url("rematch", over)).status_code == 403
    assert Browser().client.post(url("rematch", over)).status_code == 302
    assert Browser(alice).client.get(url("rematch", over)).status_code == 405
    Game.objects.filter(pk=over.pk).update(visibility=Visibility.UNLISTED)
    ask_rematch(game_id=over.pk, player=alice)
    Game.objects.filter(pk=over.pk).update(visibility=Visibility.PUBLIC)
    for stranger in (charlie, NOBODY):
        assert rematch_of(over, stranger) is None


def test_a_running_game_has_no_rematch(two, alice, charlie):
    with refused(GameRefusalCode.NOT_FINISHED):
        ask_rematch(game_id=two.pk, player=alice)
    with refused(GameRefusalCode.NOT_A_PLAYER):
        ask_rematch(game_id=two.pk, player=charlie)
    assert Browser(alice).client.post(url("rematch", two)).status_code == 409


def test_who_asks_after_the_terms_changed_is_asked_by_the_table(over, alice, bob):
    new = ask_rematch(game_id=over.pk, player=alice)
    change_terms(
        game_id=new.pk, player=alice, shown=1, terms=GameTerms(days_per_turn=1), handicaps=[Handicap()] * 2
    )
    assert ask_rematch(game_id=over.pk, player=bob) == new
    new.refresh_from_db()
    assert new.status == Status.OPEN


def test_a_cancelled_rematch_gives_way_and_a_declined_one_stays(over, alice, bob):
    first = ask_rematch(game_id=over.pk, player=alice)
    cancel_game(game_id=first.pk, player=alice)
    assert rematch_of(over, bob).may_ask
    second = ask_rematch(game_id=over.pk, player=bob)
    assert second != first
    decline_invitation(invitation_id=Invitation.objects.get(answer=Answer.WAITING).pk, player=alice)
    assert rematch_of(over, alice).may_ask
    assert ask_rematch(game_id=over.pk, player=alice) == second
    second.refresh_from_db()
    assert second.status == Status.RUNNING


def test_who_cannot_be_invited_leaves_an_open_seat(over, alice, bob):
    quiet(player=bob, other=alice, kind=Quiet.Kind.BLOCK)
    new = ask_rematch(game_id=over.pk, player=alice)
    assert not Invitation.objects.filter(seat__game=new).exists()
    assert ask_rematch(game_id=over.pk, player=bob) == new
    assert new.seats.filter(kind=SeatKind.OPEN).count() == 1


# --- the next game


def test_the_next_game_is_the_longest_waiting_and_skipping_goes_around(alice, bob, django_assert_num_queries):
    games = [table_of(alice, bob, rules=RuleSet()) for _ in range(3)]
    names = [game.public_id for game in games]
    with django_assert_num_queries(1):
        assert next_game(alice, names[0]) == (names[1], 2)
    assert next_game(alice, names[1]) == (names[2], 2)
    assert next_game(alice, names[2]) == (names[0], 2)
    assert next_game(bob, names[0]) is None
    play_turn(games[1], SETUPS[0])
    assert next_game(alice, names[1]) == (names[0], 2)
    for here, there, words in (
        (games[1], games[0], "Next (2) ›"),
        (games[0], games[2], "Skip to my next game (1) ›"),
    ):
        page = page_of(Browser(alice).open(url("table", here)).page)
        head = page.one("link", re.compile(r"^Next game \(\d\) ›$"))
        assert {page.one("link", words)["href"], head["href"]} == {url("table", there)}


# --- how things stand


def test_everybody_reads_who_hunts_whom(alice, bob, charlie):
    dora = person("Dora")
    game = table_of(alice, bob, charlie, dora, rules=RuleSet(variant=Variant.SINISTER))
    hunts = ["Alice hunts Bob.", "Bob hunts Charlie.", "Charlie hunts Dora.", "Dora hunts Alice."]
    assert standing_of(view_of(game, NOBODY))[:-1] == hunts
    assert standing_of(view_of(game, alice))[:-1] == hunts[1:3]
    resign(game_id=game.pk, player=bob, key="r", confirmed=True)
    after = ["Alice hunts Charlie.", "Charlie hunts Dora.", "Dora hunts Alice."]
    assert standing_of(view_of(game, bob))[:-1] == after
    assert standing_of(view_of(game, alice))[:-1] == after[1:2]


def test_everybody_reads_what_may_be_known_in_good_vs_evil(alice, bob, charlie):
    game = table_of(alice, bob, charlie, person("Dora"), rules=RuleSet(variant=Variant.GOOD_VS_EVIL))
    said = page_of(Browser().open(url("table", game)).page).texts("paragraph")
    assert "2 Evil players are left." in said
    assert any("nobody can show it" in each for each in said)
    resign(game_id=game.pk, player=bob, key="r", confirmed=True)
    for viewer in (alice, bob, NOBODY):
        assert "Still unknown: Alice, Charlie, Dora." in standing_of(view_of(game, viewer))


def test_how_many_captains_are_left_and_nothing_in_a_game_of_two(two, alice, bob, charlie):
    game = table_of(alice, bob, charlie, rules=RuleSet(variant=Variant.LAST_CAPTAIN_STANDING))
    assert standing_of(view_of(game, bob)) == ["3 captains are left."]
    assert standing_of(view_of(two, bob)) == []


# --- lists


def test_the_table_before_the_start_and_the_past_offer_nothing_of_it(two, alice, bob):
    game = create_game(creator=alice, rules=RuleSet(), seats=[SeatWish(player=alice), SeatWish()])
    assert Browser(alice).client.get(url("draw", game)).status_code == 204
    assert page_of(Browser(alice).open(url("table", game)).page).find_id("draw") is None
    assert page_of(Browser(alice).open(url("table", two)).page).find_id("draw")
    assert page_of(Browser(alice).open(url("position", two, 1)).page).find_id("draw") is None
    agree_to_draw(game_id=two.pk, player=bob, answers=2, key="k")
    assert page_of(Browser(alice).open(url("table", two)).page).by_id("draw").one("button", "Accept the draw")
