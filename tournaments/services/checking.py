"""Every event is compared with its games: what is kept of it must follow from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db.models import Q

from games.models import Game, Seat, Status
from tournaments.models import Entry, Event, EventStatus, EventTable, Result
from tournaments.placed import Placed
from tournaments.ranking import standings
from tournaments.services.hearing import placed_of
from tournaments.services.tables import ORIGIN
from tournaments.sheet import Sheet, standing


def check_events() -> list[str]:
    """Where they differ, a line each; nothing is changed."""
    found = list(_stray_games())
    for event in Event.objects.exclude(status=EventStatus.OPEN).order_by("pk").iterator():
        found += [f"event {event}: {line}" for line in _check(event)]
    return found


def _stray_games() -> Iterator[str]:
    """That say they are of an event, and have no table there."""
    for game in Game.objects.filter(origin_kind=ORIGIN, arranged=True, event_table=None).order_by("pk"):
        yield f"game {game}: no table has it"


def _check(event: Event) -> Iterator[str]:
    numbers = list(event.acts.order_by("number").values_list("number", flat=True))
    if numbers != list(range(1, event.last_number + 1)):
        yield f"its log has {len(numbers)} acts, the last is {event.last_number}"
    if event.started_at is None:
        return
    yield from _missing_games(event)
    yield from _results(event)
    if event.status == EventStatus.FINISHED:
        yield from _standings(event)


def _missing_games(event: Event) -> Iterator[str]:
    lacks = Q(game=None, has_game=True, annulled_at=None, round__begun_at__isnull=False)
    for table in EventTable.objects.filter(lacks, round__event=event).select_related("round"):
        yield f"round {table.round.number}, table {table.number}: its game is missing"


def _results(event: Event) -> Iterator[str]:
    tables = EventTable.objects.filter(round__event=event, game__isnull=False).select_related("round", "game")
    for table in tables.order_by("round__number", "number"):
        if (game := table.game) is None:
            continue
        where = f"round {table.round.number}, table {table.number}"
        seats = list(Seat.objects.filter(game=game).order_by("number"))
        if not _same_people(
            seats, list(table.seats.order_by("number").values_list("entry__player", flat=True))
        ):
            yield f"{where}: others sit in its game"
        stored = standing(list(Result.objects.filter(table=table).order_by("number")))
        played = tuple(placed_of(game, seats)) if game.status == Status.FINISHED else None
        if stored != played:
            yield f"{where}: stored is {_words(stored)}, the game says {_words(played)}"


def _same_people(seats: Sequence[Seat], sat: Sequence[int]) -> bool:
    """Whoever plays on for them."""
    return len(seats) == len(sat) and all(
        seat.has_substitute or seat.player_id == player for seat, player in zip(seats, sat, strict=True)
    )


def _words(placed: Sequence[Placed] | None) -> str:
    return "going on" if placed is None else ", ".join([str(each.result) for each in placed])


def _standings(event: Event) -> Iterator[str]:
    sheet = Sheet(event)
    kept = {
        entry.number: (entry.place, entry.score)
        for entry in Entry.objects.filter(event=event, number__isnull=False)
    }
    found = {line.player: (line.place, line.points) for lines in standings(sheet) for line in lines}
    for number in sorted(found.keys() | {each for each in kept if each is not None}):
        if kept.get(number) != found.get(number):
            yield f"player {number}: kept is {kept.get(number)}, the results say {found.get(number)}"
