"""Turns and their effects in words: short sentences whose subject is the player of the turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
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
)
from homeworlds.pieces import Colour
from homeworlds.table import Effects, Loss
from homeworlds.words import Words
from homeworlds.words import gettext_noop as _


def describe_action(action: Action, names: Sequence[str]) -> Words:
    """What a player did in one step, to follow his name: “built G1 at Vega”. `names` are by seat."""
    match action:
        case Homeworld(stars, ship) if len(stars) == 1:
            return Words(
                SET_UP[1],
                {"star": str(stars[0]), "ship": str(ship)},
            )
        case Homeworld(stars, ship):
            first, second = map(str, stars)
            return Words(
                SET_UP[2],
                {"first": first, "second": second, "ship": str(ship)},
            )
        case Build(piece, system):
            return Words(DONE[Build], {"piece": str(piece), "system": system})
        case Trade(ship, piece, system):
            return Words(
                DONE[Trade],
                {"ship": str(ship), "piece": str(piece), "system": system},
            )
        case Discover(ship, origin, star, name):
            return Words(
                DONE[Discover],
                {"ship": str(ship), "origin": origin, "system": name or "", "star": str(star)},
            )
        case Move(ship, origin, destination):
            return Words(
                DONE[Move],
                {"ship": str(ship), "origin": origin, "destination": destination},
            )
        case Attack(ship, system, owner):
            return Words(
                DONE[Attack],
                {"ship": str(ship), "owner": "" if owner is None else names[owner], "system": system},
            )
        case Sacrifice(ship, system):
            return Words(DONE[Sacrifice], {"ship": str(ship), "system": system})
        case Catastrophe(system, colour):
            return Words(CATASTROPHES[colour], {"system": system})
        case Pass():
            return Words(DONE[Pass], {})


SET_UP: Final[Mapping[int, str]] = {
    1: _("set up with the star {star} and the ship {ship}"),
    2: _("set up with the stars {first} and {second} and the ship {ship}"),
}
"""By the number of stars."""
DONE: Final[Mapping[type[Action], str]] = {
    Build: _("built {piece} at {system}"),
    Trade: _("traded {ship} for {piece} at {system}"),
    Discover: _("moved {ship} from {origin} to the new system {system} with the star {star}"),
    Move: _("moved {ship} from {origin} to {destination}"),
    Attack: _("captured {ship} of {owner} at {system}"),
    Sacrifice: _("sacrificed {ship} at {system}"),
    Pass: _("passed"),
}
CATASTROPHES: Final[Mapping[Colour, str]] = {
    Colour.RED: _("called a red catastrophe at {system}"),
    Colour.YELLOW: _("called a yellow catastrophe at {system}"),
    Colour.GREEN: _("called a green catastrophe at {system}"),
    Colour.BLUE: _("called a blue catastrophe at {system}"),
}


class Effect(NamedTuple):
    """One sentence about what a half-made turn does; `grave` when somebody would fall."""

    words: Words
    grave: bool = False


def describe_effects(effects: Effects, names: Sequence[str], mover: int) -> list[Effect]:
    """What the half-made turn does, addressed to its maker: ships lost and won, systems gone, and
    who would fall if it ended now (never who would win)."""
    told = [Effect(words) for words in _losses(effects.ships_lost, names, mover)]
    for owner, ship, system in effects.ships_captured:
        told.append(
            Effect(
                Words(
                    _("You capture {ship} of {owner} at {system}."),
                    {"ship": str(ship), "owner": names[owner], "system": system},
                )
            )
        )
    told += [Effect(words) for words in _returned(effects)]
    for seat in effects.would_fall:
        if seat == mover:
            told.append(
                Effect(Words(_("You would be out of the game: no ship at your homeworld."), {}), True)
            )
        else:
            template = _("{player} would be out of the game: no ship at home.")
            told.append(Effect(Words(template, {"player": names[seat]}), True))
    return told


def _losses(losses: Sequence[Loss], names: Sequence[str], mover: int) -> Iterator[Words]:
    """One sentence an owner and system, ships in the order they went."""
    for (owner, system), group in groupby(losses, key=lambda loss: (loss.owner, loss.system)):
        ships = ", ".join([str(loss.ship) for loss in group])
        if owner == mover:
            yield Words(_("You lose {ships} at {system}."), {"ships": ships, "system": system})
        else:
            yield Words(
                _("{player} loses {ships} at {system}."),
                {"player": names[owner], "ships": ships, "system": system},
            )


def _returned(effects: Effects) -> Iterator[Words]:
    """One sentence a system that is gone, one a star of those that stay."""
    for system, group in groupby(effects.stars_returned, key=lambda pair: pair[1]):
        stars = [str(star) for star, _system in group]
        if system not in effects.systems_gone:
            for star in stars:
                template = _("The star {star} of {system} returns to the bank.")
                yield Words(template, {"star": star, "system": system})
        elif len(stars) == 1:
            template = _("The system {system} is gone: its star {star} returns to the bank.")
            yield Words(template, {"star": stars[0], "system": system})
        else:
            template = _("The system {system} is gone: its stars {stars} return to the bank.")
            yield Words(template, {"stars": ", ".join(stars), "system": system})
