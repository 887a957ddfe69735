"""An event of each format runs by itself from its start to its end, whatever interrupts it where."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

from accounts.models import Player
from games.models import Game, SecretAlignment, Status
from homeworlds.rules import DEFAULT_PRESET, Variant, preset_rules
from tournaments.models import (
    Event,
    EventStatus,
    EventTable,
    Format,
    Result,
    ResultKind,
    Round,
    TableSeat,
)
from tournaments.services.entering import withdraw_from_event
from tournaments.services.following import follow_event
from tournaments.services.pairing import close_if_complete, write_rounds
from tournaments.services.receivers import append
from tournaments.services.starting import start_now
from tournaments.services.sweeping import due_events
from tournaments.services.tables import begin_table
from tournaments.sheet import Sheet, next_rounds
from tournaments.tests.events import (
    check_event,
    entered,
    flags,
    goes_on,
    names,
    now,
    opened,
    people,
    play_out,
    play_round,
    points,
    running,
    sizes,
    started,
    tables,
    wins,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
NUMBERS = {Format.SWISS: 7, Format.DIVISIONS: 12, Format.PODS: 9, Format.AT_ONCE: 8, Format.KNOCKOUT: 6}


@pytest.mark.parametrize("format_", Format)
def test_an_event_plays_to_its_end(format_: Format, alice: Player) -> None:
    event = started(alice, people(NUMBERS[format_]), format_)
    check_event(event)
    event = play_out(event, random.Random(1))
    assert event.status == EventStatus.FINISHED
    check_event(event)
    assert not Game.objects.filter(status=Status.RUNNING).exists()
    assert not Result.objects.filter(read_at=None).exists() and not due_events().exists()


class Killed(Exception):
    pass


@contextmanager
def killed_at(number: int) -> Iterator[Callable[[], bool]]:
    """Before the statement of this number, from 1, that asks or changes a row; whether it came to that."""
    seen = 0

    def execute(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        nonlocal seen
        if not sql.startswith(("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN")):
            seen += 1
            if seen == number:
                raise Killed
        return execute(sql, params, many, context)

    with connection.execute_wrapper(execute):
        yield lambda: seen >= number


def state_of(event: Event) -> tuple[Any, ...]:
    """All that matters of it, without ids of rows and moments."""
    seats = TableSeat.objects.filter(table__round__event=event)
    return (
        now(event).status,
        list(Round.objects.filter(event=event).values_list("number", "kind")),
        list(
            seats.order_by("table__round__number", "table__number", "number").values_list(
                "table__round__number", "table__number", "number", "entry__number"
            )
        ),
        EventTable.objects.filter(round__event=event, game__isnull=False).count(),
        list(event.acts.order_by("number").values_list("kind", flat=True)),
        list(event.entries.order_by("number").values_list("number", "place", "score")),
    )


@pytest.mark.long
@pytest.mark.parametrize("format_", Format)
def test_killed_at_any_statement_it_goes_on_to_the_same_end(format_: Format, alice: Player) -> None:
    """From the start to the second round, and from the last result to the standings."""
    event = entered(opened(alice, format_, rounds=2), people(5))
    start_now(event_id=event.pk, director=alice)
    _goes_on_alike(event)
    play_round(event)
    while not now(event).is_over and running(event):
        for game in running(event):
            wins(game)
        _goes_on_alike(event)
    assert now(event).status == EventStatus.FINISHED
    check_event(event)


def _goes_on_alike(event: Event) -> None:
    """Whatever is due is done once, after any number of deaths on the way."""
    number = 0
    while True:
        number += 7  # each statement of each step has its turn over the formats
        with killed_at(number) as died:
            try:
                follow_event(event_id=event.pk)
            except Killed:
                check_event(event)
                due = due_events().filter(pk=event.pk).exists()
                assert due or follow_event(event_id=event.pk) == 0, "nobody would go on with it"
        if not died():
            break
    assert follow_event(event_id=event.pk) == 0
    check_event(event)


def test_two_who_go_on_with_it_do_it_once(alice: Player) -> None:
    event = started(alice, people(6))
    before = state_of(event)
    assert follow_event(event_id=event.pk) == 0
    assert state_of(event) == before


def test_a_table_that_has_its_game_gets_no_other(alice: Player) -> None:
    event = started(alice, people(4))
    table = tables(event)[0]
    assert not begin_table(table_id=table.pk) and Game.objects.count() == 2
    Event.objects.filter(pk=event.pk).update(status=EventStatus.CANCELLED)
    EventTable.objects.filter(pk=table.pk).update(game=None)
    assert not begin_table(table_id=table.pk) and Game.objects.count() == 2


def test_a_pairing_is_not_written_when_something_has_happened_since(alice: Player) -> None:
    players = people(4)
    event = started(alice, players)
    for game in running(event):
        wins(game)
    assert close_if_complete(event_id=event.pk)
    sheet = Sheet(now(event))
    rounds = next_rounds(sheet)
    assert rounds is not None
    withdraw_from_event(event_id=event.pk, player=players[0])
    assert not write_rounds(event_id=event.pk, seen=sheet.fingerprint, rounds=rounds)
    sheet = Sheet(now(event))
    append(tables(event)[0], ResultKind.REOPENED, -1, [], now(event).created_at)
    assert not write_rounds(event_id=event.pk, seen=sheet.fingerprint, rounds=rounds)
    assert Round.objects.filter(event=event).count() == 1


def test_swiss_pairs_winners_with_winners_and_nobody_twice(alice: Player) -> None:
    event = play_out(started(alice, people(8)))
    met = [
        frozenset(seat.entry_id for seat in table.seats.all())
        for each in (1, 2, 3)
        for table in tables(event, each)
    ]
    assert len(met) == len(set(met)) == 12


def test_of_an_odd_number_one_has_a_bye_which_counts_as_a_win(alice: Player) -> None:
    event = started(alice, people(5))
    assert sizes(event) == [1, 2, 2] and Game.objects.count() == 2
    bye = next(table for table in tables(event) if not table.has_game)
    lucky = bye.seats.get().entry.player.name
    play_round(event)
    assert points(event)[lucky] == 1


def test_all_at_once_means_all_tables_on_the_first_day(alice: Player) -> None:
    event = started(alice, people(9), Format.AT_ONCE, size=3, rounds=4)
    assert Game.objects.filter(status=Status.RUNNING).count() == 12
    assert [sizes(event, number) for number in (1, 2, 3, 4)] == [[3, 3, 3]] * 4
    assert play_out(event).status == EventStatus.FINISHED


def test_pods_may_end_with_a_table_of_the_best(alice: Player) -> None:
    event = started(alice, people(8), Format.AT_ONCE, rounds=2, has_final=True)
    play_round(event)
    (table,) = tables(event)
    assert Round.objects.get(event=event, number=3).kind == "final" and table.seats.count() == 4
    best = {seat.entry.player.name for seat in table.seats.all()}
    wins(table.game, last := table.seats.order_by("number").last().entry.player)
    event = play_out(event)
    assert names(event)[0] == last.name and set(names(event)[:4]) == best
    check_event(event)


def test_a_game_that_goes_on_after_the_end_opens_the_event_again(alice: Player) -> None:
    event = started(alice, people(4), rounds=1)
    first, second = running(event)
    wins(first)
    game = flags(second)
    event = play_out(event)
    assert event.status == EventStatus.FINISHED
    goes_on(game)
    assert due_events().filter(pk=event.pk).exists()
    follow_event(event_id=event.pk)
    assert now(event).status == EventStatus.RUNNING
    loser = Game.objects.get(pk=game.pk).seats.get(number=0).player
    wins(game, loser)
    event = play_out(event)
    assert event.status == EventStatus.FINISHED and loser.name in names(event)[:2]
    check_event(event)


def test_divisions_are_by_rating_and_of_ten_at_most(alice: Player) -> None:
    event = started(alice, people(11), Format.DIVISIONS)
    divisions = list(event.entries.order_by("number").values_list("division", flat=True))
    assert divisions == [1] * 6 + [2] * 5
    assert Game.objects.count() == 15 + 10


def test_rules_and_terms_of_the_event_are_those_of_its_games(alice: Player) -> None:
    event = started(
        alice, people(4), sandbox_allowed=False, vacation_allowed=False, rated=False, talk_allowed=False
    )
    game = running(event)[0]
    assert (game.sandbox_allowed, game.vacation_allowed, game.rated, game.talk_allowed) == (False,) * 4
    assert game.arranged and game.origin_kind == "event" and game.origin_title == "Autumn"
    assert game.origin_link == event.get_absolute_url() and game.seat_order == "lot"


def test_seats_are_as_they_were_paired_and_alignments_are_by_lot(alice: Player) -> None:
    rules = preset_rules(DEFAULT_PRESET, Variant.GOOD_VS_EVIL)
    event = started(alice, people(12), Format.AT_ONCE, rules=rules, rounds=3)
    dealt = set()
    for table in [table for number in (1, 2, 3) for table in tables(event, number)]:
        seated = list(table.seats.order_by("number").values_list("entry__player", flat=True))
        assert seated == list(table.game.seats.order_by("number").values_list("player", flat=True))
        secrets = SecretAlignment.objects.filter(seat__game=table.game).order_by("seat__number")
        dealt.add("".join(secrets.values_list("alignment", flat=True)))
    assert len(dealt) > 1
