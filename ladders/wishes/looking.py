"""What wishes stand, for their page, the lobby and services."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from accounts.models import Player, Quiet
from accounts.selectors import blocked_with
from board.map.symbols import render_badge
from board.words.rules import variant_name
from games.access import Viewer
from games.clocks.paces import BRISK, NORMAL, SLOW
from games.models import Status
from homeworlds.rules import DEFAULT_PRESET, Variant, player_numbers
from ladders.arithmetic.matching import Wished, fits
from ladders.models import Rated, Wish, WishSeat
from ratings.arithmetic.rating_list import Book, Pool
from ratings.arithmetic.strengths import Strength, presumed
from ratings.finished import day_of
from ratings.models import PlayerRating

CLOCKS: Final = (BRISK, NORMAL, SLOW)
MOST_WISHES: Final = 5
MOST_AT_ONCE: Final = 5
WITHIN: Final = (100, 200, 400)
REMEMBERED: Final = timedelta(days=60)
"""Earlier meetings by wishes."""
LOOKED_AT: Final = 40
SHOWN: Final = 6
_COUNTS: Final = {
    Rated.EITHER: frozenset({True, False}),
    Rated.RATED: frozenset({True}),
    Rated.FRIENDLY: frozenset({False}),
}


def variants_for(players: int) -> list[Variant]:
    """That so many can play by the usual rules."""
    return [variant for variant in Variant if players in player_numbers(variant, DEFAULT_PRESET)]


def with_running(wishes: QuerySet[Wish]) -> QuerySet[Wish]:
    """Each with `running`: how many games by it go on."""
    seats = WishSeat.objects.filter(wish=OuterRef("pk"), game__status=Status.RUNNING).order_by()
    counted = seats.values("wish").annotate(number=Count("pk")).values("number")
    return wishes.annotate(running=Coalesce(Subquery(counted), 0))


def can_begin(now: datetime) -> QuerySet[Wish]:
    """Wishes by which a game could begin now: their players are here, and have not enough games by them."""
    away = Q(player__vacation_since__lte=now, player__vacation_until__gt=now)
    gone = Q(player__is_active=False) | Q(player__suspended_until__gt=now)
    return with_running(Wish.objects.exclude(away).exclude(gone)).filter(running__lt=F("at_once"))


def due_for_bots(now: datetime) -> QuerySet[Wish]:
    """Wishes by which nothing goes on and which nobody has met for so long that bots sit in, once while they
    wait."""
    late = now - timedelta(hours=settings.WISH_BOT_HOURS)
    came = Q(bot_came_at__gte=F("waits_since")) | Q(bot_game__status=Status.RUNNING)
    return can_begin(now).filter(wants_bot=True, running=0, waits_since__lte=late).exclude(came)


def wished(wishes: Sequence[Wish], now: datetime, *, more: Collection[Player] = ()) -> list[Wished]:
    """For the arithmetic; each has `running` and its player. Three queries, however many; `more` are other
    players with whom they may play."""
    people = {wish.player_id: wish.player for wish in wishes} | {each.pk: each for each in more}
    refused = _refused(people)
    ratings = _Ratings(people, now)
    return [
        Wished(
            number=wish.pk,
            player=wish.player_id,
            players=wish.players,
            variants=frozenset(wish.variants),
            clocks=frozenset(wish.clocks),
            counts=_COUNTS[Rated(wish.rated)],
            rating=ratings.of(wish.player_id, wish.players),
            within=wish.within,
            free=wish.at_once - getattr(wish, "running", 0),
            refuses=frozenset(refused[wish.player_id]),
        )
        for wish in wishes
    ]


def _refused(people: Collection[int]) -> dict[int, set[int]]:
    """Who cannot meet whom: for a block, or a game by wishes that both play."""
    found: dict[int, set[int]] = defaultdict(set)
    blocks = Quiet.objects.filter(
        Q(owner__in=people) | Q(other__in=people), kind=Quiet.Kind.BLOCK
    ).values_list("owner", "other")
    for owner, other in blocks:
        found[owner].add(other)
        found[other].add(owner)
    by_game: dict[int, list[int]] = defaultdict(list)
    seats = WishSeat.objects.filter(game__status=Status.RUNNING, player__in=people)
    for game, player in seats.values_list("game", "player"):
        by_game[game].append(player)
    for players in by_game.values():
        for player in players:
            found[player].update(each for each in players if each != player)
    return found


class _Ratings:
    """One query."""

    def __init__(self, people: dict[int, Player], now: datetime) -> None:
        rows = PlayerRating.objects.filter(player__in=people, pool__in=[Pool.TWO, Pool.TABLES])
        self._book = Book(standings={(Pool(row.pool), row.player_id): row.standing for row in rows})
        self._people, self._day = people, day_of(now)

    def of(self, player: int, players: int) -> float:
        """Of games of two, or of tables."""
        pool = Pool.TWO if players == 2 else Pool.TABLES
        standing = self._book.standing(pool, player, self._day)
        said = self._people[player].stated_strength
        stated = Strength(said) if said and pool is Pool.TWO else None
        return presumed(standing, stated).rating.value


def meetings(people: Collection[int], now: datetime) -> dict[frozenset[int], float]:
    """How often these players have met by wishes of late. One query."""
    by_game: dict[int, list[int]] = defaultdict(list)
    seats = WishSeat.objects.filter(player__in=people, at__gt=now - REMEMBERED)
    for game, player in seats.values_list("game", "player"):
        by_game[game].append(player)
    found: dict[frozenset[int], float] = defaultdict(float)
    for players in by_game.values():
        for one in players:
            for other in players:
                if one < other:
                    found[frozenset((one, other))] += 1.0
    return found


# --- for pages


def own_wishes(viewer: Viewer) -> list[Wish]:
    """The oldest first. One query."""
    if viewer.is_anonymous:
        return []
    return list(with_running(Wish.objects.filter(player=viewer)).select_related("player").order_by("pk"))


@dataclass(frozen=True, slots=True)
class Waiting:
    players: int
    number: int


def how_many_wait(viewer: Viewer) -> list[Waiting]:
    """Of others, by the number of players. One query."""
    others = Wish.objects.exclude(player=viewer.pk) if not viewer.is_anonymous else Wish.objects.all()
    counted = others.values("players").annotate(number=Count("pk")).order_by("players")
    return [Waiting(*each) for each in counted.values_list("players", "number")]


@dataclass(frozen=True, slots=True)
class WishRow:
    """A wish in the lobby."""

    wish: Wish
    may_answer: bool
    """A game begins at once; without it one can only wish for the same."""
    ratings: str
    """The ratings of those whom it asks for; empty: any."""

    @property
    def terms(self) -> list[str]:
        return terms_in_row(self.wish)

    @property
    def badge(self) -> SafeString:
        return render_badge(0, self.wish.player.name)

    @property
    def open_seats(self) -> range:
        return range(1, self.wish.players)


def ranges_of(wishes: Sequence[Wish], now: datetime) -> list[str]:
    """From which rating to which others may be, in figures; empty: any. One query, or none where all are."""
    narrow = {wish.player_id: wish.player for wish in wishes if wish.within is not None}
    ratings = _Ratings(narrow, now) if narrow else None
    return [_range(wish, ratings) for wish in wishes]


def _range(wish: Wish, ratings: _Ratings | None) -> str:
    if ratings is None or wish.within is None:
        return ""
    rating = round(ratings.of(wish.player_id, wish.players))
    return f"{max(0, rating - wish.within)}–{rating + wish.within}"


def wishes_of_others(viewer: Viewer, now: datetime) -> list[WishRow]:
    """Some of those that the viewer could answer, the oldest first; for visitors just some. Six queries at
    most, however many wishes there are."""
    wishes = can_begin(now).select_related("player").order_by("waits_since", "pk")
    if viewer.is_anonymous or not viewer.is_human:
        return _rows(list(wishes[:SHOWN]), now, may_answer=False)
    blocks = blocked_with(viewer)
    strangers = (
        wishes.exclude(player=viewer)
        .exclude(player__in=blocks.values("owner"))
        .exclude(player__in=blocks.values("other"))
    )
    found = list(strangers[:LOOKED_AT])
    answers = [answer_of(viewer, wish) for wish in found]
    both = wished([*found, *answers], now)
    fitting = [
        wish for wish, one, other in zip(found, both, both[len(found) :], strict=False) if fits(one, other)
    ]
    return _rows(fitting[:SHOWN], now, may_answer=True)


def _rows(wishes: Sequence[Wish], now: datetime, *, may_answer: bool) -> list[WishRow]:
    found = zip(wishes, ranges_of(wishes, now), strict=True)
    return [WishRow(wish, may_answer, within) for wish, within in found]


def answer_of(player: Player, wish: Wish) -> Wish:
    """What the player would have to wish to be met by this one; not stored."""
    return Wish(
        player=player,
        players=wish.players,
        variants=wish.variants,
        clocks=wish.clocks,
        rated=wish.rated,
        within=None,
        at_once=1,
    )


def who_is_wanted(wish: Wish) -> str:
    """In words: how many, and of which strength."""
    if wish.players == 2:
        if wish.within is None:
            return gettext("Any opponent")
        return gettext("An opponent within {points} points").format(points=wish.within)
    if wish.within is None:
        return gettext("A table of {number}").format(number=wish.players)
    return gettext("A table of {number} within {points} points").format(
        number=wish.players, points=wish.within
    )


def variants_in_words(players: int, variants: Collection[str]) -> str:
    if players > 2 and set(variants) >= {str(variant) for variant in variants_for(players)}:
        return gettext("any variant")
    return ", ".join([variant_name(Variant(variant)) for variant in variants])


def terms_in_row(wish: Wish) -> list[str]:
    """What somebody would play, with which clock, and which result alone."""
    only = [] if wish.rated == Rated.EITHER else [str(Rated(wish.rated).label)]
    return [variants_in_words(wish.players, wish.variants), clocks_in_words(wish.clocks), *only]


def clocks_in_words(clocks: Collection[str]) -> str:
    """By their names, as the form for a new game calls them."""
    names = {BRISK: gettext("Brisk"), NORMAL: gettext("Normal"), SLOW: gettext("Slow")}
    if set(clocks) >= names.keys():
        return gettext("any clock")
    return gettext("clock: {names}").format(names=" / ".join([names[clock].lower() for clock in clocks]))
