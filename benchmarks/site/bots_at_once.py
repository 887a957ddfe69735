"""How long people wait whose bots are all to move at once: twenty games against one level, and beside them a
few against the slowest. By the workers as they are shipped, two processes for bots, on PostgreSQL and Redis
of their own, or on SQLite and files as `bin/serve`.
"""

from __future__ import annotations

import os
import random
import statistics
from collections.abc import Sequence
from typing import Final

from accounts.models import Player
from bots.levels import OFFERED
from games.log.moments import state_of
from games.models import Game, LogEntry
from proofs.kit.cast import new_game, person, play, turn_for
from proofs.kit.processes import wait_for
from proofs.kit.site import OwnSite, workers_listen

SLOWEST: Final = OFFERED[-1]
GAMES: Final = 20
SLOW_GAMES: Final = 4
OPENING: Final = 6
"""Turns of the person before those that are measured, so that there is something to think about."""
ROUNDS: Final = 3
MOST_WAIT: Final = 30.0


def run(site: OwnSite, *, level: str) -> int:
    """Prints what it finds; the exit code says whether nobody waited longer than allowed."""
    given = {name: os.environ[name] for name in ("COMPILED_SEARCH", "NUMBA_CACHE_DIR") if name in os.environ}
    site.env |= {"BOT_PAUSE": os.environ.get("BOT_PAUSE", "3"), **given}
    site.run_workers()
    wait_for("the workers listen", workers_listen)
    lots = random.Random(20)
    ann = person("Ann", by_mail=True)
    games = [new_game(ann, level) for _ in range(GAMES)]
    slow = [new_game(ann, SLOWEST) for _ in range(SLOW_GAMES)]
    for _ in range(OPENING):
        _answers(games + slow, ann, lots)
    alone = [wait for _ in range(ROUNDS) for wait in _answers(games, ann, lots)]
    found = [_answers(slow + games, ann, lots) for _ in range(ROUNDS)]
    beside = [wait for waits in found for wait in waits[-GAMES:]]
    _tell(f"{GAMES} games against the {level} at once", alone)
    _tell(f"the same beside {SLOW_GAMES} against the {SLOWEST}", beside)
    _tell(f"those against the {SLOWEST}", [wait for waits in found for wait in waits[:SLOW_GAMES]])
    return 0 if max(alone) <= MOST_WAIT and max(beside) <= MOST_WAIT else 1


def _tell(what: str, waits: Sequence[float]) -> None:
    median = statistics.median(waits)
    print(f"{what}: {len(waits)} answers, median {median:.1f} s, longest {max(waits):.1f} s")


def _answers(games: Sequence[Game], person: Player, lots: random.Random) -> list[float]:
    """Seconds from the person's turn to the bot's in each of the games in which it is the person's, all of
    them taken at once."""
    going = [game for game in games if still(game).next_seat == 0]
    asked = []
    for game in going:
        play_for(game, person, lots)
        asked.append(still(game).log_number)
    wait_for("all bots answer", lambda: all(still(game).next_seat != 1 for game in going))
    waits = []
    for game, number in zip(going, asked, strict=True):
        entries = LogEntry.objects.filter(game=game, number__in=(number, number + 1))
        made = list(entries.order_by("number").values_list("created_at", flat=True))
        waits += [(made[1] - made[0]).total_seconds()] if len(made) == 2 else []
    return waits


def play_for(game: Game, person: Player, lots: random.Random) -> None:
    game = still(game)
    play(game, person, turn_for(state_of(game), lots))


def still(game: Game) -> Game:
    """As it stands now."""
    return Game.objects.get(pk=game.pk)
