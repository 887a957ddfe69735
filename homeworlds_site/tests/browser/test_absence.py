"""A table of four loses a player: what each who has to do with it reads, `absent.txt` says word for word."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from accounts.models import Player
from accounts.tests.cast import person
from games.models import Game, SeatResult, Status
from games.services.clocks.absence import pass_adrift
from games.tests.clocks import now, open_no_more, seat, set_up, time_runs_out, timed_table
from games.tests.play import play_turn
from homeworlds_site.tests.browser.visitor import DESKTOP, PHONE, Visitor

pytestmark = pytest.mark.browser

SEEN = Path(__file__).with_name("absent.txt")
LOG_LINES = 3
PLACES = (
    "#turn-heading",
    "#turn-panel .turn-advice",
    "#come-back",
    ".turn-notice",
    ".seats-panel .seat-list li",
    ".seats-panel #clock",
    ".seats-panel form :is(p, button)",
    ".ended-how",
    f".log li:nth-child(-n+{LOG_LINES})",
)
"""Where a table says who plays, who stays away, until when there is time, and what happened last."""
MOMENT = re.compile(r"(\d{1,2} )?\b\w{3,5}\.? \d\d:\d\d\b")


class Hall:
    """Who watches a table, each at their own screen, and what they have read so far."""

    def __init__(self, game: Game) -> None:
        self.address = f"/games/{game.public_id}/"
        self.screens: dict[str, Visitor] = {}
        self.read: list[str] = []

    def look(self, moment: str, *names: str) -> None:
        """Each opens the table; it fits on the screen, and what it says is noted."""
        for name in names:
            visitor = self.screens[name]
            page = visitor.open(self.address)
            assert not visitor.wide_parts()
            said = [
                text
                for place in PLACES
                for each in page.locator(place).all()
                if (text := " ".join(each.text_content().split()))
            ]
            visitor.picture(f"absent {moment} {name}")
            self.read.append("\n".join([f"{moment}: {name}", *[f"    {shown(text)}" for text in said]]))


def shown(text: str) -> str:
    """Without what differs from day to day."""
    return MOMENT.sub("<moment>", text)


@pytest.fixture
def speaking(transactional_db) -> Callable[[str, str], Player]:
    def speaking(name: str, language: str) -> Player:
        player = person(name)
        Player.objects.filter(pk=player.pk).update(language=language)
        return player

    return speaking


def test_a_table_of_four_goes_on_without_a_player(visit, speaking, log_in):
    screens = {
        "Alice": ("en", PHONE),
        "Bob": ("fr", PHONE),
        "Carol": ("fr", DESKTOP),
        "Dave": ("en", DESKTOP),
        "Erin": ("en", PHONE),
    }
    people = {name: speaking(name, language) for name, (language, _size) in screens.items()}
    game = timed_table(*[people[name] for name in ("Alice", "Bob", "Carol", "Dave")])
    hall = Hall(game)
    for name, (_language, size) in screens.items():
        hall.screens[name] = visit(size)
        log_in(hall.screens[name], people[name])
    set_up(game)
    for text in ("build Y1 Alice", "build Y1 Bob", "build Y1 Carol"):
        play_turn(game, text)

    time_runs_out(game)
    hall.look("Dave is excused", "Alice", "Bob")
    time_runs_out(game)
    hall.look("Dave stays away", "Alice", "Bob", "Carol", "Dave", "Erin")

    erin = hall.screens["Erin"]
    erin.press_away(erin.page.locator(".seats-panel form button"))
    assert seat(game, 3).player == people["Erin"]
    hall.look("Erin plays on", "Bob", "Carol", "Dave", "Erin")
    play_turn(game, "pass")

    for _excused in range(2):
        time_runs_out(game)
    hall.look("Alice stays away", "Alice", "Erin")
    alice = hall.screens["Alice"]
    alice.press_away(alice.page.locator("#come-back"))
    assert seat(game, 0).returned
    hall.look("Alice is back", "Alice", "Bob")

    while now(game).status == Status.RUNNING:
        mover = now(game).next_seat
        if mover == 0:
            play_turn(game, "pass")
        elif seat(game, mover).adrift_since:
            open_no_more(game)
            pass_adrift(game_id=game.pk, number=now(game).log_number)
        else:
            time_runs_out(game)
    assert seat(game, 0).result == SeatResult.WON
    hall.look("The end", "Alice", "Carol", "Erin")
    assert "\n\n".join(hall.read) + "\n" == SEEN.read_text(encoding="utf-8")
