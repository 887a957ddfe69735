"""Friends who would hold the top of a ladder, or climb the stairs among themselves; through the services."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from accounts.models import Player, Quiet
from accounts.quiet import quiet
from clubs.tests.clubhouse import club_of
from games.models import Game, Heartbeat
from games.services import resign
from games.services.clocks.sweeping import sweep_clocks
from games.tests.play import long_enough
from homeworlds.rules import DEFAULT_PRESET, Variant, preset_rules
from ladders.arithmetic.steps import Ended, is_repeated, moved, moves
from ladders.ladder.refusals import LadderRefusal
from ladders.ladder.services import challenge, found_ladder, join_ladder, leave_ladder, sweep_ladders
from ladders.models import Ladder, Rung, StairsPlayer
from ladders.stairs.looking import VARIANTS
from ladders.stairs.services.asking import ask_for_table
from ladders.stairs.services.keeping import lock_stairs
from ladders.stairs.services.seating import seat_day
from ladders.stairs.times import SEASON_DAYS
from ladders.tests import climbing
from proofs.kit.cast import person
from proofs.kit.time import time_shown

BEGINS: Final = datetime(2026, 2, 2, 13, tzinfo=UTC)
YEAR: Final = 365
DAY: Final = timedelta(days=1)
BEAT: Final = timedelta(seconds=5)
FRIENDS: Final = 6
STRANGERS: Final = 4
TABLE: Final = 4
TABLES_A_MONTH: Final = 10
"""Of each on the stairs."""


class Ladders:
    """Friends stand on top of strangers, each of whom challenges every week the highest whom he may."""

    def __init__(self, seed: int) -> None:
        self.dice, self.now = random.Random(seed), BEGINS
        self._met: dict[int, datetime] = {}
        """When a stranger got a game against somebody last."""

    def held(self) -> dict[str, int]:
        """The longest that one of the friends stood on top without a game against a stranger, by what they
        did."""
        with time_shown(lambda: self.now):
            sweep_clocks()
            return {
                "blocks": self._held("B", self._block),
                "limbo": self._held("L", self._limbo),
                "full slots": self._held("F", self._fill),
                "doing nothing": self._held("N", lambda *people: None),
            }

    def _held(self, letter: str, attack: Callable[..., None]) -> int:
        friends = [person(f"{letter}friend{n}") for n in range(FRIENDS)]
        strangers = [person(f"{letter}stranger{n}") for n in range(STRANGERS)]
        club = club_of(*strangers, *friends, name=f"Club {letter}")
        ladder = found_ladder(club=club, by=strangers[0], rules=preset_rules(DEFAULT_PRESET, Variant.BINARY))
        for player in (*friends, *strangers):
            join_ladder(ladder_id=ladder.pk, player=player)
        attack(ladder, friends, strangers)
        longest, holder, since = 0, 0, self.now
        for day in range(YEAR):
            self.now += DAY
            Heartbeat.objects.update(at=self.now - BEAT)
            sweep_ladders()
            if day % 7 == 0:
                self._week(ladder, friends, strangers)
            top = Rung.objects.get(ladder=ladder, place=1).player_id
            if top != holder:
                holder, since = top, self.now
            if top not in {each.pk for each in friends}:
                break
            longest = max(longest, (self.now - max(since, self._met.get(top, since))).days)
        return longest

    def _week(self, ladder: Ladder, friends: list[Player], strangers: list[Player]) -> None:
        """These games end at once, by lot; those among friends never."""
        order = {rung.player_id: rung.place for rung in Rung.objects.filter(ladder=ladder)}
        for player in sorted(strangers, key=lambda each: order.get(each.pk, 0)):
            above = [each for each in (*friends, *strangers) if order.get(each.pk, 99) < order[player.pk]]
            for other in sorted(above, key=lambda each: order[each.pk]):
                try:
                    made = challenge(ladder_id=ladder.pk, player=player, other=other, lots=self.dice)
                except LadderRefusal:
                    continue
                self._met[other.pk] = self.now
                climbing.gives_up(made.game, self.dice.choice([player, other]))
                break

    def _block(self, ladder: Ladder, friends: list[Player], strangers: list[Player]) -> None:
        for one in friends:
            for other in strangers:
                quiet(player=one, other=other, kind=Quiet.Kind.BLOCK)

    def _limbo(self, ladder: Ladder, friends: list[Player], strangers: list[Player]) -> None:
        self._fill(ladder, friends, strangers)
        for friend in friends:
            leave_ladder(ladder_id=ladder.pk, player=friend)

    def _fill(self, ladder: Ladder, friends: list[Player], strangers: list[Player]) -> None:
        """Games among friends that never end."""
        for low, player in enumerate(friends):
            for other in friends[:low][:3]:
                challenge(ladder_id=ladder.pk, player=player, other=other, lots=self.dice)


def _give_up(game: Game, *losers: Player) -> None:
    long_enough(game)
    for player in losers:
        resign(game_id=game.pk, player=player, key=f"r{player.pk}", confirmed=True)


def friends_on_stairs() -> int:
    """The steps that one gains to whom three lose at every table, in the best moment of a year."""
    now = BEGINS
    friends = [person(f"Stairs{number}", by_mail=True) for number in range(TABLE)]
    highest = 1
    with time_shown(lambda: now):
        lock_stairs()
        for number in range(YEAR * TABLES_A_MONTH // 30):
            now = BEGINS + number * 30 * DAY / TABLES_A_MONTH
            for player in friends:
                ask_for_table(player=player, variants=VARIANTS, sizes=[TABLE])
            for game in seat_day(now=now + DAY):
                _give_up(game, *friends[1:])
            highest = max(highest, StairsPlayer.objects.get(player=friends[0]).step)
    return highest - 1


def strangers_on_stairs(seed: int, people: int = 40) -> int:
    """What the luckiest of so many equal ones gains who play as often, by lot."""
    dice, steps, ups = random.Random(seed), dict.fromkeys(range(people), 1), dict[tuple[int, int], int]()
    highest, season = 1, 0
    for number in range(YEAR * TABLES_A_MONTH // 30):
        day = number * 30 // TABLES_A_MONTH
        if day // SEASON_DAYS != season:
            season, ups = day // SEASON_DAYS, {}
            steps = {player: (step + 1) // 2 for player, step in steps.items()}
        order = dice.sample(range(people), people)
        for table in zip(*[iter(order)] * TABLE, strict=False):
            winner, first = dice.sample(table, 2)
            others = [each for each in table if each != winner]
            again = is_repeated({each: ups.get((winner, each), 0) for each in others}, others)
            fell = {each: 10 if each == first else 20 for each in others}
            for player, by in moves(
                Ended(players=table, winner=winner, fell=fell, is_repeated=again)
            ).items():
                steps[player] = moved(steps[player], by)
            for each in others if not again else ():
                ups[winner, each] = ups.get((winner, each), 0) + 1
        highest = max(highest, *steps.values())
    return highest - 1
