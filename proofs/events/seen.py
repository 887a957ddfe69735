"""Reads an event out of the database for the proof: of its games their logs and outcomes, of what the event
has reckoned nothing but what is to be compared."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime

from games.models import OF_EVENT, EntryKind, Game, LogEntry, Seat, Status
from proofs.events.contest import LONG_AGO, Contest, End, Person, Table
from tournaments.models import Act, Entry, Event, EventTable, Kind, RoundKind, TableSeat


def contest_of(event: Event) -> Contest:
    entries = list(Entry.objects.filter(event=event, number__isnull=False).order_by("number"))
    numbers = {entry.pk: entry.number or 0 for entry in entries}
    return Contest(
        name=event.title,
        kind=event.format,
        people={
            numbers[entry.pk]: Person(
                rating=entry.rating or 0.0,
                division=entry.division or 1,
                came=entry.from_round,
                withdrawn=entry.withdrawn_at is not None,
            )
            for entry in entries
        },
        tables=tuple(_tables(event, numbers)),
        points=event.points,
        order=tuple(event.tie_breaks),
        size=event.size,
        rounds=event.rounds,
        best_of=event.best_of,
        has_final=event.has_final,
        play_offs_last=event.lasts / 2,
        gone=_gone(event, {entry.player_id: numbers[entry.pk] for entry in entries}),
        strays=tuple(_strays(event)),
        kept={numbers[entry.pk]: (entry.place, entry.score) for entry in entries},
    )


def _tables(event: Event, numbers: dict[int, int]) -> list[Table]:
    rows = EventTable.objects.filter(round__event=event, annulled_at=None).select_related("round", "game")
    made = _made(event)
    seats = defaultdict(list)
    people = defaultdict(list)
    sat = TableSeat.objects.filter(table__round__event=event).order_by("table", "number")
    for table, entry, player in sat.values_list("table", "entry", "entry__player"):
        seats[table].append(numbers[entry])
        people[table].append(player)
    return [
        Table(
            round=row.round.number,
            number=row.number,
            seats=tuple(seats[row.pk]),
            game=row.game_id if row.game and _players(row.game) == people[row.pk] else None,
            end=end_of(row.game) if row.game else None,
            match=row.match,
            leg=row.leg,
            is_final=row.round.kind == RoundKind.FINAL,
            made=made.get((row.round.number, row.number), LONG_AGO),
            until=row.until,
        )
        for row in rows.order_by("round__number", "number")
    ]


def _made(event: Event) -> dict[tuple[int, int], datetime]:
    """When each table of a round was paired, by the acts that follow each other; nothing is annulled here."""
    found: dict[tuple[int, int], datetime] = {}
    last: defaultdict[int, int] = defaultdict(int)
    for act in Act.objects.filter(event=event, kind=Kind.PAIRED).order_by("number"):
        for _seats in act.data["tables"]:
            last[act.data["round"]] += 1
            found[act.data["round"], last[act.data["round"]]] = act.at
    return found


def _players(game: Game) -> list[int | None]:
    return list(Seat.objects.filter(game=game).order_by("number").values_list("player", flat=True))


def end_of(game: Game) -> End | None:
    """None: it is not over. From its outcome and its log."""
    if game.status != Status.FINISHED or game.outcome is None:
        return None
    won = frozenset(game.outcome["winners"])
    adrift = set(Seat.objects.filter(game=game, adrift_since__isnull=False).values_list("number", flat=True))
    out: dict[int, int] = {}
    away = adrift - won
    entries = list(LogEntry.objects.filter(game=game).order_by("number"))
    for entry in entries:
        for seat in set(entry.eliminated) - adrift:
            out.setdefault(seat, entry.number)
        if entry.seat is None:
            continue
        if entry.kind == EntryKind.CLOCK and entry.seat in adrift and entry.data.get("what") == "adrift":
            out[entry.seat] = entry.number
        if entry.kind == EntryKind.TIME and entry.seat not in won:
            away.add(entry.seat)
    away_there = frozenset(seat for seat in away if seat is not None)
    return End(won, out, away_there, entries[-1].created_at)


def _gone(event: Event, numbers: dict[int, int]) -> dict[int, frozenset[int]]:
    """By round who was withdrawn when it was paired, as the acts follow each other."""
    found: dict[int, frozenset[int]] = {}
    gone: set[int] = set()
    for act in Act.objects.filter(event=event).order_by("number"):
        if act.kind == Kind.WITHDRAWN and act.player_id is not None:
            gone.add(numbers[act.player_id])
        elif act.kind == Kind.RETURNED and act.player_id is not None:
            gone.discard(numbers[act.player_id])
        elif act.kind == Kind.PAIRED:
            found.setdefault(act.data["round"], frozenset(gone))
    return found


def _strays(event: Event) -> list[int]:
    """Games that say they are of this event, and are at none of its tables."""
    made = Game.objects.filter(origin_kind=OF_EVENT, origin_link=event.get_absolute_url())
    return list(made.exclude(event_table__round__event=event).order_by("pk").values_list("pk", flat=True))
