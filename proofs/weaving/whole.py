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
from proofs.weaving.hands import Hand, Stuck, draws_alike
from proofs.weaving.judging import Loom
from proofs.weaving.register import SCENES, Act, Scene
from proofs.weaving.results import PLANTED, Results

SAYS_EVERY: Final = 60.0


def quiet(patch: Any = setattr) -> None:
    """Nobody works in the background, and lots are the same each time."""
    import upkeep.queue

    patch(upkeep.queue, "enqueue_after", lambda *_call: None)
    patch(upkeep.queue, "enqueue", lambda *_call: None)
    draws_alike(patch)


@contextmanager
def loom(scene: Scene) -> Iterator[Loom]:
    """The scene on an empty database."""
    call_command("flush", interactive=False, verbosity=0)
    hands = (Hand("the first"), Hand("the second"))
    made = Loom(scene, hands)
    try:
        yield made
    finally:
        for hand in hands:
            hand.leave()
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
                self._weave(scene, acts, chosen, len(scenes) - number)

    def _own(self, of: Sequence[Any]) -> Sequence[Any]:
        return of[self.own :: self.parts]

    def _is_wanted(self, name: str) -> bool:
        return self.only in name and name not in self.results.rows

    def _plant(self, defect: planted.Planted) -> None:
        with loom(SCENES[defect.scene]) as stands:
            found = planted.is_found(defect, stands.weave)
        print(f"{PLANTED}{defect.says}: {'found' if found else 'NOT FOUND'}", flush=True)
        self.results.add(f"{PLANTED}{defect.says}", is_found=found)

    def _weave(
        self, scene: Scene, acts: Sequence[Act], pairs: Sequence[tuple[Act, Act]], scenes: int
    ) -> None:
        """In its part of the time, where there is an end to it."""
        now = time.monotonic()
        until = None if self.until is None else now + max(self.until - now, 0) / scenes
        with loom(scene) as stands:
            for act in acts:
                if until and time.monotonic() > until:
                    return
                found = stands.shake(act)
                self.results.add(f"{act}, by itself", is_pair=0, points=found.points, broken=found.broken)
            for number, pair in enumerate(pairs, 1):
                if until and time.monotonic() > until:
                    return
                self._weave_pair(stands, pair)
                if time.monotonic() > now + SAYS_EVERY:
                    now = time.monotonic()
                    print(f"{scene.name}: {number} of {len(pairs)} pairs", flush=True)
            if differing := stands.kept.differing():
                raise RuntimeError(f"{scene.name}: {differing} were not brought back")

    def _weave_pair(self, stands: Loom, pair: tuple[Act, Act]) -> None:
        began = time.monotonic()
        try:
            found = stands.weave(*pair)
            if found.broken:
                # What does not come again was no order of the two: a limit has passed on the clock meanwhile.
                found = stands.weave(*pair)
        except Stuck as stuck:
            self.results.add(pair_name(*pair), is_pair=1, points=1, broken=[f"{pair_name(*pair)}: {stuck}"])
            raise
        took = {"seconds": round(time.monotonic() - began, 2)}
        self.results.add(pair_name(*pair), is_pair=1, points=found.points, broken=found.broken, **took)
