"""Whose time runs out in an event, whenever, and in whichever format: what follows is as it was announced."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import Player
from games.models import Game, Status
from games.refusals import GameRefusal
from games.services import play_on
from notices.models import Notice
from tournaments.models import Event, EventTable, Format
from tournaments.services.entering import return_to_event
from tournaments.tests.events import (
    check_event,
    flags,
    followed,
    people,
    play_out,
    points,
    refused,
    running,
    started,
    wins,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
LOTS = st.lists(st.booleans(), min_size=40, max_size=40)
drawn = settings(
    max_examples=6,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def undone(check: Callable[[], None]) -> None:
    """Every example begins with an empty database."""
    with transaction.atomic():
        check()
        transaction.set_rollback(True)


def mover(game: Game) -> Player:
    return game.seats.get(number=game.next_seat).player


def play(event: Event, lots: list[bool]) -> dict[int, Player]:
    """All games that run end, some of them with somebody whose time has run out: by table."""
    away = {}
    for game in running(event):
        if lots.pop():
            away[game.event_table.pk] = gone = mover(game)
            flags(game)
            game.refresh_from_db()
            if game.status == Status.RUNNING:
                left = [seat.player for seat in game.seats.select_related("player") if seat.player != gone]
                wins(game, left[0])
        else:
            wins(game)
    return away


def told(player: Player) -> int:
    return Notice.objects.filter(kind="event_withdrawn", player=player).count()


def seated(event: Event, player: Player, round_: int) -> bool:
    tables = EventTable.objects.filter(round__event=event, round__number=round_)
    return tables.filter(seats__entry__player=player).exists()


def _has_lost(away: dict[int, Player]) -> None:
    """One at the table has won, and it is somebody else."""
    for table, player in away.items():
        found = EventTable.objects.get(pk=table)
        seats = found.seats.order_by("number").select_related("entry__player")
        results = {
            seat.entry.player: each for seat, each in zip(seats, found.results.get().places, strict=True)
        }
        assert results[player]["is_away"] and results[player]["result"] == "lost"
        assert [each["result"] for each in results.values()].count("won") == 1


@pytest.mark.parametrize("format_", [Format.SWISS, Format.PODS])
@drawn
@given(number=st.integers(6, 9), lots=LOTS, back=LOTS)
def test_round_by_round_who_was_away_sits_out_with_notice_and_may_come_back(
    alice: Player, format_: Format, number: int, lots: list[bool], back: list[bool]
) -> None:
    undone(lambda: _round_by_round(alice, format_, number, list(lots), list(back)))


def _round_by_round(director: Player, format_: Format, number: int, lots: Any, back: Any) -> None:
    event = started(director, people(number), format_, rounds=3, excuses=0)
    out: set[Player] = set()
    for round_ in (1, 2):
        before = {player: told(player) for player in Player.objects.filter(event_entries__event=event)}
        scored = points(event)
        away = play(event, lots)
        event = followed(event)
        if event.is_over:
            break
        _has_lost(away)
        for player in away.values():
            entry = event.entries.get(player=player)
            assert points(event)[player.name] == scored[player.name], "a loss brings nothing"
            assert entry.why == "time" and entry.withdrawn_at is not None
            assert told(player) == before[player] + 1
        out |= set(away.values())
        assert not [player for player in out if seated(event, player, round_ + 1)]
        for player in sorted(away.values(), key=lambda each: each.pk):
            if round_ == 1 and back.pop():
                return_to_event(event_id=event.pk, player=player)
                out.remove(player)
                assert event.entries.get(player=player).why == ""
                assert not seated(event, player, 2), "only from the next round on"
    if event.rounds_paired.count() == 3:
        assert {entry.player for entry in event.entries.select_related("player")} - out == {
            entry.player
            for entry in event.entries.filter(seats__table__round__number=3).select_related("player")
        }
    check_event(play_out(event))


@drawn
@given(number=st.integers(4, 6), lots=LOTS)
def test_in_divisions_a_game_is_lost_on_time_and_all_others_go_on(
    alice: Player, number: int, lots: list[bool]
) -> None:
    undone(lambda: _divisions(alice, number, list(lots)))


def _divisions(director: Player, number: int, lots: Any) -> None:
    event = started(director, people(number), Format.DIVISIONS, excuses=0)
    away = play(event, lots)
    event = followed(event)
    _has_lost(away)
    assert event.is_over and sum(points(event).values()) == number * (number - 1) / 2
    assert not event.entries.exclude(withdrawn_at=None).exists() and not any(map(told, away.values()))
    check_event(event)


@pytest.mark.parametrize("has_final", [True, False])
@drawn
@given(number=st.integers(6, 9), lots=LOTS)
def test_at_tables_all_at_once_who_was_away_has_no_place_at_the_final_table_and_no_way_back(
    alice: Player, has_final: bool, number: int, lots: list[bool]
) -> None:
    undone(lambda: _at_once(alice, has_final, number, list(lots)))


def _at_once(director: Player, has_final: bool, number: int, lots: Any) -> None:
    event = started(director, people(number), Format.AT_ONCE, rounds=2, has_final=has_final, excuses=0)
    away = play(event, lots)
    event = followed(event)
    _has_lost(away)
    for player in set(away.values()):
        assert (event.entries.get(player=player).why == "time") is has_final
        assert told(player) == has_final
        assert not seated(event, player, 3)
        back = refused(lambda who=player: return_to_event(event_id=event.pk, player=who))
        assert back in ("no-way-back", "event-not-running", "not-withdrawn")
    check_event(play_out(event))


@drawn
@given(number=st.integers(3, 9), lots=LOTS)
def test_in_a_knock_out_the_opponent_of_who_was_away_goes_on(
    alice: Player, number: int, lots: list[bool]
) -> None:
    undone(lambda: _knock_out(alice, number, list(lots)))


def _knock_out(director: Player, number: int, lots: Any) -> None:
    event = started(director, people(number), Format.KNOCKOUT, excuses=0)
    round_ = 1
    while not event.is_over:
        away = play(event, lots)
        event = followed(event)
        _has_lost(away)
        for table, player in away.items():
            other = EventTable.objects.get(pk=table).seats.exclude(entry__player=player).get().entry.player
            assert not seated(event, player, round_ + 1)
            assert event.is_over or seated(event, other, round_ + 1)
        round_ += 1
    check_event(event)


def test_a_game_is_played_on_while_its_round_is_open_and_not_once_it_is_over(alice: Player) -> None:
    event = started(alice, people(4), Format.SWISS, rounds=2, excuses=0)
    first, second = running(event)
    winner = first.seats.exclude(number=first.next_seat).get().player
    loser = mover(first)
    flags(first)
    followed(event)
    for player in (winner, loser):
        play_on(game_id=first.pk, player=player)
    event = followed(event)
    assert first in running(event) and points(event)[winner.name] == 0
    flags(first)
    winner = second.seats.exclude(number=second.next_seat).get().player
    flags(second)
    followed(event)
    with pytest.raises(GameRefusal):
        play_on(game_id=second.pk, player=winner)
    check_event(followed(event))
