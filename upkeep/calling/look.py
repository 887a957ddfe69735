"""Looks whether anything is to be told, by asking the site's own /alarms, and only then has it told:

    python -m upkeep.calling.look http://127.0.0.1:8000

The timer homeworlds-alarms runs it every half a minute, with `--every 30` it goes on by itself. While all is
well it costs a request and no start of Django, and it pings PING_URL, which calls when nobody pings any more.
"""

from __future__ import annotations

import argparse
import http.client
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from upkeep.calling.memory import HOOK, MAIL, remember, remembered
from upkeep.calling.ping import ping

ROOT: Final = Path(__file__).resolve().parents[2]
SECONDS: Final = 5.0
SURE_SECONDS: Final = 8.0
"""After which it is looked again, before anything is told that rings anew: a restart is no alarm."""
PING_EVERY: Final = 55.0
FILE: Final = "called.json"
ALIVE: Final = "alarms.alive"
"""Touched after each look, for who looks after this process."""
SWEEP: Final = "sweep"


class Seen(NamedTuple):
    ringing: dict[str, str]
    unknown: list[str]
    answers: bool = True
    """Whether the pages did at all."""


NOTHING: Final = Seen({}, [], answers=False)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m upkeep.calling.look", description=__doc__)
    parser.add_argument("address", help="where the pages answer, past the proxy")
    parser.add_argument("--every", type=float, default=0.0, help="seconds between two looks; none: one look")
    asked = parser.parse_args(arguments)
    while True:
        status = look(asked.address)
        if not asked.every:
            return status
        show_life()
        time.sleep(asked.every)


def show_life() -> None:
    file = memory_file().with_name(ALIVE)
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    file.touch()


def look(address: str) -> int:
    """0, or what the command that tells ended with."""
    seen = see(address)
    if is_new(seen):
        time.sleep(SURE_SECONDS)
        seen = see(address)
    if ping_is_due(seen, time.time()):
        sign_of_life()
    if not is_to_tell(seen, time.time()):
        return 0
    command = [sys.executable, "manage.py", "call_operator", "--seen"]
    return subprocess.run(command, cwd=ROOT, input=json.dumps(seen), text=True, check=False).returncode


def see(address: str) -> Seen:
    """What /alarms says; without METRICS_TOKEN nothing, and the command that tells looks for itself."""
    parts = urlsplit(address)
    line = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=SECONDS)
    try:
        line.request("GET", "/alarms", headers={"Authorization": f"Bearer {given('METRICS_TOKEN')}"})
        answer = line.getresponse()
        if answer.status == 404:
            return Seen({}, [], answers=True) if not given("METRICS_TOKEN") else NOTHING
        said = json.loads(answer.read())
        return Seen(dict(said["alarms"]), list(said["unknown"]))
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        return NOTHING
    finally:
        line.close()


def given(name: str) -> str:
    """A setting, or what stands in the file that is named for it; the site itself has checked both."""
    if file := os.environ.get(f"{name}_FILE"):
        try:
            return Path(file).read_text().strip()
        except OSError:
            return ""
    return os.environ.get(name, "")


def ways() -> list[str]:
    return [way for way, name in ((MAIL, "ADMINS_EMAIL"), (HOOK, "ALARM_URL")) if given(name)]


def memory_file() -> Path:
    return ROOT / (os.environ.get("VAR_DIR") or "var") / FILE


def is_new(seen: Seen) -> bool:
    """Whether something rings that one of the ways was not told of yet."""
    memory = remembered(memory_file())
    names = set(seen.ringing) if seen.answers else {"web"}
    return any(names - set(memory.way(way).told) for way in ways())


def is_to_tell(seen: Seen, now: float) -> bool:
    if not given("METRICS_TOKEN") or not seen.answers:
        return bool(ways())
    memory = remembered(memory_file())
    before = {way: dict(memory.way(way).silent) for way in ways()}
    told = [memory.way(way).news(seen.ringing, seen.unknown, now) for way in ways()]
    if before != {way: memory.way(way).silent for way in ways()}:
        remember(memory_file(), memory)  # since when each is silent
    return any(told)


def ping_is_due(seen: Seen, now: float) -> bool:
    """Only while the site is swept: that is what the one who waits for the ping relies on."""
    if not given("PING_URL") or not seen.answers or SWEEP in (*seen.ringing, *seen.unknown):
        return False
    return now - remembered(memory_file()).pinged >= PING_EVERY


def sign_of_life() -> None:
    memory = remembered(memory_file())
    memory.pinged = time.time()
    remember(memory_file(), memory)
    if reason := ping(given("PING_URL")):
        sys.stderr.write(f"The ping to PING_URL was not heard: {reason}.\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
