"""Replay: a game from position to position, after every turn and between the actions of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias
from urllib.parse import urlencode

from django.http import Http404
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from board.map.places import place_turn
from board.map.traces import traces_of
from board.turn.making import turn_words
from games.access import Viewer
from games.models import EntryKind, Game, LogEntry
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


_Stage: TypeAlias = tuple[int, int | None]
"""A number of the log, and how many actions of it are done; None: all."""
START: Final[_Stage] = (0, None)


@dataclass(frozen=True, slots=True)
class StepLink:
    """A link to another position; `link` is empty where there is none, so that the others stay in place."""

    id: str
    label: str
    spoken: str
    keys: str
    """The key that does the same; empty without one."""
    link: SafeString


@dataclass(frozen=True, slots=True)
class Steps:
    """Where in the game one looks, and the ways on from there."""

    heading: str
    words: str
    """What was done by the last step; empty at the start and at the present."""
    links: tuple[StepLink, ...]
    leave: str
    """The way out; empty in the present."""


def steps_of(table: RunningTable, from_seat: int | None) -> Steps | None:
    """None before anything has happened. `from_seat` is the side a spectator looks from, and keeps."""
    entries = table.entries
    if not entries:
        return None
    last, shown, public_id = len(entries), table.at, table.game.public_id
    runs = table.state.outcome is None
    # No action done is where the turn before ended.
    at: _Stage = (shown.number - 1, None) if shown.step == 0 else (shown.number, shown.step)
    after = at[0] + 1 if at[1] is None else at[0]
    targets: dict[str, _Stage | None] = {
        "first": START if at != START else None,
        "previous": (at[0] - 1, None) if at != START else None,
        "back": _before(entries, at, runs),
        "on": _after(entries, at, runs),
        "next": (after, None) if after <= last else None,
        "last": (last, None) if at != (last, None) else None,
    }
    addresses = {
        name: [
            stage_address(public_id, *target, last=last, from_seat=from_seat, fragment=fragment)
            for fragment in (False, True)
        ]
        for name, target in targets.items()
        if target is not None
    }
    return Steps(
        heading=_heading(table),
        words=_words(table),
        links=tuple([step_link(name, *addresses.get(name, ())) for name in targets]),
        leave="" if shown.is_latest else stage_address(public_id, last, last=last, from_seat=from_seat),
    )


def step_link(name: str, page: str = "", fragment: str = "") -> StepLink:
    """One of the six ways; without addresses it leads nowhere."""
    label, spoken, keys = {
        "first": ("|‹", gettext("To the start"), "Home"),
        "previous": (gettext("« Turn"), gettext("Previous turn"), ""),
        "back": (gettext("‹ Action"), gettext("Previous action"), "ArrowLeft"),
        "on": (gettext("Action ›"), gettext("Next action"), "ArrowRight"),
        "next": (gettext("Turn »"), gettext("Next turn"), ""),
        "last": ("›|", gettext("To the end"), "End"),
    }[name]
    link = SafeString("")
    if page:
        link = format_html(' href="{}" hx-get="{}" hx-target="#table" hx-swap="outerHTML"', page, fragment)
    return StepLink(f"step-{name}", label, spoken, keys, link)


def _actions(entry: EntryView) -> int:
    """Of the log's canonical notation."""
    return entry.text.count(";") + 1 if entry.text else 0


# While the game runs the last turn is looked back at with all its actions done: the present shows a table
# to play on. Of a finished game the present does both.


def _before(entries: Sequence[EntryView], at: _Stage, runs: bool) -> _Stage | None:
    number, step = at
    if number == 0:
        return None
    actions = _actions(entries[number - 1])
    if runs and actions and at == (len(entries), None):
        return number, actions
    done = (actions if step is None else step) - 1
    return (number, done) if done > 0 else (number - 1, None)


def _after(entries: Sequence[EntryView], at: _Stage, runs: bool) -> _Stage | None:
    number, step = at
    if step is None:
        number, step = number + 1, 0
    if number > len(entries):
        return None
    last = _actions(entries[number - 1])
    if not (runs and number == len(entries)):
        last -= 1
    return (number, step + 1) if step < last else (number, None)


def look_back_address(table: RunningTable, entry: EntryView) -> str:
    """Where an entry is looked back at, with what it moved."""
    actions = _actions(entry)
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
        return reverse("games:table", args=[public_id]) + query
    return reverse(f"games:position{tail}", args=[public_id, number]) + query


def seat_query(from_seat: int | None) -> str:
    return "" if from_seat is None else f"?{urlencode({'seat': from_seat})}"


def _heading(table: RunningTable) -> str:
    number, step = table.at.number, table.at.step
    if step is not None:
        total = _actions(table.entries[number - 1])
        if not step:
            return gettext("Before turn {number}").format(number=number)
        return gettext("Turn {number}, action {step} of {total}").format(
            number=number, step=step, total=total
        )
    if number:
        return gettext("After turn {number}").format(number=number)
    return gettext("Before the first turn")


def _words(table: RunningTable) -> str:
    """The step that led here: one action, or what ended the turn."""
    at = table.at
    entry = at.entry
    if at.is_latest or entry is None:
        return ""
    if entry.kind is not EntryKind.TURN or at.mover is None:
        return " ".join(entry.sentences)
    names = at.position.names
    (words,) = turn_words(at.turn[-1:], at.mover, names)
    said = [gettext("{player}: {words}").format(player=names[at.mover], words=words)]
    if entry.eliminated:
        said.append(gettext("out: {players}").format(players=", ".join(entry.eliminated)))
    return " · ".join(said)
