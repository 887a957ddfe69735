"""A game looked back at: after every turn and between the actions of a turn, and where each stands."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlencode

from django.http import Http404
from django.urls import reverse

from board.map.places import place_turn
from board.map.traces import traces_of
from games.access import Viewer
from games.models import Game, LogEntry
from games.table.view import (
    EntryView,
    RunningTable,
    Shown,
    Table,
    WaitingTable,
    position_after,
    running_table,
    table_for,
)
from homeworlds.notation import parse_turn
from homeworlds.turn import make_turn
from upkeep.kept.addresses import address_of


def table_at(game: Game, viewer: Viewer, *, number: int, step: int | None = None) -> Table:
    """The game as this viewer sees it after `step` actions of entry `number`; None: after all of it.

    With all its actions done the turn is over; of a running game's last one it is looked back at all the
    same. Two queries more than `table_for`, however long the game.
    Raises Http404: no such entry or action.
    """
    if step is None:
        return traced(table_for(game, viewer, number=number))
    if not 1 <= number <= game.log_number:
        raise Http404
    text = LogEntry.objects.values_list("text", flat=True).get(game=game, number=number)
    actions = parse_turn(text, game.players)
    if step > len(actions):
        raise Http404
    if 0 < step == len(actions):
        whole = running_table(game, viewer, number)
        if whole.plays_on:
            whole = replace(whole, at=replace(whole.at, is_latest=False, step=step))
        return traced(whole)
    before = running_table(game, viewer, number - 1)
    # The places of that moment, as they were while the turn was made: nothing on the map moves on its own.
    start = before.at
    half = make_turn(before.rules, start.position, actions[:step])
    at = Shown(
        number=number,
        is_latest=False,
        position=half.position,
        places=place_turn(start.places, half),
        turn=half.turn,
        mover=half.mover if step else None,
        entry=replace(before.entries[number - 1], eliminated=(), revealed=()) if step else None,
        step=step,
        traces=traces_of(start.places, half, half.position),
    )
    return replace(before, at=at)


def traced(table: Table) -> Table:
    """With what the last turn moved, unless somebody plays on from this position; one query more."""
    if isinstance(table, WaitingTable) or table.plays_on or table.at.mover is None:
        return table
    at, seats = table.at, list(table.game.seats.all())
    position, places = position_after(table.game, seats, table.state, at.number - 1)
    half = make_turn(table.rules, position, at.turn)
    return replace(table, at=replace(at, traces=traces_of(places, half, at.position)))


def look_back_address(table: RunningTable, entry: EntryView) -> str:
    """Where an entry is looked back at, with what it moved."""
    actions = len(entry.turn)
    last = table.plays_on and entry.number == len(table.entries)
    return stage_address(table.game.public_id, entry.number, actions if last and actions else None)


def stage_address(
    public_id: str,
    number: int,
    step: int | None = None,
    *,
    last: int | None = None,
    from_seat: int | None = None,
    fragment: bool = False,
) -> str:
    """Where a position of a game stands; the last one is the table itself."""
    query = seat_query(from_seat)
    tail = "_fragment" if fragment else ""
    if step is not None:
        return reverse(f"games:step{tail}", args=[public_id, number, step]) + query
    if number == last and not fragment:
        return address_of("games:table", public_id) + query
    return address_of(f"games:position{tail}", public_id, 0).replace("/0/", f"/{number}/") + query


def stage_addresses(public_id: str, from_seat: int | None) -> str:
    """Where the positions after whole entries stand, with {} for the number."""
    return address_of("games:position", public_id, 0).replace("/0/", "/{}/") + seat_query(from_seat)


def seat_query(from_seat: int | None) -> str:
    return "" if from_seat is None else f"?{urlencode({'seat': from_seat})}"
