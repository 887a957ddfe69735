"""Turns played at hundreds of tables while the site is killed, at random and at chosen points: none is lost.

The site is the shipped one, on a PostgreSQL and a Redis of its own. Processes die at random, right before
and after the commit, after what is called then, and around each mail; PostgreSQL is stopped hard and killed,
Redis killed, hung and flushed. The clients send a turn again until they are answered, and keep a ledger; in
the end it is held to the logs, the outbox and the mails that came. Then the same on a small site with a
planted defect, which must be found.
"""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from proofs.kit.ledger import JUDGED_AGAIN, Found, Ledger, News, Post, news_due, reckon
from proofs.kit.neighbours import stretch
from proofs.kit.options import options
from proofs.kit.processes import Process, apart
from proofs.kit.site import Site, bare_environment, own_site
from proofs.storm.injector import Injector, Lane, plan, scaled
from proofs.storm.points import CALLED, COMMITTED, ORDERS, PART, PLANTED

if TYPE_CHECKING:
    from games.tests.smtp_server import SmtpServer
    from proofs.kit.people import Company, Table

PLANTED_TURNS: Final = 60
PLANTED_FAULTS: Final = {f"web, {COMMITTED}": 8, f"web, {CALLED}": 8}
CALM_SECONDS: Final = 1800.0
"""So long everything may take to come to rest after the faults: generous, for it is not what is judged."""
MAIL_SECONDS: Final = 4.0
SAYS_EVERY: Final = 30.0


@dataclass(frozen=True)
class Scale:
    turns: int
    companies: int
    """Of each kind."""
    bot_tables: int
    """Of each company."""
    letter_tables: int

    @property
    def tables(self) -> int:
        return self.companies * (self.bot_tables + self.letter_tables)


def scale_for(turns: int) -> Scale:
    companies = 12 if turns >= 500 else 4
    return Scale(turns, companies, max(1, turns // 350), max(1, turns // (8 * companies)))


class Run:
    def __init__(self, site: Site, scale: Scale, seed: int, counts: dict[str, int], mail: SmtpServer) -> None:
        self.site, self.scale, self.mail, self.lots = site, scale, mail, random.Random(seed)
        self.read: Counter[News] = Counter()
        self.reading = threading.Lock()
        orders = site.folder / "orders"
        orders.mkdir()
        site.env[ORDERS] = str(orders)
        parts: dict[str, Process] = {"PostgreSQL": site.postgres, "Redis": site.redis}
        for name in ("timekeeper", "worker", "bots", "beat"):
            site.env[PART] = name
            parts[name] = site.run(name)
        site.env[PART] = "web"
        parts["web"], self.address = site.run_web()
        del site.env[PART]
        self.ledger = Ledger(wanted=0)
        self.faulty_turns = max(scale.turns - scale.tables, scale.turns // 2)
        lanes = [Lane(faults) for faults in plan(counts, self.faulty_turns, self.lots)]
        self.injector = Injector(site, parts, orders, lanes, lambda: self.ledger.turns)
        self.tables, self.companies = self._people()

    def _people(self) -> tuple[list[Table], list[Company]]:
        from proofs.kit.people import Person, table_of
        from proofs.storm.companies import Correspondents, Players

        tables, companies, plays = [], [], self.injector.lets_play
        for number in range(self.scale.companies):
            ann = Person(f"Ann{number}", self.address)
            pair = [Person(f"{name}{number}", self.address, by_mail=True) for name in ("Bea", "Cy")]
            bots = [table_of(ann, bot="random") for _ in range(self.scale.bot_tables)]
            letters = [table_of(*pair) for _ in range(self.scale.letter_tables)]
            lots = [random.Random(self.lots.random()) for _ in range(2)]
            companies.append(Players(bots, self.ledger, lots[0], plays=plays))
            companies.append(Correspondents(letters, self.ledger, lots[1], plays=plays, came=self._came))
            tables += bots + letters
        return tables, companies

    def _came(self, news: News) -> bool:
        return news in self._mails()

    def _mails(self) -> Counter[News]:
        """How often each mail has come."""
        with self.reading:
            for mail in self.mail.taken[self.read.total() :]:
                kind, game, number, player = str(mail["Message-ID"]).strip("<>").partition("@")[0].split(".")
                self.read[News(kind, game, player, int(number))] += 1
            return self.read

    def play(self, minutes: float, *, rests: bool) -> Found:
        """`rests`: what must come in the end is waited for."""
        from proofs.kit.people import stop

        self.ledger.wanted = self.faulty_turns
        give_up = time.monotonic() + 60 * minutes
        self.injector.begin()
        for company in self.companies:
            company.start()
        self._until(lambda: self.ledger.turns >= self.faulty_turns and self.injector.is_spent, give_up)
        self.injector.end()
        stuck = self._last_lap() if rests else []
        stop(self.companies, self.ledger)
        return self._found(stuck)

    def _last_lap(self) -> list[str]:
        """In each game that runs one turn more, then as many as are wanted; the games that cannot go on."""
        from django.db import connection

        from proofs.kit.people import patiently
        from proofs.storm.companies import stuck_games

        connection.close()
        # Some answer only when they are told, and a mail whose workers died has longer and longer to wait.
        self._until(self._all_told, time.monotonic() + CALM_SECONDS)
        lap: set[str] = set()
        self.ledger.last_lap = lap
        self.ledger.wanted = self.ledger.turns + self.scale.tables
        give_up = time.monotonic() + CALM_SECONDS
        self._until(lambda: not patiently(lambda: stuck_games(self.tables, lap)), give_up)
        stuck = patiently(lambda: stuck_games(self.tables, lap))
        self.ledger.last_lap, self.ledger.wanted = None, self.scale.turns
        self._until(lambda: self.ledger.turns >= self.scale.turns, give_up)
        self._until(self._all_told, time.monotonic() + CALM_SECONDS)
        return stuck

    def _all_told(self) -> bool:
        from proofs.kit.people import patiently

        return all(map(self._came, patiently(self._awaited)))

    def _until(self, ready: Callable[[], bool], give_up: float) -> None:
        says = time.monotonic() + SAYS_EVERY
        while not ready() and time.monotonic() < give_up:
            for failure in (*self.ledger.failures, *self.injector.failures):
                raise failure
            time.sleep(0.3)
            if time.monotonic() > says:
                says = time.monotonic() + SAYS_EVERY
                print(f"{self.ledger.turns} turns, {self.injector.injected.total()} faults", flush=True)

    def _awaited(self) -> set[News]:
        """Each first mail of a game that nothing else has made stale."""
        from proofs.storm.companies import first_news

        by_id = {table.public_id: table for table in self.tables}
        due = self._due()
        found = [first_news(by_id[each.game], each.number) for each in due]
        return {news for news in found if news in due}

    def _due(self) -> set[News]:
        from proofs.kit.stored import endings

        couples = {table.public_id: table.people for table in self.tables if len(table.people) > 1}
        opponents = {
            table: {one.public_id: other.public_id, other.public_id: one.public_id}
            for table, (one, other) in couples.items()
        }
        return news_due(list(self.ledger.sent), opponents, endings())

    def _found(self, stuck: list[str]) -> Found:
        from proofs.kit.stored import kept, outbox

        injected = self.injector.injected
        deaths = sum(times for what, times in injected.items() if what.startswith(("worker", "PostgreSQL")))
        post = Post(self._due(), outbox(), self._awaited(), self._mails(), explained=deaths)
        return reckon(self.ledger.sent, kept(), post, stuck)


def prove(
    scale: Scale, seed: int, counts: dict[str, int], minutes: float, *, planted: bool
) -> tuple[Run, Found]:
    from games.tests.smtp_server import SmtpServer

    slow = stretch()
    with SmtpServer() as mail, own_site() as site:
        site.env |= {
            "DJANGO_SETTINGS_MODULE": "proofs.storm.settings",
            "EMAIL_URL": f"smtp://127.0.0.1:{mail.port}",
            "EMAIL_SECONDS": f"{MAIL_SECONDS * slow:.0f}",
            "MAIL_RETRY_SECONDS": "5",
            **({PLANTED: "1"} if planted else {}),
        }
        site.join()
        run = Run(site, scale, seed, counts, mail)
        run.injector.order_seconds *= slow
        try:
            return run, run.play(minutes, rests=not planted)
        finally:
            run.injector.end()


def report(run: Run, found: Found) -> None:
    injector = run.injector
    print(f"{'':<46}{'times':>6}{'not met':>9}")
    for what in sorted({*injector.injected, *injector.missed}):
        print(f"{what:<46}{injector.injected[what]:>6}{injector.missed[what] or '':>9}")
    for part, times in injector.by_itself.items():
        print(f"{part + ', had ended by itself':<46}{times:>6}")
    tables = f"{len(run.tables)} tables, {2 * len(run.companies)} people and more"
    print(f"\n{found.turns} turns counted at {tables}; forms sent again {run.ledger.again} times")
    print(f"{len(run.mail.taken)} mails came, {found.sent_again} of them once more after a kill")
    for name, cases in found.rows.items():
        print(f"{name:<46}{len(cases):>6}")
        for case in cases[:3]:
            print(f"    {case}")


def main() -> int:
    asked = {
        "seed": (18, "of the order of the faults and of the turns"),
        "minutes": (180.0, "until it is given up"),
        "planted": (False, "the small site with the defect alone"),
    }
    given = options("faults", __doc__, turns=2000, **asked).parse_args()
    if not given.planted:
        return whole(given.turns, given.seed, given.minutes)
    run, found = prove(scale_for(PLANTED_TURNS), given.seed, PLANTED_FAULTS, 60.0, planted=True)
    report(run, found)
    return 0 if found.rows[JUDGED_AGAIN] else 1


def whole(turns: int, seed: int, minutes: float) -> int:
    began = time.monotonic()
    run, found = prove(scale_for(turns), seed, scaled(turns), minutes, planted=False)
    report(run, found)
    print(
        f"{time.monotonic() - began:.0f} s; seed {seed}\n\nThe planted defect: a form's key is not looked up."
    )
    # Django is set up once in a process, and this one's is on another database.
    seen = apart(__name__, "--planted", "--seed", seed, env=bare_environment()).returncode == 0
    complete = found.turns >= turns and run.injector.is_spent
    if not complete:
        print("Not all was over in time.")
    print(f"faults: {found.summary()}; planted defect {'found' if seen else 'NOT FOUND'}")
    return 0 if found.good and seen and complete else 1
