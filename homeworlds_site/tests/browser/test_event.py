"""An event of pods from its announcement to its winner."""

from __future__ import annotations

import pytest

from accounts.tests.cast import person
from homeworlds.rules import Variant
from homeworlds_site.tests.browser.axe import violations
from homeworlds_site.tests.browser.visitor import PHONE
from tournaments.models import Event
from tournaments.services.entering import enter_event
from tournaments.tests.events import followed, play_out, running, wins

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("bots_wait")]


def words(page) -> str:
    return " ".join(page.locator("main").inner_text().split())


def heard(page) -> str:
    """The standings, for somebody who does not see them."""
    return page.locator(".event-standings").aria_snapshot()


def medals(page, event: str) -> str:
    return page.locator(".line", has_text=event).inner_text()


def test_pods_are_announced_entered_played_withdrawn_from_adjudicated_and_won(visit, alice, bob, log_in):
    director, player = visit(), visit(PHONE)
    log_in(director, alice)
    log_in(player, bob)
    page = director.open("/events/")
    director.press(page.get_by_role("link", name="Announce an event"))
    page.get_by_label("Title").fill("Autumn pods")
    page.locator('input[name="format"][value="pods"]').check()
    page.locator(f'input[name="variant"][value="{Variant.LAST_CAPTAIN_STANDING}"]').check()
    page.locator("#fold-tables > summary").click()
    page.get_by_label("Rounds, of Swiss and pods").fill("2")
    page.get_by_label("Rounds, of Swiss and pods").press("Tab")
    page.locator("#short-tables", has_text="tables of 4, 2 rounds").wait_for()
    assert "With 20 players: 2 rounds with 10 games." in page.locator("#event-forecast").inner_text()
    assert violations(director, "the form", ("dark", "light")) == []
    director.press(page.get_by_role("button", name="Announce the event"))
    event = Event.objects.get()
    assert "It starts in" in words(page) and "0 of 64 are entered." in words(page)
    for number in range(11):
        enter_event(event_id=event.pk, player=person(f"Player{number}"))
    page = player.open(event.get_absolute_url())
    player.press(page.get_by_role("button", name="Enter the event"))
    assert "12 of 64 are entered." in words(page)
    page = director.open(f"{event.get_absolute_url()}direct/")
    director.press(page.get_by_role("button", name="Start now"))
    followed(event)
    first, *_others = running(event)
    page = player.open(event.get_absolute_url())
    assert "0 of 3 games finished" in words(page) and "Your table with" in words(page)
    winner = wins(first).seats.get(result="won").player
    page = player.open(event.get_absolute_url())
    top = page.locator(".event-table tbody tr").first.inner_text().split()
    assert winner.name in top and "5" in top and "1 of 3 games finished" in words(page)
    assert (
        page.locator(".pod", has_text=winner.name).locator(".pod__winner").inner_text().endswith(winner.name)
    )
    assert 'link "0 Why this place?"' in heard(page) and "runs, its turn" not in heard(page)
    page.get_by_text("Withdraw", exact=True).click()
    player.press(page.get_by_role("button", name="Withdraw from the event"))
    assert "You have withdrawn" in words(page)
    page = director.open(f"{event.get_absolute_url()}direct/")
    director.press(page.get_by_role("region", name="Tables").get_by_role("link").first)
    page.locator('input[name="seat"][value="0"]').check()
    director.press(page.get_by_role("button", name="Adjudicate the game"))
    assert "The game is adjudicated." in words(page)
    assert violations(director, "the director’s page", ("dark", "light")) == []
    over = play_out(event)
    page = player.open(event.get_absolute_url())
    first_place = page.locator(".event-table tbody tr").first.locator(".name").inner_text()
    assert over.entries.filter(place=1, player__name=first_place).exists()
    assert "6 of 6 games finished over" in words(page) or "5 of 5 games finished over" in words(page)
    assert violations(player, "the event", ("dark", "light")) == []
    assert "place 1" in medals(player.open(f"/players/{first_place}/"), "Autumn pods")
    for visitor in (director, player):
        assert visitor.complaints == []
