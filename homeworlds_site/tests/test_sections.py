"""The main bar says where one is, on pages below its own too."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from accounts.tests.cast import person
from clubs.tests.clubhouse import club_of
from ladders.tests.climbing import ladder_of
from tournaments.tests.events import opened
from upkeep.tests.elements import Element, page_of

pytestmark = pytest.mark.django_db


def lit(viewer: Player, address: str) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Where there is room, and on a phone: what is lit, and as what."""
    client = Client()
    client.force_login(viewer)
    answer = client.get(address)
    assert answer.status_code == 200
    bar = page_of(answer).one("navigation", "Main")
    found = [(link, link["aria-current"]) for link in bar.select("a[aria-current]")]

    def seen(hidden: str) -> list[tuple[str, str]]:
        return [
            (" ".join(word for word in words(link, hidden)), current)
            for link, current in found
            if hidden not in link.tag.get("class", [])
        ]

    return seen("header__narrow"), seen("header__wide")


def words(link: Element, hidden: str) -> list[str]:
    spans = link.select("span")
    return [span.text for span in spans if hidden not in span.tag["class"]] if spans else [link.text]


@pytest.mark.parametrize(
    "name, wide, phone",
    [
        ("pages:my_games", ("My games", "page"), ("My games", "page")),
        ("pages:open_games", ("Open games", "page"), ("Play", "page")),
        ("games:new", ("Open games", "true"), ("Play", "true")),
        ("ladders:find", ("Open games", "true"), ("Play", "true")),
        ("tournaments:events", ("Events", "page"), ("Compete", "true")),
        ("tournaments:new", ("Events", "true"), ("Compete", "true")),
        ("ladders:ladders", ("Ladders", "page"), ("Compete", "page")),
        ("ladders:stairs", ("Ladders", "true"), ("Compete", "true")),
        ("pages:ratings", ("Ratings", "page"), ("Compete", "true")),
        ("pages:clubs", None, ("Compete", "true")),
        ("pages:rules", None, None),
    ],
)
def test_the_section_of_a_page_is_lit_and_only_the_page_itself_is_called_so(alice, name, wide, phone):
    assert lit(alice, reverse(name)) == ([wide] if wide else [], [phone] if phone else [])


def test_the_pages_of_a_ladder_and_of_a_club_light_their_section(alice):
    phone = [("Compete", "true")]
    assert lit(alice, ladder_of(person("Rudi")).get_absolute_url()) == ([("Ladders", "true")], phone)
    assert lit(alice, club_of(alice).get_absolute_url()) == ([], phone)


def test_the_pages_of_an_event_light_theirs(alice):
    event = opened(alice)
    for address in (event.get_absolute_url(), reverse("tournaments:log", args=[event.public_id])):
        assert lit(alice, address) == ([("Events", "true")], [("Compete", "true")])
