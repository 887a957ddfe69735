"""The half-made turn: the one place where the rules of a turn stand (rules.md 1, 2 and 4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import combinations_with_replacement, product
from typing import Final, NamedTuple

from homeworlds.actions import (
    Action,
    Attack,
    Build,
    Catastrophe,
    Discover,
    Homeworld,
    Move,
    Pass,
    Sacrifice,
    Trade,
    Turn,
)
from homeworlds.names import check_name, offered_name
from homeworlds.notation import format_action, format_position, format_turn, parse_position, parse_turn
from homeworlds.pieces import PIECES, Colour, Piece, piece_of
from homeworlds.position import OVERPOPULATION, Position, System, next_living, position_key
from homeworlds.refusals import Refusal, RefusalCode
from homeworlds.rules import RuleSet
from homeworlds.table import Effects, Loss, Table, fallen_seats, remove_seats

__all__ = [
    "Effects",
    "HalfTurn",
    "Loss",
    "TurnEnd",
    "format_half_turn",
    "make_turn",
    "may_pass",
    "parse_half_turn",
]

BUILD: Final = Colour.GREEN
TRADE: Final = Colour.BLUE
MOVE: Final = Colour.YELLOW
ATTACK: Final = Colour.RED


class TurnEnd(NamedTuple):
    """A completed turn."""

    turn: Turn
    """The steps in canonical form: real system names, owners and offered names filled in; a pass
    only when there is nothing else."""
    position: Position
    """After elimination; the mover is the next living seat."""
    eliminated: tuple[int, ...]


class HalfTurn:
    """A turn in the making, empty at first. Immutable: `then` gives a new one.

    Every rule of a step stands in its `_check_…`, which gives the step in canonical form or raises
    the Refusal; `legal_actions` offers exactly what these checks let through.
    """

    __slots__ = (
        "_closed",
        "_setting_up",
        "_table",
        "actions_left",
        "position",
        "power",
        "previous",
        "rules",
        "start",
        "turn",
    )

    rules: RuleSet
    start: Position
    position: Position
    """With the steps so far applied."""
    previous: HalfTurn | None
    """One step back; None at the start."""
    turn: Turn
    """The steps so far in canonical form."""
    actions_left: int
    power: Colour | None
    """The only power of the actions left, after a sacrifice."""

    def __init__(self, rules: RuleSet, start: Position) -> None:
        self.rules = rules
        self.start = start
        self.position = start
        self.previous = None
        self.turn = ()
        self.power = None
        self._setting_up = start.homeworld(start.mover) is None and start.mover not in start.out
        self.actions_left = 1
        if not self._setting_up:
            self.actions_left += dict(start.timewarp).get(start.mover, 0)
        self._closed = False
        self._table = Table(start)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, HalfTurn):
            return NotImplemented
        return (self.rules, self.start, self.turn) == (other.rules, other.start, other.turn)

    def __hash__(self) -> int:
        return hash((self.rules, self.start, self.turn))

    def __repr__(self) -> str:
        return f"<HalfTurn {format_half_turn(self)}>"

    @property
    def mover(self) -> int:
        return self.start.mover

    def then(self, action: Action) -> HalfTurn:
        """The half-made turn with one more step. Raises Refusal, with input and position quoted."""
        try:
            return self._after(self._checked(action))
        except Refusal as refusal:
            refusal.input = format_action(action, self.start.players)
            refusal.position = format_position(self.position)
            raise

    def legal_actions(self, kind: type[Action] | None = None) -> Iterator[Action]:
        """Every step that may come next, in canonical form, each once (a discovery with an offered name);
        those of one kind, where it is asked for."""
        for candidate in self._candidates():
            if kind is not None and not isinstance(candidate, kind):
                continue
            try:
                yield self._checked(candidate)
            except Refusal:
                continue

    def why_not_end(self) -> Refusal | None:
        """None when the turn may end here."""
        if not self.turn:
            if self._setting_up:
                return Refusal(RefusalCode.SET_UP_FIRST)
            return Refusal(RefusalCode.MUST_ACT if self._must_act() else RefusalCode.NOTHING_DONE)
        if self.rules.forbids_own_elimination and self.mover in fallen_seats(self.start, self.position):
            return Refusal(RefusalCode.OWN_ELIMINATION)
        return Refusal(RefusalCode.MUST_ACT) if self._must_act() else None

    def must_end(self) -> bool:
        """Something has been done, and nothing but passing is possible any more."""
        return bool(self.turn) and all(isinstance(action, Pass) for action in self.legal_actions())

    def effects(self) -> Effects:
        """What the turn has done so far, and who would fall if it ended now."""
        return self._table.effects(
            would_fall=fallen_seats(self.start, self.position),
            actions_left=self.actions_left,
            power=self.power,
        )

    def end(self) -> TurnEnd:
        """Ends the turn. Raises Refusal. Who wins is not asked here: see homeworlds.outcome."""
        refusal = self.why_not_end()
        if refusal is not None:
            refusal.input = format_turn(self.turn, self.start.players)
            refusal.position = format_position(self.position)
            raise refusal
        eliminated = fallen_seats(self.start, self.position)
        position = remove_seats(self.position, eliminated)
        timewarp = position.timewarp
        if timewarp and not self._setting_up:
            timewarp = tuple([pair for pair in timewarp if pair[0] != self.mover])
        position = position._replace(mover=next_living(position, self.mover), timewarp=timewarp)
        steps = tuple([action for action in self.turn if not isinstance(action, Pass)])
        return TurnEnd(steps or (Pass(),), position, eliminated)

    def _must_act(self) -> bool:
        """Nothing has been done yet, and the rules want that something is."""
        if not self.rules.must_act or any(not isinstance(action, Pass) for action in self.turn):
            return False
        return not may_pass(self.rules, self.start)

    def steps(self) -> Iterator[HalfTurn]:
        """One step on by each legal action but a pass."""
        for candidate in self._candidates():
            if not isinstance(candidate, Pass):
                with suppress(Refusal):
                    yield self._after(self._checked(candidate))

    # What the steps have in common

    def _after(self, action: Action) -> HalfTurn:
        """The step applied; it has been checked and is in canonical form."""
        half = object.__new__(HalfTurn)
        half.rules, half.start, half.previous = self.rules, self.start, self
        half._setting_up, half._closed = self._setting_up, self._closed
        half.turn = (*self.turn, action)
        half.power = self.power
        half.actions_left = self.actions_left
        table = half._table = self._table.copy()
        table.homeworlds_stay = self.rules.empty_homeworlds_stay
        match action:
            case Catastrophe(system, colour):
                table.destroy(system, colour)
                if self.rules.catastrophe_ends_actions:
                    half._closed, half.actions_left = True, 0
            case Sacrifice(ship, system):
                table.sacrifice(self.mover, ship, system)
                half.power, half.actions_left = ship.colour, ship.size
            case _:
                half.actions_left -= 1
                self._act(table, action)
        half.position = table.position()
        return half

    def _act(self, table: Table, action: Action) -> None:
        seat = self.mover
        match action:
            case Build(piece, system):
                table.build(seat, piece, system)
            case Trade(ship, piece, system):
                table.trade(seat, ship, piece, system)
            case Move(ship, origin, destination):
                table.move(seat, ship, origin, destination)
            case Discover(ship, origin, star, name):
                table.discover(seat, ship, origin, star, name or "")
            case Attack(ship, system, owner):
                table.capture(seat, ship, system, -1 if owner is None else owner)
            case Homeworld(stars, ship):
                table.set_up(seat, stars, ship)

    def _checked(self, action: Action) -> Action:
        """The step in canonical form. Raises Refusal."""
        match action:
            case Homeworld():
                return self._check_homeworld(action)
            case _ if self._setting_up:
                raise Refusal(RefusalCode.SET_UP_FIRST if not self.turn else RefusalCode.NO_ACTIONS_LEFT)
            case Build():
                return self._check_build(action)
            case Trade():
                return self._check_trade(action)
            case Move():
                return self._check_move(action)
            case Discover():
                return self._check_discover(action)
            case Attack():
                return self._check_attack(action)
            case Sacrifice():
                return self._check_sacrifice(action)
            case Catastrophe():
                return self._check_catastrophe(action)
            case Pass():
                return self._check_pass(action)

    @property
    def must_only_destroy(self) -> bool:
        """A catastrophe has ended the action part; only more catastrophes may follow."""
        return self._closed

    def powers_at(self, system: System) -> frozenset[Colour]:
        """The colours of the actions the mover may take there now: after a sacrifice that of the
        sacrificed ship alone, wherever he still has a ship."""
        if self.power is None:
            return system.powers(self.mover)
        return frozenset([self.power]) if system.fleets[self.mover] else frozenset()

    def _require_action(self) -> None:
        if self._closed:
            raise Refusal(RefusalCode.ACTIONS_OVER)
        if self.actions_left == 0:
            raise Refusal(RefusalCode.NO_ACTIONS_LEFT)

    def _system(self, name: str) -> System:
        system = self.position.find(name)
        if system is None:
            raise Refusal(RefusalCode.NO_SUCH_SYSTEM, system=name)
        return system

    def _own_system(self, name: str) -> System:
        system = self._system(name)
        if not system.fleets[self.mover]:
            raise Refusal(RefusalCode.NO_SHIP_THERE, system=system.name)
        return system

    def _require_ship(self, ship: Piece, system: System) -> None:
        if ship not in system.fleets[self.mover]:
            raise Refusal(RefusalCode.NO_SUCH_SHIP, ship=str(ship), system=system.name)

    def _require_power(self, colour: Colour, system: System) -> None:
        if colour in self.powers_at(system):
            return
        if self.power is not None:
            raise Refusal(RefusalCode.WRONG_SACRIFICE_POWER, power=self.power.word, colour=colour.word)
        raise Refusal(RefusalCode.NO_POWER, colour=colour.word, system=system.name)

    def _require_in_bank(self, piece: Piece) -> None:
        if not self.position.in_bank(piece):
            raise Refusal(RefusalCode.NOT_IN_BANK, piece=str(piece))

    # The steps

    def _check_homeworld(self, action: Homeworld) -> Homeworld:
        if not self._setting_up or self.turn:
            raise Refusal(RefusalCode.ALREADY_SET_UP)
        one_star = self.mover in self.start.one_star
        if one_star and len(action.stars) != 1:
            raise Refusal(RefusalCode.ONE_STAR_NEEDED)
        if not one_star and len(action.stars) != 2:
            raise Refusal(RefusalCode.TWO_STARS_NEEDED)
        name = self.start.names[self.mover]
        if action.name is not None and action.name.casefold() != name.casefold():
            raise Refusal(RefusalCode.WRONG_HOMEWORLD_NAME, expected=name, name=action.name)
        if self.rules.needs_large_first_ship and action.ship.size != 3:
            raise Refusal(RefusalCode.FIRST_SHIP_LARGE, ship=str(action.ship))
        pieces = (*action.stars, action.ship)
        for piece in pieces:
            if self.position.in_bank(piece) < pieces.count(piece):
                raise Refusal(RefusalCode.NOT_IN_BANK, piece=str(piece))
        return Homeworld(tuple(sorted(action.stars)), action.ship)

    def _check_build(self, action: Build) -> Build:
        self._require_action()
        system = self._own_system(action.system)
        self._require_power(BUILD, system)
        piece, colour = action.piece, action.piece.colour
        if all(ship.colour != colour for ship in system.fleets[self.mover]):
            raise Refusal(
                RefusalCode.NO_SHIP_OF_COLOUR, piece=str(piece), colour=colour.word, system=system.name
            )
        smallest = self.position.smallest_in_bank(colour)
        if smallest is None:
            raise Refusal(RefusalCode.COLOUR_USED_UP, colour=colour.word)
        if smallest != piece:
            raise Refusal(
                RefusalCode.NOT_SMALLEST, colour=colour.word, smallest=str(smallest), piece=str(piece)
            )
        return Build(piece, system.name)

    def _check_trade(self, action: Trade) -> Trade:
        self._require_action()
        system = self._own_system(action.system)
        self._require_ship(action.ship, system)
        self._require_power(TRADE, system)
        if action.piece.size != action.ship.size:
            raise Refusal(RefusalCode.OTHER_SIZE, ship=str(action.ship), piece=str(action.piece))
        if action.piece == action.ship:
            raise Refusal(RefusalCode.SAME_COLOUR, ship=str(action.ship), piece=str(action.piece))
        self._require_in_bank(action.piece)
        return Trade(action.ship, action.piece, system.name)

    def _check_move(self, action: Move) -> Move:
        self._require_action()
        origin = self._own_system(action.origin)
        self._require_ship(action.ship, origin)
        self._require_power(MOVE, origin)
        destination = self._system(action.destination)
        if destination is origin:
            raise Refusal(RefusalCode.SAME_SYSTEM, system=origin.name)
        if not origin.connects_to(destination):
            raise Refusal(RefusalCode.NOT_CONNECTED, origin=origin.name, destination=destination.name)
        return Move(action.ship, origin.name, destination.name)

    def _check_discover(self, action: Discover) -> Discover:
        self._require_action()
        origin = self._own_system(action.origin)
        self._require_ship(action.ship, origin)
        self._require_power(MOVE, origin)
        name = offered_name(self._names_taken()) if action.name is None else action.name
        check_name(name)
        if name.casefold() in {taken.casefold() for taken in self._names_taken()}:
            raise Refusal(RefusalCode.NAME_TAKEN, name=name)
        self._require_in_bank(action.star)
        if not origin.connects_to(System(name, (action.star,), ())):
            raise Refusal(RefusalCode.NOT_CONNECTED, origin=origin.name, destination=name)
        return Discover(action.ship, origin.name, action.star, name)

    def _names_taken(self) -> list[str]:
        return [*self.position.names, *[system.name for system in self.position.systems]]

    def _check_attack(self, action: Attack) -> Attack:
        self._require_action()
        system = self._own_system(action.system)
        self._require_power(ATTACK, system)
        ship = action.ship
        owner = self._owner(action, system)
        largest = max(own.size for own in system.fleets[self.mover])
        if ship.size > largest:
            raise Refusal(RefusalCode.TOO_LARGE_TO_ATTACK, ship=str(ship), system=system.name)
        if ship.size == largest and not self.rules.attacks_equals:
            raise Refusal(RefusalCode.NOT_SMALLER_TO_ATTACK, ship=str(ship), system=system.name)
        return Attack(ship, system.name, owner)

    def _owner(self, action: Attack, system: System) -> int:
        """Whose ship is attacked; an eliminated player's ships have their owner too."""
        ship, players = action.ship, self.start.players
        if action.owner is not None and action.owner not in range(players):
            raise Refusal(RefusalCode.NO_SUCH_SEAT, seat=action.owner, last=players - 1)
        if action.owner == self.mover:
            code = RefusalCode.OWN_SHIP if ship in system.fleets[self.mover] else RefusalCode.OWN_SEAT
            raise Refusal(code, ship=str(ship), system=system.name)
        owners = [
            seat
            for seat, fleet in enumerate(system.fleets)
            if ship in fleet and seat != self.mover and action.owner in (None, seat)
        ]
        if not owners:
            own = ship in system.fleets[self.mover] and action.owner is None
            code = RefusalCode.OWN_SHIP if own else RefusalCode.NO_ENEMY_SHIP
            raise Refusal(code, ship=str(ship), system=system.name)
        if len(owners) > 1:
            raise Refusal(RefusalCode.OWNER_UNCLEAR, ship=str(ship), system=system.name, example=owners[0])
        return owners[0]

    def _check_sacrifice(self, action: Sacrifice) -> Sacrifice:
        if self.power is not None and not self._closed:
            raise Refusal(RefusalCode.SACRIFICE_ONLY_FIRST)
        self._require_action()
        system = self._own_system(action.system)
        self._require_ship(action.ship, system)
        return Sacrifice(action.ship, system.name)

    def _check_catastrophe(self, action: Catastrophe) -> Catastrophe:
        system = self._system(action.system)
        count = system.count(action.colour)
        if count < OVERPOPULATION:
            raise Refusal(
                RefusalCode.NO_OVERPOPULATION,
                system=system.name,
                count=count,
                colour=action.colour.word,
                least=OVERPOPULATION,
            )
        return Catastrophe(system.name, action.colour)

    def _check_pass(self, action: Pass) -> Pass:
        if self._closed:
            raise Refusal(RefusalCode.ACTIONS_OVER)
        if self.actions_left == 0:
            raise Refusal(RefusalCode.NO_ACTION_TO_GIVE_UP)
        if self.actions_left == 1 and self._must_act():
            raise Refusal(RefusalCode.MUST_ACT)
        return action

    # What could come next, before it is checked

    def _candidates(self) -> Iterator[Action]:
        if self._setting_up:
            if not self.turn:
                yield from self._setups()
            return
        if self.actions_left and not self._closed:
            for system in self.position.systems:
                if system.fleets[self.mover]:
                    yield from self._steps_at(system)
            yield Pass()
        for system in self.position.systems:
            for colour in Colour:
                yield Catastrophe(system.name, colour)

    def _setups(self) -> Iterator[Action]:
        stars = 1 if self.mover in self.start.one_star else 2
        for pair in combinations_with_replacement(PIECES, stars):
            for ship in PIECES:
                yield Homeworld(pair, ship)

    def _steps_at(self, system: System) -> Iterator[Action]:
        powers = self.powers_at(system)
        ships = sorted(set(system.fleets[self.mover]))
        if self.power is None:
            for ship in ships:
                yield Sacrifice(ship, system.name)
        if BUILD in powers:
            for colour in sorted({ship.colour for ship in ships}):
                smallest = self.position.smallest_in_bank(colour)
                if smallest is not None:
                    yield Build(smallest, system.name)
        if TRADE in powers:
            for ship, colour in product(ships, Colour):
                yield Trade(ship, piece_of(colour, ship.size), system.name)
        if MOVE in powers:
            for ship in ships:
                yield from self._journeys(ship, system)
        if ATTACK in powers:
            for owner, ship in sorted(set(system.ships())):
                yield Attack(ship, system.name, owner)

    def _journeys(self, ship: Piece, origin: System) -> Iterator[Action]:
        for other in self.position.systems:
            yield Move(ship, origin.name, other.name)
        for star in PIECES:
            yield Discover(ship, origin.name, star, None)


def may_pass(rules: RuleSet, position: Position) -> bool:
    """Whether a turn of the mover, who has set up, may do nothing: where the rules want something done, only
    if no other turn is possible."""
    if not rules.must_act:
        return True
    level, reached = [HalfTurn(rules, position)], set[object]()
    while level:
        following = []
        for half in (step for each in level for step in each.steps()):
            if half.why_not_end() is None:
                return False
            mark = (position_key(half.position), half.actions_left, half.power, half.must_only_destroy)
            if mark not in reached:
                reached.add(mark)
                following.append(half)
        level = following
    return True


def make_turn(rules: RuleSet, position: Position, turn: Iterable[Action]) -> HalfTurn:
    """Several steps at once. Raises Refusal with `step` set, input and position quoted.

    >>> from homeworlds import Preset, Variant, format_position, parse_position, parse_turn, preset_rules
    >>> rules = preset_rules(Preset.MODERN, Variant.BINARY)
    >>> position = parse_position("<0> Ann (0, r1b2) g3-; Bob (1, y1b3) -g3", rules, ["Ann", "Bob"])
    >>> half = make_turn(rules, position, parse_turn("build G1 Ann", players=2))
    >>> half.why_not_end(), format_position(half.end().position)
    (None, '<1> Ann (0, r1b2) g1g3-; Bob (1, y1b3) -g3')
    """
    half = HalfTurn(rules, position)
    for step, action in enumerate(turn):
        try:
            half = half.then(action)
        except Refusal as refusal:
            refusal.step = step
            raise
    return half


_SO_FAR: Final = " | "


def parse_half_turn(text: str, rules: RuleSet, names: Sequence[str]) -> HalfTurn:
    """Position text, then ` | ` and the steps so far when there are any. Raises Refusal."""
    start, _, steps = text.partition(_SO_FAR)
    return make_turn(rules, parse_position(start, rules, names), parse_turn(steps, len(names)))


def format_half_turn(half: HalfTurn) -> str:
    start = format_position(half.start)
    return start + _SO_FAR + format_turn(half.turn, half.start.players) if half.turn else start
