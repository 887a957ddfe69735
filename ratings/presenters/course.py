"""A player's rating in a pool, game by game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Max
from django.utils.translation import gettext

from accounts.models import Player
from ratings.arithmetic.rating_list import Pool
from ratings.arithmetic.shown import NEW_GAMES
from ratings.models import PlayerRating, RatingChange
from ratings.presenters.chart import Sign
from ratings.presenters.figures import figure, today
from ratings.presenters.listing import place_of

MOST_DRAWN: Final = 200
Why = RatingChange.Why
SIGNS: Final = {Why.WON: Sign.WON, Why.DREW: Sign.DRAWN, Why.LOST: Sign.LOST, Why.LEFT: Sign.LOST}


@dataclass(frozen=True, slots=True)
class Step:
    """One change of the rating."""

    number: int
    """Of the event, by which an address names it."""
    games: int
    """That count, this one with them."""
    sign: Sign
    words: str
    at: datetime
    game: str
    """Its public id."""
    before: float
    before_deviation: float
    after: float
    deviation: float

    @property
    def from_figure(self) -> int:
        return round(self.before)

    @property
    def to_figure(self) -> int:
        return round(self.after)


@dataclass(frozen=True, slots=True)
class NowRated:
    """What stands today."""

    figure: str
    deviation: int
    games: int
    place: int | None
    best: int | None


def now_rated(player: Player, pool: Pool, now: datetime) -> NowRated | None:
    """None before the first game that counts. Three queries at most."""
    row = PlayerRating.objects.filter(player=player, pool=pool, games__gt=0).first()
    if row is None:
        return None
    standing = today(row.standing, pool, now)
    is_listed = row.listed_until is not None and row.listed_until > now
    settled = RatingChange.objects.filter(player=player, pool=pool, games_after__gte=NEW_GAMES)
    best = settled.aggregate(best=Max("rating_after"))["best"]
    return NowRated(
        figure=figure(standing),
        deviation=round(standing.rating.deviation),
        games=row.games,
        place=place_of(row, now) if is_listed else None,
        best=None if best is None else round(best),
    )


def figures_of(player: Player, now: datetime) -> dict[Pool, str]:
    """The rating in each pool, for a profile; one query."""
    rows = {Pool(row.pool): row for row in PlayerRating.objects.filter(player=player, games__gt=0)}
    return {pool: figure(today(rows[pool].standing, pool, now)) for pool in Pool if pool in rows}


def course_of(player: Player, pool: Pool) -> list[Step]:
    """The latest changes, in their order; two queries."""
    latest = RatingChange.objects.filter(player=player, pool=pool).select_related("game")
    rows = list(latest.order_by("-number", "-pk")[:MOST_DRAWN])[::-1]
    people = Player.objects.in_bulk({each for row in rows for each in row.opponents})
    return [
        Step(
            number=row.number,
            games=row.games_after,
            sign=SIGNS.get(Why(row.why), Sign.OTHER),
            words=_words(row, people),
            at=row.at,
            game=row.game.public_id,
            before=row.rating_before,
            before_deviation=row.deviation_before,
            after=row.rating_after,
            deviation=row.deviation_after,
        )
        for row in rows
    ]


def _words(row: RatingChange, people: Mapping[int, Player]) -> str:
    names = ", ".join([people[each].name for each in row.opponents if each in people])
    template = {
        Why.WON: gettext("Won against {names}"),
        Why.DREW: gettext("Drew with {names}"),
        Why.LOST: gettext("Lost to {names}"),
        Why.LEFT: gettext("Left the game against {names}"),
        Why.ABSENT: gettext("Away: less sure from here on"),
        Why.WITHDRAWN: gettext("An earlier game counts no longer"),
        Why.RECOMPUTED: gettext("All ratings were computed anew"),
    }[Why(row.why)]
    return template.format(names=names)


def tally_of(steps: Sequence[Step]) -> dict[Sign, int]:
    return {sign: sum(step.sign is sign for step in steps) for sign in Sign}
