"""The head of a table: who plays, how many turns there were, and what happened lately, since a player's last
turn or, with three and more, since he last looked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from board.charts.hunting import hunt_in_short
from board.map.snapshot import touched
from board.map.symbols import render_badge
from board.turn.making import turn_words
from board.words.game import goal_in_two_lines
from board.words.losses import losses_of
from board.words.rules import variant_short_name
from games.models import ASIDES, OF_EVENT, EntryKind, LogEntry
from games.table.about import Belonging, origin_of
from games.table.looking_back import look_back_address, stage_address
from games.table.view import EntryView, RunningTable, Shown, Table, WaitingTable
from homeworlds.notation import parse_position
from homeworlds.outcome import Alignment
from homeworlds.turn import make_turn

ROUNDS: Final = 2
"""No more is told to whoever has had no turn for long, being out."""
TAKING: Final = re.compile(r"\b(attack|catastrophe)\b")
"""In a turn that may have taken something from others."""


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
    sides: tuple[str, ...] = ()
    """The goals in short, where there are two sides."""


def head_of(table: Table) -> Head:
    if isinstance(table, WaitingTable):
        return Head(title=title_of(table), goal=table.goal)
    at, entry = table.at, table.at.entry
    return Head(
        title=title_of(table),
        event=origin_of(table.game) if table.game.origin_kind == OF_EVENT else None,
        picture=table.game.picture_path(at.number),
        number=at.number,
        since=since_of(table),
        badge=render_badge(entry.seat, entry.name) if entry and entry.seat is not None else "",
        name=entry.name if entry and entry.kind is EntryKind.TURN else "",
        words=_last_words(at),
        goal="" if table.state.outcome else table.goal,
        hunt=hunt_in_short(table.state, table.viewer_seat) if at.is_latest else "",
        sides=goal_in_two_lines(
            table.state,
            table.viewer_seat if at.is_latest else None,
            table.alignment if at.is_latest else None,
        ),
    )


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


@dataclass(frozen=True, slots=True)
class News:
    """What somebody did."""

    badge: SafeString
    name: str
    words: str
    grave: tuple[str, ...]
    """Who fell and who is revealed by it."""
    link: str
    """Where it is looked back at."""


@dataclass(frozen=True, slots=True)
class Since:
    heading: str
    news: tuple[News, ...]
    """The earliest first."""
    start: str
    """The position before all that."""
    more: str
    """The position before what the viewer has seen before, but not since an own turn; empty without that."""
    touched: Mapping[str, int | None]
    """The systems where it happened, by name, with the seat that was the last."""


class Heard(NamedTuple):
    """An entry for who listens."""

    number: int
    words: str


def heard_of(table: RunningTable) -> tuple[Heard, ...]:
    """The last round and one entry more, so that whoever ended a turn hears that too; each has its number, by
    which a page knows what was told already. Empty for positions of the past."""
    if not table.at.is_latest:
        return ()
    played = [place for place, entry in enumerate(table.entries) if entry.kind not in ASIDES]
    entries = table.entries[played[-table.game.players - 1 :][0] if played else 0 :]
    heard = []
    taking = [entry for entry in entries if entry.seat != table.viewer_seat and TAKING.search(entry.text)]
    losses = _own_losses(table, taking) if taking else {}
    for entry in entries:
        words = entry.words
        if entry.kind is EntryKind.TURN:
            words = f"{gettext('{player}: {words}').format(player=entry.name, words=words)}."
        told = [words, *losses.get(entry.number, ()), *_grave(entry)]
        heard.append(Heard(entry.number, " ".join(told)))
    return tuple(heard)


def _own_losses(table: RunningTable, taking: Sequence[EntryView]) -> dict[int, tuple[str, ...]]:
    """What each of these turns cost the viewer, by its number; one query."""
    seat, game, told = table.viewer_seat, table.game, {}
    if seat is None:
        return {}
    turns = {entry.number: entry.turn for entry in taking}
    before = LogEntry.objects.filter(game=game, number__in=[number - 1 for number in turns])
    for number, text in before.values_list("number", "position"):
        position = parse_position(text, table.rules, table.state.position.names)
        told[number + 1] = losses_of(seat, make_turn(table.rules, position, turns[number + 1]))
    return told


def since_of(table: RunningTable) -> Since | None:
    """None when nothing has happened, for spectators and in the past."""
    if table.viewer_seat is None or not table.at.is_latest:
        return None
    since_turn = _since_own_turn(table, table.viewer_seat)
    if not since_turn:
        return None
    unseen = _unseen(table, since_turn) if table.game.players > 2 else ()
    told = unseen or since_turn
    return Since(
        heading=gettext("Since you last looked") if unseen else gettext("Since your last turn"),
        news=tuple([_news(table, entry) for entry in told]),
        start=stage_address(table.game.public_id, told[0].number - 1),
        more=stage_address(table.game.public_id, since_turn[0].number - 1)
        if len(told) < len(since_turn)
        else "",
        touched={
            name: entry.seat for entry in told for name in touched(table.at.position, entry.turn, entry.seat)
        },
    )


def _since_own_turn(table: RunningTable, seat: int) -> Sequence[EntryView]:
    standing = [e for e in table.entries if not e.taken_back and e.kind is not EntryKind.TAKE_BACK]
    played = [(n, entry) for n, entry in enumerate(standing, 1) if entry.kind not in ASIDES]
    own = max((n for n, entry in played if entry.seat == seat), default=0)
    return standing[own:][-ROUNDS * table.game.players :]


def _unseen(table: RunningTable, entries: Sequence[EntryView]) -> Sequence[EntryView]:
    """What the viewer had not seen before this look, which lasts until there is something new again."""
    seat = next(each for each in table.game.seats.all() if each.number == table.viewer_seat)
    # This very look is noted already, or not: the answer is the same.
    seen = seat.seen_before if seat.seen_number >= table.game.log_number else seat.seen_number
    return [entry for entry in entries if entry.number > seen]


def _news(table: RunningTable, entry: EntryView) -> News:
    badge = SafeString("") if entry.seat is None else render_badge(entry.seat, entry.name)
    name = entry.name if entry.kind is EntryKind.TURN else ""
    return News(badge, name, entry.words, _grave(entry), look_back_address(table, entry))


def _grave(entry: EntryView) -> tuple[str, ...]:
    grave = []
    if entry.eliminated and entry.kind is EntryKind.TURN:
        grave.append(gettext("Out: {players}.").format(players=", ".join(entry.eliminated)))
    for name, side in entry.revealed:
        told = gettext("{player} is Evil.") if side is Alignment.EVIL else gettext("{player} is Good.")
        grave.append(told.format(player=name))
    return tuple(grave)
