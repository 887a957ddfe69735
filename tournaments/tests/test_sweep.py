"""What is due in events is found by looking, by as many queries however much runs."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from games.models import Game
from games.signals import Rank, RankedSignal, game_finished, game_reopened
from tournaments.models import Event, Format, Result
from tournaments.services.sweeping import due_events, sweep_events
from tournaments.tests.events import (
    entered,
    followed,
    opened,
    people,
    running,
    started,
    time_passes,
    wins,
)
from tournaments.wake import EVENT_TASK

pytestmark = [pytest.mark.django_db]


def test_an_event_is_called_for_when_something_is_due_and_not_before(alice: Player, calls) -> None:
    event = started(alice, people(4))
    assert sweep_events() == 0
    wins(running(event)[0])
    assert Result.objects.filter(read_at=None).count() == 1
    calls.clear()
    assert sweep_events() == 1
    assert sweep_events() == 0, "a worker has it"
    followed(event)
    assert not due_events().exists()


@pytest.mark.django_db(transaction=True)
def test_the_sweep_calls_a_worker(alice: Player, calls) -> None:
    event = entered(opened(alice), people(4))
    time_passes(event, timedelta(days=1, minutes=1))
    calls.clear()
    assert sweep_events() == 1 and calls == [(EVENT_TASK, event.pk)]


def test_a_lost_call_is_made_again_after_a_while(alice: Player, calls) -> None:
    event = entered(opened(alice), people(4))
    time_passes(event, timedelta(days=1, minutes=1))
    assert [sweep_events(), sweep_events()] == [1, 0]
    Event.objects.filter(pk=event.pk).update(called_at=Event.objects.get().called_at - timedelta(seconds=31))
    assert sweep_events() == 1


def test_looking_takes_as_many_queries_for_many_events_as_for_one(alice: Player, calls) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert sweep_events() == 0
        return len(queries)

    players = people(8)
    started(alice, players[:4])
    one = asked()
    started(alice, players, Format.DIVISIONS)
    started(alice, players, Format.AT_ONCE)
    assert asked() == one <= 2


@pytest.mark.parametrize("format_", [Format.DIVISIONS, Format.AT_ONCE])
def test_going_on_takes_as_many_queries_for_many_players_as_for_few(alice: Player, calls, format_) -> None:
    def asked(number: int, first: int) -> int:
        event = started(alice, everybody[first : first + number], format_, least=3)
        wins(running(event)[0])
        with CaptureQueriesContext(connection) as queries:
            followed(event)
        Event.objects.filter(pk=event.pk).update(director=None)
        return len(queries)

    everybody = people(24)
    assert asked(8, 0) == asked(16, 8)


def test_apps_hear_of_a_game_in_the_order_of_their_locks() -> None:
    for signal in (game_finished, game_reopened):
        uids = [key[0] for (key, *_rest) in signal.receivers]
        ranks = [signal._ranks.get(uid, Rank.GAME) for uid in uids]
        assert ranks == sorted(ranks) and ranks[-1] is Rank.RATINGS
        assert {Rank.EVENT, Rank.LADDER, Rank.TALLIES} <= set(ranks)


def test_receivers_stand_in_their_ranks_in_whatever_order_they_come() -> None:
    heard: list[str] = []
    signal = RankedSignal()
    receivers = [lambda name=name, **more: heard.append(name) for name in ("last", "first", "second", "none")]
    for receiver, rank in zip(receivers, (Rank.RATINGS, Rank.EVENT, Rank.EVENT, None), strict=True):
        named = {"rank": rank, "dispatch_uid": str(id(receiver))} if rank else {}
        signal.connect(receiver, **named)
    signal.send(sender=Game)
    assert heard == ["none", "first", "second", "last"]
