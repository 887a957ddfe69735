"""Finding a turn that eliminates a given player: a directed search, not an exact one.

Looked at are attacks, builds, trades and arrivals at the victim's homeworld and catastrophes
there, by a basic action, a sacrifice or bonus actions, and the hops that ships need to get there.
Not looked at: catastrophes elsewhere that first bring pieces back to the bank, rescues of the
killer's own homeworld, and turns in which the killer falls too. So what is found is real; that
nothing is found proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bots.budget import Budget
from homeworlds.actions import Action, Attack, Build, Catastrophe, Discover, Move, Sacrifice, Trade
from homeworlds.pieces import PIECES, Colour, piece_of
from homeworlds.position import OVERPOPULATION, Position, System, connected
from homeworlds.rules import AttackSize, RuleSet
from homeworlds.turn import ATTACK, BUILD, MOVE, TRADE, HalfTurn, TurnEnd, begin_turn

NEVER: Final = 99


def find_kill(rules: RuleSet, position: Position, killer: int, victim: int, budget: Budget) -> TurnEnd | None:
    """A turn by which the killer, if it were to move, would eliminate the victim and survive.

    None when the search finds none or the budget is used up; each step tried counts as one turn.
    """
    home = position.homeworld(victim)
    own = position.homeworld(killer)
    if home is None or own is None:
        return None
    half = begin_turn(rules, position._replace(mover=killer))
    largest = max([ship.size for system in position.systems for ship in system.fleets[killer]], default=0)
    if _actions_needed(half, home, victim) > max(half.actions_left, largest):
        return None
    return _Hunt(victim, home.name, budget).search(half)


def _actions_needed(half: HalfTurn, home: System, victim: int) -> int:
    """A lower bound: every action adds one piece there at most, or takes one ship."""
    fleet, power = home.fleets[victim], half.power
    lack = {colour: _lack(half, home, colour) for colour in Colour}
    by_stars = sum([lack[colour] for colour in {star.colour for star in home.stars}])
    by_ships = 0
    for colour in {ship.colour for ship in fleet}:
        attacks = sum([ship.colour == colour for ship in fleet]) if power in (None, ATTACK) else NEVER
        by_ships += min(lack[colour], attacks)
    return min(by_stars, by_ships)


def _lack(half: HalfTurn, home: System, colour: Colour) -> int:
    """Pieces of the colour to be added for a catastrophe; NEVER when the power cannot add so many."""
    lack = max(0, OVERPOPULATION - home.count(colour))
    if lack == 0 or half.power is None:
        return lack
    here = home.fleets[half.mover]
    match half.power:
        case Colour.GREEN:
            possible = lack if any(ship.colour == colour for ship in here) else 0
        case Colour.BLUE:
            possible = sum([ship.colour != colour for ship in here])
        case Colour.YELLOW:
            systems = [system for system in half.position.systems if system.name != home.name]
            possible = sum([s.colour == colour for system in systems for s in system.fleets[half.mover]])
        case _:
            possible = 0
    return lack if possible >= lack else NEVER


class _Hunt:
    def __init__(self, victim: int, home: str, budget: Budget) -> None:
        self.victim = victim
        self.home = home
        self.budget = budget

    def search(self, half: HalfTurn) -> TurnEnd | None:
        home = half.position.homeworld(self.victim)
        if home is None or not home.fleets[self.victim]:
            if half.why_not_end() is not None:
                return None
            end = half.end()
            return end if half.mover not in end.eliminated else None
        needed = _actions_needed(half, home, self.victim)
        sacrifices = half.power is None and half.actions_left > 0
        if needed > half.actions_left and not sacrifices:
            return None
        for action in self._steps(half, home, half.actions_left - needed):
            if not self.budget.allows():
                return None
            self.budget.spend()
            found = self.search(half.then(action))
            if found is not None:
                return found
        return None

    def _steps(self, half: HalfTurn, home: System, slack: int) -> Iterator[Action]:
        fleet = home.fleets[self.victim]
        touched = sorted({piece.colour for piece in (*home.stars, *fleet)})
        for colour in touched:
            if home.count(colour) >= OVERPOPULATION:
                yield Catastrophe(home.name, colour)
        if half.actions_left == 0:
            return
        if slack >= 0:
            useful = [c for c in touched if _lack(half, home, c) <= half.actions_left]
            yield from self._steps_at_home(half, home, useful)
            yield from self._arrivals(half, home, useful, slack)
        if half.power is None:
            yield from self._sacrifices(half)

    def _steps_at_home(self, half: HalfTurn, home: System, useful: list[Colour]) -> Iterator[Action]:
        powers, own = half.powers_at(home), home.fleets[half.mover]
        if ATTACK in powers:
            largest = max([ship.size for ship in own])
            if half.rules.attack is AttackSize.SMALLER:
                largest -= 1
            for ship in sorted(set(home.fleets[self.victim]), reverse=True):
                if ship.size <= largest:
                    yield Attack(ship, home.name, self.victim)
        if BUILD in powers:
            for colour in sorted({ship.colour for ship in own}.intersection(useful)):
                smallest = half.position.smallest_in_bank(colour)
                if smallest is not None:
                    yield Build(smallest, home.name)
        if TRADE in powers:
            for ship in sorted(set(own)):
                for colour in useful:
                    piece = piece_of(colour, ship.size)
                    if colour != ship.colour and half.position.in_bank(piece):
                        yield Trade(ship, piece, home.name)

    def _arrivals(self, half: HalfTurn, home: System, useful: list[Colour], slack: int) -> Iterator[Action]:
        """Moves to the homeworld, and hops on the way there while actions are to spare."""
        # Only bonus actions leave something else to be done with a ship that has arrived.
        any_colour = half.power is None and half.actions_left > 1
        hops = slack > 0 and half.actions_left > 1
        for system in half.position.systems:
            if system.name == home.name or MOVE not in half.powers_at(system):
                continue
            for ship in sorted(set(system.fleets[half.mover])):
                if not any_colour and ship.colour not in useful:
                    continue
                if system.connects_to(home):
                    yield Move(ship, system.name, home.name)
                elif hops:
                    for other in half.position.systems:
                        if system.connects_to(other) and (slack > 1 or other.connects_to(home)):
                            yield Move(ship, system.name, other.name)
                    for size in (1, 2, 3):
                        star = next((p for p in PIECES if p.size == size and half.position.in_bank(p)), None)
                        if (
                            star is not None
                            and connected(system.stars, (star,))
                            and (slack > 1 or connected((star,), home.stars))
                        ):
                            yield Discover(ship, system.name, star, None)

    def _sacrifices(self, half: HalfTurn) -> Iterator[Action]:
        # Small ones first: they leave the fewest lines behind.
        seen = [
            Sacrifice(ship, system.name)
            for system in half.position.systems
            for ship in sorted(set(system.fleets[half.mover]))
        ]
        yield from sorted(seen, key=lambda sacrifice: sacrifice.ship.size)
