"""Real workers of the bots, killed in the middle of turns: the sweep finds what got lost."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.conf import LazySettings

from accounts.models import Player
from accounts.services import ensure_bots
from accounts.tests.cast import person
from games.log import rebuilding
from games.log.moments import state_of
from games.models import EntryKind, Game, SeatOrder
from games.services import SeatWish, create_game, resign, take_turn
from games.tests.play import peaceful_text
from games.tests.workers import Worker
from homeworlds.rules import RuleSet, Variant

pytestmark = pytest.mark.faults

KILLS = 20
GAMES = 6
"""Of bots among themselves: the sweep is in no hurry with one that has failed often."""
TURNS_AFTERWARDS = 3
SECONDS_IN_ALL = 300
"""No measure of speed: who has hung so long does not come back. A quiet machine needs half a minute."""
SECONDS_WITHOUT_A_TURN = 120
SURELY_THINKING = 0.08
"""A task that finds nothing to do ends sooner than this many seconds."""
WHOLE_EVERY = {"solo": 1, "prefork": 5}
"""Of so many kills one hits a whole worker, the others only its process that plays. On a queue of files
Celery's processes share locks that a killed one would keep for ever: such a site runs workers of one process,
which are started again."""


class Team:
    """One worker that sweeps, two that play the bots' turns."""

    def __init__(self, folder: Path, env: dict[str, str], pool: str) -> None:
        self.folder, self.env, self.pool = folder, env, pool
        schedule = str(folder / "schedule")
        self.sweeper = Worker(
            "sweeper", folder, env, "--pool", "solo", "-Q", "timekeeper", "--beat", "--schedule", schedule
        )
        self.started = 0
        self.players = [self.new_player(), self.new_player()]
        self.kills = 0

    def new_player(self) -> Worker:
        self.started += 1
        return Worker(f"bots{self.started}", self.folder, self.env, "--pool", self.pool, "-Q", "bots,alone")

    def kill_a_thinker(self, lots: random.Random) -> None:
        """Kills one that is in the middle of a turn, if there is one."""
        for place, worker in enumerate(self.players):
            if worker.thinks_for() < SURELY_THINKING + lots.random() * 0.2:
                continue
            wholly = self.kills % WHOLE_EVERY[self.pool] == 0
            self.kills += worker.kill(wholly=wholly)
            if wholly:
                self.players[place] = self.new_player()

    def stop(self) -> None:
        for worker in (self.sweeper, *self.players):
            worker.stop()


@pytest.fixture(params=["files", pytest.param("redis", marks=pytest.mark.postgres)])
def team(
    request: pytest.FixtureRequest, site_environment: dict[str, str], tmp_path: Path
) -> Iterator[Callable[[], Team]]:
    """Starts the workers when called; ends what is left of them."""
    env, pool = site_environment | {"BOTS_ALONE_SECONDS": "0"}, "solo"
    if request.param == "redis":
        env["BROKER_URL"], pool = request.getfixturevalue("redis_url"), "prefork"
    teams: list[Team] = []

    def start() -> Team:
        teams.append(Team(tmp_path, env, pool))
        return teams[-1]

    yield start
    for each in teams:
        each.stop()


def game_of_bots(alice: Player) -> Game:
    """Alice has left; two bots go on by themselves."""
    rules = RuleSet(variant=Variant.LAST_CAPTAIN_STANDING)
    seats = [SeatWish(player=alice), SeatWish(bot_level="judge"), SeatWish(bot_level="judge")]
    game = create_game(creator=alice, rules=rules, seats=seats, seat_order=SeatOrder.FIXED)
    resign(game_id=game.pk, player=alice, key="leaves", confirmed=True)
    return game


def game_with_alice(alice: Player) -> Game:
    seats = [SeatWish(player=alice), SeatWish(bot_level="judge")]
    return create_game(creator=alice, rules=RuleSet(), seats=seats, seat_order=SeatOrder.FIXED)


class Alice:
    """Answers the bot in her games, and remembers which of her turns the site has confirmed."""

    def __init__(self, player: Player, lots: random.Random) -> None:
        self.player, self.lots = player, lots
        self.confirmed: list[tuple[int, int, str]] = []
        self.games = [game_with_alice(player)]

    def play(self) -> None:
        game = Game.objects.get(pk=self.games[-1].pk)
        if game.finished_at:
            self.games.append(game_with_alice(self.player))
        elif game.next_seat == 0:
            text = peaceful_text(state_of(game), self.lots)
            taken = take_turn(
                game_id=game.pk,
                player=self.player,
                answers=game.log_number,
                key=f"a{game.log_number}",
                text=text,
                confirmed=True,
            )
            self.confirmed.append((game.pk, taken.entry.number, taken.entry.text))


def progress() -> int:
    return sum(Game.objects.values_list("log_number", flat=True))


def test_workers_killed_in_turns_lose_none_and_double_none(
    team: Callable[[], Team], transactional_db: None, monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    # What this process asks for gets lost on the way: only the sweep can find it.
    monkeypatch.setattr("upkeep.queue.enqueue", lambda task, *arguments: None)
    settings.BOTS_ALONE_SECONDS = 0
    ensure_bots()
    lots = random.Random(20)
    alice = Alice(person("Alice"), lots)
    bots_alone = [game_of_bots(alice.player) for _ in range(GAMES)]
    crew = team()

    began = moved = time.monotonic()
    before, enough = progress(), 0
    while crew.kills < KILLS or progress() < enough:
        now = time.monotonic()
        assert now - began < SECONDS_IN_ALL, f"{crew.kills} kills in {SECONDS_IN_ALL} seconds"
        assert now - moved < SECONDS_WITHOUT_A_TURN, f"no turn any more after {crew.kills} kills"
        if crew.kills < KILLS:
            crew.kill_a_thinker(lots)
            enough = progress() + 2 * TURNS_AFTERWARDS
        alice.play()
        if not Game.objects.filter(pk__in=[game.pk for game in bots_alone], finished_at=None).exists():
            bots_alone = [game_of_bots(alice.player) for _ in range(GAMES)]
        if progress() != before:
            before, moved = progress(), time.monotonic()
        time.sleep(0.05)
    crew.stop()
    # The database may still be at a commit whose sender is dead already.
    time.sleep(1)

    stored = {
        (entry.game_id, entry.number, entry.text)
        for game in alice.games
        for entry in game.log.filter(player=alice.player)
    }
    assert stored == set(alice.confirmed)
    for game in Game.objects.all():
        assert_whole(game)


def assert_whole(game: Game) -> None:
    """Every number once, every turn by the seat whose it was, every bot's answer to one entry only."""
    entries = list(game.log.all())
    assert [entry.number for entry in entries] == list(range(1, game.log_number + 1))
    by_bots = [entry for entry in entries if entry.player and entry.player.is_bot]
    assert [entry.key for entry in by_bots] == [f"bot:{entry.answers}" for entry in by_bots]
    assert {entry.kind for entry in by_bots} <= {EntryKind.TURN}
    assert rebuilding.check(game) == []
