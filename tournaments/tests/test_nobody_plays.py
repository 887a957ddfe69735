"""Events to which nobody comes: void tables bring nothing, and nobody is a champion without a turn."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

import pytest

from accounts.models import Player
from games.models import Game, Status
from games.tests.clocks import SETUPS, now
from games.tests.play import play_turn
from tournaments.models import Entry, Event, EventTable, Format
from tournaments.presenters.export import event_json
from tournaments.presenters.looking import medals_of
from tournaments.services.checking import check_events
from tournaments.tests.events import (
    check_event,
    flags,
    followed,
    people,
    running,
    started,
    time_passes,
    wins,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
FORMATS: Final = list(Format)


def nobody_comes(event: Event) -> Event:
    """All clocks run out until it is over."""
    for _ in range(30):
        for game in running(event):
            while now(game).status == Status.RUNNING:
                flags(game, alone=True)
        event = followed(event)
        if event.is_over:
            return event
    raise AssertionError("it goes on for ever")


def moves(game: Game) -> Player:
    return game.seats.get(number=game.next_seat).player


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("number", [5, 6])
def test_nobody_is_first_in_an_event_to_which_nobody_came(
    alice: Player, format_: Format, number: int
) -> None:
    event = nobody_comes(started(alice, people(number), format_, rounds=2, excuses=0))
    entries = Entry.objects.filter(event=event, number__isnull=False)
    assert entries.count() == number and not entries.exclude(place=None)
    for table in EventTable.objects.filter(round__event=event, game__isnull=False):
        assert {each["result"] for each in table.results.get().places} == {"void"}
    check_event(event)
    assert not check_events()
    assert {line["place"] for line in event_json(event, alice)["standings"]} == {None}
    assert not any(medals_of(entry.player) for entry in entries)


def test_in_a_knock_out_who_came_goes_on_and_where_nobody_came_nobody_does(alice: Player) -> None:
    event = started(alice, people(4), Format.KNOCKOUT, excuses=0)
    one, other = running(event)
    gone, here = moves(one), one.seats.exclude(number=one.next_seat).get().player
    flags(one)
    flags(other, alone=True)
    event = followed(event)
    away = {seat.player for seat in other.seats.select_related("player")}
    assert set(event.entries.filter(why="time").values_list("player", flat=True)) == {
        each.pk for each in away
    }
    assert event.is_over and event.entries.get(place=1).player == here
    assert event.entries.get(player=gone).place == 2
    check_event(event)


def test_a_final_that_nobody_came_to_has_no_winner(alice: Player) -> None:
    event = started(alice, people(4), Format.KNOCKOUT, excuses=0)
    for game in running(event):
        wins(game)
    event = followed(event)
    (final,) = running(event)
    flags(final, alone=True)
    event = followed(event)
    assert event.is_over and not event.entries.filter(place=1)
    assert event.entries.filter(place=2).count() == 2
    check_event(event)


def test_a_bye_is_worth_more_than_a_table_that_nobody_came_to_and_both_are_out_of_the_next_round(
    alice: Player,
) -> None:
    event = started(alice, people(5), Format.SWISS, rounds=2, excuses=0)
    one, other = running(event)
    flags(one, alone=True)
    winner = wins(other).seats.get(result="won").player
    event = followed(event)
    assert {seat.player for seat in one.seats.all()} == {
        entry.player for entry in event.entries.filter(why="time")
    }
    assert event.entries.get(player=winner).why == ""


def test_a_round_ends_and_a_game_without_a_turn_is_void_instead_of_drawn(alice: Player) -> None:
    event = started(alice, people(4), Format.SWISS, rounds=1, excuses=0, round_lasts=timedelta(days=10))
    untouched, begun = running(event)
    play_turn(begun, SETUPS[0])
    for _ in range(4):
        time_passes(event, timedelta(days=11))
        event = followed(event)
    assert {each["result"] for each in _places(untouched)} == {"void"}
    assert [each["result"] for each in _places(begun)] == ["won", "lost"]
    assert [each["is_away"] for each in _places(untouched)] == [True, True]
    check_event(event)


def _places(game: Game) -> list[dict[str, object]]:
    return list(EventTable.objects.get(game=game).results.get().places)
