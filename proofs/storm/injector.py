"""What is done to a site: which of its processes die when, how its servers go down and come back."""

from __future__ import annotations

import contextlib
import random
import signal
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from proofs.kit.processes import LONGEST, OwnPostgres, Process, family_of, signal_all
from proofs.kit.site import Site
from proofs.storm.points import OF_COMMITS, OF_MAILS, order_file

OF_2000: Final = {
    "web, one process killed": 24,
    **{f"{part}, one process killed": 12 for part in ("bots", "timekeeper", "worker", "PostgreSQL")},
    **{f"{part}, all killed": 12 for part in ("web", "bots", "timekeeper", "worker", "PostgreSQL", "Redis")},
    "beat, all killed": 24,
    **dict.fromkeys(("PostgreSQL, stopped hard", "Redis, hung", "Redis, flushed"), 12),
    **{f"{part}, {point}": 20 for part in ("web", "bots") for point in OF_COMMITS},
    **{f"timekeeper, {point}": 12 for point in OF_COMMITS},
    **{f"worker, {point}": 12 for point in OF_MAILS},
}
"""How often each in 2,000 turns."""
POINTS: Final = {*OF_COMMITS, *OF_MAILS}
DOWN: Final = 1.0
"""Seconds until a part is started again, as systemd does."""
HUNG: Final = 3.0
BREATH: Final = 0.5
"""Seconds between two faults of the same lane."""
SLACK: Final = 10
"""Turns that may be taken while a fault waits for its turn."""


@dataclass(frozen=True)
class Fault:
    at: int
    """After so many turns."""
    what: str

    @property
    def part(self) -> str:
        return self.what.partition(", ")[0]

    @property
    def how(self) -> str:
        return self.what.partition(", ")[2]


def plan(counts: Mapping[str, int], turns: int, lots: random.Random) -> list[list[Fault]]:
    """In lanes that go on side by side: the points of each part, processes, servers."""
    lanes: defaultdict[str, list[Fault]] = defaultdict(list)
    for what, times in counts.items():
        fault = Fault(0, what)
        servers = "servers" if fault.part in ("PostgreSQL", "Redis") else "processes"
        # Enough are left for the last faults: a point is come to in a turn only.
        places = [lots.randrange(max(turns - 4 * SLACK, 1)) for _ in range(times)]
        lanes[fault.part if fault.how in POINTS else servers] += [Fault(at, what) for at in places]
    return [sorted(lane, key=lambda fault: fault.at) for lane in lanes.values()]


def scaled(turns: int) -> dict[str, int]:
    return {what: max(1, round(times * turns / 2000)) for what, times in OF_2000.items()}


@dataclass
class Lane:
    faults: list[Fault]
    next: int = 0

    @property
    def waits_at(self) -> float:
        return self.faults[self.next].at if self.next < len(self.faults) else float("inf")


@dataclass
class Injector:
    site: Site
    parts: dict[str, Process]
    orders: Path
    lanes: list[Lane]
    turns: Callable[[], int]
    order_seconds: float = 10.0
    """So long a process has to come to its point."""
    injected: Counter[str] = field(default_factory=Counter)
    missed: Counter[str] = field(default_factory=Counter)
    """Orders to which no process came."""
    by_itself: Counter[str] = field(default_factory=Counter)
    """Parts that had ended without being killed, and were started again, as systemd does."""
    over: threading.Event = field(default_factory=threading.Event)
    failures: list[BaseException] = field(default_factory=list)
    _handled: set[str] = field(default_factory=set)
    """Parts that a lane has just killed."""
    _threads: list[threading.Thread] = field(default_factory=list)

    def lets_play(self) -> bool:
        """Turns wait for a lane that is behind, so that no fault is left for the quiet at the end."""
        return self.over.is_set() or self.turns() <= min(lane.waits_at for lane in self.lanes) + SLACK

    def begin(self) -> None:
        self._threads += [threading.Thread(target=self._run, args=[lane], daemon=True) for lane in self.lanes]
        self._threads.append(threading.Thread(target=self._tend, daemon=True))
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        """Nothing more is injected, and nothing more is started."""
        self.over.set()
        for thread in self._threads:
            thread.join(timeout=LONGEST)
        self._threads.clear()

    @property
    def is_spent(self) -> bool:
        return all(lane.next >= len(lane.faults) for lane in self.lanes)

    def _run(self, lane: Lane) -> None:
        try:
            while lane.next < len(lane.faults) and not self.over.is_set():
                if self.turns() < lane.waits_at:
                    time.sleep(0.05)
                    continue
                fault = lane.faults[lane.next]
                (self.injected if self._inject(fault) else self.missed)[fault.what] += 1
                lane.next += 1
                time.sleep(BREATH)
        except BaseException as failure:  # noqa: BLE001  told by who waits for us
            self.failures.append(failure)

    def _inject(self, fault: Fault) -> bool:
        if fault.how in POINTS:
            return self._order(fault)
        process = self.parts[fault.part]
        if fault.how == "one process killed":
            return kill_one(process.pid)
        if fault.how == "hung":
            process.signal(signal.SIGSTOP)
            time.sleep(HUNG)
            process.signal(signal.SIGCONT)
        elif fault.how == "flushed":
            self._redis("FLUSHALL")
        else:
            self._handled.add(fault.part)
            try:
                take_down(process, hard=fault.how == "all killed")
                time.sleep(DOWN)
                start(process)
            finally:
                self._handled.discard(fault.part)
        return True

    def _order(self, fault: Fault) -> bool:
        file = order_file(self.orders, fault.part, fault.how)
        file.touch()
        give_up = time.monotonic() + self.order_seconds
        while file.exists():
            if time.monotonic() > give_up:
                with contextlib.suppress(FileNotFoundError):
                    file.unlink()
                    return False
                return True
            time.sleep(0.02)
        return True

    def _redis(self, command: str) -> None:
        import redis

        with contextlib.suppress(redis.RedisError):
            redis.Redis.from_url(self.site.redis.url(0), socket_timeout=2).execute_command(command)

    def _tend(self) -> None:
        while not self.over.is_set():
            for name, process in self.parts.items():
                if name not in self._handled and not process.is_alive():
                    self.by_itself[name] += 1
                    process.start()
            time.sleep(DOWN)


def kill_one(parent: int) -> bool:
    """One of the processes that a part has begun, by lot; whether there was one."""
    found = family_of(parent)[1:]
    if found:
        signal_all([random.choice(found)], signal.SIGKILL)
    return bool(found)


def take_down(process: Process, *, hard: bool) -> None:
    """Hard: all its processes at once, those of PostgreSQL too, which stand in groups of their own."""
    if not hard:
        process.kill()  # of PostgreSQL: its immediate stop
        return
    signal_all(family_of(process.pid), signal.SIGKILL)
    process.signal(signal.SIGKILL)
    process.wait()


def start(process: Process) -> None:
    """PostgreSQL refuses while something of the last one still holds its memory."""
    for _ in range(10 if isinstance(process, OwnPostgres) else 1):
        process.start()
        time.sleep(0.1)
        if process.is_alive():
            return
        time.sleep(0.5)
