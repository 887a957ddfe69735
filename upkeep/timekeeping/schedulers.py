"""What wakes the timekeeper. Celery's own schedulers go by the clock that people set: had it stood a month
ahead and come right, nothing would be woken for a month."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

from celery import beat
from django.db import close_old_connections


class Steady(beat.Scheduler):
    """Wakes each task of the schedule after its seconds, as the ticks of the machine count them, whatever the
    clock shows. The first time so long after the start."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._due: dict[str, float] = {}
        self.alive: Path | None = None
        """Touched whenever something has been sent, for who looks after this process."""

    def tick(self, *_celerys: Any, **_more: Any) -> float:
        """Sends what is due; returns in how many seconds it wants to be asked again."""
        for name, entry in list(self.schedule.items()):
            every = entry.schedule.run_every.total_seconds()
            if self._due.setdefault(name, monotonic() + every) <= monotonic():
                self._due[name] = monotonic() + every
                self.apply_entry(self.reserve(entry), producer=self._sends_by())
        soonest = min(self._due.values(), default=monotonic() + self.max_interval)
        return max(0.0, min(soonest - monotonic(), self.max_interval))

    def apply_async(
        self, entry: beat.ScheduleEntry, producer: Any = None, advance: bool = True, **more: Any
    ) -> Any:
        try:
            sent = super().apply_async(entry, producer=producer, advance=advance, **more)
            if self.alive:
                self.alive.touch()
            return sent
        except beat.SchedulingError:
            self._connect_anew()
            raise

    def _connect_anew(self) -> None:
        """A connection that Redis has refused something at (MISCONF) would never work again."""
        if line := self.__dict__.pop("connection", None):
            with suppress(Exception):
                line.collapse()
        self.__dict__.pop("producer", None)

    def _sends_by(self) -> Any:
        return self.producer


class InPlace(Steady):
    """For a worker whose clock is a thread of its own, as `bin/serve` has it: each task of the schedule runs
    in that thread, beside whatever the worker is at. On a quiet site most of what a sweep costs would be the
    message that asks for it. A task that fails is reported as in a worker, and is asked again in its time."""

    def apply_async(
        self, entry: beat.ScheduleEntry, producer: Any = None, advance: bool = True, **_more: Any
    ) -> Any:
        close_old_connections()
        try:
            return self.app.tasks[entry.task].apply(entry.args, entry.kwargs)
        finally:
            close_old_connections()

    def _sends_by(self) -> Any:
        """Nothing is sent: no broker is needed."""
        return None
