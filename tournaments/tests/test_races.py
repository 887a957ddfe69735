"""Two at the same moment in one event, on two connections of PostgreSQL."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from accounts.models import Player
from accounts.tests.cast import person
from games.models import Game, Status
from games.refusals import GameRefusal
from tournaments.models import Event, EventStatus, EventTable, Format, Result, Round
from tournaments.refusals import EventRefusal
from tournaments.services.adjudicating import adjudicate, adjudicate_at_end
from tournaments.services.directing import annul_table
from tournaments.services.editions import open_editions
from tournaments.services.entering import enter_event, leave_event, withdraw_from_event
from tournaments.services.following import follow_event
from tournaments.services.starting import start_now
from tournaments.services.sweeping import due_events
from tournaments.tests.events import (
    check_event,
    entered,
    followed,
    now,
    opened,
    people,
    play_out,
    running,
    started,
    tables,
    wins,
)
from upkeep.clock import database_now

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("calls")]
ROUNDS = int(os.environ.get("EVENT_ROUNDS", "1"))
"""With 5 it takes five minutes."""


@pytest.fixture
def alice(transactional_db: None) -> Player:
    return person("Alice")


def answer(service: Callable[..., Any], **wish: Any) -> str:
    try:
        service(**wish)
    except EventRefusal as refusal:
        return str(refusal.code)
    return "done"


def over(event: Event) -> None:
    """For the next one."""
    play_out(event)
    assert now(event).status == EventStatus.FINISHED
    check_event(event)
    assert not due_events().exists()


@pytest.mark.parametrize("format_", Format)
def test_two_workers_begin_each_game_once(at_once, alice: Player, format_: Format) -> None:
    players = people(6)
    for _ in range(ROUNDS):
        event = entered(opened(alice, format_, rounds=2), players)
        start_now(event_id=event.pk, director=alice)
        at_once(*[partial(follow_event, event_id=event.pk)] * 2)
        followed(event)
        made = EventTable.objects.filter(round__event=event, has_game=True)
        assert made.count() == len(running(event)) and not made.filter(game=None).exists()
        over(event)


def test_two_who_take_the_last_place_do_not_both_get_it(at_once, alice: Player) -> None:
    players = people(4)
    for _ in range(2 * ROUNDS):
        event = entered(opened(alice, most=3), players[:2])
        at_once(*[partial(enter_event, event_id=event.pk, player=each) for each in players[2:]])
        assert event.entries.filter(waits=True).count() == 1
        at_once(*[partial(leave_event, event_id=event.pk, player=each) for each in players[:2]])
        assert event.entries.filter(waits=False).count() == 2
        Event.objects.filter(pk=event.pk).update(status=EventStatus.CANCELLED)


def test_two_games_that_end_at_once_close_the_round_once(at_once, alice: Player) -> None:
    players = people(4)
    for _ in range(ROUNDS):
        event = started(alice, players, rounds=2)

        def ends(game: Game, event: Event = event) -> None:
            wins(game)
            follow_event(event_id=event.pk)

        at_once(*[partial(ends, game) for game in running(event)])
        followed(event)
        assert Round.objects.filter(event=event).count() == 2
        assert event.acts.filter(kind="closed").count() == 1
        over(event)


def test_a_game_ends_while_the_director_adjudicates_it(at_once, alice: Player) -> None:
    players = people(4)
    for _ in range(ROUNDS):
        event = started(alice, players, rounds=1)
        game = running(event)[0]
        loser = game.seats.get(number=0).player
        decide = partial(answer, adjudicate, table_id=game.event_table.pk, director=alice, winners=[0])
        answers = at_once(decide, partial(wins_or_not, game, loser))
        assert answers[0] in ("done", "table-over")
        assert Result.objects.filter(table=game.event_table).count() == 1
        over(event)


def wins_or_not(game: Game, winner: Player) -> None:
    try:
        wins(game, winner)
    except GameRefusal:
        assert Game.objects.get(pk=game.pk).status == Status.FINISHED


def test_two_sweeps_adjudicate_a_table_once(at_once, alice: Player) -> None:
    players = people(4)
    for _ in range(ROUNDS):
        event = started(alice, players, rounds=1)
        over_since = database_now() - timedelta(hours=1)
        Round.objects.filter(event=event).update(ends_at=over_since, called_at=over_since)
        for table in tables(event):
            done = at_once(*[partial(adjudicate_at_end, table_id=table.pk)] * 2)
            assert sorted(done) == [False, True]
        assert Result.objects.filter(table__round__event=event).count() == 2
        over(event)


def test_a_table_is_annulled_while_its_game_ends(at_once, alice: Player) -> None:
    players = people(4)
    for _ in range(ROUNDS):
        event = started(alice, players, rounds=1)
        table = tables(event)[0]
        annul = partial(answer, annul_table, table_id=table.pk, director=alice, reason="R.")
        assert at_once(annul, partial(wins_or_not, table.game, table.seats.first().entry.player))[0] == "done"
        followed(event)
        assert len(tables(event)) == 3
        over(event)


def test_somebody_withdraws_while_the_next_round_is_paired(at_once, alice: Player) -> None:
    players = people(6)
    for _ in range(ROUNDS):
        event = started(alice, players, rounds=2)
        for game in running(event):
            wins(game)
        gone = players[0]
        at_once(
            partial(follow_event, event_id=event.pk),
            partial(answer, withdraw_from_event, event_id=event.pk, player=gone),
        )
        followed(event)
        check_event(event)
        over(event)


def test_two_sweeps_open_one_edition(at_once, alice: Player, settings) -> None:
    settings.AUTOMATIC_EVENTS = ["swiss@mon 18:00"]
    for number in range(1, ROUNDS + 1):
        assert sum(at_once(open_editions, open_editions)) == 1
        Event.objects.filter(edition=number).update(status=EventStatus.CANCELLED)
    assert Event.objects.count() == ROUNDS


def test_a_game_ends_while_another_is_begun(at_once, alice: Player) -> None:
    """The lock of the event is taken after that of a game; to begin one needs no game's."""
    players = people(5)
    for _ in range(ROUNDS):
        event = started(alice, players, Format.DIVISIONS, rounds=1)
        second = entered(opened(alice, Format.DIVISIONS), players)
        start_now(event_id=second.pk, director=alice)
        games = running(event)

        def ends(games: list[Game] = games) -> None:
            for game in games:
                wins(game)

        at_once(ends, partial(follow_event, event_id=second.pk))
        over(event)
        over(second)
