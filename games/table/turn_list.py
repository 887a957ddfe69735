"""The list of turns beside a table: the latest ones, or all of them when they are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final
from urllib.parse import urlencode

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from board.map.symbols import render_badge
from games.models import EntryKind
from games.table.hindsight import short_words
from games.table.looking_back import stage_addresses
from games.table.view import EntryView, RunningTable
from upkeep.kept.addresses import address_of

LISTED: Final = 20
"""So many entries are listed unless all are asked for: the page does not grow with the game."""
BEFORE_SHOWN: Final = 10
"""Of them so many before the one that is looked back at, when that is an old one."""
WHOLE_LIST: Final = ("log", "all")
"""In an address: all of them."""


@dataclass(frozen=True, slots=True)
class TurnList:
    rows: SafeString
    """The entries listed, the latest first, as what a list holds."""
    others: str
    """Where all are listed, or only some again; empty when there are no others."""
    is_whole: bool


def turn_list(
    table: RunningTable, *, from_seat: int | None, whole: bool, chosen: Sequence[tuple[str, str]]
) -> TurnList:
    """`chosen` is what the address of the page says besides: a turn in the making, say."""
    entries, others = table.entries, ""
    if not whole:
        first = max(0, len(entries) - LISTED)
        if table.at.number <= first:
            first = max(0, table.at.number - 1 - BEFORE_SHOWN)
        entries = entries[first : first + LISTED]
    if len(table.entries) > LISTED:
        query = [*chosen, *([] if from_seat is None else [("seat", str(from_seat))])]
        query += [("panel", "log")] if whole else [WHOLE_LIST, ("panel", "log")]
        # The page may have come by a form, but what is looked back at has an address of its own.
        page = address_of("games:table", table.game.public_id) if table.at.is_latest else ""
        others = f"{page}?{urlencode(query)}#turns"
    links = stage_addresses(table.game.public_id, from_seat)
    rows = [_row(table, entry, links) for entry in reversed(entries)]
    return TurnList(SafeString("".join(rows)), others, whole)


def _row(table: RunningTable, entry: EntryView, links: str) -> str:
    """Put together here: a template would take longer for these lines than for most of the page."""
    words = entry.words
    if entry.eliminated and entry.kind is EntryKind.TURN:
        fallen = gettext("out: {players}").format(players=", ".join(entry.eliminated))
        words = f"{words} ({fallen})"
    told = escape(words)
    if entry.taken_back:
        told = f"<s>{told}</s> <em>{escape(gettext('taken back'))}</em>"
    # What it missed or walked into.
    marks = [f" <em>{escape(short_words(mark))}</em>" for mark in table.marks if mark.number == entry.number]
    notated = f" <code>{escape(entry.text)}</code>" if entry.text else ""
    badge = "" if entry.seat is None else render_badge(entry.seat, entry.name)
    current = ' aria-current="true"' if entry.number == table.at.number else ""
    return (
        f'<li><a href="{escape(links.format(entry.number))}"{current}><i>{entry.number}</i>{badge}'
        f"<span>{told}{''.join(marks)}{notated}</span></a>\n"
    )
