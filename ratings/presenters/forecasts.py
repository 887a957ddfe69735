"""How a rated game may well end, before anybody has sat down to it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from django.utils.translation import gettext

from accounts.models import Player
from games.access import Viewer
from games.models import Game, Seat
from ratings.arithmetic import tables
from ratings.arithmetic.rating_list import Book, Pool, pool_of
from ratings.arithmetic.shown import Certainty, certainty, in_hundred
from ratings.arithmetic.standing import Standing
from ratings.arithmetic.strengths import Strength, presumed
from ratings.arithmetic.two_players import RECOMMENDED
from ratings.finished import day_of, terms_for_ratings
from ratings.models import PlayerRating
from ratings.what_counts import MOST_OF_A_PAIR, PAIR_DAYS, People, why_not
from ratings.words import why_not as in_words
from ratings.year import Year
from upkeep.clock import local_now

_RATED_TOGETHER: Final = (Pool.TWO, Pool.TABLES)
"""For Good vs Evil there is none: the deal says who plays with whom."""


def forecast_of(game: Game, seats: Sequence[Seat], viewer: Viewer) -> str:
    """In a sentence, for a viewer who plays or takes the last seat; that it will be told while more seats
    are open; or why it will not count because of who plays. Empty where its terms say that it will not. The
    game need not be stored. Three queries at most."""
    told = forecasts_of([(game, seats)], viewer)[0]
    if told or not _waits(game, seats, viewer):
        return told
    return gettext("The forecast follows once it is known who plays.")


def forecasts_of(games: Sequence[tuple[Game, Sequence[Seat]]], viewer: Viewer) -> list[str]:
    """For each game; three queries for all of them, and none where there is nothing to foretell."""
    tables_full = [_players(game, seats, viewer) for game, seats in games]
    people = {player.pk: player for players in tables_full for player in players}
    if not people:
        return [""] * len(games)
    now = local_now()
    book, year = _book(people), Year(people, now)
    return [
        _told(game, seats, players, viewer, book, year, day_of(now)) if players else ""
        for (game, seats), players in zip(games, tables_full, strict=True)
    ]


def _told(
    game: Game,
    seats: Sequence[Seat],
    players: Sequence[Player],
    viewer: Viewer,
    book: Book,
    year: Year,
    day: float,
) -> str:
    pool = pool_of(game.variant, game.players)
    people = year.people(pool, [player.pk for player in players])
    if reason := why_not(terms_for_ratings(game, seats), people):
        return in_words(reason)
    return " ".join([_sentence(pool, players, viewer, book, day), *_left_out(players, people)])


def _left_out(players: Sequence[Player], people: People) -> list[str]:
    """A sentence for each two between whom nothing will count, though the game does."""
    said = gettext(
        "Between {one} and {other} it counts for nothing: they have had {games} games that count within "
        "{days} days."
    )
    return [
        said.format(one=one.name, other=other.name, games=MOST_OF_A_PAIR, days=PAIR_DAYS)
        for one, other in combinations(players, 2)
        if frozenset((one.pk, other.pk)) in people.left_out
    ]


class Chance(NamedTuple):
    """Of a player to win against another."""

    hundred: int
    """So many of a hundred games."""
    is_guess: bool
    """Little is known of one of the two."""


def chances_against(player: Player, others: Collection[Player], variant: str) -> dict[int, Chance]:
    """By the ids of the others, for rated games of two whose first player is drawn by lot; empty where none
    are foretold. One query."""
    pool = pool_of(variant, 2)
    if pool not in _RATED_TOGETHER or not others:
        return {}
    book, day = _book([player.pk, *[each.pk for each in others]]), day_of(local_now())
    mine, knows_little = presumed_standing(pool, player, book, day), _is_new(pool, player, book, day)
    return {
        each.pk: Chance(
            in_hundred(RECOMMENDED.forecast_by_lot(mine, presumed_standing(pool, each, book, day))),
            knows_little or _is_new(pool, each, book, day),
        )
        for each in others
    }


def _is_new(pool: Pool, player: Player, book: Book, day: float) -> bool:
    return certainty(book.standing(pool, player.pk, day)) is Certainty.NEW


def _players(game: Game, seats: Sequence[Seat], viewer: Viewer) -> list[Player]:
    """Empty where nothing is foretold."""
    known = _known(seats, viewer)
    return known if len(known) == game.players and _is_foretold(game, seats) else []


def _waits(game: Game, seats: Sequence[Seat], viewer: Viewer) -> bool:
    """Nothing is missing but players."""
    plays = isinstance(viewer, Player) and viewer.is_human
    return plays and len(_known(seats, viewer)) < game.players and _is_foretold(game, seats)


def _is_foretold(game: Game, seats: Sequence[Seat]) -> bool:
    rated_together = pool_of(game.variant, game.players) in _RATED_TOGETHER
    return rated_together and not why_not(terms_for_ratings(game, seats))


def _known(seats: Sequence[Seat], viewer: Viewer) -> list[Player]:
    """Who sits there, and the viewer."""
    found = {seat.player.pk: seat.player for seat in seats if seat.player}
    if isinstance(viewer, Player) and viewer.is_human:
        found.setdefault(viewer.pk, viewer)
    return list(found.values())


def _book(people: Iterable[int]) -> Book:
    rows = PlayerRating.objects.filter(player__in=people, pool__in=_RATED_TOGETHER)
    return Book(standings={(Pool(row.pool), row.player_id): row.standing for row in rows})


def _sentence(pool: Pool, players: Sequence[Player], viewer: Viewer, book: Book, day: float) -> str:
    said = _of_two(players, viewer, book, day) if pool is Pool.TWO else _of_table(players, book, day)
    new = [each.name for each in players if _is_new(pool, each, book, day)]
    if not new:
        return said
    unsure = gettext("Little is known yet of {names}, so this is a guess.").format(names=", ".join(new))
    return f"{said} {unsure}"


def _of_two(players: Sequence[Player], viewer: Viewer, book: Book, day: float) -> str:
    one, other = sorted(players, key=lambda each: each != viewer)
    mine, others = [presumed_standing(Pool.TWO, each, book, day) for each in (one, other)]
    hundred = in_hundred(RECOMMENDED.forecast_by_lot(mine, others))
    template = (
        gettext("{number} of 100 such games go to you, {rest} to {other}.")
        if one == viewer
        else gettext("{number} of 100 such games go to {one}, {rest} to {other}.")
    )
    return template.format(number=hundred, one=one.name, rest=100 - hundred, other=other.name)


def _of_table(players: Sequence[Player], book: Book, day: float) -> str:
    shares = tables.forecast([presumed_standing(Pool.TABLES, each, book, day).rating for each in players])
    hundred = _of_hundred(shares)
    parts = [f"{each.name} {number}" for each, number in zip(players, hundred, strict=True)]
    return gettext("Of 100 such games so many go to: {shares}.").format(shares=", ".join(parts))


def _of_hundred(shares: Sequence[float]) -> list[int]:
    """Whole numbers that are a hundred together: those cut down most get one more."""
    whole = [int(100 * share) for share in shares]
    cut = sorted(range(len(shares)), key=lambda seat: whole[seat] - 100 * shares[seat])
    for seat in cut[: 100 - sum(whole)]:
        whole[seat] += 1
    return whole


def presumed_standing(pool: Pool, player: Player, book: Book, day: float) -> Standing:
    """With what a newcomer says of himself, which is about games of two and seeds a first table by them."""
    stated = Strength(player.stated_strength) if player.stated_strength else None
    if pool is Pool.TWO or (pool, player.pk) in book.standings:
        return presumed(book.standing(pool, player.pk, day), stated)
    if stated is None:
        return book.standing(pool, player.pk, day)
    return tables.newcomer(presumed(book.standing(Pool.TWO, player.pk, day), stated).rating)
