"""Two requests at the same moment, on two connections of PostgreSQL: one counts, the other is told."""

from __future__ import annotations

import random
from typing import Any

from django.urls import reverse

from accounts.models import Player
from accounts.services import ensure_bots
from games.log.moments import half_turn_of, state_of
from games.models import EntryKind, Game, SeatKind, SeatOrder, Status
from games.services import SeatWish, create_game, play_bot, resign
from games.tests.browsing import Browser, PageForm
from games.tests.play import peaceful_text, table_of
from games.tests.races import RACE, assert_log_is_whole, table_url
from homeworlds.notation import format_turn
from homeworlds.rules import RuleSet, Variant
from upkeep.tests.elements import page_of

pytestmark = RACE[1:]  # on SQLite too, whose IMMEDIATE transactions stand in for the locks of rows
ROUNDS = 50


def order_form(browser: Browser, game: Game) -> PageForm:
    """The form on the page of the player to move."""
    return browser.open(table_url(game)).form("answers", "turn", action="/turn/")


def confirm(browser: Browser, form: PageForm, text: str) -> Any:
    """Sends the turn as after the table has asked whether it is meant."""
    return browser.client.post(form.action, {**dict(form.filled(turn=text)), "confirmed": "1"})


def statuses(answers: list[Any]) -> list[int]:
    return sorted(answer.status_code for answer in answers)


class Round:
    """A game of two that goes on from round to round; a new one when it ends, or when the lots find no two
    turns to choose from, as for who can but pass."""

    def __init__(self, *players: Player) -> None:
        self.players = players
        self.lots = random.Random(3)
        self.games = [table_of(*players, rules=RuleSet())]

    def next(self) -> tuple[Game, Player, tuple[str, str]]:
        """The game, who is to move, and two different turns of his as they will be stored."""
        game = Game.objects.get(pk=self.games[-1].pk)
        texts = [] if game.status == Status.FINISHED else self._texts(game)
        if len(texts) < 2:
            game = table_of(*self.players, rules=RuleSet())
            self.games.append(game)
            texts = self._texts(game)
        assert game.next_seat is not None
        first, second = texts
        return game, self.players[game.next_seat], (first, second)

    def _texts(self, game: Game) -> list[str]:
        state = state_of(game)
        found: set[str] = set()
        for _ in range(20):
            end = half_turn_of(state, peaceful_text(state, self.lots)).end()
            found.add(format_turn(end.turn, game.players))
        return self.lots.sample(sorted(found), min(len(found), 2))


def test_of_two_tabs_with_different_turns_one_counts_and_one_is_told_it_is_stale(alice, bob, at_once):
    rounds = Round(alice, bob)
    tabs = {player: (Browser(player), Browser(player)) for player in (alice, bob)}
    for number in range(ROUNDS):
        game, mover, texts = rounds.next()
        forms = [order_form(tab, game) for tab in tabs[mover]]
        answers = at_once(
            *[
                lambda tab=tab, form=form, text=text: confirm(tab, form, text)
                for tab, form, text in zip(tabs[mover], forms, texts, strict=True)
            ]
        )
        assert statuses(answers) == [303, 409], f"round {number}"
        taken = texts[[answer.status_code for answer in answers].index(303)]
        stale = next(answer for answer in answers if answer.status_code == 409)
        assert game.log.filter(number=game.log_number + 1, text=taken).exists()
        assert game.log.filter(number__gt=game.log_number, kind=EntryKind.TURN).count() == 1
        # The fresh table, and the order that did not count is still there to read.
        kept = page_of(stale).by_id("kept-order")
        assert (kept.name, kept.value) == ("Your order did not count:", texts[taken == texts[0]])
    for game in rounds.games:
        assert_log_is_whole(game)


def test_the_same_form_sent_twice_at_once_counts_once(alice, bob, at_once):
    rounds = Round(alice, bob)
    browsers = {player: (Browser(player), Browser(player)) for player in (alice, bob)}
    for number in range(ROUNDS):
        game, mover, (text, _) = rounds.next()
        first, second = browsers[mover]
        form = order_form(first, game)
        answers = at_once(lambda: confirm(first, form, text), lambda: confirm(second, form, text))
        assert statuses(answers) == [303, 303], f"round {number}"
        assert game.log.filter(number__gt=game.log_number, kind=EntryKind.TURN).count() == 1
    for game in rounds.games:
        assert_log_is_whole(game)


def test_resigning_and_taking_a_turn_at_once_both_get_a_clear_answer(alice, bob, at_once):
    seen = set()
    first, second = Browser(alice), Browser(alice)
    for number in range(ROUNDS):
        game = table_of(alice, bob, rules=RuleSet())
        order = order_form(first, game)
        resignation = second.open(reverse("games:resign", args=[game.public_id])).form(
            "key", action="/resign/"
        )
        turn, resigned = at_once(
            lambda: first.send(order, turn="homeworld G3 B1 Y3"), lambda: second.send(resignation)
        )
        assert resigned.status_code == 303
        assert turn.status_code in (303, 409), f"round {number}"
        game.refresh_from_db()
        kinds = list(game.log.values_list("kind", flat=True))
        counted = [EntryKind.TURN] if turn.status_code == 303 else []
        assert kinds == [*counted, EntryKind.RESIGNATION]
        assert (game.status, game.outcome["winners"]) == (Status.FINISHED, [1])
        assert_log_is_whole(game)
        seen.add(turn.status_code)
    assert seen <= {303, 409}


def test_of_two_players_for_the_last_seat_one_gets_it(alice, bob, charlie, at_once):
    one, other = Browser(bob), Browser(charlie)
    for number in range(ROUNDS):
        game = create_game(creator=alice, rules=RuleSet(), seats=[SeatWish(player=alice), SeatWish()])
        forms = [browser.open(table_url(game)).form(action="/join/") for browser in (one, other)]
        answers = at_once(lambda: one.send(forms[0]), lambda: other.send(forms[1]))
        assert statuses(answers) == [303, 409], f"round {number}"
        game.refresh_from_db()
        assert game.status == Status.RUNNING
        seats = list(game.seats.all())
        joined = bob if answers[0].status_code == 303 else charlie
        assert {seat.player for seat in seats} == {alice, joined}
        assert [seat.number for seat in seats] == [0, 1]
        assert_log_is_whole(game)


def test_a_double_click_on_join_takes_one_seat(alice, bob, at_once):
    tabs = Browser(bob), Browser(bob)
    rules = RuleSet(variant=Variant.LAST_CAPTAIN_STANDING)
    for _ in range(10):
        seats = [SeatWish(player=alice), SeatWish(), SeatWish()]
        game = create_game(creator=alice, rules=rules, seats=seats, arranged=True)
        form = tabs[0].open(table_url(game)).form(action="/join/")
        answers = at_once(lambda: tabs[0].send(form), lambda: tabs[1].send(form))
        assert statuses(answers) == [303, 409]
        assert game.seats.filter(player=bob).count() == game.seats.filter(kind=SeatKind.OPEN).count() == 1


def test_a_double_click_on_make_the_game_makes_one(alice, at_once):
    tabs = Browser(alice), Browser(alice)
    for number in range(1, 11):
        form = tabs[0].open(reverse("games:new")).form("variant", action="/games/new/")
        answers = at_once(lambda: tabs[0].send(form), lambda: tabs[1].send(form))
        assert statuses(answers) == [303, 303]
        assert answers[0].url == answers[1].url
        assert Game.objects.count() == number


def game_of_bots(creator):
    """Two bots go on after their host has left."""
    seats = [SeatWish(player=creator), SeatWish(bot_level="random"), SeatWish(bot_level="random")]
    rules = RuleSet(variant=Variant.LAST_CAPTAIN_STANDING)
    game = create_game(creator=creator, rules=rules, seats=seats, seat_order=SeatOrder.FIXED)
    return resign(game_id=game.pk, player=creator, key="leaves", confirmed=True).game


def test_a_bot_called_twice_at_once_plays_once(alice, at_once):
    ensure_bots()
    game = game_of_bots(alice)
    for _ in range(ROUNDS):
        number = game.log_number
        calls = at_once(*[lambda: play_bot(game_id=game.pk, number=number)] * 2)
        assert any(call is not None and not call.repeated for call in calls)
        assert sum(call is not None and not call.repeated for call in calls) == 1
        assert game.log.filter(number__gt=number, kind=EntryKind.TURN).count() == 1
        game.refresh_from_db()
        if game.status == Status.FINISHED:
            assert_log_is_whole(game)
            game = game_of_bots(alice)
    assert_log_is_whole(game)
