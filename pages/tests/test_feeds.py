"""Calendars and feeds: what stands in them, who may read them, and that they stay as they are."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Any
from xml.etree import ElementTree
from zoneinfo import ZoneInfo

import pytest
from django.core.cache import cache
from django.test import Client
from icalendar import Calendar

from accounts.models import Player
from accounts.tests.cast import person
from accounts.vacation.keeping import FIELDS, begin_vacation
from clubs.models import Club
from clubs.tests.clubhouse import club_of
from games.models import Game, Visibility
from games.tests.clocks import set_up, timed_table
from games.tests.play import deal, table_of
from homeworlds.rules import RuleSet, Variant
from notices.feeds.links import calendar_link, feed_link, token_of
from notices.feeds.models import CalendarMark
from tournaments.tests.events import people, started
from upkeep.clock import database_now

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]
ATOM = {"a": "http://www.w3.org/2005/Atom"}


@pytest.fixture(autouse=True)
def nothing_counted_yet() -> None:
    cache.clear()


def path_of(link: str, settings: Any) -> str:
    return link.removeprefix(settings.SITE_URL)


def read(link: str, settings: Any) -> Calendar:
    """By a program that is logged in nowhere."""
    answer = Client().get(path_of(link, settings))
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/calendar")
    made = Calendar.from_ical(answer.content)
    assert not made.errors
    assert all(len(line) <= 75 for line in answer.content.split(b"\r\n"))
    return made


def entries(calendar: Calendar) -> dict[str, Any]:
    found = {str(event["uid"]): event for event in calendar.walk("VEVENT")}
    for event in found.values():
        assert {"UID", "DTSTAMP", "DTSTART", "SUMMARY", "SEQUENCE"} <= set(event)
        assert event["dtstamp"].dt.tzinfo is not None
    return found


def atom(path: str, client: Client | None = None, status: int = 200) -> list[dict[str, str]]:
    """The entries; what every one must have is looked at."""
    answer = (client or Client()).get(path)
    assert answer.status_code == status
    if status != 200:
        return []
    assert answer["Content-Type"].startswith("application/atom+xml")
    root = ElementTree.fromstring(answer.content)  # noqa: S314  our own
    for name in ("id", "title", "updated"):
        assert root.findtext(f"a:{name}", None, ATOM)
    found = []
    for entry in root.findall("a:entry", ATOM):
        said = {name: entry.findtext(f"a:{name}", "", ATOM) for name in ("id", "title", "updated", "summary")}
        assert said["id"].startswith("tag:") and said["title"]
        datetime.fromisoformat(said["updated"])
        said["link"] = entry.find("a:link", ATOM).attrib["href"]  # type: ignore[union-attr]
        found.append(said)
    assert len({each["id"] for each in found}) == len(found)
    return found


# --- the calendar


def test_a_turn_stands_there_until_its_clock_runs_out_in_the_players_zone(alice, bob, settings):
    alice.time_zone = "Europe/Paris"
    alice.save()
    game = set_up(timed_table(alice, bob))
    mover = Player.objects.get(pk=game.seats.get(number=game.next_seat).player_id)
    other = bob if mover == alice else alice
    calendar = read(calendar_link(mover), settings)
    (entry,) = entries(calendar).values()
    assert entry["dtstart"].dt == game.due_at.replace(microsecond=0)
    assert "Alice" in entry["summary"] and "Bob" in entry["summary"]
    assert str(entry["url"]).endswith(f"/games/{game.public_id}/")
    assert entries(read(calendar_link(other), settings)) == {}


def test_hours_are_said_in_a_zone_that_stands_in_the_file(alice, settings):
    alice.time_zone = "Europe/Paris"
    begin_vacation(alice, database_now(), database_now() + timedelta(days=5))
    alice.save()
    calendar = read(calendar_link(alice), settings)
    assert [str(zone["tzid"]) for zone in calendar.walk("VTIMEZONE")] == ["Europe/Paris"]
    (entry,) = entries(calendar).values()
    assert entry["dtstart"].params["TZID"] == "Europe/Paris"
    assert entry["dtend"].dt == alice.vacation_until.replace(microsecond=0)
    assert (
        entry["dtend"].dt.utcoffset() == alice.vacation_until.astimezone(ZoneInfo("Europe/Paris")).utcoffset()
    )
    assert entry["transp"] == "OPAQUE"


def test_what_changes_keeps_its_name_and_gets_the_next_number(alice, settings):
    begin_vacation(alice, database_now(), database_now() + timedelta(days=5))
    alice.save(update_fields=[*FIELDS, "time_zone"])
    first = entries(read(calendar_link(alice), settings))
    again = entries(read(calendar_link(alice), settings))
    Player.objects.filter(pk=alice.pk).update(vacation_until=alice.vacation_until + timedelta(days=1))
    later = entries(read(calendar_link(alice), settings))
    assert [*first] == [*again] == [*later]
    numbers = [int(next(iter(found.values()))["sequence"]) for found in (first, again, later)]
    assert numbers == [0, 0, 1]


def test_nothing_new_is_said_when_nothing_has_changed(alice, settings):
    begin_vacation(alice, database_now(), database_now() + timedelta(days=5))
    alice.save(update_fields=[*FIELDS])
    path = path_of(calendar_link(alice), settings)
    first = Client().get(path)
    assert first["Cache-Control"] == "no-store"
    same = Client().get(path, headers={"If-None-Match": first["ETag"]})
    assert (same.status_code, same.content, same["Cache-Control"]) == (304, b"", "no-store")
    Player.objects.filter(pk=alice.pk).update(vacation_until=alice.vacation_until + timedelta(days=1))
    assert Client().get(path, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_rounds_stand_there_from_their_pairing_to_their_end(alice, settings):
    players = people(4)
    started(alice, players, rounds=1)
    found = [
        entry
        for entry in entries(read(calendar_link(players[0]), settings)).values()
        if str(entry["uid"]).startswith("round-")
    ]
    assert len(found) == 1
    assert found[0]["summary"] == "Autumn: round 1"
    assert found[0]["dtend"].dt > found[0]["dtstart"].dt
    assert entries(read(calendar_link(alice), settings)) == {}


def test_what_is_over_for_long_is_forgotten(alice, settings):
    begin_vacation(alice, database_now(), database_now() + timedelta(days=5))
    alice.save(update_fields=[*FIELDS])
    read(calendar_link(alice), settings)
    Player.objects.filter(pk=alice.pk).update(vacation_since=None, vacation_until=None)
    read(calendar_link(alice), settings)
    assert CalendarMark.objects.count() == 1
    CalendarMark.objects.update(changed_at=database_now() - timedelta(days=61))
    read(calendar_link(alice), settings)
    assert not CalendarMark.objects.exists()


# --- the links


def test_new_links_end_the_old_ones(alice, settings):
    old = [path_of(link, settings) for link in (calendar_link(alice), feed_link(alice))]
    client = Client()
    client.force_login(alice)
    assert client.get("/settings/notices/elsewhere/links/").status_code == 405
    assert client.post("/settings/notices/elsewhere/links/").status_code == 303
    assert [Client().get(path).status_code for path in old] == [404, 404]
    assert Client().get(path_of(calendar_link(alice), settings)).status_code == 200


def test_a_link_that_nobody_has_made_leads_nowhere(alice):
    for name in ("calendar.ics", "notices.atom", "games-mine.atom"):
        assert Client().get(f"/feeds/mine/{'x' * 32}/{name}").status_code == 404


def test_the_link_of_who_is_gone_leads_nowhere(alice, settings):
    path = path_of(calendar_link(alice), settings)
    Player.objects.filter(pk=alice.pk).update(is_active=False)
    assert Client().get(path).status_code == 404


# --- feeds


def test_my_notices_are_a_feed_of_what_is_still_so(alice, bob, settings):
    table_of(alice, bob, rules=RuleSet(variant=Variant.BINARY))
    path = path_of(feed_link(bob), settings)
    titles = [entry["title"] for entry in atom(path)]
    assert titles and all("Alice" in title for title in titles)
    answer = Client().get(path)
    assert answer["Cache-Control"] == "no-store"
    assert Client().get(path, headers={"If-None-Match": answer["ETag"]}).status_code == 304


def test_private_games_are_in_ones_own_feed_and_in_nobody_elses(alice, bob):
    table_of(alice, bob, rules=RuleSet(variant=Variant.BINARY))
    Game.objects.update(visibility=Visibility.PRIVATE)
    assert len(atom(f"/feeds/mine/{token_of(alice)}/games-mine.atom")) == 1
    assert atom(f"/feeds/player-{alice.public_id}.atom") == []
    assert atom(f"/feeds/mine/{token_of(person('Mallory'))}/games-mine.atom") == []
    atom("/feeds/games-mine.atom", status=404)
    Game.objects.update(visibility=Visibility.PUBLIC)
    (entry,) = atom(f"/feeds/player-{alice.public_id}.atom")
    assert "Alice" in entry["title"] and "/games/" in entry["link"]


def test_who_is_logged_in_gets_of_a_public_feed_what_everybody_gets(alice, bob, client):
    table_of(alice, bob, rules=RuleSet(variant=Variant.BINARY))
    Game.objects.update(visibility=Visibility.PRIVATE)
    client.force_login(alice)
    path = f"/feeds/player-{alice.public_id}.atom"
    assert atom(path, client) == []
    answer = Client().get(path)
    assert (answer["Cache-Control"], [*answer.cookies]) == ("public, max-age=300", [])
    same = Client().get(path, headers={"If-None-Match": answer["ETag"]})
    assert (same.status_code, same["Cache-Control"]) == (304, "public, max-age=300")


def test_an_event_is_followed_by_everybody_and_of_a_hidden_club_by_its_members(alice, bob):
    event = started(alice, people(4), rounds=1)
    titles = [entry["title"] for entry in atom(f"/feeds/event-{event.public_id}.atom")]
    assert "Round 1 is paired." in titles
    club = club_of(alice, bob, hidden=True)
    type(event).objects.filter(pk=event.pk).update(club=club)
    atom(f"/feeds/event-{event.public_id}.atom", status=404)
    assert atom(f"/feeds/mine/{token_of(bob)}/event-{event.public_id}.atom")
    atom(f"/feeds/mine/{token_of(person('Mallory'))}/event-{event.public_id}.atom", status=404)


def test_a_club_is_followed_by_who_may_see_it(alice, bob):
    club = club_of(alice, bob)
    Club.objects.filter(pk=club.pk).update(news="We meet on Monday & <b>Tuesday</b>.", news_at=database_now())
    titles = [entry["title"] for entry in atom(f"/feeds/club-{club.public_id}.atom")]
    assert titles[0] == "We meet on Monday & <b>Tuesday</b>."
    assert "Bob has joined the club." in titles
    hidden = club_of(alice, bob, hidden=True, name="Vega")
    atom(f"/feeds/club-{hidden.public_id}.atom", status=404)
    assert atom(f"/feeds/mine/{token_of(bob)}/club-{hidden.public_id}.atom")
    atom(f"/feeds/mine/{token_of(person('Mallory'))}/club-{hidden.public_id}.atom", status=404)


def test_there_is_nothing_of_what_is_not(alice):
    for about in ("club-nowhere", "event-nowhere", "player-nowhere", "nothing", "notices-1"):
        atom(f"/feeds/{about}.atom", status=404)


def test_feeds_are_the_same_whoever_is_good_or_evil(alice, bob, charlie, settings):
    """But for the fingerprint of the deal, which is for everybody to see."""
    players = [alice, bob, charlie, person("Dora")]
    game = table_of(*players, rules=RuleSet(variant=Variant.GOOD_VS_EVIL))
    paths = [
        path
        for player in players
        for path in (
            path_of(calendar_link(player), settings),
            path_of(feed_link(player), settings),
            f"/feeds/mine/{token_of(player)}/games-mine.atom",
            f"/feeds/player-{player.public_id}.atom",
        )
    ]
    said = []
    for letters in ("GGGE", "EGGG"):
        deal(game, letters)
        said.append([re.sub(rb"[0-9a-f]{64}", b"", Client().get(path).content) for path in paths])
    assert said[0] == said[1]
    assert game.public_id.encode() in said[0][2]
