"""All rows of a measured site, many or few."""

from __future__ import annotations

import time
from typing import Final

from django.db import connection

from benchmarks.site.scale import games as of_games
from benchmarks.site.scale import people as of_people
from benchmarks.site.scale.people import LEAST
from games.models import Game
from proofs.kit.rows import execute

GAMES_A_PLAYER: Final = 10
WISHES: Final = 60


def make(games: int) -> float:
    """A site with so many games, unless it has them already. Seconds."""
    began, found = time.monotonic(), Game.objects.count()
    if found >= games:
        of_games.make_lively()
        _tidy()
        return 0.0
    if found:
        raise ValueError(f"there are {found} games already: rows are made in an empty database only")
    # The keys of rows made in SQL are right as they are made; on a server of our own nobody else writes.
    execute("SET session_replication_role = replica")
    people = of_people.make_people(max(LEAST, games // GAMES_A_PLAYER))
    clubs = max(LEAST, people.number // 40)
    of_people.make_clubs(people, clubs)
    templates = of_games.make_templates([people.hero, people.rival])
    others = max(2 * LEAST, games - of_games.HERO_GAMES)
    of_games.make_games(
        others, templates, hero=people.hero, first=people.first, people=people.number, clubs=clubs
    )
    some = max(LEAST, people.number // 10)
    of_people.make_standing(people, some)
    of_people.make_events(people, max(LEAST, people.number // 20))
    of_people.make_wishes(people, WISHES)
    of_people.make_papers(people, games)
    execute("ANALYZE")
    of_people.make_results(people)
    execute("SET session_replication_role = origin")
    _tidy()
    return time.monotonic() - began


def _tidy() -> None:
    """A vacuum is none inside a transaction, such as a test's."""
    execute("ANALYZE" if connection.in_atomic_block else "VACUUM ANALYZE")
