"""The register from its first pair to its last, scene by scene, in an order by lot."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from django.core.management import call_command

import proofs.weaving.scenes  # noqa: F401
from proofs.weaving import planted
from proofs.weaving.judging import Interleaver
from proofs.weaving.register import SCENES, Act, Scene
from proofs.weaving.results import PLANTED, Results
from proofs.weaving.sessions import Session, Stuck, draws_alike

SAYS_EVERY: Final = 60.0


def quiet(patch: Any = setattr) -> None:
    """Nobody works in the background, and lots are the same each time."""
    import upkeep.queue

    patch(upkeep.queue, "enqueue_after", lambda *_call: None)
    patch(upkeep.queue, "enqueue", lambda *_call: None)
    draws_alike(patch)


@contextmanager
def interleaver(scene: Scene) -> Iterator[Interleaver]:
    """The scene on an empty database."""
    call_command("flush", interactive=False, verbosity=0)
    sessions = (Session("the first"), Session("the second"))
    made = Interleaver(scene, sessions)
    try:
        yield made
    finally:
        for session in sessions:
            session.leave()
        made.kept.drop()


def pair_name(one: Act, other: Act) -> str:
    return f"{one} × {other.name}"


@dataclass
class Share:
    """Of several that work at once each takes every so manieth act and pair."""

    own: int
    parts: int
    lots: random.Random
    only: str
    until: float | None
    """By the monotonic clock; None: until all is done."""
    results: Results

    def work(self) -> None:
        for defect in planted.ALL[self.own :: self.parts]:
            if f"{PLANTED}{defect.says}" not in self.results.rows:
                self._plant(defect)
        scenes = list(SCENES.values())
        self.lots.shuffle(scenes)
        for number, scene in enumerate(scenes):
            pairs = list(scene.pairs())
            self.lots.shuffle(pairs)
            acts = [act for act in self._own(scene.acts) if self._is_wanted(f"{act}, by itself")]
            chosen = [pair for pair in self._own(pairs) if self._is_wanted(pair_name(*pair))]
            if acts or chosen:
                self._interleave(scene, acts, chosen, len(scenes) - number)

    def _own(self, of: Sequence[Any]) -> Sequence[Any]:
        return of[self.own :: self.parts]

    def _is_wanted(self, name: str) -> bool:
        return self.only in name and name not in self.results.rows

    def _plant(self, defect: planted.Planted) -> None:
        with interleaver(SCENES[defect.scene]) as stands:
            found = planted.is_found(defect, stands.interleave)
        print(f"{PLANTED}{defect.says}: {'found' if found else 'NOT FOUND'}", flush=True)
        self.results.add(f"{PLANTED}{defect.says}", is_found=found)

    def _interleave(
        self, scene: Scene, acts: Sequence[Act], pairs: Sequence[tuple[Act, Act]], scenes: int
    ) -> None:
        """In its part of the time, where there is an end to it."""
        now = time.monotonic()
        until = None if self.until is None else now + max(self.until - now, 0) / scenes
        with interleaver(scene) as stands:
            for act in acts:
                if until and time.monotonic() > until:
                    return
                found = stands.inject_errors(act)
                self.results.add(f"{act}, by itself", is_pair=0, points=found.points, broken=found.broken)
            for number, pair in enumerate(pairs, 1):
                if until and time.monotonic() > until:
                    return
                self._interleave_pair(stands, pair)
                if time.monotonic() > now + SAYS_EVERY:
                    now = time.monotonic()
                    print(f"{scene.name}: {number} of {len(pairs)} pairs", flush=True)
            if differing := stands.kept.differing():
                raise RuntimeError(f"{scene.name}: {differing} were not brought back")

    def _interleave_pair(self, stands: Interleaver, pair: tuple[Act, Act]) -> None:
        began = time.monotonic()
        try:
            found = stands.interleave(*pair)
            if found.broken:
                # What does not come again was no order of the two: a limit has passed on the clock meanwhile.
                found = stands.interleave(*pair)
        except Stuck as stuck:
            self.results.add(pair_name(*pair), is_pair=1, points=1, broken=[f"{pair_name(*pair)}: {stuck}"])
            raise
        took = {"seconds": round(time.monotonic() - began, 2)}
        self.results.add(pair_name(*pair), is_pair=1, points=found.points, broken=found.broken, **took)
