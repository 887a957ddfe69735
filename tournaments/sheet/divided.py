"""Who plays in which division: by rating, and from the second edition on by how the last one ended."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.models import Entry, Event, EventStatus, Format
from tournaments.pairing.divisions import divide as by_rating
from tournaments.pairing.divisions import divide_again
from tournaments.pairing.plain import Entrant


def divide(event: Event, entries: Sequence[Entry]) -> None:
    """Gives each entry, which has its number, its division; of other formats there is none. Two queries at
    most. The caller saves them."""
    if event.format != Format.DIVISIONS:
        return
    entrants = [Entrant(id=entry.number or 0, rating=entry.rating or 0.0) for entry in entries]
    before = _before(event, {entry.player_id: entry.number or 0 for entry in entries})
    found = divide_again(before, entrants) if before else by_rating(entrants)
    division = {number: place for place, numbers in enumerate(found, 1) for number in numbers}
    for entry in entries:
        entry.division = division[entry.number or 0]


def _before(event: Event, numbers: dict[int, int]) -> list[list[int]]:
    """Each division of the last edition that is over, the best first, by the numbers of now; those who play
    no more keep their place in it under a number that nobody has. Of a division that nobody played in nobody
    goes up or down: its players come to one by rating, like those who are new."""
    if event.series_id is None:
        return []
    over = Event.objects.filter(
        series=event.series_id, status=EventStatus.FINISHED, edition__lt=event.edition
    )
    last = over.order_by("-edition").first()
    if last is None:
        return []
    found: dict[int, list[int]] = {}
    entries = Entry.objects.filter(event=last, number__isnull=False).order_by("division", "place", "number")
    for player, division, place in entries.values_list("player", "division", "place"):
        placed = found.setdefault(division or 1, [])
        if place is not None:
            placed.append(numbers.get(player, -player))
    return [found[division] for division in sorted(found)]
