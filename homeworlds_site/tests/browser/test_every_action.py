"""Turns with every kind of action: by touch, by keyboard alone and by text, each in a window of its own."""

from __future__ import annotations

import re
from typing import get_args

import pytest

from games.log.moments import state_of
from games.models import EntryKind, Game
from games.tests.play import play_turn, table_of
from games.tests.table_views import put
from homeworlds.actions import Action, Turn
from homeworlds.notation import parse_turn
from homeworlds.rules import Preset, Variant, preset_rules
from homeworlds.state import begin
from homeworlds_site.tests.browser.hands import make_turn_by_clicks
from homeworlds_site.tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

WAYS = {"touch": (390, 844), "keyboard": (768, 1024), "text": (1280, 900)}
"""And in what window."""
POSITION = (
    "<0> Alice (0, b1y2) g3y1-; Bob (1, r2b3) -g3y2; Vega (g3) y1r3-g1; Rigel (y1) g1g1g2-r2; Deneb (r1) b3-"
)
TURNS = (
    "build G2 Alice",
    "trade Y1 B1 Alice",
    "move Y1 Vega Rigel",
    "discover Y1 Alice B3 Altair",
    "attack G1 Vega",
    "sacrifice G2 Rigel; build G2 Alice; build R1 Vega",
    "build G2 Rigel; catastrophe Rigel green",
    "pass",
)
HOMEWORLD = "homeworld Y1 B2 G3"


@pytest.fixture
def game(alice, bob) -> Game:
    return table_of(alice, bob, rules=preset_rules(Preset.BOOKLET, Variant.BINARY))


def kinds(turn: Turn) -> set[type[Action]]:
    return {type(action) for action in turn}


def write_turn(visitor: Visitor, text: str) -> None:
    """Types the order, and ends the turn it makes."""
    visitor.page.locator("#order-text").fill(text)
    visitor.press(visitor.page.get_by_role("button", name="Show", exact=True))
    visitor.press("#end-turn")
    if visitor.page.locator("#confirm").count():
        visitor.press("#confirm")


def test_the_turns_are_legal_and_of_every_kind(game):
    made = [parse_turn(HOMEWORLD, 2)]
    for text in TURNS:
        half = begin(state_of(put(game, POSITION)))
        made.append(parse_turn(text, 2))
        for action in made[-1]:
            half = half.then(action)
        assert half.why_not_end() is None, text
    assert set().union(*map(kinds, made)) == set(get_args(Action))


@pytest.mark.parametrize("way", WAYS)
def test_every_action_is_made(visit, alice, log_in, bots_wait, game, way):
    visitor = visit(WAYS[way], way=way, has_touch=way == "touch")
    log_in(visitor, alice)
    for text in (HOMEWORLD, *TURNS):
        if text != HOMEWORLD:
            put(game, POSITION)
        visitor.open(f"/games/{game.public_id}/")
        if way == "text":
            write_turn(visitor, text)
        else:
            make_turn_by_clicks(visitor, parse_turn(text, 2))
        assert visitor.wide_parts() == []
        last = game.log.filter(kind=EntryKind.TURN).latest("number")
        assert last.text.startswith(text)  # a homeworld has its name from the site
        if text == HOMEWORLD:
            play_turn(game, "homeworld R2 B3 G3 Bob")


def test_a_whole_turn_by_roles_and_names_only(visit, alice, log_in, bots_wait, game):
    put(game, POSITION)
    visitor = visit()
    log_in(visitor, alice)
    page = visitor.open(f"/games/{game.public_id}/")
    world = page.get_by_role("region", name="Map")
    visitor.press(world.get_by_role("link", name=re.compile("^Rigel, .*yours: .*")))
    turn = page.get_by_role("region", name=re.compile("^Your turn"))
    visitor.press(turn.get_by_role("link", name="medium green"))
    visitor.press(turn.get_by_role("link", name="Sacrifice"))
    visitor.press(world.get_by_role("link", name=re.compile("^Vega, .*yours: .*large red")))
    visitor.press(turn.get_by_role("link", name="Build"))
    visitor.press(turn.get_by_role("link", name="small red"))
    assert turn.get_by_role("listitem").all_inner_texts()[0] == "Sacrificed G2 at Rigel"
    visitor.press(world.get_by_role("link", name=re.compile("^Alice, your homeworld")))
    visitor.press(turn.get_by_role("link", name="Build"))
    visitor.press(turn.get_by_role("link", name="medium green"))
    visitor.press(turn.get_by_role("button", name="End turn"))
    page.get_by_role("region", name=re.compile("Bob is to move")).wait_for()
    last = game.log.filter(kind=EntryKind.TURN).latest("number")
    assert last.text.startswith("sacrifice G2 Rigel; build R1 Vega; build G2 Alice")
