"""An event, from what is stored of it to who plays next and how it stands.

    rows: entries, rounds, tables, results
        `Sheet(event)` reads them all, by five queries: the way in
    `stored`   the sheet, and from it what the arithmetic asks for (`pairing.plain`)
    `placed`   how a table ended, from a result to its places and points
        `pairing/` reckons, without framework: a module a format, standings, seats
    `paired`   what is to be played next, or what is wrong with a round paired by hand
    `ranking`  the standings
    `divided`  before there is a sheet: who is in which division

Nothing of it writes: `services/pairing` makes the tables that come out, under the event's lock, and only if
the sheet's fingerprint is still what it was.
"""

from tournaments.sheet.divided import divide
from tournaments.sheet.paired import (
    Paired,
    PairedRound,
    bracket,
    next_legs,
    next_rounds,
    pair,
    unusual_by_hand,
    why_not_by_hand,
)
from tournaments.sheet.placed import BYE, Placed, places_of_seats, points_of_seats
from tournaments.sheet.ranking import divisions_of, standings, standings_by_division
from tournaments.sheet.stored import Line, Sheet, count_results, kept_apart, standing, stayed_away

__all__ = [
    "BYE",
    "Line",
    "Paired",
    "PairedRound",
    "Placed",
    "Sheet",
    "bracket",
    "count_results",
    "divide",
    "divisions_of",
    "kept_apart",
    "next_legs",
    "next_rounds",
    "pair",
    "places_of_seats",
    "points_of_seats",
    "standing",
    "standings",
    "standings_by_division",
    "stayed_away",
    "unusual_by_hand",
    "why_not_by_hand",
]
