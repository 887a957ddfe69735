"""Whatever people do and however often and late the sweep runs, through the services."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from accounts.tests.cast import person
from games.clocks.deadlines import is_paused, left_now, left_of
from games.clocks.paces import PACES
from games.log import rebuilding
from games.models import Game, LogEntry, Status
from games.refusals import GameRefusal
from games.services import give_time, pause_game, resume_game
from games.services.clocks.sweeping import sweep_clocks
from games.tests.clocks import SETUPS, now, time_passes, timed_table
from games.tests.play import play_turn
from homeworlds.refusals import Refusal
from upkeep.clock import database_now

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)
A_MOMENT = timedelta(seconds=60)
"""The computer's own time counts as well."""
PACE = PACES["brisk"]


class Step(NamedTuple):
    thinks: float
    """Of the time that the seat to move has; with 1 it runs out."""
    does: str
    looks: int
    """So often the sweep looks meanwhile."""
    late: float
    """Hours after the clock has run out, when the sweep comes but once."""


steps = st.builds(
    Step,
    thinks=st.sampled_from((0.0, 0.3, 0.7, 0.9, 1.0, 1.0)),
    does=st.sampled_from(("turn", "turn", "turn", "give", "pause", "resume")),
    looks=st.integers(1, 3),
    late=st.sampled_from((0.0, 0.5, 7.0, 30.0)),
)


class History:
    """One of two worlds in which the same happens."""

    def __init__(self, *, often: bool) -> None:
        self.often = often
        self.people = [person(name) for name in ("Alice", "Bob", "Cleo")]
        self.sue = person("Sue")
        self.game: Game = timed_table(*self.people, clock="brisk")

    def live_through(self, history: list[Step]) -> None:
        for number, step in enumerate(history):
            if now(self.game).status == Status.RUNNING:
                self.wait(step)
            if now(self.game).status == Status.RUNNING:
                self.do(step.does, number)
            self.look_at_the_clocks()

    def wait(self, step: Step) -> None:
        game = now(self.game)
        if is_paused(game, database_now()):
            before = self.left()
            self.pass_by(timedelta(hours=10 * step.thinks), step.looks)
            assert all(abs(one - other) < A_MOMENT for one, other in zip(before, self.left(), strict=True))
            return
        left = left_now(game, game.next_seat or 0, database_now())
        if step.thinks < 1:
            self.pass_by(step.thinks * left, step.looks)
        elif self.often:
            self.pass_by(left - A_MOMENT, step.looks)
            self.pass_by(A_MOMENT + SECOND, step.looks)
        else:
            self.pass_by(left + SECOND + timedelta(hours=step.late), 1)

    def pass_by(self, time: timedelta, looks: int) -> None:
        looks = looks if self.often else 1
        for _ in range(looks):
            time_passes(self.game, time / looks)
            if self.often:
                sweep_clocks()
                sweep_clocks()
        sweep_clocks()

    def do(self, what: str, number: int) -> None:
        game = now(self.game)
        try:
            if what == "turn":
                play_turn(game, SETUPS[game.next_seat] if not self.has_set_up(game) else "pass")
            elif what == "give":
                give_time(game_id=game.pk, player=self.people[(game.next_seat or 0) - 1], key=f"{number}")
            elif what == "pause":
                pause_game(game_id=game.pk, by=self.sue, reason="a storm")
            else:
                resume_game(game_id=game.pk, by=self.sue, reason="it is over")
        except (GameRefusal, Refusal):
            pass

    @staticmethod
    def has_set_up(game: Game) -> bool:
        return LogEntry.objects.filter(game=game, kind="turn", seat=game.next_seat).exists()

    def left(self) -> list[timedelta]:
        game = now(self.game)
        return [left_now(game, number, database_now()) for number in range(game.players)]

    def look_at_the_clocks(self) -> None:
        game = now(self.game)
        assert all(left_of(game, number) <= PACE.cap for number in range(game.players))
        assert rebuilding.check(game) == []

    def told(self) -> list[object]:
        """What has happened, without its moments."""
        game = now(self.game)
        entries = LogEntry.objects.filter(game=game).order_by("number")
        seats = game.seats.order_by("number")
        return [
            game.status,
            game.next_seat,
            game.outcome,
            [(entry.kind, entry.seat, entry.text, entry.data.get("what")) for entry in entries],
            [(seat.missed, seat.excuses_left, seat.passes, seat.adrift_since is None) for seat in seats],
        ]


@settings(
    max_examples=12,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(history=st.lists(steps, min_size=3, max_size=7))
def test_the_same_happens_however_often_and_late_the_sweep_runs(db, history):
    found = []
    for often in (True, False):
        with transaction.atomic():
            world = History(often=often)
            world.live_through(history)
            found.append((world.told(), world.left()))
            transaction.set_rollback(True)
    (often, clocks_often), (late, clocks_late) = found
    assert often == late
    assert all(abs(one - other) < A_MOMENT for one, other in zip(clocks_often, clocks_late, strict=True))
