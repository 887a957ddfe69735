"""The sweep of events, among 10 with 500 running games and among 100 with 5,000: one that finds nothing
due, one that finds every event due, and going on with one of them. Then the page of an event with 20 and
with 200 entrants (`event_pages`). On a PostgreSQL of its own, with real games. The sweep calls a worker for
each event that is due; what the worker does is the third."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from accounts.models import Player
from benchmarks.site.event_pages import LARGE, begun_event, measure_pages
from benchmarks.site.measuring import statements_of
from games.models import Game, Status
from games.services import resign
from proofs.kit.cast import person
from tournaments.models import Event, Format
from tournaments.services.following import follow_event
from tournaments.services.sweeping import oldest_due
from upkeep.clock import database_now

FEW: Final = 10
MANY: Final = 100
PLAYERS: Final = 100
"""Of each event, in games of two."""
MOST_SECONDS: Final = 2.0
"""Of a sweep, whatever is due."""


class Taken(NamedTuple):
    seconds: float
    queries: int


def run() -> int:
    """Prints a line for each; the exit code says whether sweeps keep to their limit and an event takes as
    many queries among many as among few."""
    people = [person(f"P{number}", by_mail=True) for number in range(LARGE)]
    found: dict[int, dict[str, Taken]] = {}
    begun = 0
    for number in (FEW, MANY):
        for _ in range(number - begun):
            begun_event(people[:PLAYERS], Format.SWISS, PLAYERS)
        begun = number
        found[number] = _measured()
        for what, taken in found[number].items():
            games = number * PLAYERS // 2
            print(
                f"{what}, among {number} events with {games} running games: {taken.seconds:.3f} s, "
                f"{taken.queries} queries"
            )
    quick = all(taken.seconds <= MOST_SECONDS for what, taken in found[MANY].items() if "sweep" in what)
    alike = all(found[FEW][what].queries == found[MANY][what].queries for what in ("sweep, nothing due", ONE))
    print(f"sweeps keep to {MOST_SECONDS} s: {'yes' if quick else 'NO'}; ", end="")
    print(f"queries are alike: {'yes' if alike else 'NO'}")
    pages = measure_pages(people)
    return 0 if quick and alike and pages else 1


ONE: Final = "going on with an event of which a game has ended"


def _measured() -> dict[str, Taken]:
    nothing = _taken(lambda: oldest_due(database_now()))
    for event in Event.objects.order_by("pk"):
        _ends_a_game(event)
    everything = _taken(lambda: oldest_due(database_now()))
    first = Event.objects.order_by("pk")[0].pk
    one = _taken(lambda: follow_event(event_id=first))
    for event in Event.objects.order_by("pk"):
        follow_event(event_id=event.pk)
    Event.objects.update(called_at=None)
    return {"sweep, nothing due": nothing, "sweep, every event due": everything, ONE: one}


def _taken(measured: Callable[[], object]) -> Taken:
    began = time.perf_counter()
    queries = len(statements_of(measured))
    return Taken(time.perf_counter() - began, queries)


def _ends_a_game(event: Any) -> None:
    game = Game.objects.filter(event_table__round__event=event, status=Status.RUNNING).order_by("pk")[0]
    loser = Player.objects.get(seats__game=game, seats__number=0)
    resign(game_id=game.pk, player=loser, key="bench", confirmed=True)
