"""A recorded turn is made by the fewest taps, and all that a player then sees and hears is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from accounts.models import Player
from board.tests.taps import Ways, most_taps, ways_of
from board.turn.making import Choosing
from games.models import Game
from homeworlds.actions import Turn
from homeworlds.state import GameState
from homeworlds_site.tests.browser.hand.eyes import LISTEN, PLACE, SEEN, Size
from homeworlds_site.tests.browser.hand.samples import Sample
from homeworlds_site.tests.browser.visitor import Visitor

RESTING, FOLDED = 100, 57
"""At most so high is the sheet before anything is chosen, and once a ship is to go."""
FIRST = 480
"""The same where somebody sets up one of his first homeworlds, and all pieces have names."""
MOST_STOPS = 5
FIRST_CONTROL = "document.activeElement.matches('#turn-panel :is(.choices a, .end:enabled, .more summary)')"

Look = Mapping[str, Any]


class Played(NamedTuple):
    """What was seen: before the first tap, after each, and after the turn."""

    sample: Sample
    size: Size
    taps: int
    most_taps: int
    resting: Look
    making: tuple[Look, ...]
    ended: Look

    @property
    def name(self) -> str:
        return f"{self.sample.turn} (game {self.sample.game})"

    @property
    def heard(self) -> list[str]:
        """Of each tap what was said aloud, and what then has the focus."""
        return [f"{' '.join(look['told'])} [{look['focus']}]".strip() for look in (*self.making, self.ended)]

    def faults(self) -> list[str]:
        """What is not as it should be, each with the tap after which it was so."""
        found = [] if self.taps <= self.most_taps else [f"{self.taps} taps, not {self.most_taps}"]
        found += [f"at rest: {fault}" for fault in _resting_faults(self)]
        for number, look in enumerate(self.making, 1):
            found += [f"tap {number}: {fault}" for fault in _making_faults(self.size, look)]
        found += [f"at the end: {fault}" for fault in _ended_faults(self)]
        return found


def play(visitor: Visitor, size: Size, sample: Sample, people: Sequence[Player]) -> Played:
    """By the visitor, who is logged in as the player to move."""
    game, state, turn = sample.put(people)
    page = visitor.open(f"/games/{game.public_id}/")
    page.evaluate(LISTEN)
    resting = page.evaluate(SEEN)
    looks, taps = [], 0
    for wanted in _steps(visitor, _ways(sample, state, turn), f"/games/{game.public_id}/"):
        taps += wanted
        looks.append(page.evaluate(SEEN))
    taps += _tap(visitor, ["#end-turn"])[1]
    if page.locator("#confirm").count():
        raise AssertionError(f"The site asks about {sample}.")
    return Played(sample, size, taps, most_taps(state, turn), resting, tuple(looks), page.evaluate(SEEN))


KNOWN: dict[Sample, Ways] = {}
"""The ways are the same at every size."""


def _ways(sample: Sample, state: GameState, turn: Turn) -> Ways:
    if sample not in KNOWN:
        KNOWN[sample] = ways_of(state, turn)
    return KNOWN[sample]


def _steps(visitor: Visitor, ways: Ways, address: str) -> Iterator[int]:
    """Goes a shortest way; how many taps each step needed."""
    at = Choosing()
    while nexts := ways.onward[at]:
        # Whoever knows what is to be done presses that first: the ship that is asked for then can do it.
        links = {
            address + each.query(): each
            for each in sorted(nexts, key=lambda each: (each.verb is None, each.query()))
        }
        pressed, taps = _tap(visitor, list(links))
        at = links[pressed]
        yield taps


def _tap(visitor: Visitor, wanted: list[str]) -> tuple[str, int]:
    """Taps where one of them stands on the screen, and waits for the next table."""
    for taps in (1, 2):
        found = visitor.page.evaluate(PLACE, wanted)
        assert found and found["where"], f"None of {wanted} can be tapped."
        if visitor.way == "touch":
            visitor.page.touchscreen.tap(*found["where"])
        else:
            visitor.page.mouse.click(*found["where"])
        if not found["folded"]:
            visitor.page.evaluate("window.settled")
            return found["each"], taps
    raise AssertionError(f"{wanted} stays folded away.")


def stops_to_the_turn(visitor: Visitor, game: Game) -> int:
    """How often Tab is pressed between the link to the turn and its first control."""
    page = visitor.open(f"/games/{game.public_id}/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    for stops in range(1, 2 * MOST_STOPS):
        page.keyboard.press("Tab")
        if page.evaluate(FIRST_CONTROL):
            return stops
    return 2 * MOST_STOPS


def _resting_faults(played: Played) -> Iterator[str]:
    look = played.resting
    if look["sticks"] and look["sheet"] > (FIRST if look["first"] else RESTING):
        yield f"the sheet is {look['sheet']} px high"
    if not look["pieces"]:
        yield "the pieces to begin with are not in view"
    yield from _table_faults(played.size, look)


def _making_faults(size: Size, look: Look) -> Iterator[str]:
    if look["sticks"] and look["going"] and look["sheet"] > FOLDED:
        yield f"the folded sheet is {look['sheet']} px high"
    yield from _unseen("lit", size, look["aimed"] if look["sticks"] else look["lit"])
    if missing := set(look["lost"]) - set(look["pills"]) if look["sticks"] else set():
        yield f"no pill leads to {sorted(missing)}"
    if look["focusName"] not in ("sheet-question", "turn-heading"):
        yield f"the focus is on {look['focusName']}: {look['focus']}"
    # A question that gets the focus is read by it, and not said as well.
    if len(look["told"]) > 1 or not (look["told"] or look["focusName"] == "sheet-question"):
        yield f"said: {look['told']}"
    yield from _table_faults(size, look)


def _ended_faults(played: Played) -> Iterator[str]:
    look = played.ended
    yield from _unseen("changed", played.size, look["changed"])
    if len(look["told"]) != 1 or not look["told"][0].startswith(played.sample.names[played.sample.mover]):
        yield f"said: {look['told']}"
    if not look["focus"]:
        yield "the focus is nowhere"
    yield from _table_faults(played.size, look)


def _table_faults(size: Size, look: Look) -> Iterator[str]:
    if look["covered"]:
        yield f"what has the focus is covered: {look['focusName']}"
    if look["small"]:
        yield f"less than 24 px: {look['small']}"
    if look["smallOnTable"]:
        yield f"less than 44 px: {look['smallOnTable']}"
    wide, long = look["page"]
    if wide > 0 or (size.is_desk and long > 0):
        yield f"the page scrolls by {wide} and {long} px"
    if size.is_desk and not look["ownHome"]:
        yield "the own home is cut"


def _unseen(what: str, size: Size, share: Sequence[int]) -> Iterator[str]:
    seen, there, could = share
    if seen < (there if size.is_desk else could):
        yield f"{seen} of {there} {what} cards are in view, {could} could be"
