"""Replay: a game from position to position, after every turn and between the actions of a turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias
from urllib.parse import urlencode

from django.http import Http404
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.access import Viewer
from games.models import EntryKind, Game, LogEntry
from games.places import place_turn
from games.selectors import EntryView, TableView, table_for
from games.turn_making import turn_words
from homeworlds.notation import parse_turn
from homeworlds.turn import make_turn


def table_at(game: Game, viewer: Viewer, *, number: int, step: int | None = None) -> TableView:
    """The game as this viewer sees it after `step` actions of entry `number`; None: after all of it.

    With all its actions done the turn is over. One query more than `table_for`, however long the game.
    Raises Http404: no such entry or action.
    """
    if step is None:
        return table_for(game, viewer, number=number)
    if not 1 <= number <= game.log_number:
        raise Http404
    text = LogEntry.objects.values_list("text", flat=True).get(game=game, number=number)
    actions = parse_turn(text, game.players)
    if step > len(actions):
        raise Http404
    if 0 < step == len(actions):
        return table_for(game, viewer, number=number)
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
    )


_Stage: TypeAlias = tuple[int, int | None]
"""A number of the log, and how many actions of it are done; None: all."""
START: Final[_Stage] = (0, None)


@dataclass(frozen=True, slots=True)
class StepLink:
    """A link to another position; `link` is empty where there is none, so that the others stay in place."""

    id: str
    label: str
    spoken: str
    link: SafeString


@dataclass(frozen=True, slots=True)
class Steps:
    """Where in the game one looks, and the ways on from there."""

    heading: str
    words: str
    """What was done by the last step; empty at the start and at the present."""
    links: tuple[StepLink, ...]


def steps_of(view: TableView, from_seat: int | None) -> Steps | None:
    """None before anything has happened. `from_seat` is the side a spectator looks from, and keeps."""
    entries = view.entries
    if not entries:
        return None
    last = len(entries)
    # No action done is where the turn before ended.
    at: _Stage = (view.shown - 1, None) if view.step == 0 else (view.shown, view.step)
    targets: dict[str, _Stage | None] = {
        "first": START if at != START else None,
        "previous": (at[0] - 1, None) if at != START else None,
        "back": _before(entries, at),
        "on": _after(entries, at),
        "next": _end_of_turn(at, last),
        "last": (last, None) if at != (last, None) else None,
    }
    labels = {
        "first": ("|‹", gettext("To the start")),
        "previous": (gettext("« Turn"), gettext("Previous turn")),
        "back": (gettext("‹ Action"), gettext("Previous action")),
        "on": (gettext("Action ›"), gettext("Next action")),
        "next": (gettext("Turn »"), gettext("Next turn")),
        "last": ("›|", gettext("To the present")),
    }
    return Steps(
        heading=_heading(view),
        words=_words(view),
        links=tuple(
            [
                StepLink(f"step-{name}", *labels[name], _link(view, target, last, from_seat))
                for name, target in targets.items()
            ]
        ),
    )


def _actions(entry: EntryView) -> int:
    """Of the log's canonical notation."""
    return entry.text.count(";") + 1 if entry.text else 0


def _before(entries: Sequence[EntryView], at: _Stage) -> _Stage | None:
    number, step = at
    if number == 0:
        return None
    done = (_actions(entries[number - 1]) if step is None else step) - 1
    return (number, done) if done > 0 else (number - 1, None)


def _after(entries: Sequence[EntryView], at: _Stage) -> _Stage | None:
    number, step = at
    if step is None:
        number, step = number + 1, 0
    if number > len(entries):
        return None
    return (number, step + 1) if step + 1 < _actions(entries[number - 1]) else (number, None)


def _end_of_turn(at: _Stage, last: int) -> _Stage | None:
    number, step = at
    number = number + 1 if step is None else number
    return (number, None) if number <= last else None


def _link(view: TableView, target: _Stage | None, last: int, from_seat: int | None) -> SafeString:
    if target is None:
        return SafeString("")
    number, step = target
    attributes = {
        "href": stage_address(view.game.public_id, number, step, last=last, from_seat=from_seat),
        "hx-get": stage_address(view.game.public_id, number, step, from_seat=from_seat, fragment=True),
        "hx-target": "#table",
        "hx-swap": "outerHTML",
    }
    return format_html_join("", ' {}="{}"', attributes.items())


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
    query = "" if from_seat is None else f"?{urlencode({'seat': from_seat})}"
    tail = "_fragment" if fragment else ""
    if step is not None:
        return reverse(f"games:step{tail}", args=[public_id, number, step]) + query
    if number == last and not fragment:
        return reverse("games:table", args=[public_id]) + query
    return reverse(f"games:position{tail}", args=[public_id, number]) + query


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
