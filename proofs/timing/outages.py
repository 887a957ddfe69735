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

NOTHING: Final = timedelta(0)
MINUTE: Final = timedelta(minutes=1)
HOUR: Final = timedelta(hours=1)
LENGTHS: Final = {"a day": timedelta(days=1), "an hour": HOUR, "a minute": MINUTE}
MONTH: Final = timedelta(days=30)
JUMPS: Final = {"30 days ahead": MONTH, "30 days back": -MONTH, "an hour ahead": HOUR}
EXACT: Final = timedelta(seconds=2)
IN_A_WEEKEND: Final = 2 * MINUTE
"""What is waited before and after counts for nothing where the outage ends on one."""
Say = Callable[[str], object]


class Found(NamedTuple):
    charged: list[str]
    twice: list[str]


class Jumped(NamedTuple):
    moved: list[str]
    told: timedelta
    """After so long; a month where it never was."""


def kinds() -> int:
    """How many columns an outage moves. Raises LookupError: one cannot be seen."""
    from proofs.timing.scene import columns_seen
    from upkeep.timekeeping.moments import moving

    columns = {f"{model._meta.label}.{column}" for model, column in moving()}
    if missing := columns - columns_seen():
        raise LookupError(f"proofs/timing/scene.py makes no {', '.join(sorted(missing))}")
    return len(columns)


@contextmanager
def undone() -> Iterator[None]:
    """Whatever is written inside."""
    from django.db import transaction

    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@contextmanager
def scene_set() -> Iterator[Scene]:
    from proofs.timing.scene import Scene, World

    world = World()
    with world.time_is_shown(), undone():
        yield Scene(world)


@contextmanager
def tried(scene: Scene, act: str) -> Iterator[None]:
    """What is done inside is undone, and time is again what it was. For a take-back there is a turn."""
    from proofs.timing.scene import turns
    from upkeep.timekeeping import beats

    passed, own = scene.world.passed, beats._own
    with undone():
        if act == "a take-back":
            turns(scene)
        yield
    scene.world.passed, scene.world.set_by, beats._own = passed, NOTHING, own


def _go_on(scene: Scene, sweeps: int, beats: int = 1) -> None:
    from proofs.timing.scene import BEAT

    for _ in range(sweeps):
        scene.world.passed += beats * BEAT
        scene.sweep()


def after(scene: Scene, act: str, away: timedelta, *, first: bool) -> State:
    """What is left of everything once the site was away for so long, and then `act` was done: before the
    `first` sweep or after it."""
    from proofs.timing.scene import ACTS

    with tried(scene, act):
        _go_on(scene, 3, 4)
        scene.world.passed += away
        for does in (ACTS[act], type(scene).sweep) if first else (type(scene).sweep, ACTS[act]):
            does(scene)
        _go_on(scene, 3, 4)
        return scene.state()


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
        paid = NOTHING if away > 5 * MINUTE or name.startswith("live") else away
        if other < one - paid - EXACT:
            found.charged.append(f"{what}: {one - other} of {name}")
        elif other > one + (IN_A_WEEKEND if "weekends" in name else EXACT):
            found.twice.append(f"{what}: {other - one} more of {name}")
    return found


def outages(scene: Scene, lengths: Sequence[str], acts: Sequence[str], say: Say) -> Found:
    total = Found([], [])
    for act in acts:
        was = after(scene, act, NOTHING, first=False)
        for length, first in [(length, first) for length in lengths for first in (True, False)]:
            what = f"{length} away, {act} {'before' if first else 'after'} the first sweep"
            found = compared(was, after(scene, act, LENGTHS[length], first=first), LENGTHS[length], what)
            say(f"{what}: {len(found.charged)} charged, {len(found.twice)} moved twice")
            for words in (*found.charged, *found.twice):
                say(f"  {words}")
            total.charged.extend(found.charged)
            total.twice.extend(found.twice)
    return total


def jump(scene: Scene, by: timedelta, act: str, *, within: bool = False) -> Jumped:
    """The clock jumps, something is done at once, the site goes on for two minutes, and it comes back.
    `within`: it jumps in the midst of a sweep."""
    from proofs.timing.scene import ACTS
    from upkeep.watching.standing import of_time

    world, told = scene.world, MONTH
    with tried(scene, act):
        if within:
            scene.sweep_all(jumps_to=NOTHING)
        ACTS[act](scene)
        _go_on(scene, 12)
        was = scene.state()
    with tried(scene, act):
        if within:
            scene.sweep_all(jumps_to=by)
        world.set_by = by
        ACTS[act](scene)
        scene.work()
        began = world.passed
        for _ in range(6):
            _go_on(scene, 1)
            if told == MONTH and of_time() is not None:
                told = world.passed - began
        world.set_by = NOTHING
        scene.work()
        _go_on(scene, 6)
        found = compared(was, scene.state(), MONTH, "")
    return Jumped([*found.charged, *found.twice], told)


def jumps(scene: Scene, acts: Sequence[str], say: Say) -> Jumped:
    moved, longest = list[str](), NOTHING
    for name, by in JUMPS.items():
        for act in acts:
            found = jump(scene, by, act)
            told = f"told in {found.told.total_seconds():.0f} s"
            say("\n  ".join([f"{name} and back, {act}: {len(found.moved)} moved, {told}", *found.moved]))
            moved, longest = moved + found.moved, max(longest, found.told)
    return Jumped(moved, longest)


def planted() -> dict[str, Any]:
    """What makes each defect; each must be found."""
    from games.services import turns as service
    from tournaments.models import Round
    from upkeep import clock
    from upkeep.timekeeping import beats, moments

    def charges(read: Any, **_more: Any) -> Any:
        return read.clock - (read.heart.ahead if read.heart else NOTHING)

    forgotten = {key: move for key, move in moments._moving.items() if key != (Round, "ends_at")}
    once = moments.move_all
    return {
        "whoever comes before the first sweep pays": patch.object(clock, "believed", charges),
        "the ends of rounds are forgotten": patch.object(moments, "_moving", forgotten),
        "everything moves twice": patch.object(beats, "move_all", lambda span: once(span) + once(span)),
        "a turn taken back pays for the outage": patch.object(service, "outages_of", lambda *_what: []),
        "a short outage counts for live games": patch.object(beats, "LIVE_GAP", 5 * MINUTE),
        "a jump is believed": patch.object(beats, "_jumped", lambda *_what: NOTHING),
    }


def is_found(scene: Scene, name: str, defect: Any) -> bool:
    with defect:
        if name == "a jump is believed":
            return bool(jumps(scene, ["nothing"], str).moved)
        acts = ["nothing", "a turn", "a take-back"]
        return any(map(bool, outages(scene, ["an hour", "a minute"], acts, str)))


def main() -> int:
    given = options("outages", __doc__, seed=(1, "of the order in which things are tried")).parse_args()
    dice = random.Random(given.seed)
    with own_database(), scene_set() as scene:
        from proofs.timing.scene import ACTS

        acts, lengths = (dice.sample(list(all_), len(all_)) for all_ in (ACTS, LENGTHS))
        number = kinds()
        found = {name: is_found(scene, name, defect) for name, defect in planted().items()}
        for name, seen in found.items():
            print(f"planted: {name}: {'found' if seen else 'NOT FOUND'}")
        total, jumped = outages(scene, lengths, acts, print), jumps(scene, acts, print)
    charged, twice = map(len, total)
    print(f"planted defects found {sum(found.values())} of {len(found)}")
    print(f"outages: {number} kinds of deadline, {charged} charged, {twice} moved twice")
    print(f"jumps: {len(jumped.moved)} clocks moved, told in {jumped.told.total_seconds():.0f} s")
    return 0 if all(found.values()) and not charged + twice + len(jumped.moved) and jumped.told < MONTH else 1
