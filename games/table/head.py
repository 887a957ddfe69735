"""The head of a table: who plays, how many turns there were, and what happened lately."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from board.drawn.hunting import hunt_in_short
from board.map.symbols import render_badge
from board.turn.making import turn_words
from board.words.rules import variant_short_name
from games.models import OF_EVENT, EntryKind
from games.table.about import Belonging, origin_of
from games.table.since import Since, since_of
from games.table.view import Shown, Table, WaitingTable


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    title: str
    event: Belonging | None = None
    """Whose table it is; it stands before the title."""
    picture: str = ""
    """Of the position shown, to send to somebody; empty before the start."""
    number: int = 0
    """Of the entry after which the position shown stands."""
    since: Since | None = None
    badge: SafeString | str = ""
    name: str = ""
    """Who made the turn that led to it; empty for other entries."""
    words: str = ""
    goal: str = ""
    """Empty once the game is over."""
    hunt: SafeString | str = ""
    """The goal in short, where it is a player."""


def head_of(table: Table) -> Head:
    if isinstance(table, WaitingTable):
        return Head(title=title_of(table), goal=table.goal)
    at, entry = table.at, table.at.entry
    return Head(
        title=title_of(table),
        event=_event_of(table),
        picture=table.game.picture_path(at.number),
        number=at.number,
        since=since_of(table),
        badge=render_badge(entry.seat, entry.name) if entry and entry.seat is not None else "",
        name=entry.name if entry and entry.kind is EntryKind.TURN else "",
        words=_last_words(at),
        goal="" if table.state.outcome else table.goal,
        hunt=hunt_in_short(table.state, table.viewer_seat) if at.is_latest else "",
    )


def _event_of(table: Table) -> Belonging | None:
    return origin_of(table.game) if table.game.origin_kind == OF_EVENT else None


def title_of(table: Table) -> str:
    names = [seat.name for seat in table.seats]
    if len(names) == 2 and all(names):
        return " – ".join(names)
    return f"{variant_short_name(table.rules.variant)} · {len(names)}"


def _last_words(at: Shown) -> str:
    if at.entry is None:
        return ""
    words = [at.entry.words]
    if at.step is not None and at.mover is not None:
        words = list(turn_words(at.turn, at.mover, at.position.names))
    if at.mover is not None and at.entry.eliminated:
        words.append(gettext("out: {players}").format(players=", ".join(at.entry.eliminated)))
    return " · ".join(words)
