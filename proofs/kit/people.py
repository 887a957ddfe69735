"""People who play by the site's pages. What they were told goes into the ledger; the position alone they read
from the database.

Each turn is sent as a page sends it, with a key of its own, and like a browser on a bad line they send it
again, with that key, until the site says what has become of it.
"""

from __future__ import annotations

import random
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import Any, Final, TypeVar

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.test import Client

from accounts.models import Player
from games.log.moments import half_turn_of, state_of
from games.models import Game, Status
from homeworlds.notation import format_turn
from homeworlds.state import play
from proofs.kit.cast import new_game, person, turn_for
from proofs.kit.ledger import COUNTS, Ledger, Sent, Wait
from proofs.kit.visitor import NO_ANSWER, Visitor

PASSWORD: Final = "a-long-one-for-the-proof"
AGAIN_AFTER: Final = 0.2
PAUSE: Final = 0.05
GIVE_UP: Final = 900.0
"""Seconds; whatever takes longer has failed: a turn is then written down as unanswered."""
T = TypeVar("T")


def patiently(ask: Callable[[], T]) -> T:
    """The answer of the database, once it is back from wherever it is."""
    give_up = time.monotonic() + GIVE_UP
    while True:
        try:
            return ask()
        except (DatabaseError, InterfaceError):
            connection.close()
            if time.monotonic() > give_up:
                raise
            time.sleep(PAUSE)


class Person:
    """With a browser that is logged in, and asks the web servers at these addresses in turn. `by_form`: by
    the page for it and a password, which takes its time."""

    def __init__(self, name: str, *addresses: str, by_mail: bool = False, by_form: bool = False) -> None:
        password = PASSWORD if by_form else None
        self.player = person(name, by_mail=by_mail or by_form, password=password)
        if by_mail:
            # Who is told that a game begins is not told of a turn within the same hour.
            Player.objects.filter(pk=self.player.pk).update(mail_starts=False)
            self.player.refresh_from_db()
        self.browser = Visitor(addresses[0])
        if by_form:
            self.browser.log_in(self.player.email or "", PASSWORD)
        else:
            self.browser.get("/accounts/login/")
            client = Client()
            client.force_login(self.player, backend=settings.AUTHENTICATION_BACKENDS[0])
            cookie = settings.SESSION_COOKIE_NAME
            self.browser.cookies[cookie] = client.cookies[cookie].value
        self.browsers: Iterator[Visitor] = cycle([self.browser.at(address) for address in addresses])
        """The same one, led to each of the addresses in turn."""

    @property
    def public_id(self) -> str:
        return str(self.player.public_id)


@dataclass(frozen=True)
class Table:
    pk: int
    public_id: str
    people: list[Person]
    """By seat; at a bot's table the one person there."""

    @property
    def path(self) -> str:
        return f"/games/{self.public_id}/"


def table_of(*people: Person, bot: str = "", **more: Any) -> Table:
    key = uuid.uuid4().hex
    players = [person.player for person in people]
    game = patiently(lambda: new_game(*players, *([bot] if bot else []), key=key, **more))
    return Table(game.pk, str(game.public_id), list(people))


class Company(threading.Thread):
    """Those who sit at some tables, one turn at a time."""

    pause = 0.0
    """Seconds after a turn."""

    def __init__(self, tables: Sequence[Table], ledger: Ledger, lots: random.Random) -> None:
        super().__init__(daemon=True)
        self.tables, self.ledger, self.lots = list(tables), ledger, lots

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
                time.sleep(self.pause)
                taken += 1
        return bool(taken)

    def goes_on(self) -> bool:
        """Whether turns may be taken now."""
        return True

    def is_due(self, table: Table, game: Game) -> bool:
        if game.status != Status.RUNNING or game.next_seat is None:
            return False
        return game.next_seat < len(table.people)

    def key_for(self, table: Table, person: Person, game: Game) -> str:
        """Of a form on a page; empty: a new one."""
        return ""

    def take_turn(self, table: Table, game: Game) -> None:
        person = table.people[game.next_seat or 0]
        state = patiently(lambda: state_of(game))
        half = half_turn_of(state, turn_for(state, self.lots))
        # As it will be stored: a pass at the end of a sacrifice is not written down.
        text = format_turn(play(state, half).turn, game.players)
        key = self.key_for(table, person, game) or uuid.uuid4().hex
        answer = self._answer(person, table, answers=str(game.log_number), key=key, turn=text, confirmed="on")
        self.ledger.write(Sent(table.public_id, person.public_id, game.log_number, key, text, answer))

    def _answer(self, person: Person, table: Table, **form: str) -> str:
        began = asked = time.time()
        while True:
            status = next(person.browsers).post(f"{table.path}turn/", **form).status
            now = time.time()
            self.ledger.answers.append(Wait(asked, now - asked))
            if status == 303:
                self.ledger.waits.append(Wait(began, now - began))
                return COUNTS
            if status not in (NO_ANSWER, 500, 502, 503) or now - began > GIVE_UP:
                return f"status {status}"
            self.ledger.again += 1
            time.sleep(AGAIN_AFTER)
            asked = time.time()


class Guest(Company):
    """One person with so many games against the bot that does not think, always as many running. `looks`: at
    the table, after each turn."""

    def __init__(
        self,
        name: str,
        addresses: Sequence[str],
        games: int,
        ledger: Ledger,
        *,
        looks: bool = False,
        pause: float = 0.0,
    ) -> None:
        super().__init__([], ledger, random.Random(name))
        self.person = Person(name, *addresses, by_form=True)
        self.wished, self.looks, self.pause = games, looks, pause

    def play(self) -> bool:
        running = Game.objects.filter(pk__in=[table.pk for table in self.tables], status=Status.RUNNING)
        numbers = set(patiently(lambda: list(running.values_list("pk", flat=True))))
        self.tables = [table for table in self.tables if table.pk in numbers]
        while len(self.tables) < self.wished and not self.ledger.done:
            self.tables.append(table_of(self.person, bot="random"))
        return super().play()

    def take_turn(self, table: Table, game: Game) -> None:
        super().take_turn(table, game)
        if self.looks:
            next(self.person.browsers).get(table.path)


def guests(names: Sequence[str], *given: Any, **more: Any) -> list[Guest]:
    """Who have begun to play."""
    made = [Guest(name, *given, **more) for name in names]
    for guest in made:
        guest.start()
    return made


def stop(companies: Sequence[Company], ledger: Ledger) -> None:
    """They end the turn that they are at. Raises what has gone wrong with one of them."""
    ledger.stop.set()
    for company in companies:
        company.join(timeout=GIVE_UP)
    for failure in ledger.failures:
        raise failure


def bots_have_answered() -> bool:
    return not Game.objects.filter(status=Status.RUNNING, bot_due_at__isnull=False).exists()
