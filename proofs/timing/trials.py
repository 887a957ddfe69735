"""What `bin/prove clocks` tries: on generated games in a PostgreSQL database, and on the scene of outages."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any, Final, NamedTuple

from games.models import EntryKind, Game, Heartbeat, LogEntry, Outage, Seat, Status
from games.refusals import GameRefusal, Stale
from games.services import take_turn
from games.services.clocks.sweeping import RELEASED, settle_clock, sweep_clocks
from games.services.clocks.undoing import games_with_falls, undo_all
from proofs.kit.copies import make_crowd, make_due, make_template
from proofs.kit.processes import LONGEST, ROOT
from proofs.kit.threads import together
from proofs.timing import outages as trials_of_outages
from upkeep import clock as house_clock
from upkeep.clock import database_now

SECOND: Final = timedelta(seconds=1)
HOUR: Final = timedelta(hours=1)
MOST_PROCESSOR: Final = 30.0
"""Milliseconds of a sweeper for each game, those included in which another one was first."""
MOST_ENDED: Final = 20
BOTH_COME: Final = 60.0
"""Seconds: or who failed would be waited for without an end."""
CROWD: Final = 200
"""So many players sit at the games that are due at once: at few, each end would wait for the last."""
SWEEPER: Final = """
import sys, time, django
django.setup()
from games.models import Game
from games.services.clocks.sweeping import sweep_clocks
from upkeep.clock import database_now
print("ready", flush=True)
sys.stdin.readline()
settled, worked = 0, time.process_time()
while Game.objects.filter(sweep_at__lte=database_now()).exists():
    settled += sweep_clocks()
print(settled, time.process_time() - worked, flush=True)
"""
"""One of several at the same clocks: begins when it is told, and says how many it has settled."""


class Found(NamedTuple):
    name: str
    figures: str
    proved: bool


def forget_the_past(*, released: bool = True) -> None:
    """What was tried before is no outage and is not due. `released`: the breaker holds nothing."""
    now = house_clock.reading().clock
    Outage.objects.all().delete()
    Game.objects.filter(sweep_at__isnull=False).update(sweep_at=None, due_at=None, clock_since=None)
    until = now + RELEASED if released else None
    beaten = {"at": now, "ahead": timedelta(0), "tripped_at": None, "released_until": until}
    Heartbeat.objects.update_or_create(pk=1, defaults=beaten)


# --- T6


def races(number: int, seed: int = 1) -> Found:
    """A turn against the end of its clock, both at once: of each race one thing has come. Only who is
    excused, at a table of three, may take the turn afterwards, which that leaves as it was."""
    templates = [make_template(2), make_template(3)]
    forget_the_past()
    games = [pk for each in templates for pk in make_due(each, number // 2, -SECOND)]
    taken, fallen = Counter[int](), Counter[int]()
    start = threading.Barrier(2, timeout=BOTH_COME)
    dice = random.Random(seed)
    waits = {pk: (dice.uniform(0, 0.006), dice.uniform(0, 0.003)) for pk in games}
    movers = dict(Seat.objects.filter(game__in=games, number=0).values_list("game", "player"))
    players = {seat.player_id: seat.player for seat in Seat.objects.filter(game__in=templates)}

    def play() -> None:
        for game in Game.objects.filter(pk__in=games).order_by("pk"):
            start.wait()
            time.sleep(waits[game.pk][1])
            try:
                asked = {"answers": game.log_number, "key": "race", "text": "pass", "confirmed": True}
                take_turn(game_id=game.pk, player=players[movers[game.pk]], **asked)
                taken[game.pk] += 1
            except (GameRefusal, Stale):
                continue

    def sweep() -> None:
        for pk, sweep_at in Game.objects.filter(pk__in=games).order_by("pk").values_list("pk", "sweep_at"):
            start.wait()
            time.sleep(waits[pk][0])
            fallen[pk] += settle_clock(game_id=pk, sweep_at=sweep_at)

    together(play, sweep)
    seats = {2: (EntryKind.TIME,), 3: (EntryKind.CLOCK,)}
    wrong = 0
    for game in Game.objects.filter(pk__in=games):
        new = list(game.log.filter(number__gt=game.players).values_list("kind", flat=True))
        excused = bool(taken[game.pk] and fallen[game.pk]) and game.players > 2
        outcome = [*(seats[game.players] if fallen[game.pk] else ()), *[EntryKind.TURN] * taken[game.pk]]
        wrong += taken[game.pk] + fallen[game.pk] != 1 + excused or new != outcome
    figures = f"{len(games)} races: {taken.total()} turns, {fallen.total()} forfeits, {wrong} otherwise"
    return Found("T6", figures, not wrong and bool(taken.total()) and bool(fallen.total()))


# --- T7


def sweepers(environment: Mapping[str, str], processes: int, games: int) -> Found:
    """Several at the same games, one of which cannot be settled."""
    template = make_template(2, "days-3")
    forget_the_past()
    due = make_due(template, games + 1, crowd=make_crowd(CROWD))
    Game.objects.filter(pk=due[0]).update(position="poison")
    folders = [f"{environment['VAR_DIR']}/{number}" for number in range(processes)]
    piped: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "cwd": ROOT}
    envs = [{**environment, "CLOCK_BREAKER": "0", "VAR_DIR": folder} for folder in folders]
    workers = [subprocess.Popen([sys.executable, "-c", SWEEPER], env=env, **piped) for env in envs]
    for worker in workers:
        _line(worker)
    Heartbeat.objects.update(at=house_clock.reading().clock)
    for worker in workers:
        if worker.stdin:
            worker.stdin.write("go\n")
            worker.stdin.flush()
    said = [_line(worker).split() for worker in workers]
    for worker in workers:
        worker.communicate(timeout=LONGEST)
    ends = Counter(LogEntry.objects.filter(game__in=due, kind=EntryKind.TIME).values_list("game", flat=True))
    poison = Game.objects.get(pk=due[0])
    waits = poison.sweep_at is not None and poison.sweep_at > database_now() + HOUR - HOUR / 6
    once = sum(ends[pk] == 1 for pk in due[1:])
    settled = sum(int(number) for number, _ in said)
    each = 1000 * sum(float(worked) for _, worked in said) / games
    figures = f"{processes} sweepers, {games} due games: {once} ended once, {settled} settled, "
    figures += f"{each:.0f} ms of the processor each (a time); the poison game "
    good = once == settled == games and waits and not ends[due[0]] and each <= MOST_PROCESSOR
    return Found("T7", figures + ("waits" if waits else "DOES NOT WAIT"), good)


def _line(worker: subprocess.Popen[str]) -> str:
    if worker.stdout is None or not (line := worker.stdout.readline()):
        raise RuntimeError("a sweeper has ended")
    return line


# --- T8 and T9, of one of every deadline that the site keeps


def jumps() -> Found:
    """A clock that jumps, before a sweep and within one, moves nothing."""
    ways: dict[str, timedelta] = {"10 minutes": HOUR / 6, "an hour": HOUR, "an hour back": -HOUR}
    with trials_of_outages.scene_set() as scene:
        found = [
            trials_of_outages.jump(scene, by, "nothing", within=within).moved
            for by in ways.values()
            for within in (False, True)
        ]
    moved = sum(map(len, found))
    return Found("T8", f"{', '.join(ways)}: {moved} clocks moved", not moved)


def outages() -> Found:
    """Nobody pays for the time in which the site was away."""
    lengths = list(trials_of_outages.LENGTHS)
    with trials_of_outages.scene_set() as scene:
        found = trials_of_outages.outages(scene, lengths, ["nothing"], str)
    wrong = [*found.charged, *found.twice]
    return Found("T9", f"{', '.join(lengths)}: {'; '.join(wrong) or 'all deadlines moved by it'}", not wrong)


# --- T10

CACHES: Final = ("status", "position", "next_seat", "departed", "revealed", "outcome", "turn_count")
OF_SEATS: Final = ("pk", "result", "missed", "excuses_left", "adrift_since", "passes")


def breaker(games: int) -> Found:
    """By a fault of the site clocks run out everywhere: few fall, and what they did is undone."""
    templates = [make_template(2, "days-5"), make_template(3, "days-5")]
    forget_the_past(released=False)
    since = database_now()
    fallen_before = LogEntry.objects.filter(kind__in=(EntryKind.TIME, EntryKind.CLOCK)).count()
    first = [pk for template in templates for pk in make_due(template, 6)]
    stood = _standing(first)
    sweep_clocks()
    ids = [*first, *make_due(templates[0], games)]
    for _ in range(3):
        sweep_clocks()
    fell = LogEntry.objects.filter(kind__in=(EntryKind.TIME, EntryKind.CLOCK)).count() - fallen_before
    ended = Game.objects.filter(pk__in=ids).exclude(status=Status.RUNNING).count()
    tripped = Heartbeat.objects.filter(tripped_at__isnull=False).exists()
    until = database_now()
    undone = list(undo_all(games_with_falls(since, until), since, until))
    differ = sum(stood[pk] != now for pk, now in _standing(first).items())
    figures = (
        f"{games} due at once after {fell} fell: the breaker {'trips' if tripped else 'DOES NOT TRIP'}, "
    )
    figures += f"{ended} games ended, {len(undone)} undone, {differ} otherwise than they stood"
    good = tripped and 0 < ended <= MOST_ENDED and len(undone) == fell and not differ
    return Found("T10", figures, good)


def _standing(games: Sequence[int]) -> dict[int, Any]:
    seats = Seat.objects.filter(game__in=games).order_by("pk")
    return {
        pk: (cached, list(seats.filter(game=pk).values_list(*OF_SEATS)))
        for pk, *cached in Game.objects.filter(pk__in=games).values_list("pk", *CACHES)
    }
