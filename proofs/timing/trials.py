"""What `bin/prove clocks` tries, each on generated games in a PostgreSQL database."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

from django.db.models import F

from games.models import EntryKind, Game, Heartbeat, LogEntry, Outage, Seat, Status
from games.refusals import GameRefusal, Stale
from games.services import take_turn
from games.services.clocks.sweeping import RELEASED, settle_clock, sweep_clocks
from games.services.clocks.undoing import games_with_falls, undo_all
from proofs.kit.copies import make_crowd, make_due, make_template
from proofs.kit.processes import LONGEST, ROOT
from proofs.kit.threads import together
from proofs.kit.time import time_shown
from upkeep import clock as house_clock
from upkeep.clock import database_now
from upkeep.timekeeping.beats import GRACE

SECOND: Final = timedelta(seconds=1)
MINUTE: Final = timedelta(minutes=1)
HOUR: Final = timedelta(hours=1)
DAY: Final = timedelta(days=1)
SWEEP: Final = 5 * SECOND
MOST_PROCESSOR: Final = 30.0
"""Milliseconds of a sweeper for each game, those included in which another one was first."""
MOST_ENDED: Final = 20
BOTH_COME: Final = 60.0
"""Seconds: or who failed would be waited for without an end."""
CROWD: Final = 200
"""So many players sit at the games that are due at once: at few, each end would wait for the last."""
IN_SUMMER: Final = datetime(2026, 3, 29, 0, 59, tzinfo=UTC)
"""A minute before the clocks of Europe change."""
JUMPS: Final = {
    "10 minutes": 10 * MINUTE,
    "an hour": HOUR,
    "an hour back": -HOUR,
    "a daylight change": timedelta(0),
}
GAPS: Final = {"1 minute": MINUTE, "15 minutes": 15 * MINUTE, "6 hours": 6 * HOUR, "3 days": 3 * DAY}


class Found(NamedTuple):
    name: str
    figures: str
    proved: bool


def forget_the_past(*, released: bool = True) -> None:
    """What was tried before is no outage and is not due. `released`: the breaker holds nothing."""
    now = house_clock.reading().clock
    until = now + RELEASED if released else None
    Outage.objects.all().delete()
    Game.objects.filter(sweep_at__isnull=False).update(sweep_at=None, due_at=None, clock_since=None)
    Heartbeat.objects.update_or_create(
        pk=1, defaults={"at": now, "ahead": timedelta(0), "tripped_at": None, "released_until": until}
    )


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
                take_turn(
                    game_id=game.pk,
                    player=players[movers[game.pk]],
                    answers=game.log_number,
                    key="race",
                    text="pass",
                    confirmed=True,
                )
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
    return Found(
        "T6",
        f"{len(games)} races: {taken.total()} turns, {fallen.total()} forfeits, {wrong} otherwise",
        not wrong and bool(taken.total()) and bool(fallen.total()),
    )


# --- T7


def sweepers(environment: Mapping[str, str], processes: int, games: int) -> Found:
    """Several at the same games, one of which cannot be settled."""
    template = make_template(2, "days-3")
    forget_the_past()
    due = make_due(template, games + 1, crowd=make_crowd(CROWD))
    Game.objects.filter(pk=due[0]).update(position="poison")
    workers = [
        subprocess.Popen(
            [sys.executable, "-m", "proofs.timing.sweeper"],
            cwd=ROOT,
            env={**environment, "CLOCK_BREAKER": "0", "VAR_DIR": f"{environment['VAR_DIR']}/{number}"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(processes)
    ]
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
    waits = poison.sweep_at is not None and poison.sweep_at > database_now() + HOUR - 10 * MINUTE
    once = sum(ends[pk] == 1 for pk in due[1:])
    settled = sum(int(number) for number, _ in said)
    each = 1000 * sum(float(worked) for _, worked in said) / games
    waits_or_not = "waits" if waits else "DOES NOT WAIT"
    return Found(
        "T7",
        f"{processes} sweepers, {games} due games: {once} ended once, {settled} settled, "
        f"{each:.0f} ms of the processor each (a time); the poison game {waits_or_not}",
        once == settled == games and waits and not ends[due[0]] and each <= MOST_PROCESSOR,
    )


def _line(worker: subprocess.Popen[str]) -> str:
    if worker.stdout is None or not (line := worker.stdout.readline()):
        raise RuntimeError("a sweeper has ended")
    return line


# --- T8


class Clock:
    """Shows the time that has passed since it began, and what it has jumped."""

    def __init__(self, began: datetime) -> None:
        self.began = began
        self.passed = self.jumped = timedelta(0)
        self.jumps_after_next: timedelta | None = None

    def __call__(self) -> datetime:
        shown = self.began + self.passed + self.jumped
        if self.jumps_after_next is not None:
            self.jumped, self.jumps_after_next = self.jumps_after_next, None
        return shown


def jumps() -> Found:
    """A clock that jumps, before a sweep and within one: nothing falls while its player has time."""
    template = make_template(2, "days-2")
    early, late = 0, 0
    for jump in JUMPS.values():
        for within in (False, True):
            result = _jump(template, jump, within=within)
            early, late = early + result[0], late + result[1]
    figures = f"{', '.join(JUMPS)}: {early} early forfeits, {late} that never came"
    return Found("T8", figures, not early and not late)


def _jump(template: int, jump: timedelta, *, within: bool) -> tuple[int, int]:
    """How many clocks fell early, and how many not at all."""
    forget_the_past()
    clock = Clock(IN_SUMMER)
    offset = IN_SUMMER - database_now()
    ends = {
        pk: minutes * MINUTE
        for minutes in (2, 15, 70, 180)
        for pk in make_due(template, 1, offset + minutes * MINUTE)
    }
    # All are about to be warned: what a sweep has found for that must not fall, whatever the clock does then.
    Game.objects.filter(pk__in=ends).update(sweep_at=IN_SUMMER)
    with time_shown(clock, lambda: clock.passed.total_seconds()):
        Heartbeat.objects.update(at=clock())
        clock.passed = SWEEP
        if within:
            clock.jumps_after_next = jump
        else:
            clock.jumped = jump
        early = set(_swept(ends, clock))
        clock.passed += SWEEP
        early |= set(_swept(ends, clock))
        for end in sorted(set(ends.values())):
            clock.passed = end - 2 * SECOND
            _was_swept(clock)
            early |= set(_swept(ends, clock))
        clock.passed = max(ends.values()) + abs(jump) + 2 * GRACE
        _was_swept(clock)
        _swept(ends, clock)
    return len(early), Game.objects.filter(pk__in=ends, status=Status.RUNNING).count()


def _was_swept(clock: Clock) -> None:
    """A moment ago, in the time of the site."""
    Heartbeat.objects.update(at=clock() - SWEEP - F("ahead"))


def _swept(ends: Mapping[int, timedelta], clock: Clock) -> list[int]:
    """The games that have ended before their time."""
    sweep_clocks()
    over = Game.objects.filter(pk__in=ends, status=Status.FINISHED).values_list("pk", flat=True)
    return [pk for pk in over if ends[pk] > clock.passed + SECOND]


# --- T9


def outages(games: int) -> Found:
    """Nobody pays for the time in which the site was away."""
    normal, live = make_template(2, "days-1"), make_template(2, "live")
    wrong = []
    for name, gap in GAPS.items():
        # One that is so short counts for live games only, and brings them no grace.
        template = live if gap < 5 * MINUTE else normal
        wrong += [f"{name}: {what}" for what in _outage(template, gap, games, grace=template == normal)]
    return Found("T9", f"{', '.join(GAPS)}: {'; '.join(wrong) or 'all deadlines moved by it'}", not wrong)


def _outage(template: int, gap: timedelta, games: int, *, grace: bool) -> list[str]:
    began = house_clock.reading().clock
    forget_the_past()
    ids = make_due(template, games, 10 * SECOND)
    before = dict(Game.objects.filter(pk__in=ids).values_list("pk", "due_at"))
    wrong = []
    _pass(ids, gap)
    sweep_clocks()
    # By what has really passed since the last heartbeat, too.
    most = house_clock.reading().clock - began + SECOND
    after = dict(Game.objects.filter(pk__in=ids).values_list("pk", "due_at"))
    if moved := [pk for pk in ids if after[pk] is None or abs(after[pk] - before[pk]) > most]:
        wrong.append(f"{len(moved)} deadlines not moved by it")
    if grace:
        _pass(ids, GRACE - MINUTE)
        Outage.objects.update(ended_at=F("ended_at") - (GRACE - MINUTE))
        Heartbeat.objects.update(at=house_clock.reading().clock)
        sweep_clocks()
        if fallen := games - _running(ids):
            wrong.append(f"{fallen} fell within the grace")
    _pass(ids, 2 * MINUTE)
    Outage.objects.update(ended_at=F("ended_at") - 2 * MINUTE)
    Heartbeat.objects.update(at=house_clock.reading().clock)
    sweep_clocks()
    if running := _running(ids):
        wrong.append(f"{running} never fell")
    return wrong


def _pass(games: Sequence[int], time: timedelta) -> None:
    """What is stored is moved into the past."""
    moved = {name: F(name) - time for name in ("clock_since", "due_at", "sweep_at")}
    Game.objects.filter(pk__in=games).update(**moved)
    Heartbeat.objects.update(at=F("at") - time)


def _running(games: Sequence[int]) -> int:
    return Game.objects.filter(pk__in=games, status=Status.RUNNING).count()


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
    ended = len(ids) - _running(ids)
    tripped = Heartbeat.objects.filter(tripped_at__isnull=False).exists()
    until = database_now()
    undone = list(undo_all(games_with_falls(since, until), since, until))
    differ = sum(stood[pk] != now for pk, now in _standing(first).items())
    return Found(
        "T10",
        f"{games} due at once after {fell} fell: the breaker {'trips' if tripped else 'DOES NOT TRIP'}, "
        f"{ended} games ended, {len(undone)} undone, {differ} otherwise than they stood",
        tripped and 0 < ended <= MOST_ENDED and len(undone) == fell and not differ,
    )


def _standing(games: Sequence[int]) -> dict[int, Any]:
    seats = Seat.objects.filter(game__in=games).order_by("pk")
    return {
        pk: (cached, list(seats.filter(game=pk).values_list(*OF_SEATS)))
        for pk, *cached in Game.objects.filter(pk__in=games).values_list("pk", *CACHES)
    }
