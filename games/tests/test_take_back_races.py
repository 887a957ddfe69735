"""Taking a turn back while the next player opens the table, plays, or is a bot that answers."""

from __future__ import annotations

from accounts.services import ensure_bots
from games.models import EntryKind, Game, SeatOrder
from games.refusals import GameRefusal, Stale
from games.services import SeatWish, create_game, play_bot, take_back, take_turn
from games.tests.browsing import Browser
from games.tests.play import table_of
from games.tests.races import RACE, assert_log_is_whole, table_url
from homeworlds.rules import RuleSet
from upkeep.tests.elements import page_of

pytestmark = RACE
ROUNDS = 30
FIRST = "homeworld G3 B1 Y3"


def kinds(game: Game) -> list[str]:
    return list(game.log.values_list("kind", flat=True))


def test_a_turn_is_seen_or_taken_back_and_never_both(alice, bob, at_once):
    mine, theirs = Browser(alice), Browser(bob)
    seen = set()
    for number in range(ROUNDS):
        game = table_of(alice, bob, rules=RuleSet())
        mine.open(table_url(game))
        assert mine.send(mine.form("turn", action="/turn/"), turn=FIRST).status_code == 303
        form = mine.open(table_url(game)).form("answers", action="/take-back/")
        back, opened = at_once(lambda: mine.send(form), lambda: theirs.client.get(table_url(game)))
        page = page_of(opened)
        if back.status_code == 303:
            assert "took the turn back" in page.text, f"round {number}: Bob saw what was taken back"
            assert page.find_id("order-form") is None
        else:
            assert back.status_code == 409
            assert page.find_id("order-form"), f"round {number}: nobody is to move"
        seen.add(back.status_code)
        assert kinds(game) == ["turn", "take-back"][: 2 if back.status_code == 303 else 1]
        assert_log_is_whole(game)
    assert seen <= {303, 409}


def test_against_the_next_turn_one_of_the_two_counts(alice, bob, at_once):
    for number in range(ROUNDS):
        game = table_of(alice, bob, rules=RuleSet())
        take_turn(game_id=game.pk, player=alice, answers=0, key="k", text=FIRST)

        def back(game=game):
            try:
                return take_back(game_id=game.pk, player=alice, answers=1, key="b")
            except Stale as stale:
                return stale

        def answer(game=game):
            try:
                text = "homeworld G2 B1 R3"
                return take_turn(game_id=game.pk, player=bob, answers=1, key="k", text=text)
            except GameRefusal as refusal:
                return refusal

        outcomes = at_once(back, answer)
        assert sum(isinstance(outcome, Stale) for outcome in outcomes) == 1, f"round {number}: {outcomes}"
        assert kinds(game) in (["turn", "turn"], ["turn", "take-back"])
        assert_log_is_whole(game)


def test_against_a_bot_one_of_the_two_counts(alice, at_once):
    ensure_bots()
    seats = [SeatWish(player=alice), SeatWish(bot_level="random")]
    for number in range(ROUNDS):
        game = create_game(creator=alice, rules=RuleSet(), seats=seats, seat_order=SeatOrder.FIXED)
        take_turn(game_id=game.pk, player=alice, answers=0, key="k", text=FIRST)

        def back(game=game):
            try:
                return take_back(game_id=game.pk, player=alice, answers=1, key="b")
            except Stale:
                return None

        outcomes = at_once(back, lambda game=game: play_bot(game_id=game.pk, number=1))
        assert sum(outcome is not None for outcome in outcomes) == 1, f"round {number}"
        assert kinds(game)[1:] in ([EntryKind.TURN], [EntryKind.TAKE_BACK])
        assert_log_is_whole(game)


def test_pressed_twice_at_once_it_counts_once(alice, bob, at_once):
    tabs = Browser(alice), Browser(alice)
    for number in range(10):
        game = table_of(alice, bob, rules=RuleSet())
        take_turn(game_id=game.pk, player=alice, answers=0, key="k", text=FIRST)
        form = tabs[0].open(table_url(game)).form("answers", action="/take-back/")
        answers = at_once(lambda: tabs[0].send(form), lambda: tabs[1].send(form))
        assert [answer.status_code for answer in answers] == [303, 303], f"round {number}"
        assert kinds(game) == ["turn", "take-back"]
