"""How many moves lie between a system and the homeworlds."""

from __future__ import annotations

from homeworlds.pieces import PIECES, Pieces
from homeworlds.position import Position, System, connected


def jumps_to_homes(position: Position, origin: System) -> dict[int, int | None]:
    """For each seat with a homeworld the fewest moves from this system to it, 0 for the homeworld itself.

    A way may lead through systems that are yet to be discovered, with the stars that the bank has now.
    None when no way leads there.
    """
    ways = {system.stars for system in position.systems}
    ways |= {(piece,) for piece in PIECES if position.in_bank(piece)}
    reached: dict[Pieces, int] = {origin.stars: 0}
    queue = [origin.stars]
    for stars in queue:
        for other in ways:
            if other not in reached and connected(stars, other):
                reached[other] = reached[stars] + 1
                queue.append(other)
    homes = {seat: position.homeworld(seat) for seat in range(position.players)}
    return {seat: _jumps(origin, home, reached) for seat, home in homes.items() if home is not None}


def _jumps(origin: System, home: System, reached: dict[Pieces, int]) -> int | None:
    if home.name == origin.name:
        return 0
    # By the last move: the homeworld may have the very stars of the origin, and is not there for that.
    return min([count + 1 for stars, count in reached.items() if connected(stars, home.stars)], default=None)
