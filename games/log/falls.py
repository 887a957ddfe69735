"""What the clocks have brought about at the end of a log, and whether it can be undone."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from datetime import datetime
from itertools import takewhile
from typing import Final, NamedTuple

from django.db.models import Q

from games.models import EntryKind, Game, LogEntry, Seat, SeatKind, Status
from homeworlds.outcome import Termination

FALLS: Final = frozenset({"excused", "adrift"})
"""What an entry about a clock says when it fell. A vacation that begins by itself comes before that: it
belongs to the account, and its player ends it."""
FELL: Final = Q(kind__in=[EntryKind.TIME, EntryKind.CLOCK]) & (
    Q(kind=EntryKind.TIME) | Q(data__what__in=sorted(FALLS))
)
"""The entries by which clocks have fallen."""
RAN_OUT: Final = FELL | Q(kind=EntryKind.CLOCK, data__what="vacation")
"""And those by which they would have."""


class Way(enum.StrEnum):
    """What undoing does to a game."""

    GOES_ON = "goes-on"
    """It stands as before the first of the entries that are undone, whether it was over or not."""
    VOID = "void"
    """It was over and has shown its alignments, so it cannot go on."""
    STANDS = "stands"
    """It stays as it is: no clock fell then, people have gone on since, it runs and an alignment is known, or
    all alignments are and it is void anyway."""


class Undoing(NamedTuple):
    way: Way
    undone: tuple[LogEntry, ...] = ()
    """All entries from the first that is undone to the last of the log."""


def undoing_of(game: Game, seats: Sequence[Seat], since: datetime, until: datetime) -> Undoing:
    """What is to be undone of a game in which clocks fell between two moments: the first of these falls and
    all that has followed by itself, to the end of the log. What people did since then stands."""
    over = game.status == Status.FINISHED

    def can_be_undone(entry: LogEntry) -> bool:
        return _came_by_itself(entry, seats) and (over or not entry.revealed)

    run = list(takewhile(can_be_undone, game.log.order_by("-number")))[::-1]
    falls = [place for place, entry in enumerate(run) if _fell(entry) and since <= entry.created_at <= until]
    if not falls:
        return Undoing(Way.STANDS)
    undone = tuple(run[falls[0] :])
    if not any(entry.revealed for entry in undone):
        return Undoing(Way.GOES_ON, undone)
    is_void = game.outcome is not None and game.outcome["termination"] == Termination.VOID
    return Undoing(Way.STANDS) if is_void else Undoing(Way.VOID, undone)


def _fell(entry: LogEntry) -> bool:
    return entry.kind == EntryKind.TIME or (entry.kind == EntryKind.CLOCK and entry.data["what"] in FALLS)


def _came_by_itself(entry: LogEntry, seats: Sequence[Seat]) -> bool:
    """By a clock, by what follows from a clock, or by a bot that went on."""
    match entry.kind:
        case EntryKind.TURN:
            bots = entry.seat is not None and seats[entry.seat].kind == SeatKind.BOT
            return bots or entry.data.get("adrift") is True
        case EntryKind.DRAW | EntryKind.VOID:
            return entry.player_id is None
    return _fell(entry)
