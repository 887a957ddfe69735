"""The course of a game in figures: after every entry of its log the fleets, the systems and the bank."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from homeworlds.actions import Catastrophe, Turn
from homeworlds.position import Position, System

EMPTY: Final = -1
"""In place of a seat: nobody is the strongest there."""


class Told(NamedTuple):
    """An entry of the log."""

    number: int
    seat: int | None
    turn: Turn
    """Empty for entries that are not turns."""
    eliminated: Sequence[int]
    position: Position
    """After it."""


class Standing(NamedTuple):
    """A system after some entry."""

    name: str
    seat: int
    """Who has the most pips there; among equals the first, and EMPTY without ships."""
    pips: int
    """Of all ships there."""
    home: int
    """Whose homeworld it is; EMPTY for others."""
    stars: tuple[str, ...]


class Stage(NamedTuple):
    """How things stood after an entry."""

    seat: int
    """Who made it; EMPTY for a draw, say."""
    pips: tuple[int, ...]
    """Of each seat's fleet."""
    systems: tuple[Standing, ...]
    bank: tuple[int, ...]
    """How many of each piece, by piece number."""


class Blow(NamedTuple):
    """A catastrophe."""

    number: int
    seat: int
    system: str
    colour: str
    """As a word of the rules."""


class Fall(NamedTuple):
    """Somebody is out."""

    number: int
    seat: int


class Course(NamedTuple):
    """Stages by the number of their entry, from 1 on."""

    names: tuple[str, ...]
    stages: tuple[Stage, ...] = ()
    blows: tuple[Blow, ...] = ()
    falls: tuple[Fall, ...] = ()

    @property
    def last(self) -> int:
        return len(self.stages)

    @property
    def highest(self) -> int:
        """The most pips that all fleets together ever had."""
        return max([sum(stage.pips) for stage in self.stages], default=0)

    def lost_by(self, number: int) -> tuple[int, ...]:
        """By how many pips each fleet was smaller after this entry than before."""
        after = self.stages[number - 1].pips
        before = self.stages[number - 2].pips if number > 1 else (0,) * len(after)
        return tuple([max(0, old - new) for old, new in zip(before, after, strict=True)])


def extended(course: Course, told: Iterable[Told]) -> Course:
    """With the entries that have followed."""
    stages, blows, falls = list(course.stages), list(course.blows), list(course.falls)
    for entry in told:
        seat = EMPTY if entry.seat is None else entry.seat
        stages.append(_stage(seat, entry.position))
        blows += [
            Blow(entry.number, seat, action.system, action.colour.word)
            for action in entry.turn
            if isinstance(action, Catastrophe)
        ]
        falls += [Fall(entry.number, out) for out in entry.eliminated]
    return course._replace(stages=tuple(stages), blows=tuple(blows), falls=tuple(falls))


def _stage(seat: int, position: Position) -> Stage:
    pips = [0] * position.players
    for system in position.systems:
        for owner, ship in system.ships():
            pips[owner] += ship.size
    standings = tuple([_standing(system) for system in position.systems])
    return Stage(seat, tuple(pips), standings, tuple(position.bank))


def _standing(system: System) -> Standing:
    strengths = [sum([ship.size for ship in fleet]) for fleet in system.fleets]
    strongest = max(strengths, default=0)
    seat = strengths.index(strongest) if strongest else EMPTY
    home = EMPTY if system.home is None else system.home
    return Standing(system.name, seat, sum(strengths), home, tuple([star.text for star in system.stars]))


class Stretch(NamedTuple):
    """A system from one entry to another, while nothing there has changed."""

    first: int
    until: int
    """The entry after which it is otherwise; after the last one there is nothing more."""
    seat: int
    pips: int


class Life(NamedTuple):
    """A system from its first turn to its last."""

    name: str
    home: int
    """Whose homeworld it began as; EMPTY for others."""
    stars: tuple[str, ...]
    """It began with."""
    stretches: tuple[Stretch, ...]
    ended: int
    """The entry by which it went; 0 while it stands."""
    destroyed: bool
    """By a catastrophe; else it was left empty."""


def lives_of(course: Course) -> tuple[Life, ...]:
    """In the order in which the systems came to be; one that goes and is discovered anew has two lives."""
    open_lives: dict[str, list[tuple[int, Standing]]] = {}
    done: list[tuple[int, Life]] = []
    blown = {(blow.number, blow.system) for blow in course.blows}
    for number, stage in enumerate(course.stages, start=1):
        standing = {each.name: each for each in stage.systems}
        for name in [name for name in open_lives if name not in standing]:
            seen = open_lives.pop(name)
            done.append((seen[0][0], _life(seen, number, number, (number, name) in blown)))
        for name, each in standing.items():
            open_lives.setdefault(name, []).append((number, each))
    done += [(seen[0][0], _life(seen, course.last, 0, False)) for seen in open_lives.values()]
    return tuple([life for _first, life in sorted(done, key=lambda pair: pair[0])])


def _life(seen: Sequence[tuple[int, Standing]], until: int, ended: int, destroyed: bool) -> Life:
    stretches: list[Stretch] = []
    for number, each in seen:
        if stretches and (stretches[-1].seat, stretches[-1].pips) == (each.seat, each.pips):
            continue
        if stretches:
            stretches[-1] = stretches[-1]._replace(until=number)
        stretches.append(Stretch(number, until, each.seat, each.pips))
    first = seen[0][1]
    return Life(first.name, first.home, first.stars, tuple(stretches), ended, destroyed)
