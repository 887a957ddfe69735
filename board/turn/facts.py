"""What a player wants to know of a system before he does something there, in short."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from board.map.symbols import render_badge, render_sign
from board.words.systems import COLOUR_LABELS, SIZE_LABELS
from homeworlds.distances import jumps_to_homes
from homeworlds.pieces import Colour
from homeworlds.position import Position, System


@dataclass(frozen=True, slots=True)
class Fact:
    """A mark with a short value, and the same in words."""

    mark: SafeString
    value: str
    words: str


@dataclass(frozen=True, slots=True)
class SystemFacts:
    powers: tuple[Fact, ...]
    """Of the viewer; empty where he has no ship."""
    largest: tuple[Fact, ...]
    """The largest ship of each side."""
    jumps: tuple[Fact, ...]
    """From here to each homeworld."""

    @property
    def marks(self) -> list[str]:
        return [fact.mark for fact in (*self.powers, *self.largest, *self.jumps)]


def facts_of(position: Position, system: System, me: int | None) -> SystemFacts:
    """`me` is the seat of the viewer, None for a spectator."""
    powers = system.powers(me) if me is not None and system.fleets[me] else ()
    return SystemFacts(
        powers=tuple([_power(colour) for colour in Colour if colour in powers]),
        largest=tuple(
            [
                _largest(position, seat, max(ship.size for ship in fleet))
                for seat, fleet in enumerate(system.fleets)
                if fleet
            ]
        ),
        jumps=tuple(
            [_jumps(position, seat, jumps) for seat, jumps in jumps_to_homes(position, system).items()]
        ),
    )


def _power(colour: Colour) -> Fact:
    return Fact(SafeString(render_sign(colour)), "", gettext(COLOUR_LABELS[colour]))


def _largest(position: Position, seat: int, size: int) -> Fact:
    name = position.names[seat]
    words = gettext("{player}: {size}").format(player=name, size=gettext(SIZE_LABELS[size]))
    return Fact(render_badge(seat, name), "•" * size, words)


def _jumps(position: Position, seat: int, jumps: int | None) -> Fact:
    name = position.names[seat]
    if jumps is None:
        return Fact(render_badge(seat, name), "–", gettext("{player}: no way").format(player=name))
    words = ngettext("{player}: {number} jump", "{player}: {number} jumps", jumps)
    return Fact(render_badge(seat, name), str(jumps), words.format(player=name, number=jumps))
