"""A room where nobody is yet says what will make it alive, and offers what there is."""

from __future__ import annotations

from typing import Final

import pytest
from django.urls import reverse

from accounts.services import create_guest, ensure_bots
from accounts.tests.cast import person
from homeworlds_site.tests.house import Visitor
from upkeep.tests.elements import page_of

pytestmark = pytest.mark.django_db

ALIVE: Final = {
    "ladders:ladders": "It comes alive with the second",
    "ladders:stairs": "The first tables are laid as soon as three wait",
    "pages:ratings": "The list begins with the first two who have played about ten",
    "pages:clubs": "A club begins with one who founds it and invites the others",
    "tournaments:events": "An event begins once somebody announces it and enough have entered",
}


@pytest.mark.parametrize("who", ["anonymous", "guest", "member"])
@pytest.mark.parametrize("room", ALIVE)
def test_an_empty_room_says_what_will_make_it_alive_and_offers_what_there_is(room, who):
    ensure_bots()
    viewer = {"anonymous": lambda: None, "guest": create_guest, "member": lambda: person("Alice")}[who]()
    main = page_of(Visitor(viewer).answer("get", reverse(room))).one("main")
    assert ALIVE[room] in main.text
    assert {"Play a bot", "Play a friend"} <= set(main.names("button")), "somebody to play with at once"
    assert reverse("ladders:find") in main.targets, "and a wish that stands"
    assert not main.select("[role=search]"), "no filters over nothing"
    if who == "member":
        makes = {"pages:clubs": "pages:club_new", "tournaments:events": "tournaments:new"}
        assert room not in makes or reverse(makes[room]) in main.targets
