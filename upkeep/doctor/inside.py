"""Of the machine and the site on it: settings, versions, clock, disk, database, queue."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from typing import Final

import redis
from django.conf import settings
from django.core.checks import WARNING, run_checks
from django.db import connection

from homeworlds import __version__
from upkeep.doctor.findings import Asked, Finding, good, look, unknown
from upkeep.watching.alarms import State, states
from upkeep.watching.standing import of_disk

PINNED: Final = re.compile(r"^([A-Za-z0-9][\w.-]*)(?:\[[^\]]*\])?==(\S+?)(?:\s*;.*)?\s*\\?$", re.MULTILINE)
OLDEST_POSTGRES: Final = 13
OLDEST_REDIS: Final = 6
MOST_SECONDS_APART: Final = 5.0
ELSEWHERE: Final = ("backup", "disk", "mail", "static", "migrations", "database", "room", "clock")
"""Alarms that other examinations are about."""


def of_settings(asked: Asked) -> Iterator[Finding]:
    found = [each for each in run_checks(include_deployment_checks=True) if each.level >= WARNING]
    for each in found:
        yield look(f"{' '.join(str(each.msg).split())} ({each.id})")
    if not settings.ADMINS and not settings.ALARM_URL:
        yield look("Nobody is called when something needs a hand: set ADMINS_EMAIL or ALARM_URL.")
    elif not settings.PING_URL:
        yield look("Nobody hears of it when the whole machine is away: set PING_URL.")
    elif not found:
        yield good("All settings are as they should be, and somebody is called when something needs a hand.")


def of_versions(asked: Asked) -> Iterator[Finding]:
    wanted = dict(PINNED.findall((settings.BASE_DIR / "requirements.txt").read_text()))
    others = [
        f"{name} {there}, not {pinned}" for name, pinned in wanted.items() if (there := _other(name, pinned))
    ]
    if others:
        yield look(
            f"{len(others)} packages are not those of this release ({', '.join(others[:3])}): install "
            "requirements.txt."
        )
    python = ".".join(map(str, sys.version_info[:3]))
    yield good(
        f"Homeworlds {__version__} on Python {python}, with {len(wanted) - len(others)} packages as locked."
    )
    yield _of_postgres() if connection.vendor == "postgresql" else good("The database is SQLite.")
    if settings.REDIS_URL:
        yield _of_redis()


def _other(name: str, pinned: str) -> str:
    """The version that is there instead; a package that is for another system is none."""
    try:
        there = version(name)
    except PackageNotFoundError:
        return ""
    return "" if there == pinned else there


def _of_postgres() -> Finding:
    with connection.cursor() as cursor:
        cursor.execute("SHOW server_version_num")
        server = int(cursor.fetchone()[0]) // 10_000
    said = subprocess.run(["pg_dump", "--version"], capture_output=True, text=True, check=False).stdout
    client = re.search(r"(\d+)\.", said)
    if server < OLDEST_POSTGRES:
        return look(f"PostgreSQL {server} is older than {OLDEST_POSTGRES}: upgrade it (docs/operations.md).")
    if not client or int(client[1]) < server:
        shown = client[1] if client else "missing"
        return look(
            f"pg_dump is {shown} and the server {server}, so nothing can be saved: install "
            f"postgresql-client-{server}."
        )
    return good(f"PostgreSQL {server}, and pg_dump {client[1]} saves it.")


def _of_redis() -> Finding:
    with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=3, socket_connect_timeout=3) as line:
        try:
            there = str(line.info("server")["redis_version"])
        except redis.RedisError:
            return unknown("Redis does not say its version; see the queue below.")
    if int(there.split(".")[0]) < OLDEST_REDIS:
        return look(f"Redis {there} is older than {OLDEST_REDIS}: upgrade it.")
    return good(f"Redis {there}.")


def of_clock(asked: Asked) -> Iterator[Finding]:
    began = time.time()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT extract(epoch FROM clock_timestamp())")
            apart = abs(float(cursor.fetchone()[0]) - (began + time.time()) / 2)
        if apart > MOST_SECONDS_APART:
            yield look(
                f"The clocks of database and site are {apart:.0f} seconds apart: switch NTP on on both."
            )
        else:
            yield good(f"The clocks of database and site are {apart:.1f} seconds apart.")
    said = _time_is_kept()
    if said is None:
        yield unknown(
            "Whether NTP keeps the clock right: there is no timedatectl here. Ask whoever runs the machine."
        )
    elif said:
        yield good("NTP keeps the clock right.")
    else:
        yield look("NTP does not keep the clock right: run “sudo timedatectl set-ntp true”.")


def _time_is_kept() -> bool | None:
    command = ["timedatectl", "show", "--property", "NTPSynchronized", "--value"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return {"yes": True, "no": False}.get(done.stdout.strip())


def of_disks(asked: Asked) -> Iterator[Finding]:
    trouble = of_disk()
    yield look(str(trouble)) if trouble else good("Every disk that is watched has room.")


def of_queue(asked: Asked) -> Iterator[Finding]:
    """Redis, who listens to it, and whether anything waits: the alarms know."""
    known = states()
    yield from (
        _of_state(each) for each in known if each.name not in ELSEWHERE and (each.trouble or not each.known)
    )
    if all(each.known and not each.trouble for each in known if each.name not in ELSEWHERE):
        yield good("The queue works, all workers listen to it, and nothing waits.")


def of_database(asked: Asked) -> Iterator[Finding]:
    known = [each for each in states() if each.name in ("database", "room", "migrations", "static", "clock")]
    wrong = [each for each in known if each.trouble or not each.known]
    yield from map(_of_state, wrong)
    if not wrong:
        yield good(
            "The database answers and takes what is written; tables and static files are this release's."
        )


def _of_state(state: State) -> Finding:
    return look(state.says) if state.trouble else unknown(f"{state.title}: {state.says}")
