"""The form in which somebody announces an event."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

import pytest
from django.urls import reverse
from django.utils import timezone

from board.words.options import option_sentence
from clubs.tests.clubhouse import club_of
from games.forms.rules import option_text
from homeworlds.rules import OFFERED_VARIANTS, Preset, Variant, player_numbers, preset_rules
from tournaments.models import Event, Points
from tournaments.tests.events import (
    opened,
)
from tournaments.tests.visits import Browser, shown
from upkeep.tests.elements import page_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("calls")]


SENT = {
    "format": "swiss", "variant": "binary", "rule_set": "booklet", "size": "4", "rounds": "3", "best_of": "1",
    "round_lasts": "30d", "least": "4", "most": "16", "company": "all", "clock": "normal", "excuses": "1",
    "points": "win",
}  # fmt: skip


def fill(**more: Any) -> dict[str, Any]:
    return {"title": "Winter", **more}


def test_somebody_announces_an_event_with_what_the_form_says(alice):
    browser = Browser(alice).open(reverse("tournaments:new"))
    page = page_of(browser.page)
    assert "With 20 players: 5 rounds with" in page.by_id("event-forecast").text
    browser.send(
        browser.form("title"),
        **fill(format="pods", variant="sinister", size="3", rounds="4", most="24", points="win"),
    )
    event = Event.objects.get()
    assert (event.title, event.format, event.size, event.rounds, event.most) == ("Winter", "pods", 3, 4, 24)
    assert event.variant == "sinister" and event.preset == "booklet" and event.points == Points.WIN
    assert event.director == alice and event.rated and event.vacation_allowed
    assert event.starts_at is not None


def test_ties_are_told_apart_in_the_order_that_the_director_chooses(alice):
    browser = Browser(alice).open(reverse("tournaments:new"))
    chosen = {"first_break": "buchholz-cut-1", "second_break": "direct-encounter", "third_break": "wins"}
    answer = browser.send(browser.form("title"), **fill(**{**chosen, "second_break": "buchholz-cut-1"}))
    assert answer.status_code == 422 and "Name each tie-break once" in page_of(answer).text
    answer = browser.send(browser.form("title"), **fill(format="pods", variant="sinister", **chosen))
    assert answer.status_code == 422 and "are for games of two" in page_of(answer).text
    browser.send(browser.form("title"), **fill(format="swiss", variant="binary", **chosen))
    event = Event.objects.get()
    assert event.tie_breaks == [*chosen.values(), "sonneborn-berger", "rating"]
    said = (
        "by the opponents’ points, the lowest left out (Buchholz, cut 1), then the games among those who are "
        "level, if all of them have met, then wins, then"
    )
    assert said in shown(None, event.get_absolute_url()).text


def test_what_is_wrong_is_said_beside_its_field_in_a_fold_that_is_open(alice):
    browser = Browser(alice).open(reverse("tournaments:new"))
    answer = browser.send(browser.form("title"), **fill(format="pods"))
    assert answer.status_code == 422 and not Event.objects.exists()
    assert "These rules are for 2 to 2 players." in page_of(answer).text
    answer = browser.send(browser.form("title"), **fill(format="swiss", clock="live"))
    page = page_of(answer)
    assert "A round lasts 1 days at most." in page.text
    assert "open" in page.by_id("fold-tables") and "open" not in page.by_id("fold-points")


def test_the_lines_of_the_folds_and_the_forecast_follow_the_choices(alice):
    address = reverse("tournaments:new_shown")
    answer = Browser(alice).get(
        address + "?format=pods&variant=sinister&rule_set=booklet&size=3&rounds=4&most=12&least=6&clock=slow"
        "&round_lasts=21d&excuses=1&company=all&points=win&best_of=1"
    )
    page = page_of(answer)
    assert page.by_id("short-tables").text == "tables of 3, 4 rounds, a round at most 21 days"
    assert page.by_id("short-entrants").text == "6 to 12 players"
    assert "With 12 players: 4 rounds with 16 games." in page.by_id("event-forecast").text


def test_who_directs_enough_reads_so_instead_of_the_form(alice):
    for _ in range(3):
        opened(alice)
    page = shown(alice, reverse("tournaments:new"))
    assert "Nobody directs more than 3 events at once." in page.text
    assert "Announce the event" not in page.names("button")


def test_what_to_expect_can_be_asked_without_a_script(alice):
    browser = Browser(alice).open(reverse("tournaments:new"))
    browser.send(browser.form("title"), "show", **fill(format="divisions", most="10"))
    page = page_of(browser.page)
    assert "With 10 players: 45 games, all at once." in page.by_id("event-forecast").text
    assert not Event.objects.exists()


def test_each_option_of_the_rules_is_settable_and_shown_before_one_enters(alice):
    browser = Browser(alice).open(reverse("tournaments:new"))
    browser.send(
        browser.form("title"),
        **fill(rule_set="custom", bank="five", attack="smaller", clock="live", round_lasts="3h"),
    )
    event = Event.objects.get()
    assert event.preset == "" and event.options["bank"] == "five"
    page = shown(None, event.get_absolute_url())
    words = page.select(".rule-words")[0].text
    assert option_sentence("attack", event.rules().attack) in words
    assert "not as in the booklet" in words


def test_rules_that_a_rule_set_does_not_offer_are_refused_to_whoever_sends_them_by_hand(alice):
    browser = Browser(alice).open(reverse("tournaments:new"))
    unfit = next(
        (variant, preset)
        for preset in Preset
        for variant in Variant
        if variant not in OFFERED_VARIANTS[preset] and 2 in player_numbers(variant)
    )
    answer = browser.send(browser.form("title"), **fill(variant=str(unfit[0]), rule_set=str(unfit[1])))
    assert answer.status_code == 422 and not Event.objects.exists()
    assert "This rule set does not know this variant." in page_of(answer).by_id("rule-set-errors").text


def test_red_alert_cannot_be_had_in_an_event(alice):
    browser = Browser(alice).open(reverse("tournaments:new"))
    with pytest.raises(LookupError, match="no field red_alert"):
        browser.send(browser.form("title"), **fill(red_alert="on"))
    starts = (timezone.now() + timedelta(days=3)).strftime("%Y-%m-%dT%H:%M")
    browser.client.post(reverse("tournaments:new"), {**SENT, **fill(red_alert="on", starts_at=starts)})
    assert not Event.objects.get().red_alert


def test_another_variant_brings_its_rules_and_custom_begins_with_those_it_replaces(alice):
    def sent(**chosen: str) -> Any:
        return Browser(alice).get(f"{reverse('tournaments:new_shown')}?{urlencode(chosen)}")

    page = page_of(sent(variant="sinister", rule_set="classic", drawn_for="binary classic"))
    assert page.by_id("drawn-for")["value"] == "sinister booklet"
    assert "not for Sinister" in page.by_id("new-rules").text
    page = page_of(sent(variant="binary", rule_set="custom", drawn_for="binary classic"))
    classic = preset_rules(Preset.CLASSIC, Variant.BINARY).options()
    assert {name: page.field(name).value for name in classic} == {
        name: option_text(value) for name, value in classic.items()
    }
    same = sent(variant="sinister", rule_set="booklet", drawn_for="sinister booklet")
    assert 'id="new-rules"' not in same.content.decode()


def test_who_leads_a_club_announces_an_event_for_it_from_its_page(alice, bob):
    club = club_of(alice, bob)
    link = shown(alice, club.get_absolute_url()).one("link", "Announce an event for this club")
    page = shown(alice, link["href"])
    assert page.field("club").value == club.public_id
    assert "Announce an event for this club" not in shown(bob, club.get_absolute_url()).names("link")
