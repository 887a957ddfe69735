"""Players who take their turns by the site's pages and keep account of what the site has confirmed.

What the position is they read from the database; that a turn counts they believe the site alone. Like a
browser on a bad line they send a turn again, with its key, until they are answered.
"""

from __future__ import annotations

import random
import threading
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

import django
from django.db import DatabaseError, InterfaceError, connection, transaction

django.setup()

from allauth.account.models import EmailAddress  # noqa: E402  needs the apps

from accounts.models import Player  # noqa: E402
from games.log import rebuilding  # noqa: E402
from games.log.moments import state_of  # noqa: E402
from games.models import EntryKind, Game, LogEntry, SeatOrder, Status  # noqa: E402
from games.services import SeatWish, create_game  # noqa: E402
from homeworlds.notation import format_turn  # noqa: E402
from homeworlds.rules import RuleSet  # noqa: E402
from homeworlds.state import GameState, begin  # noqa: E402
from proofs.visitor import NO_ANSWER, Visitor  # noqa: E402

PASSWORD: Final = "a-long-one-for-the-proof"
PAUSE: Final = 0.1
GIVE_UP: Final = 180.0
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


@dataclass(frozen=True)
class Wait:
    """How long somebody waited, since when by the clock on the wall."""

    began: float
    seconds: float

    @property
    def ended(self) -> float:
        return self.began + self.seconds


@dataclass
class Account:
    """What all players together have seen."""

    wanted: int
    pause: float = 0.0
    """Seconds that each player lets pass after a turn."""
    confirmed: set[tuple[int, str]] = field(default_factory=set)
    """Games and keys."""
    refused: list[str] = field(default_factory=list)
    waits: list[Wait] = field(default_factory=list)
    """For a turn to be confirmed."""
    answers: list[Wait] = field(default_factory=list)
    """Of single requests, sent again or not."""
    retries: int = 0
    failures: list[BaseException] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    stop: threading.Event = field(default_factory=threading.Event)

    @property
    def turns(self) -> int:
        return len(self.confirmed)

    @property
    def done(self) -> bool:
        return self.stop.is_set() or bool(self.failures)


class Guest(threading.Thread):
    """One player with a number of games against the random bot, always as many running."""

    def __init__(
        self, name: str, addresses: Sequence[str], games: int, account: Account, *, looks: bool
    ) -> None:
        super().__init__(name=name, daemon=True)
        self.addresses, self.wished, self.account, self.looks = addresses, games, account, looks
        self.lots = random.Random(name)
        email = f"{name.lower()}@example.org"
        self.player = Player.objects.create_player(name=name, email=email, password=PASSWORD)
        EmailAddress.objects.create(user=self.player, email=email, verified=True, primary=True)
        visitor = Visitor(addresses[0])
        visitor.log_in(email, PASSWORD)
        self.browsers = [visitor.at(address) for address in addresses]
        self.games: list[int] = []
        self.sent = 0

    def run(self) -> None:
        try:
            while not self.account.done:
                self.play()
        except BaseException as failure:  # noqa: BLE001  told by the thread that waits for us
            self.account.failures.append(failure)
        finally:
            connection.close()

    def play(self) -> None:
        """Looks at every game once, takes the turns that are due."""
        games = patiently(lambda: list(Game.objects.filter(pk__in=self.games)))
        due = []
        for game in games:
            if game.status != Status.RUNNING:
                self.games.remove(game.pk)
            elif game.next_seat == 0:
                due.append(game)
        while len(self.games) < self.wished and not self.account.done:
            self.games.append(self.new_game())
        for game in due:
            if self.account.done or self.account.turns >= self.account.wanted:
                break
            self.take_turn(game)
            time.sleep(self.account.pause)
        if not due or self.account.turns >= self.account.wanted:
            time.sleep(PAUSE)

    def new_game(self) -> int:
        key = uuid.uuid4().hex
        seats = [SeatWish(player=self.player), SeatWish(bot_level="random")]
        return patiently(
            lambda: (
                create_game(
                    creator=self.player, rules=RuleSet(), seats=seats, seat_order=SeatOrder.FIXED, key=key
                ).pk
            )
        )

    def take_turn(self, game: Game) -> None:
        text = turn_for(patiently(lambda: state_of(game)), self.lots)
        key = uuid.uuid4().hex
        path = f"/games/{game.public_id}/turn/"
        fields = {"answers": str(game.log_number), "key": key, "turn": text, "confirmed": "on"}
        began = time.time()
        while True:
            asked = time.time()
            self.sent += 1
            browser = self.browsers[self.sent % len(self.browsers)]
            answer = browser.post(path, **fields)
            now = time.time()
            self.account.answers.append(Wait(asked, now - asked))
            if answer.status == 303:
                break
            if answer.status not in (NO_ANSWER, 500, 502, 503) or now - began > GIVE_UP:
                self.account.refused.append(f"{answer.status} to {text!r} in {game.public_id}")
                return
            self.account.retries += 1
            time.sleep(PAUSE)
        with self.account.lock:
            self.account.confirmed.add((game.pk, key))
        self.account.waits.append(Wait(began, now - began))
        if self.looks:
            browser.get(f"/games/{game.public_id}/")


def turn_for(state: GameState, lots: random.Random) -> str:
    """Any turn at all that eliminates nobody, if there is one."""
    for _ in range(50):
        half = begin(state)
        while half.why_not_end() is not None or (not half.must_end() and lots.random() < 0.3):
            half = half.then(lots.choice(list(half.legal_actions())))
        if not half.effects().would_fall:
            break
    return format_turn(half.turn, state.position.players)


def running_games() -> int:
    return Game.objects.filter(status=Status.RUNNING).count()


def waits_for_bots() -> list[Wait]:
    """How long each bot took to answer, by the log."""
    found, before = [], None
    for entry in LogEntry.objects.order_by("game_id", "number").select_related("player").iterator():
        if before and before.game_id == entry.game_id and entry.player and entry.player.is_bot:
            began = before.created_at.timestamp()
            found.append(Wait(began, entry.created_at.timestamp() - began))
        before = entry
    return found


@dataclass(frozen=True)
class Verdict:
    turns: int
    lost: int
    doubled: int
    refused: int
    unknown: int
    """Entries nobody was told of."""
    broken: int
    """Games whose log and caches disagree."""

    @property
    def good(self) -> bool:
        return not (self.lost or self.doubled or self.refused or self.unknown or self.broken)


@transaction.atomic
def _is_broken(game_id: int) -> bool:
    """Locks the game, for bots may still be playing."""
    game = Game.objects.select_for_update().get(pk=game_id)
    numbers = list(game.log.values_list("number", flat=True))
    return numbers != list(range(1, game.log_number + 1)) or bool(rebuilding.check(game))


def verdict(account: Account) -> Verdict:
    """Holds the account of the players to the log of the games."""
    people = LogEntry.objects.exclude(player__kind=Player.Kind.BOT).filter(kind=EntryKind.TURN)
    stored = list(people.values_list("game_id", "key"))
    bots = LogEntry.objects.filter(player__kind=Player.Kind.BOT)
    twice = sum(entry.key != f"bot:{entry.answers}" for entry in bots.iterator())
    started = Game.objects.filter(started_at__isnull=False).values_list("pk", flat=True)
    broken = sum(_is_broken(game_id) for game_id in list(started))
    return Verdict(
        turns=account.turns,
        lost=len(account.confirmed - set(stored)),
        doubled=len(stored) - len(set(stored)) + twice,
        refused=len(account.refused),
        unknown=len(set(stored) - account.confirmed),
        broken=broken,
    )
