"""Events in which anything may happen come to their end, and say what their games say."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db.models import QuerySet

from accounts.models import Player
from games.models import Game, Status
from games.refusals import GameRefusal, Stale
from games.services import agree_to_draw
from tournaments.models import Entry, Event, EventStatus, EventTable, Format, Result
from tournaments.refusals import EventRefusal, EventRefusalCode
from tournaments.services import opening
from tournaments.services.checking import check_events
from tournaments.services.directing import annul_table
from tournaments.services.entering import enter_event, return_to_event, withdraw_from_event
from tournaments.tests.events import (
    check_event,
    flags,
    followed,
    goes_on,
    now,
    people,
    play_out,
    play_round,
    running,
    started,
    tables,
    time_passes,
    wins,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
SEEDS = int(os.environ.get("EVENT_SEEDS", "1"))
"""With 20 it takes half an hour."""
STEPS = 20


class History:
    """By lot; the same seed brings the same again."""

    def __init__(self, format_: Format, seed: int, director: Player) -> None:
        self.lots = random.Random(f"{format_} {seed}")
        self.players = people(9)
        self.director = director
        rounds = self.lots.randint(2, 4)
        many = self.lots.randint(5, 8)
        self.event = started(
            director, self.players[:many], format_, rounds=rounds, excuses=0, has_final=bool(seed % 2)
        )

    def step(self) -> None:
        acts: list[Callable[[], object]] = [self.ends, self.ends, self.ends, self.draws, self.flags]
        acts += [self.withdraws, self.returns, self.comes_late, self.reopens, self.annuls, self.time]
        with suppress(EventRefusal, GameRefusal, Stale):  # it was not possible then
            self.lots.choice(acts)()
        if self.lots.random() < 0.8:
            followed(self.event)

    def game(self) -> Game:
        games = running(self.event)
        if not games:
            raise EventRefusal(EventRefusalCode.NOT_RUNNING)
        return self.lots.choice(games)

    def ends(self) -> None:
        game = self.game()
        wins(game, self.lots.choice([seat.player for seat in game.seats.select_related("player")]))

    def draws(self) -> None:
        game = self.game()
        for seat in game.seats.select_related("player"):
            agree_to_draw(game_id=game.pk, player=seat.player, answers=game.log_number, key=f"d{seat.pk}")

    def flags(self) -> None:
        flags(self.game())

    def withdraws(self) -> None:
        withdraw_from_event(event_id=self.event.pk, player=self.lots.choice(self.players))

    def returns(self) -> None:
        return_to_event(event_id=self.event.pk, player=self.lots.choice(self.players))

    def comes_late(self) -> None:
        enter_event(event_id=self.event.pk, player=self.lots.choice(self.players))

    def reopens(self) -> None:
        over = Game.objects.filter(event_table__round__event=self.event, outcome__termination="time")
        if games := list(over.order_by("pk")):
            goes_on(self.lots.choice(games))

    def annuls(self) -> None:
        table = self.game().event_table
        annul_table(table_id=table.pk, director=self.director, reason="By lot.")

    def time(self) -> None:
        time_passes(self.event, timedelta(days=self.lots.randint(1, 20)))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("format_", Format)
def test_whatever_happens_an_event_ends_as_its_games_say(
    format_: Format, seed: int, alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "LOTS", random.Random(seed))
    history = History(format_, seed, alice)
    for _ in range(STEPS):
        if now(history.event).is_over:
            break
        history.step()
        check_event(history.event)
        assert check_events() == []
    event = play_out(history.event, history.lots)
    assert event.status == EventStatus.FINISHED
    assert check_events() == []


# --- the check finds what is wrong


def test_the_check_finds_a_result_that_the_game_does_not_say(alice: Player) -> None:
    event = play_out(started(alice, people(4)))
    assert check_events() == []
    row = Result.objects.first()
    unguarded: QuerySet[Result] = QuerySet(Result)
    unguarded.filter(pk=row.pk).update(places=row.places[::-1])
    wrong = check_events()
    assert len(wrong) >= 2 and "stored is" in wrong[0] and "the results say" in wrong[-1]
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("check_events", stdout=out)
    assert f"event {event}: round 1, table 1" in out.getvalue()


def test_the_check_finds_missing_doubled_and_foreign_games(alice: Player) -> None:
    event = started(alice, people(4))
    first, second = tables(event)
    EventTable.objects.filter(pk=first.pk).update(game=None)
    assert [line.partition(": ")[2] for line in check_events()] == [
        "no table has it",
        "round 1, table 1: its game is missing",
    ]
    EventTable.objects.filter(pk=second.pk).update(game=None)
    EventTable.objects.filter(pk=first.pk).update(game=second.game)
    assert any("others sit in its game" in line for line in check_events())


def test_the_check_finds_other_standings_and_a_gap_in_the_log(alice: Player) -> None:
    event = play_round(play_out(started(alice, people(4))))
    Entry.objects.filter(event=event, number=0).update(score=9)
    assert check_events() == [f"event {event}: player 0: kept is (1, 9.0), the results say (1, 3.0)"]
    Event.objects.filter(pk=event.pk).update(last_number=99)
    assert "the last is 99" in check_events()[0]


def test_an_event_that_agrees_is_said_to(alice: Player) -> None:
    event = started(alice, people(4))
    wins(running(event)[0])
    out = StringIO()
    call_command("check_events", stdout=out)
    assert out.getvalue() == "all events agree with their games\n"
    assert Game.objects.filter(status=Status.RUNNING).count() == 1
