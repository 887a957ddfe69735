"""Names of players and systems: what the notation can carry, and names offered for new systems."""

from __future__ import annotations

import itertools
from collections.abc import Collection
from typing import Final

from homeworlds.refusals import Refusal, RefusalCode

LONGEST_NAME: Final = 20
SEPARATORS: Final = (",", ";", "|", ":", "->", "=>", "→")
"""What a turn may have between its steps, or after the name of who makes it."""

OFFERED: Final = (
    "Altair",
    "Vega",
    "Rigel",
    "Deneb",
    "Mira",
    "Spica",
    "Castor",
    "Pollux",
    "Procyon",
    "Arcturus",
    "Antares",
    "Capella",
    "Sirius",
    "Canopus",
    "Regulus",
    "Bellatrix",
    "Alcor",
    "Mizar",
    "Polaris",
    "Algol",
    "Shaula",
    "Nashira",
    "Electra",
    "Maia",
    "Merope",
    "Atlas",
    "Tarazed",
    "Izar",
    "Hadar",
    "Avior",
    "Naos",
    "Thuban",
    "Kochab",
    "Rasalas",
    "Okab",
    "Sadr",
    "Zaurak",
    "Menkar",
    "Diphda",
    "Ankaa",
    "Achernar",
    "Fomalhaut",
    "Markab",
    "Enif",
    "Homam",
    "Sadalsuud",
    "Nunki",
    "Alnair",
    "Peacock",
    "Gacrux",
    "Mimosa",
    "Acrux",
    "Subra",
    "Alphard",
    "Adhara",
    "Wezen",
    "Furud",
    "Saiph",
    "Mintaka",
    "Alnilam",
    "Nihal",
    "Arneb",
)
"""Star names offered for discovered systems, in this order."""


def check_name(name: str) -> None:
    """Raises Refusal unless the notation can carry the name of a player or system."""
    if (
        not 1 <= len(name) <= LONGEST_NAME
        or not name.isprintable()
        or any(character.isspace() or character in ";()" for character in name)
    ):
        raise Refusal(RefusalCode.BAD_NAME, name=name[: 2 * LONGEST_NAME], most=LONGEST_NAME)


def ends_as_separator(name: str) -> bool:
    """Whether a name ends in a sign that stands between the steps of a turn, or after who makes it: who
    types it would end a step with it, so nothing new is called so.

    >>> [name for name in ("Vega", "Vega,", "Ann:", "Qo'nos", "A->") if ends_as_separator(name)]
    ['Vega,', 'Ann:', 'A->']
    """
    return name.endswith(SEPARATORS)


def offered_name(taken: Collection[str]) -> str:
    """The first offered name that is not taken, whatever the case."""
    folded = {name.casefold() for name in taken}
    for round_number in itertools.count(1):
        for name in OFFERED:
            candidate = name if round_number == 1 else f"{name}-{round_number}"
            if candidate.casefold() not in folded:
                return candidate
    raise AssertionError("itertools.count never ends")
