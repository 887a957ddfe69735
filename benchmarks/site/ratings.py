"""Ratings among a hundred players and among a hundred thousand: the list and a profile; and all ratings of a
hundred thousand games computed anew. On a PostgreSQL of its own, with generated rows.

The player looked at has sixty games, which the services have finished. Of the others there are the rows of
ratings alone, and of the games that are computed anew the rows alone. Queries must be as many among many as
among few. Times are the processor's, of pages and of the database together, but for the recomputation's.
"""

from __future__ import annotations

import random
import time
from datetime import timedelta
from io import StringIO
from typing import Any, Final, NamedTuple

from django.core.management import call_command
from django.db import connection
from django.test import Client

from accounts.models import Player
from accounts.names import name_key
from benchmarks.site.measuring import got, statements_of
from benchmarks.site.sweep import Taken, measure
from games.models import Game
from proofs.kit.copies import copy_finished
from proofs.rated.played_results import play
from proofs.rated.timeline import Result
from ratings.models import PlayerRating, RatedResult, RatingChange, RatingCounter
from upkeep.clock import database_now

FEW: Final = 100
MANY: Final = 100_000
OWN_GAMES: Final = 60
ACTIVE: Final = 2000
"""So many of the players have played the games that are computed anew."""
MOST_SECONDS: Final = 60.0
ROUNDS: Final = 15
SHOWN: Final = "p0"
LIST: Final = "/ratings/"


class Page(NamedTuple):
    queries: int
    taken: Taken


def run(few: int = FEW, many: int = MANY) -> int:
    """Prints a line for each page and one for the recomputation; the exit code says whether all keep to their
    limits."""
    game = _own_games()
    found = {}
    for players in (few, many):
        _make_players(players, game)
        found[players] = {what: _measured(address) for what, address in _pages(players).items()}
    constant = True
    for what, least in found[few].items():
        most = found[many][what]
        constant = constant and most.queries == least.queries
        print(
            f"{what}: {most.queries} queries, {most.taken} among {many} players; {least.queries} queries, "
            f"{least.taken} among {few}; {most.taken.processor / least.taken.processor:.2f} to 1"
        )
    seconds, agrees = _recomputation(game, many)
    print(f"recomputation of {many} games: {seconds:.1f} s, at most {MOST_SECONDS:.0f}; ", end="")
    print(f"compared once more it {'agrees' if agrees else 'does NOT agree'}")
    print(f"the number of queries is {'constant' if constant else 'NOT constant'}")
    return 0 if constant and agrees and seconds <= MOST_SECONDS else 1


def _pages(players: int) -> dict[str, str]:
    return {
        "list, first page": LIST,
        "list, last page": f"{LIST}?page={players // 50}",
        "list, searched": f"{LIST}?name=q12",
        "profile": f"/players/{SHOWN}/",
        "profile's ratings": f"/players/{SHOWN}/ratings/",
    }


def _own_games() -> int:
    """Sixty rated games of a player and seven others; the id of one of them."""
    dice, began = random.Random(1), database_now() - timedelta(days=OWN_GAMES)
    results = []
    for turn in range(OWN_GAMES):
        players = (0, 1 + turn % 7)[:: dice.choice((1, -1))]
        results.append(Result(players, (dice.choice(players),), 30, began + timedelta(days=turn)))
    play(results)
    return Game.objects.latest("pk").pk


def _make_players(players: int, game: int) -> None:
    """As many in the list, each with a change of a week ago."""
    now, dice, have = database_now(), random.Random(2), PlayerRating.objects.count()
    day = now.timestamp() / 86_400 - 7
    for first in range(have, players, 10_000):
        names = [f"q{number}" for number in range(first, min(first + 10_000, players))]
        made = Player.objects.bulk_create(
            [Player(name=name, name_key=name_key(name), password="!") for name in names]
        )
        numbers = [(player.pk, dice.gauss(1500, 200)) for player in made]
        listed = now + timedelta(days=300)
        PlayerRating.objects.bulk_create(
            PlayerRating(
                player_id=pk, pool="two", number=1, rating=rating, deviation=70, games=40, day=day,
                listed_until=listed,
            )
            for pk, rating in numbers
        )  # fmt: skip
        RatingChange.objects.bulk_create(
            RatingChange(
                number=1, game_id=game, player_id=pk, pool="two", why="won", opponents=[],
                at=now - timedelta(days=7), rating_before=rating - 9, deviation_before=71, games_before=39,
                rating_after=rating, deviation_after=70, games_after=40, day_after=day,
            )
            for pk, rating in numbers
        )  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


def _measured(address: str) -> Page:
    client = Client()

    def ask() -> None:
        got(client, address)

    ask()
    return Page(len(statements_of(ask)), measure(ROUNDS, ask, lambda: None))


def _recomputation(game: int, games: int) -> tuple[float, bool]:
    """Seconds, and whether what it has written is what it finds the second time."""
    _make_results(copy_finished(game, games))
    with connection.cursor() as cursor:
        # What was generated for the pages followed from no games.
        cursor.execute("TRUNCATE ratings_playerrating, ratings_ratingchange")
        cursor.execute("VACUUM ANALYZE")
    began = time.monotonic()
    _recompute()
    return time.monotonic() - began, _recompute("--check")


def _make_results(ids: list[int]) -> None:
    dice, began = random.Random(3), database_now() - timedelta(minutes=len(ids))
    people = list(PlayerRating.objects.order_by("-player").values_list("player", flat=True)[:ACTIVE])
    last = RatingCounter.objects.get().last_number
    for first in range(0, len(ids), 10_000):
        rows = []
        for number, pk in enumerate(ids[first : first + 10_000], start=first + 1):
            one, other = dice.sample(people, 2)
            places, at = [_place(one, 1.0), _place(other, 0.0)], began + timedelta(minutes=number)
            row = RatedResult(number=last + number, game_id=pk, pool="two", ended_at=at, places=places)
            rows.append(row)
        RatedResult.objects.bulk_create(rows)
    RatingCounter.objects.update(last_number=last + len(ids))


def _place(player: int, score: float) -> dict[str, Any]:
    return {"player": player, "score": score, "substituted": False, "lost_on_time": False}


def _recompute(*how: str) -> bool:
    try:
        call_command("recompute_ratings", *how, stdout=StringIO())
    except SystemExit:
        return False
    return True
