"""Events for tests: people, plans, and games that are played by a script."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

from django.db.models import F

from accounts.models import Player
from accounts.tests.cast import person
from games.log.moments import state_of
from games.models import Game, Status
from games.services import resign
from games.services.clocks.undoing import undo_falls
from games.tests.clocks import SETUPS, time_runs_out
from games.tests.play import play_turn
from homeworlds.rules import Variant
from tournaments.models import DRAW, Entry, Event, EventTable, Format, Repeats, Round
from tournaments.plans import EventPlan, usual_plan
from tournaments.refusals import EventRefusal
from tournaments.services.adjudicating import vote
from tournaments.services.co_directing import ask_co_director
from tournaments.services.directing import notify_all
from tournaments.services.entering import enter_event, enter_every_edition
from tournaments.services.following import follow_event
from tournaments.services.opening import invite_to_event, open_event
from tournaments.services.starting import start_now
from tournaments.sheet import Sheet, standings
from upkeep.clock import database_now

VARIANTS: Final = {
    Format.DIVISIONS: Variant.BINARY,
    Format.SWISS: Variant.BINARY,
    Format.KNOCKOUT: Variant.BINARY,
    Format.PODS: Variant.LAST_CAPTAIN_STANDING,
    Format.AT_ONCE: Variant.SINISTER,
}


def people(number: int) -> list[Player]:
    return [person(f"Player{each}") for each in range(1, number + 1)]


def plan(format_: Format = Format.SWISS, **changes: Any) -> EventPlan:
    usual = {"least": 3, "rounds": 3, "starts_at": database_now() + timedelta(days=1)}
    return replace(usual_plan("Autumn", format_, VARIANTS[format_]), **{**usual, **changes})


def opened(director: Player, format_: Format = Format.SWISS, **changes: Any) -> Event:
    return open_event(director=director, plan=plan(format_, **changes))


def entered(event: Event, players: Iterable[Player]) -> Event:
    for player in players:
        enter_event(event_id=event.pk, player=player)
    return now(event)


def started(
    director: Player, players: Iterable[Player], format_: Format = Format.SWISS, **changes: Any
) -> Event:
    """With its first tables, where games have begun."""
    event = entered(opened(director, format_, **changes), players)
    start_now(event_id=event.pk, director=director)
    return followed(event)


def followed(event: Event) -> Event:
    follow_event(event_id=event.pk)
    return now(event)


def now(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def tables(event: Event, round_: int | None = None) -> list[EventTable]:
    """Of the last round, or this one; the annulled ones too."""
    number = round_ or Round.objects.filter(event=event).count()
    return list(EventTable.objects.filter(round__event=event, round__number=number).order_by("number"))


def running(event: Event) -> list[Game]:
    found = Game.objects.filter(event_table__round__event=event, status=Status.RUNNING)
    return list(found.order_by("pk"))


def wins(game: Game, winner: Player | None = None) -> Game:
    """Everybody else gives up; without a name whoever has the lowest id wins."""
    living = state_of(Game.objects.get(pk=game.pk)).position.living
    seats = list(game.seats.filter(number__in=living).select_related("player").order_by("player"))
    chosen = winner or seats[0].player
    for seat in seats:
        if seat.player != chosen and Game.objects.get(pk=game.pk).status == Status.RUNNING:
            resign(game_id=game.pk, player=seat.player, key=f"r{seat.player_id}", confirmed=True)
    return Game.objects.get(pk=game.pk)


def flags(game: Game, *, alone: bool = False) -> Game:
    """The clock of who is to move runs out, and no vacation steps in. The others have come, unless
    `alone`."""
    Game.objects.filter(pk=game.pk).update(vacation_allowed=False)
    if not alone:
        game.seats.exclude(number=game.next_seat).update(has_come=True)
    return time_runs_out(game)


def begins(game: Game) -> None:
    """All have come, and the first one sets up."""
    game.seats.update(has_come=True)
    play_turn(game, SETUPS[0])


def goes_on(game: Game) -> Game:
    """The fall of its clock was a fault of the site."""
    at = database_now()
    undo_falls(game_id=game.pk, since=at - timedelta(days=1), until=at + timedelta(days=1))
    return Game.objects.get(pk=game.pk)


def play_round(event: Event, lots: random.Random | None = None) -> Event:
    """All games that run end, and the event goes on."""
    for game in running(event):
        seats = list(game.seats.select_related("player").order_by("player"))
        wins(game, lots.choice(seats).player if lots else None)
    return followed(event)


def play_out(event: Event, lots: random.Random | None = None) -> Event:
    """To its end."""
    for _ in range(100):
        if now(event).is_over:
            break
        play_round(event, lots)
    return now(event)


def time_passes(event: Event, time: timedelta) -> None:
    """For what events wait for; games stand still."""
    Round.objects.filter(event=event).update(
        ends_at=F("ends_at") - time, look_at=F("look_at") - time, paired_at=F("paired_at") - time
    )
    EventTable.objects.filter(round__event=event).update(
        ends_at=F("ends_at") - time, look_at=F("look_at") - time
    )
    Event.objects.filter(pk=event.pk).update(
        starts_at=F("starts_at") - time, waits_until=F("waits_until") - time, called_at=None
    )


def names(event: Event) -> list[str]:
    """As they stand, the best first; of all divisions."""
    sheet = Sheet(event)
    return [sheet.by_number[line.player].player.name for lines in standings(sheet) for line in lines]


def points(event: Event) -> dict[str, float]:
    sheet = Sheet(event)
    lines = [line for lines in standings(sheet) for line in lines]
    return {sheet.by_number[line.player].player.name: line.points for line in lines}


def check_event(event: Event) -> None:
    """What holds of every event at every moment: no game twice, everybody once a round, and at the end what
    was kept is what the results say."""
    event = now(event)
    games = list(
        EventTable.objects.filter(round__event=event, game__isnull=False).values_list("game", flat=True)
    )
    assert len(games) == len(set(games))
    made = Game.objects.filter(arranged=True, origin_kind="event", origin_link=event.get_absolute_url())
    assert set(made.values_list("pk", flat=True)) == set(games)
    sheet = Sheet(event)
    for round_ in sheet.rounds:
        seated = [number for line in sheet.of_round(round_.number) for number in line.seats]
        if event.format in (Format.SWISS, Format.PODS, Format.AT_ONCE):
            assert len(seated) == len(set(seated)), f"somebody sits twice in round {round_.number}"
    numbers = list(event.acts.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, event.last_number + 1))
    if event.status == "finished":
        kept = Entry.objects.filter(event=event, number__isnull=False)
        found = {
            line.player: (line.place or None, line.points) for lines in standings(sheet) for line in lines
        }
        assert {entry.number: (entry.place, entry.score) for entry in kept} == found


def leave_marks(player: Player, others: Sequence[Player], word: str) -> None:
    """The player directs a series and says something, plays in it, votes, is entered for every edition, and
    is invited to another event, and to direct it."""
    described = plan(about=word, round_lasts=timedelta(days=10))
    event = open_event(director=player, plan=described, repeats=Repeats.WEEKLY)
    entered(event, [player, *others])
    enter_every_edition(event_id=event.pk, player=player)
    notify_all(event_id=event.pk, director=player, words=word)
    start_now(event_id=event.pk, director=player)
    followed(event)
    time_passes(event, timedelta(days=5))
    table = EventTable.objects.get(round__event=event, game__seats__player=player)
    vote(table_id=table.pk, player=player, seat=DRAW)
    other = opened(others[1])
    invite_to_event(event_id=other.pk, director=others[1], invited=player)
    ask_co_director(event_id=other.pk, director=others[1], asked=player)


def sizes(event: Event, round_: int = 1) -> Sequence[int]:
    return sorted(table.seats.count() for table in tables(event, round_))


def refused(action: Callable[[], Any]) -> str:
    """The code; empty: it was done."""
    try:
        action()
    except EventRefusal as refusal:
        return str(refusal.code)
    return ""
