"""What a site takes while nobody is there: a hundred games wait for their players, and no page is asked for.

`bin/serve` as it is shipped, in a folder of its own, or the shipped units on a PostgreSQL and a Redis of
their own. Each bot has answered, each mail is sent and each queue is empty before it begins to count.
Processor time is that of all processes, user and system, those that have ended meanwhile as well.
"""

from __future__ import annotations

import itertools
import random
import sys
import time
from datetime import timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connections

from accounts.models import Player
from benchmarks.site.bots_at_once import play_for
from games.clocks.paces import PACES
from games.lobby.terms import GameTerms
from games.models import Game
from notices.models import Notice
from proofs.kit.cast import new_game, person
from proofs.kit.processes import NotHere, Process, free_port, wait_for
from proofs.kit.site import OwnSite, Site, wait_for_page, workers_listen
from proofs.kit.spent import pss, spent_by
from upkeep.clock import database_now

PLAYERS: Final = 10
EVERY_THIRD: Final = 3
"""Of the games is against a bot, of the two first levels in turns."""
MOST_PERCENT: Final = 1.0
REST_SECONDS: Final = 1800.0
"""Until all is done at most, and then so long until what was loaded for it has been used once:"""
CALM_SECONDS: Final = 45.0
NAMES: Final = {"gunicorn": "web", "timekeeper@%h": "timekeeper", "bots@%h": "bots", "default@%h": "worker"}
"""By a word of the command, for processes that `bin/serve` starts."""


def run(site: OwnSite, *, minutes: float, games: int) -> int:
    """Prints each process; the exit code says whether all together keep to their limit."""
    site.env["EMAIL_URL"] = f"file:///{site.folder / 'mail'}"
    _make_games(games)
    if isinstance(site, Site):
        site.run_web()
        site.run_workers()
    else:
        _serve(site)
    _wait_for_rest(timedelta(minutes=minutes))
    return _measure(site, 60 * minutes)


def _serve(site: OwnSite) -> None:
    port = free_port()
    env = site.env | {"SITE_URL": f"http://127.0.0.1:{port}", "PORT": str(port), "COMPILED_SEARCH": "false"}
    command = [sys.executable, "-m", "homeworlds_site.serve"]
    serve = site.started(Process("serve", command, env, site.folder / "serve.log"))
    wait_for_page(env["SITE_URL"], serve)


# --- Before


def _make_games(games: int) -> None:
    """As people leave them: somebody is to move in each, most with a clock that runs."""
    people = [person(f"Ann{number}", by_mail=True) for number in range(PLAYERS)]
    pairs = itertools.cycle(itertools.permutations(people, 2))
    paces = itertools.cycle([PACES["days-3"], PACES["normal"], None])
    levels = itertools.cycle(["random", "judge"])
    lots = random.Random(35)
    for number in range(games):
        ann, bea = next(pairs)
        other: Player | str = bea if number % EVERY_THIRD else next(levels)
        game = new_game(ann, other, terms=GameTerms(clock=next(paces)))
        play_for(game, ann, lots)


def _wait_for_rest(lasting: timedelta) -> None:
    """Nothing waits for a worker any more, nor will before the measuring ends: mails to somebody who has had
    one lately are held back for an hour."""

    def rests() -> bool:
        bots = Game.objects.exclude(bot_due_at=None).count()
        soon = database_now() + timedelta(seconds=CALM_SECONDS) + 2 * lasting
        mails = Notice.objects.filter(due_at__lte=soon).count()
        return workers_listen() and not bots + mails

    wait_for("nothing waits any more", rests, REST_SECONDS)
    connections.close_all()
    if settings.CELERY_BROKER_URL.startswith("filesystem:"):
        folder = Path(str(settings.CELERY_BROKER_TRANSPORT_OPTIONS["data_folder_in"]))
        wait_for("the queue is empty", lambda: not any(folder.glob("**/*.msg")), REST_SECONDS)
    time.sleep(CALM_SECONDS)


# --- What it takes


def _measure(site: OwnSite, seconds: float) -> int:
    before, began = _spent(site), time.monotonic()
    time.sleep(seconds)
    after, took = _spent(site), time.monotonic() - began
    found = _processes(site)
    sizes = {name: sum(map(pss, pids)) for name, pids in found.items()}
    for name, megabytes in sizes.items():
        used = 100 * (after[name] - before.get(name, 0.0)) / took
        print(f"{name:<14}{used:6.2f} % {megabytes:7.1f} MB in {len(found[name])}")
    percent = 100 * (sum(after.values()) - sum(before.values())) / took
    print(f"idle: {percent:.2f} % of a core, {sum(sizes.values()):.0f} MB")
    return 0 if percent < MOST_PERCENT else 1


def _spent(site: OwnSite) -> dict[str, float]:
    return {name: sum(map(spent_by, pids)) for name, pids in _processes(site).items()}


def _processes(site: OwnSite) -> dict[str, list[int]]:
    """By name, each with what it has begun."""
    if isinstance(site, Site):
        return {process.name: tree(process.pid) for process in site.processes}
    return _by_command(site.processes[0].pid)


def tree(parent: int) -> list[int]:
    """The process and all that descend from it."""
    children = Path(f"/proc/{parent}/task/{parent}/children")
    if not children.exists():
        raise NotHere("Only Linux tells which processes belong together.")
    return [parent, *itertools.chain.from_iterable(map(tree, map(int, children.read_text().split())))]


def _by_command(serve: int) -> dict[str, list[int]]:
    """What `bin/serve` has started, each with its own children, and itself."""
    found = {"serve": [serve]}
    for child in tree(serve)[1:]:
        command = Path(f"/proc/{child}/cmdline").read_text()
        name = next((name for word, name in NAMES.items() if word in command), "others")
        found.setdefault(name, []).append(child)
    return found
