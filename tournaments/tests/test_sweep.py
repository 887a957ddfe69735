"""What is due in events is found by looking, by as many queries however much runs."""

from __future__ import annotations

from contextlib import nullcontext
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from accounts.models import Player
from games.models import Game
from games.signals import Rank, RankedSignal, game_finished, game_reopened
from tournaments.models import Event, Format, Result, Round
from tournaments.services import sweeping
from tournaments.services.sweeping import due_events
from tournaments.tasks import follow_events
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
from tournaments.wake import EVENT_BELL
from upkeep.clock import database_now
from upkeep.sweep import sweep

pytestmark = [pytest.mark.django_db]


def claimed() -> list[Event]:
    """All that is to be had."""
    return list(iter(sweeping.claim_event, None))


def test_an_event_is_to_be_gone_on_with_when_something_is_due_and_not_before(alice: Player, calls) -> None:
    event = started(alice, people(4))
    assert claimed() == []
    wins(running(event)[0])
    assert Result.objects.filter(read_at=None).count() == 1
    calls.clear()
    sweep()
    assert calls.count((EVENT_BELL,)) == 1
    assert (claimed(), claimed()) == ([event], []), "a worker has it"
    sweep()
    assert calls.count((EVENT_BELL,)) == 1
    followed(event)
    assert not due_events().exists()


def test_how_long_an_event_waits_is_told_by_what_is_due_in_it(alice: Player, calls) -> None:
    event = entered(opened(alice), people(4))
    assert sweeping.oldest_due(database_now()) is None
    time_passes(event, timedelta(days=1, minutes=1))
    event.refresh_from_db()
    assert sweeping.oldest_due(database_now()) == event.starts_at
    followed(event)
    wins(running(event)[0])
    assert sweeping.oldest_due(database_now()) == Result.objects.get(read_at=None).at
    claimed()
    assert sweeping.oldest_due(database_now()) is None


def test_who_goes_on_with_an_event_lets_it_go_for_what_comes_next(alice: Player, calls) -> None:
    event = started(alice, people(4))
    for table in running(event):
        wins(table)
        follow_events()
        assert not Result.objects.filter(read_at=None).exists()
    assert Round.objects.filter(event=event).count() == 2


def test_one_whose_worker_died_is_found_after_seconds(alice: Player, calls) -> None:
    event = entered(opened(alice), people(4))
    time_passes(event, timedelta(days=1, minutes=1))
    assert claimed() == [event]
    Event.objects.update(called_at=F("called_at") - timedelta(seconds=6))
    assert claimed() == [event]


@pytest.mark.parametrize("steps", [0, None])
def test_one_that_fails_or_does_not_go_on_is_set_aside(alice: Player, calls, monkeypatch, steps) -> None:
    event = entered(opened(alice), people(4))
    time_passes(event, timedelta(days=1, minutes=1))

    def follow(*, event_id: int) -> int:
        if steps is None:
            raise RuntimeError
        return steps

    monkeypatch.setattr(sweeping, "follow_event", follow)
    with nullcontext() if steps == 0 else pytest.raises(RuntimeError):
        follow_events()
    assert claimed() == []
    Event.objects.update(called_at=F("called_at") - timedelta(seconds=29))
    assert claimed() == []
    Event.objects.update(called_at=F("called_at") - timedelta(seconds=2))
    assert claimed() == [event]


def test_looking_takes_as_many_queries_for_many_events_as_for_one(alice: Player, calls) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert sweeping.oldest_due(database_now()) is None
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
