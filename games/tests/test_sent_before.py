"""A form is sent again with the same key: what is the same is answered as before, and what is not is never
answered as if it had been done."""

from __future__ import annotations

import pytest

from accounts.models import Player
from games.models import Game, Room, TalkMessage
from games.refusals import GameRefusal, GameRefusalCode
from games.services import SeatWish, agree_to_draw, create_game, give_time, resign, say, take_back, take_turn
from games.services.clocks.absence import come_back
from games.tests.clocks import set_up, time_runs_out, timed_table
from games.tests.new_games import NEW, wish
from games.tests.new_games import browser as client_of
from games.tests.play import play_turn, table_of
from games.tests.table_views import address, order
from homeworlds.rules import RuleSet
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
OTHER = "that turn counts: homeworld G3 B1 Y3. The turn that you sent now was not played: homeworld R1 B2 G3"


@pytest.fixture
def game(alice: Player, bob: Player) -> Game:
    return table_of(alice, bob, rules=RuleSet())


def turn(game: Game, player: Player, text: str, *, answers: int = 0, key: str = "k"):
    return take_turn(game_id=game.pk, player=player, answers=answers, key=key, text=text, confirmed=True)


@pytest.mark.parametrize(
    ("text", "answers"), [("homeworld R1 B2 G3", 0), ("homeworld", 0), ("homeworld G3 B1 Y3", 1), ("", 0)]
)
def test_another_turn_by_the_same_form_is_refused(game, alice, bob, text, answers):
    first = turn(game, alice, "homeworld G3 B1 Y3")
    play_turn(game, "homeworld R1 B2 G3")
    with pytest.raises(GameRefusal) as why:
        turn(game, alice, text, answers=answers)
    assert why.value.code is GameRefusalCode.OTHER_TURN
    again = turn(game, alice, "H g3  b1 y3")
    assert (again.entry, again.repeated) == (first.entry, True), "however it is written"
    assert game.log.count() == 2


def _code(act) -> GameRefusalCode:
    with pytest.raises(GameRefusal) as why:
        act()
    return why.value.code


def test_another_act_by_the_same_form_is_refused(game, alice):
    turn(game, alice, "homeworld G3 B1 Y3")
    own = {"game_id": game.pk, "player": alice, "key": "k"}
    acts = [
        lambda: resign(**own, confirmed=True),
        lambda: take_back(**own, answers=1),
        lambda: agree_to_draw(**own, answers=1),
        lambda: give_time(**own),
    ]
    assert {_code(act) for act in acts} == {GameRefusalCode.SENT_BEFORE}
    take_back(**{**own, "key": "back"}, answers=1)
    assert _code(lambda: take_back(**{**own, "key": "back"}, answers=2)) is GameRefusalCode.SENT_BEFORE
    assert _code(lambda: turn(game, alice, "homeworld G3 B1 Y3", key="back")) is GameRefusalCode.SENT_BEFORE


def test_who_came_back_once_is_not_told_so_a_second_time(alice, bob, charlie):
    game = set_up(timed_table(alice, bob, charlie, excuses=0))
    time_runs_out(game)
    come_back(game_id=game.pk, player=alice, key="back")
    come_back(game_id=game.pk, player=alice, key="back")
    time_runs_out(game)
    assert _code(lambda: come_back(game_id=game.pk, player=alice, key="back")) is GameRefusalCode.BACK_BEFORE


def test_other_words_by_the_same_form_are_refused_and_kept(game, alice):
    said = {"key": "k", "room": Room.PLAYERS, "text": "Hello"}
    say(game_id=game.pk, player=alice, **said)
    say(game_id=game.pk, player=alice, **said)
    client = client_of(alice)
    for tail in ("talk/say/", "table/say/"):
        answer = client.post(address(game, tail), said | {"text": "Good <luck>"})
        page = page_of(answer)
        assert answer.status_code == 422 and "with other words" in page.select("#talk-error")[0].text
        assert page.select("#talk-text")[0].text == "Good <luck>"
        assert page.select("#talk-form input[name=key]")[0]["value"] != "k"
    assert TalkMessage.objects.count() == 1


@pytest.mark.parametrize("tail", ["turn/", "table/turn/"])
def test_the_page_says_so_and_keeps_the_text(game, alice, tail):
    client = client_of(alice)
    old = order(game, "homeworld G3 B1 Y3")
    assert client.post(address(game, tail), old).status_code in (200, 303)
    other = old | {"turn": "homeworld R1 B2 G3", "confirmed": "on"}
    answer = client.post(address(game, tail), other)
    assert answer.status_code == 409 and OTHER in page_of(answer).text
    play_turn(game, "homeworld R1 B2 G3")
    answer = client.post(address(game, tail), other)
    page = page_of(answer)
    assert answer.status_code == 409 and OTHER in page.text
    assert page.select("#order-text")[0].text == "homeworld R1 B2 G3", "where there is a field"
    assert game.log.count() == 2


def test_a_game_with_other_wishes_is_not_taken_for_the_one_that_was_made(alice, bots):
    seats = [SeatWish(player=alice), SeatWish()]
    made = create_game(creator=alice, rules=RuleSet(), seats=seats, key="k")
    assert create_game(creator=alice, rules=RuleSet(), seats=seats, key="k") == made
    other = [SeatWish(player=alice), SeatWish(bot_level="pilot")]
    asked = {"creator": alice, "rules": RuleSet(), "seats": other, "key": "k"}
    assert _code(lambda: create_game(**asked)) is GameRefusalCode.MADE_BEFORE


def test_the_form_says_so_and_makes_the_other_game_when_it_is_sent_again(alice, bots):
    client = client_of(alice)
    client.post(NEW, wish())
    answer = client.post(NEW, wish(seat_2="bot-pilot"))
    page = page_of(answer)
    assert "with other wishes" in page.text and Game.objects.count() == 1
    client.post(NEW, wish(seat_2="bot-pilot", key=page.select("input[name=key]")[0]["value"]))
    assert Game.objects.count() == 2
