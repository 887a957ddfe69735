"""What the viewer is in an event, and can do there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from accounts.models import Player
from board.words.refusals import sentence
from games.access import Viewer
from tournaments.models import CoDirector, Entry, Event, EventStatus, Format, Round, StandingEntry
from tournaments.rights import is_invited, is_known, is_shut_out, why_not_enter


@dataclass(frozen=True, slots=True)
class Doing:
    entry: Entry | None
    """None: not in it."""
    may_enter: bool = False
    why_not: str = ""
    """In words, for who is not in it; empty where that is no question."""
    may_log_in: bool = False
    """Then the viewer might enter."""
    may_leave: bool = False
    """Before the start."""
    may_withdraw: bool = False
    may_return: bool = False
    is_invited: bool = False
    is_director: bool = False
    beside: tuple[Player, ...] = ()
    """Who directs it too."""
    is_asked: bool = False
    """To direct it too."""
    may_stand: bool = False
    """Be entered for every edition."""
    stands: bool = False


def doing_in(event: Event, viewer: Viewer, now: datetime) -> Doing:
    """Thirteen queries at most."""
    rows = list(CoDirector.objects.filter(event=event).select_related("player").order_by("accepted_at", "pk"))
    beside = tuple(row.player for row in rows if row.accepted_at is not None)
    if not isinstance(viewer, Player):
        return Doing(None, may_log_in=event.status == EventStatus.OPEN, beside=beside)
    entry = Entry.objects.filter(event=event, player=viewer).first()
    refusal = why_not_enter(event, viewer, now) if entry is None and not event.is_over else None
    runs, inside = event.status == EventStatus.RUNNING, entry is not None and not entry.waits
    withdrawn = inside and entry is not None and entry.withdrawn_at is not None
    series = event.series if event.series_id else None
    return Doing(
        entry,
        may_enter=entry is None and refusal is None and not event.is_over,
        why_not=sentence(refusal) if refusal else "",
        may_leave=entry is not None and event.status == EventStatus.OPEN,
        may_withdraw=runs and inside and not withdrawn,
        may_return=runs and withdrawn and _seats_again(event) and not _is_shut_out(event, entry),
        is_invited=entry is None and not event.is_over and is_invited(event, viewer),
        is_asked=any(row.player_id == viewer.pk and row.accepted_at is None for row in rows),
        is_director=viewer.pk in (event.director_id, *[player.pk for player in beside]),
        beside=beside,
        may_stand=series is not None and series.ended_at is None and is_known(viewer),
        stands=series is not None and StandingEntry.objects.filter(series=series, player=viewer).exists(),
    )


def _is_shut_out(event: Event, entry: Entry | None) -> bool:
    return entry is not None and (entry.disqualified_at is not None or is_shut_out(event, entry.player))


def _seats_again(event: Event) -> bool:
    return Format(event.format).seats_latecomers and Round.objects.filter(event=event).count() < event.rounds
