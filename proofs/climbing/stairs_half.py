"""Three to six players: people ask for tables of the stairs, and are seated once a day."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from itertools import combinations
from typing import Final

from accounts.models import Player, Quiet
from accounts.vacation.keeping import vacation_of
from homeworlds.rules import Variant
from ladders.models import StairsPlayer, StairsSeat, StairsTable
from ladders.stairs.looking import in_order
from ladders.stairs.refusals import StairsRefusal
from ladders.stairs.services.asking import ask_for_table
from ladders.stairs.services.replaying import check_stairs
from ladders.stairs.services.seating import seat_day
from proofs.climbing.climbers import Climber, correlation
from proofs.climbing.tables import Table, Tables, meetings

EAGER: Final = 0.3
LATELY: Final = timedelta(days=30)
"""Whoever sat with somebody so shortly before meets the same people again."""
LONGEST: Final = 3
OTHERS: Final = 4
LARGE: Final = 5


class StairsHalf:
    def __init__(
        self, people: dict[int, Climber], tables: Tables, dice: random.Random, now: Callable[[], datetime]
    ) -> None:
        self.people, self.tables, self.dice, self.now = people, tables, dice, now
        self.games: dict[int, list[int]] = {}
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.blocked: list[str] = []
        self.pairs = self.repeats = 0
        self.longest = 0
        self._met: dict[frozenset[int], datetime] = {}
        self._passed: Counter[int] = Counter()
        """So many seatings on end somebody was passed over, while enough others waited."""

    # --- what people do

    def visit(self, climber: Climber) -> None:
        row = StairsPlayer.objects.filter(player=climber.player).first()
        if (row is not None and row.asked_at is not None) or self.dice.random() > EAGER:
            return
        player = Player.objects.get(pk=climber.player.pk)
        try:
            ask_for_table(player=player, variants=climber.variants, sizes=climber.sizes)
            self._passed[player.pk] = 0
        except StairsRefusal as refusal:
            self.counts[f"refused: {refusal.code}"] += 1

    # --- the seating of a day

    def seating(self) -> None:
        waiting = self._who_waits()
        games = seat_day(lots=self.dice)
        refuses = self._refused()
        for game in games:
            table = self.tables.begin(game)
            self.games[game.pk] = table.seats
            self.counts[f"tables of {table.players}"] += 1
            self.counts[str(game.variant)] += 1
            self._check_table(table, Variant(game.variant), refuses)
        self._count_waits(waiting, refuses)

    def _who_waits(self) -> list[int]:
        """And is there."""
        rows = StairsPlayer.objects.filter(asked_at__isnull=False).select_related("player")
        return [row.player_id for row in rows if vacation_of(row.player, self.now()) is None]

    def _check_table(self, table: Table, variant: Variant, refuses: Collection[frozenset[int]]) -> None:
        for player in table.seats:
            climber = self.people[player]
            if variant not in climber.variants or table.players not in climber.sizes:
                self.wrong.append(f"{climber.player} sits where he did not want to")
        for pair in meetings(table.seats):
            self.pairs += 1
            self.repeats += pair in self._met and self.now() - self._met[pair] < LATELY
            self._met[pair] = self.now()
            if pair in refuses:
                self.blocked.append(f"{sorted(pair)} sit together, though one has blocked the other")

    def _count_waits(self, waiting: Collection[int], refuses: Collection[frozenset[int]]) -> None:
        """Days on which somebody was passed over though four others waited with whom a table could be
        made."""
        for player in self._who_waits():
            others = [other for other in waiting if other != player]
            if self._could_sit(player, others, refuses):
                self._passed[player] += 1
                self.longest = max(self.longest, self._passed[player])

    def _could_sit(self, player: int, others: Collection[int], refuses: Collection[frozenset[int]]) -> bool:
        own = self.people[player]
        may = [
            other
            for other in others
            if frozenset((player, other)) not in refuses
            and set(own.variants) & set(self.people[other].variants)
            and set(own.sizes) & set(self.people[other].sizes)
        ]
        return len(may) >= OTHERS and any(
            all(variant in self.people[each].variants and size in self.people[each].sizes for each in group)
            and all(frozenset(pair) not in refuses for pair in combinations(group, 2))
            for variant in own.variants
            for size in own.sizes
            for group in combinations(may, size - 1)
        )

    def _refused(self) -> set[frozenset[int]]:
        blocks = Quiet.objects.filter(kind=Quiet.Kind.BLOCK).values_list("owner", "other")
        return {frozenset(pair) for pair in blocks}

    # --- what comes of it

    def ended(self, table: Table) -> None:
        """No more than the winner moves up, by what a table of this size is worth."""
        if table.game not in self.games:
            return
        self.counts["over"] += 1
        row = StairsTable.objects.get(game=table.game)
        changes = dict(StairsSeat.objects.filter(table=row).values_list("player", "change"))
        up = [change for change in changes.values() if change and change > 0]
        most = 2 if table.players >= LARGE else 1
        if up not in ([], [most]):
            self.wrong.append(f"{row}: moved up {up}")
        self.counts["moved up"] += len(up)
        self.counts["moved down"] += sum((change or 0) < 0 for change in changes.values())

    def look(self) -> None:
        """The steps are what the log makes of them."""
        self.wrong += [f"{self.now():%d %B}: {line}" for line in check_stairs()]

    def finish(self) -> None:
        self.look()

    @property
    def correlation(self) -> float:
        return correlation(self.people, [row.player_id for row in in_order()])

    def summary(self) -> str:
        repeats = round(100 * self.repeats / max(1, self.pairs))
        return (
            f"stairs: {len(self.people)} players, {len(self.games)} tables, "
            f"longest wait {self.longest} days, {len(self.blocked)} blocked, repeats {repeats} %, "
            f"rank correlation {self.correlation:.2f}"
        )
