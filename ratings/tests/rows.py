"""Rows of ratings, without the games that made them."""

from datetime import timedelta

from django.utils.timezone import now

from ratings.arithmetic.rating_list import Pool
from ratings.finished import day_of
from ratings.models import PlayerRating, RatedResult, RatingChange


def rated(player, rating=1500.0, *, deviation=90.0, games=30, pool=Pool.TWO, listed=True, days_ago=1):
    """A player's rating, in the list unless told otherwise."""
    at = now() - timedelta(days=days_ago)
    return PlayerRating.objects.create(
        player=player,
        pool=pool,
        number=1,
        rating=rating,
        deviation=deviation,
        games=games,
        day=day_of(at),
        listed_until=at + timedelta(days=365) if listed else None,
    )


def changed(
    player, game, before, after, *, number, why="won", days_ago=1, pool=Pool.TWO, opponents=(), games=30
):
    return RatingChange.objects.create(
        player=player,
        game=game,
        pool=pool,
        number=number,
        why=why,
        opponents=[each.pk for each in opponents],
        at=now() - timedelta(days=days_ago),
        rating_before=before,
        deviation_before=92.0,
        games_before=games - 1,
        rating_after=after,
        deviation_after=90.0,
        games_after=games,
    )


def ended(game, players, *, number, pool=Pool.TWO, why_not="", withdrawn=""):
    """The result of a game, the first of these players having moved first and won."""
    return RatedResult.objects.create(
        number=number,
        game=game,
        pool=pool,
        ended_at=now(),
        places=[{"player": player.pk, "score": float(not seat)} for seat, player in enumerate(players)],
        why_not=why_not,
        withdrawn=withdrawn,
    )
