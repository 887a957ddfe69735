"""Nobody pays for the time in which the site was away, and no clock that jumps moves anything.

One of every deadline of the table of moments stands on a PostgreSQL of its own, with ten minutes left. The
site is away for a day, an hour, a minute; people, staff and workers come before its first sweep, or after;
then all must be left of everything as if it had not been away. So for clocks that jump for a month and come
back."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from unittest.mock import patch

from proofs.kit.options import options
from proofs.kit.site import own_database

if TYPE_CHECKING:
    from proofs.timing.scene import Scene, State

SECOND: Final = timedelta(seconds=1)
MINUTE: Final = timedelta(minutes=1)
LENGTHS: Final = {"a day": timedelta(days=1), "an hour": timedelta(hours=1), "a minute": MINUTE}
MONTH: Final = timedelta(days=30)
JUMPS: Final = {"30 days ahead": MONTH, "30 days back": -MONTH, "an hour ahead": timedelta(hours=1)}
EXACT: Final = 2 * SECOND
IN_A_WEEKEND: Final = 2 * MINUTE
"""What is waited before and after counts for nothing where the outage ends on one."""


class Found(NamedTuple):
    charged: list[str]
    twice: list[str]


def kinds() -> int:
    """How many columns an outage moves. Raises LookupError: one cannot be seen."""
    from proofs.timing.scene import columns_seen
    from upkeep.timekeeping.moments import moving

    columns = {f"{model._meta.label}.{column}" for model, column in moving()}
    if missing := columns - columns_seen():
        raise LookupError(f"proofs/timing/scene.py makes no {', '.join(sorted(missing))}")
    return len(columns)


@contextmanager
def tried(scene: Scene, act: str) -> Iterator[None]:
    """What is done inside is undone, and time is again what it was. For a take-back there is a turn."""
    from django.db import transaction

    from proofs.timing.scene import turns
    from upkeep.timekeeping import beats

    passed, own = scene.world.passed, beats._own
    with transaction.atomic():
        if act == "a take-back":
            turns(scene)
        yield
        transaction.set_rollback(True)
    scene.world.passed, scene.world.set_by, beats._own = passed, timedelta(0), own


def after(scene: Scene, act: str, away: timedelta, *, first: bool) -> State:
    """What is left of everything once the site was away for so long, and then `act` was done: before the
    `first` sweep or after it."""
    from proofs.timing.scene import ACTS, BEAT

    with tried(scene, act):
        _go_on(scene, 3, BEAT * 4)
        scene.world.passed += away
        if not first:
            scene.sweep()
        ACTS[act](scene)
        if first:
            scene.sweep()
        _go_on(scene, 3, BEAT * 4)
        return scene.state()


def _go_on(scene: Scene, sweeps: int, beat: timedelta) -> None:
    for _ in range(sweeps):
        scene.world.passed += beat
        scene.sweep()


def compared(was: State, now: State, away: timedelta, what: str) -> Found:
    """Of what is not live a minute is paid, which is too short to be noticed."""
    found = Found([], [])
    for name in was.keys() | now.keys():
        one, other = was.get(name), now.get(name)
        if "a longer round" in what and name.endswith("look_at"):
            continue  # when people are reminded is reckoned anew, from the whole length of the round
        if not isinstance(one, timedelta) or not isinstance(other, timedelta):
            if one != other:
                found.charged.append(f"{what}: {name} is {other} and not {one}")
            continue
        paid = timedelta(0) if away > 5 * MINUTE or name.startswith("live") else away
        if other < one - paid - EXACT:
            found.charged.append(f"{what}: {one - other} of {name}")
        elif other > one + (IN_A_WEEKEND if "weekends" in name else EXACT):
            found.twice.append(f"{what}: {other - one} more of {name}")
    return found


def outages(scene: Scene, lengths: Sequence[str], acts: Sequence[str], say: Callable[[str], object]) -> Found:
    total = Found([], [])
    for act in acts:
        was = after(scene, act, timedelta(0), first=False)
        for length in lengths:
            for first in (True, False):
                what = f"{length} away, {act} {'before' if first else 'after'} the first sweep"
                found = compared(was, after(scene, act, LENGTHS[length], first=first), LENGTHS[length], what)
                say(f"{what}: {len(found.charged)} charged, {len(found.twice)} moved twice")
                for words in (*found.charged, *found.twice):
                    say(f"  {words}")
                total.charged.extend(found.charged)
                total.twice.extend(found.twice)
    return total


class Jumped(NamedTuple):
    moved: list[str]
    told: timedelta
    """After so long; a month where it never was."""


def jump(scene: Scene, by: timedelta, act: str) -> Jumped:
    """The clock jumps, something is done at once, the site goes on for two minutes, and it comes back."""
    from proofs.timing.scene import ACTS, BEAT
    from upkeep.watching.standing import of_time

    world, told = scene.world, MONTH
    with tried(scene, act):
        ACTS[act](scene)
        _go_on(scene, 12, BEAT)
        was = scene.state()
    with tried(scene, act):
        world.set_by = by
        ACTS[act](scene)
        scene.work()
        began = world.passed
        for _ in range(6):
            _go_on(scene, 1, BEAT)
            if told == MONTH and of_time() is not None:
                told = world.passed - began
        world.set_by = timedelta(0)
        scene.work()
        _go_on(scene, 6, BEAT)
        now = scene.state()
    found = compared(was, now, MONTH, "")
    return Jumped([*found.charged, *found.twice], told)


def jumps(scene: Scene, acts: Sequence[str], say: Callable[[str], object]) -> Jumped:
    total = Jumped([], timedelta(0))
    for name, by in JUMPS.items():
        for act in acts:
            found = jump(scene, by, act)
            told = f"told in {found.told.total_seconds():.0f} s"
            say(f"{name} and back, {act}: {len(found.moved)} moved, {told}")
            for words in found.moved:
                say(f"  {words}")
            total = Jumped([*total.moved, *found.moved], max(total.told, found.told))
    return total


# --- Planted defects


def planted() -> dict[str, Any]:
    """What makes each defect, and what must find it."""
    from games.services import turns as service
    from tournaments.models import Round
    from upkeep import clock
    from upkeep.timekeeping import beats, moments

    def charges(read: Any, **_more: Any) -> Any:
        return read.clock - (read.heart.ahead if read.heart else timedelta(0))

    forgotten = {key: move for key, move in moments._moving.items() if key != (Round, "ends_at")}
    once = moments.move_all
    return {
        "whoever comes before the first sweep pays": patch.object(clock, "believed", charges),
        "the ends of rounds are forgotten": patch.object(moments, "_moving", forgotten),
        "everything moves twice": patch.object(beats, "move_all", lambda span: once(span) + once(span)),
        "a turn taken back pays for the outage": patch.object(service, "outages_of", lambda *_what: []),
        "a short outage counts for live games": patch.object(beats, "LIVE_GAP", 5 * MINUTE),
        "a jump is believed": patch.object(beats, "_jumped", lambda *_what: timedelta(0)),
    }


def found_defects(scene: Scene, say: Callable[[str], object]) -> tuple[int, int]:
    """How many are found, and of how many."""
    found = 0
    tries = planted()
    for name, defect in tries.items():
        said: list[str] = []
        with defect:
            if name == "a jump is believed":
                wrong = bool(jumps(scene, ["nothing"], said.append).moved)
            else:
                total = outages(
                    scene, ["an hour", "a minute"], ["nothing", "a turn", "a take-back"], said.append
                )
                wrong = bool(total.charged or total.twice)
        say(f"planted: {name}: {'found' if wrong else 'NOT FOUND'}")
        found += wrong
    return found, len(tries)


@contextmanager
def scene_set() -> Iterator[Scene]:
    """Made in a transaction that is undone."""
    from django.db import transaction

    from proofs.timing.scene import Scene, World

    world = World()
    with world.time_is_shown(), transaction.atomic():
        yield Scene(world)
        transaction.set_rollback(True)


def main() -> int:
    given = options("outages", __doc__, seed=(1, "of the order in which things are tried")).parse_args()
    dice = random.Random(given.seed)
    with own_database():
        from proofs.timing.scene import ACTS

        acts = dice.sample(list(ACTS), len(ACTS))
        lengths = dice.sample(list(LENGTHS), len(LENGTHS))
        with scene_set() as scene:
            number = kinds()
            defects = found_defects(scene, print)
            total = outages(scene, lengths, acts, print)
            jumped = jumps(scene, acts, print)
    print(f"planted defects found {defects[0]} of {defects[1]}")
    print(
        f"outages: {number} kinds of deadline, {len(total.charged)} charged, {len(total.twice)} moved twice"
    )
    print(f"jumps: {len(jumped.moved)} clocks moved, told in {jumped.told.total_seconds():.0f} s")
    good = defects[0] == defects[1] and not total.charged and not total.twice and not jumped.moved
    return 0 if good and jumped.told < MONTH else 1
