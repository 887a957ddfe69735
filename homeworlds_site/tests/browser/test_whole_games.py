"""Whole games in the browser: the judging bot chooses the turns, the test clicks them."""

from __future__ import annotations

import re

import pytest

from accounts.tests.cast import PASSWORD
from games.models import Game, Status
from homeworlds.outcome import Alignment, Termination
from homeworlds_site.tests.browser.hands import advised_turn, game_on, make_turn_by_clicks
from homeworlds_site.tests.browser.visitor import PHONE, Visitor

pytestmark = pytest.mark.browser

MOST_TURNS = 40
"""Of the visitor; with these dice a game takes fewer than half."""


def log_in_by_form(visitor: Visitor) -> None:
    visitor.open("/")
    visitor.press(visitor.page.get_by_role("link", name="Log in").first)
    visitor.page.get_by_label("E-mail address").fill("alice@example.com")
    visitor.page.get_by_label("Password").fill(PASSWORD)
    visitor.press(visitor.page.get_by_role("main").get_by_role("button", name="Log in"))


def make_game(visitor: Visitor, *, variant: str, players: int) -> None:
    """By the form: the visitor begins, random bots sit in the other seats."""
    visitor.press(visitor.page.get_by_role("link", name="New game").first)
    page = visitor.page
    for name, value in (("variant", variant), ("players", str(players))):
        radio = page.locator(f'input[name="{name}"][value="{value}"]')
        if radio.is_checked():
            continue
        if visitor.scripts:
            with page.expect_response(re.compile("/games/new/form/")):
                radio.check()
        else:
            radio.check()
    for seat in range(2, players + 1):
        page.locator(f'select[name="seat_{seat}"]').select_option("bot-cadet")
    page.locator("#order-fold > summary").click()
    page.locator('input[name="seat_order"][value="fixed"]').check()
    visitor.press(page.get_by_role("button", name="Make the game"))
    assert page.locator("#table").count()


def play_to_the_end(visitor: Visitor, seed: str) -> Game:
    for _turn in range(MOST_TURNS):
        game = game_on(visitor)
        if game.status == Status.FINISHED:
            return game
        make_turn_by_clicks(visitor, advised_turn(game, seed))
    raise AssertionError(f"Nobody has won in {MOST_TURNS} turns.")


@pytest.mark.parametrize(
    "scripts, size, seed",
    [(True, PHONE, "14"), (False, PHONE, "14")],
    ids=["with JavaScript", "without JavaScript"],
)
def test_a_binary_game_is_won_by_elimination_with_clicks_only(visit, alice, loaded_dice, scripts, size, seed):
    loaded_dice(seed)
    visitor = visit(size, scripts=scripts)
    log_in_by_form(visitor)
    make_game(visitor, variant="binary", players=2)
    game = play_to_the_end(visitor, seed)
    assert game.outcome == {"winners": [0], "draw": False, "termination": Termination.LAST_PLAYER}
    assert "Alice won: nobody else is left." in visitor.table_text()
    visitor.picture(f"won-{'script' if scripts else 'no-script'}")


def alignments_told(visitor: Visitor) -> dict[str, str]:
    """By name, what the list of players says of the alignments."""
    told = {}
    for line in visitor.page.locator(".seat-list li").all():
        words = set(re.findall(r"\b(Good|Evil)\b", line.locator(".clock").inner_text()))
        if words:
            told[line.locator("bdi").inner_text()] = words.pop()
    return told


def own_side(visitor: Visitor) -> str:
    """Good or Evil, as the visitor is told."""
    told = re.search(r"You are (Good|Evil)\b", visitor.page.locator(".turn-goal").inner_text())
    assert told
    return told[1]


OTHER_GOAL = {
    "Good": r"An Evil one fells anybody and wins alone\.",
    "Evil": r"The Good win when no Evil is left\.",
}
"""What the head of a table says of the side that is not the visitor's."""


def secrets_on_page(visitor: Visitor) -> list[str]:
    """Every mention of an alignment but those that each player sees alike, and the visitor's own."""
    html = visitor.page.content()
    public = [
        r'<details class="panel about-panel".*?</details>',
        r"Good vs\.? Evil",
        OTHER_GOAL[own_side(visitor)],
        r"\d Evil players? (is|are) left\.",
        rf"You are {own_side(visitor)}\b[^<]*",
    ]
    for pattern in public:
        html = re.sub(pattern, "", html, flags=re.DOTALL)
    return re.findall(r".{0,60}(?:\bGood\b|\bEvil\b).{0,60}", html)


def test_good_vs_evil_with_five_bots_is_played_until_a_reveal(visit, alice, loaded_dice):
    seed = "10"
    loaded_dice(seed)
    visitor = visit()
    log_in_by_form(visitor)
    make_game(visitor, variant="good-vs-evil", players=6)
    for _turn in range(MOST_TURNS):
        game = game_on(visitor)
        if game.revealed:
            break
        assert alignments_told(visitor) == {}
        assert secrets_on_page(visitor) == []
        alignment = Alignment[own_side(visitor).upper()]
        make_turn_by_clicks(visitor, advised_turn(game, seed, alignment))
    names = list(game.seats.values_list("name", flat=True))
    words = {"G": "Good", "E": "Evil"}
    assert alignments_told(visitor) == {names[seat]: words[side] for seat, side in game.revealed} != {}
    visitor.picture("revealed")
