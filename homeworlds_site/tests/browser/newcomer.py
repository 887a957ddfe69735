"""Somebody who comes for the first time, and what he reaches with so many taps."""

from __future__ import annotations

from playwright.sync_api import Locator

from games.models import Game, SeatKind
from games.services import resign
from homeworlds_site.tests.browser.hands import game_on
from homeworlds_site.tests.browser.visitor import Visitor


class Newcomer:
    """Counts what is pressed."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor, self.page, self.taps = visitor, visitor.page, 0

    def tap(self, target: str | Locator) -> None:
        self.taps += 1
        target = self.page.locator(target) if isinstance(target, str) else target
        if self.page.locator("#table").count():
            self.visitor.press(target)
        else:
            self.visitor.press_away(target)

    def leave_by(self, target: str) -> None:
        self.taps += 1
        self.visitor.press_away(self.page.locator(target))

    def play_a_bot(self) -> Game:
        self.visitor.open("/")
        self.tap(self.page.get_by_role("button", name="Play a bot now"))
        return game_on(self.visitor)

    def answered(self, pieces: tuple[str, ...] = ("star-y1", "star-b3", "ship-g3")) -> int:
        """The turns that the first one of his own brought."""
        game = self.play_a_bot()
        before = game.turn_count
        for piece in pieces:
            self.tap(f"#choose-{piece}")
        self.tap("#end-turn")
        game.refresh_from_db()
        return game.turn_count - before

    def learn(self) -> None:
        """From the first table."""
        self.play_a_bot()
        self.taps = 0
        self.leave_by("#learn")

    def invite(self) -> tuple[Game, str]:
        """A game with a friend, and the link for him."""
        self.visitor.open("/")
        self.tap(".play-friend")
        link = self.page.locator("#waiting-foot .send-link__address").get_attribute("href")
        return game_on(self.visitor), str(link)

    def take_seat(self, link: str) -> None:
        self.visitor.open(link)
        self.tap(self.page.get_by_role("button", name="Take this seat as a guest"))

    def win(self) -> Game:
        """Against the first bot, who resigns; the page is open."""
        game = self.play_a_bot()
        bot = game.seats.get(kind=SeatKind.BOT)
        resign(game_id=game.pk, player=bot.player, key="r", confirmed=True)
        self.visitor.open(f"/games/{game.public_id}/")
        self.taps = 0
        return game

    def play_on(self) -> Game:
        self.leave_by("#next-bot")
        return game_on(self.visitor)
