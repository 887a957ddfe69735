"""The list of a pool: who is settled and has played within the year, the best first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil, floor
from typing import Final, NamedTuple

from django.core.paginator import Paginator
from django.db.models import Case, Count, F, IntegerField, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from accounts.models import Player
from accounts.names import name_key
from games.access import Viewer
from games.lists import Listing
from ratings.arithmetic.rating_list import Pool
from ratings.models import PlayerRating, RatingChange, Tick
from ratings.presenters.figures import figure, signed, today

PER_PAGE: Final = 50
CHANGE_DAYS: Final = 30
STEP: Final = 100.0
"""The scale of the bars begins and ends at a multiple of it."""


class Bar(NamedTuple):
    """How sure a rating is, of 100 units from the least to the most on the page."""

    left: float
    width: float
    tick: float


@dataclass(frozen=True, slots=True)
class ListedRow:
    player: Player
    place: int | None
    """None: not in the list, for too few games or none within the year."""
    figure: str
    deviation: int
    bar: Bar
    change: int
    """Within CHANGE_DAYS."""
    change_words: str
    ticked: bool
    is_viewer: bool
    may_tick: bool


class OwnPlace(NamedTuple):
    place: int
    page: int


def listed(pool: Pool, now: datetime) -> QuerySet[PlayerRating]:
    return PlayerRating.objects.filter(pool=pool, listed_until__gt=now)


def rating_list(
    pool: Pool,
    viewer: Viewer,
    now: datetime,
    *,
    words: str = "",
    only_ticked: bool = False,
    page: int | str = 1,
    per_page: int = PER_PAGE,
) -> Listing[ListedRow]:
    """A page of the list. Whoever looks for a name, or for those ticked, finds those without a place too.

    Six queries at most, however long the list.
    """
    narrow = bool(words) or only_ticked
    paginator = Paginator(_wanted(pool, viewer, now, words, only_ticked), per_page)
    found = paginator.get_page(page)
    stored = _with_change(found.object_list, pool, now)
    first = (found.number - 1) * per_page + 1
    places = _places(pool, now, stored) if narrow else range(first, first + len(stored))
    ticked = _ticked(viewer, stored)
    low, high = _scale(stored, pool, now)
    rows = []
    for row, place in zip(stored, places, strict=True):
        standing = today(row.standing, pool, now)
        change = round(row.rating) - round(row.before)
        rows.append(
            ListedRow(
                player=row.player,
                place=place,
                figure=figure(standing),
                deviation=round(standing.rating.deviation),
                bar=_bar(standing.rating.value, standing.rating.deviation, low, high),
                change=change,
                change_words=signed(change),
                ticked=row.player_id in ticked,
                is_viewer=row.player_id == viewer.pk,
                may_tick=may_tick(viewer, row.player),
            )
        )
    return Listing(tuple(rows), found.number, paginator.num_pages, paginator.count)


def own_place(pool: Pool, viewer: Viewer, now: datetime) -> OwnPlace | None:
    """Where the viewer stands in the list; two queries at most."""
    if viewer.is_anonymous:
        return None
    own = listed(pool, now).filter(player=viewer).first()
    if own is None:
        return None
    place = place_of(own, now)
    return OwnPlace(place, ceil(place / PER_PAGE))


def place_of(row: PlayerRating, now: datetime) -> int:
    """Of somebody who is listed; of two with the very same rating, who came first stands first."""
    better = Q(rating__gt=row.rating) | Q(rating=row.rating, player__lt=row.player_id)
    return listed(Pool(row.pool), now).filter(better).count() + 1


def may_tick(viewer: Viewer, player: Player) -> bool:
    return isinstance(viewer, Player) and viewer.is_human and viewer != player and not player.is_former


def _wanted(
    pool: Pool, viewer: Viewer, now: datetime, words: str, only_ticked: bool
) -> QuerySet[PlayerRating]:
    if not words and not only_ticked:
        found, order = listed(pool, now), ["-rating", "player_id"]
    else:
        found = PlayerRating.objects.filter(pool=pool, games__gt=0)
        is_out = Case(
            When(listed_until__gt=now, then=Value(0)), default=Value(1), output_field=IntegerField()
        )
        found, order = found.annotate(is_out=is_out), ["is_out", "-rating", "player_id"]
    if words:
        found = found.filter(player__name_key__startswith=name_key(words))
    if only_ticked:
        own = Tick.objects.filter(owner=viewer.pk).values("player")
        found = found.filter(Q(player__in=own) | Q(player=viewer.pk))
    return found.order_by(*order)


def _with_change(page: QuerySet[PlayerRating], pool: Pool, now: datetime) -> list[PlayerRating]:
    """The rows of a page, each with the number it had a month ago. Asked of these alone, and of the rest no
    more than the index knows: to skip a row of an earlier page must cost nothing."""
    ids = list(page.values_list("player", flat=True))
    changes = RatingChange.objects.filter(player=OuterRef("player"), pool=pool)
    month = changes.filter(at__lte=now - timedelta(days=CHANGE_DAYS)).order_by("-number")
    # Who began within the month is compared with the number he began with.
    began = changes.order_by("number").values("rating_before")[:1]
    before = Coalesce(Subquery(month.values("rating_after")[:1]), Subquery(began), F("rating"))
    rows = PlayerRating.objects.filter(pool=pool, player__in=ids)
    by_player = {row.player_id: row for row in rows.annotate(before=before).select_related("player")}
    return [by_player[player] for player in ids]


def _ticked(viewer: Viewer, rows: Sequence[PlayerRating]) -> set[int]:
    if viewer.is_anonymous or not rows:
        return set()
    ids = [row.player_id for row in rows]
    return set(Tick.objects.filter(owner=viewer.pk, player__in=ids).values_list("player_id", flat=True))


def _places(pool: Pool, now: datetime, rows: Sequence[PlayerRating]) -> list[int | None]:
    """Of rows in the order of the list. Between each and the one above it are so many others: together one
    walk down the list, in one query."""
    parts, above, ranked = [], None, [row for row in rows if row.listed_until and row.listed_until > now]
    for number, row in enumerate(ranked):
        between = listed(pool, now).filter(_at_least(row))
        if above is not None:
            between = between.exclude(_at_least(above))
        counted = between.order_by().values("pool").annotate(which=Value(number), many=Count("pk"))
        parts.append(counted.values_list("which", "many"))
        above = row
    steps = dict(parts[0].union(*parts[1:], all=True)) if parts else {}
    places: list[int | None] = []
    for number, row in enumerate(rows):
        last = places[-1] if places else 0
        places.append((last or 0) + steps.get(number, 0) if row in ranked else None)
    return places


def _at_least(row: PlayerRating) -> Q:
    """Who stands in the list where the row stands, or above it."""
    return Q(rating__gt=row.rating) | Q(rating=row.rating, player__lte=row.player_id)


def _scale(rows: Sequence[PlayerRating], pool: Pool, now: datetime) -> tuple[float, float]:
    shown = [today(row.standing, pool, now).rating for row in rows]
    low = min([each.value - each.deviation for each in shown], default=0)
    high = max([each.value + each.deviation for each in shown], default=STEP)
    return floor(low / STEP) * STEP, ceil(high / STEP) * STEP


def _bar(value: float, deviation: float, low: float, high: float) -> Bar:
    share = 100 / (high - low)
    return Bar(
        round((value - deviation - low) * share, 1),
        round(2 * deviation * share, 1),
        round((value - low) * share, 1),
    )
