"""Both kinds at once, from one event to the next; nothing but the dice decides."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from accounts.models import Player, Quiet
from accounts.quiet import quiet
from accounts.vacation.keeping import NoSuchVacation
from games.models import Heartbeat
from games.services import follow_vacations, go_on_vacation
from games.services.clocks.sweeping import sweep_clocks
from ladders.stairs.times import SEATING_HOUR
from proofs.climbing.climbers import Climber, climbers
from proofs.climbing.ladder_half import LadderHalf
from proofs.climbing.stairs_half import StairsHalf
from proofs.climbing.tables import DAY, Table, Tables
from proofs.kit.time import Calendar, Event, time_shown

BEGINS: Final = datetime(2026, 2, 2, 9, tzinfo=UTC)
SWEEP: Final = timedelta(seconds=5)
COMING: Final = 15
"""Days within which people come to the site."""
VACATIONS: Final = 0.25
LONGEST: Final = 12
"""Days of a vacation."""
BLOCKS: Final = 20
"""One in so many has blocked somebody."""


class Season(Calendar):
    def __init__(
        self, players: int, days: int, seed: int, say: Callable[[str], object] = lambda _line: None
    ) -> None:
        super().__init__(BEGINS)
        self.say = say
        self.dice = random.Random(seed)
        self.players, self.days = players, days
        self.people: dict[int, Climber]
        self.ladder: LadderHalf
        self.stairs: StairsHalf

    def play(self) -> None:
        with time_shown(lambda: self.now):
            self.people = climbers(self.players, BEGINS, self.dice)
            self.tables = Tables(
                self.people, self.dice, lambda: self.now, self._after, self._sweep, self._ended
            )
            self.ladder = LadderHalf(self.people, self.tables, self.dice, lambda: self.now)
            self.stairs = StairsHalf(self.people, self.tables, self.dice, lambda: self.now)
            self._plan()
            for moment, event in self.until(BEGINS + self.days * DAY):
                self.now = moment
                Heartbeat.objects.update(at=self.now - SWEEP)
                event()
            self.now = BEGINS + self.days * DAY
            self.ladder.finish()
            self.stairs.finish()

    def _plan(self) -> None:
        sweep_clocks()
        dice = self.dice
        for climber in self.people.values():
            self._after(dice.uniform(0, COMING) * DAY, lambda who=climber: self._visit(who))
            if dice.random() < VACATIONS:
                leaves = dice.uniform(COMING, self.days) * DAY
                self._after(leaves, lambda who=climber: self._leave_for_vacation(who))
        for _ in range(max(1, self.players // BLOCKS)):
            one, other = dice.sample(list(self.people.values()), 2)
            quiet(player=one.player, other=other.player, kind=Quiet.Kind.BLOCK)
        self._after(timedelta(hours=SEATING_HOUR - BEGINS.hour, seconds=30), self._day)

    def _after(self, wait: timedelta, event: Event) -> None:
        self.at(self.now + wait, event)

    def _visit(self, climber: Climber) -> None:
        self.ladder.visit(climber)
        self.stairs.visit(climber)
        pause = climber.visits * self.dice.uniform(0.5, 1.5) * DAY
        if self.dice.random() < climber.vanishes:
            pause = self.tables.vanish(climber.player.pk)
        self._after(pause, lambda: self._visit(climber))

    def _leave_for_vacation(self, climber: Climber) -> None:
        player = Player.objects.get(pk=climber.player.pk)
        try:
            go_on_vacation(player=player, until=self.now + self.dice.uniform(2, LONGEST) * DAY)
        except NoSuchVacation as refusal:
            self.ladder.counts[f"refused: vacation, {refusal.code}"] += 1
        follow_vacations()

    def _day(self) -> None:
        """What the sweep does once a day, and what is looked at."""
        self._sweep()
        self.ladder.sweep()
        self.stairs.seating()
        self.ladder.look()
        self.stairs.look()
        day = (self.now - BEGINS) // DAY + 1
        if 10 * day // self.days > 10 * (day - 1) // self.days:
            games, tables = len(self.ladder.games), len(self.stairs.games)
            self.say(f"day {day} of {self.days}: {games} games of the ladder, {tables} tables of the stairs")
        self._after(DAY, self._day)

    def _sweep(self) -> None:
        follow_vacations()
        sweep_clocks()
        for table in list(self.tables.all.values()):
            if not table.over:
                self.tables.look(table)

    def _ended(self, table: Table) -> None:
        self.ladder.ended(table)
        self.stairs.ended(table)

    @property
    def wrong(self) -> list[str]:
        return [*self.ladder.wrong, *self.stairs.wrong, *self.ladder.blocked, *self.stairs.blocked]

    @property
    def is_good(self) -> bool:
        """But for the correlations, which are judged over several seasons."""
        return not self.wrong and not self.ladder.free_climbs and self.stairs.longest <= 3
