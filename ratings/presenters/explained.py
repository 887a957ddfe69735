"""What a finished game did to ratings, in numbers and a sentence for each player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext

from accounts.models import Player
from games.models import Game, Status
from games.table.slots import ChangeRow, EndChanges
from ratings.arithmetic import tables
from ratings.arithmetic.glicko import Rating
from ratings.arithmetic.rating_list import Pool
from ratings.arithmetic.shown import in_hundred
from ratings.arithmetic.standing import Standing
from ratings.arithmetic.two_players import RECOMMENDED
from ratings.models import RatedResult, RatingChange
from ratings.presenters.figures import pool_name, signed
from ratings.what_counts import Reason
from ratings.words import why_not

Why = RatingChange.Why


@dataclass(frozen=True, slots=True)
class PlayerChange:
    """One player's row."""

    player: Player
    has_won: bool
    before: int
    after: int
    change: int
    change_words: str
    sentence: str


@dataclass(frozen=True, slots=True)
class GameRatings:
    """All of a game; `rows` are empty where no rating moved."""

    pool: str
    pool_name: str
    rows: tuple[PlayerChange, ...]
    notes: tuple[str, ...]
    """Why nothing moved, or what else there is to say."""


def ratings_of_game(game: Game) -> GameRatings | None:
    """None before the end. Three queries at most, for a game that was friendly none."""
    if game.status != Status.FINISHED:
        return None
    if not game.rated or game.imported:
        reason = Reason.IMPORTED if game.imported else Reason.FRIENDLY
        return GameRatings("", "", (), (why_not(reason),))
    result = RatedResult.objects.filter(game=game).order_by("-number").first()
    if result is None:
        return GameRatings("", "", (), (gettext("It has changed no rating."),))
    pool = Pool(result.pool)
    if note := _why_nothing(result):
        return GameRatings(pool, pool_name(pool), (), (note,))
    changes = list(RatingChange.objects.filter(game=game, number=result.number).order_by("pk"))
    people = Player.objects.in_bulk([change.player_id for change in changes])
    moved = {
        change.player_id: change for change in changes if change.why != Why.ABSENT and change.pool == pool
    }
    rows = [
        _row(change, people[change.player_id], _sentence(change, pool, result, moved))
        for place in result.places
        if (change := moved.get(place["player"]))
    ]
    rows.sort(key=lambda row: not row.has_won)
    notes = [] if len(rows) == len(result.places) else [_only_the_leaver()]
    notes += [
        _absence(change, people[change.player_id])
        for change in changes
        if change.why == Why.ABSENT and change.pool == pool
    ]
    return GameRatings(pool, pool_name(pool), tuple(rows), tuple(notes))


def end_changes(game: Game) -> EndChanges | None:
    """Of a game with the terms of a rated one, for its end page."""
    found = ratings_of_game(game) if game.rated else None
    if found is None:
        return None
    rows = [
        ChangeRow(
            row.player.name,
            row.player.get_absolute_url(),
            str(row.before),
            str(row.after),
            row.change_words,
            row.change,
        )
        for row in found.rows
    ]
    title = gettext("Ratings: {pool}").format(pool=found.pool_name) if found.pool else gettext("Ratings")
    return EndChanges(title, tuple(rows), found.notes, reverse("pages:game_ratings", args=[game.public_id]))


def _why_nothing(result: RatedResult) -> str:
    match result.withdrawn:
        case RatedResult.Withdrawn.REOPENED:
            return gettext("Its end was undone, so it counts for no rating.")
        case RatedResult.Withdrawn.EXCLUDED:
            return why_not(Reason.EXCLUDED)
    return why_not(Reason(result.why_not)) if result.why_not else ""


def _row(change: RatingChange, player: Player, sentence: str) -> PlayerChange:
    before, after = round(change.rating_before), round(change.rating_after)
    return PlayerChange(
        player=player,
        has_won=change.why == Why.WON,
        before=before,
        after=after,
        change=after - before,
        change_words=signed(after - before),
        sentence=sentence,
    )


def _sentence(
    change: RatingChange, pool: Pool, result: RatedResult, moved: Mapping[int, RatingChange]
) -> str:
    uncertain = gettext(
        "Before it the number was sure to ±{before}, after it to ±{after}: the less sure, the further a game "
        "moves it."
    ).format(before=round(change.deviation_before), after=round(change.deviation_after))
    parts = [
        _expected(change, pool, result, moved),
        _came(change),
        *_weight(pool, result),
        *_weighed(change, result),
        uncertain,
    ]
    return " ".join([part for part in parts if part])


def _expected(
    change: RatingChange, pool: Pool, result: RatedResult, moved: Mapping[int, RatingChange]
) -> str:
    """Nothing where not everybody's standing is told, nor for Good vs Evil, where the deal makes sides."""
    order = [place["player"] for place in result.places]
    if pool is Pool.GOOD_VS_EVIL or not all(player in moved for player in order):
        return ""
    if pool is Pool.TWO:
        first, second = _before(moved[order[0]]), _before(moved[order[1]])
        chance = RECOMMENDED.forecast(first, second)
        if change.player_id == order[0]:
            return gettext("Moving first, {number} of 100 such games were expected to be won.").format(
                number=in_hundred(chance)
            )
        return gettext("Moving second, {number} of 100 such games were expected to be won.").format(
            number=in_hundred(1 - chance)
        )
    shares = tables.forecast([_before(moved[player]).rating for player in order])
    return gettext("{number} of 100 such games at this table were expected to be won.").format(
        number=in_hundred(shares[order.index(change.player_id)])
    )


def _before(change: RatingChange) -> Standing:
    return Standing(Rating(change.rating_before, change.deviation_before), change.games_before)


def _came(change: RatingChange) -> str:
    return {
        Why.WON: gettext("This one was won."),
        Why.DREW: gettext("This one was drawn."),
        Why.LOST: gettext("This one was lost."),
        Why.LEFT: gettext("The seat was left to somebody else, which is rated as a loss."),
    }.get(Why(change.why), "")


def _weight(pool: Pool, result: RatedResult) -> Sequence[str]:
    if pool is Pool.TWO:
        return []
    players = len(result.places)
    template = gettext(
        "At a table each winner is compared with each loser, with 2/{number} of the weight of a game of two."
    )
    return [template.format(number=players)]


def _weighed(change: RatingChange, result: RatedResult) -> Sequence[str]:
    """That results like it came before, within the year."""
    less = any(player == change.player_id and weight < 1 for player, _other, weight, _few in result.weights)
    if not less:
        return []
    return [
        gettext(
            "Within the year the same was had of the same player, or of players who had met few others: so "
            "it counts less."
        )
    ]


def _only_the_leaver() -> str:
    return gettext("A substitute won or drew for somebody who had left: nobody else’s rating moves.")


def _absence(change: RatingChange, player: Player) -> str:
    return gettext(
        "{name} lost several games on time within three days: the number stays, but from ±{before} it is "
        "sure to ±{after} only until it is back, so that it finds its way back sooner."
    ).format(name=player.name, before=round(change.deviation_before), after=round(change.deviation_after))
