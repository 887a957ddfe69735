"""Win in one: can a seat eliminate another, or win at all, with one turn, and by which.

Exact both ways. A lower bound of the actions that are still needed, which never says too much, proves
most positions safe at once and keeps the search of the others to what can still succeed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from homeworlds.actions import Turn
from homeworlds.encoding import COLOUR, FLEET_BITS, FLEET_MASK, SIZE
from homeworlds.outcome import Alignment, Alignments
from homeworlds.pieces import Colour
from homeworlds.position import OVERPOPULATION, Position, sinister_target
from homeworlds.rules import RuleSet, Variant
from homeworlds.search import ANY, Node, Search
from homeworlds.state import GameState, play

_NEVER: Final = 99
_MOST_ACTIONS: Final = 3


def eliminating_turn(rules: RuleSet, position: Position, seat: int, victim: int) -> Turn | None:
    """A turn by which a seat would eliminate another and survive, if it were to move; None when there
    is none. Both must be living; a seat that has not set up neither threatens nor falls."""
    if position.homeworld(seat) is None or position.homeworld(victim) is None:
        return None
    search = Search(rules, position, seat)
    goal = _Goal(search, [victim], everyone=True)
    for node in goal.ends():
        return search.turn(node).end().turn
    return None


def winning_turn(state: GameState, alignments: Alignments | None = None) -> Turn | None:
    """A turn by which the seat to move wins at once; None when there is none.

    Raises ValueError: Good vs Evil without alignments.
    """
    position, mover = state.position, state.position.mover
    if position.homeworld(mover) is None:
        return None
    victims, everyone = _victims(state, alignments)
    if any(position.homeworld(victim) is None for victim in victims) and everyone:
        return None
    search = Search(state.rules, position)
    for node in _Goal(search, victims, everyone=everyone).ends():
        played = play(state, search.turn(node), alignments)
        outcome = played.state.outcome
        if outcome is not None and not outcome.draw and mover in outcome.winners:
            return played.turn
    return None


def _victims(state: GameState, alignments: Alignments | None) -> tuple[list[int], bool]:
    """Who must fall for a win of the mover: everyone of these, or any one of them."""
    position, mover = state.position, state.position.mover
    others = [seat for seat in position.living if seat != mover]
    match state.rules.variant:
        case Variant.SINISTER:
            target = sinister_target(position, mover)
            return ([] if target is None else [target]), True
        case Variant.GOOD_VS_EVIL:
            if alignments is None:
                raise ValueError("Good vs Evil cannot be judged without the alignments")
            evil = [s for s in others if s in state.fallen or alignments[s] is Alignment.EVIL]
            if mover in state.fallen or alignments[mover] is Alignment.EVIL:
                return [seat for seat in others if position.homeworld(seat) is not None], False
            return evil, True
    return others, True


class _Goal:
    """Some seats shall fall, everyone or any one of them, and the mover survive."""

    def __init__(self, search: Search, victims: Iterable[int], *, everyone: bool) -> None:
        self.search = search
        self.coder = search.coder
        self.victims = tuple(victims)
        self.everyone = everyone
        self._bounds: dict[tuple[int, int], int] = {}
        self._own_bit = 1 << search.seat

    def ends(self) -> Iterable[Node]:
        if not self.victims or not self.promising(self.search.start):
            return
        for node in self.search.ends(self.promising):
            if not node.fallen & self._own_bit and self._reached(node.fallen):
                yield node

    def _reached(self, fallen: int) -> bool:
        hit = [bool(fallen >> victim & 1) for victim in self.victims]
        return all(hit) if self.everyone else any(hit)

    def promising(self, node: Node) -> bool:
        """False only when the goal cannot be reached from here any more."""
        if node.power != ANY:
            return self._needed(node, node.power, node.left) <= node.left
        if self._needed(node, ANY, node.left) <= node.left:
            return True
        if not node.left:
            return False
        if node.left > 1:
            return self._needed(node, ANY, node.left + _MOST_ACTIONS) < node.left + _MOST_ACTIONS
        return any(self._needed(node, colour, size) <= size for colour, size in self._sacrifices(node))

    def _sacrifices(self, node: Node) -> set[tuple[int, int]]:
        """(colour, size) of the ships that could be sacrificed, the largest of each colour."""
        sizes: dict[int, int] = {}
        for number in node.systems:
            for ship in self.coder.facts(number).own:
                sizes[COLOUR[ship]] = max(SIZE[ship], sizes.get(COLOUR[ship], 0))
        return set(sizes.items())

    def _needed(self, node: Node, power: int, left: int) -> int:
        """A lower bound of the actions of this power that reach the goal."""
        needs = [self._needed_for(node, victim, power, left) for victim in self.victims]
        return sum(needs) if self.everyone else min(needs)

    def _needed_for(self, node: Node, victim: int, power: int, left: int) -> int:
        if node.fallen >> victim & 1:
            return 0
        for number in node.systems:
            if self.coder.facts(number).home == victim:
                break
        else:
            return 0
        if power == Colour.YELLOW:
            return _Home(self, number, victim).bound(power, self._arrivals(node, number, left))
        bound = self._bounds.get((number, power))
        if bound is None:
            bound = _Home(self, number, victim).bound(power, None)
            self._bounds[number, power] = bound
        return bound

    def _arrivals(self, node: Node, home: int, left: int) -> list[list[int]]:
        """For each colour, the least moves each own ship elsewhere needs to come to a homeworld."""
        arrivals: list[list[int]] = [[], [], [], []]
        open_sizes = self._possible_sizes(home, left)
        for number in node.systems:
            facts = self.coder.facts(number)
            if not facts.own or number == home:
                continue
            near = any(
                not (there & here) for there in open_sizes for here in self._possible_sizes(number, left)
            )
            fleet = number >> self.coder.own_shift & FLEET_MASK
            for ship in facts.own:
                arrivals[COLOUR[ship]] += [1 if near else 2] * (fleet >> (4 * ship) & 15)
        for colour in arrivals:
            colour.sort()
        return arrivals

    def _possible_sizes(self, number: int, left: int) -> list[int]:
        """The masks of star sizes a system could have in this turn, should stars be destroyed."""
        masks = [self.coder.facts(number).sizes]
        stars = self.coder.stars(number)
        if len(stars) == 2:
            for gone, stays in (stars, stars[::-1]):
                if self.coder.count(number, stars, COLOUR[gone]) + left >= OVERPOPULATION:
                    masks.append(1 << SIZE[stays])
        return masks


class _Home:
    """A victim's homeworld: how many pieces of each colour are missing to a catastrophe."""

    def __init__(self, goal: _Goal, number: int, victim: int) -> None:
        coder = goal.coder
        stars = coder.stars(number)
        self.star_colours = {COLOUR[star] for star in stars}
        self.missing = [max(0, OVERPOPULATION - coder.count(number, stars, c)) for c in range(4)]
        fleet = number >> (FLEET_BITS * victim) & FLEET_MASK
        self.defenders = [index for index in range(12) for _ in range(fleet >> (4 * index) & 15)]
        self.facts = coder.facts(number)
        self.attackable = {kind for owner, kind in self.facts.enemies if owner == victim}
        own = number >> coder.own_shift & FLEET_MASK
        self.own = [index for index in range(12) for _ in range(own >> (4 * index) & 15)]

    def bound(self, power: int, arrivals: list[list[int]] | None) -> int:
        """The least actions of a power after which all stars, or all ships of the victim, can go.

        Each action adds at most one piece of one colour, or captures one ship.
        """
        adding = [self._adding(colour, power, arrivals) for colour in range(4)]
        stars = sum([adding[colour] for colour in self.star_colours])
        ships = sum(
            [
                min(adding[colour], self._capturing(colour, power))
                for colour in {COLOUR[ship] for ship in self.defenders}
            ]
        )
        return min(stars, ships, _NEVER)

    def _adding(self, colour: int, power: int, arrivals: list[list[int]] | None) -> int:
        """Actions that bring a colour to an overpopulation."""
        missing = self.missing[colour]
        if not missing or power == ANY:
            return missing
        match power:
            case Colour.GREEN:
                return missing if colour in self.facts.colours else _NEVER
            case Colour.BLUE:
                others = [ship for ship in self.own if COLOUR[ship] != colour]
                return missing if len(others) >= missing else _NEVER
            case Colour.YELLOW if arrivals is not None:
                moves = arrivals[colour][:missing]
                return sum(moves) if len(moves) == missing else _NEVER
        return _NEVER

    def _capturing(self, colour: int, power: int) -> int:
        ships = [ship for ship in self.defenders if COLOUR[ship] == colour]
        if power == ANY:
            return len(ships)
        if power != Colour.RED or not self.attackable.issuperset(ships):
            return _NEVER
        return len(ships)
