"""Events that the site holds by itself, and editions that follow each other."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import ImproperlyConfigured

from accounts.models import Player
from games.clocks.arithmetic import Pace
from games.models import Seat
from tournaments.models import Entry, Event, EventStatus, Format, Repeats, Series, StandingEntry
from tournaments.plans import why_no_such_event
from tournaments.refusals import EventRefusal
from tournaments.schedule import AUTOMATIC, read_schedule
from tournaments.services.editions import open_editions
from tournaments.services.entering import end_every_edition, enter_event, enter_every_edition
from tournaments.services.opening import cancel_event, open_event
from tournaments.services.starting import start_now
from tournaments.sheet import divide
from tournaments.tests.events import (
    begins,
    entered,
    flags,
    followed,
    now,
    people,
    plan,
    play_out,
    running,
    time_passes,
    wins,
)
from upkeep.clock import database_now

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
MONDAY = datetime(2026, 11, 23, 18, tzinfo=UTC)


# --- the schedule


@pytest.mark.parametrize("entry, after, start", [
    ("swiss@mon 18:00", MONDAY - timedelta(minutes=1), MONDAY),
    ("swiss@mon 18:00", MONDAY, MONDAY + timedelta(days=7)),
    ("swiss@fri 19:30", MONDAY, datetime(2026, 11, 27, 19, 30, tzinfo=UTC)),
    ("pods@1 18:00", MONDAY, datetime(2026, 12, 1, 18, tzinfo=UTC)),
    ("pods@28 06:00", datetime(2027, 1, 28, 7, tzinfo=UTC), datetime(2027, 2, 28, 6, tzinfo=UTC)),
    ("divisions@after", MONDAY, None),
])  # fmt: skip
def test_the_schedule_says_when_the_next_edition_starts(
    entry: str, after: datetime, start: datetime | None
) -> None:
    (scheduled,) = read_schedule([entry])
    assert scheduled.when.next_start(after) == start


@pytest.mark.parametrize("entry, said", [
    ("chess@mon 18:00", "the site knows"),
    ("swiss", "write a weekday"),
    ("swiss@monday", "write a weekday"),
    ("swiss@mon 24:00", "write a weekday"),
    ("swiss@31 18:00", "write a weekday"),
    ("swiss@xyz 18:00", "write a weekday"),
])  # fmt: skip
def test_a_schedule_that_cannot_be_kept_is_said(entry: str, said: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=said):
        read_schedule([entry])


def test_nothing_is_scheduled_twice() -> None:
    with pytest.raises(ImproperlyConfigured, match="twice"):
        read_schedule(["swiss@mon 18:00", "swiss@fri 18:00"])


@pytest.mark.parametrize("name", AUTOMATIC)
def test_what_the_site_holds_by_itself_can_be_held(name: str, settings) -> None:
    settings.AUTOMATIC_EVENTS = [f"{name}@mon 18:00"]
    assert open_editions() == 1
    event = Event.objects.get()
    assert event.title == f"{AUTOMATIC[name].title} 1" and event.director is None
    soon = database_now() - timedelta(days=1)
    plan_of = type(AUTOMATIC[name]).of(event)
    assert why_no_such_event(type(plan_of)(**{**_fields(plan_of), "starts_at": database_now()}), soon) is None


def _fields(plan_of) -> dict[str, object]:
    return {name: getattr(plan_of, name) for name in plan_of.__dataclass_fields__}


def test_the_evening_is_played_with_a_live_clock(settings, alice: Player) -> None:
    settings.AUTOMATIC_EVENTS = ["evening@fri 19:00"]
    open_editions()
    event = Event.objects.get()
    assert event.pace.is_live and event.starts_at.weekday() == 4 and event.starts_at.hour == 19
    entered(event, people(4))
    time_passes(event, event.starts_at - database_now() + timedelta(seconds=1))
    event = followed(event)
    assert event.status == EventStatus.RUNNING and len(running(event)) == 2
    assert Pace(running(event)[0].clock_start, *event.pace[1:]).is_live
    for game in running(event):
        begins(game)
    time_passes(event, timedelta(minutes=66))
    event = followed(event)
    assert event.rounds_paired.count() == 2, "without a director those left draw at once"


def test_of_each_series_one_edition_is_open(settings) -> None:
    settings.AUTOMATIC_EVENTS = ["swiss@mon 18:00", "divisions@after"]
    assert open_editions() == 2 and open_editions() == 0
    swiss = Event.objects.get(format=Format.SWISS)
    assert swiss.starts_at.weekday() == 0 and swiss.edition == 1
    entered(swiss, people(4))
    time_passes(swiss, swiss.starts_at - database_now() + timedelta(seconds=1))
    followed(swiss)
    assert open_editions() == 1
    second = Event.objects.get(format=Format.SWISS, edition=2)
    assert second.status == EventStatus.OPEN and second.starts_at.weekday() == 0


def test_what_is_scheduled_no_longer_is_not_opened_again(settings) -> None:
    settings.AUTOMATIC_EVENTS = ["swiss@mon 18:00"]
    open_editions()
    Event.objects.update(status=EventStatus.CANCELLED)
    settings.AUTOMATIC_EVENTS = []
    assert open_editions() == 0


# --- editions


def first_edition(alice: Player, players, **changes) -> Event:
    event = open_event(
        director=alice, plan=plan(Format.DIVISIONS, title="League", **changes), repeats=Repeats.AFTER
    )
    entered(event, players)
    start_now(event_id=event.pk, director=alice)
    return followed(event)


def second_edition() -> Event:
    return Event.objects.get(edition=2)


def test_the_next_edition_opens_with_the_start_and_starts_a_week_after_the_end(alice: Player) -> None:
    event = first_edition(alice, people(3))
    assert open_editions() == 1
    following = second_edition()
    assert (following.title, following.starts_at, following.director) == ("League 2", None, alice)
    play_out(event)
    assert open_editions() == 1
    week = now(following).starts_at - database_now()
    assert timedelta(days=6, hours=23) < week <= timedelta(days=7)


def test_who_is_entered_for_every_edition_is_in_the_next(alice: Player) -> None:
    players = people(3)
    event = first_edition(alice, players)
    for player in players:
        enter_every_edition(event_id=event.pk, player=player)
    end_every_edition(event_id=event.pk, player=players[2])
    open_editions()
    assert set(Entry.objects.filter(event=second_edition()).values_list("player", flat=True)) == {
        players[0].pk,
        players[1].pk,
    }


def test_who_stayed_away_enters_himself_again(alice: Player) -> None:
    players = people(3)
    event = open_event(director=alice, plan=plan(Format.DIVISIONS, title="League 1"), repeats=Repeats.AFTER)
    entered(event, players)
    for player in players:
        enter_every_edition(event_id=event.pk, player=player)
    start_now(event_id=event.pk, director=alice)
    followed(event)
    for game in running(event):
        flags(game)
    away = {placed for placed in players if _flagged(event, placed)}
    play_out(event)
    open_editions()
    inside = set(Entry.objects.filter(event=second_edition()).values_list("player", flat=True))
    assert inside == {player.pk for player in players if player not in away}
    assert StandingEntry.objects.count() == len(inside) < 3


def _flagged(event: Event, player: Player) -> bool:
    """In half of the games or more."""
    seats = Seat.objects.filter(game__event_table__round__event=event, player=player)
    return 2 * seats.filter(result="lost").count() >= seats.count()


def test_divisions_are_made_by_how_the_last_edition_ended(alice: Player) -> None:
    players = people(12)
    event = first_edition(alice, players)
    for game in running(event):
        wins(game, max((seat.player for seat in game.seats.all()), key=lambda each: each.pk))
    play_out(event)
    placed = Entry.objects.filter(event=event).order_by("division", "place")
    order = list(placed.values_list("player", flat=True))
    open_editions()
    following = second_edition()
    for player in players:
        enter_event(event_id=following.pk, player=player)
    start_now(event_id=following.pk, director=alice)
    division = dict(Entry.objects.filter(event=following).values_list("player", "division"))
    assert division[order[6]] == 1, "the first of the second goes up"
    assert division[order[5]] == 2, "the last of the first goes down"


def test_nobody_goes_up_or_down_from_a_division_that_nobody_played_in(alice: Player) -> None:
    """Who was in the first, of six, comes to one by rating; the first two of the second go up."""
    event = first_edition(alice, people(12))
    Event.objects.filter(pk=event.pk).update(status=EventStatus.FINISHED)
    below = event.entries.filter(division=2).order_by("number")
    for place, entry in enumerate(below, 1):
        Entry.objects.filter(pk=entry.pk).update(place=place)
    following = Event(series=event.series, format=event.format, edition=event.edition + 1)
    entries = list(event.entries.order_by("number"))
    divide(following, entries)
    up = [entry.player_id for entry in below[:2]]
    assert all(entry.division == 1 for entry in entries if entry.player_id in up)
    assert sorted(entry.division for entry in entries) == [1] * 6 + [2] * 6


def test_a_series_ends_when_its_director_gives_an_edition_up(alice: Player) -> None:
    event, other = [open_event(director=alice, plan=plan(), repeats=Repeats.WEEKLY) for _ in range(2)]
    cancel_event(event_id=event.pk, director=alice)
    assert open_editions() == 0
    assert list(Series.objects.filter(ended_at=None)) == [other.series]


def test_weekly_editions_of_a_director_start_a_week_apart(alice: Player) -> None:
    event = open_event(director=alice, plan=plan(), repeats=Repeats.WEEKLY)
    entered(event, people(4))
    start_now(event_id=event.pk, director=alice)
    open_editions()
    assert second_edition().starts_at - event.starts_at == timedelta(days=7)


def test_there_is_no_every_edition_of_an_event_that_is_held_once(alice: Player) -> None:
    event = open_event(director=alice, plan=plan())
    with pytest.raises(EventRefusal) as refused:
        enter_every_edition(event_id=event.pk, player=alice)
    assert refused.value.code == "not-a-series"
