"""Replay: a game from position to position, after every turn and between the actions of a turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias
from urllib.parse import urlencode

from django.http import Http404
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from board.map.places import place_turn
from board.map.traces import traces_of
from board.turn.making import turn_words
from games.access import Viewer
from games.models import EntryKind, Game, LogEntry
from games.table.view import EntryView, TableView, position_after, table_for
from homeworlds.notation import parse_turn
from homeworlds.turn import make_turn


def table_at(game: Game, viewer: Viewer, *, number: int, step: int | None = None) -> TableView:
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
        whole = table_for(game, viewer, number=number)
        if whole.is_latest and whole.outcome is None:
            whole = replace(whole, is_latest=False, step=step)
        return traced(whole)
    before = table_for(game, viewer, number=number - 1)
    if before.position is None or before.places is None:
        raise Http404
    # The places of that moment, as they were while the turn was made: nothing on the map moves on its own.
    half = make_turn(before.rules, before.position, actions[:step])
    return replace(
        before,
        position=half.position,
        places=place_turn(before.places, half),
        shown=number,
        step=step,
        is_latest=False,
        last_turn=half.turn,
        last_mover=half.mover if step else None,
        last_entry=replace(before.entries[number - 1], eliminated=(), revealed=()) if step else None,
        traces=traces_of(before.places, half, half.position),
    )


def traced(view: TableView) -> TableView:
    """With what the last turn moved, unless somebody plays on from this position; one query more."""
    plays_on = view.is_latest and view.outcome is None
    if plays_on or view.last_mover is None or view.position is None or view.state is None:
        return view
    seats = list(view.game.seats.all())
    position, places = position_after(view.game, seats, view.state, view.shown - 1)
    half = make_turn(view.rules, position, view.last_turn)
    return replace(view, traces=traces_of(places, half, view.position))


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


def steps_of(view: TableView, from_seat: int | None) -> Steps | None:
    """None before anything has happened. `from_seat` is the side a spectator looks from, and keeps."""
    entries = view.entries
    if not entries:
        return None
    last = len(entries)
    runs = view.outcome is None
    # No action done is where the turn before ended.
    at: _Stage = (view.shown - 1, None) if view.step == 0 else (view.shown, view.step)
    targets: dict[str, _Stage | None] = {
        "first": START if at != START else None,
        "previous": (at[0] - 1, None) if at != START else None,
        "back": _before(entries, at, runs),
        "on": _after(entries, at, runs),
        "next": _end_of_turn(at, last),
        "last": (last, None) if at != (last, None) else None,
    }
    public_id = view.game.public_id
    return Steps(
        heading=_heading(view),
        words=_words(view),
        links=tuple(
            [step_link(name, _link(view, target, last, from_seat)) for name, target in targets.items()]
        ),
        leave="" if view.is_latest else stage_address(public_id, last, last=last, from_seat=from_seat),
    )


def step_link(name: str, attributes: Mapping[str, str]) -> StepLink:
    """One of the six ways; without attributes it leads nowhere."""
    label, spoken, keys = {
        "first": ("|‹", gettext("To the start"), "Home"),
        "previous": (gettext("« Turn"), gettext("Previous turn"), ""),
        "back": (gettext("‹ Action"), gettext("Previous action"), "ArrowLeft"),
        "on": (gettext("Action ›"), gettext("Next action"), "ArrowRight"),
        "next": (gettext("Turn »"), gettext("Next turn"), ""),
        "last": ("›|", gettext("To the end"), "End"),
    }[name]
    link = format_html_join("", ' {}="{}"', attributes.items())
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


def _end_of_turn(at: _Stage, last: int) -> _Stage | None:
    number, step = at
    number = number + 1 if step is None else number
    return (number, None) if number <= last else None


def _link(view: TableView, target: _Stage | None, last: int, from_seat: int | None) -> Mapping[str, str]:
    if target is None:
        return {}
    number, step = target
    public_id = view.game.public_id
    return link_attributes(
        stage_address(public_id, number, step, last=last, from_seat=from_seat),
        stage_address(public_id, number, step, from_seat=from_seat, fragment=True),
    )


def link_attributes(page: str, fragment: str) -> Mapping[str, str]:
    return {"href": page, "hx-get": fragment, "hx-target": "#table", "hx-swap": "outerHTML"}


def look_back_address(view: TableView, entry: EntryView) -> str:
    """Where an entry is looked back at, with what it moved."""
    actions = _actions(entry)
    last = view.is_latest and view.outcome is None and entry.number == len(view.entries)
    return stage_address(view.game.public_id, entry.number, actions if last and actions else None)


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


def _heading(view: TableView) -> str:
    if view.step is not None:
        total = _actions(view.entries[view.shown - 1])
        if not view.step:
            return gettext("Before turn {number}").format(number=view.shown)
        return gettext("Turn {number}, action {step} of {total}").format(
            number=view.shown, step=view.step, total=total
        )
    if view.shown:
        return gettext("After turn {number}").format(number=view.shown)
    return gettext("Before the first turn")


def _words(view: TableView) -> str:
    """The step that led here: one action, or what ended the turn."""
    if view.is_latest or view.position is None or view.last_entry is None:
        return ""
    entry = view.last_entry
    if entry.kind is not EntryKind.TURN or view.last_mover is None:
        return " ".join(entry.sentences)
    names = view.position.names
    (words,) = turn_words(view.last_turn[-1:], view.last_mover, names)
    said = [gettext("{player}: {words}").format(player=names[view.last_mover], words=words)]
    if entry.eliminated:
        said.append(gettext("out: {players}").format(players=", ".join(entry.eliminated)))
    return " · ".join(said)
