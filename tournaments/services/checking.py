"""Every event is compared with its games: what is kept of it must follow from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db.models import Q

from games.models import Game, Seat, Status
from tournaments.models import (
    Act,
    Entry,
    Event,
    EventStatus,
    EventTable,
    Format,
    Kind,
    Result,
    ResultKind,
    Round,
    RoundKind,
)
from tournaments.services.receivers import placed_of
from tournaments.services.tables import ORIGIN
from tournaments.sheet import Placed, Sheet, standing, standings


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
    yield from _rounds(event)
    yield from _seated_twice(event)
    yield from _results(event)
    # Where a result is unread, whoever follows the event writes its standings anew.
    unread = Result.objects.filter(table__round__event=event, read_at=None)
    if event.status == EventStatus.FINISHED and not unread.exists():
        yield from _standings(event)


def _missing_games(event: Event) -> Iterator[str]:
    lacks = Q(game=None, has_game=True, annulled_at=None, round__begun_at__isnull=False)
    for table in EventTable.objects.filter(lacks, round__event=event).select_related("round"):
        yield f"round {table.round.number}, table {table.number}: its game is missing"


def _rounds(event: Event) -> Iterator[str]:
    """Where a round waits for the one before it, two are open only if a game of the first goes on after all,
    and none was paired before all earlier ones were closed."""
    rounds = list(Round.objects.filter(event=event).order_by("number"))
    waits = [
        round_
        for round_ in rounds
        if not Format(event.format).begins_at_once or round_.kind == RoundKind.FINAL
    ]
    went_on = set(
        Result.objects.filter(table__round__event=event, kind=ResultKind.REOPENED).values_list(
            "table__round", flat=True
        )
    )
    still_open = [each.number for each in rounds if each.closed_at is None and each.pk not in went_on]
    for round_ in waits:
        if before := [number for number in still_open if number < round_.number]:
            yield f"round {before[0]} is open beside round {round_.number}"
    paired, closed = _acts_of(event, Kind.PAIRED), _acts_of(event, Kind.CLOSED)
    for round_ in waits:
        for number in range(1, round_.number):
            if closed.get(number, event.last_number + 1) > paired.get(round_.number, 0):
                yield f"round {round_.number} was paired before round {number} was over"


def _acts_of(event: Event, kind: Kind) -> dict[int, int]:
    """The number of the first of these acts, by the round it is about."""
    acts = Act.objects.filter(event=event, kind=kind).order_by("-number")
    return {act.data["round"]: act.number for act in acts}


def _seated_twice(event: Event) -> Iterator[str]:
    """Nobody sits at two tables of a round, but in divisions, which are one round and where nobody meets
    anybody twice, and in a knock-out for the games of his match, from which he may also be left to go on
    alone."""
    tables = EventTable.objects.filter(round__event=event, annulled_at=None).select_related("round")
    seen: set[tuple[int, int, tuple[int, ...]]] = set()
    for table in tables.prefetch_related("seats__entry").order_by("round__number", "number"):
        numbers = tuple(sorted(seat.entry.number or 0 for seat in table.seats.all()))
        together = [numbers] if event.format == Format.DIVISIONS else [(number,) for number in numbers]
        for players in together:
            alone = event.format == Format.KNOCKOUT and not table.has_game
            key = (table.round.number, 0 if alone else table.leg, players)
            if key in seen:
                who = " and ".join(map(str, players))
                yield f"round {table.round.number}, table {table.number}: player {who} for the second time"
            seen.add(key)


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
        results = list(Result.objects.filter(table=table).order_by("number"))
        if results and results[-1].kind == ResultKind.CORRECT:
            continue
        stored = standing(results)
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
    found = {line.player: (line.place or None, line.points) for lines in standings(sheet) for line in lines}
    for number in sorted(found.keys() | {each for each in kept if each is not None}):
        if kept.get(number) != found.get(number):
            yield f"player {number}: kept is {kept.get(number)}, the results say {found.get(number)}"
