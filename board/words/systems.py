"""The map in words: what a screen reader says of a system."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from django.utils.translation import gettext, gettext_noop, pgettext, pgettext_lazy

from homeworlds.pieces import Colour, Piece
from homeworlds.position import OVERPOPULATION, Position, System

SHIP_WORDS = (
    gettext_noop("small red"),
    gettext_noop("medium red"),
    gettext_noop("large red"),
    gettext_noop("small yellow"),
    gettext_noop("medium yellow"),
    gettext_noop("large yellow"),
    gettext_noop("small green"),
    gettext_noop("medium green"),
    gettext_noop("large green"),
    gettext_noop("small blue"),
    gettext_noop("medium blue"),
    gettext_noop("large blue"),
)
BANK_WORDS = (
    pgettext_lazy("in the bank", "small red"),
    pgettext_lazy("in the bank", "medium red"),
    pgettext_lazy("in the bank", "large red"),
    pgettext_lazy("in the bank", "small yellow"),
    pgettext_lazy("in the bank", "medium yellow"),
    pgettext_lazy("in the bank", "large yellow"),
    pgettext_lazy("in the bank", "small green"),
    pgettext_lazy("in the bank", "medium green"),
    pgettext_lazy("in the bank", "large green"),
    pgettext_lazy("in the bank", "small blue"),
    pgettext_lazy("in the bank", "medium blue"),
    pgettext_lazy("in the bank", "large blue"),
)
"""Of a piece, which is neither ship nor star yet."""
STAR_WORDS = (
    gettext_noop("small red star"),
    gettext_noop("medium red star"),
    gettext_noop("large red star"),
    gettext_noop("small yellow star"),
    gettext_noop("medium yellow star"),
    gettext_noop("large yellow star"),
    gettext_noop("small green star"),
    gettext_noop("medium green star"),
    gettext_noop("large green star"),
    gettext_noop("small blue star"),
    gettext_noop("medium blue star"),
    gettext_noop("large blue star"),
)
SIZE_LABELS = {1: gettext_noop("small"), 2: gettext_noop("medium"), 3: gettext_noop("large")}
COLOUR_LABELS = {
    Colour.RED: gettext_noop("red"),
    Colour.YELLOW: gettext_noop("yellow"),
    Colour.GREEN: gettext_noop("green"),
    Colour.BLUE: gettext_noop("blue"),
}


def big_first(pieces: Iterable[Piece]) -> list[Piece]:
    """In the order of the map: large before small, then red, yellow, green, blue."""
    return sorted(pieces, key=lambda piece: (-piece.size, piece))


def describe_ships(ships: Iterable[Piece]) -> str:
    """``large red, 2 small green``."""
    words = []
    for piece, number in Counter(big_first(ships)).items():
        word = gettext(SHIP_WORDS[piece])
        if number > 1:
            word = gettext("%(number)d %(piece)s") % {"number": number, "piece": word}
        words.append(word)
    return ", ".join(words)


def describe_system(
    position: Position,
    system: System,
    *,
    owner: int | None,
    me: int | None,
    steps: Sequence[int] = (),
    gone: Sequence[Piece] = (),
    come: Sequence[Piece] = (),
) -> str:
    """One sentence with everything a card shows.

    `owner` is the seat whose homeworld this is or was, `me` the seat of the reader; `gone` and `come` are
    the ships that the turn took from here and brought here.
    """
    parts = [_subject(position, system, owner, me)]
    mine_first = sorted(range(position.players), key=lambda seat: seat != me)
    parts += [_fleet(position, system, seat, me) for seat in mine_first if system.fleets[seat]]
    if not system.has_ships():
        parts.append(gettext("no ships"))
    parts += _crowds(system)
    if steps:
        numbers = ", ".join(map(str, steps))
        parts.append(gettext("part of the last turn, step %(numbers)s") % {"numbers": numbers})
    if gone:
        parts.append(gettext("gone from here: %(ships)s") % {"ships": describe_ships(gone)})
    if come:
        parts.append(gettext("new here: %(ships)s") % {"ships": describe_ships(come)})
    reached = [other.name for other in position.systems if system.connects_to(other)]
    if reached:
        parts.append(gettext("reaches %(systems)s") % {"systems": ", ".join(reached)})
    return pgettext("between the facts of a system", "; ").join(parts) + "."


def _subject(position: Position, system: System, owner: int | None, me: int | None) -> str:
    values = {
        "name": system.name,
        "stars": ", ".join([gettext(STAR_WORDS[star]) for star in system.stars]),
    }
    if owner is None:
        return gettext("%(name)s, %(stars)s") % values
    if owner in position.out:
        return gettext("%(name)s, homeworld of an eliminated player, %(stars)s") % values
    if owner == me:
        return gettext("%(name)s, your homeworld, %(stars)s") % values
    if owner == position.mover:
        return gettext("%(name)s, a homeworld, its player is to move, %(stars)s") % values
    return gettext("%(name)s, a homeworld, %(stars)s") % values


def _fleet(position: Position, system: System, seat: int, me: int | None) -> str:
    values = {"player": position.names[seat], "ships": describe_ships(system.fleets[seat])}
    if seat == me:
        return gettext("yours: %(ships)s") % values
    if seat in position.out:
        return gettext("derelicts of %(player)s: %(ships)s") % values
    return gettext("%(player)s: %(ships)s") % values


def _crowds(system: System) -> list[str]:
    sentences = []
    for colour in Colour:
        number = system.count(colour)
        if number < OVERPOPULATION - 1:
            continue
        values = {"number": number, "colour": gettext(COLOUR_LABELS[colour])}
        if number >= OVERPOPULATION:
            sentences.append(gettext("overpopulated with %(number)d %(colour)s") % values)
        else:
            sentences.append(gettext("%(number)d %(colour)s, one short of overpopulation") % values)
    return sentences
