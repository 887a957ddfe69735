"""After a loss on time the winner offers to play on, and with the loser's word the game goes on."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import Player
from games.clocks.deadlines import MILLISECOND, left_of, pace_of
from games.log.rebuilding import check
from games.models import EntryKind, Game, Outage, PlayOn, Reliability, SeatResult, Status
from games.refusals import GameRefusal, GameRefusalCode
from games.services import play_on, resign
from games.services.clocks.reliability import recount_due
from games.tests.clocks import now, set_up, time_runs_out, timed_table
from games.tests.play import play_peaceful_turns
from notices.models import Notice
from upkeep.clock import database_now
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


@pytest.fixture
def lost(alice: Player, bob: Player) -> Game:
    """By Alice, after some turns."""
    return time_runs_out(play_peaceful_turns(timed_table(alice, bob), 8))


def refused(act) -> bool:
    with pytest.raises(GameRefusal) as why:
        act()
    return why.value.code is GameRefusalCode.NO_PLAYING_ON


def offered(game: Game, player: Player) -> Game:
    return now(play_on(game_id=game.pk, player=player))


def test_what_the_winner_offers_and_the_loser_accepts_goes_on_as_it_stood(lost, alice, bob):
    before = lost.log.get(number=8).position
    assert refused(lambda: play_on(game_id=lost.pk, player=alice)), "the loser cannot ask"
    assert offered(lost, bob) and offered(lost, bob).status == Status.FINISHED
    assert Notice.objects.get(kind="play-on").player == alice
    game = offered(offered(lost, alice), alice)
    assert (game.status, game.position, game.next_seat) == (Status.RUNNING, before, 0)
    assert left_of(game, 0) >= pace_of(game).excused() and not check(game)
    entry = game.log.get(kind=EntryKind.REOPENED)
    assert entry.data == {"before": 9, "why": "play on"} and game.log.count() == 10
    assert list(game.seats.values_list("result", "missed")) == [("", 0), ("", 0)]
    assert Notice.objects.get(kind="reopened").player == bob
    recount_due()
    assert Reliability.objects.get(player=alice).missed == 0
    play_peaceful_turns(game, 1)


@pytest.mark.parametrize("share", [0.5, 2])
def test_the_loser_has_what_the_turn_began_with_or_as_much_as_after_an_excuse(lost, alice, bob, share):
    excuse = pace_of(lost).excused()
    began = excuse * share
    Game.objects.filter(pk=lost.pk).update(clock_left=[began // MILLISECOND, lost.clock_left[1]])
    assert left_of(offered(offered(lost, bob), alice), 0) == max(began, excuse)


def test_it_is_offered_once_a_game(lost, alice, bob):
    offered(offered(lost, bob), alice)
    again = time_runs_out(lost)
    assert again.status == Status.FINISHED
    assert refused(lambda: play_on(game_id=again.pk, player=bob))
    assert refused(lambda: play_on(game_id=again.pk, player=alice))


def test_no_outage_is_counted_of_the_two_days(lost, bob):
    ended = database_now() - timedelta(hours=49)
    Game.objects.filter(pk=lost.pk).update(finished_at=ended)
    hour = timedelta(hours=1)
    Outage.objects.create(began_at=ended - hour, ended_at=ended + hour / 2, live_only=False)
    assert refused(lambda: play_on(game_id=lost.pk, player=bob))
    short = Outage.objects.create(began_at=ended + 9 * hour, ended_at=ended + 10 * hour, live_only=True)
    assert refused(lambda: play_on(game_id=lost.pk, player=bob)), "one that live games alone know"
    Outage.objects.filter(pk=short.pk).update(live_only=False)
    offered(lost, bob)


def test_it_is_offered_within_two_days_and_stands_for_two(lost, alice, bob):
    Game.objects.filter(pk=lost.pk).update(finished_at=database_now() - timedelta(hours=49))
    assert refused(lambda: play_on(game_id=lost.pk, player=bob))
    Game.objects.filter(pk=lost.pk).update(finished_at=database_now() - timedelta(hours=47))
    offered(lost, bob)
    PlayOn.objects.update(until=database_now() - timedelta(seconds=1))
    assert refused(lambda: play_on(game_id=lost.pk, player=alice))
    assert now(lost).status == Status.FINISHED


def test_only_a_game_of_two_people_that_was_lost_on_time_goes_on(alice, bob, charlie):
    given_up = timed_table(alice, bob)
    resign(game_id=given_up.pk, player=alice, key="r", confirmed=True)
    three = set_up(timed_table(alice, bob, charlie))
    void = time_runs_out(timed_table(alice, bob))
    for game in (given_up, three, void):
        assert refused(lambda game=game: play_on(game_id=game.pk, player=bob))


def test_the_end_page_offers_it_to_the_winner_and_then_to_the_loser(lost, alice, bob, charlie):
    def shown(player: Player) -> list[str]:
        client = Client()
        client.force_login(player)
        page = page_of(client.get(f"/games/{lost.public_id}/"))
        return [each.text for each in page.select(".ended-play-on button, .ended-play-on p")]

    def press(player: Player) -> int:
        client = Client()
        client.force_login(player)
        return client.post(f"/games/{lost.public_id}/play-on/").status_code

    assert shown(bob)[1] == "Offer to play on" and shown(alice) == shown(charlie) == []
    assert press(alice) == 409 and press(charlie) == 403 and press(bob) == 303
    assert shown(bob)[0].startswith("You have offered to play on.") and len(shown(bob)) == 1
    assert shown(alice)[1] == "Play on" and shown(charlie) == []
    assert press(alice) == 303
    assert now(lost).status == Status.RUNNING and SeatResult.WON not in lost.seats.values_list("result")
