"""Two players: people join the ladder, challenge whom they may, leave and are left off."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from django.db.models import Q

from accounts.models import Player
from accounts.selectors import blocked_among
from games.models import Game
from homeworlds.outcome import Termination
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
from proofs.climbing.tables import Table, Tables
from ratings.presenters.forecasts import chances_against

EAGER: Final = 0.6
"""The chance that a visit ends with a challenge, if one may be sent."""
CAME: Final = 3
"""Whoever has made so many turns was there."""
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
        above = Rung.objects.filter(ladder=self.ladder, place__lt=rung.place).select_related("player")
        challenger = Challenger(self.ladder, player, rung, self.now())
        may = may_challenge(challenger, list(above.order_by("place")))
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
            if entry.kind == EventKind.LEFT:
                self.counts[f"left: {entry.why}"] += 1
            elif entry.kind == EventKind.SETTLED:
                self._settled(entry)

    def _settled(self, entry: LadderEvent) -> None:
        game = Game.objects.get(pk=entry.game_id)
        table = self.tables.all[game.pk]
        challenger = self.games[game.pk]
        before, after = entry.data["from"], entry.data["to"]
        outcome = game.outcome or {}
        won = [table.seats[seat] for seat in outcome.get("winners", ())] == [challenger]
        other = next(player for player in table.seats if player != challenger)
        if before and after and before != after:
            self.counts["climbs"] += 1
            if before < after or not won:
                self.wrong.append(f"{game}: from place {before} to {after}, though it was not won")
            if table.turns[other] < CAME and outcome["termination"] in (
                Termination.TIME,
                Termination.RESIGNATION,
            ):
                self.climbs[before - after] += 1  # given away by somebody who was hardly there
                self.counts[f"free climbs: {outcome['termination']}"] += 1
        self.counts["early" if table.turns[other] < CAME else "played"] += 1

    def ended(self, table: Table) -> None:
        if table.game in self.games:
            self.heed()

    def look(self) -> None:
        """Once a day: the order is what its log makes of it, and places are 1 to n."""
        places = list(
            Rung.objects.filter(ladder=self.ladder).order_by("place").values_list("place", flat=True)
        )
        self.wrong += [f"{self.now():%d %B}: {line}" for line in check_ladders()]
        if places != list(range(1, len(places) + 1)):
            self.wrong.append(f"{self.now():%d %B}: places are not 1 to {len(places)}")

    def finish(self) -> None:
        self.look()
        unsettled = Challenge.objects.filter(settled_at__isnull=True, game__status="finished").count()
        if unsettled:
            self.wrong.append(f"{unsettled} games are over and not settled")
        for rung in Rung.objects.exclude(limbo=""):
            mine = Q(challenger=rung.player) | Q(challenged=rung.player)
            if not Challenge.objects.filter(mine, settled_at=None).exists():
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
