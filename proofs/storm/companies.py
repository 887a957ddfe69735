"""Who sits at the tables meanwhile: some play bots, some write letters and answer when a mail comes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final

from games.models import Game, Status
from proofs.kit.ledger import TURN, News
from proofs.kit.people import Company, Person, Table

LOOKS: Final = 4
"""Of so many turns at a bot's table one begins with the table's page, and has the key of its form."""


class Players(Company):
    """`plays`: whether turns may be taken now; the injector keeps them back while it is behind its plan."""

    def __init__(self, *company: Any, plays: Callable[[], bool]) -> None:
        super().__init__(*company)
        self.plays = plays

    def goes_on(self) -> bool:
        return self.plays()

    def is_due(self, table: Table, game: Game) -> bool:
        return table.public_id not in (self.ledger.last_lap or ()) and super().is_due(table, game)

    def key_for(self, table: Table, person: Person, game: Game) -> str:
        if self.lots.randrange(LOOKS):
            return ""
        form = person.browser.turn_form(table.path)
        return form["key"] if form and form["answers"] == str(game.log_number) else ""


class Correspondents(Players):
    """Two who answer each other's first turn when the mail has come, and the later ones when they look."""

    def __init__(self, *company: Any, plays: Callable[[], bool], came: Callable[[News], bool]) -> None:
        super().__init__(*company, plays=plays)
        self.came = came

    def is_due(self, table: Table, game: Game) -> bool:
        news = first_news(table, game.log_number)
        return super().is_due(table, game) and (news is None or self.came(news))

    def key_for(self, table: Table, person: Person, game: Game) -> str:
        return ""  # only the letter is at hand


def first_news(table: Table, number: int) -> News | None:
    """What brings the mail for the turn that answers this number; None where another came within the hour."""
    if not 1 <= number <= len(table.people):
        return None
    reader = table.people[number % len(table.people)]
    return News(TURN, table.public_id, reader.public_id, number)


def stuck_games(tables: Collection[Table], lap: set[str]) -> list[str]:
    """That run, and in which no turn has counted since the faults were over, or that wait for a bot."""
    running = Game.objects.filter(pk__in=[table.pk for table in tables], status=Status.RUNNING)
    return [
        f"{game.public_id}, seat {game.next_seat} to move since entry {game.log_number}"
        for game in running
        if game.public_id not in lap or game.bot_due_at is not None
    ]
