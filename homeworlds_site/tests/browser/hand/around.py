"""The pages around the table, the pieces at a desk, the first hour and what is said aloud: each with its aim.

No part of the suite, which walks a part of it; `bin/prove hand` runs it, and goes on where a run before has
ended. What was seen goes into a file, a line for each thing and window.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from typing import Final

import pytest
from django.test import Client

from accounts.models import Player
from games.services import SeatWish, create_game
from games.tests.hearing import STATES, unsaid
from games.tests.table_views import address, put
from homeworlds.rules import FirstShip, RuleSet
from homeworlds_site.tests.browser.axe import violations
from homeworlds_site.tests.browser.cuts import cut_on
from homeworlds_site.tests.browser.desk_pieces import LEAST, RECORDED, SEEN, game_of
from homeworlds_site.tests.browser.hand.eyes import SMALL
from homeworlds_site.tests.browser.newcomer import Newcomer
from homeworlds_site.tests.browser.visitor import PHONE
from homeworlds_site.tests.browser.walk import pages_of
from homeworlds_site.tests.house import House

pytestmark = pytest.mark.browser

AROUND = Path(os.environ.get("HAND_AROUND", "around.jsonl"))
WALKERS: Final = {
    "visitor": ("anonymous", "en"),
    "guest": ("guest", "en"),
    "member": ("creator", "en"),
    "French": ("creator", "fr"),
}
"""Whose pages are walked, and in which language."""
WINDOWS: Final = (PHONE, (1280, 800))
PRESSED: Final = "a, button, summary, select, input:not([type=hidden]), textarea"
BUTTONS: Final = "button, .button, .choice, .segment, select"
"""What is there to be pressed, and not to be read besides."""
TARGETS: Final = {390: ((PRESSED, 24), (BUTTONS, 44)), 1280: ((PRESSED, 24),)}
"""The least in pixels, by the width of the window; a mouse is surer than a finger."""
TAPS: Final = {
    "first turn answered": 5,
    "a friend's seat": 1,
    "the lesson": 1,
    "a second game after a win": 1,
}


def are_known(*abouts: str) -> bool:
    """Each of them was seen by a run before, and was good."""
    seen = AROUND.read_text().splitlines() if AROUND.exists() else []
    return set(abouts) <= {json.loads(line)["about"] for line in seen}


def tell(about: str, seen: str, aim: str, faults: Iterable[str] = ()) -> None:
    if are_known(about):
        return
    row = {"about": about, "seen": seen, "aim": aim, "faults": list(faults)}
    with AROUND.open("a") as file:
        file.write(json.dumps(row) + "\n")


@pytest.mark.parametrize("size", WINDOWS, ids=lambda size: str(size[0]))
@pytest.mark.parametrize("walker", WALKERS)
def test_every_page_is_good_to_use(visit, log_in, transactional_db, bots_wait, walker, size):
    (role, language), width = WALKERS[walker], size[0]
    whats = ["axe", "cut", "wide", *[f"below {least} px" for _pressed, least in TARGETS[width]]]
    if are_known(*[f"{what}, {walker}, {width}" for what in whats]):
        return
    house = House()
    visitor = visit(size, locale=language, has_touch=size == PHONE)
    if (person := house.people[role]) is not None:
        Player.objects.filter(pk=person.pk).update(language=language)
        log_in(visitor, person)
    found: dict[str, list[str]] = {what: [] for what in whats}
    paths = pages_of(house, role)
    for path in paths:
        visitor.open(path)
        found["axe"] += violations(visitor, path, ["dark"])
        found["cut"] += [f"{path}: {each}" for each in cut_on(visitor)]
        found["wide"] += [f"{path}: {each}" for each in visitor.wide_parts()]
        for pressed, least in TARGETS[width]:
            small = visitor.page.evaluate(SMALL, [pressed, least])
            found[f"below {least} px"] += [f"{path}: {each}" for each in small]
    for what, faults in found.items():
        tell(f"{what}, {walker}, {width}", f"{len(faults)} on {len(paths)} pages", "0", faults)


@pytest.mark.parametrize("size", LEAST, ids=lambda size: str(size[0]))
def test_pieces_are_large_at_a_desk(visit, alice, others, log_in, bots_wait, size):
    if are_known(*[f"pieces of {recorded.players}, {size[0]}" for recorded in RECORDED]):
        return
    people = [alice, *others]
    visitor = visit(size)
    log_in(visitor, people[1])
    for recorded in RECORDED:
        visitor.open(f"/games/{game_of(recorded, people).public_id}/")
        seen = visitor.page.evaluate(SEEN)
        wrong = [what for what in ("cut", "scrolls") if seen[what]]
        wrong += [f"{seen['em']} px"] if seen["em"] < LEAST[size] else []
        tell(
            f"pieces of {recorded.players}, {size[0]}", f"{seen['em']:.0f} px", f">= {LEAST[size]} px", wrong
        )


def test_the_first_hour_takes_few_taps(visit, loaded_dice):
    if are_known(*[f"taps, {what}" for what in TAPS]):
        return
    loaded_dice("2")

    def come() -> Newcomer:
        return Newcomer(visit(PHONE, way="touch", has_touch=True))

    taps = {}
    first, learner, maker, friend, winner = [come() for _ in range(5)]
    turns = first.answered()
    taps["first turn answered"] = first.taps if turns == 2 else 0
    _game, link = maker.invite()
    friend.take_seat(link)
    taps["a friend's seat"] = friend.taps
    learner.learn()
    taps["the lesson"] = learner.taps
    winner.win()
    winner.play_on()
    taps["a second game after a win"] = winner.taps
    for what, aim in TAPS.items():
        wrong = [] if 0 < taps[what] <= aim else [f"{taps[what]} taps"]
        tell(f"taps, {what}", str(taps[what]), f"<= {aim}", wrong)


def test_every_sentence_of_the_panel_is_spoken(alice, bob, bots_wait):
    if are_known("spoken lines, en", "spoken lines, fr"):
        return
    seats = [SeatWish(player=alice, red_alert=True), SeatWish(player=bob)]
    rules = RuleSet(first_ship=FirstShip.ANY)
    game = create_game(creator=alice, rules=rules, seats=seats, seat_order="fixed")
    client = Client()
    client.force_login(alice)
    silent: dict[str, list[str]] = {"en": [], "fr": []}
    for language, (state, (position, query)) in product(silent, STATES.items()):
        Player.objects.filter(pk=alice.pk).update(language=language)
        put(game, position)
        silent[language] += [f"{state}: {each}" for each in unsaid(client.get(address(game, f"?{query}")))]
    for language, faults in silent.items():
        tell(f"spoken lines, {language}", f"{len(faults)} silent in {len(STATES)} states", "0", faults)
