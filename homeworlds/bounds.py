"""How many actions some falls need at least: the proof by which win in one is exact and cheap.

The bound is admissible, it never says more than are really needed:

- A victim falls when all stars of its homeworld go or all its ships there. Both go by catastrophes, ships
  by attacks too. So for each colour of the stars (or of the ships) the pieces missing to an
  overpopulation must come to that homeworld, or each ship of that colour be captured.
- One action adds at most one piece to one system, or captures one ship: colours and victims add up.
  Catastrophes and sacrifices only take away, and which colours must go does not grow.
- A sacrifice leaves one power. Builds add colours the mover's ships there have already; trades turn
  those ships, each once; attacks reach as far as the largest of them, which they never make larger.
- A move brings a ship of the mover from elsewhere; at least two are needed from a system that is not
  connected, three when no size of star is left for the system between. Connections change only when one
  star of two is destroyed. At the victim's homeworld this needs that colour overpopulated first, by pieces
  that die of it. Elsewhere a piece that must come first dies there too: one more move.
- A mover without a ship at home must bring one there, by a move that serves nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

from homeworlds.encoding import COLOUR, FLEET_BITS, FLEET_MASK, SIZE, Coder
from homeworlds.pieces import Colour
from homeworlds.position import OVERPOPULATION, Position
from homeworlds.rules import RuleSet
from homeworlds.search import ANY, Node

NEVER: Final = 99
MOST_ACTIONS: Final = 3
"""Of one sacrifice."""

_ALL_SIZES: Final = 0b1110

Arrivals: TypeAlias = Callable[["Home"], int]
"""The least moves by which a homeworld can fall."""


class Home(NamedTuple):
    """A victim's homeworld."""

    number: int
    missing: tuple[int, ...]
    """Pieces of each colour that an overpopulation needs."""
    star_colours: tuple[int, ...]
    ships: tuple[tuple[int, int, bool], ...]
    """For each colour of the victim's ships: (colour, how many, attacks reach all of them)."""
    own: tuple[int, ...]
    """The mover's ships there of each colour."""
    sizes: tuple[tuple[int, int], ...]
    """(-1, star sizes), and for each star that can go alone (its colour, size of the other)."""


class Origin(NamedTuple):
    """A system from which ships of the mover may come."""

    own: tuple[int, ...]
    sizes: tuple[int, ...]
    """The sets of star sizes it has or can have by a catastrophe that is there to be triggered."""
    more_sizes: tuple[int, ...]
    """Those too that it could have after more pieces have come."""


class Bound:
    """The actions one seat needs for the fall of everyone of some others, or of any one of them."""

    def __init__(
        self, rules: RuleSet, coder: Coder, victims: Sequence[int], *, everyone: bool, surviving: bool
    ) -> None:
        self._coder = coder
        self._victims = victims
        self._everyone = everyone
        self._own_bit = 1 << coder.seat if surviving else 0
        self._stars_last = rules.catastrophe_ends_actions
        self._fixed: dict[tuple[int, int], int] = {}
        self._homes: dict[int, Home] = {}
        self._origins: dict[int, Origin] = {}

    def reached(self, fallen: int) -> bool:
        """Whether the goal is reached when these seats fall."""
        if fallen & self._own_bit:
            return False
        hits = [fallen >> victim & 1 for victim in self._victims]
        return all(hits) if self._everyone else any(hits)

    def rules_out(self, position: Position) -> bool:
        """True only when no turn of the seat can reach the goal: a first look that needs little."""
        coder = self._coder
        homes = {s.home: coder.encode(s) for s in position.systems if s.home in self._victims}
        if any(victim not in homes for victim in self._victims) and (self._everyone or not homes):
            return True
        actions = 1 + dict(position.timewarp).get(coder.seat, 0)
        numbers = [homes.get(victim, -1) for victim in self._victims]
        if actions > 1:
            return self._sum(numbers, ANY, None) >= actions + MOST_ACTIONS
        own, most = [0, 0, 0, 0], [1, 1, 1, 1]
        for system in position.systems:
            for ship in system.fleets[coder.seat]:
                own[ship.colour] += 1
                most[ship.colour] = max(most[ship.colour], ship.size)

        def arrivals(home: Home) -> int:
            elsewhere = [all_own - there for all_own, there in zip(own, home.own, strict=True)]
            return _least_arrivals(home, elsewhere)

        return all(
            self._sum(numbers, power, arrivals if power == Colour.YELLOW else None) > most[power]
            for power in range(4)
        )

    def colours_left(self, node: Node) -> int:
        """How many colours must still go: which of two half-made turns is the more promising."""
        homes = [self._home(n) for n in node.systems if (n >> self._coder.home_shift) - 1 in self._victims]
        return sum([min(len(home.star_colours), len(home.ships)) for home in homes])

    def needed(self, node: Node) -> int:
        """At least so many actions; NEVER when there are not so many left."""
        rescue = 0
        if node.fallen & self._own_bit:
            if self._home_number(node, self._coder.seat) < 0:
                return NEVER
            rescue = 1
        power, left = node.power, node.left
        if power == ANY and left == 1:
            return min(
                [self._within(node, colour, most, rescue) for colour, most in enumerate(self._most(node))]
            )
        if power == ANY and left:
            left += MOST_ACTIONS - 1
        return self._within(node, power, left, rescue)

    def _within(self, node: Node, power: int, left: int, rescue: int) -> int:
        if rescue and power not in (ANY, Colour.YELLOW):
            return NEVER
        numbers = [
            0 if node.fallen >> victim & 1 else self._home_number(node, victim) for victim in self._victims
        ]
        arrivals = (lambda home: self._arrivals(node, home, left)) if power == Colour.YELLOW else None
        needed = self._sum(numbers, power, arrivals) + rescue
        return needed if needed <= left else NEVER

    def _home_number(self, node: Node, seat: int) -> int:
        """-1 when there is no such homeworld."""
        shift, label = self._coder.home_shift, seat + 1
        for number in node.systems:
            if number >> shift == label:
                return number
        return -1

    def _most(self, node: Node) -> list[int]:
        """The most actions of each power: by sacrificing the largest ship of the colour, or a basic one."""
        most = [1, 1, 1, 1]
        for number in node.systems:
            for ship in self._coder.facts(number).own:
                if SIZE[ship] > most[COLOUR[ship]]:
                    most[COLOUR[ship]] = SIZE[ship]
        return most

    def _sum(self, numbers: Iterable[int], power: int, arrivals: Arrivals | None) -> int:
        """Of all victims, or the least; 0 stands for one that has fallen, -1 for one that cannot."""
        needs = [
            (NEVER if number else 0) if number <= 0 else self._fall(number, power, arrivals)
            for number in numbers
        ]
        return min(NEVER, sum(needs) if self._everyone else min(needs))

    def _fall(self, number: int, power: int, arrivals: Arrivals | None) -> int:
        if arrivals is not None:
            return arrivals(self._home(number))
        needed = self._fixed.get((number, power))
        if needed is None:
            needed = self._fixed[number, power] = _actions(self._home(number), power)
        return needed

    def _home(self, number: int) -> Home:
        home = self._homes.get(number)
        if home is None:
            home = self._homes[number] = self._work_out_home(number)
        return home

    def _work_out_home(self, number: int) -> Home:
        coder = self._coder
        victim = (number >> coder.home_shift) - 1
        stars = coder.stars(number)
        sizes = [(-1, sum({1 << SIZE[star] for star in stars}))]
        if len({COLOUR[star] for star in stars}) == 2 and not self._stars_last:
            sizes += [(COLOUR[stars[0]], 1 << SIZE[stars[1]]), (COLOUR[stars[1]], 1 << SIZE[stars[0]])]
        reach = {kind for owner, kind in coder.facts(number).enemies if owner == victim}
        ships: dict[int, list[int]] = {}
        for kind in range(12):
            count = number >> (FLEET_BITS * victim + 4 * kind) & 15
            ships.setdefault(COLOUR[kind], []).extend([kind] * count)
        return Home(
            number,
            tuple([max(0, OVERPOPULATION - coder.count(number, stars, c)) for c in range(4)]),
            tuple({COLOUR[star] for star in stars}),
            tuple([(c, len(kinds), reach.issuperset(kinds)) for c, kinds in ships.items() if kinds]),
            self._own(number),
            tuple(sizes),
        )

    def _own(self, number: int) -> tuple[int, ...]:
        fleet = number >> self._coder.own_shift & FLEET_MASK
        return tuple([sum([fleet >> (12 * c + 4 * s) & 15 for s in range(3)]) for c in range(4)])

    # Moves

    def _arrivals(self, node: Node, home: Home, left: int) -> int:
        origins = [
            self._origin(number)
            for number in node.systems
            if number != home.number and self._coder.facts(number).own
        ]
        elsewhere = [sum([origin.own[colour] for origin in origins]) for colour in range(4)]
        least = _least_arrivals(home, elsewhere)
        if not least or least > left:
            return least
        # Two victims may profit of the same star destroyed.
        opening = 0 if self._everyone and len(self._victims) > 1 else 1
        needed = self._ways(home, [(origin.own, origin.sizes) for origin in origins])
        if needed > least + opening and any(origin.more_sizes != origin.sizes for origin in origins):
            more = self._ways(home, [(origin.own, origin.more_sizes) for origin in origins])
            needed = min(needed, opening + more)
        return needed

    def _ways(self, home: Home, origins: Sequence[tuple[tuple[int, ...], tuple[int, ...]]]) -> int:
        """The least moves, with all stars of the homeworld or with one of them destroyed on the way."""
        moves: list[tuple[int, ...]] = []
        for _gone, sizes in home.sizes:
            distances: list[list[int]] = [[], [], [], []]
            for own, possible in origins:
                distance = min([_distance(there, sizes) for there in possible])
                for colour in range(4):
                    distances[colour] += [distance] * own[colour]
            moves.append(tuple([_moves(*both) for both in zip(home.missing, distances, strict=True)]))
        needed = NEVER
        for (gone, _sizes), costs in zip(home.sizes, moves, strict=True):
            first = 0 if gone < 0 else moves[0][gone]
            for colours in (home.star_colours, [ship[0] for ship in home.ships]):
                needed = min(needed, first + sum([costs[colour] for colour in colours if colour != gone]))
        return needed

    def _origin(self, number: int) -> Origin:
        origin = self._origins.get(number)
        if origin is None:
            sizes: tuple[int, ...] = (self._coder.facts(number).sizes,)
            more = sizes
            stars = self._coder.stars(number)
            if len(stars) == 2 and not self._stars_last:
                for gone, stays in (stars, stars[::-1]):
                    missing = OVERPOPULATION - self._coder.count(number, stars, COLOUR[gone])
                    if missing <= 0:
                        sizes += (1 << SIZE[stays],)
                    if missing < MOST_ACTIONS:
                        more += (1 << SIZE[stays],)
            origin = self._origins[number] = Origin(self._own(number), sizes, more)
        return origin


def _distance(sizes: int, others: int) -> int:
    """The least moves between systems with these star sizes."""
    if not sizes & others:
        return 1
    return 2 if sizes | others != _ALL_SIZES else 3


def _moves(missing: int, distances: list[int]) -> int:
    """The least moves that bring so many of the ships that are so far off."""
    return sum(sorted(distances)[:missing]) if missing <= len(distances) else NEVER


def _least_arrivals(home: Home, elsewhere: Sequence[int]) -> int:
    """As if every ship that is elsewhere were one move away."""
    costs = [NEVER if m > there else m for m, there in zip(home.missing, elsewhere, strict=True)]
    return min(sum([costs[c] for c in home.star_colours]), sum([costs[ship[0]] for ship in home.ships]))


def _actions(home: Home, power: int) -> int:
    """The least actions, of any power or of one that moves nothing."""
    adding = [_adding(home, colour, power) for colour in range(4)]
    captures = power in (ANY, Colour.RED)
    ships = 0
    for colour, count, within_reach in home.ships:
        capturing = count if captures and (within_reach or power == ANY) else NEVER
        ships += min(adding[colour], capturing)
    return min(sum([adding[colour] for colour in home.star_colours]), ships)


def _adding(home: Home, colour: int, power: int) -> int:
    """The least actions that bring a colour to an overpopulation."""
    missing = home.missing[colour]
    if not missing or power == ANY:
        return missing
    if power == Colour.GREEN:
        return missing if home.own[colour] else NEVER
    if power == Colour.BLUE:
        return missing if sum(home.own) - home.own[colour] >= missing else NEVER
    return NEVER
