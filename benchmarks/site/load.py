"""A site at work: 300 games of 32 people, 100 of them open in browsers that ask for news every two seconds,
five turns a second, bots that answer theirs and mails for the others; and before, what a turn takes at rest.

The shipped site, on a PostgreSQL and a Redis of its own. A turn's time runs from the moment it was due, so
that what waits behind a slow one counts too, until its answer is read; then its page is fetched, as a browser
does. The clients are threads of this process; turns are chosen before they are due.
"""

from __future__ import annotations

import itertools
import queue
import random
import statistics
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final

from django.db import connection

from benchmarks.site.looking import Looker
from games.log.moments import state_of
from games.models import Game, LogEntry
from notices.models import Notice
from proofs.kit.cast import turn_for
from proofs.kit.mail import MailServer
from proofs.kit.people import Person, Table, table_of
from proofs.kit.processes import wait_for
from proofs.kit.site import Site, workers_listen
from proofs.kit.spent import processor_time
from upkeep.clock import database_now

CLIENTS: Final = 32
GAMES: Final = 300
OF_BOTS: Final = 100
"""Games of one person against a bot, the two levels in turns."""
OPEN: Final = 100
LOOKS_EVERY: Final = 2.0
"""Seconds, as `static/js/news.js` asks."""
LOOKERS: Final = 4
TURNS_A_SECOND: Final = 5.0
CLOCK: Final = "the clock"
AT_REST: Final = 200
REST_PAUSE: Final = 0.1
AHEAD: Final = 8
"""Turns chosen before they are due."""
MOST_MORE_MS: Final = 150.0
"""Of the 99th percentile under load, beyond that at rest."""


@dataclass(frozen=True)
class Order:
    table: Table
    seat: int
    answers: int
    text: str


@dataclass
class Seen:
    """By all clients, in seconds."""

    turns: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    looks: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    lookers: dict[str, Looker] = field(default_factory=dict)
    """By the path of the open table; its reader has the first seat."""
    stop: threading.Event = field(default_factory=threading.Event)


def run(site: Site, *, minutes: float) -> int:
    """Prints what it finds; the exit code says whether nothing failed and the turns keep to their limit."""
    mail = MailServer()
    site.env["EMAIL_URL"] = mail.url
    _web, address = site.run_web()
    site.run_workers()
    sys.setswitchinterval(0.001)
    tables = _tables(address)
    wait_for("all workers listen", workers_listen)
    rest = Seen()
    couples = [table for table in tables if len(table.people) > 1]
    with _chosen(couples, random.Random(1), rest) as orders:
        for _ in range(AT_REST):
            _take(orders.get(), time.monotonic(), rest)
            time.sleep(REST_PAUSE)
    print(f"at rest: {_percentiles(rest.turns)}")
    turns = round(60 * minutes * TURNS_A_SECOND)
    began = time.monotonic()
    before = _spent(site)
    busy = _under_load(tables, turns)
    after = _spent(site)
    for what, seconds in (("turns", busy.turns), ("their pages", busy.pages), ("looks", busy.looks)):
        print(f"{what} under load: {_percentiles(seconds)}")
    asking = sum(bool(looker.asks[path]) for path, looker in busy.lookers.items())
    print(f"open tables that ask for news, in the end: {asking} of {len(busy.lookers)}")
    print(f"turns of bots meanwhile: {_turns_of_bots(began)}; mails: {_mails()}")
    print(f"the processor, of one: {_shares(before, after)}")
    errors = [*rest.errors, *busy.errors]
    for error, times in Counter(errors).most_common(5):
        print(f"{times} times {error}")
    at_rest, at_work = (1000 * _p99(each.turns) for each in (rest, busy))
    print(f"load: {len(busy.turns)} turns, {len(errors)} errors, p99 at rest {at_rest:.0f} ms, ", end="")
    print(f"p99 at {TURNS_A_SECOND:.0f} turns a second {at_work:.0f} ms")
    in_time = at_work - at_rest <= MOST_MORE_MS
    return 0 if in_time and not errors and len(busy.turns) == turns else 1


def _spent(site: Site) -> dict[str, float]:
    """The clients want the processor too."""
    return processor_time(site.processes) | {"the clients": time.process_time(), CLOCK: time.monotonic()}


def _shares(before: dict[str, float], after: dict[str, float]) -> str:
    used = {name: seconds - before.get(name, 0.0) for name, seconds in after.items()}
    took = used.pop(CLOCK)
    return ", ".join(f"{name} {100 * seconds / took:.0f} %" for name, seconds in used.items())


# --- Before


def _tables(address: str) -> list[Table]:
    people = [Person(f"Ann{number}", address, by_mail=True) for number in range(CLIENTS)]
    levels = itertools.cycle(["random", "judge"])
    pairs = itertools.cycle(zip(people, people[1:] + people[:1], strict=True))
    found = []
    for number in range(GAMES):
        ann, bea = next(pairs)
        found.append(table_of(ann, bot=next(levels)) if number < OF_BOTS else table_of(ann, bea))
    return found


# --- Turns


@contextmanager
def _chosen(tables: list[Table], lots: random.Random, seen: Seen) -> Iterator[queue.Queue[Order]]:
    """Turns that may be taken now, each at another table than those that are on their way."""
    orders: queue.Queue[Order] = queue.Queue(AHEAD)
    stop = threading.Event()
    chooser = threading.Thread(target=_choose, args=[tables, lots, orders, stop, seen], daemon=True)
    chooser.start()
    try:
        yield orders
    finally:
        stop.set()
        chooser.join(timeout=30)


def _choose(
    tables: list[Table], lots: random.Random, orders: queue.Queue[Order], stop: threading.Event, seen: Seen
) -> None:
    chosen: dict[int, int] = {}
    try:
        while not stop.is_set():
            table = lots.choice(tables)
            game = Game.objects.get(pk=table.pk)
            if game.next_seat is None or game.next_seat >= len(table.people):
                continue
            if chosen.get(table.pk) == game.log_number:
                continue  # on its way
            chosen[table.pk] = game.log_number
            order = Order(table, game.next_seat, game.log_number, turn_for(state_of(game), lots))
            while not stop.is_set():
                with suppress(queue.Full):
                    orders.put(order, timeout=0.2)
                    break
    except Exception as error:  # noqa: BLE001  nobody would be told
        seen.errors.append(f"no turn was chosen: {error!r}")
    finally:
        connection.close()


def _take(order: Order, due: float, seen: Seen) -> None:
    """And looks at the table then."""
    browser = order.table.people[order.seat].browser
    answer = browser.post(
        f"{order.table.path}turn/",
        answers=str(order.answers),
        key=f"{order.table.public_id}-{order.answers}",
        turn=order.text,
        confirmed="on",
    )
    seen.turns.append(time.monotonic() - due)
    if answer.status != 303:
        seen.errors.append(f"{answer.status} to a turn")
    began = time.monotonic()
    page = browser.get(order.table.path)
    if page.status != 200:
        seen.errors.append(f"{page.status} to a page")
    seen.pages.append(time.monotonic() - began)
    if order.seat == 0 and (looker := seen.lookers.get(order.table.path)):
        looker.show(order.table.path, page.text)


def _under_load(tables: list[Table], turns: int) -> Seen:
    seen = Seen()
    looked_at = random.Random(2).sample(tables, OPEN)
    for number in range(LOOKERS):
        shown = [(table.people[0], table.path) for table in looked_at[number::LOOKERS]]
        looker = Looker(shown, LOOKS_EVERY, seen.looks, seen.errors, seen.stop)
        seen.lookers |= dict.fromkeys(looker.people, looker)
        looker.start()
    due: queue.Queue[tuple[Order, float] | None] = queue.Queue()
    clients = [threading.Thread(target=_client, args=[due, seen], daemon=True) for _ in range(CLIENTS)]
    for client in clients:
        client.start()
    time.sleep(2 * LOOKS_EVERY)
    with _chosen(tables, random.Random(3), seen) as orders:
        began = time.monotonic()
        for number in range(turns):
            at = began + number / TURNS_A_SECOND
            order = orders.get(timeout=60)
            time.sleep(max(at - time.monotonic(), 0))
            due.put((order, at))
    for _ in clients:
        due.put(None)
    for client in clients:
        client.join(timeout=60)
    seen.stop.set()
    return seen


def _client(due: queue.Queue[tuple[Order, float] | None], seen: Seen) -> None:
    while (taken := due.get()) is not None:
        try:
            _take(*taken, seen)
        except Exception as error:  # noqa: BLE001  the others go on
            seen.errors.append(f"{error!r}")


# --- Afterwards


def _percentiles(seconds: list[float]) -> str:
    if len(seconds) < 2:
        return f"{len(seconds)}"
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    p50, p95, p99 = (1000 * cuts[place] for place in (49, 94, 98))
    most = 1000 * max(seconds)
    return f"{len(seconds)}, p50 {p50:.0f} ms, p95 {p95:.0f} ms, p99 {p99:.0f} ms, longest {most:.0f} ms"


def _p99(seconds: list[float]) -> float:
    return statistics.quantiles(seconds, n=100, method="inclusive")[98]


def _turns_of_bots(began: float) -> int:
    since = database_now() - timedelta(seconds=time.monotonic() - began)
    return LogEntry.objects.filter(player__bot_level__gt="", created_at__gte=since).count()


def _mails() -> str:
    settled = Notice.objects.filter(due_at=None)
    sent = settled.exclude(sent_at=None).count()
    return (
        f"{sent} sent, {settled.count() - sent} dropped, {Notice.objects.exclude(due_at=None).count()} wait"
    )
