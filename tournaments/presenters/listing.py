"""The list of events: one's own first, then those one can enter, those that run, and those that are over."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.core.paginator import Paginator
from django.db.models import Case, Count, IntegerField, Q, QuerySet, Value, When
from django.utils.translation import gettext, ngettext

from accounts.models import Player
from clubs.models import Club
from games.access import Viewer
from games.lists import Listing
from tournaments.access import events_seen_by
from tournaments.models import Entry, Event, EventInvitation, EventStatus, EventTable
from tournaments.presenters.words import start_words, tags_of

PER_PAGE: Final = 20
MOST_OPEN: Final = 50
MOST_OWN: Final = 12
MOST_OF_CLUB: Final = 20
LAST_OF_CLUB: Final = 3
NOT_OVER: Final = (EventStatus.OPEN, EventStatus.RUNNING)
RUNNING_FIRST: Final = Case(
    When(status=EventStatus.RUNNING, then=Value(0)), default=1, output_field=IntegerField()
)


@dataclass(frozen=True, slots=True)
class EventRow:
    event: Event
    words: str
    """How far it is."""
    tags: tuple[str, ...]
    mark: str
    """What the viewer is in it; empty: nothing."""


@dataclass(frozen=True, slots=True)
class EventList:
    mine: tuple[EventRow, ...]
    """Of the viewer: entered, directed, or invited to."""
    open: tuple[EventRow, ...]
    running: tuple[EventRow, ...]
    over: Listing[EventRow]


def event_list(viewer: Viewer, now: datetime, page: int | str = 1) -> EventList:
    """Nine queries at most, however many events there are."""
    seen = events_seen_by(viewer)
    own = _own(seen, viewer)
    rest = seen.filter(status__in=NOT_OVER).exclude(pk__in=[event.pk for event in own])
    rest = rest.order_by("-status", "starts_at", "-created_at")
    opened = list(rest.filter(status=EventStatus.OPEN)[:MOST_OPEN])
    running = list(rest.filter(status=EventStatus.RUNNING).order_by("-started_at")[:MOST_OPEN])
    pages = Paginator(seen.filter(status=EventStatus.FINISHED).order_by("-finished_at", "-pk"), PER_PAGE)
    over = pages.get_page(page)
    rows = _Rows(viewer, [*own, *opened, *running, *over.object_list], now)
    return EventList(
        rows.of(own),
        rows.of(opened),
        rows.of(running),
        Listing(rows.of(over.object_list), over.number, pages.num_pages, pages.count),
    )


def events_of_club(club: Club, viewer: Viewer, now: datetime) -> tuple[EventRow, ...]:
    """Those that run, those that are announced, and the last ones that are over, as far as the viewer may see
    them. Six queries at most."""
    of_club = events_seen_by(viewer).filter(club=club)
    alive = of_club.filter(status__in=NOT_OVER).order_by(RUNNING_FIRST, "starts_at", "-created_at")
    over = of_club.filter(status=EventStatus.FINISHED).order_by("-finished_at", "-pk")
    found = [*alive[:MOST_OF_CLUB], *over[:LAST_OF_CLUB]]
    return _Rows(viewer, found, now).of(found) if found else ()


def _own(seen: QuerySet[Event], viewer: Viewer) -> list[Event]:
    if not isinstance(viewer, Player):
        return []
    mine = (
        Q(pk__in=Entry.objects.filter(player=viewer).values("event"))
        | Q(director=viewer)
        | Q(pk__in=EventInvitation.objects.filter(player=viewer).values("event"), status=EventStatus.OPEN)
    )
    return list(
        seen.filter(mine, status__in=NOT_OVER).order_by(RUNNING_FIRST, "starts_at", "-created_at")[:MOST_OWN]
    )


class _Rows:
    """What the rows say beside their events: three queries for all."""

    def __init__(self, viewer: Viewer, events: Collection[Event], now: datetime) -> None:
        self._viewer, self._now = viewer, now
        ids = [event.pk for event in events]
        entries = Entry.objects.filter(event__in=ids)
        inside = entries.filter(waits=False).order_by().values_list("event").annotate(Count("pk"))
        self._inside: dict[int, int] = dict(inside)
        self._own: dict[int, Entry] = {}
        if isinstance(viewer, Player):
            self._own = {entry.event_id: entry for entry in entries.filter(player=viewer)}
        first = entries.filter(place=1, event__status=EventStatus.FINISHED).select_related("player")
        self._first: dict[int, list[str]] = {}
        for entry in first.order_by("division", "number"):
            if (entry.division or 1) == 1:
                self._first.setdefault(entry.event_id, []).append(entry.player.name)
        open_tables = EventTable.objects.filter(
            round__event__in=ids, annulled_at=None, game__status="running"
        ).order_by()
        self._games: dict[int, int] = dict(open_tables.values_list("round__event").annotate(Count("pk")))

    def of(self, events: Iterable[Event]) -> tuple[EventRow, ...]:
        return tuple(
            EventRow(event, self._words(event), tuple(tags_of(event)), self._mark(event)) for event in events
        )

    def _words(self, event: Event) -> str:
        inside = self._inside.get(event.pk, 0)
        players = ngettext("{number} player", "{number} players", inside).format(number=inside)
        if event.status == EventStatus.OPEN:
            entered = gettext("{number} of {most} entered").format(number=inside, most=event.most)
            return f"{entered} · {start_words(event, self._now)}"
        if event.status == EventStatus.RUNNING:
            games = self._games.get(event.pk, 0)
            run = ngettext("{number} game runs", "{number} games run", games).format(number=games)
            return f"{players} · {run}"
        won = gettext("First: {names}.").format(names=", ".join(self._first.get(event.pk, ())))
        return f"{players} · {won}" if event.pk in self._first else players

    def _mark(self, event: Event) -> str:
        entry = self._own.get(event.pk)
        if entry is not None:
            if entry.waits:
                return gettext("waiting list")
            return gettext("withdrawn") if entry.withdrawn_at else gettext("entered")
        if isinstance(self._viewer, Player) and event.director_id == self._viewer.pk:
            return gettext("you direct it")
        return ""
