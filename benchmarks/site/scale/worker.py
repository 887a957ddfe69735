"""A measured site as a process: reads what to do from its standard input, a line of JSON each.
Begun by `server`, once Django is set up."""

from __future__ import annotations

import gc
import json
import sys
from functools import cache
from typing import Any

from django.core.cache import cache as cache_of_the_site
from django.core.management import call_command
from django.test import Client

from accounts.models import Player
from accounts.tests.cast import log_in_as_staff
from benchmarks.site.measuring import got, statements_of, worked
from benchmarks.site.scale.memory import needed
from benchmarks.site.scale.pages import pages
from benchmarks.site.scale.plans import scans_of
from benchmarks.site.scale.rows import make


def timed(who: str, address: str) -> float:
    """Seconds of the processor, of this process and of the database's that serves it."""
    # What is kept for some seconds would be measured in one round and not in the next.
    cache_of_the_site.clear()
    client = client_of(who)
    gc.collect()
    began = worked()
    got(client, address)
    return worked() - began


def queries(who: str, address: str) -> list[Any]:
    """How many, and which big tables they read from end to end."""
    cache_of_the_site.clear()
    asked = statements_of(lambda: got(client_of(who), address))
    return [len(asked), scans_of(asked)]


ANSWERS = {"make": make, "pages": lambda: list(pages()), "time": timed, "queries": queries, "command": needed}


@cache
def client_of(who: str) -> Client:
    client = Client()
    if who:
        log_in_as_staff(client, Player.objects.get(name=who))
    return client


def main() -> None:
    answers = sys.stdout
    sys.stdout = sys.stderr
    call_command("migrate", verbosity=0)
    for line in sys.stdin:
        asked = json.loads(line)
        answers.write(json.dumps(ANSWERS[asked.pop("what")](**asked)) + "\n")
        answers.flush()
