"""What stands of the stairs, for their page and for services."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from django.core.paginator import Paginator
from django.db.models import Count, Prefetch, Q, QuerySet

from accounts.models import Player
from accounts.selectors import confirmed_addresses
from accounts.vacation.keeping import vacation_of
from board.words.refusals import SiteRefusal
from games.access import Viewer, check_may_play
from games.lists import Listing
from games.refusals import GameRefusal
from homeworlds.rules import Variant
from ladders.arithmetic.seating import PASSED_ENOUGH, REACH
from ladders.models import StairsPlayer, StairsSeason, StairsSeat, StairsStanding, StairsTable
from ladders.stairs.refusals import StairsRefusal, StairsRefusalCode
from ladders.stairs.times import MOST_TABLES

VARIANTS: Final = (Variant.SINISTER, Variant.LAST_CAPTAIN_STANDING)
"""That are played on the stairs."""
PER_PAGE: Final = 25
TABLES_SHOWN: Final = 8
SEASONS_SHOWN: Final = 8
STEPS_DRAWN: Final = 6
DRAWN_WIDTH: Final = 360
DRAWN_HEIGHT: Final = 132


def in_order() -> QuerySet[StairsPlayer]:
    """Who stands there, the highest first; of one step who has won more, then who needed fewer tables."""
    return StairsPlayer.objects.filter(left_at=None).order_by("-step", "-won", "played", "player_id")


def tables_running(player: Player) -> int:
    """Those of the stairs where the player was seated."""
    return StairsSeat.objects.filter(player=player, table__settled_number=None).count()


def why_no_table(player: Player, now: datetime) -> SiteRefusal | None:
    """What keeps the player from asking for a table; two queries."""
    try:
        check_may_play(player)
    except GameRefusal as refusal:
        return refusal
    if not player.is_human or player.is_former or not confirmed_addresses([player]):
        return StairsRefusal(StairsRefusalCode.NEEDS_ACCOUNT)
    if vacation_of(player, now):
        return StairsRefusal(StairsRefusalCode.ON_VACATION)
    if tables_running(player) >= MOST_TABLES:
        return StairsRefusal(StairsRefusalCode.TABLES_ENOUGH, most=MOST_TABLES)
    return None


def own_row(viewer: Viewer) -> StairsPlayer | None:
    if viewer.is_anonymous:
        return None
    return StairsPlayer.objects.filter(player=viewer).first()


@dataclass(frozen=True, slots=True)
class Crowd:
    """Who waits for the next seating."""

    number: int
    near: int | None
    """Of them those whom the viewer, who waits too, may meet by their steps; None: the viewer does not
    wait."""
    low: int = 0
    high: int = 0
    """The steps that are near; 0: all."""


def crowd_of(own: StairsPlayer | None) -> Crowd:
    """One query."""
    waiting = StairsPlayer.objects.filter(asked_at__isnull=False)
    if own is None or own.asked_at is None:
        return Crowd(waiting.count(), None)
    others = Q() if own.passed >= PASSED_ENOUGH else _near(own)
    found = waiting.aggregate(all=Count("pk"), near=Count("pk", filter=others & ~Q(pk=own.pk)))
    if own.passed >= PASSED_ENOUGH:
        return Crowd(found["all"], found["near"])
    reach = REACH[own.passed]
    return Crowd(found["all"], found["near"], max(own.step - reach, 1), own.step + reach)


def _near(own: StairsPlayer) -> Q:
    reach = REACH[own.passed]
    return Q(step__gte=own.step - reach, step__lte=own.step + reach)


@dataclass(frozen=True, slots=True)
class StepDrawn:
    number: int
    people: int
    is_own: bool
    height: int
    x: int
    width: int

    @property
    def top(self) -> int:
        return DRAWN_HEIGHT - self.height

    @property
    def inner(self) -> int:
        """Its width without the gap."""
        return self.width - 2

    @property
    def middle(self) -> int:
        return self.inner // 2


def steps_drawn(own: StairsPlayer | None) -> list[StepDrawn]:
    """Some steps around the viewer's, else the first ones; DRAWN_WIDTH and less than DRAWN_HEIGHT together.
    One query."""
    counted = StairsPlayer.objects.filter(left_at=None).order_by().values("step").annotate(people=Count("pk"))
    people = dict(counted.values_list("step", "people"))
    mine = own.step if own and own.left_at is None else 0
    top = max([*people, mine, 1])
    first = max(min(mine - STEPS_DRAWN // 2, top - STEPS_DRAWN + 1), 1)
    shown = range(first, min(max(top, 3), first + STEPS_DRAWN - 1) + 1)
    width = DRAWN_WIDTH // len(shown)
    return [
        StepDrawn(
            number,
            people.get(number, 0),
            number == mine,
            34 + 76 * place // max(len(shown) - 1, 1),
            place * width,
            width,
        )
        for place, number in enumerate(shown)
    ]


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table in a list."""

    table: StairsTable
    seats: Sequence[StairsSeat]
    low: int
    high: int
    is_mine: bool
    waits_for_viewer: bool
    is_over: bool
    winner: str
    """Who went up; empty while it is played, and where nobody did."""


def own_tables(viewer: Viewer) -> list[TableRow]:
    """Where the viewer plays on the stairs, the oldest first. Two queries."""
    if viewer.is_anonymous:
        return []
    mine = StairsSeat.objects.filter(player=viewer, table__settled_number=None).values("table")
    return _rows(StairsTable.objects.filter(pk__in=mine).order_by("pk"), viewer)


def last_day() -> date | None:
    """On which tables were drawn."""
    return StairsTable.objects.order_by("-day").values_list("day", flat=True).first()


def tables_of(day: date, viewer: Viewer) -> list[TableRow]:
    """Those drawn on a day, the last first, some of them. Two queries."""
    return _rows(StairsTable.objects.filter(day=day).order_by("-game")[:TABLES_SHOWN], viewer)


def how_many_tables(day: date) -> int:
    return StairsTable.objects.filter(day=day).count()


def _rows(tables: QuerySet[StairsTable], viewer: Viewer) -> list[TableRow]:
    seats = StairsSeat.objects.select_related("player").order_by("number")
    found = tables.select_related("game").prefetch_related(Prefetch("seats", queryset=seats))
    return [_row(table, list(table.seats.all()), viewer) for table in found]


def _row(table: StairsTable, seats: Sequence[StairsSeat], viewer: Viewer) -> TableRow:
    steps = [seat.step for seat in seats]
    own = next((seat for seat in seats if seat.player_id == viewer.pk), None)
    up = [seat.player.name for seat in seats if (seat.change or 0) > 0]
    return TableRow(
        table=table,
        seats=seats,
        low=min(steps),
        high=max(steps),
        is_mine=own is not None,
        waits_for_viewer=own is not None and table.game.next_seat == own.number,
        is_over=table.settled_number is not None,
        winner=up[0] if up else "",
    )


@dataclass(frozen=True, slots=True)
class Listed:
    """A line of who stands where."""

    place: int
    player: Player
    step: int
    played: int
    won: int
    change: int
    """Of steps, in this season."""
    is_viewer: bool

    @property
    def change_words(self) -> str:
        return f"{abs(self.change)}"


def who_stands_where(viewer: Viewer, page: int | str) -> Listing[Listed]:
    """Two queries, however many there are."""
    paginator = Paginator(in_order().select_related("player"), PER_PAGE)
    found = paginator.get_page(page)
    rows = [
        Listed(
            place,
            row.player,
            row.step,
            row.played,
            row.won,
            row.step - row.began_at_step,
            row.player_id == viewer.pk,
        )
        for place, row in enumerate(found.object_list, found.start_index())
    ]
    return Listing(tuple(rows), found.number, paginator.num_pages, paginator.count)


def place_of(row: StairsPlayer) -> int:
    """Where somebody stands in the order. One query."""
    same_step = Q(step=row.step)
    same_won = same_step & Q(won=row.won)
    above = (
        Q(step__gt=row.step)
        | (same_step & Q(won__gt=row.won))
        | (same_won & Q(played__lt=row.played))
        | (same_won & Q(played=row.played, player__lt=row.player_id))
    )
    return StairsPlayer.objects.filter(above, left_at=None).count() + 1


def page_of(place: int) -> int:
    return (place - 1) // PER_PAGE + 1


def seasons_over() -> list[StairsSeason]:
    """The last ones, each with `first`: who stood highest. Two queries."""
    best = StairsStanding.objects.filter(place__lte=3).select_related("player").order_by("place")
    found = StairsSeason.objects.filter(ended_on__isnull=False).order_by("-number")
    return list(found.prefetch_related(Prefetch("standings", queryset=best, to_attr="first"))[:SEASONS_SHOWN])


def order_of_season(season: StairsSeason, viewer: Viewer, page: int | str) -> Listing[Listed]:
    """As it was kept at its end. Two queries."""
    standings = StairsStanding.objects.filter(season=season).select_related("player").order_by("place")
    paginator = Paginator(standings, PER_PAGE)
    found = paginator.get_page(page)
    rows = [
        Listed(row.place, row.player, row.step, row.played, row.won, 0, row.player_id == viewer.pk)
        for row in found.object_list
    ]
    return Listing(tuple(rows), found.number, paginator.num_pages, paginator.count)
