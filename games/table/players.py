"""The list of players beside a table, and what is known of how they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from board.charts.hunting import hunt_ring
from board.map.symbols import render_badge
from board.words.game import one_of
from board.words.rules import bot_level_note
from games.access import Viewer
from games.lobby.seats import SeatView
from games.models import SeatKind
from games.table.agreeing.deals import Deals, deals_of
from games.table.around import standing_of
from games.table.clocks.shown import Clocks, clocks_of
from games.table.view import RunningTable, Table
from homeworlds.outcome import Alignment
from homeworlds.rules import Variant
from upkeep.kept.addresses import address_of


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat in the list."""

    seat: SeatView
    badge: SafeString
    notes: tuple[str, ...]
    link: str
    """The table from this side, for spectators; empty for players."""
    clock: str = ""
    """What is on its clock; empty without one."""
    clock_link: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Players:
    lines: tuple[SeatLine, ...]
    quiet_names: tuple[tuple[str, str], ...]
    """Name and public id of the other people at the viewer's table."""
    goal: str = ""
    """Before the start only."""
    evil_left: str = ""
    alignment: str = ""
    """The viewer's own, unless the goal says it."""
    standing: Sequence[str] = ()
    ring: SafeString | str = ""
    """Who hunts whom in Sinister, as a drawing; `standing` says it in words."""
    may_resign: bool = False
    asks_to_keep: bool = False
    clocks: Clocks | None = None
    deals: Deals | None = None
    """Only while something is proposed."""


def players_of(table: Table, viewer: Viewer) -> Players:
    others = () if table.viewer_seat is None else [seat for seat in table.seats if not seat.is_viewer]
    quiet = tuple([(seat.name, seat.public_id) for seat in others if seat.kind is SeatKind.PLAYER])
    if not isinstance(table, RunningTable):
        lines = [SeatLine(seat, SafeString(""), _notes(seat), "") for seat in table.seats]
        return Players(lines=tuple(lines), quiet_names=quiet, goal=table.goal)
    clocks = clocks_of(table.game, viewer) if table.game.clock_left else None
    side = ""
    if table.viewer_seat is None and table.at.is_latest:
        side = f"{address_of('games:table', table.game.public_id)}?seat="
    return Players(
        lines=tuple(
            [
                SeatLine(
                    seat,
                    render_badge(seat.number, seat.name),
                    _notes(seat),
                    f"{side}{seat.number}" if side else "",
                    *(clocks.notes if clocks else {}).get(seat.number, ("", "")),
                )
                for seat in table.seats
            ]
        ),
        quiet_names=quiet,
        evil_left="" if table.evil_left is None else _evil_left(table.evil_left),
        alignment="" if table.may_resign and table.at.is_latest else _own_alignment(table.alignment),
        standing=standing_of(table),
        ring=_ring(table),
        may_resign=table.may_resign,
        asks_to_keep=table.asks_to_keep,
        clocks=clocks,
        deals=deals_of(table.game, viewer) if table.game.asks_consent else None,
    )


def _ring(table: RunningTable) -> SafeString | str:
    position = table.at.position
    if table.rules.variant is not Variant.SINISTER or not table.plays_on:
        return ""
    words = tuple(gettext("who hunts/whom").split("/"))
    return hunt_ring(position.names, position.living, table.viewer_seat, words)


def _own_alignment(alignment: Alignment | None) -> str:
    if alignment is None:
        return ""
    return one_of(alignment, good=gettext("You are Good."), evil=gettext("You are Evil."))


def _evil_left(number: int) -> str:
    if not number:
        return gettext("No Evil player is left.")
    return ngettext("{number} Evil player is left.", "{number} Evil players are left.", number).format(
        number=number
    )


def _notes(seat: SeatView) -> tuple[str, ...]:
    notes = []
    if seat.is_viewer:
        notes.append(gettext("you"))
    if seat.level:
        notes.append(bot_level_note(seat.level))
    if seat.to_move:
        notes.append(gettext("to move"))
    if seat.departed:
        notes.append(gettext("left the game"))
    elif not seat.living:
        notes.append(gettext("out"))
    if seat.alignment is not None:
        notes.append(gettext("Evil") if seat.alignment is Alignment.EVIL else gettext("Good"))
    if seat.fallen:
        notes.append(gettext("fallen"))
    if seat.won:
        notes.append(gettext("winner"))
    if seat.kept and seat.kept.name:
        notes.append(gettext("kept for {player}").format(player=seat.kept.name))
    elif seat.kept:
        notes.append(gettext("kept for a friend"))
    if not seat.agreed:
        notes.append(gettext("has not agreed to the new terms yet"))
    return tuple(notes)
