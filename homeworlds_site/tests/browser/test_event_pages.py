"""The pages of events on windows of four widths, in both colour schemes and languages; by keyboard alone."""

from __future__ import annotations

import pytest

from accounts.models import Player
from accounts.tests.cast import person
from homeworlds_site.tests.browser.looking import look_at
from homeworlds_site.tests.browser.visitor import PHONE
from tournaments.models import Entry, Event, Format
from tournaments.services.pairing import take_pairing_in_hand
from tournaments.tests.events import entered, opened, play_round, running, started, wins

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("bots_wait")]
LONG = "The longest title that an event of this house can ever have!"


def people(number: int) -> list[Player]:
    """One of them with the longest name that there is."""
    return [person("Wwwwwwwwwwwwwwwwwwww"), *[person(f"Player{each}") for each in range(1, number)]]


def pages_of_events(alice: Player) -> dict[str, str]:
    crowd = people(11)
    announced = entered(opened(crowd[1], title=LONG, about="Bring tea.", most=8, least=3), [alice, *crowd])
    directed = entered(opened(alice, most=3), crowd[:5])
    division = started(crowd[2], [alice, *crowd[:5]], Format.DIVISIONS, title="Autumn division")
    for game in running(division)[:9]:
        wins(game)
    played = started(alice, [alice, *crowd], Format.PODS, title="Autumn pods")
    wins(running(played)[0])
    pods = started(alice, crowd, Format.PODS, title="Autumn pods, aside")
    take_pairing_in_hand(event_id=pods.pk, director=alice)
    cup = play_round(started(crowd[3], [alice, *crowd], Format.KNOCKOUT, title="Autumn cup", best_of=3))
    swiss = play_round(play_round(started(crowd[4], [alice, *crowd], title="Autumn Swiss")))
    number = Entry.objects.get(event=swiss, player=alice).number
    table, voted = running(pods)[0].event_table.pk, running(played)[0].event_table.pk
    return {
        "events": "/events/",
        "event-new": "/events/new/",
        "event-announced": _of(announced),
        "event-directed": f"{_of(directed)}direct/",
        "event-division": _of(division),
        "event-pods": _of(played),
        "event-pods-directed": f"{_of(pods)}direct/",
        "event-directed-by-a-player": f"{_of(played)}direct/",
        "event-decide": f"{_of(pods)}direct/tables/{table}/",
        "event-vote": f"{_of(played)}tables/{voted}/vote/",
        "event-cup": _of(cup),
        "event-swiss": f"{_of(swiss)}?why={number}",
        "event-log": f"{_of(swiss)}log/",
    }


def _of(event: Event) -> str:
    return event.get_absolute_url()


def test_pages_of_events_fit_every_width(visit, alice, log_in):
    visitor = visit()
    log_in(visitor, alice)
    wrong = []
    for name, path in pages_of_events(alice).items():
        wrong += look_at(visitor, name, path)
    visitor.open("/events/new/")
    for fold in visitor.page.locator(".fold > summary").all():
        fold.click()
    wrong += look_at(visitor, "event-new-open")
    assert not wrong, "\n".join(wrong)


def test_french_pages_of_events_fit_a_phone(visit, alice, log_in):
    Player.objects.filter(pk=alice.pk).update(language="fr")
    visitor = visit(PHONE)
    log_in(visitor, alice)
    wrong = []
    for name, path in pages_of_events(alice).items():
        wrong += look_at(visitor, f"french-{name}", path, (360, 390, 1280))
        assert visitor.page.locator("html").get_attribute("lang") == "fr"
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_an_event_is_announced_and_entered_by_keyboard_alone(visit, alice, log_in, scripts):
    visitor = visit(way="keyboard", scripts=scripts)
    log_in(visitor, alice)
    page = visitor.open("/events/new/")
    page.get_by_label("Title").fill("Winter")
    visitor.press(page.get_by_role("button", name="Announce the event"))
    assert "Winter" in page.locator("h1").inner_text()
    visitor.press(page.get_by_role("button", name="Enter the event"))
    assert "1 of 64 is entered." in page.locator("main").inner_text()
