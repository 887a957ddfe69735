"""The sweep of events, among 10 with 500 running games and among 100 with 5,000: one that finds nothing
due, one that finds every event due, and going on with one of them. Then the page of an event with 20 and
with 200 entrants (`event_pages`). On a PostgreSQL of its own, with real games. The sweep calls a worker for
each event that is due; what the worker does is the third."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TextIO

from benchmarks.site.event_pages import LARGE, measure_pages
from proofs.processes import NotHere
from proofs.timing.generated import own_database

if TYPE_CHECKING:
    from accounts.models import Player

FEW: Final = 10
MANY: Final = 100
PLAYERS: Final = 100
"""Of each event, in games of two."""
MOST_SECONDS: Final = 2.0
"""Of a sweep, whatever is due."""


class Taken(NamedTuple):
    seconds: float
    queries: int


def run(report: TextIO) -> int:
    """Prints a line for each; the exit code says whether sweeps keep to their limit and an event takes as
    many queries among many as among few."""
    try:
        with own_database():
            return _run(report)
    except NotHere as missing:
        report.write(f"{missing}\n")
        return 2


def _run(report: TextIO) -> int:
    people = _people(LARGE)
    found: dict[int, dict[str, Taken]] = {}
    begun = 0
    for number in (FEW, MANY):
        for _ in range(number - begun):
            _event(people[:PLAYERS])
        begun = number
        found[number] = _measured()
        for what, taken in found[number].items():
            games = number * PLAYERS // 2
            report.write(
                f"{what}, among {number} events with {games} running games: {taken.seconds:.3f} s, "
                f"{taken.queries} queries\n"
            )
    quick = all(taken.seconds <= MOST_SECONDS for what, taken in found[MANY].items() if "sweep" in what)
    alike = all(found[FEW][what].queries == found[MANY][what].queries for what in ("sweep, nothing due", ONE))
    report.write(f"sweeps keep to {MOST_SECONDS} s: {'yes' if quick else 'NO'}; ")
    report.write(f"queries are alike: {'yes' if alike else 'NO'}\n")
    pages = measure_pages(people, report)
    return 0 if quick and alike and pages else 1


ONE: Final = "going on with an event of which a game has ended"


def _measured() -> dict[str, Taken]:
    from tournaments.models import Event
    from tournaments.services.following import follow_event
    from tournaments.services.sweeping import sweep_events

    nothing = _taken(sweep_events)
    for event in Event.objects.order_by("pk"):
        _ends_a_game(event)
    everything = _taken(sweep_events)
    first = Event.objects.order_by("pk")[0].pk
    one = _taken(lambda: follow_event(event_id=first))
    for event in Event.objects.order_by("pk"):
        follow_event(event_id=event.pk)
    Event.objects.update(called_at=None)
    return {"sweep, nothing due": nothing, "sweep, every event due": everything, ONE: one}


def _taken(measured: Callable[[], object]) -> Taken:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    began = time.perf_counter()
    with CaptureQueriesContext(connection) as asked:
        measured()
    return Taken(time.perf_counter() - began, len(asked))


def _people(count: int) -> Sequence[Player]:
    from allauth.account.models import EmailAddress

    from accounts.models import Player

    made = []
    for number in range(count):
        email = f"p{number}@example.com"
        player = Player.objects.create_player(name=f"P{number}", email=email, password=None)
        EmailAddress.objects.create(user=player, email=email, verified=True, primary=True)
        made.append(player)
    return made


def _event(people: Sequence[Player]) -> None:
    """All play in it, and its first games have begun."""
    from homeworlds.rules import Variant
    from tournaments.models import Entry, Format
    from tournaments.plans import usual_plan
    from tournaments.services.following import follow_event
    from tournaments.services.opening import announce
    from upkeep.clock import database_now

    now = database_now()
    plan = usual_plan("Bench", Format.SWISS, Variant.BINARY, most=PLAYERS, starts_at=now)
    event = announce(plan, now)
    Entry.objects.bulk_create([Entry(event=event, player=player, entered_at=now) for player in people])
    follow_event(event_id=event.pk)


def _ends_a_game(event: Any) -> None:
    from accounts.models import Player
    from games.models import Game, Status
    from games.services import resign

    game = Game.objects.filter(event_table__round__event=event, status=Status.RUNNING).order_by("pk")[0]
    loser = Player.objects.get(seats__game=game, seats__number=0)
    resign(game_id=game.pk, player=loser, key="bench", confirmed=True)
