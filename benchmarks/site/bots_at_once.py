"""How long people wait whose bots are all to move at once: twenty games against one level, and beside them a
few against the slowest. By the workers as they are shipped, two processes for bots, on PostgreSQL and Redis
of their own, or on SQLite and files as `bin/serve`.
"""

from __future__ import annotations

import os
import random
import statistics
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, TextIO

from benchmarks.site.queues import on_files, on_servers, person_named, play_for, still
from bots.levels import OFFERED
from proofs.processes import NotHere, wait_for

if TYPE_CHECKING:
    from accounts.models import Player
    from games.models import Game

LEVEL: Final = "pilot"
SLOWEST: Final = OFFERED[-1]
GAMES: Final = 20
SLOW_GAMES: Final = 4
OPENING: Final = 6
"""Turns of the person before those that are measured, so that there is something to think about."""
ROUNDS: Final = 3
MOST_WAIT: Final = 30.0
PATIENCE: Final = 600.0


def run(report: TextIO, *, files: bool, level: str) -> int:
    """Prints what it finds; the exit code says whether nobody waited longer than allowed."""
    more = {name: os.environ[name] for name in ("COMPILED_SEARCH", "NUMBA_CACHE_DIR") if name in os.environ}
    more["BOT_PAUSE"] = os.environ.get("BOT_PAUSE", "3")
    try:
        with on_files(more) if files else on_servers(more) as env:
            os.environ.update(env)
            import django

            django.setup()
            return _run(report, level)
    except NotHere as missing:
        report.write(f"{missing}\n")
        return 2


def _run(report: TextIO, level: str) -> int:
    from upkeep.selectors import WORKER, seconds_since

    def listen() -> bool:
        return None not in [seconds_since(WORKER, label=queue) for queue in ("timekeeper", "bots")]

    wait_for("the workers listen", listen, seconds=PATIENCE)
    lots = random.Random(20)
    person = person_named("Ann")
    games = [_begin(person, level) for _ in range(GAMES)]
    slow = [_begin(person, SLOWEST) for _ in range(SLOW_GAMES)]
    for _ in range(OPENING):
        _answers(games + slow, person, lots)
    alone = [wait for _ in range(ROUNDS) for wait in _answers(games, person, lots)]
    found = [_answers(slow + games, person, lots) for _ in range(ROUNDS)]
    beside = [wait for waits in found for wait in waits[-GAMES:]]
    _tell(report, f"{GAMES} games against the {level} at once", alone)
    _tell(report, f"the same beside {SLOW_GAMES} against the {SLOWEST}", beside)
    _tell(report, f"those against the {SLOWEST}", [wait for waits in found for wait in waits[:SLOW_GAMES]])
    return 0 if max(alone) <= MOST_WAIT and max(beside) <= MOST_WAIT else 1


def _tell(report: TextIO, what: str, waits: Sequence[float]) -> None:
    report.write(
        f"{what}: {len(waits)} answers, median {statistics.median(waits):.1f} s, longest {max(waits):.1f} s\n"
    )


def _begin(person: Player, level: str) -> Game:
    from games.models import SeatOrder
    from games.services import SeatWish, create_game
    from homeworlds.rules import RuleSet

    seats = [SeatWish(player=person), SeatWish(bot_level=level)]
    return create_game(creator=person, rules=RuleSet(), seats=seats, seat_order=SeatOrder.FIXED)


def _answers(games: Sequence[Game], person: Player, lots: random.Random) -> list[float]:
    """Seconds from the person's turn to the bot's in each of the games in which it is the person's, all of
    them taken at once."""
    from games.models import LogEntry

    going = [game for game in games if still(game).next_seat == 0]
    asked = []
    for game in going:
        play_for(game, person, lots)
        asked.append(still(game).log_number)
    wait_for("all bots answer", lambda: all(still(game).next_seat != 1 for game in going), seconds=PATIENCE)
    waits = []
    for game, number in zip(going, asked, strict=True):
        entries = LogEntry.objects.filter(game=game, number__in=(number, number + 1))
        made = list(entries.order_by("number").values_list("created_at", flat=True))
        waits += [(made[1] - made[0]).total_seconds()] if len(made) == 2 else []
    return waits
