"""Games of the proof: played through the services by people who come now and then, or no more."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from accounts.models import Player
from games.log.moments import state_of
from games.models import Game, Seat, Status
from games.services import open_table, play_bot, resign
from proofs.climbing.climbers import GIVES_UP, SILENT, Climber, drawn_order
from proofs.kit.cast import by_lot, play

DAY: Final = timedelta(days=1)
HOUR: Final = timedelta(hours=1)


@dataclass(slots=True)
class Table:
    game: int
    players: int
    seats: list[int]
    """The players by seat."""
    falls: list[int]
    """Who resigns, in this order, once the game is no longer young; the last one left wins."""
    lasts: int
    """So many turns at least before the first resigns; hardly any where somebody gives up at once."""
    turns: Counter[int] = field(default_factory=Counter)
    """That each player has made."""
    over: bool = False


def table_of(game: Game, people: dict[int, Climber], dice: random.Random) -> Table:
    """What will become of a game that has just begun, unless the clocks have it otherwise."""
    seats = list(game.seats.order_by("number").values_list("player_id", flat=True))
    seated = [people[player] for player in seats if player is not None]
    order = drawn_order(seated, dice)
    gives_up = len(seated) == 2 and dice.random() < GIVES_UP
    return Table(
        game=game.pk,
        players=len(seated),
        seats=[each.player.pk for each in seated],
        falls=[each.player.pk for each in reversed(order[1:])],
        lasts=dice.randrange(3 * 2) if gives_up else 3 * len(seated) + dice.randrange(4),
    )


class Tables:
    """All games of a season. `at` plans what happens so much later, `sweep` has the clocks looked at, `ended`
    hears of the end of each game."""

    def __init__(
        self,
        people: dict[int, Climber],
        dice: random.Random,
        now: Callable[[], datetime],
        at: Callable[[timedelta, Callable[[], None]], None],
        sweep: Callable[[], None],
        ended: Callable[[Table], None],
    ) -> None:
        self.people, self.dice = people, dice
        self.all: dict[int, Table] = {}
        self.silent: dict[int, datetime] = {}
        """Until when somebody does not come at all."""
        self._now, self._at, self._sweep, self._ended = now, at, sweep, ended

    def begin(self, game: Game) -> Table:
        table = self.all[game.pk] = table_of(game, self.people, self.dice)
        for player in table.seats:
            if not self._is_silent(player):
                open_table(game_id=game.pk, player=self.people[player].player)
        self._plan(table)
        return table

    def look(self, table: Table) -> Game:
        """As it stands; whoever waits for its end hears of it once."""
        game = Game.objects.get(pk=table.game)
        if game.status != Status.RUNNING and not table.over:
            table.over = True
            self._ended(table)
        return game

    def _plan(self, table: Table) -> None:
        """Who is to move now comes, or the clock runs out."""
        game = self.look(table)
        if table.over or game.next_seat is None:
            return
        number, player = game.log_number, table.seats[game.next_seat]
        seat = Seat.objects.get(game=game, number=game.next_seat)

        def still() -> bool:
            return not table.over and Game.objects.get(pk=table.game).log_number == number

        if seat.adrift_since is not None:
            waits = max((game.bot_due_at or self._now()) - self._now(), HOUR / 60)
            self._at(waits, lambda: self._pass(table, number) if still() else None)
        elif self._is_silent(player):
            self._wait_for_clock(table, number)
        else:
            pause = self.dice.betavariate(1, 4) * (1.5 * DAY if self.people[player].reliable else 4 * DAY)
            self._at(pause, lambda: self._take_turn(table, player) if still() else None)

    def _wait_for_clock(self, table: Table, number: int) -> None:
        game = Game.objects.get(pk=table.game)
        if game.due_at is None:
            # A vacation holds it.
            self._at(DAY, lambda: self._after_clock(table, number))
            return
        self._at(game.due_at - self._now() + timedelta(seconds=5), lambda: self._after_clock(table, number))

    def vanish(self, player: int) -> timedelta:
        """Comes no more, to any game, for a long time, which is returned."""
        stays_away = self.dice.expovariate(1 / SILENT.days) * DAY
        self.silent[player] = self._now() + stays_away
        return stays_away

    def _is_silent(self, player: int) -> bool:
        return self._now() < self.silent.get(player, self._now())

    def _after_clock(self, table: Table, number: int) -> None:
        self._sweep()
        game = self.look(table)
        if not table.over and game.log_number == number:
            self._wait_for_clock(table, number)
        elif not table.over:
            self._plan(table)

    def _pass(self, table: Table, number: int) -> None:
        play_bot(game_id=table.game, number=number, rng=self.dice)
        self._plan(table)

    def _take_turn(self, table: Table, player: int) -> None:
        game = self.look(table)
        if table.over:
            return
        if self._is_silent(player):
            self._wait_for_clock(table, game.log_number)
            return
        if game.turn_count >= table.lasts and self._resigns(table, game, player):
            return
        play(game, Player.objects.get(pk=player), by_lot(game, self.dice))
        table.turns[player] += 1
        self._plan(table)

    def _resigns(self, table: Table, game: Game, player: int) -> bool:
        """Whether it was time for somebody to give up; the weakest of the day goes first."""
        living = state_of(game).position.living
        in_game = [each for each in table.falls if table.seats.index(each) in living]
        there = [each for each in in_game if not self._is_silent(each)]
        if not there:
            return False
        resign(
            game_id=game.pk,
            player=Player.objects.get(pk=there[0]),
            key=f"resigns {game.log_number}",
            confirmed=True,
        )
        self._plan(table)
        return True


def meetings(seats: Sequence[int]) -> list[frozenset[int]]:
    return [frozenset((one, other)) for n, one in enumerate(seats) for other in seats[n + 1 :]]
