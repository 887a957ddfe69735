"""The table for who listens: what lies there and in the bank, and what of it threatens a player as it lies.

Nothing is searched: whoever looks at the map sees as much. A Red Alert is for those whom the terms warn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext

from board.words.systems import BANK_WORDS, COLOUR_LABELS, describe_ships, describe_system
from homeworlds.notation import format_position
from homeworlds.pieces import PIECES, Colour
from homeworlds.position import OVERPOPULATION, Position, System
from homeworlds.rules import RuleSet
from homeworlds.table import catastrophe_losses


@dataclass(frozen=True, slots=True)
class InWords:
    dangers: tuple[str, ...]
    """To the viewer; empty for who has no homeworld there."""
    systems: tuple[str, ...]
    """A sentence each, in the order of the position."""
    bank: str
    position: str
    """In notation."""


def in_words(position: Position, rules: RuleSet, me: int | None) -> InWords:
    """`me` is the seat of the viewer, None for a spectator."""
    lives = me is not None and position.homeworld(me) is not None
    return InWords(
        dangers=dangers_of(position, rules, me) if me is not None and lives else (),
        systems=tuple([describe_system(position, each, owner=each.home, me=me) for each in position.systems]),
        bank=bank_in_words(position),
        position=format_position(position),
    )


def dangers_of(position: Position, rules: RuleSet, me: int) -> tuple[str, ...]:
    """What of mine could be taken or destroyed where it stands, the homeworld first."""
    systems = sorted(position.systems, key=lambda system: system.home != me)
    mine = [system for system in systems if system.fleets[me]]
    found = [
        danger
        for system in mine
        for danger in (*_crowds(position, system, me), *_raids(rules, position, system, me))
    ]
    return tuple(found) or (gettext("As it lies, nothing on the map threatens a ship of yours."),)


def _crowds(position: Position, system: System, me: int) -> Iterator[str]:
    for colour in Colour:
        number = system.count(colour)
        losses = catastrophe_losses(position, system.name, colour) if number >= OVERPOPULATION - 1 else ()
        ships = [loss.ship for loss in losses if loss.owner == me]
        if not ships:
            continue
        sentence = (
            gettext("A {colour} catastrophe at {system} would cost you {ships}.")
            if number >= OVERPOPULATION
            else gettext("With one more {colour} piece at {system} a catastrophe would cost you {ships}.")
        )
        yield sentence.format(
            colour=gettext(COLOUR_LABELS[colour]), system=system.name, ships=describe_ships(ships)
        )


def _raids(rules: RuleSet, position: Position, system: System, me: int) -> Iterator[str]:
    for seat in position.living:
        if seat == me or Colour.RED not in system.powers(seat):
            continue
        largest = max([ship.size for ship in system.fleets[seat]]) + rules.attacks_equals
        ships = [ship for ship in system.fleets[me] if ship.size < largest]
        if ships:
            words = gettext("{player} could capture at {system}: {ships}.")
            yield words.format(player=position.names[seat], system=system.name, ships=describe_ships(ships))


def bank_in_words(position: Position) -> str:
    there = [
        gettext("%(number)d %(piece)s") % {"number": position.in_bank(piece), "piece": BANK_WORDS[piece]}
        for piece in PIECES
        if position.in_bank(piece)
    ]
    if not there:
        return gettext("The bank is empty.")
    words = [gettext("In the bank: {pieces}.").format(pieces=", ".join(there))]
    if none := [str(BANK_WORDS[piece]) for piece in PIECES if not position.in_bank(piece)]:
        words.append(gettext("None left: {pieces}.").format(pieces=", ".join(none)))
    return " ".join(words)
