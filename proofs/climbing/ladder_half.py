"""Two players: people join the ladder, challenge whom they may, leave and are left off."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from accounts.models import Player
from accounts.selectors import blocked_among
from games.models import Game
from ladders.arithmetic.order import EventKind
from ladders.ladder.refusals import LadderRefusal
from ladders.ladder.rights import Challenger, may_challenge
from ladders.ladder.services import (
    challenge,
    check_ladders,
    come_back,
    join_ladder,
    site_ladder,
    sweep_ladders,
)
from ladders.models import Challenge, LadderEvent, Rung
from proofs.climbing.climbers import Climber, correlation
from proofs.climbing.mirror import CAME, Mirror, is_free
from proofs.climbing.tables import Table, Tables
from ratings.presenters.forecasts import chances_against

EAGER: Final = 0.6
"""The chance that a visit ends with a challenge, if one may be sent."""
HOPES: Final = 40
"""Of a hundred games so many at least somebody wants to win, by what the page says beside "Challenge"; where
nobody is so weak, the weakest will do."""
AMBITIOUS: Final = 0.6
"""The chance that a challenge goes to the highest of these, not to any."""
SETTLES_IN: Final = timedelta(days=30)
STUCK_AFTER: Final = timedelta(days=14)
COMES_WITHIN: Final = timedelta(days=4)
FULL: Final = 2
"""So many running games are enough for most."""


class LadderHalf:
    def __init__(
        self, people: dict[int, Climber], tables: Tables, dice: random.Random, now: Callable[[], datetime]
    ) -> None:
        self.people, self.tables, self.dice, self.now = people, tables, dice, now
        self.ladder = site_ladder()
        self.mirror = Mirror()
        self.games: dict[int, int] = {}
        """The challenger, by game."""
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.blocked: list[str] = []
        self.climbs: Counter[int] = Counter()
        """Places won from people who were hardly there, by how many."""
        self._without: dict[int, tuple[datetime, datetime]] = {}
        """Since when each finds nobody to challenge, and when each last tried."""
        self._seen = 0

    # --- what people do

    def visit(self, climber: Climber) -> None:
        player = Player.objects.get(pk=climber.player.pk)
        rung = Rung.objects.filter(ladder=self.ladder, player=player).first()
        try:
            if rung is None:
                join_ladder(ladder_id=self.ladder.pk, player=player)
            elif rung.limbo:
                come_back(ladder_id=self.ladder.pk, player=player)
            elif self.dice.random() < EAGER:
                self._challenge(player, rung)
        except LadderRefusal as refusal:
            self.counts[f"refused: {refusal.code}"] += 1
        self.heed()

    def _challenge(self, player: Player, rung: Rung) -> None:
        above = list(
            Rung.objects.filter(ladder=self.ladder, place__lt=rung.place)
            .select_related("player")
            .order_by("place")
        )
        challenger = Challenger(self.ladder, player, rung, self.now())
        may = may_challenge(challenger, above)
        kept = challenger.why_not_at_all() is not None or challenger.running
        self._watch(player, rung, could=bool(may or kept))
        if not may or len(challenger.running) > FULL:
            return
        suited = self._suited(player, may)
        wanted = suited[0] if self.dice.random() < AMBITIOUS else self.dice.choice(suited)
        made = challenge(ladder_id=self.ladder.pk, player=player, other=wanted.player, lots=self.dice)
        if blocked_among(player.pk, [wanted.player_id]):
            self.blocked.append(f"{player} plays {wanted.player}, though one has blocked the other")
        self.games[made.game_id] = player.pk
        self.tables.begin(made.game)

    def _suited(self, player: Player, may: list[Rung]) -> list[Rung]:
        chances = chances_against(player, [rung.player for rung in may], self.ladder.variant)
        by_chance = sorted(may, key=lambda rung: -chances[rung.player_id].hundred)
        return [rung for rung in may if chances[rung.player_id].hundred >= HOPES] or by_chance[:1]

    def _watch(self, player: Player, rung: Rung, *, could: bool) -> None:
        """Nobody below the first place who comes every other day may be without anybody to play for a
        fortnight."""
        since, last = self._without.get(player.pk, (self.now(), self.now()))
        if could or rung.place == 1 or self.now() - last > COMES_WITHIN:
            since = self.now()
        self._without[player.pk] = since, self.now()
        if self.now() - since > STUCK_AFTER:
            self.blocked.append(f"{player} on place {rung.place} could challenge nobody for a fortnight")
            del self._without[player.pk]

    # --- what comes of it

    def sweep(self) -> None:
        sweep_ladders()
        self.heed()

    def heed(self) -> None:
        """Holds what was written into the log against the reckoning."""
        entries = LadderEvent.objects.filter(ladder=self.ladder, number__gt=self._seen).order_by("number")
        for entry in entries:
            self._seen = entry.number
            self.counts[entry.kind] += 1
            match entry.kind:
                case EventKind.JOINED:
                    self.mirror.joins(entry.player_id or 0)
                case EventKind.LEFT:
                    self.mirror.leaves(entry.player_id or 0)
                    self.counts[f"left: {entry.why}"] += 1
                case EventKind.SETTLED:
                    self._settled(entry)
                case EventKind.SUNK:
                    self.mirror.sinks(entry.player_id or 0)

    def _settled(self, entry: LadderEvent) -> None:
        game = Game.objects.get(pk=entry.game_id)
        table = self.tables.all[game.pk]
        challenger = self.games[game.pk]
        self.mirror.settles(challenger, game, table)
        before, after = entry.data["from"], entry.data["to"]
        other = next(player for player in table.seats if player != challenger)
        if before and after and before > after:
            self.counts["climbs"] += 1
            if is_free(game, table, other):
                self.climbs[before - after] += 1
                self.counts[f"free climbs: {game.outcome and game.outcome['termination']}"] += 1
        self.counts["early" if table.turns[other] < CAME else "played"] += 1

    def ended(self, table: Table) -> None:
        if table.game in self.games:
            self.heed()

    def look(self) -> None:
        """Once a day: places are 1 to n, and as reckoned."""
        rungs = list(Rung.objects.filter(ladder=self.ladder).order_by("place"))
        if [rung.place for rung in rungs] != list(range(1, len(rungs) + 1)):
            self.wrong.append(f"{self.now():%d %B}: places are not 1 to {len(rungs)}")
        if not self.mirror.stands_as([rung.player_id for rung in rungs]):
            self.wrong.append(f"{self.now():%d %B}: the order is not what the games have brought about")

    def finish(self) -> None:
        self.look()
        self.wrong += check_ladders()
        unsettled = Challenge.objects.filter(settled_at__isnull=True, game__status="finished").count()
        if unsettled:
            self.wrong.append(f"{unsettled} games are over and not settled")
        limbo = Rung.objects.exclude(limbo="")
        for rung in limbo:
            if not any(
                each.settled_at is None
                for each in Challenge.objects.filter(challenger=rung.player)
                | Challenge.objects.filter(challenged=rung.player)
            ):
                self.blocked.append(f"{rung} never leaves")

    @property
    def free_climbs(self) -> int:
        """Of more than one place."""
        return sum(number for places, number in self.climbs.items() if places > 1)

    @property
    def correlation(self) -> float:
        """Of everybody who stands on the ladder, however new."""
        return correlation(self.people, self._order())

    @property
    def correlation_of_settled(self) -> float:
        """Of those who have had a month to find their place."""
        return correlation(self.people, self._order(joined_at__lt=self.now() - SETTLES_IN))

    def _order(self, **which: datetime) -> list[int]:
        rungs = Rung.objects.filter(ladder=self.ladder, **which).order_by("place")
        return list(rungs.values_list("player", flat=True))

    def summary(self) -> str:
        return (
            f"ladder: {len(self.people)} players, {len(self.games)} games, {len(self.blocked)} blocked, "
            f"{self.free_climbs} free climbs over 1 place, rank correlation {self.correlation:.2f}"
        )
