"""Ratings among a hundred players and among a hundred thousand: the list and a profile; and all ratings of a
hundred thousand games computed anew. On a PostgreSQL of its own, with generated rows.

The player looked at has sixty games, which the services have finished. Of the others there are the rows of
ratings alone, and of the games that are computed anew the rows alone. Queries must be as many among many as
among few. Times are the processor's, of pages and of the database together, but for the recomputation's.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from typing import Any, Final, NamedTuple, TextIO

from benchmarks.site.sweep import Taken, measure
from proofs.processes import NotHere
from proofs.timing.generated import copy_finished, own_database

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


def run(report: TextIO) -> int:
    """Prints a line for each page and one for the recomputation; the exit code says whether all keep to their
    limits."""
    try:
        with own_database():
            return _run(report, FEW, MANY)
    except NotHere as missing:
        report.write(f"{missing}\n")
        return 2


def _run(report: TextIO, few: int, many: int) -> int:
    game = _own_games()
    found = {}
    for players in (few, many):
        _make_players(players, game)
        found[players] = {what: _measured(address) for what, address in _pages(players).items()}
    constant = True
    for what, least in found[few].items():
        most = found[many][what]
        constant = constant and most.queries == least.queries
        report.write(
            f"{what}: {most.queries} queries, {most.taken} among {many} players; {least.queries} queries, "
            f"{least.taken} among {few}; {most.taken.processor / least.taken.processor:.2f} to 1\n"
        )
    seconds, agrees = _recomputation(game, many)
    report.write(f"recomputation of {many} games: {seconds:.1f} s, at most {MOST_SECONDS:.0f}; ")
    report.write(f"compared once more it {'agrees' if agrees else 'does NOT agree'}\n")
    report.write(f"the number of queries is {'constant' if constant else 'NOT constant'}\n")
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
    from games.models import Game
    from proofs.rated.played_results import play
    from proofs.rated.timeline import Result
    from upkeep.clock import database_now

    dice, began = random.Random(1), database_now() - timedelta(days=OWN_GAMES)
    results = []
    for turn in range(OWN_GAMES):
        players = (0, 1 + turn % 7)[:: dice.choice((1, -1))]
        results.append(Result(players, (dice.choice(players),), 30, began + timedelta(days=turn)))
    play(results)
    return Game.objects.latest("pk").pk


def _make_players(players: int, game: int) -> None:
    """As many in the list, each with a change of a week ago."""
    from django.db import connection

    from accounts.models import Player
    from accounts.names import name_key
    from ratings.models import PlayerRating, RatingChange
    from upkeep.clock import database_now

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
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client()

    def ask() -> None:
        answer = client.get(address)
        if answer.status_code != 200:
            raise LookupError(f"{address} answers {answer.status_code}")

    ask()
    with CaptureQueriesContext(connection) as asked:
        ask()
    return Page(len(asked), measure(ROUNDS, ask, lambda: None))


def _recomputation(game: int, games: int) -> tuple[float, bool]:
    """Seconds, and whether what it has written is what it finds the second time."""
    from django.db import connection

    _make_results(copy_finished(game, games))
    with connection.cursor() as cursor:
        # What was generated for the pages followed from no games.
        cursor.execute("TRUNCATE ratings_playerrating, ratings_ratingchange")
        cursor.execute("VACUUM ANALYZE")
    seconds, _said = _timed(_recompute)
    return seconds, _timed(lambda: _recompute("--check"))[1]


def _make_results(ids: list[int]) -> None:
    from ratings.models import PlayerRating, RatedResult, RatingCounter
    from upkeep.clock import database_now

    dice, began = random.Random(3), database_now() - timedelta(minutes=len(ids))
    people = list(PlayerRating.objects.order_by("-player").values_list("player", flat=True)[:ACTIVE])
    last = RatingCounter.objects.get().last_number
    for first in range(0, len(ids), 10_000):
        rows = []
        for number, pk in enumerate(ids[first : first + 10_000], start=first + 1):
            one, other = dice.sample(people, 2)
            rows.append(
                RatedResult(
                    number=last + number,
                    game_id=pk,
                    pool="two",
                    ended_at=began + timedelta(minutes=number),
                    places=[_place(one, 1.0), _place(other, 0.0)],
                )
            )
        RatedResult.objects.bulk_create(rows)
    RatingCounter.objects.update(last_number=last + len(ids))


def _place(player: int, score: float) -> dict[str, Any]:
    return {"player": player, "score": score, "substituted": False, "lost_on_time": False}


def _recompute(*how: str) -> bool:
    from django.core.management import call_command

    try:
        call_command("recompute_ratings", *how, stdout=StringIO())
    except SystemExit:
        return False
    return True


def _timed(act: Callable[[], bool]) -> tuple[float, bool]:
    began = time.monotonic()
    done = act()
    return time.monotonic() - began, done
