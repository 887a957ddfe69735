"""Which steps fit what was said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from homeworlds.actions import Action, Attack, Build, Catastrophe, Discover, Move, Pass, Sacrifice, Trade
from homeworlds.pieces import PIECES, Colour, Piece
from homeworlds.reading.names import key
from homeworlds.reading.saying import Item
from homeworlds.turn import HalfTurn


class _Slot(NamedTuple):
    """A place of a step that something may be said about."""

    kind: str
    """piece, colour, place, owner or new; what is said without a role fills those of a kind in order."""
    value: Piece | Colour | str | int
    roles: tuple[str, ...] = ()
    """Words that may stand before it."""


def slots(action: Action, half: HalfTurn) -> list[_Slot]:
    here = ("at", "origin", "owner")
    match action:
        case Build(piece, system):
            return [_Slot("piece", piece), _Slot("place", system, here)]
        case Trade(ship, piece, system):
            traded = _Slot("piece", piece, ("to", "instead"))
            return [_Slot("piece", ship), traded, _Slot("place", system, here)]
        case Move(ship, origin, destination):
            to = _Slot("place", destination, ("to", "at"))
            return [_Slot("piece", ship), _Slot("place", origin, ("origin", "owner")), to]
        case Discover(ship, origin, star, _):
            new = _Slot("new", "", ("named",))
            place = _Slot("place", origin, ("origin", "at", "owner"))
            return [_Slot("piece", ship), _Slot("piece", star, ("to", "at")), place, new]
        case Attack(ship, system, owner):
            of = _Slot("owner", half.start.names[owner or 0], ("owner", "origin"))
            return [_Slot("piece", ship), _Slot("place", system, ("at",)), of]
        case Sacrifice(ship, system):
            return [_Slot("piece", ship), _Slot("place", system, here)]
        case Catastrophe(system, colour):
            return [_Slot("colour", colour, ("owner",)), _Slot("place", system, here)]
        case _:
            return []


_KINDS: Final[dict[str, type[Action]]] = {
    "build": Build,
    "trade": Trade,
    "move": Move,
    "discover": Discover,
    "attack": Attack,
    "sacrifice": Sacrifice,
    "catastrophe": Catastrophe,
    "pass": Pass,
}


def that_fit(half: HalfTurn, verb: str, items: Sequence[Item]) -> Iterator[Action]:
    for action in half.legal_actions(_KINDS[verb]):
        if fits(slots(action, half), list(items), half):
            yield action


def fits(slots: list[_Slot], items: list[Item], half: HalfTurn) -> bool:
    """Whether each item says something about a slot of its own, and truly."""
    if not items:
        return True
    item, *others = items
    for at, slot in enumerate(slots):
        if not _may_fill(slot, slots[:at], item) or not _is_said(slot, item, half):
            continue
        if fits([each for number, each in enumerate(slots) if number != at], others, half):
            return True
    return False


def _may_fill(slot: _Slot, before: Sequence[_Slot], item: Item) -> bool:
    if item.role:
        return item.role in slot.roles
    if slot.kind == "piece":
        return all(each.kind != "piece" for each in before)
    return True


def _is_said(slot: _Slot, item: Item, half: HalfTurn) -> bool:
    match slot.kind:
        case "piece":
            return item.is_piece and isinstance(slot.value, Piece) and item.fits(slot.value)
        case "colour":
            return item.size is None and item.colour == slot.value
        case "new":
            return item.role == "named"
        case "owner":
            names = half.start.names
            seats = [seat for seat, name in enumerate(names) if key(name) in item.names]
            return names.index(str(slot.value)) in ([item.seat] if item.seat is not None else seats)
        case _:
            return key(str(slot.value)) in item.names


def named(action: Action, items: Sequence[Item]) -> Action:
    """With the name that was given to what is discovered."""
    if not isinstance(action, Discover):
        return action
    given = [item.names[0] for item in items if item.role == "named"]
    return action if not given else Discover(action.ship, action.origin, action.star, given[0])


def imaginable(verb: str, half: HalfTurn) -> Iterator[Action]:
    """Every step of its kind, possible or not, that pieces and systems allow to be written."""
    systems = [system.name for system in half.position.systems]
    match verb:
        case "build":
            yield from (Build(piece, at) for at in systems for piece in PIECES)
        case "trade":
            sizes = [(ship, piece) for ship in PIECES for piece in PIECES if ship.size == piece.size]
            yield from (Trade(ship, piece, at) for at in systems for ship, piece in sizes)
        case "move":
            yield from (Move(ship, at, to) for at in systems for to in systems for ship in _own(half, at))
        case "discover":
            yield from (
                Discover(ship, at, star, None) for at in systems for ship in _own(half, at) for star in PIECES
            )
        case "attack":
            owners = [seat for seat in range(half.start.players) if seat != half.mover]
            yield from (Attack(ship, at, of) for at in systems for ship in PIECES for of in owners)
        case "sacrifice":
            yield from (Sacrifice(ship, at) for at in systems for ship in PIECES)
        case "catastrophe":
            yield from (Catastrophe(at, colour) for at in systems for colour in Colour)


def _own(half: HalfTurn, at: str) -> list[Piece]:
    system = half.position.find(at)
    return sorted(set(system.fleets[half.mover])) if system else []
