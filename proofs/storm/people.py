"""People at many tables: some play bots, some write letters and answer when the mail has come.

Each turn is sent as a page sends it, with a key of its own, and sent again with that key until the site says
what has become of it. What was said goes into the ledger. The position alone they read from the database.
"""

from __future__ import annotations

import random
import threading
import time
import uuid
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final

from proofs.players import patiently, turn_for  # which sets Django up; the rest needs it

from allauth.account.models import EmailAddress  # isort: skip
from django.conf import settings  # isort: skip
from django.db import connection  # isort: skip
from django.test import Client  # isort: skip

from accounts.models import Player  # isort: skip
from games.log.moments import half_turn_of, state_of  # isort: skip
from games.models import Game, SeatOrder, Status  # isort: skip
from games.services import SeatWish, create_game  # isort: skip
from homeworlds.notation import format_turn  # isort: skip
from homeworlds.rules import RuleSet  # isort: skip
from homeworlds.state import play  # isort: skip
from proofs.storm.ledger import COUNTS, TURN, Ledger, News, Sent  # isort: skip
from proofs.visitor import NO_ANSWER, Visitor  # isort: skip

AGAIN_AFTER: Final = 0.3
PAUSE: Final = 0.05
GIVE_UP: Final = 120.0
"""Seconds after which a turn that nobody answers is written down as unanswered."""
LOOKS: Final = 4
"""Of so many turns at a bot's table one begins with the table's page, and has the key of its form."""


class Person:
    """With a browser that is logged in."""

    def __init__(self, name: str, address: str, *, by_mail: bool) -> None:
        email = f"{name.lower()}@example.org" if by_mail else None
        self.player = Player.objects.create_player(name=name, email=email, password=None)
        if by_mail:
            # Who is told that a game begins is not told of a turn within the same hour.
            Player.objects.filter(pk=self.player.pk).update(mail_starts=False)
            self.player.refresh_from_db()
            EmailAddress.objects.create(user=self.player, email=email, verified=True, primary=True)
        self.browser = Visitor(address)
        self.browser.get("/accounts/login/")
        client = Client()
        client.force_login(self.player, backend=settings.AUTHENTICATION_BACKENDS[0])
        name = settings.SESSION_COOKIE_NAME
        self.browser.cookies[name] = client.cookies[name].value

    @property
    def public_id(self) -> str:
        return str(self.player.public_id)


@dataclass(frozen=True)
class Table:
    pk: int
    public_id: str
    people: list[Person]
    """By seat; at a bot's table the one person there."""


class Company(threading.Thread):
    """Those who sit at some tables, one turn at a time."""

    def __init__(
        self, tables: list[Table], ledger: Ledger, lots: random.Random, *, goes_on: Callable[[], bool]
    ) -> None:
        super().__init__(daemon=True)
        self.tables, self.ledger, self.lots = tables, ledger, lots
        self.goes_on = goes_on
        """Whether turns may be taken now; the weather keeps them back that is behind its plan."""

    def run(self) -> None:
        try:
            while not self.ledger.done:
                if not self.play():
                    time.sleep(PAUSE)
        except BaseException as failure:  # noqa: BLE001  told by who waits for us
            self.ledger.failures.append(failure)
        finally:
            connection.close()

    def play(self) -> bool:
        """Whether anybody had a turn to take."""
        rows = patiently(lambda: list(Game.objects.filter(pk__in=[table.pk for table in self.tables])))
        games = {game.pk: game for game in rows}
        tables = [table for table in self.tables if self.is_due(table, games[table.pk])]
        self.lots.shuffle(tables)
        taken = 0
        for table in tables:
            if self.ledger.done:
                break
            if self.goes_on() and self.ledger.reserve():
                self.take_turn(table, games[table.pk])
                taken += 1
        return bool(taken)

    def is_due(self, table: Table, game: Game) -> bool:
        lap = self.ledger.last_lap
        if game.status != Status.RUNNING or game.next_seat is None or (lap and table.public_id in lap):
            return False
        return game.next_seat < len(table.people) and self.is_told(table, game)

    def is_told(self, table: Table, game: Game) -> bool:
        return True

    def take_turn(self, table: Table, game: Game) -> None:
        person = table.people[game.next_seat or 0]
        state = patiently(lambda: state_of(game))
        half = half_turn_of(state, turn_for(state, self.lots))
        # As it will be stored: a pass at the end of a sacrifice is not written down.
        text = format_turn(play(state, half).turn, game.players)
        key = self.key_for(person, game) or uuid.uuid4().hex
        answer = self.answer_to(person, table.public_id, game.log_number, key, text)
        self.ledger.write(Sent(table.public_id, person.public_id, game.log_number, key, text, answer))

    def key_for(self, person: Person, game: Game) -> str:
        """Of the form on the page; none where only the letter is at hand."""
        if len(self.tables[0].people) > 1 or self.lots.randrange(LOOKS):
            return ""
        form = person.browser.turn_form(f"/games/{game.public_id}/")
        return form["key"] if form and form["answers"] == str(game.log_number) else ""

    def answer_to(self, person: Person, public_id: str, answers: int, key: str, text: str) -> str:
        give_up = time.monotonic() + GIVE_UP
        while True:
            answer = person.browser.post(
                f"/games/{public_id}/turn/", answers=str(answers), key=key, turn=text, confirmed="on"
            )
            if answer.status == 303:
                return COUNTS
            if answer.status not in (NO_ANSWER, 500, 502, 503) or time.monotonic() > give_up:
                return f"status {answer.status}"
            self.ledger.again += 1
            time.sleep(AGAIN_AFTER)


class Correspondents(Company):
    """Two who answer each other's first turn when the mail has come, and the later ones when they look."""

    def __init__(self, *company: object, came: Callable[[News], bool], **more: object) -> None:
        super().__init__(*company, **more)  # type: ignore[arg-type]
        self.came = came

    def is_told(self, table: Table, game: Game) -> bool:
        news = first_news(table, game.log_number)
        return news is None or self.came(news)


def first_news(table: Table, number: int) -> News | None:
    """What brings the mail for the turn that answers this number; None where another came within the hour."""
    if not 1 <= number <= len(table.people):
        return None
    reader = table.people[number % len(table.people)]
    return News(TURN, table.public_id, reader.public_id, number)


def bot_tables(person: Person, number: int) -> list[Table]:
    seats = [SeatWish(player=person.player), SeatWish(bot_level="random")]
    return [_table([person], seats) for _ in range(number)]


def letter_tables(people: list[Person], number: int) -> list[Table]:
    return [_table(people, [SeatWish(player=person.player) for person in people]) for _ in range(number)]


def _table(people: list[Person], seats: list[SeatWish]) -> Table:
    game = create_game(
        creator=people[0].player,
        rules=RuleSet(),
        seats=seats,
        seat_order=SeatOrder.FIXED,
        key=uuid.uuid4().hex,
    )
    return Table(game.pk, str(game.public_id), people)


def stuck_games(tables: Collection[Table], lap: set[str]) -> list[str]:
    """That run, and in which no turn has counted since the storm was over, or that wait for a bot."""
    running = Game.objects.filter(pk__in=[table.pk for table in tables], status=Status.RUNNING)
    return [
        f"{game.public_id}, seat {game.next_seat} to move since entry {game.log_number}"
        for game in running
        if game.public_id not in lap or game.bot_due_at is not None
    ]
