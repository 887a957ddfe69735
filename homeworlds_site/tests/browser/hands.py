"""Makes a chosen turn on the page by pressing what stands there, step by step."""

from __future__ import annotations

import random
import re

from bots import choose_turn
from games.log.moments import state_of
from games.models import Game
from homeworlds.actions import (
    Action,
    Attack,
    Build,
    Catastrophe,
    Discover,
    Homeworld,
    Move,
    Pass,
    Sacrifice,
    Trade,
    Turn,
)
from homeworlds.notation import format_turn
from homeworlds.outcome import Alignment
from homeworlds.pieces import Piece
from homeworlds.state import begin
from homeworlds.turn import HalfTurn
from homeworlds_site.tests.browser.visitor import Visitor


def game_on(visitor: Visitor) -> Game:
    """The game whose table is open, as it stands now."""
    found = re.search(r"/games/([^/?]{8})/", visitor.page.url)
    assert found, visitor.page.url
    return Game.objects.get(public_id=found[1])


def advised_turn(game: Game, seed: str, alignment: Alignment | None = None) -> Turn:
    """What the judging bot would do; the same in every run."""
    rng = random.Random(f"{seed}:{game.log_number}")
    return choose_turn(state_of(game), level="judge", rng=rng, alignment=alignment, clock=lambda: 0.0)


def make_turn_by_clicks(visitor: Visitor, turn: Turn) -> None:
    """Makes the turn and ends it; what the page says it is must be what was meant."""
    half = begin(state_of(game_on(visitor)))
    for action in turn:
        _Hand(visitor, half).take(action)
        half = half.then(action)
    written = visitor.page.locator("#order-text").input_value()
    assert written == format_turn(turn, half.start.players), written
    visitor.press("#end-turn")
    if visitor.page.locator("#confirm").count():
        visitor.press("#confirm")


class _Hand:
    """One step."""

    def __init__(self, visitor: Visitor, half: HalfTurn) -> None:
        self.visitor, self.half = visitor, half

    def choose(self, what: str) -> None:
        self.visitor.press(f"#choose-{what}")

    def offered(self, what: str) -> bool:
        return self.visitor.page.locator(f"#choose-{what}").count() > 0

    def take(self, action: Action) -> None:
        match action:
            case Homeworld(stars, ship):
                for star in stars:
                    self.choose(f"star-{star.text}")
                self.choose(f"ship-{ship.text}")
            case Pass():
                self.choose("pass")
            case Catastrophe(system, colour):
                self.choose(f"catastrophe-{self._number(system)}-{colour.letter}")
            case Build(piece, system):
                self._do(system, "build")
                self._choose_if_asked(f"build-{piece.text}")
            case Trade(ship, piece, system):
                self._do(system, "trade", ship)
                self.choose(f"trade-{piece.text}")
            case Sacrifice(ship, system):
                self._do(system, "sacrifice", ship)
            case Move(ship, origin, destination):
                self._do(origin, "move", ship)
                self.visitor.press(self._card(destination))
            case Discover(ship, origin, star):
                self._do(origin, "discover", ship)
                self.choose(f"star-{star.text}")
            case Attack(ship, system, owner):
                self._do(system, "attack")
                self._choose_if_asked(f"attack-{ship.text}-{1 - self.half.mover if owner is None else owner}")

    def _number(self, system: str) -> int:
        return [each.name for each in self.half.position.systems].index(system)

    def _card(self, system: str) -> str:
        return f'.table-map a:has(bdi.name[title="{system}"])'

    def _do(self, system: str, verb: str, ship: Piece | None = None) -> None:
        """Chooses the system, the ship where there are several, and the action."""
        card = self.visitor.page.locator(self._card(system))
        if card.get_attribute("aria-current") is None:
            self.visitor.press(card)
        if ship is not None:
            button = self.visitor.page.locator(f"#choose-ship-{ship.text}")
            if button.get_attribute("aria-current") is None:
                self.visitor.press(button)
        self.choose(f"do-{verb}")

    def _choose_if_asked(self, what: str) -> None:
        """With only one possibility the page does not ask."""
        if self.offered(what):
            self.choose(what)
