"""Every whole turn of a position, lazily and fast, over positions encoded as numbers.

Authority stays with homeworlds.turn: a found turn is played there before it is handed out, and tests
hold this search to plain enumeration.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Final, NamedTuple, Protocol, TypeAlias

from homeworlds.actions import (
    Action,
    Attack,
    Build,
    Catastrophe,
    Discover,
    Move,
    Pass,
    Sacrifice,
    Trade,
    Turn,
)
from homeworlds.encoding import COLOUR, FLEET_BITS, ONE, SIZE, Coder, smallest
from homeworlds.enumeration import all_ends
from homeworlds.pieces import PIECES, Colour
from homeworlds.position import Position
from homeworlds.rules import RuleSet
from homeworlds.turn import HalfTurn, may_pass

ANY: Final = 4
"""The power of actions that are not bound to a colour."""

Step: TypeAlias = tuple[int, int, int, int, int]
"""(verb, system, kind, system or owner or colour, kind); systems by their number."""

BUILD, TRADE, MOVE, DISCOVER, ATTACK, SACRIFICE, CATASTROPHE, PASS = range(8)


class HasTurns(Protocol):
    """What a game must tell for its turns to be found: a `GameState` does."""

    @property
    def rules(self) -> RuleSet: ...

    @property
    def position(self) -> Position: ...


class Node(NamedTuple):
    """A half-made turn."""

    systems: tuple[int, ...]
    bank: int
    mark: int
    """Sum of the marks of the systems."""
    power: int
    left: int
    fallen: int
    """Bit mask of the seats that would fall if the turn ended here."""
    overpopulated: int
    """How many systems are."""
    step: Step | None
    previous: Node | None


class LimitReached(Exception):
    """A search was given up: nothing is known about what was not looked at."""


class Search:
    """The whole turns of one seat, as if it were to move. The seat must have set up."""

    def __init__(self, rules: RuleSet, position: Position, seat: int | None = None) -> None:
        self.rules = rules
        self.position = position if seat is None else position._replace(mover=seat)
        self.seat = self.position.mover
        self._stay = rules.empty_homeworlds_stay
        self._after = rules.catastrophe_ends_actions
        self._forbidden = 1 << self.seat if rules.forbids_own_elimination else 0
        self.coder = Coder(position.players, self.seat, attack_equal=rules.attacks_equals)

    @cached_property
    def start(self) -> Node:
        """Nothing done yet."""
        position = self.position
        systems = self.coder.encode_all(position)
        facts = [self.coder.facts(number) for number in systems]
        return Node(
            systems,
            self.coder.encode_bank(position),
            sum([fact.mark for fact in facts]),
            ANY,
            1 + dict(position.timewarp).get(self.seat, 0),
            sum([1 << fact.home for fact in facts if fact.home >= 0 and not fact.held]),
            sum([bool(fact.overpopulated) for fact in facts]),
            None,
            None,
        )

    @cached_property
    def may_pass(self) -> bool:
        return may_pass(self.rules, self.position)

    def ends(self) -> Iterator[Node]:
        """A node for each distinct position that a whole legal turn can end in; shortest turns first."""
        start = self.start
        reached: set[int] = set()
        ended: set[tuple[int, int]] = set()
        if not start.fallen & self._forbidden and self.may_pass:
            ended.add(self._end_mark(start))
            yield self.passing()
        level = [start]
        while level:
            following: list[Node] = []
            for parent in level:
                for node in self.successors(parent):
                    tag = self.tag(node)
                    if tag in reached:
                        continue
                    reached.add(tag)
                    if not node.fallen & self._forbidden:
                        mark = self._end_mark(node) if node.fallen else (node.mark, 0)
                        if mark not in ended:
                            ended.add(mark)
                            yield node
                    if node.left or node.overpopulated:
                        following.append(node)
            level = following

    def passing(self) -> Node:
        """The turn that is a pass."""
        return self.start._replace(step=(PASS, 0, 0, 0, 0), previous=self.start)

    def tag(self, node: Node) -> int:
        """Equal for half-made turns that can go on in the same ways."""
        return node.mark << 5 | (node.power << 2 | node.left - 1 if node.left else 31)

    def _end_mark(self, node: Node) -> tuple[int, int]:
        """Tells end positions apart: homeworlds of fallen seats have become ordinary or are gone."""
        if not node.fallen:
            return node.mark, 0
        mark = node.mark
        for number in node.systems:
            facts = self.coder.facts(number)
            if facts.home >= 0 and node.fallen >> facts.home & 1:
                mark -= facts.mark
                ordinary = number & ((1 << self.coder.home_shift) - 1)
                settled, _ = self.coder.settled(ordinary, homeworlds_stay=False)
                if settled:
                    mark += self.coder.facts(settled).mark
        return mark, node.fallen

    # One step on

    def successors(self, node: Node) -> Iterator[Node]:
        """Every step but a pass. Equal systems are taken once."""
        seen: set[int] = set()
        for at, number in enumerate(node.systems):
            if number in seen:
                continue
            seen.add(number)
            facts = self.coder.facts(number)
            for colour in facts.overpopulated:
                new, returned = self.coder.destroyed(number, colour, self._stay)
                left = 0 if self._after else node.left
                step = (CATASTROPHE, number, 0, colour, 0)
                yield self._changed(node, step, at, new, node.bank + returned, node.power, left)
            if facts.own and node.left:
                yield from self._actions_at(node, at)

    def _actions_at(self, node: Node, at: int) -> Iterator[Node]:
        facts = self.coder.facts(node.systems[at])
        powers = facts.powers if node.power == ANY else 1 << node.power
        if node.power == ANY:
            yield from self._sacrifices(node, at)
        if powers >> Colour.GREEN & 1:
            yield from self._builds(node, at)
        if powers >> Colour.BLUE & 1:
            yield from self._trades(node, at)
        if powers >> Colour.YELLOW & 1:
            yield from self._moves(node, at)
        if powers >> Colour.RED & 1:
            yield from self._attacks(node, at)

    def _sacrifices(self, node: Node, at: int) -> Iterator[Node]:
        number = node.systems[at]
        for ship in self.coder.facts(number).own:
            new, returned = self.coder.settled(number - (ONE[ship] << self.coder.own_shift), self._stay)
            bank = node.bank + ONE[ship] + returned
            step = (SACRIFICE, number, ship, 0, 0)
            yield self._changed(node, step, at, new, bank, COLOUR[ship], SIZE[ship])

    def _builds(self, node: Node, at: int) -> Iterator[Node]:
        number = node.systems[at]
        for colour in self.coder.facts(number).colours:
            ship = smallest(node.bank, colour)
            if ship >= 0:
                new = number + (ONE[ship] << self.coder.own_shift)
                step = (BUILD, number, ship, 0, 0)
                yield self._changed(node, step, at, new, node.bank - ONE[ship], node.power, node.left - 1)

    def _trades(self, node: Node, at: int) -> Iterator[Node]:
        number = node.systems[at]
        for ship in self.coder.facts(number).own:
            for other in range(SIZE[ship] - 1, 12, 3):
                if other != ship and node.bank >> (4 * other) & 15:
                    new = number + (ONE[other] - ONE[ship] << self.coder.own_shift)
                    bank = node.bank + ONE[ship] - ONE[other]
                    step = (TRADE, number, ship, 0, other)
                    yield self._changed(node, step, at, new, bank, node.power, node.left - 1)

    def _attacks(self, node: Node, at: int) -> Iterator[Node]:
        number = node.systems[at]
        for owner, ship in self.coder.facts(number).enemies:
            new = number + (ONE[ship] << self.coder.own_shift) - (ONE[ship] << FLEET_BITS * owner)
            step = (ATTACK, number, ship, owner, 0)
            yield self._changed(node, step, at, new, node.bank, node.power, node.left - 1)

    def _moves(self, node: Node, at: int) -> Iterator[Node]:
        coder = self.coder
        number = node.systems[at]
        facts = coder.facts(number)
        for ship in facts.own:
            one = ONE[ship] << coder.own_shift
            origin, returned = coder.settled(number - one, self._stay)
            bank = node.bank + returned
            seen: set[int] = set()
            for to, destination in enumerate(node.systems):
                if destination in seen or coder.facts(destination).sizes & facts.sizes:
                    continue
                seen.add(destination)
                step = (MOVE, number, ship, destination, 0)
                yield self._moved(node, step, at, origin, to, destination + one, bank)
            for star in range(12):
                if node.bank >> (4 * star) & 15 and not 1 << SIZE[star] & facts.sizes:
                    new = coder.new_system(star, ship)
                    step = (DISCOVER, number, ship, 0, star)
                    yield self._moved(node, step, at, origin, -1, new, bank - ONE[star])

    def _moved(
        self, node: Node, step: Step, at: int, origin: int, to: int, destination: int, bank: int
    ) -> Node:
        """A ship has gone; `to` -1 adds the destination as a new system, `origin` 0 is gone."""
        node = self._changed(node, step, to, destination, bank, node.power, node.left - 1)
        return self._changed(node, step, at, origin, bank, node.power, node.left, node.previous)

    def _changed(
        self,
        node: Node,
        step: Step,
        at: int,
        new: int,
        bank: int,
        power: int,
        left: int,
        previous: Node | None = None,
    ) -> Node:
        """The node with one system replaced, removed (`new` 0) or added (`at` -1)."""
        systems, mark, fallen, overpopulated = node.systems, node.mark, node.fallen, node.overpopulated
        if at >= 0:
            old = self.coder.facts(systems[at])
            mark -= old.mark
            overpopulated -= bool(old.overpopulated)
            if old.home >= 0:
                fallen |= 1 << old.home
        if new:
            facts = self.coder.facts(new)
            mark += facts.mark
            overpopulated += bool(facts.overpopulated)
            if facts.held:
                fallen &= ~(1 << facts.home)
            systems = (*systems, new) if at < 0 else (*systems[:at], new, *systems[at + 1 :])
        else:
            # Its place is kept, so that places found before stay right.
            systems = (*systems[:at], *systems[at + 1 :])
        return Node(systems, bank, mark, power, left, fallen, overpopulated, step, previous or node)

    # Back to the library

    def turn(self, node: Node) -> HalfTurn:
        """The half-made turn of a node, played by the library step by step."""
        steps: list[Step] = []
        at: Node | None = node
        while at is not None and at.step is not None:
            steps.append(at.step)
            at = at.previous
        half = HalfTurn(self.rules, self.position)
        for step in reversed(steps):
            half = half.then(self._action(half.position, step))
        return half

    def _action(self, position: Position, step: Step) -> Action:
        verb, number, kind, other, target = step
        names = {self.coder.encode(system): system.name for system in position.systems}
        ship, piece = PIECES[kind], PIECES[target]
        match verb:
            case 0:
                return Build(ship, names[number])
            case 1:
                return Trade(ship, piece, names[number])
            case 2:
                return Move(ship, names[number], names[other])
            case 3:
                return Discover(ship, names[number], piece, None)
            case 4:
                return Attack(ship, names[number], other)
            case 5:
                return Sacrifice(ship, names[number])
            case 6:
                return Catastrophe(names[number], Colour(other))
            case _:
                return Pass()


class AllTurns(Iterator[Turn]):
    """See `all_turns`."""

    capped: bool = False
    """There were more than the limit. Known once the iteration has ended."""

    def __init__(self, state: HasTurns, limit: int | None) -> None:
        self._left = limit
        self._found = half_turns(state)

    def __next__(self) -> Turn:
        if self._left == 0:
            self.capped = next(self._found, None) is not None
            self._found = iter(())
        half = next(self._found)
        if self._left is not None:
            self._left -= 1
        return half.turn


def all_turns(state: HasTurns, *, limit: int | None = None) -> AllTurns:
    """A turn that may end, with as few steps as possible, for each distinct position that a whole legal
    turn of the mover can end in (a pass too); shorter turns first.

    Found one by one as they are asked for, at most `limit`; `capped` then tells whether there were more.
    Systems are compared by stars, ships and whose homeworld, never by name. A position can have a million.

    >>> from homeworlds import GameState, Preset, Variant, format_turn, parse_position, preset_rules
    >>> rules = preset_rules(Preset.MODERN, Variant.BINARY)
    >>> position = parse_position("<0> Ann (0, r1b2) g3-; Bob (1, y1b3) -g3", rules, ["Ann", "Bob"])
    >>> turns = all_turns(GameState(rules, position), limit=3)
    >>> [format_turn(turn, players=2) for turn in turns]
    ['pass', 'sacrifice G3 Ann', 'build G1 Ann']
    >>> turns.capped
    True
    """
    return AllTurns(state, limit)


def half_turns(state: HasTurns) -> Iterator[HalfTurn]:
    """The same as half-made turns, for who wants to end them or to know where they lead."""
    if _sets_up(state.position):
        yield from all_ends(state.rules, state.position)
        return
    search = Search(state.rules, state.position)
    for node in search.ends():
        yield search.turn(node)


def count_ends(state: HasTurns) -> int:
    """How many turns `all_turns` would give, counted without making them."""
    if _sets_up(state.position):
        return sum(1 for _half in all_ends(state.rules, state.position))
    return sum(1 for _node in Search(state.rules, state.position).ends())


def _sets_up(position: Position) -> bool:
    return position.homeworld(position.mover) is None
