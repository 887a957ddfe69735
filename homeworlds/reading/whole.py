"""A step of which nothing was left out: read in the order in which it was written."""

from __future__ import annotations

from collections.abc import Sequence

from homeworlds.actions import Action, Attack, Build, Catastrophe, Discover, Move, Pass, Sacrifice, Trade
from homeworlds.pieces import Piece
from homeworlds.reading.names import Names
from homeworlds.reading.saying import Item


def whole_step(verb: str, items: Sequence[Item], names: Names) -> Action | None:
    """The only step that says all of it; None when something is left out or can mean several things."""
    pieces = [item for item in items if item.is_piece]
    places = [item for item in items if len(item.names) == 1 and item.role not in ("owner", "named")]
    given = [item.names[0] for item in items if item.role == "named"]
    owners = [_seat(item, names) for item in items if item.role == "owner"]
    if len(pieces) + len(places) + len(given) + len(owners) < len(items) or None in owners:
        return None
    if len(given) > (verb == "discover") or len(owners) > (verb == "attack"):
        return None
    systems = [names.systems.get(item.names[0], "") for item in _in_order(places, ("to",), ("origin",))]
    if verb == "catastrophe":
        colour = pieces[0].colour if len(pieces) == 1 and pieces[0].size is None else None
        return None if colour is None or len(systems) != 1 else Catastrophe(systems[0], colour)
    ships = [item.piece for item in _in_order(pieces, ("to", "at", "instead"), ())]
    if not all(systems) or None in ships:
        return None
    return _made(verb, [ship for ship in ships if ship is not None], systems, given, owners)


def _seat(item: Item, names: Names) -> int | None:
    if item.seat is None and len(item.names) == 1:
        return names.players.get(item.names[0])
    return item.seat


def _in_order(items: Sequence[Item], last: Sequence[str], first: Sequence[str]) -> list[Item]:
    """Of two the one whose word says so comes last."""
    if len(items) == 2 and (items[0].role in last or items[1].role in first):
        return [items[1], items[0]]
    return list(items)


def _made(
    verb: str,
    pieces: Sequence[Piece],
    systems: Sequence[str],
    given: Sequence[str],
    owners: Sequence[int | None],
) -> Action | None:
    match verb, pieces, systems:
        case "build", [piece], [system]:
            return Build(piece, system)
        case "trade", [ship, piece], [system]:
            return Trade(ship, piece, system)
        case "move", [ship], [origin, destination]:
            return Move(ship, origin, destination)
        case "discover", [ship, star], [origin]:
            return Discover(ship, origin, star, given[0] if given else None)
        case "attack", [ship], [system]:
            return Attack(ship, system, owners[0] if owners else None)
        case "sacrifice", [ship], [system]:
            return Sacrifice(ship, system)
        case "pass", [], []:
            return Pass()
    return None
